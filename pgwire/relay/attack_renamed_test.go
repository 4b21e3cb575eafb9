package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// reader makes a function that reads. leaving replaces it, past the gateway, by one that leaves a row in t.
const (
	reader  = "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN 7; END$$"
	leaving = "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$BEGIN INSERT INTO t VALUES (100); RETURN 8; END$$"
)

// TestPortalThatIsACursor: a portal that SQL has closed, and whose name a cursor has taken, is not executed as the statement that it was.
func TestPortalThatIsACursor(t *testing.T) {
	for name, packets := range map[string][]messages{
		"CLOSE":             {{query("CLOSE c")}, {query("DECLARE c CURSOR FOR SELECT f()")}},
		"CLOSE ALL":         {{query("CLOSE ALL; DECLARE c CURSOR FOR SELECT f()")}},
		"in one packet":     {{query("CLOSE c"), query("DECLARE c CURSOR FOR SELECT f()")}},
		"in a unit":         {{parse("", "CLOSE c"), bind("", ""), execute(""), parse("", "DECLARE c CURSOR FOR SELECT f()"), bind("", ""), execute(""), endUnit}},
		"a savepoint":       {{query("ROLLBACK TO a")}, {query("DECLARE c CURSOR FOR SELECT f()")}},
		"a cursor of SQL's": {{query("CLOSE c")}, {query("PREPARE d AS SELECT 1"), query("DECLARE c NO SCROLL CURSOR FOR SELECT f()")}},
	} {
		t.Run(name, func(t *testing.T) {
			g := openGateway(t, gate.DeleteSafe)
			g.super(reader)
			c := g.dial()
			c.query("BEGIN")
			c.query("SAVEPOINT a")
			if got := c.ask(parse("s", "SELECT 1"), bind("c", "s")); got != "12ZT" {
				t.Fatal(got)
			}
			for i, packet := range packets {
				c.begin(packet...)
				if i+1 == len(packets) { // the portal is executed without a wait for what came before
					c.begin(execute("c"), endUnit)
				}
				for _, m := range packet {
					switch m.(type) {
					case *pgproto3.Query, *pgproto3.Sync:
						if got := c.ready(); !strings.HasSuffix(got, "ZT") {
							t.Fatalf("%s: %s", name, got)
						}
					}
				}
			}
			if got := c.ready(); got != "E(34000)ZE" {
				t.Errorf("the client got %s", got)
			}
		})
	}
}

// TestStatementOfAnotherName: what SQL has prepared is judged by what it is, also if the relay has a statement of the name that the server
// does not know.
func TestStatementOfAnotherName(t *testing.T) {
	for _, at := range []struct {
		pooling providers.Pooling
		sql     string // a statement of the protocol's that the server does not get by its name
	}{
		{providers.TransactionPooling, "SELECT 1"},
		{providers.SessionPooling, "SHOW PROVIDERS"},
	} {
		g := openGateway(t, gate.DeleteSafe, func(s *settings) { s.source.Pooling = at.pooling })
		g.super(reader)
		c := g.dial()
		for _, step := range []string{c.query("PREPARE x AS SELECT f()"), c.ask(parse("x", at.sql)), c.query("EXECUTE x")} {
			if strings.Contains(step, "E(") {
				t.Fatalf("%s: %s", at.sql, step)
			}
		}
		g.super(leaving)
		for range 2 { // the second time, the statement of the protocol's is gone
			if got := c.query("EXECUTE x"); got != "E(42501)ZI" {
				t.Errorf("%s: EXECUTE got %s", at.sql, got)
			}
			c.ask(closing('S', "x"))
		}
		c.alive(g)
	}
}

// TestDescribeByAnotherPath: a server whose search path was changed parses a statement again to describe it, and checks its constants by
// other code than the statement was judged by.
func TestDescribeByAnotherPath(t *testing.T) {
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.DeleteSafe} {
		g := openGateway(t, mode)
		g.super("CREATE SCHEMA good; CREATE SCHEMA bad; CREATE DOMAIN good.d AS int; CREATE SEQUENCE runs;" +
			"CREATE FUNCTION leaves(int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN PERFORM nextval('public.runs'); INSERT INTO public.t VALUES (100); RETURN true; END$$;" +
			"CREATE DOMAIN bad.d AS int CHECK (public.leaves(VALUE))")
		const constant = "SELECT 1 WHERE '{5}'::d[] IS NOT NULL"
		c := g.dial()
		c.query("SET search_path = good")
		c.query("PREPARE s AS " + constant)
		if got := c.ask(parse("p", constant), &pgproto3.Describe{ObjectType: 'S', Name: "p"}); got != "1tZI" {
			t.Fatal(got)
		}
		c.query("SET search_path = bad")
		for name, want := range map[string]string{"p": "E(42501)ZI", "": "E(26000)ZI", "s": "E(26000)ZI"} {
			if got := c.ask(&pgproto3.Describe{ObjectType: 'S', Name: name}); got != want {
				t.Errorf("%v: the Describe of %q got %s, not %s", mode, name, got, want)
			}
		}
		if ran := g.super("SELECT is_called FROM runs"); ran != "f" && ran != "false" {
			t.Errorf("%v: the code has run", mode)
		}
		c.query("SET search_path = good")
		if got := c.ask(&pgproto3.Describe{ObjectType: 'S', Name: "p"}); got != "tZI" {
			t.Errorf("%v: as before: %s", mode, got)
		}
		c.alive(g)
	}
}

