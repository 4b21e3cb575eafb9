package relay_test

import (
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
)

// What a cursor runs may be replaced between its DECLARE and its FETCH. A function
// of two statements is not made a part of the cursor's plan.
const (
	harmlessBody = "CREATE OR REPLACE FUNCTION f(int) RETURNS int STABLE LANGUAGE sql AS 'SELECT 1; SELECT $1'"
	harmfulBody  = "CREATE OR REPLACE FUNCTION f(int) RETURNS int VOLATILE LANGUAGE sql AS 'INSERT INTO t VALUES (666); SELECT $1'"
	overUsers    = " FOR SELECT f(g) FROM generate_series(1, 3) g"
)

// TestCursorOverReplacedCode replaces the code of a cursor that was harmless when it
// was declared. Each packet is sent whole; the code is replaced before the last.
func TestCursorOverReplacedCode(t *testing.T) {
	begin, declare := messages{query("BEGIN")}, messages{query("DECLARE c CURSOR" + overUsers)}
	for name, packets := range map[string][]messages{
		"FETCH":            {begin, declare, {query("FETCH 3 FROM c")}},
		"MOVE":             {begin, declare, {query("MOVE 3 IN c")}},
		"one query":        {begin, declare, {query("FETCH 3 FROM c; COMMIT")}},
		"by the protocol":  {begin, declare, {parse("", "FETCH 3 FROM c"), bind("", ""), execute(""), endUnit}},
		"prepared before":  {begin, declare, {parse("s", "FETCH 3 FROM c"), endUnit}, {bind("", "s"), execute(""), endUnit}},
		"bound before":     {begin, declare, {parse("s", "FETCH 3 FROM c"), bind("p", "s"), endUnit}, {execute("p"), endUnit}},
		"declared so":      {begin, {parse("", "DECLARE c CURSOR"+overUsers), bind("", ""), execute(""), endUnit}, {query("FETCH 3 FROM c")}},
		"one of two":       {begin, declare, {query("DECLARE d CURSOR FOR SELECT 1")}, {query("FETCH 1 FROM d; FETCH 3 FROM c")}},
		"after a part":     {begin, declare, {query("FETCH 0 FROM c")}, {query("FETCH 3 FROM c")}},
		"a quoted name":    {begin, {query(`DECLARE "C" CURSOR` + overUsers)}, {query("DECLARE c CURSOR FOR SELECT 1")}, {query(`FETCH 3 FROM "C"`)}},
		"after a rollback": {begin, {query("SAVEPOINT a")}, declare, {query("ROLLBACK TO a")}, declare, {query("FETCH 3 FROM c")}},
	} {
		t.Run(name, func(t *testing.T) {
			c := sit(t, gate.Safe, 0)
			direct(t, c.dsn, harmlessBody)
			client := c.enter()
			for i, packet := range packets {
				if i == len(packets)-1 {
					direct(t, c.dsn, harmfulBody)
				}
				got := client.begin(packet...).ready()
				if refused := strings.Contains(got, "E(42501)"); refused != (i == len(packets)-1) {
					t.Errorf("packet %d: %s", i, got)
				}
			}
			client.query("COMMIT")
			c.demandRows("123456789")
		})
	}
}

// TestHeldCursorOverCode: a cursor WITH HOLD runs all of its query at COMMIT.
func TestHeldCursorOverCode(t *testing.T) {
	c := sit(t, gate.Safe, 0)
	direct(t, c.dsn, harmlessBody+";CREATE VIEW v AS SELECT n FROM t")
	client := c.enter()
	client.demandQuery("BEGIN", "C(BEGIN)ZT")
	client.demandQuery("DECLARE c CURSOR WITH HOLD FOR SELECT n FROM t ORDER BY n", "C(DECLARE CURSOR)ZT")
	if got := client.query("DECLARE d CURSOR WITH HOLD" + overUsers); !strings.Contains(got, "E(42501)") {
		t.Errorf("%s", got)
	}
	client.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	client.demandQuery("BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT n FROM t ORDER BY n", "C(BEGIN)C(DECLARE CURSOR)ZT")
	client.demandQuery("COMMIT", "C(COMMIT)ZI")
	client.demandQuery("FETCH 1 FROM c", "D(1)C(FETCH 1)ZI")
	client.demandQuery("CLOSE ALL", "C(CLOSE CURSOR ALL)ZI")
	if got := client.query("FETCH 1 FROM c"); !strings.Contains(got, "E(42501)") { // the relay does not know the cursor's query
		t.Errorf("%s", got)
	}
}

