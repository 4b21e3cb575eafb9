package relay_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// shaky is a source that panics when it is asked for a backend, while it is to.
type shaky struct {
	*postgres.Provider
	panics atomic.Bool
	asked  atomic.Int64
}

func (p *shaky) Backend(ctx context.Context, o providers.BackendOptions) (providers.Backend, error) {
	p.asked.Add(1)
	if p.panics.Load() {
		panic("the source is shaky")
	}
	return p.Provider.Backend(ctx, o)
}

func (p *shaky) BackendAtHand(o providers.BackendOptions) providers.Backend {
	if p.panics.Load() {
		return nil
	}
	return p.Provider.BackendAtHand(o)
}

// serveShaky serves a shaky source.
func serveShaky(t *testing.T) (g *house, source *shaky) {
	g = serve(t, "", func(s *settings) {
		s.source.Pooling = providers.TransactionPooling
		s.wrap = func(p *postgres.Provider) providers.Provider {
			source = &shaky{Provider: p}
			return source
		}
	})
	return g, source
}

// TestPanicBesideTheLoop: what panics beside the loop is the error of its message,
// which is asked for once, and the log has the stack. The session goes on.
func TestPanicBesideTheLoop(t *testing.T) {
	g, source := serveShaky(t)
	c := connect(t, g.addr)
	if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
		t.Fatal(got)
	}
	const failed = "ERROR XX000 internal error in the session | Z I"
	for name, messages := range map[string][]pgproto3.FrontendMessage{
		"query":    {&pgproto3.Query{String: "SELECT 1"}},
		"extended": append(c.extended("SELECT 1", 0), &pgproto3.Sync{}),
		"describe": {&pgproto3.Describe{ObjectType: 'P'}, &pgproto3.Sync{}},
		"close":    {&pgproto3.Close{ObjectType: 'S', Name: "x"}, &pgproto3.Sync{}},
	} {
		source.panics.Store(true)
		before := source.asked.Load()
		c.send(messages...)
		if got := c.until(1); got != failed {
			t.Errorf("%s: %s", name, got)
		}
		if n := source.asked.Load() - before; n != 1 {
			t.Errorf("%s: the source was asked %d times", name, n)
		}
		source.panics.Store(false)
		if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
			t.Errorf("%s: afterwards %s", name, got)
		}
	}
	if log := g.log.String(); !strings.Contains(log, "the source is shaky") || !strings.Contains(log, "panic_test.go") {
		t.Error("the log has no stack")
	}
}
