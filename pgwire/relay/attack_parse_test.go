package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// checkedTypes have constants that the server checks, by code of users, when it
// parses a text; the code leaves a row in t.
const checkedTypes = `
CREATE FUNCTION leaves(int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN INSERT INTO t VALUES (100); RETURN true; END$$;
CREATE DOMAIN d AS int CHECK (leaves(VALUE));
CREATE TYPE pair AS (a int, b d);
CREATE TYPE deep AS (p pair[]);
CREATE TYPE span AS RANGE (subtype = d, multirange_type_name = spans);
CREATE DOMAIN list AS d[];
CREATE TABLE holds (l d[], p pair, s span, m spans, x int);
CREATE VIEW over AS SELECT l FROM holds;
CREATE FUNCTION takes(d[]) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION owned(d[]) RETURNS int SECURITY DEFINER LANGUAGE sql AS 'SELECT 1';
CREATE PROCEDURE does(d[]) LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION lists(d) RETURNS d[] LANGUAGE sql AS 'SELECT ARRAY[$1]'`

// checkedConstants are statements with such constants.
var checkedConstants = []string{
	"SELECT '{5}'::d[]", "SELECT CAST('{5}' AS public.d[])", "SELECT '(1,5)'::pair", "SELECT $$(\"{\"\"(1,5)\"\"}\")$$::deep",
	"SELECT '[5,6]'::span", "SELECT '{[5,6]}'::spans", "SELECT '{5}'::list", "SELECT e'{5}'::d[], $1::int",
	"INSERT INTO holds (l) VALUES ('{5}')", "INSERT INTO holds (x, p) VALUES (1, '(1,5)')", "INSERT INTO holds (s) SELECT '[5,6]'",
	"UPDATE holds SET m = '{[5,6]}'", "DELETE FROM holds WHERE l = '{5}'", "SELECT x FROM holds WHERE s @> '[5,6]'::span", "SELECT l || '{5}' FROM over",
	"SELECT takes('{5}')", "SELECT owned('{5}')", "CALL does('{5}')", "SELECT '(\"{5}\",,,,)'::holds",
	"DECLARE c CURSOR FOR SELECT '{5}'::d[]", "EXPLAIN SELECT '{5}'::d[]", "CREATE TABLE made AS SELECT '{5}'::d[]", "SELECT lists(5) || '{5}'",
	"PREPARE p AS SELECT '{5}'::d[]", "ALTER TABLE holds ADD y d[] DEFAULT '{5}'", "COPY (SELECT '{5}'::d[]) TO STDOUT",
	"MERGE INTO holds USING t ON true WHEN MATCHED THEN UPDATE SET l = '{5}'", "SELECT coalesce(l, '{5}') FROM holds", "SELECT CASE WHEN true THEN '{5}' ELSE l END FROM holds",
	"SELECT l FROM holds UNION SELECT '{5}'", "SELECT * FROM holds WHERE l IN ('{5}', '{6}')", "SELECT array_cat(l, '{5}') FROM holds",
}

// TestParseOfCheckedConstants: what runs users' code when the server parses it is not
// parsed before it is approved.
func TestParseOfCheckedConstants(t *testing.T) {
	for m, mode := range []gate.Mode{gate.ReadOnly, gate.Safe, gate.DeleteSafe} {
		c := sit(t, mode, 0)
		direct(t, c.dsn, checkedTypes)
		s := c.enter()
		for i, sql := range checkedConstants { // each inside of a transaction in one mode, and outside in the next
			s.query([]string{"BEGIN", "SELECT 1"}[(i+m)%2])
			s.begin(parse("", "SET DateStyle = 'ISO'"), bind("", ""), execute(""), parse("s", sql), endUnit)
			if got := s.ready(); mode == gate.ReadOnly && !strings.Contains(got, "E(42501)") {
				t.Errorf("%v, %s: %s", mode, sql, got)
			}
			s.ask(&pgproto3.Describe{ObjectType: 'S', Name: "s"})
			s.ask(bindTo("", "s", "1"), execute(""))
			s.query(sql)
			s.ask(closing('S', "s"))
			s.query("COMMIT")
		}
		c.demandRows("123456789")
	}
}

