package relay_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// What makes the server commit a unit, or a block, runs the query of a cursor WITH HOLD that was declared in it. If that query has other
// code by then, the commit is refused, and the code has not run.

const declareHeld = "DECLARE h CURSOR WITH HOLD" + overUsers

// declareInUnit declares a cursor WITH HOLD over harmless code, without a Sync.
func (c *court) declareInUnit() *raw {
	c.t.Helper()
	direct(c.t, c.dsn, harmlessBody)
	client := c.enter()
	client.begin(parse("", declareHeld), bind("", ""), execute(""), flush)
	c.approve("DECLARE h")
	if got := client.until('C'); got != "12C(DECLARE CURSOR)" {
		c.t.Fatal(got)
	}
	return client
}

// declareInBlock does so in a transaction block.
func (c *court) declareInBlock(from string) *raw {
	c.t.Helper()
	client := c.enter()
	client.demandQuery("BEGIN", "C(BEGIN)ZT")
	client.begin(query("DECLARE h CURSOR WITH HOLD" + from))
	c.approve("DECLARE h")
	client.demand("C(DECLARE CURSOR)ZT")
	return client
}

func (c *court) replace() { c.t.Helper(); direct(c.t, c.dsn, harmfulBody) }

// replaceMeanwhile replaces the code while a statement waits for the lock, which it lets go of then.
func (c *court) replaceMeanwhile(release func()) {
	c.t.Helper()
	c.replaceBy(harmfulBody, release)
}

const slowly, slowRow = "SELECT a FROM u", "D(1)C(SELECT 1)"

// extended are the messages of a statement without a Sync.
func extended(sql string) messages { return messages{parse("", sql), bind("", ""), execute("")} }

