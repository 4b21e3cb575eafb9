package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// TestPathInBatch: what a query of several statements names is judged by the search path
// that holds when it runs, or not run.
func TestPathInBatch(t *testing.T) {
	const schema = "CREATE SCHEMA good; CREATE SCHEMA bad; CREATE TABLE good.x (o int); INSERT INTO good.x VALUES (7);" +
		"CREATE FUNCTION public.lo() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN PERFORM pg_catalog.lo_create(0); RETURN 1; END$$; CREATE VIEW bad.x AS SELECT public.lo() AS o;" +
		"CREATE FUNCTION public.reads() RETURNS int STABLE LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT o FROM x); END$$"
	const local = "BEGIN; SET LOCAL search_path = "
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe, gate.DeleteSafe} {
		g := openGateway(t, mode)
		g.super(schema + "; ALTER DATABASE \"" + database(g.dsn) + "\" SET search_path = bad")
		for _, batch := range []struct{ before, sql, want string }{
			{"SET search_path = good", "SET search_path = bad; SELECT o FROM x", "E(0A000)ZI"},
			{"SET search_path = good", "SELECT 1; SET search_path TO bad, good; SELECT 1; TABLE x", "E(0A000)ZI"},
			{"SET search_path = good", local + "bad; SELECT o FROM x", "E(0A000)ZI"},
			{"SET search_path = good", "SELECT set_config('search_path', 'bad', false); SELECT o FROM x", "E(0A000)ZI"},
			{"SET search_path = good", "SELECT pg_catalog.set_config('SEARCH_PATH', 'bad', true); SELECT o FROM x", "E(0A000)ZI"},
			{"SET search_path = good", "SELECT set_config('search_path', 'bad', false), public.reads()", "E(42501)ZI"},
			{"SET search_path = good", "SELECT set_config('search_path', 'bad', false), public.reads(), set_config('search_path', 'good', false)", "E(42501)ZI"},
			{"SET search_path = good", "SELECT CASE WHEN set_config('search_path', 'bad', false) = 'bad' THEN public.reads() END", "E(42501)ZI"},
			{"SET search_path = good", "SELECT set_config('search_path', 'good', false), lower('A')", "D(good\x00\x00\x00\x01a)C(SELECT 1)ZI"},
			{"SET search_path = good", "RESET search_path; SELECT o FROM x", "E(0A000)ZI"},
			{"SET search_path = good", "SET search_path TO DEFAULT; SELECT o FROM x", "E(0A000)ZI"},
			{"SET search_path = good", "RESET ALL; SELECT o FROM x", "E(0A000)ZI"},
			{local + "good", "ROLLBACK; SELECT o FROM x", "E(0A000)ZE"},
			{local + "good", "COMMIT; SELECT o FROM x", "E(0A000)ZE"},
			{local + "bad; SAVEPOINT a; SET LOCAL search_path = good", "ROLLBACK TO a; SELECT o FROM x", "E(0A000)ZE"},
			{"SET search_path = good", "SET search_path = bad; SET search_path = good", "C(SET)C(SET)ZI"},
			{"SET search_path = good", "SELECT o FROM x; SET search_path = good", "D(7)C(SELECT 1)C(SET)ZI"},
			{"SET search_path = good", "BEGIN; SELECT o FROM x; COMMIT; SELECT o FROM x", "C(BEGIN)D(7)C(SELECT 1)C(COMMIT)D(7)C(SELECT 1)ZI"},
		} {
			client := g.dial()
			client.query(batch.before)
			if got := client.query("SELECT o FROM x"); !strings.Contains(got, "D(7)") {
				t.Fatalf("%s: %s", batch.before, got)
			}
			if got := client.query(batch.sql); got != batch.want {
				t.Errorf("%v, %s: %s, not %s", mode, batch.sql, got, batch.want)
			}
			if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
				t.Fatalf("%v, %s: %s large objects", mode, batch.sql, n)
			}
		}
	}
}

// TestPathInKnownBatch: a query that was planned before is judged as a whole each time, too.
func TestPathInKnownBatch(t *testing.T) {
	const schema = "CREATE SCHEMA good; CREATE SCHEMA bad; CREATE TABLE good.x (o int); INSERT INTO good.x VALUES (7);" +
		"CREATE FUNCTION public.lo() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN PERFORM pg_catalog.lo_create(0); RETURN 1; END$$; CREATE VIEW bad.x AS SELECT public.lo() AS o"
	for _, mode := range []gate.Mode{gate.Safe, gate.DeleteSafe} {
		g := openGateway(t, mode)
		g.super(schema + "; ALTER DATABASE \"" + database(g.dsn) + "\" SET search_path = good")
		for range 4 { // a text is kept after the first time, and what it names is believed a while after that
			for _, batch := range []string{
				"SET search_path = bad; SELECT o FROM x",
				"BEGIN; SET LOCAL search_path = bad; SELECT o FROM x",
				"SELECT set_config('search_path', 'bad', false); SELECT o FROM x",
			} {
				client := g.dial()
				if got := client.query("SELECT o FROM x"); !strings.Contains(got, "D(7)") {
					t.Fatalf("%v, before %s: %s", mode, batch, got)
				}
				if got := client.query(batch); got != "E(0A000)ZI" {
					t.Errorf("%v, %s: %s", mode, batch, got)
				}
				client.query("RESET search_path") // nothing is left that the next query could be held up by
				client.query(batch)
				client.query(batch)
				if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
					t.Fatalf("%v, %s: %s large objects", mode, batch, n)
				}
			}
		}
	}
}