// TestFetchHasIntent: what a cursor runs that may do anything is on record before
// each FETCH, and what the session did not declare is such.
func TestFetchHasIntent(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (n int);"+harmfulBody+
		";CREATE FUNCTION opens() RETURNS refcursor LANGUAGE plpgsql AS $$DECLARE r refcursor := 'r'; BEGIN OPEN r FOR SELECT f(1); RETURN r; END$$")
	c := g.dial(t)
	for _, step := range []struct{ sql, class string }{
		{"BEGIN", "session"},
		{"DECLARE c CURSOR" + overUsers, "exec"},
		{"FETCH 2 FROM c", "exec"},
		{"MOVE 1 IN c", "exec"},
		{"DECLARE d CURSOR FOR SELECT generate_series(1, 5)", "session"},
		{"FETCH 1 FROM d", "session"},
		{"SELECT opens()", "exec"},
		{"FETCH 1 FROM r", "exec"},
		{"FETCH 1 FROM d", "exec"}, // code has run that may have opened another of the name
		{"CLOSE d", "session"},
		{"DECLARE d CURSOR FOR SELECT generate_series(1, 5)", "session"},
		{"FETCH 1 FROM d", "session"},
		{"SELECT 1", "read"},
		{"FETCH 1 FROM d", "session"},
		{"COMMIT", "session"},
	} {
		before := len(g.written(t))
		if got := c.query(step.sql); strings.Contains(got, "E(") {
			t.Fatalf("%s: %s", step.sql, got)
		}
		var phases []string
		for _, r := range g.written(t)[before:] {
			phases = append(phases, string(r.Phase)+" "+r.Class)
		}
		want := "call " + step.class
		if step.class == "exec" || step.sql == "COMMIT" {
			want = "intent " + step.class + ",outcome " + step.class
		}
		if got := strings.Join(phases, ","); got != want {
			t.Errorf("%s: %s, not %s", step.sql, got, want)
		}
	}
	if got := direct(t, g.dsn, "SELECT count(*) FROM t"); got != "4" {
		t.Errorf("%s rows", got)
	}
}

// TestCursorsOfOneQuery: a query's own statements count.
func TestCursorsOfOneQuery(t *testing.T) {
	for sql, want := range map[string]string{
		"BEGIN; DECLARE c CURSOR FOR SELECT n FROM t ORDER BY n; FETCH 1 FROM c; COMMIT":           "C(BEGIN)C(DECLARE CURSOR)D(1)C(FETCH 1)C(COMMIT)ZI",
		"BEGIN; DECLARE c CURSOR FOR SELECT n FROM t; CLOSE c; FETCH 1 FROM c; COMMIT":             "E(42501)ZI",
		"BEGIN; DECLARE c CURSOR FOR SELECT n FROM t; ROLLBACK; BEGIN; FETCH 1 FROM c; COMMIT":     "E(42501)ZI",
		"BEGIN; SAVEPOINT a; DECLARE c CURSOR FOR SELECT 1; ROLLBACK TO a; FETCH 1 FROM c; COMMIT": "E(42501)ZI",
		"BEGIN; DECLARE c CURSOR FOR SELECT 1; SAVEPOINT a; ROLLBACK TO a; FETCH 1 FROM c; COMMIT": "C(BEGIN)C(DECLARE CURSOR)C(SAVEPOINT)C(ROLLBACK)D(1)C(FETCH 1)C(COMMIT)ZI",
		"BEGIN; DECLARE c CURSOR FOR SELECT 1; DISCARD ALL; FETCH 1 FROM c":                        "E(42501)ZI",
		"FETCH 1 FROM c": "E(42501)ZI",
	} {
		g := openGateway(t, gate.ReadOnly)
		g.super("INSERT INTO t SELECT generate_series(1, 3)")
		if got := g.dial().query(sql); got != want {
			t.Errorf("%s: %s", sql, got)
		}
	}
}

