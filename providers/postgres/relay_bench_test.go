package postgres_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// BenchmarkBackend is what a transaction pays for its backend, and a statement
// for the catalog.
func BenchmarkBackend(b *testing.B) {
	p, err := postgres.Open(b.Context(), postgres.Options{Name: "pg", DSN: pgtest.Start(b).CreateDB(b)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = p.Close() })
	catalog, err := p.Catalog(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	catalog.Relation("", "t")
	closure, err := catalog.(providers.Lazy).Closure()
	if err != nil {
		b.Fatal(err)
	}
	o := providers.BackendOptions{ApplicationName: "bench"}
	b.Run("take and give back", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			backend, err := p.Backend(b.Context(), o)
			if err != nil {
				b.Fatal(err)
			}
			backend.Release(providers.Clean)
		}
	})
	b.Run("believed", func(b *testing.B) {
		b.ReportAllocs()
		missed := 0
		for b.Loop() {
			if !closure.Believed() {
				missed++
			}
		}
		b.ReportMetric(float64(missed)/float64(b.N), "missed/op")
	})
}

// BenchmarkFootprint is what a lookup costs: the first of a source connects, the next ones have a connection.
func BenchmarkFootprint(b *testing.B) {
	dsn := pgtest.Start(b).CreateDB(b)
	changes := []providers.Change{{Verb: "DELETE", Name: "t"}}
	for _, bench := range []struct {
		name  string
		fresh bool
	}{{"first", true}, {"next", false}} {
		b.Run(bench.name, func(b *testing.B) {
			var p *postgres.Provider
			for b.Loop() {
				if p == nil || bench.fresh {
					var err error
					if p, err = postgres.Open(b.Context(), postgres.Options{Name: "pg", DSN: dsn}); err != nil {
						b.Fatal(err)
					}
					b.Cleanup(func() { _ = p.Close() })
				}
				if _, err := p.Footprint(b.Context(), changes); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
