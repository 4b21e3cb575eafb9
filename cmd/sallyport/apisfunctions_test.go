package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// TestAPIFunctions reads testdata/apifunctions.txt: each line is an expression, the indented line below it its
// value over a row of an API, or the error. -update rewrites these.
func TestAPIFunctions(t *testing.T) {
	f := newForge(t)
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+startForge(t, f, "").pgwire+"/forge")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	golden, err := os.ReadFile("testdata/apifunctions.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(golden)) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		got.WriteString(line)
		expression := strings.TrimSpace(line)
		if expression == "" || strings.HasPrefix(expression, "-- ") {
			continue
		}
		var value *string
		err := conn.QueryRow(t.Context(), "SELECT CAST(("+expression+") AS text) FROM forge.repos.repos WHERE owner = 'acme' AND repo = 'site'").Scan(&value)
		refused := (*pgconn.PgError)(nil)
		switch {
		case errors.As(err, &refused):
			fmt.Fprintf(&got, "    %s %s\n", refused.Code, strings.ReplaceAll(refused.Message, "\n", " "))
		case err != nil:
			t.Fatal(expression, err)
		case value == nil:
			got.WriteString("    NULL\n")
		default:
			got.WriteString("    " + *value + "\n")
		}
	}
	if *update {
		if err := os.WriteFile("testdata/apifunctions.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(golden) {
		t.Errorf("testdata/apifunctions.txt differs; run with -update and read the diff. Got:\n%s", got.String())
	}
}
