package planner_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api"
	"github.com/sallyportdb/sallyport/providers/api/document/registrytest"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRegistryViews plans a SELECT from every view of a registry, with values for the inputs that it names.
func TestRegistryViews(t *testing.T) {
	library, list := registrytest.Open(t)
	options := federation.Options{Open: func(ctx context.Context) (providers.Provider, error) {
		return duckdb.Open(ctx, duckdb.Options{Name: "apis"})
	}}
	for _, one := range list {
		options.Scanners = append(options.Scanners, api.New(api.Options{Name: one.Name, Library: library}))
	}
	sources := map[string]providers.Provider{}
	for _, s := range federation.New(options).Sources() {
		sources[s.Info().Name] = s
	}
	p, counts := planner.Forgetful(), map[string]int{}
	for _, one := range list {
		doc, _, err := library.Provider(t.Context(), one.Name)
		if err != nil {
			t.Fatal(err)
		}
		scope := &planner.Scope{
			Default: one.Name, User: "alice", Databases: []string{one.Name}, Known: func(name string) bool { return sources[name] != nil },
			Source: func(ctx context.Context, name string) (planner.Source, error) {
				catalog, err := sources[name].Catalog(ctx)
				return planner.Source{Info: sources[name].Info(), Catalog: catalog}, err
			},
		}
		for _, ref := range doc.Services {
			service, _, err := library.Service(doc, ref.Name)
			if err != nil {
				t.Log(err)
				continue
			}
			for _, r := range service.Resources {
				if r.Views {
					planView(t, p, scope, counts, one.Name+"."+service.Name+"."+r.Name, one.Name)
				}
			}
		}
	}
	t.Logf("%v", counts)
}

var namedInput = regexp.MustCompile(`"([^"]+)"`)

// planView plans a view, and again with the inputs that the errors name.
func planView(t *testing.T, p *planner.Planner, scope *planner.Scope, counts map[string]int, name, provider string) {
	t.Helper()
	where := ""
	for range 8 {
		plans, err := p.Plan(t.Context(), "SELECT * FROM "+name+where, scope)
		switch {
		case err == nil && plans[0].Class == planner.Read:
			counts[provider+" taken apart"]++
			return
		case err == nil:
			counts[provider+" of another class"]++
			t.Logf("%s: %s %v", name, plans[0].Class, plans[0].Effects)
			return
		case sqlstate.CodeOf(err) != sqlstate.InvalidColumnReference:
			counts[provider+" refused"]++
			t.Logf("%s: %v", name, err)
			return
		}
		e := sqlstate.From(err)
		_, needs, _ := strings.Cut(e.Message, "needs values for ")
		for _, m := range namedInput.FindAllStringSubmatch(needs, -1) {
			word := " AND "
			if where == "" {
				word = " WHERE "
			}
			where += word + fmt.Sprintf(`"%s" = 'v'`, m[1])
		}
	}
	counts[provider+" without inputs"]++
	t.Logf("%s: its inputs are not found: %s", name, where)
}