// TestBindIsOnRecord binds a statement whose planning runs a function, and does not execute it.
func TestBindIsOnRecord(t *testing.T) {
	wrapped := parse("", "SELECT imm(1)")
	for name, test := range map[string]struct {
		packets []messages
		want    string // the ends of the records about it; "|" stands between alternatives
	}{
		"alone":                {[]messages{{wrapped, bind("", ""), endUnit}}, "BIND"},
		"closed":               {[]messages{{wrapped, bind("p", ""), closing('P', "p"), endUnit}}, "BIND"},
		"with another":         {[]messages{{wrapped, bind("p", ""), parse("", "SELECT 1"), bind("", ""), execute(""), endUnit}}, "BIND"},
		"executed":             {[]messages{{wrapped, bind("", ""), execute(""), endUnit}}, "SELECT 1"},
		"executed later":       {[]messages{{query("BEGIN")}, {wrapped, bind("p", ""), endUnit}, {execute("p"), endUnit}, {query("COMMIT")}}, "BIND SELECT 1"},
		"behind a Flush":       {[]messages{{wrapped, bind("", ""), flush, execute(""), endUnit}}, "SELECT 1"},
		"twice":                {[]messages{{wrapped, bind("p", ""), bind("q", ""), execute("q"), endUnit}}, "SELECT 1 BIND"},
		"and then an error":    {[]messages{{wrapped, bind("", ""), parse("", "SELECT nonesuch"), endUnit}}, "BIND rolled back"},
		"that fails":           {[]messages{{wrapped, bind("", ""), bind("", "nonesuch"), endUnit}}, "BIND rolled back"},
		"behind an error":      {[]messages{{parse("", "SELECT nonesuch"), wrapped, bind("", ""), endUnit}}, "|25P02"}, // the error may come before it is sent
		"in a failed block":    {[]messages{{query("BEGIN; SELECT nonesuch")}, {parse("", "SELECT 1"), endUnit}}, ""},
		"behind a COMMIT":      {[]messages{{query("BEGIN")}, {parse("", "COMMIT"), bind("", ""), execute(""), wrapped, bind("", ""), parse("", "SELECT nonesuch"), endUnit}}, "BIND rolled back"},
		"and then a Query":     {[]messages{{wrapped, bind("", ""), query("SELECT 1"), endUnit}}, "BIND"},
		"and then it leaves":   {[]messages{{wrapped, bind("", ""), flush}}, "?"},
		"an error of its own":  {[]messages{{parse("", "SELECT imm(1/0)"), bind("", ""), endUnit}}, "22012"},
		"executed in a bundle": {[]messages{{wrapped, bind("", ""), execute(""), bind("", ""), execute(""), endUnit}}, "SELECT 1 SELECT 1"},
	} {
		t.Run(name, func(t *testing.T) { playBind(t, test.packets, test.want) })
	}
}

// TestBindOfReplacedCode binds what was a read when it was prepared.
func TestBindOfReplacedCode(t *testing.T) {
	for _, mode := range []gate.Mode{gate.Safe, gate.DeleteSafe} {
		c := sit(t, mode, 0)
		direct(t, c.dsn, "CREATE FUNCTION f(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1; SELECT $1'")
		client := c.enter()
		if got := client.ask(parse("s", "SELECT f(1)")); got != "1ZI" {
			t.Fatal(got)
		}
		if got := client.ask(bind("", "s"), execute("")); got != "2D(1)C(SELECT 1)ZI" {
			t.Fatal(got)
		}
		direct(t, c.dsn, "CREATE FUNCTION vol() RETURNS int VOLATILE LANGUAGE sql AS 'INSERT INTO t VALUES (666); SELECT 1';"+
			"CREATE OR REPLACE FUNCTION f(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM vol(); RETURN 1; END$$")
		if got := client.ask(bind("", "s")); got != "E(42501)ZI" {
			t.Errorf("%v: %s", mode, got)
		}
		c.demandRows("123456789")
	}
}

