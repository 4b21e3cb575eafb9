package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

// TestViewLimits: views over views make no statement that is larger than one that a client
// may write.
func TestViewLimits(t *testing.T) {
	views := map[string]string{"one": "SELECT name FROM forge.repos.repos WHERE org = 'acme'"}
	for i, below := 0, "one"; i < 6; i++ {
		name := fmt.Sprintf("many%d", i)
		views[name] = "SELECT name FROM " + below + strings.Repeat(" UNION ALL SELECT name FROM "+below, 9)
		below = name
	}
	views["long"] = "SELECT name || '" + strings.Repeat("x", 200<<10) + "' FROM one"
	views["pg_class"] = "SELECT 'mine' AS relname FROM forge.repos.repos WHERE org = 'acme'"
	scope, p := forgeScope(t), planner.Forgetful()
	scope.Views = func(name string) (planner.View, bool) {
		sql, ok := views[name]
		return planner.View{Name: name, SQL: sql}, ok
	}
	for _, test := range []struct{ sql, want string }{
		{"SELECT * FROM many0", ""},
		{"SELECT * FROM many2", "54001"},
		{"SELECT * FROM many5", "54001"},
		{"SELECT 1 FROM long" + strings.Repeat(" CROSS JOIN long", 30), "54001"},
		{"SELECT relname FROM pg_class", "no scans"},
		{"CREATE VIEW pg_class AS SELECT 1 AS a", "42939"},
	} {
		list, err := p.Plan(t.Context(), test.sql, scope)
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case test.want == "no scans" && len(list[0].Scans) == 0:
			got = test.want
		}
		if test.want == "" && err != nil || !strings.Contains(got, test.want) {
			t.Errorf("%.60s: %.200s, want %s", test.sql, got, test.want)
		}
	}
}

// TestViewOfSeveralRelations: all relations of a view's query are told, though they have one place in the client's text.
func TestViewOfSeveralRelations(t *testing.T) {
	scope, p := forgeScope(t), planner.Forgetful()
	p.TellUses()
	scope.Views = func(name string) (planner.View, bool) {
		sql := "SELECT r.name FROM forge.repos.repos r, forge.repos.branches b WHERE r.org = 'acme' AND b.owner = 'acme' AND b.repo = r.name"
		return planner.View{Name: "pair", SQL: sql}, name == "pair"
	}
	list, err := p.Plan(t.Context(), "SELECT name FROM pair", scope)
	if err != nil {
		t.Fatal(err)
	}
	var relations, uses []string
	for _, r := range list[0].Relations {
		relations = append(relations, r.Resource)
	}
	for _, u := range list[0].Uses {
		uses = append(uses, u.Resource)
	}
	for _, want := range []string{"repos", "branches"} {
		if !slices.Contains(relations, want) || !slices.Contains(uses, want) {
			t.Errorf("the view reads %s: relations %q, uses %q", want, relations, uses)
		}
	}
}
