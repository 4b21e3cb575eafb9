package relay_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

// court is a house where people decide at a desk. Its database has a table, t,
// with n from 1 to 9.
type court struct {
	*house
	t     *testing.T
	desk  *courttest.Desk
	store *approval.Store // of the desk
}

// longWait is for waits that something else is to end.
const longWait = 20 * time.Second

func sit(t *testing.T, mode gate.Mode, wait time.Duration, change ...func(*settings)) *court {
	t.Helper()
	desk := courttest.Open(t, approval.Options{})
	dsn := pgtest.Start(t).CreateDB(t)
	direct(t, dsn, "CREATE TABLE t (n int, at text); INSERT INTO t SELECT n, 'x' FROM generate_series(1, 9) n")
	change = append(change, func(s *settings) {
		s.engine.Mode, s.door.Ceiling = mode, mode
		s.engine.Approvals = desk.Approvals(wait)
	})
	return &court{house: serve(t, dsn, change...), t: t, desk: desk, store: desk.Store}
}

func (c *court) asked(text string) approval.Request   { c.t.Helper(); return c.desk.Asked(text) }
func (c *court) approve(text string) approval.Request { c.t.Helper(); return c.desk.Approve(text) }
func (c *court) states() string                       { return c.desk.States() }

func (c *court) decide(text string, v approval.Verdict) approval.Request {
	c.t.Helper()
	return c.desk.Decide(text, v)
}

func (c *court) demandStates(want string) {
	c.t.Helper()
	if got := c.states(); got != want {
		c.t.Errorf("the requests are %q, not %q", got, want)
	}
}

// demandLeft waits until no call waits for the only request, and approves it: nothing
// runs of it then, until the same statement is sent again.
func (c *court) demandLeft() {
	c.t.Helper()
	eventually(c.t, "no call waits for the request", func() bool {
		list := c.store.List()
		return len(list) == 1 && list[0].State == approval.Pending && !list[0].Left.IsZero()
	})
	c.approve("DELETE")
	c.demandStates("approved")
}

// rows are the n that are left, as the database has them.
func (c *court) rows() string {
	c.t.Helper()
	return direct(c.t, c.dsn, "SELECT coalesce(string_agg(n::text, '' ORDER BY n), 'none') FROM t")
}

func (c *court) demandRows(want string) {
	c.t.Helper()
	if got := c.rows(); got != want {
		c.t.Errorf("the rows are %s, not %s", got, want)
	}
}

// enter opens a session.
func (c *court) enter() *raw {
	c.t.Helper()
	conn, err := net.Dial("tcp", c.addr)
	check(c.t, err)
	r := &raw{tb: c.t, conn: conn}
	c.t.Cleanup(func() { _ = conn.Close() })
	r.add(startup()).flush()
	if got := r.ready(); !strings.HasSuffix(got, "ZI") {
		c.t.Fatalf("connecting: %q", got)
	}
	return r
}

// begin sends messages and goes on.
func (c *raw) begin(list ...pgproto3.FrontendMessage) *raw {
	c.add(list...).flush()
	return c
}

// demand reads up to ReadyForQuery.
func (c *raw) demand(want string) {
	c.tb.Helper()
	if got := c.ready(); got != want {
		c.tb.Errorf("the client got %q, not %q", got, want)
	}
}

func (c *raw) demandQuery(sql, want string) {
	c.tb.Helper()
	if got := c.query(sql); got != want {
		c.tb.Errorf("%s: the client got %q, not %q", sql, got, want)
	}
}

func bindTo(portal, statement string, values ...string) *pgproto3.Bind {
	b := &pgproto3.Bind{DestinationPortal: portal, PreparedStatement: statement}
	for _, v := range values {
		b.Parameters = append(b.Parameters, []byte(v))
	}
	return b
}

const del = "DELETE FROM t WHERE n = $1"

func TestConsent(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	s.begin(query("DELETE FROM t WHERE n < 3"))
	kind, body, err := s.next(patience)
	if kind != 'N' || err != nil {
		t.Fatalf("instead of a notice came %c %q %v", kind, body, err)
	}
	r := c.asked("n < 3")
	if message := field(body, 'M'); !strings.Contains(message, r.ID) || !strings.Contains(field(body, 'H'), "sallyport approvals approve "+r.ID) {
		t.Errorf("the notice is %q", body)
	}
	c.enter().demandQuery("SELECT count(*) FROM t", "D(9)C(SELECT 1)ZI") // others go on
	c.approve("n < 3")
	s.demand("C(DELETE 2)ZI")
	c.demandRows("3456789")
	c.demandStates("used")
	s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
}

func TestConsentComesLate(t *testing.T) {
	c := sit(t, gate.Safe, 50*time.Millisecond)
	s := c.enter()
	s.begin(query("DELETE FROM t WHERE n < 3"))
	s.demand("E(42501)ZI")
	c.demandStates("pending")
	c.approve("n < 3")
	s.demandQuery("DELETE FROM t WHERE n < 4", "E(42501)ZI") // another statement
	c.demandStates("approved pending")
	c.enter().demandQuery("DELETE FROM t WHERE n < 3", "C(DELETE 2)ZI") // the same, of the same principal
	c.demandStates("used pending")
	s.demandQuery("DELETE FROM t WHERE n < 3", "E(42501)ZI") // once
	c.demandStates("used pending pending")
	c.demandRows("3456789")
}

