package postgres_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// BenchmarkCatalog measures a look at a catalog that is believed, one that
// finds nothing changed, one after other people's transactions, and one after a
// change; on an empty database and on one of 2,000 tables and functions.
//
// The first read of a server is slower than all that, and half of it is PostgreSQL's: in
// a database of 10,000 tables with 20 columns each, the 33 statements that come before it
// took 47 ms on a fresh backend, whose caches of the catalog are empty, and 23 ms when
// they were prepared and run again on the same backend.
func BenchmarkCatalog(b *testing.B) {
	for _, objects := range []int{0, 2000} {
		server := pgtest.Start(b)
		dsn := server.CreateDB(b)
		db := dsn[strings.LastIndex(dsn, "/")+1 : strings.Index(dsn, "?")]
		for first := 1; first < objects; first += 200 {
			server.Exec(b, db, fmt.Sprintf(`DO $$ BEGIN FOR i IN %d..%d LOOP
			EXECUTE format('CREATE TABLE t%%s (id serial PRIMARY KEY, a int DEFAULT 1, b text NOT NULL, c date, d numeric CHECK (d > 0), e text, f text, g text, h text, i text)', i);
			EXECUTE format('CREATE FUNCTION f%%s(a int, b text DEFAULT ''x'') RETURNS int LANGUAGE sql AS ''SELECT count(*)::int FROM t%%s WHERE a = $1 AND b = $2''', i, i);
			END LOOP; END $$`, first, first+199))
		}
		open := func(b *testing.B, ttl time.Duration) *postgres.Provider {
			p, err := postgres.Open(b.Context(), postgres.Options{Name: "pg", DSN: dsn, CatalogTTL: ttl})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = p.Close() })
			return p
		}
		look := func(b *testing.B, p *postgres.Provider) {
			if _, err := p.Catalog(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		for _, test := range []struct {
			name, between string
			ttl           time.Duration
		}{
			{"believed", "", time.Hour},
			{"unchanged", "", time.Nanosecond},
			{"transactions", "SELECT pg_catalog.pg_current_xact_id()", time.Nanosecond},
			{"changed", "CREATE OR REPLACE FUNCTION changing() RETURNS int LANGUAGE sql AS 'SELECT 1'", time.Nanosecond},
		} {
			b.Run(fmt.Sprintf("%d objects/%s", objects, test.name), func(b *testing.B) {
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				p := open(b, test.ttl)
				look(b, p)
				runtime.GC()
				runtime.ReadMemStats(&after)
				b.ReportAllocs()
				for b.Loop() {
					if test.between != "" {
						b.StopTimer()
						server.Exec(b, db, test.between)
						b.StartTimer()
					}
					look(b, p)
				}
				b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "snapshot-MB")
			})
		}
	}
}
