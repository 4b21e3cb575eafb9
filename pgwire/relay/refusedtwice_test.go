package relay_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestRefusedBehindItsParse: the judging of an execution is cancelled, which refuses the execution, while the server is still at the Parse.
// The Parse fails later: the statement has one outcome.
func TestRefusedBehindItsParse(t *testing.T) {
	const insert = "INSERT INTO locked DEFAULT VALUES"
	var source *postgres.Provider
	g := serve(t, "", func(s *settings) {
		s.wrap = func(p *postgres.Provider) providers.Provider {
			source = p
			return p
		}
	})
	direct(t, g.dsn, "CREATE TABLE locked (i int)")
	holder, err := pgconn.Connect(t.Context(), g.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close(t.Context()) //nolint:errcheck // it was to hold locks
	hold := func(sql string) {
		if _, err := holder.Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	told := func() (list []audit.Record) {
		for _, r := range g.outcomes(t) {
			if r.SQL == insert {
				list = append(list, r)
			}
		}
		return list
	}

	c, key := connectKey(t, g.addr)
	c.query("SELECT 1")
	hold("BEGIN; LOCK TABLE locked")
	c.send(&pgproto3.Parse{Query: insert}, &pgproto3.Bind{}, &pgproto3.Flush{})
	eventually(t, "the server parses it", func() bool { return running(t, g.dsn, "INTO locked") == "1" })
	hold("LOCK TABLE pg_catalog.pg_class")
	source.Altered(nil) // the catalog is not believed any more
	c.send(&pgproto3.Execute{}, &pgproto3.Sync{})
	held := func(sql string) string {
		results, err := holder.Exec(t.Context(), sql).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return string(results[0].Rows[0][0])
	}
	eventually(t, "the relay reads the catalog", func() bool {
		return held("SELECT count(*) FROM pg_catalog.pg_locks WHERE NOT granted AND relation = 'pg_catalog.pg_class'::regclass") != "0"
	})
	asks := dial(t, g.addr)
	asks.send(key)
	eventually(t, "the execution is refused", func() bool { return len(told()) > 0 })
	hold("SELECT pg_catalog.pg_sleep(0.1)") // the refusal is on record a moment before the session knows of it, which nothing shows
	hold("DROP TABLE locked; COMMIT")
	if got := c.until(1); got != "ERROR 42P01 relation \"locked\" does not exist | Z I" {
		t.Errorf("the client got %s", got)
	}
	if err := g.stop(t.Context()); err != nil { // what is yet to be recorded is recorded then
		t.Fatal(err)
	}
	if list := told(); len(list) != 1 {
		t.Errorf("outcomes: %+v", list)
	}
}
