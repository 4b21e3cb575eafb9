package planner_test

import (
	"context"
	"testing"

	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// forgeScope is a scope of two APIs, forge, which is the default, and tower.
func forgeScope(t *testing.T) *planner.Scope {
	t.Helper()
	scope := apiScope(t, "../providers/api/testdata/registry", "forge", "tower")
	scope.Default, scope.Databases = "forge", []string{"forge"}
	return scope
}

// shopScope is a scope of the API shop.
func shopScope(t *testing.T) *planner.Scope {
	t.Helper()
	return apiScope(t, "../providers/api/listing/testdata/registry", "shop")
}

// apiScope is a scope of APIs whose documents are in a folder, and of a DuckDB, "duck",
// which is the default.
func apiScope(t *testing.T, folder string, apis ...string) *planner.Scope {
	t.Helper()
	library, err := document.Open(document.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	var scanners []providers.Scanner
	for _, name := range apis {
		scanners = append(scanners, api.New(api.Options{Name: name, Library: library}))
	}
	f := federation.New(federation.Options{
		Open: func(ctx context.Context) (providers.Provider, error) {
			return duckdb.Open(ctx, duckdb.Options{Name: "apis"})
		},
		Scanners: scanners,
		Close:    library.Close,
	})
	sources := map[string]providers.Provider{}
	for _, s := range f.Sources() {
		sources[s.Info().Name] = s
	}
	duck, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck"})
	if err != nil {
		t.Fatal(err)
	}
	sources["duck"] = duck
	t.Cleanup(func() {
		for _, s := range sources {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	return &planner.Scope{
		Default: "duck", User: "alice",
		Known: func(name string) bool { return sources[name] != nil },
		Source: func(ctx context.Context, name string) (planner.Source, error) {
			catalog, err := sources[name].Catalog(ctx)
			return planner.Source{Info: sources[name].Info(), Catalog: catalog}, err
		},
	}
}