var unitEnds = map[string]func(c *court){
	"Sync": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.begin(endUnit).demand("E(55000)ZI")
	},
	"a query": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("SELECT 1", "E(55000)ZI")
	},
	"an empty query": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("", "E(55000)ZI")
	},
	"COMMIT": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("COMMIT", "E(55000)ZI")
	},
	"ROLLBACK is none": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	},
	"BEGIN is none, and then COMMIT": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
		client.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	},
	"a function call": func(c *court) {
		client := c.declareInUnit()
		client.begin(&pgproto3.FunctionCall{Function: 953, Arguments: [][]byte{{0, 0, 0, 1}}, ArgFormatCodes: []uint16{1}, ResultFormatCode: 1}) // lo_close
		if got := client.ready(); !strings.HasPrefix(got, "E(") || !strings.HasSuffix(got, "ZI") {
			c.t.Error(got)
		}
		c.demandStates("used") // nobody was asked about the call
	},
	"a query that is approved": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("DELETE FROM t", "E(55000)ZI")
		c.demandStates("used") // nobody was asked about the DELETE
	},
	"a query, while people are asked about it": func(c *court) {
		client := c.declareInUnit()
		client.begin(query("DELETE FROM t"))
		c.asked("DELETE FROM t")
		c.replace()
		c.approve("DELETE FROM t")
		client.demand("E(42501)ZI") // its own approval does not cover what the code is now
	},
	"during a statement before Sync": func(c *court) {
		client, release := c.declareInUnit(), lockTable(c.t, c.dsn, "u")
		client.begin(extended(slowly)...).begin(endUnit)
		c.replaceMeanwhile(release)
		client.demand("12" + slowRow + "E(55000)ZI")
	},
	"during the query": func(c *court) {
		client, release := c.declareInUnit(), lockTable(c.t, c.dsn, "u")
		client.begin(query(slowly))
		c.replaceMeanwhile(release)
		client.demand(slowRow + "E(55000)ZI")
	},
	"during a change that is held to its rows": func(c *court) {
		client := c.declareInUnit()
		client.begin(query("DELETE FROM t WHERE n = 9 AND EXISTS (SELECT FROM u)"))
		c.asked("DELETE")
		release := lockTable(c.t, c.dsn, "u")
		c.approve("DELETE")
		c.replaceMeanwhile(release)
		client.demand("C(DELETE 1)E(55000)ZI")
	},
	"during a COPY": func(c *court) {
		client := c.declareInUnit()
		client.begin(query("COPY t (n) FROM STDIN"))
		c.approve("COPY t")
		if got := client.until('G'); got != "G" {
			c.t.Fatal(got)
		}
		c.replace()
		client.begin(&pgproto3.CopyData{Data: []byte("42\n")}, &pgproto3.CopyDone{})
		client.demand("C(COPY 1)E(55000)ZI")
	},
	"in the flight of the DECLARE": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client, release := c.enter(), lockTable(c.t, c.dsn, "u")
		client.begin(extended(declareHeld)...).begin(extended(slowly)...).begin(endUnit)
		c.approve("DECLARE h")
		c.replaceMeanwhile(release)
		client.demand("12C(DECLARE CURSOR)12" + slowRow + "E(55000)ZI")
	},
	"during a statement before COMMIT": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client, release := c.declareInBlock(overUsers), lockTable(c.t, c.dsn, "u")
		client.begin(query(slowly), query("COMMIT"))
		c.replaceMeanwhile(release)
		client.demand(slowRow + "ZT")
		client.demand("E(55000)ZE")
	},
	"in the flight of the DECLARE and COMMIT": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client, release := c.enter(), lockTable(c.t, c.dsn, "u")
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.begin(query(declareHeld), query(slowly), query("COMMIT"))
		c.approve("DECLARE h")
		c.replaceMeanwhile(release)
		client.demand("C(DECLARE CURSOR)ZT")
		client.demand(slowRow + "ZT")
		client.demand("E(55000)ZE")
	},
	"a statement and COMMIT in one query": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client, release := c.declareInBlock(overUsers), lockTable(c.t, c.dsn, "u")
		client.begin(query(slowly + "; COMMIT")).demand("E(0A000)ZE")
		c.replace()
		release()
	},
	"a statement and COMMIT by messages": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client, release := c.declareInBlock(overUsers), lockTable(c.t, c.dsn, "u")
		client.begin(extended(slowly)...).begin(extended("COMMIT")...).begin(endUnit)
		c.replaceMeanwhile(release)
		client.demand("12" + slowRow + "E(55000)ZE")
	},
	"a procedure that commits": func(c *court) {
		direct(c.t, c.dsn, "CREATE PROCEDURE p() LANGUAGE plpgsql AS 'BEGIN COMMIT; END'")
		client := c.declareInUnit()
		client.begin(extended("CALL p()")...).begin(endUnit).demand("1E(0A000)ZI")
		c.demandStates("used") // nobody was asked about the CALL
		client = c.declareInUnit()
		client.demandQuery("CALL p()", "E(0A000)ZI")
		c.demandStates("used used")
	},
	"a procedure that was bound before": func(c *court) {
		direct(c.t, c.dsn, "CREATE PROCEDURE p() LANGUAGE plpgsql AS 'BEGIN COMMIT; END'; "+harmlessBody)
		client := c.enter()
		client.begin(parse("p", "CALL p()"), bind("p", "p"), flush)
		c.approve("CALL p")
		client.begin(parse("", declareHeld), bind("", ""), execute(""), flush)
		c.approve("DECLARE h")
		client.begin(execute("p"), endUnit).demand("1212C(DECLARE CURSOR)E(34000)ZI") // code of users may have closed it
	},
	"several statements": func(c *court) {
		client := c.declareInUnit()
		client.demandQuery("SELECT 1; "+slowly, "E(0A000)ZI")
		client = c.declareInUnit()
		client.demandQuery("DELETE FROM t; "+slowly, "E(0A000)ZI")
		c.demandStates("used used") // nobody was asked about the DELETE
		client.demandQuery("SELECT 1; "+slowly, "D(1)C(SELECT 1)"+slowRow+"ZI")
	},
	"a query of the gateway's own": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.demandQuery("SHOW PROVIDERS", "E(0A000)ZI")
		if got := client.query("SHOW PROVIDERS"); !strings.HasSuffix(got, "C(SHOW 1)ZI") {
			c.t.Error(got)
		}
	},
	"code of the session's own": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client := c.declareInBlock(overUsers)
		client.begin(query(harmfulBody))
		c.approve("CREATE OR REPLACE")
		client.demand("C(CREATE FUNCTION)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"code of the unit's own": func(c *court) {
		client := c.declareInUnit()
		client.begin(extended(harmfulBody)...)
		c.approve("CREATE OR REPLACE")
		client.begin(endUnit).demand("12C(CREATE FUNCTION)E(55000)ZI")
	},
	"another search path": func(c *court) {
		direct(c.t, c.dsn, harmlessBody+`; CREATE SCHEMA other; CREATE FUNCTION other.g() RETURNS int VOLATILE LANGUAGE sql AS 'INSERT INTO public.t VALUES (666) RETURNING 1';
CREATE FUNCTION g() RETURNS int STABLE LANGUAGE sql AS 'SELECT 1; SELECT 2'; CREATE FUNCTION calls(int) RETURNS int STABLE LANGUAGE plpgsql AS 'BEGIN RETURN g(); END'`)
		const over = " FOR SELECT calls(g) FROM generate_series(1, 3) g"
		client := c.declareInBlock(over)
		client.demandQuery("SET LOCAL search_path = other, public", "C(SET)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
		client = c.declareInBlock(over)
		client.demandQuery("SET LOCAL search_path = public", "C(SET)ZT")
		client.demandQuery("COMMIT", "C(COMMIT)ZI")
	},
	"its own query of several statements": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client := c.enter()
		for _, sql := range []string{declareHeld + "; " + slowly, "BEGIN; " + declareHeld + "; " + slowly + "; COMMIT; SELECT 1"} {
			direct(c.t, c.dsn, harmlessBody)
			client.begin(query(sql))
			c.asked("DECLARE h")
			release := lockTable(c.t, c.dsn, "u")
			c.approve("DECLARE h")
			c.replaceMeanwhile(release)
			if got := client.ready(); !strings.Contains(got, "E(0A000)Z") {
				c.t.Errorf("%s: %s", sql, got)
			}
			client.query("ROLLBACK")
			direct(c.t, c.dsn, harmlessBody)
			client.begin(query(sql))
			c.approve("DECLARE h")
			if got := client.ready(); strings.Contains(got, "E(") || !strings.HasSuffix(got, "ZI") {
				c.t.Errorf("%s, of the same code: %s", sql, got)
			}
			client.demandQuery("CLOSE h", "C(CLOSE CURSOR)ZI")
		}
	},
	"a client that leaves": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		client.begin(&pgproto3.Terminate{})
		eventually(c.t, "its backend is gone", func() bool {
			return direct(c.t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'DECLARE h%'") == "0"
		})
	},
	"a shutdown": func(c *court) {
		client := c.declareInUnit()
		c.replace()
		check(c.t, c.stop(c.t.Context()))
		if got := client.ready(); got != "E(57P01) closed" {
			c.t.Error(got)
		}
	},
}

