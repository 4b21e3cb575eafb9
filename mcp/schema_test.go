package mcp_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are the compiled output schemas of the tools, by their names.
func (c client) schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	var list struct {
		Result struct {
			Tools []struct {
				Name         string
				InputSchema  json.RawMessage
				OutputSchema json.RawMessage
			}
		}
	}
	must(t, json.Unmarshal([]byte(c(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)), &list))
	out := map[string]*jsonschema.Schema{}
	for _, tool := range list.Result.Tools {
		for kind, text := range map[string]json.RawMessage{"input": tool.InputSchema, "output": tool.OutputSchema} {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			must(t, err)
			compiler := jsonschema.NewCompiler()
			compiler.DefaultDraft(jsonschema.Draft2020)
			url := "tool:" + tool.Name + "/" + kind
			must(t, compiler.AddResource(url, value))
			compiled, err := compiler.Compile(url)
			if err != nil {
				t.Fatalf("%s: %v", url, err)
			}
			if kind == "output" {
				out[tool.Name] = compiled
			}
		}
	}
	return out
}

// fits checks an answer against its tool's schema: a result has structured content
// that the schema takes, a failure has none.
func fits(t *testing.T, schemas map[string]*jsonschema.Schema, tool string, o outcome) {
	t.Helper()
	if o.IsError || o.Protocol != "" {
		if len(o.Structured) > 0 {
			t.Errorf("%s: a failure has structured content: %s", tool, o.Structured)
		}
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(o.Structured))
	if err != nil {
		t.Fatalf("%s: %v in %q", tool, err, o.Structured)
	}
	if err := schemas[tool].Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", tool, err, o.Structured)
	}
}

// published are the tools of a server without a registry.
var published = []string{
	"describe_method", "describe_resource", "list_methods", "list_providers", "list_resources", "list_services",
	"run_lifecycle_operation", "run_mutation_query", "run_select_query", "server_info", "validate_select_query",
}

// Every tool has a description with an example, a description of each argument, and all four hints, which agree
// with what the gate lets the tool do.
func TestToolsAreDescribed(t *testing.T) {
	d := open(t, settings{})
	var list struct {
		Result struct {
			Tools []struct {
				Name, Description string
				Annotations       map[string]any
				InputSchema       struct {
					Properties map[string]struct{ Description string }
				}
			}
		}
	}
	must(t, json.Unmarshal([]byte(d.overHTTP(t)(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)), &list))
	var names []string
	hints := map[string]string{}
	for _, tool := range list.Result.Tools {
		names = append(names, tool.Name)
		about, example, _ := strings.Cut(tool.Description, "\nExample: ")
		if about == "" || !json.Valid([]byte(example)) {
			t.Errorf("%s has no example: %q", tool.Name, tool.Description)
		}
		var given map[string]any
		must(t, json.Unmarshal([]byte(example), &given))
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
		if title, _ := tool.Annotations["title"].(string); title == "" || len(tool.Annotations) != 5 {
			t.Errorf("%s: annotations %v", tool.Name, tool.Annotations)
		}
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			yes, ok := tool.Annotations[hint].(bool)
			if !ok {
				t.Errorf("%s has no %s", tool.Name, hint)
			}
			hints[tool.Name] += map[bool]string{true: "1", false: "0"}[yes]
		}
	}
	if !slices.Equal(names, published) {
		t.Errorf("the tools are %v", names)
	}
	for name, want := range map[string]string{
		"run_select_query": "1011", "run_mutation_query": "0101", "run_lifecycle_operation": "0101", "validate_select_query": "1010",
		"list_methods": "1010", "server_info": "1010",
	} {
		if hints[name] != want {
			t.Errorf("%s: read-only, destructive, idempotent, open world are %s, want %s", name, hints[name], want)
		}
	}
}
