package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// leaves makes a trigger of t that leaves a setting in the session of who changes t.
const leaves = `CREATE SCHEMA evil;
CREATE FUNCTION evil.write() RETURNS int LANGUAGE plpgsql VOLATILE AS $$ BEGIN DELETE FROM public.t; RETURN 1; END $$;
CREATE TABLE public.x (n int); CREATE VIEW evil.x AS SELECT evil.write() AS n;
CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	PERFORM set_config('app.tenant', new.at, false);
	IF new.at = 'evil' THEN PERFORM set_config('search_path', 'evil, public', false); END IF;
	RETURN new; END $$;
CREATE TRIGGER leaving BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION leave()`

// What a trigger has set in the session of one client, another does not find on the backend that both share.
func TestTriggerLeavesNothingToOthers(t *testing.T) {
	for _, mode := range []gate.Mode{gate.DeleteSafe, gate.FullAccess} {
		c := sit(t, mode, 0, func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 2 })
		direct(t, c.dsn, leaves)
		a := c.enter()
		if got := a.query("INSERT INTO t VALUES (10, 'alice')"); !strings.HasPrefix(got, "C(INSERT 0 1)") {
			t.Fatal(got)
		}
		for range 3 {
			b := c.enter()
			if got := b.query("SELECT coalesce(current_setting('app.tenant', true), '')"); got != "D()C(SELECT 1)ZI" {
				t.Errorf("%v: another session reads %s", mode, got)
			}
		}
		a.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	}
}

// It is the same with what a CHECK, a deferred trigger, an event trigger and a rule leave, and with locks and time limits. Within its
// transaction the client finds it.
func TestNothingIsLeftOnSharedBackends(t *testing.T) {
	const left = `SELECT concat_ws(' ', nullif(current_setting('app.tenant', true), ''), nullif(current_setting('statement_timeout'), '0'),
		nullif((SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()), 0),
		nullif((SELECT count(*) FROM pg_listening_channels()), 0), nullif((SELECT count(*) FROM pg_prepared_statements WHERE statement NOT LIKE '%pg_prepared_statements%'), 0))`
	c := sit(t, gate.FullAccess, 0, func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 1 })
	direct(t, c.dsn, `CREATE FUNCTION leave(text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
		PERFORM set_config('app.tenant', $1, false), set_config('statement_timeout', '7s', false), pg_advisory_lock(1); RETURN true; END $$;
	CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		PERFORM leave('trigger'); LISTEN secrets; EXECUTE 'PREPARE p AS SELECT 666'; RETURN new; END $$;
	CREATE FUNCTION defined() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM leave('event'); END $$;
	CREATE FUNCTION pathed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN PERFORM leave('pathed'); RETURN new; END $$;
	CREATE TABLE checked (n int CHECK (leave('check')));
	CREATE TABLE fired (n int); CREATE TRIGGER f AFTER INSERT ON fired FOR EACH STATEMENT EXECUTE FUNCTION leave();
	CREATE TABLE pathed (n int); CREATE TRIGGER f BEFORE UPDATE ON pathed FOR EACH ROW EXECUTE FUNCTION pathed(); INSERT INTO pathed VALUES (1);
	CREATE TABLE late (n int); CREATE CONSTRAINT TRIGGER f AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION leave();
	CREATE TABLE ruled (n int); CREATE RULE r AS ON INSERT TO ruled DO ALSO SELECT leave('rule');
	CREATE TABLE parent (n int PRIMARY KEY); CREATE TABLE child (n int REFERENCES parent ON DELETE CASCADE); INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1);
	CREATE TRIGGER f AFTER DELETE ON child FOR EACH STATEMENT EXECUTE FUNCTION leave();
	CREATE TABLE parted (n int) PARTITION BY LIST (n); CREATE TABLE part PARTITION OF parted DEFAULT; CREATE TRIGGER f AFTER INSERT ON part FOR EACH ROW EXECUTE FUNCTION leave();
	CREATE VIEW shown AS SELECT n FROM fired; CREATE TABLE indexed (n int); CREATE INDEX ON indexed (leave(n::text)) WHERE false;
	CREATE TABLE made (n int, m bool GENERATED ALWAYS AS (leave('made')) STORED); CREATE DOMAIN d AS int CHECK (leave('domain')); CREATE TABLE of_domain (n d)`)
	for _, sql := range []string{
		"INSERT INTO checked VALUES (1)", "INSERT INTO fired VALUES (1)", "UPDATE pathed SET n = n + 1", "INSERT INTO late VALUES (1)", "INSERT INTO ruled VALUES (1)",
		"DELETE FROM parent", "INSERT INTO parted VALUES (1)", "INSERT INTO shown VALUES (1)", "INSERT INTO indexed VALUES (1)", "INSERT INTO made VALUES (1)",
		"INSERT INTO of_domain VALUES (1)", "MERGE INTO fired USING (SELECT 5) s(n) ON fired.n = s.n WHEN NOT MATCHED THEN INSERT VALUES (s.n)",
		"WITH i AS (INSERT INTO fired VALUES (1) RETURNING n) SELECT count(*) FROM i", "EXPLAIN ANALYZE INSERT INTO fired VALUES (1)",
		"BEGIN; INSERT INTO fired VALUES (1); ROLLBACK", "INSERT INTO fired VALUES (1); SELECT 1/0", "SELECT leave('call')", "SELECT 1 WHERE leave('where')",
		"TRUNCATE t; INSERT INTO checked VALUES (1)", "CREATE TABLE copied (LIKE checked INCLUDING ALL); INSERT INTO copied VALUES (1)",
	} {
		a := c.enter()
		a.query(sql)
		check(t, a.conn.Close())
		b := c.enter()
		if got := b.query(left); got != "D()C(SELECT 1)ZI" {
			t.Errorf("%s leaves %s", sql, got)
		}
		check(t, b.conn.Close())
	}
	// The session stays, and another has its backend next.
	for _, sql := range []string{"INSERT INTO fired VALUES (1)", "UPDATE pathed SET n = n + 1", "DELETE FROM parent", "INSERT INTO parted VALUES (1)", "INSERT INTO shown VALUES (1)"} {
		a, b := c.enter(), c.enter()
		a.ask(parse("p", sql), bindTo("", "p"), execute(""))
		if got := b.query(left); got != "D()C(SELECT 1)ZI" {
			t.Errorf("%s leaves %s", sql, got)
		}
		if got := a.ask(bindTo("", "p"), execute("")); !strings.HasPrefix(got, "2C(") {
			t.Errorf("%s, again: %s", sql, got)
		}
	}
}

// A trigger sets the search path of a session: what follows is judged by the new one.
func TestTriggerSetsThePath(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		c := sit(t, gate.DeleteSafe, 0, func(s *settings) { s.source.Pooling, s.source.MaxBackends = pooling, 2 })
		direct(t, c.dsn, leaves)
		a := c.enter()
		a.demandQuery("SELECT * FROM x", "C(SELECT 0)ZI")
		a.query("INSERT INTO t VALUES (0, 'evil')")
		a.query("SELECT * FROM x")
		for _, client := range []*raw{c.enter(), a} { // within a block, what the path has become is compared before anything is read by it
			client.query("BEGIN")
			client.query("INSERT INTO t VALUES (0, 'evil')")
			client.query("SELECT * FROM x")
			client.query("COMMIT")
			client.query("SELECT * FROM x")
			client.query("ROLLBACK")
		}
		c.demandRows("123456789")
	}
}