// TestPathThatATriggerSets: a trigger that runs at the end of the transaction may set the search path, behind every comparison. What
// comes then is judged by that path, and no other session gets it.
func TestPathThatATriggerSets(t *testing.T) {
	const schema = "CREATE SCHEMA good; CREATE SCHEMA bad; CREATE TABLE good.x (o int); INSERT INTO good.x VALUES (7); CREATE TABLE public.w (p text);" +
		"CREATE FUNCTION public.turns() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_catalog.set_config('search_path', NEW.p, false); RETURN NEW; END$$;" +
		"CREATE CONSTRAINT TRIGGER turns AFTER INSERT ON public.w DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.turns();" +
		"CREATE FUNCTION public.lo() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN PERFORM pg_catalog.lo_create(0); RETURN 1; END$$; CREATE VIEW bad.x AS SELECT public.lo() AS o"
	const change, read = "INSERT INTO public.w VALUES ('bad')", "SELECT o FROM x"
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		g := openGateway(t, gate.DeleteSafe, func(s *settings) { s.source.Pooling = pooling })
		g.super(schema + "; ALTER DATABASE \"" + database(g.dsn) + "\" SET search_path = good")
		for name, one := range map[string]struct {
			send messages
			want []string
		}{
			"alone":                 {messages{query(change), query(read)}, []string{"C(INSERT 0 1)ZI", "E(42501)ZI"}},
			"a block":               {messages{query("BEGIN"), query(change), query("COMMIT"), query(read)}, []string{"C(BEGIN)ZT", "C(INSERT 0 1)ZT", "C(COMMIT)ZI", "E(42501)ZI"}},
			"SET CONSTRAINTS":       {messages{query("BEGIN"), query(change), query("SET CONSTRAINTS ALL IMMEDIATE"), query(read)}, []string{"C(BEGIN)ZT", "C(INSERT 0 1)ZT", "C(SET CONSTRAINTS)ZT", "E(42501)ZE"}},
			"a pipeline":            {messages{parse("", change), bind("", ""), execute(""), endUnit, parse("", read), bind("", ""), execute(""), endUnit}, []string{"12C(INSERT 0 1)ZI", "E(42501)ZI"}},
			"one query":             {messages{query("BEGIN; " + change + "; COMMIT; " + read)}, []string{"E(0A000)ZI"}},
			"one query, at once":    {messages{query("BEGIN; " + change + "; SET CONSTRAINTS ALL IMMEDIATE; " + read)}, []string{"E(0A000)ZI"}},
			"a block and one query": {messages{query("BEGIN"), query(change), query("COMMIT; " + read)}, []string{"C(BEGIN)ZT", "C(INSERT 0 1)ZT", "E(0A000)ZE"}},
		} {
			c, other := g.dial(), g.dial()
			for range 2 { // both texts are planned
				c.query(read)
				other.query(read)
			}
			c.begin(one.send...)
			for _, want := range one.want {
				if got := c.ready(); got != want {
					t.Errorf("%v, %s: the client got %s, not %s", pooling, name, got, want)
				}
			}
			if got := other.query(read); got != "D(7)C(SELECT 1)ZI" {
				t.Errorf("%v, %s: the other session got %s", pooling, name, got)
			}
			_ = c.conn.Close()
			if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
				t.Fatalf("%v, %s: %s large objects", pooling, name, n)
			}
		}
	}
}

// TestBindByAnotherPath: a statement that was prepared in a transaction that has moved the search path is judged by the path of its Bind,
// because that plans it.
func TestBindByAnotherPath(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	g.super("CREATE SCHEMA good; CREATE SCHEMA bad; CREATE FUNCTION good.g() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1';" +
		"CREATE FUNCTION bad.g() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM pg_catalog.lo_create(0); RETURN 1; END$$")
	for _, how := range []string{"SET LOCAL search_path = ", "SET search_path = "} {
		c := g.dial()
		c.query("BEGIN")
		c.query(how + "good")
		if got := c.ask(parse("s", "SELECT 1 WHERE g() = 1")); got != "1ZT" {
			t.Fatal(got)
		}
		c.query(how + "bad")
		if got := c.ask(bind("p", "s")); got != "E(42501)ZE" {
			t.Errorf("%s: the Bind got %s", how, got)
		}
		c.query("COMMIT")
		if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
			t.Errorf("%s: %s large objects", how, n)
		}
	}
}
