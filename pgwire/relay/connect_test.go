package relay_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestSlowConnect: an attempt to connect takes as long as the DSN allows, and those
// who come while one is under way wait for it instead of being turned away.
func TestSlowConnect(t *testing.T) {
	t.Parallel() // it waits, most of the time
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	enter := func(t *testing.T, g *house) (string, time.Duration) {
		began := time.Now()
		c := dial(t, g.addr)
		c.send(startup())
		return c.until(1), time.Since(began)
	}
	t.Run("connect_timeout", func(t *testing.T) {
		n := newNetwork(t, server.Port)
		g := serve(t, n.dsn(database(dsn))+"&connect_timeout=9")
		n.stalled.Store(true)
		wake := time.AfterFunc(6500*time.Millisecond, func() { n.stalled.Store(false) })
		defer wake.Stop()
		if got, took := enter(t, g); !strings.HasSuffix(got, "Z I") {
			t.Errorf("after %v: %s", took, got)
		}
	})
	t.Run("too slow", func(t *testing.T) {
		n := newNetwork(t, server.Port)
		g := serve(t, n.dsn(database(dsn))+"&connect_timeout=2")
		n.stalled.Store(true)
		if got, took := enter(t, g); !strings.HasPrefix(got, "FATAL 08001") || took < 1900*time.Millisecond || took > 4500*time.Millisecond {
			t.Errorf("after %v: %s", took, got)
		}
		wake := time.AfterFunc(time.Second, func() { n.stalled.Store(false) })
		defer wake.Stop()
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				if got, took := enter(t, g); !strings.HasSuffix(got, "Z I") {
					t.Errorf("after %v: %s", took, got)
				}
			})
			time.Sleep(50 * time.Millisecond) // they come one after the other
		}
		all.Wait()
	})
	t.Run("default", func(t *testing.T) {
		n := newNetwork(t, server.Port)
		g := serve(t, n.dsn(database(dsn)))
		n.stalled.Store(true)
		if got, took := enter(t, g); !strings.HasPrefix(got, "FATAL 08001") || took < 4900*time.Millisecond || took > 8*time.Second {
			t.Errorf("after %v: %s", took, got)
		}
	})
}
