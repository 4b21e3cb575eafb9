package mcp_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp"
)

// TestFindByRole: what a role denies, the tools over snapshots neither tell nor find anything by.
func TestFindByRole(t *testing.T) {
	g, _ := newGuide(t)
	served := func(roles ...gate.Role) client {
		policy, err := gate.NewPolicy(roles, roles[0].Name)
		must(t, err)
		return open(t, settings{
			two: true, options: func(o *mcp.Options) { o.Guide, o.Profile = g, "all" }, config: func(c *engine.Config) { c.Policy = policy },
		}).overHTTP(t)
	}
	calls := []struct{ tool, arguments string }{
		{"discover_data", `{"query":"country of places"}`},
		{"discover_data", `{"query":"Spain","limit":50}`},
		{"discover_data", `{"query":"notes body","kinds":["column"]}`},
		{"entity_details", `{"connectionId":"local","entities":["public.places"]}`},
		{"entity_details", `{"connectionId":"local","entities":["public.places"],"columns":["country"]}`},
		{"entity_details", `{"connectionId":"local","entities":["public.notes"]}`},
		{"dictionary_search", `{"values":["Spain"]}`},
		{"describe_resource", `{"provider":"local","service":"public","resource":"places"}`},
		{"list_resources", `{"provider":"local","service":"public"}`},
	}
	told := func(c client) string {
		var all strings.Builder
		for _, one := range calls {
			o := c.call(t, one.tool, one.arguments)
			text := strings.ReplaceAll(o.Text+string(o.Structured), "Spain", "") // the question's own word
			all.WriteString(strings.ReplaceAll(text, `no table "public.notes"`, "") + "\n")
		}
		return all.String()
	}
	everything := told(served(gate.Role{Name: "all", Mode: gate.ReadOnly, Catalogs: true}))
	for _, word := range []string{"country", "body", "notes", "public.places"} {
		if !strings.Contains(everything, word) {
			t.Fatalf("who may see all is not told %q, so that nothing is tried:\n%s", word, everything)
		}
	}
	column := told(served(gate.Role{Name: "some", Mode: gate.ReadOnly, DenyColumns: []string{"local.public.places.country"}}))
	if strings.Contains(strings.ReplaceAll(column, `no column "country"`, ""), "country") || !strings.Contains(column, "public.places") {
		t.Errorf("a column that is denied is told of:\n%s", column)
	}
	table := told(served(gate.Role{Name: "some", Mode: gate.ReadOnly, Deny: []string{"local.public.notes", "local.old.*"}}))
	if strings.Contains(table, "notes") || strings.Contains(table, "body") || !strings.Contains(table, "country") {
		t.Errorf("a table that is denied is told of:\n%s", table)
	}
}
