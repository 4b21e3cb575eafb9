package arguments

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestReadArguments(t *testing.T) {
	params := []Param{
		SQL("Exactly one statement."),
		{Name: "row_limit", Also: []string{"limit", "max_rows"}, Integer: true, Min: 1, Max: 1000, Start: 200},
		{Name: "format", OneOf: []string{"markdown", "json"}},
	}
	for _, test := range []struct{ raw, want string }{
		{`{"sql":"SELECT 1"}`, `map[row_limit:200 sql:SELECT 1]`},
		{`{"sql":"SELECT 1","row_limit":7}`, `map[row_limit:7 sql:SELECT 1]`},
		{`{"sql":"SELECT 1","row_limit":7.0}`, `map[row_limit:7 sql:SELECT 1]`},
		{`{"sql":"SELECT 1","row_limit":99999}`, `map[row_limit:1000 sql:SELECT 1]`},
		{`{"sql":"SELECT 1","row_limit":null,"format":"json"}`, `map[format:json row_limit:200 sql:SELECT 1]`},
		{`{"query":"SELECT 1","limit":3}`, `map[row_limit:3 sql:SELECT 1]`},
		{`{"statement":"SELECT 1","max_rows":3,"query":null}`, `map[row_limit:3 sql:SELECT 1]`},
		{`{"sql":"x","query":"x"}`, `arguments "query" and "sql" are the same one | Give "sql" alone.`},
		{`{"limit":1,"max_rows":1}`, `arguments "limit" and "max_rows" are the same one | Give "row_limit" alone.`},
		{`{"sql":"x","maxrow":5}`, `unknown argument "maxrow" | This tool takes: sql, row_limit, format. Did you mean "row_limit"?`},
		{``, `argument "sql" is required | Exactly one statement.`},
		{`null`, `argument "sql" is required | Exactly one statement.`},
		{`{}`, `argument "sql" is required | Exactly one statement.`},
		{`{"sql":"  "}`, `argument "sql" is empty | Exactly one statement.`},
		{`{"sql":1}`, `argument "sql" must be a string | `},
		{`[1]`, `arguments must be a JSON object | `},
		{`"SELECT 1"`, `arguments must be a JSON object | `},
		{`{"sql":"x","row_limit":0}`, `argument "row_limit" must be at least 1 | `},
		{`{"sql":"x","row_limit":"5"}`, `map[row_limit:5 sql:x]`},
		{`{"sql":"x","row_limit":"0"}`, `argument "row_limit" must be at least 1 | `},
		{`{"sql":"x","row_limit":"five"}`, `argument "row_limit" must be a whole number | `},
		{`{"sql":"x","row_limit":"0x5"}`, `argument "row_limit" must be a whole number | `},
		{`{"sql":"x","row_limit":"inf"}`, `argument "row_limit" must be a whole number | `},
		{`{"sql":"x","row_limit":""}`, `argument "row_limit" must be a whole number | `},
		{`{"sql":"x","row_limit":1.5}`, `argument "row_limit" must be a whole number | `},
		{`{"sql":"x","row_limit":1e300}`, `argument "row_limit" must be a whole number | `},
		{`{"sql":"x","format":"xml"}`, `argument "format" is "xml" | It is one of: markdown, json.`},
		{`{"sql":"x","rowlimit":5}`, `unknown argument "rowlimit" | This tool takes: sql, row_limit, format. Did you mean "row_limit"?`},
		{`{"sql":"x","confirm":true}`, `unknown argument "confirm" | This tool takes: sql, row_limit, format.`},
		{`{"sql":"x","` + strings.Repeat("y", 100) + `":1}`, `unknown argument "` + strings.Repeat("y", 100) + `" | This tool takes: sql, row_limit, format.`},
	} {
		args, _, err := Read(params, json.RawMessage(test.raw))
		got := fmt.Sprint(map[string]any(args))
		if err != nil {
			e := sqlstate.From(err)
			got = e.Message + " | " + e.Hint
			if e.Code != sqlstate.InvalidParameterValue {
				t.Errorf("%s: code %s", test.raw, e.Code)
			}
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.raw, got, test.want)
		}
	}
}

// Given by another name, an argument is on record by its own; a handle is not on
// record so that anybody could use it.
func TestRecordable(t *testing.T) {
	params := []Param{{Name: "sql", Also: []string{"query"}, Unless: "cursor"}, {Name: "cursor", Also: []string{"next_cursor"}, Handle: true}}
	for _, test := range []struct{ raw, want string }{
		{`{"next_cursor":"ABCDEFGHIJKL"}`, "map[cursor:ABCDEF…]"},
		{`{"cursor":"ABC"}`, "map[cursor:ABC]"},
		{`{"query":"SELECT 1"}`, "map[sql:SELECT 1]"},
		{`{"query":"SELECT 1","sql":"SELECT 2","next_cursor":"ABCDEFGHIJKL"}`, "map[next_cursor:ABCDEF… query:SELECT 1 sql:SELECT 2]"},
		{`{"next_cursor":"ABCDEFGHIJKL","nosuch":1}`, "map[next_cursor:ABCDEF… nosuch:1]"},
	} {
		_, given, _ := Read(params, json.RawMessage(test.raw))
		if got := fmt.Sprint(Recordable(params, given)); got != test.want {
			t.Errorf("%s: %s, want %s", test.raw, got, test.want)
		}
	}
	args, sql := Apart(map[string]any{"query": "SELECT 1", "sql": "SELECT 2", "statement": 3, "row_limit": 4})
	if fmt.Sprint(args) != "map[row_limit:4]" || sql != "SELECT 1\nSELECT 2\n3" {
		t.Errorf("apart: %v, %q", args, sql)
	}
}

func TestNoArguments(t *testing.T) {
	_, _, err := Read(nil, json.RawMessage(`{"a":1}`))
	if e := sqlstate.From(err); e.Hint != "This tool takes no arguments." {
		t.Errorf("hint %q", e.Hint)
	}
}
