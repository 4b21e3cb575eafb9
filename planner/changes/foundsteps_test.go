package changes

import (
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// TestReadWith: a statement keeps the queries of its WITH that it reads, also by way of others, and all changes.
func TestReadWith(t *testing.T) {
	for sql, want := range map[string][]string{
		"WITH a AS (SELECT 1), b AS (SELECT * FROM a), c AS (SELECT * FROM b) SELECT * FROM b":                                       {"a", "b"},
		"WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1), c AS (SELECT * FROM c) SELECT * FROM a":                             {"a", "b", "c"},
		"WITH RECURSIVE a AS (SELECT 1), b AS (SELECT * FROM a), c AS (SELECT * FROM b) SELECT * FROM t":                             nil,
		"WITH a AS (SELECT 1), b AS (SELECT * FROM a), c AS (SELECT * FROM b) SELECT * FROM s.c":                                     nil,
		"WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT (SELECT x FROM a)":                                                      {"a"},
		"WITH t AS (SELECT * FROM t) SELECT 1":                                                                                       nil,
		"WITH t AS (SELECT * FROM t) SELECT * FROM t":                                                                                {"t"},
		"WITH a AS (SELECT 1), b AS (DELETE FROM t USING a), c AS (SELECT 1) SELECT 2":                                               {"a", "b"},
		"WITH a AS (SELECT 1), b AS (SELECT 2) SELECT * FROM (WITH c AS (SELECT * FROM a) SELECT * FROM c) x WHERE EXISTS (TABLE a)": {"a"},
	} {
		list, err := parse.Statements(sql)
		if err != nil {
			t.Fatal(err)
		}
		s := list[0].Raw.Stmt.GetSelectStmt()
		if got := cteNames(readWith(s, s.WithClause)); !slices.Equal(got, want) {
			t.Errorf("%s\n\tkeeps %v, want %v", sql, got, want)
		}
	}
}
