package postgres_test

import (
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestClosedCatalog: whoever still asks the catalog of a source that is closed is told
// so, and the catalog does not connect to the server again.
func TestClosedCatalog(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	out.do("CREATE TABLE known (a int); CREATE TABLE unknown (a int)")
	known := closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "known"}}})
	open := catalogOf(t, p).(providers.Lazy)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	connections := func() string {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'")
	}
	eventually(t, "its connections have ended", func() bool { return connections() == "0" })
	for what, ask := range map[string]func() error{
		"a look": func() error {
			catalog, err := p.Catalog(t.Context()) // asks nothing by itself
			if err == nil {
				catalog.Relation("", "unknown")
				_, err = catalog.(providers.Lazy).Closure()
			}
			return err
		},
		"a comparison":       func() error { _, err := p.CompareCatalog(t.Context()); return err },
		"a closure":          func() error { _, err := known.Holds(t.Context()); return err },
		"a closure, for all": func() error { _, err := known.(providers.Guarded).HoldsForAll(t.Context(), nil); return err },
		"what is not known": func() error {
			open.Relation("", "unknown")
			_, err := open.Closure()
			return err
		},
		"a revision": func() error { _, err := p.Revision(t.Context()); return err },
	} {
		for range 2 {
			if err := ask(); sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
				t.Errorf("%s: %v", what, err)
			}
		}
		if n := connections(); n != "0" {
			t.Errorf("%s: %s connections", what, n)
		}
	}
	if known.Believed() {
		t.Error("what it knew is believed")
	}
}
