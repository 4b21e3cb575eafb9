package relay_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// heldCase is an execution of DELETE FROM t WHERE n < 3 that is approved for two
// rows and a margin of one; before it is, more rows come, or not.
type heldCase struct {
	name   string
	before []string // simple queries
	send   []pgproto3.FrontendMessage
	within string // what comes back
	beyond string
	rows   string // that are left when it was within
}

var heldCases = []heldCase{
	{
		name: "simple", send: []pgproto3.FrontendMessage{query(delTwo)},
		within: "C(DELETE 2)ZI", beyond: "E(42501)ZI", rows: "3456789",
	},
	{
		name: "simple, with rows", send: []pgproto3.FrontendMessage{query(delTwo + " RETURNING 'r'")},
		within: "D(r)D(r)C(DELETE 2)ZI", beyond: "D(r)D(r)D(r)D(r)E(42501)ZI", rows: "3456789",
	},
	{
		name: "simple, in a transaction", before: []string{"BEGIN", "SELECT 1"}, send: []pgproto3.FrontendMessage{query(delTwo)},
		within: "C(DELETE 2)ZT", beyond: "E(42501)ZE", rows: "123456789",
	},
	{
		name: "by messages", send: []pgproto3.FrontendMessage{parse("", delTwo), bind("", ""), execute(""), endUnit},
		within: "12C(DELETE 2)ZI", beyond: "12E(42501)ZI", rows: "3456789",
	},
	{
		name: "by messages, described, with rows", send: []pgproto3.FrontendMessage{
			parse("s", delTwo+" RETURNING 'r'"), bind("p", "s"), &pgproto3.Describe{ObjectType: 'P', Name: "p"}, execute("p"), closing('P', "p"), endUnit,
		},
		within: "12D(r)D(r)C(DELETE 2)3ZI", beyond: "12D(r)D(r)D(r)D(r)E(42501)ZI", rows: "3456789",
	},
	{
		name: "by messages, in a transaction", before: []string{"BEGIN"},
		send:   []pgproto3.FrontendMessage{parse("", delTwo), bind("", ""), execute(""), endUnit},
		within: "12C(DELETE 2)ZT", beyond: "12E(42501)ZE", rows: "123456789",
	},
	{
		name: "in a pipeline", send: []pgproto3.FrontendMessage{
			parse("", "SELECT 'r'"), bind("", ""), execute(""), parse("", delTwo), bind("", ""), execute(""),
			parse("", "SELECT 's'"), bind("", ""), execute(""), endUnit,
		},
		within: "12D(r)C(SELECT 1)12C(DELETE 2)12D(s)C(SELECT 1)ZI", beyond: "12D(r)C(SELECT 1)12E(42501)ZI", rows: "3456789",
	},
	{
		name:   "ended by the same unit",
		send:   []pgproto3.FrontendMessage{parse("", delTwo), bind("", ""), execute(""), parse("", "COMMIT"), bind("", ""), execute(""), endUnit},
		within: "12C(DELETE 2)12C(COMMIT)ZI", beyond: "12E(42501)ZI", rows: "3456789",
	},
	{
		name: "in parts", send: []pgproto3.FrontendMessage{
			parse("", delTwo+" RETURNING 'r'"), bind("", ""), &pgproto3.Execute{MaxRows: 1}, endUnit,
		},
		within: "12D(r)E(0A000)ZI", beyond: "12D(r)E(0A000)ZI", rows: "123456789",
	},
	{
		name: "with a limit that is not reached", send: []pgproto3.FrontendMessage{
			parse("", delTwo), bind("", ""), &pgproto3.Execute{MaxRows: 1}, endUnit,
		},
		within: "12C(DELETE 2)ZI", beyond: "12E(42501)ZI", rows: "3456789",
	},
}

const delTwo = "DELETE FROM t WHERE n < 3"

// TestHeld: what goes beyond its approval has never been; backend and session
// agree about the transaction afterwards.
func TestHeld(t *testing.T) {
	for _, h := range heldCases {
		t.Run(h.name, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			h.run(t, c, true)
			h.run(t, c, false)
		})
	}
}