// TestSyncInCopy: a Sync behind data that a COPY fails by is answered once, so the answers behind it belong to their messages.
func TestSyncInCopy(t *testing.T) {
	bad, good, done := &pgproto3.CopyData{Data: []byte("1\t2\t3\n")}, &pgproto3.CopyData{Data: []byte("1\tx\n")}, &pgproto3.CopyDone{}
	simple, extended := messages{query("COPY t FROM STDIN")}, messages{parse("", "COPY t FROM STDIN"), bind("", ""), execute("")}
	both := messages{query("COPY t FROM STDIN; COPY t FROM STDIN")}
	for name, one := range map[string]struct {
		begins, data messages
		want         []string
	}{
		"simple":                 {simple, messages{bad, endUnit, done}, []string{"GE(22P04)ZI"}},
		"extended":               {extended, messages{bad, endUnit, done, endUnit}, []string{"12GE(22P04)ZI"}},
		"extended, ended":        {extended, messages{bad, done, endUnit}, []string{"12GE(22P04)ZI"}},
		"a Sync before the data": {append(extended, endUnit), messages{bad, done, endUnit}, []string{"12GE(22P04)ZI"}},
		"a Sync that is read":    {append(extended, endUnit), messages{good, done, endUnit}, []string{"12GC(COPY 1)ZI"}},
		"two, simple":            {both, messages{good, done, bad, endUnit, done}, []string{"GC(COPY 1)GE(22P04)ZI"}},
		"no COPY":                {messages{query("COPY t (nowhere) FROM STDIN")}, messages{bad, endUnit, done}, []string{"E(42703)ZI", "ZI"}},
		"a client's failure":     {simple, messages{endUnit, &pgproto3.CopyFail{Message: "x"}}, []string{"GE(57014)ZI"}},
	} {
		for _, waits := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				g := openGateway(t, gate.DeleteSafe)
				c := g.dial()
				names := messages{query("SET application_name = 'a'"), query("SET application_name = 'bb'"), query("SELECT 3")}
				for _, m := range names {
					c.begin(m)
					c.ready()
				}
				began := strings.Count(g.everyRecord(t), "\n")
				want := one.want
				c.begin(one.begins...)
				if waits && strings.Contains(want[0], "G") {
					if len(one.begins) > 1 {
						c.begin(flush)
					}
					head, rest, _ := strings.Cut(want[0], "G")
					if got := c.until('G'); got != head+"G" {
						t.Fatal(got)
					}
					want = append([]string{rest}, want[1:]...)
				}
				c.begin(one.data...).begin(names...)
				for _, answer := range append(want, "C(SET)ZI", "C(SET)ZI", "D(3)C(SELECT 1)ZI") {
					if got := c.ready(); got != answer {
						t.Errorf("the client got %s, not %s", got, answer)
					}
				}
				records := strings.Split(g.everyRecord(t), "\n")[began:]
				for _, m := range names {
					sql := m.(*pgproto3.Query).String
					if n := strings.Count(strings.Join(records, "\n"), `"sql":"`+sql+`"`); n != 1 {
						t.Errorf("%s has %d records:\n%s", sql, n, strings.Join(records, "\n"))
					}
				}
			})
		}
	}
}

// TestNamesBehindUnreadCode: code that a person has approved may give the names of statements and portals another meaning. What has the
// name then was not approved.
func TestNamesBehindUnreadCode(t *testing.T) {
	const code = "DO $$DECLARE c refcursor := 'c'; BEGIN EXECUTE 'DEALLOCATE p'; EXECUTE 'PREPARE p AS DELETE FROM t'; EXECUTE 'DEALLOCATE s'; EXECUTE 'PREPARE s AS DELETE FROM t'; CLOSE c; OPEN c FOR SELECT 99;" +
		" EXECUTE (SELECT 'DEALLOCATE ' || quote_ident(name) FROM pg_prepared_statements WHERE name LIKE '%guard'); END$$"
	for _, whole := range []bool{true, false} {
		c := sit(t, gate.DeleteSafe, longWait)
		s := c.enter()
		direct(t, c.dsn, reader)
		s.query("PREPARE s AS SELECT 1")
		s.query("BEGIN")
		s.demandQuery("SELECT f()", "D(7)C(SELECT 1)ZT") // which is compared, by a statement of the relay's own
		if got := s.ask(parse("p", "SELECT 2"), bind("c", "p")); got != "12ZT" {
			t.Fatal(got)
		}
		if whole {
			s.begin(query(code))
		} else {
			s.begin(parse("", code), bind("", ""), execute(""), endUnit)
		}
		c.approve("DO")
		if got := s.ready(); !strings.HasSuffix(got, "C(DO)ZT") {
			t.Fatal(got)
		}
		for range 2 {
			if got := s.ask(bind("", "p"), execute("")); got != "2D(2)C(SELECT 1)ZT" {
				t.Errorf("the statement of the protocol's got %s", got)
			}
		}
		s.demandQuery("SELECT f()", "D(7)C(SELECT 1)ZT")
		s.query("SAVEPOINT a")
		if got := s.ask(execute("c")); got != "E(34000)ZE" {
			t.Errorf("the portal got %s", got)
		}
		s.query("ROLLBACK TO a")
		s.begin(query("EXECUTE s"))
		c.desk.Asked("EXECUTE s")
		_ = s.conn.Close()
		c.demandRows("123456789")
	}
}
