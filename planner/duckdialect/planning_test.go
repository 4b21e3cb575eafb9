package duckdialect_test

import (
	"context"
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
		{"10,000 terms", "SELECT 1 FROM t WHERE " + times(10_000, "a > b", " OR "), true},
		{"10,001 terms", "SELECT 1 FROM t WHERE " + times(10_001, "a > b", " AND "), false},
		{"10,001 terms that are a list", "SELECT 1 FROM t WHERE " + times(10_001, "a = 1", " OR "), true},
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

// TestLongFilters: DuckDB derives no filters of columns from an OR of more than 250 alternatives, of which one is an AND.
func TestLongFilters(t *testing.T) {
	pairs := func(n int) string { return strings.Repeat("a > 1 AND b < c OR ", n-1) + "a = 2" }
	for what, test := range map[string]struct {
		condition string
		bounded   bool
	}{
		"250":              {pairs(250), false},
		"251":              {pairs(251), true},
		"251 in two ORs":   {pairs(150) + " OR (" + pairs(101) + ")", true},
		"251 below an AND": {"(" + pairs(251) + ") AND b = 3", true},
		"251 without AND":  {strings.Repeat("a > b OR ", 250) + "a = 2", false},
		"500 in two":       {"(" + pairs(250) + ") AND (" + pairs(250) + ")", false},
	} {
		sql, err := translate("SELECT 1 FROM t WHERE " + test.condition)
		if err != nil {
			t.Fatal(err)
		}
		if bounded := strings.Count(sql, "= true") == 1; bounded != test.bounded {
			t.Errorf("%s: %.100s…%s", what, sql, sql[max(0, len(sql)-100):])
		}
	}
}

// TestTranslationEnds: a translation whose statement is canceled does not go on.
func TestTranslationEnds(t *testing.T) {
	text := "SELECT " + strings.Repeat("upper(a) || 'b', ", 4_000) + "1 FROM t"
	for stop := 1; stop < 200; stop *= 3 {
		tree, err := pg_query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		asked, ends := 0, env
		ends.Ended = func() error {
			if asked++; asked >= stop {
				return context.Canceled
			}
			return nil
		}
		if _, err = duckdialect.TranslateAll(tree, text, ends); sqlstate.CodeOf(err) != sqlstate.QueryCanceled || asked != stop {
			t.Errorf("%v after %d looks, want %s after %d", err, asked, sqlstate.QueryCanceled, stop)
		}
	}
}
