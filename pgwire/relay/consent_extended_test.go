package relay_test

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// cancel sends a cancel request for the session.
func (c *raw) cancel(addr string) {
	c.tb.Helper()
	conn, err := net.Dial("tcp", addr)
	check(c.tb, err)
	defer conn.Close() //nolint:errcheck // the server closes first
	request := append([]byte{0, 0, 0, byte(8 + len(c.key)), 4, 210, 22, 46}, c.key...)
	_, err = conn.Write(request)
	check(c.tb, err)
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	_, _ = conn.Read(make([]byte, 1)) // until it was taken
}

func TestConsentIsAskedAtBind(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	if got := s.ask(parse("d", del), &pgproto3.Describe{ObjectType: 'S', Name: "d"}); got != "1tnZI" {
		t.Errorf("preparing: %q", got)
	}
	c.demandStates("")
	s.begin(bindTo("", "d", "2"), flush)
	r := c.approve("n = $1")
	if !slices.Equal(r.Params, []string{"'2'"}) && !slices.Equal(r.Params, []string{"2"}) {
		t.Errorf("the values that were shown are %q", r.Params)
	}
	if got := s.until('2'); got != "2" {
		t.Errorf("Bind: %q", got)
	}
	if got := s.ask(&pgproto3.Describe{ObjectType: 'P'}, execute("")); got != "nC(DELETE 1)ZI" {
		t.Errorf("Execute: %q", got)
	}
	c.demandRows("13456789")
	s.begin(bindTo("", "d", "3"), execute(""), endUnit) // other values
	c.decide("n = $1", approval.Verdict{})
	s.demand("E(42501)ZI")
	c.demandStates("used denied")
	c.demandRows("13456789")
}

// TestConsentInAPipeline: what was not approved fails all of its unit, and each
// execution is asked about.
func TestConsentInAPipeline(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	unit := []pgproto3.FrontendMessage{
		parse("d", del), bindTo("", "d", "1"), execute(""), bindTo("", "d", "2"), execute(""), query("SELECT 42"),
	}
	s.begin(unit[:5]...).begin(endUnit, query("SELECT 42"))
	c.approve("n = $1")
	c.approve("n = $1")
	s.demand("12C(DELETE 1)2C(DELETE 1)ZI")
	s.demand("D(42)C(SELECT 1)ZI")
	c.demandRows("3456789")

	s.begin(bindTo("", "d", "3"), execute(""), bindTo("", "d", "4"), execute(""), bindTo("", "d", "5"), execute(""), endUnit, query("SELECT 42"))
	c.approve("n = $1")
	c.decide("n = $1", approval.Verdict{})
	s.demand("2C(DELETE 1)E(42501)ZI")
	s.demand("D(42)C(SELECT 1)ZI")
	c.demandRows("3456789")
	c.demandStates("used used used denied")
}

// TestConsentIsForOnePortal: a name that is given again is not what was approved.
func TestConsentIsForOnePortal(t *testing.T) {
	c := sit(t, gate.Safe, 50*time.Millisecond)
	s := c.enter()
	s.ask(parse("d", del))
	for _, n := range []string{"1", "2", "3"} {
		s.ask(bindTo("", "d", n)) // is asked about, and not executed
	}
	c.demandStates("pending pending pending")
	_, err := c.store.Decide(c.store.List()[0].ID, approval.Verdict{Approve: true})
	check(t, err)
	if got := s.ask(bindTo("", "d", "1"), bindTo("", "d", "2"), execute("")); got != "2E(42501)ZI" {
		t.Errorf("bound anew: %q", got)
	}
	c.demandStates("used pending pending") // it is lost rather than used twice
	c.demandRows("123456789")
}

// TestConsentAndNames: what a name means when it runs is what has to be approved.
func TestConsentAndNames(t *testing.T) {
	c := sit(t, gate.Safe, 50*time.Millisecond)
	s := c.enter()
	run := func(sql string) string {
		return s.ask(closing('S', "d"), parse("d", sql), bind("", "d"), execute(""))
	}
	if got := run("DELETE FROM t WHERE n = 1"); got != "31E(42501)ZI" {
		t.Errorf("at first: %q", got)
	}
	c.approve("n = 1")
	if got := run("DELETE FROM t WHERE n = 2"); got != "31E(42501)ZI" {
		t.Errorf("under the same name: %q", got)
	}
	if got := s.ask(closing('S', "d"), parse("d", "SELECT 1"), closing('S', "d"), parse("d", "DELETE FROM t"), bind("", "d"), execute("")); !strings.HasSuffix(got, "E(42501)ZI") {
		t.Errorf("under the same name, at once: %q", got)
	}
	c.demandRows("123456789")

	for _, n := range []string{"3", "4"} { // SQL's own names
		s.query("DEALLOCATE ALL")
		prepare := "PREPARE p AS DELETE FROM t WHERE n = " + n
		s.demandQuery(prepare, "E(42501)ZI")
		c.approve(prepare)
		s.demandQuery(prepare, "C(PREPARE)ZI")
		s.demandQuery("EXECUTE p", "E(42501)ZI")
		if n == "3" {
			r := c.approve("EXECUTE p")
			if !strings.Contains(r.SQL, "n = 3") {
				t.Errorf("people are shown %q", r.SQL)
			}
		}
	}
	c.demandRows("123456789")
}

