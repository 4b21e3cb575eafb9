package mcp_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/mcp"
)

// marks differ from answer to answer: those of data, and the handles of cursors.
var marks = regexp.MustCompile(`[0-9]{9}|[A-Z2-7]{26}`)

// TestDirect: what is answered without the library is answered as with it. A
// member of _meta that nobody knows is what takes a call to the library.
func TestDirect(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Rows: 3}})
	c := d.overHTTP(t)
	direct := d.Direct()
	for _, test := range []struct{ tool, arguments string }{
		{"server_info", `{}`},
		{"list_providers", `{}`},
		{"list_services", `{}`},
		{"list_resources", `{"filter":"pl"}`},
		{"describe_resource", `{"resource":"places"}`},
		{"describe_resource", `{"resource":"nope"}`},
		{"validate_select_query", `{"sql":"DELETE FROM places"}`},
		{"run_select_query", `{"sql":"SELECT * FROM places ORDER BY id"}`},
		{"run_select_query", `{"sql":"SELECT * FROM places ORDER BY id","format":"json"}`},
		{"run_select_query", `{"sql":"SELECT 1 WHERE false"}`},
		{"run_select_query", `{"sql":"SELECT NULL AS \"rows\", 0 AS \"\\\"rows\\\":0\", '\"rows\":0' AS x, '<b>&' AS y"}`},
		{"run_select_query", `{"sql":"SELECT 1 FROM nope"}`},
		{"server_info", `{ }`},
		{"server_info", `{"format":"json"}`},
		{"server_info", `{"nope":1}`},
		{"run_select_query", `{"sql":"SELECT\n'ä\t\\' AS \"_meta\", 'é'","row_limit":1}`},
		{"run_select_query", `{"sql":"SELECT 1","row_limit":"2"}`},
		{"run_select_query", `{"sql":"SELECT 1","row_limit":2.0}`},
		{"run_select_query", `{"sql":"SELECT 1","row_limit":-2}`},
		{"run_select_query", `{"sql":"SELECT 1","row_limit":null}`},
		{"run_select_query", `{"sql":"SELECT 1","sql":"SELECT 2"}`},
		{"run_select_query", `{"sql":"SELECT 1","query":"SELECT 2"}`},
		{"run_select_query", `{"sql":"DELETE FROM places"}`},
		{"run_select_query", `{"sql":"SELECT 1; SELECT 2"}`},
		{"run_select_query", `{"query":"SELECT 1","limit":1}`},
		{"run_select_query", `{"sql":17}`},
		{"run_select_query", `{}`},
		{"run_select_query", `{"cursor":"x"}`},
	} {
		plain := callMessage(7, test.tool, test.arguments)
		withMeta := strings.Replace(plain, `"params":{`, `"params":{"_meta":{"x":1},`, 1)
		before := d.Direct()
		got, want := c(plain), c(withMeta)
		if n := d.Direct() - before; n != 1 {
			t.Errorf("%s %s: %d of the two calls were direct", test.tool, test.arguments, n)
		}
		var g, w any
		must(t, json.Unmarshal([]byte(marks.ReplaceAllString(got, "MARK")), &g))
		must(t, json.Unmarshal([]byte(marks.ReplaceAllString(want, "MARK")), &w))
		if !reflect.DeepEqual(g, w) {
			t.Errorf("%s %s:\n%s\nbut by the library\n%s", test.tool, test.arguments, got, want)
		}
	}
	if d.Direct() == direct {
		t.Error("nothing was direct")
	}
	records := d.records(t)
	for i := 0; i+1 < len(records); i += 2 {
		for _, field := range []string{"tool", "decision", "class", "sql", "args", "error", "principal", "session", "application", "version", "door", "rows"} {
			if !reflect.DeepEqual(records[i][field], records[i+1][field]) {
				t.Errorf("record %d: %s is %v, and by the library %v", i, field, records[i][field], records[i+1][field])
			}
		}
	}
}

// What might ask a person, or says more than a plain call, is the library's.
func TestNotDirect(t *testing.T) {
	d := open(t, settings{})
	c := d.overHTTP(t)
	before := d.Direct()
	for _, message := range []string{
		callMessage(1, "run_mutation_query", `{"sql":"DELETE FROM places WHERE id < 0"}`),
		callMessage(2, "run_lifecycle_operation", `{"sql":"CALL x()"}`),
		callMessage(3, "nope", `{}`),
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"server_info","arguments":{},"_meta":{"progressToken":1,"x":1}}}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"server_info","arguments":{},"_META":{"progressToken":1}}}`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"server_info","arguments":{},"\u005fmeta":{"progressToken":1}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"server_info","arguments":[]}}`,
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"server_info","task":{}}}`,
		`{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"name":"server_info"}}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"server_info"}}`,
		`{"id":11,"method":"tools/call","params":{"name":"server_info"}}`,
		`{"jsonrpc":"1.0","id":12,"method":"tools/call","params":{"name":"server_info"}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"tools/call\",\"params\":{\"name\":\"server_info\"}}",
	} {
		c(message)
		if d.Direct() != before {
			t.Fatalf("%s was direct", message)
		}
	}
	if message, header := asModern(t, callMessage(1, "server_info", `{}`)); d.post(t, browser(t), message, header).status != http.StatusOK || d.Direct() != before {
		t.Error("a call of 2026-07-28 was direct")
	}
}