func (h heldCase) run(t *testing.T, c *court, within bool) {
	t.Helper()
	direct(t, c.dsn, "TRUNCATE t; INSERT INTO t SELECT n FROM generate_series(1, 9) n")
	s := c.enter()
	s.query("PREPARE kept AS SELECT 1")
	for _, sql := range h.before {
		s.query(sql)
	}
	s.begin(h.send...).begin(query("SELECT 42"))
	r := c.asked("DELETE")
	if r.MaxRows != 3 {
		t.Errorf("approved are %d rows: %+v", r.MaxRows, r.Estimate)
	}
	want, rows := h.within, h.rows
	if !within {
		direct(t, c.dsn, "INSERT INTO t VALUES (0), (0)")
		want, rows = h.beyond, "00123456789"
	}
	_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true})
	check(t, err)
	s.demand(want)
	status := want[len(want)-1:]
	if next := s.ready(); status == "E" && next != "E(25P02)ZE" || status != "E" && next != "D(42)C(SELECT 1)Z"+status {
		t.Errorf("then came %q", next)
	}
	c.demandRows(rows) // others see nothing of what is not committed
	if status != "I" {
		s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	}
	s.demandQuery("SELECT n FROM t WHERE n = 9", "D(9)C(SELECT 1)ZI")
	s.demandQuery("EXECUTE kept", "D(1)C(SELECT 1)ZI")
	if got := s.ask(execute("")); got != "E(34000)ZI" {
		t.Errorf("the portal afterwards: %q", got)
	}
	if open := direct(t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"); open != "0" {
		t.Errorf("%s transactions are open", open)
	}
}

// TestHeldFails: errors of the statement's own.
func TestHeldFails(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, "ALTER TABLE t ADD CONSTRAINT small CHECK (n < 100)")
	s := c.enter()
	for _, sql := range []string{"UPDATE t SET n = n + 100 WHERE n < 3", "INSERT INTO t SELECT n + 100 FROM t WHERE n < 3"} {
		for _, begin := range []bool{false, true} {
			want := "ZI"
			if begin {
				s.query("BEGIN")
				want = "ZE"
			}
			s.begin(query(sql))
			c.approve(sql)
			if got := s.ready(); got != "E(23514)"+want {
				t.Errorf("%s: %q", sql, got)
			}
			s.begin(query("ROLLBACK"), parse("", sql), bind("", ""), execute(""), endUnit)
			if got := s.ready(); got != "C(ROLLBACK)ZI" {
				t.Errorf("%s: ROLLBACK: %q", sql, got)
			}
			c.approve(sql)
			if got := s.ready(); !strings.HasSuffix(got, "E(23514)ZI") {
				t.Errorf("%s, by messages: %q", sql, got)
			}
			s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
		}
	}
	c.demandRows("123456789")
}

// lock keeps others from changing the rows of a table until the test lets go of it.
func (c *court) lock(table string) (release func()) {
	c.t.Helper()
	return holdLock(c.t, c.dsn, "SELECT FROM "+table+" FOR UPDATE")
}

// lockTable keeps everybody from a table until the test lets go of it.
func lockTable(tb testing.TB, dsn, table string) (release func()) {
	tb.Helper()
	return holdLock(tb, dsn, "LOCK TABLE "+table)
}

// holdLock runs a statement that locks, in a transaction that is open until the test lets go of it.
func holdLock(tb testing.TB, dsn, sql string) (release func()) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	conn, err := pgconn.Connect(ctx, dsn)
	check(tb, err)
	_, err = conn.Exec(ctx, "BEGIN; "+sql).ReadAll()
	check(tb, err)
	release = func() {
		_ = conn.Close(ctx)
		cancel()
	}
	tb.Cleanup(release) // of a test that fails meanwhile
	return release
}

