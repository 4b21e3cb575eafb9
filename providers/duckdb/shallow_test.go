package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestDeepJSON calls every function that deep JSON would crash DuckDB in.
func TestDeepJSON(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	deep := func(depth string) string { return "(repeat('[', " + depth + ") || repeat(']', " + depth + "))" }
	for _, call := range []string{
		"json_structure(J)", "json_structure(CAST(J AS JSON))", "json_contains(J, '1')", "json_contains('[]', J)",
		"json_merge_patch('{}', J)", "json_merge_patch(J, '{}', '{}')", "json_merge_patch('{}', '{}', '{}', J)",
		"json_group_structure(CAST(J AS JSON))", "json_transform('[]', J)", "json_transform_strict('[]', J)",
		"from_json('[]', J)", "from_json_strict('[]', J)",
	} {
		_, err := try(c, "SELECT "+strings.ReplaceAll(call, "J", deep("300000")))
		if err == nil {
			t.Errorf("%s runs", call)
		}
	}
	for sql, want := range map[string]string{
		`SELECT json_structure('{"a": [1, "]\"["]}')`:                                      `{"a":["JSON"]}`,
		"SELECT json_structure(" + deep("199") + ") IS NOT NULL":                           "t",
		"SELECT json_structure(NULL) IS NULL":                                              "t",
		`SELECT json_contains('{"a": [1, 2]}', '3')`:                                       "f",
		`SELECT json_contains(x, '1') FROM (SELECT '[1]'::JSON AS x)`:                      "t",
		`SELECT json_merge_patch('{"a": 1}', '{"b": 2}', '{"a": 3}')`:                      `{"b":2,"a":3}`,
		`SELECT json_transform('{"a": 1}', '{"a": "INTEGER"}').a`:                          "1",
		`SELECT from_json_strict('[1, 2]', '["INTEGER"]')[2]`:                              "2",
		`SELECT json_group_structure(CAST(x AS JSON)) FROM (VALUES ('[1]'), ('[2]')) v(x)`: `["UBIGINT"]`,
	} {
		a, err := try(c, sql)
		if err != nil || a.rows[0] != want {
			t.Errorf("%s: %q, %v, want %q", sql, a.rows, err, want)
		}
	}
	_, err := try(c, "SELECT json_structure("+deep("201")+")")
	if e := sqlstate.From(err); err == nil || e.Code != sqlstate.StatementTooComplex {
		t.Errorf("201 levels: %v", err)
	}
}
