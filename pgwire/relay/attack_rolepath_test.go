package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// setLoginPath sets the search path that connections begin with from now on.
func (c *court) setLoginPath(path string) {
	c.t.Helper()
	direct(c.t, c.dsn, `ALTER DATABASE "`+database(c.dsn)+`" SET search_path = `+path)
}

// The path that a login begins with is changed: sessions that are open, and connections that wait in the pool, keep the old one, and new
// ones have the new one. Each is judged by its own.
func TestPathOfTheLoginChanges(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		for _, way := range []string{"back", "forth"} {
			c := sit(t, gate.DeleteSafe, 0, func(s *settings) { s.source.Pooling = pooling })
			direct(t, c.dsn, `CREATE SCHEMA evil; CREATE SCHEMA good; CREATE TABLE public.x (n int);
				CREATE FUNCTION evil.write() RETURNS int LANGUAGE plpgsql VOLATILE AS $$ BEGIN DELETE FROM public.t; RETURN 1; END $$;
				CREATE VIEW evil.x AS SELECT evil.write() AS n; CREATE FUNCTION evil.f() RETURNS int LANGUAGE sql AS 'SELECT evil.write()';
				CREATE FUNCTION public.f() RETURNS int STABLE LANGUAGE sql AS 'SELECT 1'`)
			before, after := "public", "evil, public"
			if way == "back" {
				before, after = after, before
			}
			c.setLoginPath(before)
			old := []*raw{c.enter(), c.enter(), c.enter()}
			attack := func(when string, client *raw) {
				client.query("BEGIN")
				client.query("SELECT * FROM x")
				client.query("ROLLBACK; BEGIN; SAVEPOINT a")
				client.query("SELECT f()")
				client.query("ROLLBACK TO a")
				client.query("INSERT INTO x VALUES (1)")
				client.query("COMMIT")
				client.query("ROLLBACK")
				client.ask(parse("", "SELECT f()"), bindTo("", ""), execute(""))
				if got := c.rows(); got != "123456789" {
					t.Fatalf("%v, from %q to %q, %s: the rows are %s", pooling, before, after, when, got)
				}
			}
			attack("before", old[0])
			check(t, old[0].conn.Close())
			c.setLoginPath(after)
			for range 6 {
				attack("an open session", old[1])
				fresh := c.enter()
				attack("a new session", fresh)
				check(t, fresh.conn.Close())
				time.Sleep(100 * time.Millisecond)
			}
		}
	}
}

// What such a session reads is what the gate has judged, and what the record says, however long the session lives. 40001 is right, too, for
// the moment in which the change is noticed.
func TestRecordsOfOldPaths(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		for _, paths := range [][2]string{{"public", "evil, public"}, {"evil, public", "public"}} {
			c := sit(t, gate.ReadOnly, 0, func(s *settings) { s.source.Pooling = pooling })
			direct(t, c.dsn, `CREATE SCHEMA evil; CREATE TABLE public.x AS SELECT 'public'; CREATE TABLE evil.x AS SELECT 'evil'`)
			c.setLoginPath(paths[0])
			old := []*raw{c.enter(), c.enter(), c.enter()}
			read := func(client *raw, prepared bool) (of string) {
				got := ""
				if prepared {
					got = client.ask(bindTo("", "s"), execute(""))
				} else {
					got = client.query("TABLE x")
				}
				records := c.outcomes(t)
				last := records[len(records)-1]
				for _, schema := range []string{"public", "evil"} {
					if strings.Contains(got, "D("+schema+")") {
						of = schema
						if want := "main." + schema + ".x"; len(last.Relations) != 1 || last.Relations[0] != want {
							t.Errorf("%v, %v: what is read is of %s, and the record says %v", pooling, paths, schema, last.Relations)
						}
					}
				}
				if of == "" && !strings.Contains(got, "E(40001)") {
					t.Errorf("%v, %v: %s", pooling, paths, got)
				}
				return of
			}
			for _, client := range old {
				read(client, false)
				client.ask(parse("s", "TABLE x"))
				read(client, true)
			}
			old[0].query("BEGIN")
			read(old[0], false)
			check(t, old[1].conn.Close())
			time.Sleep(time.Second)
			c.setLoginPath(paths[1])
			eventually(t, "the gateway notices", func() bool {
				fresh := c.enter()
				defer fresh.conn.Close()
				fresh.query("TABLE x")
				records := c.outcomes(t)
				last := records[len(records)-1]
				return len(last.Relations) == 1 && last.Relations[0] == "main."+strings.Split(paths[1], ",")[0]+".x"
			})
			if old[0].query("TABLE x"); read(old[0], true) == "" { // the block has failed, with 40001
				old[0].query("ROLLBACK")
			}
			for range 2 {
				for _, client := range []*raw{old[0], old[2], c.enter(), c.enter(), c.enter()} {
					read(client, false)
					if of := read(client, false); of == "" {
						t.Errorf("%v, %v: a session can read nothing", pooling, paths)
					}
				}
				read(old[2], true)
				old[0].query("COMMIT")
			}
			if of := read(old[2], true); of == "" {
				t.Errorf("%v, %v: a session can read nothing by what it had prepared", pooling, paths)
			}
		}
	}
}
