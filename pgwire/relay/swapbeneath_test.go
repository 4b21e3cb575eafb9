package relay_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// swapBeneath sends messages, and runs a swap while their statement waits for a lock. It returns the client's answer.
func swapBeneath(t *testing.T, g *house, c *client, pid, lock, swap string, messages []pgproto3.FrontendMessage) string {
	t.Helper()
	holder := connectHolder(t, g.dsn)
	askOn(t, holder, lock)
	c.send(messages...)
	eventually(t, "the statement waits", func() bool {
		return direct(t, g.dsn, "SELECT count(*) FROM pg_catalog.pg_locks WHERE NOT granted AND pid = "+pid) == "1"
	})
	direct(t, g.dsn, swap)
	askOn(t, holder, "COMMIT")
	return c.until(1)
}

// serveDeleteSafe serves delete_safe over a database with a schema. It believes the catalog for a minute: what is swapped in meanwhile is only
// found in flight.
func serveDeleteSafe(t *testing.T, schema string) *house {
	t.Helper()
	g := serve(t, "", func(s *settings) {
		s.engine.Mode, s.door.Ceiling, s.source.CatalogTTL = gate.DeleteSafe, gate.DeleteSafe, time.Minute
	})
	direct(t, g.dsn, schema)
	return g
}

// connectHolder connects to the server itself, to hold locks there.
func connectHolder(t *testing.T, dsn string) *pgconn.PgConn {
	t.Helper()
	holder, err := pgconn.Connect(t.Context(), dsn)
	check(t, err)
	t.Cleanup(func() { _ = holder.Close(context.WithoutCancel(t.Context())) })
	return holder
}

// tryOut runs a statement before anything is swapped, and takes it back.
func (c *client) tryOut(sql string) {
	c.t.Helper()
	if got := c.query("BEGIN; " + sql); strings.Contains(got, "ERROR") {
		c.t.Fatalf("before the swap: %s", got)
	}
	c.query("ROLLBACK")
}

// begin runs what begins a block; "": nothing. It returns the process of the session's backend.
func (c *client) begin(block string) (pid string) {
	c.t.Helper()
	pid = c.value("SELECT pg_backend_pid()")
	if block != "" {
		c.query(block)
	}
	return pid
}

// endSwapped commits, demands that what was swapped in has left nothing, and runs what swaps it back.
func endSwapped(t *testing.T, g *house, c *client, back ...string) {
	t.Helper()
	c.query("COMMIT")
	demandEmptySink(t, g)
	for _, sql := range back {
		direct(t, g.dsn, sql)
	}
}

// demandEmptySink demands that nothing has left a row in sink, and takes out what has.
func demandEmptySink(t *testing.T, g *house) {
	t.Helper()
	if left := direct(t, g.dsn, "SELECT count(*) FROM sink"); left != "0" {
		t.Errorf("%s rows in the sink", left)
		direct(t, g.dsn, "DELETE FROM sink")
	}
}
