package postgres_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestPlannedOnce: the comparison with the server is not planned anew each time, which
// would cost the server more than the comparison.
func TestPlannedOnce(t *testing.T) {
	p, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: pgtest.Start(t).CreateDB(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close() //nolint:errcheck // it only read
	catalog, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	catalog.Relation("", "pg_class")
	for range 8 {
		p.Altered(nil)
		if _, err := p.CompareCatalog(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if custom := postgres.CatalogAnswers(t, p, "SELECT sum(custom_plans) FROM pg_catalog.pg_prepared_statements"); custom != "0" {
		t.Errorf("the catalog's statements were planned %s times for their parameters", custom)
	}
}
