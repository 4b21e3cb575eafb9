package relay_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
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

// TestCancelComesLate: a cancel request that reaches the server behind its statement hits nothing that the relay sends the
// server of its own: that waits for the request.
func TestCancelComesLate(t *testing.T) {
	var delivered atomic.Int64
	c := sit(t, gate.FullAccess, longWait, func(s *settings) {
		s.wrap = func(p *postgres.Provider) providers.Provider { return slowToCancel{p, &delivered} }
	})
	s := c.enter()
	s.begin(query("SELECT pg_sleep(0.1)"))
	eventually(t, "it runs", func() bool { return running(t, c.dsn, "pg_sleep(0.1)") == "1" })
	var request sync.WaitGroup
	request.Go(func() { s.cancel(c.addr) })
	s.demand("D()C(SELECT 1)ZI")
	s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI") // it may not write, which pg_sleep may
	if n := delivered.Load(); n != 1 {
		t.Errorf("the next statement was answered when %d requests had been delivered", n)
	}
	request.Wait()
}

// TestCancelAtAnyMoment: a cancel request that comes at any moment of a statement ends at most the statement, and not the
// session.
func TestCancelAtAnyMoment(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		c := sit(t, gate.FullAccess, longWait, func(s *settings) { s.source.Pooling, s.source.MaxBackends = pooling, 4 })
		var all sync.WaitGroup
		for range 4 {
			s := c.enter()
			all.Go(func() {
				for i := range 200 {
					s.begin(query([]string{"UPDATE t SET at = 'any' WHERE n = 1", "SELECT 42"}[i%2]))
					all.Go(func() {
						time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
						s.cancel(c.addr)
					})
					if got := s.ready(); !strings.HasSuffix(got, "ZI") || strings.Contains(got, "E(") && !strings.Contains(got, "E(57014)") {
						t.Errorf("%v, statement %d: %s", pooling, i, got)
						return
					}
				}
			})
		}
		all.Wait()
	}
}

// slowToCancel is a source to whose server a cancel request needs a while.
type slowToCancel struct {
	*postgres.Provider
	delivered *atomic.Int64 // requests
}

func (p slowToCancel) Backend(ctx context.Context, o providers.BackendOptions) (providers.Backend, error) {
	b, err := p.Provider.Backend(ctx, o)
	if err != nil {
		return nil, err
	}
	return slowCancel{b, p.delivered}, nil
}

func (p slowToCancel) BackendAtHand(o providers.BackendOptions) providers.Backend {
	if b := p.Provider.BackendAtHand(o); b != nil {
		return slowCancel{b, p.delivered}
	}
	return nil
}

type slowCancel struct {
	providers.Backend
	delivered *atomic.Int64
}

func (b slowCancel) Cancel(ctx context.Context) error {
	select {
	case <-time.After(300 * time.Millisecond):
		err := b.Backend.Cancel(ctx)
		b.delivered.Add(1)
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
