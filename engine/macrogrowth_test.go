package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestMacrosOfUsersGrow: what macros of users repeat is counted as what DuckDB's own do, by their bodies.
func TestMacrosOfUsersGrow(t *testing.T) {
	h := newHouse(t, gate.FullAccess, func(p providers.Provider) providers.Provider {
		c, err := p.Connect(t.Context(), providers.ConnOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range []string{
			"CREATE MACRO twice(a) AS a + a", "CREATE MACRO fourth(a) AS twice(twice(a))", "CREATE MACRO sixteenth(a) AS fourth(fourth(a))", "CREATE MACRO parts(a, b := 'x') AS split_part(split_part(a, b, 1), b, 1)",
			"CREATE MACRO once(a) AS a + 1", "CREATE MACRO large() AS sixteenth(sixteenth(sixteenth(sixteenth(1))))", "CREATE MACRO rows_of(n) AS TABLE SELECT n + n + n AS i",
		} {
			rows, err := c.Query(t.Context(), providers.Statement{SQL: sql, Verb: "CREATE"}, providers.Args{})
			if err == nil {
				err = providers.ReadToEnd(rows)
			}
			if err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		return p
	}, engine.Limits{})
	s := h.open(t, "duck", gate.FullAccess)
	nest := func(f, inner string, n int) string { return strings.Repeat(f+"(", n) + inner + strings.Repeat(")", n) }
	for _, c := range []struct {
		sql  string
		fits bool
	}{
		{"SELECT " + nest("twice", "1", 8), true},
		{"SELECT " + nest("once", "1", 60), true},
		{"SELECT " + nest("sixteenth", "1", 2), true},
		{"SELECT * FROM rows_of(" + nest("twice", "1", 4) + ")", true},
		{"SELECT " + nest("parts", "'axb'", 2), true},
		{"SELECT " + nest("twice", "1", 24), false},
		{"SELECT " + nest("sixteenth", "1", 6), false},
		{"SELECT " + nest("parts", "'axb'", 9), false},
		{"SELECT " + nest("twice", "1", 10) + " + " + nest("sixteenth", "2", 5), false},
		{"SELECT * FROM rows_of(" + nest("twice", "1", 24) + ")", false},
		{"SELECT large()", false},
		{"SELECT max(a) FROM (SELECT " + nest("twice", "1", 24) + " AS a) x", false},
		{"EXPLAIN SELECT " + nest("twice", "1", 24), false},
		{"CREATE TABLE made AS SELECT " + nest("twice", "1", 24) + " AS a", false},
	} {
		ctx, done := context.WithTimeout(t.Context(), 20*time.Second)
		began := time.Now()
		_, err := run(ctx, s, anything(c.sql))
		done()
		if c.fits && err != nil || !c.fits && sqlstate.CodeOf(err) != sqlstate.StatementTooComplex {
			t.Errorf("%.60s: %v after %v", c.sql, err, time.Since(began))
		}
	}
}