// TestUnitEndIsJudged: see above. What comes behind it is judged as ever.
func TestUnitEndIsJudged(t *testing.T) {
	for name, play := range unitEnds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.Safe, longWait, func(s *settings) { s.door.DrainTimeout = 1 })
			direct(t, c.dsn, "CREATE TABLE u (a int); INSERT INTO u VALUES (1)")
			play(c)
			c.demandRows("123456789")
		})
	}
}

// TestUnitEndOfSameCode: where the code is the same, the commit comes, however it does; and what the code becomes later has nothing to do
// with what the session commits then.
func TestUnitEndOfSameCode(t *testing.T) {
	for name, test := range map[string]struct {
		send messages
		want string
		gone bool // the cursor was rolled back
	}{
		"Sync":               {messages{endUnit}, "ZI", false},
		"a query":            {messages{query("SELECT 1")}, "D(1)C(SELECT 1)ZI", false},
		"a query that fails": {messages{query("SELECT 1/0")}, "E(22012)ZI", true},
		"an empty query":     {messages{query("")}, "IZI", false},
		"COMMIT":             {messages{query("COMMIT")}, "C(COMMIT)ZI", false},
		"ROLLBACK":           {messages{query("ROLLBACK")}, "C(ROLLBACK)ZI", true},
		"a change by itself": {messages{query("UPDATE t SET n = n")}, "C(UPDATE 9)ZI", false},
		"an error and Sync":  {append(extended("SELECT 1/0"), endUnit), "1E(22012)ZI", true},
		"COMMIT by messages": {append(extended("COMMIT"), endUnit), "12C(COMMIT)ZI", false},
		"a COPY":             {messages{query("COPY t (n) TO STDOUT")}, "HdddddddddcC(COPY 9)ZI", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.Safe, longWait)
			client := c.declareInUnit()
			client.begin(test.send...)
			if name == "a change by itself" {
				c.approve("UPDATE t")
			}
			client.demand(test.want)
			c.replace()
			client.begin(extended("SELECT 5")...).begin(endUnit).demand("12D(5)C(SELECT 1)ZI")
			client.demandQuery("SELECT 5", "D(5)C(SELECT 1)ZI")
			client.begin(append(extended("SELECT 5"), query("SELECT 6"), endUnit)...)
			client.demand("12D(5)C(SELECT 1)D(6)C(SELECT 1)ZI")
			client.demand("ZI")
			client.demandQuery("BEGIN; SELECT 7; COMMIT", "C(BEGIN)D(7)C(SELECT 1)C(COMMIT)ZI")
			if held := client.query("SELECT count(*) FROM pg_cursors WHERE name = 'h'"); test.gone != strings.HasPrefix(held, "D(0)") {
				t.Errorf("of the cursor there are %s", held)
			}
			c.demandRows("123456789")
		})
	}
}

// TestQueryEndsUnit: behind a simple query the messages before it have no transaction any more, so that a backend that sessions share goes
// to another session, and a session ends that waits for nothing.
func TestQueryEndsUnit(t *testing.T) {
	for name, list := range map[string]messages{
		"a query":             {query("SELECT 2")},
		"a compared query":    {query("SELECT n FROM t WHERE n = 2")},
		"several statements":  {query("SELECT 2; SELECT n FROM t WHERE n = 2")},
		"a query of our own":  {query("SHOW PROVIDERS")},
		"a refused query":     {query("DROP TABLE t")},
		"a query that fails":  {query("SELECT 1/0")},
		"a query after a SET": append(extended("SET application_name = 'x'"), query("SELECT 2")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.ReadOnly, 0, func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 1 })
			client, other := c.enter(), c.enter()
			client.begin(extended("SELECT 1")...).begin(list...)
			if got := client.ready(); !strings.HasSuffix(got, "ZI") {
				t.Fatal(got)
			}
			other.demandQuery("SELECT 3", "D(3)C(SELECT 1)ZI")
			client.demandQuery("SELECT 4", "D(4)C(SELECT 1)ZI")
			other.demandQuery("SELECT 3", "D(3)C(SELECT 1)ZI")
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			check(t, c.stop(ctx))
			if got := client.ready(); got != "E(57P01) closed" {
				t.Error(got)
			}
		})
	}
}
