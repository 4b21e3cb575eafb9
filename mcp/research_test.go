package mcp_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp"
)

// research is a server of which everything is published.
func research(t *testing.T, mode gate.Mode) *door {
	t.Helper()
	return open(t, settings{mode: mode, two: true, options: func(o *mcp.Options) { o.Profile = "all" }})
}

// kit is how the tools for research present themselves.
var kit = map[string]struct {
	title      string
	repeatable bool
}{
	"connection_list":   {"Connection List", true},
	"discover_data":     {"Discover Data", false},
	"entity_details":    {"Entity Details", true},
	"dictionary_search": {"Dictionary Search", false},
	"wiki_search":       {"Wiki Search", false},
	"wiki_read":         {"Wiki Read", true},
	"sql_execution":     {"SQL Execution", false},
}

func TestResearchToolsAreDescribed(t *testing.T) {
	d := guided(t, "all")
	var tools []struct {
		Name, Description         string
		Annotations               map[string]any
		InputSchema, OutputSchema struct {
			Properties map[string]struct{ Description string }
		}
	}
	must(t, json.Unmarshal(d.overHTTP(t).toolList(t), &tools))
	seen := 0
	for _, tool := range tools {
		want, of := kit[tool.Name]
		if !of {
			continue
		}
		seen++
		hints := map[string]any{"title": want.title, "readOnlyHint": true, "openWorldHint": false}
		if want.repeatable {
			hints["idempotentHint"] = true
		}
		if got, _ := json.Marshal(tool.Annotations); string(got) != string(marshal(t, hints)) {
			t.Errorf("%s: annotations %s, want %v", tool.Name, got, hints)
		}
		about, example, _ := strings.Cut(tool.Description, "\nExample: ")
		var given map[string]any
		if json.Unmarshal([]byte(example), &given) != nil || about == "" {
			t.Errorf("%s has no example: %q", tool.Name, tool.Description)
		}
		for name := range given {
			if _, ok := tool.InputSchema.Properties[name]; !ok {
				t.Errorf("%s: the example gives %q", tool.Name, name)
			}
		}
		for name, p := range tool.InputSchema.Properties {
			if p.Description == "" {
				t.Errorf("%s does not describe %s", tool.Name, name)
			}
		}
		if len(tool.OutputSchema.Properties) == 0 {
			t.Errorf("%s has no output schema", tool.Name)
		}
	}
	if seen != len(kit) {
		t.Errorf("%d of %d tools are listed", seen, len(kit))
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	return text
}

// TestSQLExecution: the shape of its answers, every name of its arguments, and what is no read.
func TestSQLExecution(t *testing.T) {
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe, gate.DeleteSafe, gate.FullAccess} {
		d := research(t, mode)
		call := d.overHTTP(t)
		for _, sql := range []string{
			"INSERT INTO places (name) VALUES ('x')", "DELETE FROM places", "DROP TABLE places", "CREATE TABLE x (a int)",
			"WITH x AS (DELETE FROM places RETURNING *) SELECT * FROM x", "CALL pragma_version()", "DO $$BEGIN END$$", "PRAGMA version",
			"SELECT 1; SELECT 2", "SELECT nextval('s')", "SET x = 1", "COPY places TO '/tmp/x'", "VACUUM", "BEGIN",
		} {
			o := call.call(t, "sql_execution", string(marshal(t, map[string]string{"connectionId": "local", "sql": sql})))
			if !o.IsError || !strings.HasPrefix(o.Text, "Error ") || o.Protocol != "" {
				t.Errorf("%s: %s was not refused in band: %s", mode, sql, o.Text)
			}
		}
	}
	for profile, hint := range map[string]string{"all": "Use run_mutation_query", "research": "This server offers no tool for it."} {
		o := open(t, settings{options: func(o *mcp.Options) { o.Profile = profile }}).overHTTP(t).
			call(t, "sql_execution", `{"connectionId":"local","sql":"DELETE FROM places"}`)
		if !strings.Contains(o.Text, hint) {
			t.Errorf("profile %s: %s", profile, o.Text)
		}
	}
	d := research(t, gate.Safe)
	call := d.overHTTP(t)
	schemas := call.schemas(t)
	for _, test := range []struct{ arguments, want string }{
		{`{"connectionId":"local","sql":"SELECT 1 AS a, 'x' AS b"}`, `{"headers":["a","b"],"headerTypes":["integer","text"],"rows":[[1,"x"]],"rowCount":1}`},
		{`{"connection_id":"local","query":"SELECT 1 AS a"}`, `{"headers":["a"],"headerTypes":["integer"],"rows":[[1]],"rowCount":1}`},
		{`{"connection":"other","statement":"SELECT count(*) AS n FROM prices"}`, `{"headers":["n"],"headerTypes":["bigint"],"rows":[[2]],"rowCount":1}`},
		{`{"provider":"local","q":"SELECT 1 AS a WHERE false"}`, `{"headers":["a"],"headerTypes":["integer"],"rows":[],"rowCount":0}`},
		{`{"source":"local","sql_query":"SELECT 1 AS a"}`, `{"headers":["a"],"headerTypes":["integer"],"rows":[[1]],"rowCount":1}`},
		{`{"database":"local","sql":"SELECT x FROM range(5) AS r (x)","maxRows":2}`, `{"headers":["x"],"headerTypes":["bigint"],"rows":[[0],[1]],"rowCount":2,"truncated":true,"next":"Truncated after 2 rows. Filter, aggregate, or ask for fewer columns."}`},
		{`{"connectionId":"local","sql":"SELECT x FROM range(2) AS r (x)","max_rows":2}`, `{"headers":["x"],"headerTypes":["bigint"],"rows":[[0],[1]],"rowCount":2}`},
		{`{"connectionId":"local","sql":"SELECT x FROM range(2) AS r (x)","row_limit":1}`, `{"headers":["x"],"headerTypes":["bigint"],"rows":[[0]],"rowCount":1,"truncated":true,"next":"Truncated after 1 row. Filter, aggregate, or ask for fewer columns."}`},
		{`{"connectionId":"local","sql":"SELECT x FROM range(2) AS r (x)","limit":"1"}`, `{"headers":["x"],"headerTypes":["bigint"],"rows":[[0]],"rowCount":1,"truncated":true,"next":"Truncated after 1 row. Filter, aggregate, or ask for fewer columns."}`},
	} {
		o := call.call(t, "sql_execution", test.arguments)
		fits(t, schemas, "sql_execution", o)
		if string(o.Structured) != test.want {
			t.Errorf("%s\n got %s %s\nwant %s", test.arguments, o.Structured, o.Text, test.want)
		}
	}
	for _, test := range []struct{ arguments, want string }{
		{`{"sql":"SELECT 1"}`, `Error 22023: argument "connectionId" is required`},
		{`{"connectionId":"nowhere","sql":"SELECT 1"}`, `Error 3D000: there is no source "nowhere"`},
		{`{"connectionName":"local","sql":"SELECT 1"}`, `Error 22023: unknown argument "connectionName"`},
		{`{"connectionId":"local","sql":""}`, `Error 22023: argument "sql" is empty`},
		{`{"connectionId":"local","sql":"SELECT 1","maxRows":0}`, `Error 22023: argument "maxRows" must be at least 1`},
		{`{"connectionId":"local","sql":"SELECT nothing"}`, `Error 42703`},
	} {
		if o := call.call(t, "sql_execution", test.arguments); !o.IsError || !strings.HasPrefix(o.Text, test.want) {
			t.Errorf("%s: %s", test.arguments, o.Text)
		}
	}
	records := d.records(t)
	if last := records[len(records)-1]; last["tool"] != "sql_execution" {
		t.Errorf("on record: %v", last)
	}
}