// TestConsentAndCodeThatChanges: between Bind and Execute somebody gives a
// function another body.
func TestConsentAndCodeThatChanges(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	const body = "CREATE OR REPLACE FUNCTION doomed(n int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT n < %'"
	direct(t, c.dsn, strings.ReplaceAll(body, "%", "2"))
	s := c.enter()
	s.begin(parse("", "DELETE FROM t WHERE doomed(n)"), bind("", ""), flush)
	c.approve("doomed")
	if got := s.until('2'); got != "12" {
		t.Errorf("Bind: %q", got)
	}
	direct(t, c.dsn, strings.ReplaceAll(body, "%", "8"))
	if got := s.ask(execute("")); got != "E(42501)ZI" {
		t.Errorf("Execute: %q", got)
	}
	c.demandRows("123456789")
}

func TestConsentAndTheSamePortalAgain(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	s.demandQuery("BEGIN", "C(BEGIN)ZT")
	s.begin(parse("", "DELETE FROM t WHERE n = 1"), bind("p", ""), execute("p"), execute("p"), endUnit)
	c.approve("n = 1")
	s.demand("12C(DELETE 1)E(55000)ZE")
	s.query("ROLLBACK")
	c.demandRows("123456789")
}

func TestConsentOfCopy(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	s.begin(query("COPY t (n) FROM STDIN"), &pgproto3.CopyData{Data: []byte("77\n")}, &pgproto3.CopyDone{}, query("SELECT 42"))
	c.approve("COPY")
	s.demand("GC(COPY 1)ZI")
	s.demand("D(42)C(SELECT 1)ZI")
	s.begin(query("COPY t (n) FROM STDIN"), &pgproto3.CopyData{Data: []byte("88\n")}, &pgproto3.CopyDone{}, query("SELECT 42"))
	c.decide("COPY", approval.Verdict{})
	s.demand("E(42501)ZI")
	s.demand("D(42)C(SELECT 1)ZI")
	s.begin(parse("", "COPY t (n) FROM STDIN"), bind("", ""), execute(""), flush)
	c.approve("COPY")
	if got := s.until('G'); got != "12G" {
		t.Errorf("by messages: %q", got)
	}
	s.begin(&pgproto3.CopyData{Data: []byte("99\n")}, &pgproto3.CopyDone{}, endUnit)
	s.demand("C(COPY 1)ZI")
	c.demandRows("123456789" + "7799")
}

// TestConsentAndMuchBehind: what is sent behind a statement that waits is not
// kept in memory, and answered in its turn.
func TestConsentAndMuchBehind(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	const many = 5000
	for range many {
		s.add(query("SELECT '" + strings.Repeat("x", 200) + "'"))
	}
	behind := s.out
	s.out = nil
	s.begin(query("DELETE FROM t WHERE n = 1"))
	c.asked("n = 1")
	sent := make(chan error, 1)
	go func() {
		_, err := s.conn.Write(behind)
		sent <- err
	}()
	time.Sleep(50 * time.Millisecond) // it is on its way
	c.approve("n = 1")
	s.demand("C(DELETE 1)ZI")
	for i := range many {
		if got := s.ready(); got != "D(xxxxxxxxxxxx)C(SELECT 1)ZI" {
			t.Fatalf("answer %d is %q", i, got)
		}
	}
	check(t, <-sent)
}

func TestConsentForOneOfTwo(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	a, b := c.enter(), c.enter()
	a.begin(query("DELETE FROM t WHERE n = 1"))
	b.begin(query("DELETE FROM t WHERE n = 1"))
	for _, s := range []*raw{a, b} {
		if kind, _, err := s.next(patience); kind != 'N' {
			t.Fatalf("no notice: %c %v", kind, err)
		}
	}
	c.demandStates("pending")
	c.approve("n = 1")
	got := []string{a.ready(), b.ready()}
	slices.Sort(got)
	if want := []string{"C(DELETE 1)ZI", "E(42501)ZI"}; !slices.Equal(got, want) {
		t.Errorf("the two got %q", got)
	}
	c.demandStates("used")
}

