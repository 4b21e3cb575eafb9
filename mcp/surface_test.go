package mcp_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// names lists what a method of the protocol lists.
func (c client) names(t *testing.T, method, member, key string) []string {
	t.Helper()
	var m struct {
		Result map[string]json.RawMessage
		Error  json.RawMessage
	}
	must(t, json.Unmarshal([]byte(c(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{}}`)), &m))
	if m.Error != nil {
		return []string{"error"}
	}
	var list []map[string]any
	must(t, json.Unmarshal(m.Result[member], &list))
	names := []string{}
	for _, one := range list {
		names = append(names, fmt.Sprint(one[key]))
	}
	return names
}

func TestNarrowed(t *testing.T) {
	d := open(t, settings{two: true, options: func(o *mcp.Options) {
		o.EnabledTools, o.EnabledPrompts, o.EnabledResources = []string{"server_info", "list_providers"}, []string{}, []string{"sallyport://server"}
	}})
	for name, call := range map[string]client{"http": d.overHTTP(t), "stdio": d.overStdio(t), "modern": d.modern(t)} {
		t.Run(name, func(t *testing.T) {
			if got := call.names(t, "tools/list", "tools", "name"); !slices.Equal(got, []string{"list_providers", "server_info"}) {
				t.Errorf("tools %v", got)
			}
			if got := call.names(t, "prompts/list", "prompts", "name"); !slices.Equal(got, []string{"error"}) {
				t.Errorf("prompts %v", got)
			}
			if got := call.names(t, "resources/list", "resources", "uri"); !slices.Equal(got, []string{"sallyport://server"}) {
				t.Errorf("resources %v", got)
			}
			if got := call.names(t, "resources/templates/list", "resourceTemplates", "name"); len(got) > 0 {
				t.Errorf("templates %v", got)
			}
			if o := call.call(t, "list_providers", "{}"); o.IsError || !strings.Contains(o.Text, "other") {
				t.Errorf("list_providers: %s", o.Text)
			}
			if o := call.call(t, "server_info", "{}"); o.IsError {
				t.Errorf("server_info: %s", o.Text)
			}
			before := len(d.records(t))
			for _, message := range []string{
				callMessage(1, "run_select_query", `{"sql":"SELECT 1"}`),
				`{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"write_safe_select"}}`,
				`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"sallyport://providers"}}`,
				`{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"sallyport://providers/local/public/places"}}`,
			} {
				if o := parse(t, call(message)); o.Protocol == "" {
					t.Errorf("%s: %s", message, o.Text)
				}
			}
			var refused []string
			for _, r := range d.records(t)[before:] {
				refused = append(refused, fmt.Sprintf("%v %v", r["tool"], r["decision"]))
			}
			want := []string{
				"run_select_query refuse_immediate", "prompt: refuse_immediate", // where there are no prompts at all, nobody reads the name
				"resource:sallyport://providers refuse_immediate", "resource:sallyport://providers/local/public/places refuse_immediate",
			}
			if !slices.Equal(refused, want) {
				t.Errorf("on record: %q", refused)
			}
		})
	}
}

// What clients are told names nothing that they cannot have.
func TestInstructions(t *testing.T) {
	names := regexp.MustCompile(`(?:list|describe|run|validate|pull|server)_[a-z_]+`)
	for _, enabled := range [][]string{nil, {}, {"server_info", "list_providers"}, {"run_select_query"}, {"run_mutation_query", "validate_select_query"}} {
		d := open(t, settings{options: func(o *mcp.Options) { o.EnabledTools = enabled }})
		var told struct{ Result struct{ Instructions string } }
		call := d.modern(t)
		must(t, json.Unmarshal([]byte(call(`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`)), &told))
		if told.Result.Instructions == "" {
			t.Fatal("nothing is told")
		}
		for _, name := range names.FindAllString(told.Result.Instructions, -1) {
			if enabled != nil && !slices.Contains(enabled, name) || !slices.Contains(published, name) {
				t.Errorf("with %v, clients are told of %s", enabled, name)
			}
		}
		prompt := call(`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"write_safe_select"}}`)
		for _, name := range names.FindAllString(prompt, -1) {
			if enabled != nil && !slices.Contains(enabled, name) {
				t.Errorf("with %v, the prompt names %s", enabled, name)
			}
		}
	}
	d := open(t, settings{options: func(o *mcp.Options) { o.NoInstructions = true }})
	if answer := d.modern(t)(`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`); strings.Contains(answer, `"instructions"`) {
		t.Errorf("told all the same: %s", answer)
	}
}

func TestUnknownNamesStopTheStart(t *testing.T) {
	d := open(t, settings{})
	for _, test := range []struct {
		change func(*mcp.Options)
		want   string
	}{
		{func(o *mcp.Options) { o.EnabledTools = []string{"server_info", "run_select_querry"} }, `mcp: there is no tool "run_select_querry" | Did you mean "run_select_query"?`},
		{func(o *mcp.Options) { o.EnabledPrompts = []string{"write_select"} }, `mcp: there is no prompt "write_select" | Did you mean "write_safe_select"?`},
		{func(o *mcp.Options) { o.EnabledResources = []string{"sallyport://servers"} }, `mcp: there is no resource "sallyport://servers" | Did you mean "sallyport://server"?`},
		{func(o *mcp.Options) { o.EnabledTools = []string{""} }, `mcp: there is no tool "" | `},
		{func(o *mcp.Options) { o.Format = "jsn" }, `mcp: there is no format "jsn" | Did you mean "json"?`},
	} {
		o := mcp.Options{Engine: d.Engine()}
		test.change(&o)
		_, err := mcp.New(o)
		e := sqlstate.From(err)
		if err == nil || e.Code != sqlstate.ConfigFileError || !strings.HasPrefix(e.Message+" | "+e.Hint, test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// A server may say JSON where a call says nothing.
func TestFormatOfTheServer(t *testing.T) {
	d := open(t, settings{options: func(o *mcp.Options) { o.Format = "json" }})
	call := d.overHTTP(t)
	if o := call.call(t, "run_select_query", `{"sql":"SELECT 1"}`); !json.Valid([]byte(o.Text)) {
		t.Errorf("not JSON: %s", o.Text)
	}
	if o := call.call(t, "run_select_query", `{"sql":"SELECT 1","format":"markdown"}`); o.Text != "?column?\n1" {
		t.Errorf("not markdown: %s", o.Text)
	}
}
