package relay_test

import (
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// TestCanceledBeforeSent: a cancel request ends a statement that waits for a place in the pool.
func TestCanceledBeforeSent(t *testing.T) {
	c := sit(t, gate.FullAccess, longWait, func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 1 })
	holder, s := c.enter(), c.enter()
	s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	holder.demandQuery("BEGIN", "C(BEGIN)ZT")
	holder.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZT")
	s.begin(query("SELECT 42"))
	s.cancelUntil(c.addr, "E(57014)ZI")
	s.begin(parse("", "SELECT 42"), bind("", ""), execute(""), endUnit)
	s.cancelUntil(c.addr, "E(57014)ZI")
	holder.demandQuery("COMMIT", "C(COMMIT)ZI")
	s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
}

// cancelUntil sends cancel requests until the client has its answer: one that comes before its statement cancels
// nothing.
func (c *raw) cancelUntil(addr, want string) {
	c.tb.Helper()
	answered := make(chan struct{})
	var requests sync.WaitGroup
	requests.Go(func() {
		for {
			select {
			case <-answered:
				return
			case <-time.After(20 * time.Millisecond):
				c.cancel(addr)
			}
		}
	})
	c.demand(want)
	close(answered)
	requests.Wait()
}
