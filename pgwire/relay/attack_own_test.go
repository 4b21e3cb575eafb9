package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// TestOwnObjects uses what the session's own open transaction has made, at once.
func TestOwnObjects(t *testing.T) {
	for _, begin := range []string{"BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1", "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT 1"} {
		c := openGateway(t, gate.FullAccess)
		c.super("CREATE TYPE color AS ENUM ('red'); CREATE FUNCTION eq(color, int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT true';" +
			"CREATE OPERATOR = (FUNCTION = eq, LEFTARG = color, RIGHTARG = int)")
		client := c.dial()
		for _, sql := range []string{
			begin,
			"CREATE TYPE mood AS ENUM ('sad', 'ok')", "SELECT 'sad'::mood", "CREATE TABLE own (a int, m mood)", "INSERT INTO own VALUES (1, 'ok')",
			"SELECT * FROM own WHERE m = 'ok'", "CREATE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT $1'", "SELECT g(1)",
			"CREATE OR REPLACE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT $1 + 1'", "SELECT g(1)",
			"CREATE VIEW w AS SELECT g(a) AS b FROM own", "SELECT b FROM w",
			"CREATE TEMP TABLE ttz (a int, b text)", "INSERT INTO ttz VALUES (1, 'x')", "SELECT * FROM ttz WHERE b = 'x'",
			"CREATE FUNCTION same(mood, text) RETURNS bool LANGUAGE sql AS 'SELECT true'", "CREATE OPERATOR === (FUNCTION = same, LEFTARG = mood, RIGHTARG = text)",
			"SELECT m === 'x' FROM own", "SAVEPOINT a", "DROP TABLE ttz", "ROLLBACK TO a", "SELECT * FROM ttz WHERE b = 'x'",
			"CREATE SCHEMA s", "CREATE TABLE s.own (z int)", "SET LOCAL search_path = s, public", "SELECT z FROM own", "ROLLBACK TO a", "SELECT a FROM own",
			"ROLLBACK",
		} {
			if got := client.query(sql); strings.Contains(got, "E(") {
				t.Errorf("%s: %s: %s", begin, sql, got)
			}
		}
		if got := client.query("SELECT a FROM own"); got != "E(42P01)ZI" {
			t.Error(got)
		}
		for line := range strings.Lines(c.everyRecord(t)) {
			if strings.Contains(line, "FROM ttz") && !strings.Contains(line, `"class":"read"`) {
				t.Errorf("no read: %s", line)
			}
		}
	}
}

// TestOwnObjectsWithoutRights is TestOwnObjects where changes of rows alone are allowed.
func TestOwnObjectsWithoutRights(t *testing.T) {
	c := openGateway(t, gate.DeleteSafe)
	c.super("CREATE FUNCTION reads(int) RETURNS int LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*) FROM t); END$$; CREATE VIEW over AS SELECT reads(n) AS r FROM t")
	client := c.dial()
	for _, begin := range []string{"BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ", "SET default_transaction_isolation = 'serializable'; BEGIN"} {
		for _, sql := range []string{
			begin, "CREATE TEMP TABLE tmp (a int, b text)", "INSERT INTO tmp VALUES (1, 'x')", "SELECT * FROM tmp WHERE b = 'x'",
			"SELECT reads(a) FROM tmp", "SELECT count(*) FROM over", "DECLARE c CURSOR FOR SELECT * FROM tmp", "FETCH 1 FROM c", "COMMIT",
			"SELECT * FROM tmp WHERE b = 'x'", "SELECT reads(a) FROM tmp; SELECT * FROM tmp", "INSERT INTO t VALUES (1); SELECT reads(1); SELECT * FROM over",
			"DROP TABLE tmp", "SELECT reads(2)", "DISCARD ALL", "SELECT reads(3)", "DEALLOCATE ALL", "SELECT * FROM over",
		} {
			got := client.query(sql)
			if sql == "DROP TABLE tmp" && strings.Contains(got, "E(42501)") {
				got = client.query("DISCARD TEMP")
			}
			several := strings.Contains(begin, "default") && strings.Contains(sql, "; ") // see errSnapshot
			if want := map[bool]string{true: "E(0A000)ZI"}[several && sql != begin]; strings.Contains(got, "E(") && got != want {
				t.Errorf("%s: %s", sql, got)
			}
		}
	}
}

