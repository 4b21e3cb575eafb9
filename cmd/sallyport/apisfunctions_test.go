package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// TestAPIFunctions reads testdata/apifunctions.txt: each line is an expression, the indented line below it its
// value over a row of an API, or the error. -update rewrites these.
func TestAPIFunctions(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+startForge(t, f, "").pgwire+"/forge")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	playLines(t, "testdata/apifunctions.txt", func(out *strings.Builder, expression string) {
		var value *string
		err := conn.QueryRow(t.Context(), "SELECT CAST(("+expression+") AS text) FROM forge.repos.repos WHERE owner = 'acme' AND repo = 'site'").Scan(&value)
		refused := (*pgconn.PgError)(nil)
		switch {
		case errors.As(err, &refused):
			fmt.Fprintf(out, "    %s %s\n", refused.Code, strings.ReplaceAll(refused.Message, "\n", " "))
		case err != nil:
			t.Fatal(expression, err)
		case value == nil:
			out.WriteString("    NULL\n")
		default:
			out.WriteString("    " + *value + "\n")
		}
	})
}
