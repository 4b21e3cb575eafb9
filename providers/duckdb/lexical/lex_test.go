package lexical

import (
	"reflect"
	"testing"
)

func TestScan(t *testing.T) {
	for _, test := range []struct {
		sql       string
		params    []int
		calls     []string
		returning bool
	}{
		{sql: "SELECT 1"},
		{sql: "SELECT $1, $22", params: []int{1, 22}},
		{sql: "SELECT '$1', \"$2\", $3", params: []int{3}},
		{sql: "SELECT 'it''s $1' || $2", params: []int{2}},
		{sql: `SELECT E'\'$1' || $2`, params: []int{2}},
		{sql: `SELECT e'\\' || $2`, params: []int{2}},
		{sql: "SELECT $$ $1 $$, $x$ $$ $2 $x$, $3", params: []int{3}},
		{sql: "SELECT a$1 FROM t"},
		{sql: "SELECT 1 -- $1\n, $2", params: []int{2}},
		{sql: "SELECT 1 /* $1 /* $2 */ $3 */ + $4", params: []int{4}},
		{sql: "SELECT 1 /* open $1"},
		{sql: "SELECT 'open $1"},
		{sql: "SELECT $$open $1"},
		{sql: "SELECT count(*), Lower (x), \"ENABLE_profiling\"()", calls: []string{"count", "lower", "enable_profiling"}},
		{sql: "SELECT query /* x */ ('a')", calls: []string{"query"}},
		{sql: "SELECT query -- x\n ('a')", calls: []string{"query"}},
		{sql: "SELECT 'query'('a')"},
		{sql: "SELECT main.query('a')", calls: []string{"query"}},
		{sql: "INSERT INTO t VALUES (1) RETURNING i", calls: []string{"values"}, returning: true},
		{sql: `INSERT INTO t("returning") SELECT 'returning'`, calls: []string{"t"}},
		{sql: "SELECT \"a\"\"b\"(1)", calls: []string{`a"b`}},
		{sql: "SELECT\u00a0query\u3000('a')", calls: []string{"query"}},
		{sql: "SELECT größe(1)", calls: []string{"größe"}},
		{sql: "\""},
		{sql: "$"},
		{sql: "E'"},
	} {
		got := Scan(test.sql)
		var params []int
		for _, p := range got.Params {
			params = append(params, p.Number)
		}
		if !reflect.DeepEqual(params, test.params) || !reflect.DeepEqual(got.Calls, test.calls) || got.Returning != test.returning {
			t.Errorf("scan(%q) = %v %q %v, want %v %q %v", test.sql,
				params, got.Calls, got.Returning, test.params, test.calls, test.returning)
		}
	}
}

// FuzzScan: the scanner ends on every text and does not read beyond it.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{"SELECT $1", "'", `"`, "$a$", "/*", "--", "E'\\", "$1$1", "a$1("} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		for _, p := range Scan(sql).Params {
			if sql[p.Start] != '$' || p.End > len(sql) {
				t.Errorf("%q: a parameter at %d-%d", sql, p.Start, p.End)
			}
		}
	})
}