// TestGuardsOfOddClients: what clients do that is seldom done, where each read is
// compared in flight, has no other answers than without.
func TestGuardsOfOddClients(t *testing.T) {
	for _, mode := range []gate.Mode{gate.DeleteSafe, gate.ReadOnly} {
		c := openGateway(t, mode)
		c.super("INSERT INTO t SELECT n, 'x' FROM generate_series(1, 5) n; CREATE FUNCTION reads() RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RAISE NOTICE 'x'; RETURN (SELECT count(*) FROM t); END$$;" +
			"CREATE VIEW five AS SELECT n FROM t WHERE reads() = 5 ORDER BY n")
		client := c.dial()
		describe := func(kind byte, name string) *pgproto3.Describe {
			return &pgproto3.Describe{ObjectType: kind, Name: name}
		}
		some := func(n uint32) *pgproto3.Execute { return &pgproto3.Execute{MaxRows: n} }
		for round := range 3 {
			steps := []struct {
				packet messages
				want   string
			}{
				{messages{parse("", "SELECT n FROM five"), bind("", ""), endUnit}, "12ZI"},
				{messages{parse("", "SELECT n FROM five"), describe('S', ""), bind("", ""), describe('P', ""), execute(""), endUnit}, "1t2D(1)D(2)D(3)D(4)D(5)C(SELECT 5)ZI"},
				{messages{query("BEGIN")}, "C(BEGIN)ZT"},
				{messages{parse("", "SELECT n FROM five"), bind("", ""), some(2), some(2), some(2), endUnit}, "12D(1)D(2)sD(3)D(4)sD(5)C(SELECT 1)ZT"},
				{messages{query("COPY (SELECT n FROM five) TO STDOUT")}, "HdddddcC(COPY 5)ZT"},
				{messages{query("SELECT n FROM five LIMIT 1")}, "D(1)C(SELECT 1)ZT"},
				{messages{parse("", "SELECT n FROM five LIMIT 1"), bind("", ""), execute(""), parse("", "SELECT 1/0"), bind("", ""), execute(""), endUnit}, "12D(1)C(SELECT 1)1E(22012)ZE"},
				{messages{query("ROLLBACK")}, "C(ROLLBACK)ZI"},
				{messages{query("SELECT reads()")}, "D(5)C(SELECT 1)ZI"},
				{messages{query("SELECT reads(); SELECT 1; SELECT n FROM five LIMIT 1")}, "D(5)C(SELECT 1)D(1)C(SELECT 1)D(1)C(SELECT 1)ZI"},
				{messages{query("SELECT reads(); SELECT 1/0; SELECT n FROM five LIMIT 1")}, "D(5)C(SELECT 1)E(22012)ZI"},
				{messages{query("BEGIN; SELECT reads() -- so\n; ; COMMIT; SELECT reads()")}, "C(BEGIN)D(5)C(SELECT 1)C(COMMIT)D(5)C(SELECT 1)ZI"},
				{messages{query("DEALLOCATE ALL")}, "C(DEALLOCATE ALL)ZI"},
				{messages{query("SELECT reads()")}, "D(5)C(SELECT 1)ZI"},
				{messages{query("DISCARD ALL")}, "C(DISCARD ALL)ZI"},
				{messages{parse("", "SELECT reads()"), bind("", ""), execute(""), endUnit}, "12D(5)C(SELECT 1)ZI"},
				{messages{query("COPY (SELECT n FROM five) TO STDOUT; SELECT reads()")}, "HdddddcC(COPY 5)D(5)C(SELECT 1)ZI"},
			}
			for _, step := range steps {
				client.begin(step.packet...)
				if got := client.ready(); got != step.want {
					t.Errorf("%v, round %d, %v: %s, not %s", mode, round, step.packet, got, step.want)
				}
			}
			client.begin(parse("", "SELECT n FROM five LIMIT 1"), bind("", ""), execute(""), flush) // driven by Flush
			if got := client.until('C'); got != "12D(1)C(SELECT 1)" {
				t.Errorf("%s", got)
			}
			if got := client.ask(); got != "ZI" {
				t.Errorf("%s", got)
			}
		}
	}
}