// TestStages: sql_execution tells of its stages in order, by numbers that grow, and of
// nothing where nobody asked.
func TestStages(t *testing.T) {
	for _, mod := range []bool{false, true} {
		d := open(t, settings{options: func(o *mcp.Options) { often(o); o.Profile = "research" }})
		b := browser(t)
		for _, token := range []string{"", `"a"`} {
			message := callMessage(1, "sql_execution", `{"connectionId":"local","sql":"SELECT count(*) AS n FROM range(30000000)"}`)
			if token != "" {
				message = strings.TrimSuffix(message, "}}") + `,"_meta":{"progressToken":` + token + `}}}`
			}
			header := http.Header{}
			if mod {
				message, header = asModern(t, callMessage(1, "sql_execution", `{"connectionId":"local","sql":"SELECT count(*) AS n FROM range(30000000)"}`))
				if token != "" {
					message = strings.Replace(message, `"_meta":{`, `"_meta":{"progressToken":`+token+`,`, 1)
				}
			} else {
				header.Set("Mcp-Session-Id", d.post(t, b, hello, nil).header.Get("Mcp-Session-Id"))
			}
			var stages []string
			last := -1.0
			messages := events(t, d.post(t, b, message, header))
			for _, text := range messages[:len(messages)-1] {
				var m said
				must(t, json.Unmarshal([]byte(text), &m))
				if m.Params.Progress <= last || m.Params.Progress > 1 {
					t.Errorf("%v after %v", m.Params.Progress, last)
				}
				last = m.Params.Progress
				if !strings.Contains(m.Params.Message, ": running") {
					stages = append(stages, m.Params.Message)
				}
			}
			want := []string{"Validating SQL", "Executing", "Fetched 1 row"}
			if token == "" {
				want = nil
			}
			if !slices.Equal(stages, want) {
				t.Errorf("token %s, modern %v: %q", token, mod, stages)
			}
		}
	}
}

func TestConnectionList(t *testing.T) {
	d := research(t, gate.Safe)
	call := d.overHTTP(t)
	o := call.call(t, "connection_list", `{}`)
	fits(t, call.schemas(t), "connection_list", o)
	want := `{"connections":[{"connectionId":"local","kind":"duckdb","description":"Made for tests.","default":true},{"connectionId":"other","kind":"duckdb"}]}`
	if string(o.Structured) != want {
		t.Errorf("%s", o.Structured)
	}
	if o := call.call(t, "connection_list", `{"connectionId":"local"}`); !o.IsError || !strings.Contains(o.Text, "takes") {
		t.Errorf("an argument was taken: %s", o.Text)
	}
}
