package parse_test

import (
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

func TestNullsFirst(t *testing.T) {
	for text, want := range map[string]bool{
		"a": false, "a ASC": false, "a DESC": true, "a NULLS FIRST": true, "a DESC NULLS FIRST": true, "a NULLS LAST": false, "a DESC NULLS LAST": false,
	} {
		by := query(t, "SELECT FROM t ORDER BY "+text).SortClause[0].GetSortBy()
		if got := parse.NullsFirst(by.SortbyDir, by.SortbyNulls); got != want {
			t.Errorf("ORDER BY %s: NULL is first: %v, want %v", text, got, want)
		}
	}
}

func TestFirstQuery(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT a": "a", "SELECT a UNION SELECT b EXCEPT SELECT c": "a", "(SELECT a INTERSECT SELECT b) UNION (SELECT c UNION ALL SELECT d)": "a",
	} {
		first := parse.FirstQuery(query(t, text))
		if got := parse.Strings(first.TargetList[0].GetResTarget().Val.GetColumnRef().Fields); len(got) != 1 || got[0] != want {
			t.Errorf("%s: the first query is of %v, want %s", text, got, want)
		}
	}
	if parse.FirstQuery(nil) != nil {
		t.Error("the first query of none is one")
	}
}

func query(t *testing.T, text string) *pg_query.SelectStmt {
	t.Helper()
	tree, err := pg_query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Stmts[0].Stmt.GetSelectStmt()
}