// TestCastOfBuiltins: a user's implicit cast between two types of the server's own
// runs where nothing is named but constants.
func TestCastOfBuiltins(t *testing.T) {
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe} {
		c := openGateway(t, mode)
		client := c.dial()
		client.query("SELECT slope(1, 2)")
		c.super("CREATE FUNCTION i2p(int) RETURNS point LANGUAGE plpgsql AS $$BEGIN PERFORM lo_create(0); RETURN point(1, 1); END$$; CREATE CAST (int AS point) WITH FUNCTION i2p(int) AS IMPLICIT")
		time.Sleep(300 * time.Millisecond) // a plain read is compared as often as that
		for _, sql := range []string{"SELECT slope(1, 2)", "SELECT lseg(1, 2)", "SELECT point_eq(1, 1)", "SELECT slope(length('x'), 1)", "SELECT 1; SELECT slope(1, 2)"} {
			for range 3 {
				if got := client.query(sql); !strings.Contains(got, "E(42501)") && !strings.Contains(got, "E(40001)") {
					t.Errorf("%s: %s", sql, got)
				}
			}
		}
		if n := c.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
			t.Errorf("%v: %s large objects", mode, n)
		}
	}
}

// TestOwnPrepared executes what was prepared before its session changed what names mean.
func TestOwnPrepared(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	client := g.dial()
	for i, sql := range []string{"CREATE TEMP TABLE tt (a int)", "INSERT INTO tt VALUES (1)", "SELECT a FROM tt", "DISCARD TEMP"} {
		if got := client.ask(parse("s"+string(rune('0'+i)), sql), bind("", "s"+string(rune('0'+i))), execute("")); strings.Contains(got, "E(") {
			t.Fatalf("%s: %s", sql, got)
		}
	}
	for range 3 {
		for _, name := range []string{"s0", "s1", "s2", "s3"} {
			if got := client.ask(bind("", name), execute("")); strings.Contains(got, "E(") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

// TestOwnChangesInOneQuery: a query may fill and read a table that it makes. What it
// makes or alters otherwise, and names, it is told to send statement by statement.
func TestOwnChangesInOneQuery(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	g.super("INSERT INTO t VALUES (7)")
	client := g.dial()
	for _, step := range []struct{ sql, want string }{
		{"CREATE TABLE a (x int); INSERT INTO a VALUES (1); SELECT x FROM a", "C(CREATE TABLE)C(INSERT 0 1)D(1)C(SELECT 1)ZI"},
		{"CREATE TEMP TABLE b AS SELECT 1 AS x; SELECT x FROM b", "C(SELECT 1)D(1)C(SELECT 1)ZI"},
		{"CREATE VIEW w AS SELECT n FROM t; SELECT n FROM w", "E(0A000)ZI"},
		{"ALTER TABLE t ADD c int; SELECT c FROM t", "E(0A000)ZI"},
		{"CREATE VIEW w AS SELECT n FROM t", "C(CREATE VIEW)ZI"},
		{"SELECT n FROM w", "D(7)C(SELECT 1)ZI"},
		{"CREATE OR REPLACE VIEW w AS SELECT n + 1 AS n FROM t; SELECT n FROM w", "E(0A000)ZI"},
		{"BEGIN; CREATE OR REPLACE VIEW w AS SELECT n + 1 AS n FROM t", "C(BEGIN)C(CREATE VIEW)ZT"},
		{"SELECT n FROM w; COMMIT", "D(8)C(SELECT 1)C(COMMIT)ZI"},
	} {
		if got := client.query(step.sql); got != step.want {
			t.Errorf("%s: %s, not %s", step.sql, got, step.want)
		}
	}
}