// TestConsentAndSharedBackends: who waits leaves its backend to the others.
func TestConsentAndSharedBackends(t *testing.T) {
	c := sit(t, gate.Safe, longWait, func(s *settings) {
		s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 1
	})
	a, b := c.enter(), c.enter()
	for _, how := range []string{"simple", "unnamed", "named"} {
		switch how {
		case "simple":
			a.begin(query("DELETE FROM t WHERE n = 1"))
		case "unnamed":
			a.begin(parse("", del), bindTo("", "", "2"), execute(""), endUnit)
		case "named":
			a.begin(parse("d", del), bindTo("", "d", "3"), execute(""), endUnit)
		}
		c.asked("DELETE")
		b.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
		if got := b.ask(parse("", "SELECT 43"), bind("", ""), execute("")); got != "12D(43)C(SELECT 1)ZI" {
			t.Errorf("another, while %s waits: %q", how, got)
		}
		c.approve("DELETE")
		if got := a.ready(); !strings.HasSuffix(got, "C(DELETE 1)ZI") {
			t.Errorf("%s: %q", how, got)
		}
	}
	c.demandRows("456789")
}

// TestConsentAndSettings: the same text with other settings is not what was
// approved.
func TestConsentAndSettings(t *testing.T) {
	c := sit(t, gate.Safe, 50*time.Millisecond)
	direct(t, c.dsn, "ALTER TABLE t ADD day date; UPDATE t SET day = make_date(2026, n, 1)")
	const february = "DELETE FROM t WHERE day = '01/02/2026'" // for whom the day comes first
	s := c.enter()
	s.demandQuery(february, "E(42501)ZI")
	c.approve(february)
	s.demandQuery("SET datestyle TO 'SQL, DMY'", "C(SET)ZI")
	s.demandQuery(february, "E(42501)ZI")
	if r := c.asked(february); !strings.Contains(r.SQL, "-- DateStyle: SQL, DMY") {
		t.Errorf("people are shown %q", r.SQL)
	}
	if got := s.ask(parse("d", february)); got != "1ZI" { // it is read when it is prepared
		t.Errorf("preparing: %q", got)
	}
	s.demandQuery("SET datestyle TO 'ISO, MDY'", "C(SET)ZI")
	if got := s.ask(bind("", "d"), execute("")); got != "2C(DELETE 0)ZI" {
		t.Errorf("prepared by other settings: %q", got)
	}
	c.demandRows("123456789")

	s.demandQuery(february, "E(42501)ZI")
	c.decide(february, approval.Verdict{Approve: true})
	for _, set := range []string{"SET datestyle TO 'SQL, DMY'", "SET LOCAL datestyle TO 'SQL, DMY'", "SELECT set_config('datestyle', 'SQL, DMY', true)"} {
		got := s.ask(parse("", set), bind("", ""), execute(""), parse("", february), bind("", ""), execute(""))
		if !strings.HasSuffix(got, "E(0A000)ZI") {
			t.Errorf("behind %s: %q", set, got)
		}
	}
	c.demandRows("123456789")
}

// TestConsentLeavesNothing: the statement that is prepared for an approved Bind is dropped at
// once, also where the Bind fails, whatever the session does next and whoever has the backend then.
func TestConsentLeavesNothing(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		for _, begin := range []bool{false, true} {
			c := sit(t, gate.Safe, longWait, func(s *settings) { s.source.Pooling = pooling })
			s := c.enter()
			s.query("SET work_mem TO '8MB'") // a session that has set something may read values otherwise, so people are asked all the same
			s.ask(parse("d", "DELETE FROM t WHERE n = $1::int"))
			for _, fails := range []string{"x", "y"} {
				end := "ZI"
				if begin {
					s.query("BEGIN")
					end = "ZE"
				}
				s.begin(bindTo("", "d", fails), execute(""), endUnit)
				c.approve("n = $1")
				s.demand("E(22P02)" + end)
				s.query("ROLLBACK")
			}
			const left = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'DELETE%' AND name NOT IN (SELECT name FROM pg_prepared_statements WHERE statement LIKE 'DELETE%' ORDER BY prepare_time LIMIT 1)"
			if got := s.query(left); got != "D(0)C(SELECT 1)ZI" {
				t.Errorf("left are %q", got)
			}
			s.begin(bindTo("", "d", "5"), execute(""), endUnit)
			c.approve("n = $1")
			s.demand("2C(DELETE 1)ZI")
			if got := s.query(left); got != "D(0)C(SELECT 1)ZI" {
				t.Errorf("left are %q", got)
			}
			c.demandRows("12346789")
		}
	}
}
