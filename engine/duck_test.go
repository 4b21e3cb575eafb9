package engine_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// duck is the DuckDB of a test. To open one costs hundreds of views, and most tests
// are about Postgres: a DuckDB that a test has not connected to serves the next.
type duck struct {
	*duckdb.Provider
	used atomic.Bool
}

// unused is a DuckDB that nobody has connected to, or nil.
var unused *duckdb.Provider

func openDuck(t testing.TB) *duck {
	t.Helper()
	d := &duck{Provider: unused}
	unused = nil
	if d.Provider == nil {
		var err error
		if d.Provider, err = duckdb.Open(t.Context(), duckdb.Options{Name: "duck"}); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func (d *duck) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	d.used.Store(true)
	return d.Provider.Connect(ctx, o)
}

// Close ends the DuckDB, or leaves it to the next test.
func (d *duck) Close() error {
	if d.used.Load() || unused != nil {
		return d.Provider.Close()
	}
	unused = d.Provider
	return nil
}