// runs waits until a statement waits for that lock.
func (c *court) runs() {
	c.t.Helper()
	eventually(c.t, "it runs", func() bool {
		return direct(c.t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") != "0"
	})
}

// TestHeldAndCancelled: the server cancels it in the middle.
func TestHeldAndCancelled(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	defer c.lock("t")()
	s := c.enter()
	for i, send := range [][]pgproto3.FrontendMessage{{query(delTwo)}, {parse("", delTwo), bind("", ""), execute(""), endUnit}} {
		s.begin(send...)
		if r := c.approve("DELETE"); r.MaxRows != 3 {
			t.Errorf("approved are %d rows", r.MaxRows)
		}
		c.runs()
		s.cancel(c.addr)
		if got := s.ready(); !strings.HasSuffix(got, "E(57014)ZI") {
			t.Errorf("%d: %q", i, got)
		}
		s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	}
	c.demandRows("123456789")
}

// TestHeldAndLeft: a client that leaves before the tag has come, or before its
// Sync, leaves nothing.
func TestHeldAndLeft(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	for _, locked := range []bool{true, false} {
		release := func() {}
		if locked {
			release = c.lock("t")
		}
		s := c.enter()
		if locked {
			s.begin(query(delTwo))
			c.approve("DELETE")
			c.runs()
		} else {
			s.begin(parse("", delTwo), bind("", ""), execute(""), flush) // and no Sync
			c.approve("DELETE")
			if got := s.until('C'); got != "12C(DELETE 2)" {
				t.Errorf("%q", got)
			}
		}
		_ = s.conn.Close()
		eventually(t, "its backend is gone", func() bool { return running(t, c.dsn, "DELETE FROM t") == "0" })
		release()
		eventually(t, "nothing is open", func() bool {
			return direct(t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL") == "0"
		})
		c.demandRows("123456789")
	}
}

// TestHeldRecords: the record says who approved what was undone.
func TestHeldRecords(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter().begin(query(delTwo))
	r := c.asked("DELETE")
	direct(t, c.dsn, "INSERT INTO t VALUES (0), (0)")
	_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true, Approver: "ann", Channel: "desk"})
	check(t, err)
	s.demand("E(42501)ZI")
	log := c.everyRecord(t)
	for _, part := range []string{`"decision":"needs_approval_accepted"`, `"approver":"ann"`, `"channel":"desk"`, fmt.Sprintf("%q:%q", "approval", r.ID), "rolled back: it touched 4 rows"} {
		if !strings.Contains(log, part) {
			t.Errorf("the records have no %s:\n%s", part, lastLines(log, 6))
		}
	}
}

// TestNotToBeHeld: what cannot be counted is not run where it was approved for a
// number of rows.
func TestNotToBeHeld(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	for _, sql := range []string{
		"WITH d AS (DELETE FROM t WHERE n > 5 RETURNING 1) SELECT count(*) FROM d",
		"WITH d AS (DELETE FROM t WHERE n > 5 RETURNING 1) UPDATE t SET at = 'y' WHERE n = 1",
		"DELETE FROM t; DELETE FROM t",
	} {
		s.begin(query(sql))
		r := c.asked(sql)
		if r.MaxRows != -1 {
			t.Errorf("%s is held to %d rows", sql, r.MaxRows)
		}
		_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true, MaxRows: 1})
		check(t, err)
		s.demand("E(42501)ZI")
	}
	c.demandRows("123456789")
}

// TestNotToBeHeldLate is the same where the approval came too late for the first
// attempt.
func TestNotToBeHeldLate(t *testing.T) {
	c := sit(t, gate.Safe, 50*time.Millisecond)
	const sql = "WITH d AS (DELETE FROM t WHERE n > 5 RETURNING 1) SELECT count(*) FROM d"
	s := c.enter()
	s.demandQuery(sql, "E(42501)ZI")
	c.decide(sql, approval.Verdict{Approve: true, MaxRows: 1})
	s.demandQuery(sql, "E(42501)ZI")
	c.demandRows("123456789")
}

// TestNoteOfConditionsThatCall: who decides is told where a condition could say otherwise when it
// runs than when it was counted, and the rows of keys are not told from those of triggers.
func TestNoteOfConditionsThatCall(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, hubs+`; CREATE TABLE history (id int);
CREATE FUNCTION tidy() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN UPDATE spoke SET hub = hub WHERE hub = 3; RETURN OLD; END';
CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO history VALUES (OLD.id); RETURN OLD; END'`)
	s := c.enter()
	for _, test := range []struct {
		trigger, sql string
		told         bool
	}{
		{"", "DELETE FROM hub WHERE " + twoFaced, false},
		{"remember", "DELETE FROM hub WHERE " + twoFaced, false},
		{"tidy", "DELETE FROM hub WHERE " + twoFaced, true},
		{"tidy", "DELETE FROM hub WHERE id = 2", false},
	} {
		if test.trigger != "" {
			direct(t, c.dsn, "CREATE OR REPLACE TRIGGER tr AFTER DELETE ON hub FOR EACH ROW EXECUTE FUNCTION "+test.trigger+"()")
		}
		s.begin(query(test.sql))
		r := c.decide("DELETE FROM hub", approval.Verdict{Approver: "ann", Channel: "desk"})
		if got := strings.Contains(r.Estimate.Note, "may say otherwise when it runs"); got != test.told {
			t.Errorf("%s, %s: %q", test.trigger, test.sql, r.Estimate.Note)
		}
		s.ready()
	}
}
