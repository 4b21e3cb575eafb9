package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestLateCancel: a cancel request that arrives when its statement is over does not cancel the next one.
func TestLateCancel(t *testing.T) {
	t.Parallel() // most of it waits
	front := newFront(t)
	front.to(pgtest.Start(t).Port)
	front.cancelDelay.Store(int64(500 * time.Millisecond))
	p := open(t, postgres.Options{DSN: front.dsn()})
	c := connect(t, p, providers.ConnOptions{})
	c.must(read("SELECT 1"))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, _, _ = c.run(ctx, read("SELECT pg_sleep(0.3)")) // it is over before the request arrives
	c.must(read("SELECT pg_sleep(0.5)"))
}