// TestParseWaitsForApproval: the statement runs once it is approved, whatever was
// prepared before, and cannot be described until then.
func TestParseWaitsForApproval(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		c := sit(t, gate.Safe, longWait, func(s *settings) { s.source.Pooling = pooling })
		direct(t, c.dsn, checkedTypes)
		s := c.enter()
		describe := &pgproto3.Describe{ObjectType: 'S', Name: "s"}
		for _, step := range []struct {
			packet messages
			want   string
		}{
			{messages{parse("s", "SELECT '{5}'::d[], $1::int"), endUnit}, "1ZI"},
			{messages{describe, endUnit}, "E(42501)ZI"},
			{messages{parse("", "SELECT 1"), describe, bind("", ""), endUnit}, "1E(42501)ZI"},
			{messages{closing('S', "s"), endUnit}, "3ZI"},
			{messages{bindTo("", "s", "7"), endUnit}, "E(26000)ZI"},
			{messages{parse("s", "SELECT '{5}'::d[], $1::int"), endUnit}, "1ZI"},
			{messages{parse("s", "SELECT '{6}'::d[], $1::int"), endUnit}, "E(42P05)ZI"},
		} {
			if got := s.ask(step.packet[:len(step.packet)-1]...); got != step.want {
				t.Errorf("%v: %s, not %s", step.packet, got, step.want)
			}
		}
		c.demandRows("123456789")
		s.begin(bindTo("", "s", "7"), &pgproto3.Describe{ObjectType: 'P'}, execute(""), endUnit)
		c.approve("'{5}'")
		s.demand("2D({5}\x00\x00\x00\x017)C(SELECT 1)ZI")
		c.demandRows("123456789100")
		s.begin(bindTo("", "s", "8"), execute(""), endUnit)
		c.decide("'{5}'", approval.Verdict{})
		s.demand("E(42501)ZI")
		c.demandRows("123456789100")
	}
}

// TestParseHasIntent: where nobody has to approve it there is an intent before the
// server reads the constants.
func TestParseHasIntent(t *testing.T) {
	for _, pooled := range []bool{false, true} {
		g := openGateway(t, gate.FullAccess, func(s *settings) {
			if pooled {
				s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 2
			}
		})
		g.super(checkedTypes)
		client := g.dial()
		describe := &pgproto3.Describe{ObjectType: 'S', Name: "s"}
		for _, step := range []struct {
			packet  messages
			want    string
			rows    string
			intents int
		}{
			{messages{parse("s", "SELECT '{5}'::d[]")}, "1ZI", "0", 0},
			{messages{describe}, "tZI", "1", 1},
			{messages{bind("", "s")}, "2ZI", "2", 2},
			{messages{bind("", "s"), execute("")}, "2D({5})C(SELECT 1)ZI", "3", 3},
			{messages{parse("", "SELECT '{5,6}'::d[]"), &pgproto3.Describe{ObjectType: 'S'}, bind("", ""), execute("")}, "1t2D({5,6})C(SELECT 1)ZI", "7", 5},
			{messages{parse("x", "SELECT '{x}'::d[]"), &pgproto3.Describe{ObjectType: 'S', Name: "x"}}, "1E(22P02)ZI", "7", 6},
			{messages{&pgproto3.Describe{ObjectType: 'S', Name: "x"}}, "E(22P02)ZI", "7", 7},
			{messages{bind("", "x"), execute("")}, "E(22P02)ZI", "7", 8},
			{messages{query("SELECT '{5}'::d[]")}, "D({5})C(SELECT 1)ZI", "8", 9},
		} {
			client.begin(step.packet...)
			if _, simple := step.packet[0].(*pgproto3.Query); !simple {
				client.begin(endUnit)
			}
			if got := client.ready(); got != step.want {
				t.Errorf("pooled %v, %v: %s, not %s", pooled, step.packet, got, step.want)
			}
			if n := g.super("SELECT count(*) FROM t"); n != step.rows {
				t.Errorf("pooled %v, %v: %s rows, not %s", pooled, step.packet, n, step.rows)
			}
			intents, outcomes := 0, 0
			for line := range strings.Lines(g.everyRecord(t)) {
				intents += strings.Count(line, `"phase":"intent"`)
				outcomes += strings.Count(line, `"phase":"outcome"`)
			}
			if intents != step.intents || outcomes != intents {
				t.Errorf("pooled %v, %v: %d intents, not %d, and %d outcomes", pooled, step.packet, intents, step.intents, outcomes)
			}
		}
	}
}

// TestDescribeOfReplacedCheck: where a Describe prepares a statement on another backend,
// it is judged by what its types check then.
func TestDescribeOfReplacedCheck(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe, func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 4 })
	g.super("CREATE FUNCTION fine(int) RETURNS bool LANGUAGE sql AS 'SELECT true'; CREATE DOMAIN d AS int CHECK (fine(VALUE))")
	one, two := g.dial(), g.dial()
	if got := one.ask(parse("s", "SELECT '{5}'::d[]")); got != "1ZI" {
		t.Fatal(got)
	}
	two.query("BEGIN") // has the backend on which the statement is prepared
	one.query("BEGIN")
	g.super("CREATE OR REPLACE FUNCTION fine(int) RETURNS bool LANGUAGE sql AS 'INSERT INTO t VALUES ($1); SELECT true'")
	if got := one.ask(&pgproto3.Describe{ObjectType: 'S', Name: "s"}); !strings.Contains(got, "E(42501)") {
		t.Errorf("%s", got)
	}
	one.query("COMMIT")
	if n := g.super("SELECT count(*) FROM t"); n != "0" {
		t.Errorf("%s rows", n)
	}
}
