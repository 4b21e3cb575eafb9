package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// answer is what a statement has as an answer, as text: the types of its columns and its rows, or its error, with the word that
// the error points to.
func answer(ctx context.Context, c *pgx.Conn, sql string) string {
	described, err := c.PgConn().Prepare(ctx, "", sql, nil)
	var rows []string
	if err == nil {
		rows, err = texts(ctx, c, sql)
	}
	var failed *pgconn.PgError
	switch {
	case errors.As(err, &failed):
		at := ""
		if runes := []rune(sql); failed.Position > 0 && int(failed.Position) <= len(runes) {
			at = " at " + strings.Fields(string(runes[failed.Position-1:]))[0]
		}
		return fmt.Sprintf("%s: %s (%s)%s", failed.Code, failed.Message, failed.Hint, at)
	case err != nil:
		return err.Error()
	}
	var types []string
	for _, f := range described.Fields {
		types = append(types, fmt.Sprintf("%s %d/%d", f.Name, f.DataTypeOID, f.TypeModifier))
	}
	if !strings.Contains(strings.ToLower(sql), "order by") {
		slices.Sort(rows)
	}
	return strings.Join(types, ", ") + "\n" + strings.Join(rows, "\n")
}

// TestSeveralTypes: a statement over several sources has the types and the errors that it has over one Postgres with all tables.
// testdata/severaltypes.txt has the statements, with $customers, $rich, $orders and $costs for the relations.
func TestSeveralTypes(t *testing.T) {
	s := newSpread(t, "")
	whole, several := s.connect(t, "whole"), s.connect(t, "crm")
	apart := strings.NewReplacer("$customers", "crm.public.customers", "$rich", "crm.public.rich", "$orders", "ops.public.orders", "$costs", "files.public.costs")
	together := strings.NewReplacer("$", "public.")
	content, err := os.ReadFile("testdata/severaltypes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		sql := strings.TrimSpace(line)
		if sql == "" || strings.HasPrefix(sql, "--") {
			continue
		}
		want, got := answer(t.Context(), whole, together.Replace(sql)), answer(t.Context(), several, apart.Replace(sql))
		if got == want != !strings.Contains(sql, "-- not: ") {
			t.Errorf("%s\ngot  %.600s\nwant %.600s", sql, got, want)
		}
	}
}
