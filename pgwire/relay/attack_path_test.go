package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
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