func TestConsentDenied(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter().begin(query("DELETE FROM t"))
	c.decide("DELETE", approval.Verdict{Approver: "ann", Channel: "desk", Comment: "no"})
	s.demand("E(42501)ZI")
	s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	c.demandRows("123456789")
}

func TestConsentCancelled(t *testing.T) {
	for _, how := range []string{"simple", "extended", "in a transaction"} {
		t.Run(how, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			s := c.enter()
			switch how {
			case "simple":
				s.begin(query("DELETE FROM t"))
			case "extended":
				s.begin(parse("", "DELETE FROM t"), bind("", ""), execute(""), endUnit)
			case "in a transaction":
				s.demandQuery("BEGIN", "C(BEGIN)ZT")
				s.begin(query("DELETE FROM t"))
			}
			c.asked("DELETE")
			s.cancel(c.addr)
			want := map[string]string{"simple": "E(57014)ZI", "extended": "1E(57014)ZI", "in a transaction": "E(57014)ZE"}[how]
			s.demand(want)
			c.demandLeft()
			s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
			s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
			c.demandRows("123456789")
		})
	}
}

func TestConsentOfWhoLeaves(t *testing.T) {
	for _, how := range []string{"closes", "is cut off", "says goodbye", "leaves much behind", "extended"} {
		t.Run(how, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			s := c.enter()
			if how == "extended" {
				s.begin(parse("", "DELETE FROM t"), bind("", ""), execute(""), endUnit)
			} else {
				s.begin(query("DELETE FROM t"))
			}
			c.asked("DELETE")
			switch how {
			case "is cut off":
				_ = s.conn.(*net.TCPConn).SetLinger(0)
			case "says goodbye":
				s.begin(&pgproto3.Terminate{})
			case "leaves much behind":
				s.begin(query("SELECT '" + strings.Repeat("x", 900_000) + "'"))
			}
			_ = s.conn.Close()
			c.demandLeft()
			c.demandRows("123456789")
		})
	}
}

func TestConsentWhenTheServerStops(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter().begin(query("DELETE FROM t"))
	c.asked("DELETE")
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	check(t, c.stop(ctx))
	if got := s.ready(); got != "E(57P01) closed" {
		t.Errorf("the client got %q", got)
	}
	c.demandStates("pending")
	c.demandRows("123456789")
}

func TestConsentWhenTheBackendDies(t *testing.T) {
	if poll.Way != "epoll" {
		t.Skip("behind the backend's last words its end is seen only when they are read: after the person has decided")
	}
	for _, open := range []string{"SELECT 1", "BEGIN"} {
		t.Run(open, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			s := c.enter()
			s.query(open)
			s.begin(query("DELETE FROM t"))
			c.asked("DELETE")
			direct(t, c.dsn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'sallyport%' OR (datname = current_database() AND pid <> pg_backend_pid())")
			if got := s.ready(); got != "E(08006) closed" {
				t.Errorf("the client got %q", got)
			}
			c.demandLeft()
			c.demandRows("123456789")
		})
	}
}

func TestConsentInATransaction(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	s.demandQuery("BEGIN", "C(BEGIN)ZT")
	s.demandQuery("SELECT n FROM t WHERE n = 1", "D(1)C(SELECT 1)ZT")
	s.begin(query("DELETE FROM t WHERE n = 1"))
	c.approve("n = 1")
	s.demand("C(DELETE 1)ZT")
	s.demandQuery("COMMIT", "C(COMMIT)ZI")
	c.demandRows("23456789")

	s.demandQuery("BEGIN", "C(BEGIN)ZT")
	s.demandQuery("SELECT nothing", "E(42703)ZE")
	s.demandQuery("DELETE FROM t", "E(25P02)ZE")
	if got := s.ask(parse("", "DELETE FROM t"), bind("", ""), execute("")); got != "E(25P02)ZE" {
		t.Errorf("by messages: %q", got)
	}
	s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	c.demandStates("used") // nobody was asked
	c.demandRows("23456789")
}

// TestConsentAndReads: what was not approved can only read, at the server too.
func TestConsentAndReads(t *testing.T) {
	const mayWrite = "SELECT current_setting('transaction_read_only')"
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	reads := func() {
		t.Helper()
		s.demandQuery(mayWrite, "D(on)C(SELECT 1)ZI")
		for _, unit := range [][]pgproto3.FrontendMessage{
			{parse("", mayWrite), bind("", ""), execute("")},
			{parse("", mayWrite), bind("", ""), &pgproto3.Describe{ObjectType: 'P'}, execute("")},
		} {
			if got := s.ask(unit...); got != "12D(on)C(SELECT 1)ZI" {
				t.Errorf("a unit that reads: %q", got)
			}
		}
	}
	reads()
	if got := s.ask(parse("d", del), &pgproto3.Describe{ObjectType: 'S', Name: "d"}); got != "1tnZI" {
		t.Errorf("preparing: %q", got)
	}
	reads() // to prepare a change is not to make one
	s.begin(query("DELETE FROM t WHERE n = 1"))
	c.approve("n = 1")
	s.demand("C(DELETE 1)ZI")
	reads()
	s.begin(bindTo("", "d", "2"), execute(""), endUnit)
	c.approve("n = $1")
	s.demand("2C(DELETE 1)ZI")
	reads()
	s.demandQuery("BEGIN READ ONLY", "C(BEGIN)ZT")
	s.begin(query("DELETE FROM t WHERE n = 3"))
	c.approve("n = 3")
	s.demand("E(25006)ZE") // what the client has said itself
	s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	reads()
	c.demandRows("3456789")
}
