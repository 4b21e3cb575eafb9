package duckdialect_test

import (
	"errors"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestPlanning bounds what DuckDB would plan for minutes.
func TestPlanning(t *testing.T) {
	times := func(n int, part, between string) string {
		return strings.TrimSuffix(strings.Repeat(part+between, n), between)
	}
	ten := "(SELECT 1 FROM " + times(10, "t", ", ") + ")"
	for _, test := range []struct {
		what string
		sql  string
		fits bool
	}{
		{"64 relations", "SELECT 1 FROM " + times(64, "table_of_one_name", " NATURAL JOIN "), true},
		{"65 relations", "SELECT 1 FROM " + times(65, "table_of_one_name", " NATURAL JOIN "), false},
		{"65 relations in a list", "SELECT 1 FROM " + times(65, "table_of_one_name", ", "), false},
		{"70 relations in subqueries", "SELECT 1 FROM " + times(7, ten, " x, ") + " x", false},
		{"70 relations in an expression", "SELECT " + times(7, ten, " + "), false},
		{"70 relations in common table expressions", "WITH expression AS (SELECT 1) SELECT 1 FROM " + times(70, "expression", ", "), false},
		{"70 relations in a view", "CREATE VIEW v AS SELECT 1 FROM " + times(70, "t_t_t_t", ", "), false},
		{"65 functions", "SELECT 1 FROM " + times(65, "unnest(a)", ", "), false},
		{"a union of 200 relations", times(200, "SELECT 1 FROM t", " UNION ALL "), true},
		{"200 windows", "SELECT " + times(200, "sum(a) OVER (ORDER BY b)", ", ") + " FROM t", true},
		{"201 windows", "SELECT " + times(201, "sum(a) OVER (ORDER BY b)", ", ") + " FROM t", false},
		{"1,001 filters", "SELECT " + times(1001, "count(*) FILTER (WHERE a)", ", ") + " FROM t", false},
	} {
		t.Run(test.what, func(t *testing.T) {
			tree, err := pg_query.Parse(test.sql)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = duckdialect.Translate(tree, test.sql, env)
			var e *sqlstate.Error
			switch {
			case test.fits && err != nil:
				t.Error(err)
			case !test.fits && (!errors.As(err, &e) || e.Code != sqlstate.StatementTooComplex):
				t.Errorf("%v, want %s", err, sqlstate.StatementTooComplex)
			}
		})
	}
}