func playBind(t *testing.T, packets []messages, want string) {
	t.Helper()
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (n int); CREATE TABLE log (n int);"+
		"CREATE FUNCTION vol() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN INSERT INTO t VALUES (1); RETURN 1; END$$;"+
		"CREATE FUNCTION imm(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM vol(); RETURN 1; END$$")
	c := g.dial(t)
	for _, packet := range packets {
		c.begin(packet...)
		for range answers(packet) {
			c.ready()
		}
	}
	if want == "?" {
		c.until('2')
		_ = c.conn.Close()
		eventually(t, "the session's records ended", func() bool { return open(g.written(t)) == 0 })
		return
	}
	list := g.written(t)
	var ends []string
	intents := map[uint64]audit.Record{}
	for _, r := range list {
		switch {
		case r.Phase == audit.PhaseIntent:
			intents[r.Seq] = r
		case r.Phase == audit.PhaseOutcome && strings.Contains(intents[r.Intent].SQL, "imm("):
			ends = append(ends, strings.TrimSpace(r.Tag+r.SQLState))
		case r.Phase == audit.PhaseCall && r.Verb == "ROLLBACK":
			ends = append(ends, "rolled back")
		}
	}
	if got := strings.Join(ends, " "); !slices.Contains(strings.Split(want, "|"), got) {
		t.Errorf("the records ended with %q, not %q: %+v", got, want, list)
	}
	if n := open(list); n != 0 {
		t.Errorf("%d intents without an outcome", n)
	}
	if rows := direct(t, g.dsn, "SELECT count(*) FROM t"); rows != "0" && len(intents) == 0 {
		t.Errorf("%s rows came without an intent", rows)
	}
}

// dial opens a session that says what it likes.
func (g *house) dial(t *testing.T) *raw {
	t.Helper()
	conn, err := net.Dial("tcp", g.addr)
	check(t, err)
	c := &raw{tb: t, conn: conn}
	t.Cleanup(func() { _ = conn.Close() })
	c.add(startup()).flush()
	if got := c.ready(); !strings.HasSuffix(got, "ZI") {
		t.Fatalf("connecting: %q", got)
	}
	return c
}

// answers is how many ReadyForQuery a packet leads to.
func answers(packet messages) (n int) {
	for _, m := range packet {
		switch m.(type) {
		case *pgproto3.Query, *pgproto3.Sync:
			n++
		}
	}
	return n
}

// open counts the intents that have no outcome.
func open(list []audit.Record) (n int) {
	for _, r := range list {
		switch r.Phase {
		case audit.PhaseIntent:
			n++
		case audit.PhaseOutcome:
			n--
		default:
		}
	}
	return n
}

// TestHeldCursorWhoseCodeIsReplaced replaces the code of a cursor that somebody has
// approved, before COMMIT runs it.
func TestHeldCursorWhoseCodeIsReplaced(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, harmlessBody)
	for _, replaced := range []bool{false, true} {
		client := c.enter()
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.begin(query("DECLARE h CURSOR WITH HOLD" + overUsers))
		c.approve("DECLARE h")
		client.demand("C(DECLARE CURSOR)ZT")
		want := "C(COMMIT)ZI"
		if replaced {
			direct(t, c.dsn, harmfulBody)
			want = "E(55000)ZE"
		}
		client.demandQuery("COMMIT", want)
		client.query("ROLLBACK")
	}
	direct(t, c.dsn, harmlessBody)
	client := c.enter()
	client.begin(parse("", "DECLARE h CURSOR WITH HOLD"+overUsers), bind("", ""), execute(""), flush)
	c.approve("DECLARE h")
	if got := client.until('C'); got != "12C(DECLARE CURSOR)" {
		t.Fatal(got)
	}
	direct(t, c.dsn, harmfulBody)
	client.begin(endUnit).demand("E(55000)ZI")
	client.demandQuery("SELECT 1", "D(1)C(SELECT 1)ZI")
	c.demandRows("123456789")
}
