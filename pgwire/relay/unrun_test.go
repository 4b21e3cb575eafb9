package relay_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// oneBackend has sessions share one backend, for which others wait so long.
func oneBackend(wait time.Duration) func(*settings) {
	return func(s *settings) {
		s.source.Pooling, s.source.MaxBackends, s.source.MaxWait = providers.TransactionPooling, 1, wait
	}
}

// outcomesOf are the outcomes of a statement.
func (g *house) outcomesOf(t testing.TB, sql string) (list []audit.Record) {
	t.Helper()
	for _, r := range g.outcomes(t) {
		if r.SQL == sql {
			list = append(list, r)
		}
	}
	return list
}

// TestNoBackendIsRecorded: a statement that was let through and found no backend has its outcome on record, which its client was told.
func TestNoBackendIsRecorded(t *testing.T) {
	g := serve(t, "", oneBackend(100*time.Millisecond))
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	c := connect(t, g.addr)
	c.query("SELECT 1")
	other := connect(t, g.addr)
	other.query("BEGIN")
	for sql, messages := range map[string][]pgproto3.FrontendMessage{
		"SELECT 71":                 {query("SELECT 71")},
		"INSERT INTO t VALUES (72)": {query("INSERT INTO t VALUES (72)")},
		"SELECT 73":                 append(c.extended("SELECT 73", 0), &pgproto3.Sync{}),
		"INSERT INTO t VALUES (74)": append(c.extended("INSERT INTO t VALUES (74)", 0), &pgproto3.Sync{}),
	} {
		c.send(messages...)
		if got := c.until(1); got != "ERROR 53300 all 1 connections to source \"main\" are in use, and none came free in 100ms | Z I" {
			t.Errorf("%s: %s", sql, got)
		}
		if list := g.outcomesOf(t, sql); len(list) != 1 || list[0].SQLState != "53300" {
			t.Errorf("%s: %+v", sql, list)
		}
	}
	other.query("COMMIT")
	if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
		t.Error(got)
	}
}

// TestApprovedAndUnrun: a statement that was approved, and then had no backend or no client, has one outcome, which names its approval.
func TestApprovedAndUnrun(t *testing.T) {
	const sql = "DELETE FROM t WHERE n < 3"
	waits := func(t *testing.T, wait time.Duration, messages ...pgproto3.FrontendMessage) (c *court, s *raw, of approval.Request) {
		c = sit(t, gate.Safe, longWait, oneBackend(wait))
		s = c.enter()
		s.begin(messages...)
		c.asked("DELETE")
		c.enter().query("BEGIN")
		r := c.approve("DELETE")
		eventually(t, "the approval is used", func() bool { return c.states() == "used" })
		return c, s, r
	}
	for name, messages := range map[string][]pgproto3.FrontendMessage{
		"simple":   {query(sql)},
		"extended": {parse("", sql), bind("", ""), execute(""), endUnit},
	} {
		demand := func(t *testing.T, c *court, r approval.Request, codes ...string) {
			t.Helper()
			var list []audit.Record
			eventually(t, "the outcome is on record", func() bool { list = c.outcomesOf(t, sql); return len(list) > 0 })
			check(t, c.stop(t.Context()))
			list = c.outcomesOf(t, sql)
			if len(list) != 1 || !slices.Contains(codes, list[0].SQLState) || list[0].Approval != r.ID || list[0].Decision != audit.NeedsApprovalAccepted {
				t.Errorf("%+v", list)
			}
			c.demandRows("123456789")
		}
		t.Run(name+", no backend", func(t *testing.T) {
			c, s, r := waits(t, time.Second, messages...)
			s.ready()
			demand(t, c, r, "53300")
		})
		t.Run(name+", the client leaves", func(t *testing.T) {
			c, s, r := waits(t, longWait, messages...)
			check(t, s.conn.Close())
			demand(t, c, r, "57P01", "57014")
		})
	}
}

// TestPanicIsRecorded: a statement for which the source panics has one outcome on record.
func TestPanicIsRecorded(t *testing.T) {
	g, source := serveShaky(t)
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	c := connect(t, g.addr)
	c.query("SELECT * FROM t")
	source.panics.Store(true)
	for sql, messages := range map[string][]pgproto3.FrontendMessage{
		"SELECT i + 1 FROM t":       {query("SELECT i + 1 FROM t")},
		"INSERT INTO t VALUES (82)": append(c.extended("INSERT INTO t VALUES (82)", 0), &pgproto3.Sync{}),
	} {
		c.send(messages...)
		if got := c.until(1); got != "ERROR XX000 internal error in the session | Z I" {
			t.Errorf("%s: %s", sql, got)
		}
		if list := g.outcomesOf(t, sql); len(list) != 1 || list[0].SQLState != "XX000" {
			t.Errorf("%s: %+v", sql, list)
		}
	}
}
