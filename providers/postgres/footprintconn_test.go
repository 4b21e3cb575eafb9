package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// countFootprintConns counts the connections for footprints that a login has.
const countFootprintConns = "SELECT count(*) FROM pg_stat_activity WHERE usename = '%s' AND application_name = 'sallyport: footprint'"

// askFootprint looks up what a change sets off.
func askFootprint(t *testing.T, p *postgres.Provider, change providers.Change) string {
	t.Helper()
	found, err := p.Footprint(t.Context(), []providers.Change{change})
	if err != nil {
		t.Errorf("%+v: %v", change, err)
	}
	return footprint(found)
}

// keptFor opens a source with a login of its own and has a connection kept.
func keptFor(t *testing.T, o postgres.Options, name string) (p *postgres.Provider, out *outside, pid uint32) {
	t.Helper()
	_, out = fresh(t, postgres.Options{Name: "outside"})
	out.do(footprintSchema)
	o.Name, o.DSN = "pg", login(t, out, pgtest.Start(t).DSN(out.do("SELECT current_database()")), name)
	p = open(t, o)
	askFootprint(t, p, providers.Change{Verb: "INSERT", Name: "parent"})
	pid, _ = postgres.KeptFootprint(t, p, "SELECT 1")
	if pid == 0 {
		t.Fatal("no connection is kept")
	}
	return p, out, pid
}

// TestFootprintKept: one connection answers one lookup after the other, nothing of a lookup is left in its session,
// and what makes a new session differ ends it.
func TestFootprintKept(t *testing.T) {
	p, out, pid := keptFor(t, postgres.Options{}, "footprint_kept")
	const state = `SELECT concat_ws(' ', pg_my_temp_schema(), current_user = session_user, current_setting('transaction_read_only'),
	  (SELECT count(*) FROM pg_cursors WHERE name <> ''), (SELECT count(*) FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'advisory'),
	  (SELECT string_agg(name, ',') FROM pg_settings WHERE source = 'session'),
	  (SELECT count(*) FROM pg_listening_channels()))`
	for _, change := range []providers.Change{
		{Verb: "DELETE", Name: "parent"},
		{Verb: "TRUNCATE", Name: "parent", Cascade: true, Restart: true},
		{Verb: "DROP TABLE", Name: "parent", Cascade: true},
		{Verb: "DELETE", Schema: "no", Name: `x"; SET search_path = "Odd S"; --`},
		{Verb: "UPDATE", Name: "parts"},
	} {
		askFootprint(t, p, change)
		if now, left := postgres.KeptFootprint(t, p, state); now != pid || left != "0 t on 0 0 plan_cache_mode 0" {
			t.Errorf("%+v left %q in process %d after %d", change, left, now, pid)
		}
	}
	before := pid
	for _, test := range []struct {
		sql  string
		ends bool
	}{
		{"SELECT 1", false},
		{"CREATE ROLE footprint_other; ALTER ROLE footprint_other SET search_path = pg_catalog", false},
		{"DROP ROLE footprint_other", false},
		{"ALTER ROLE footprint_kept SET work_mem = '1MB'", true},
		{"ALTER ROLE footprint_kept SET work_mem = '1MB'", true}, // as before, and perhaps changed in between
		{fmt.Sprintf("ALTER ROLE footprint_kept IN DATABASE %s SET work_mem = '2MB'", out.do("SELECT current_database()")), true},
		{fmt.Sprintf("ALTER DATABASE %s SET work_mem = '3MB'", out.do("SELECT current_database()")), true},
		{"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'footprint_kept'", true},
	} {
		out.do(test.sql)
		for range 3 { // the first one after a change finds it, the second may be the first to know it before its login
			if got := askFootprint(t, p, providers.Change{Verb: "INSERT", Name: "ruled"}); got != "rules: twice on public.ruled" {
				t.Errorf("%s: %s", test.sql, got)
			}
		}
		now, _ := postgres.KeptFootprint(t, p, "SELECT 1")
		if now == 0 || now == before == test.ends {
			t.Errorf("%s: process %d after %d", test.sql, now, before)
		}
		before = now
	}
	// A login that was dropped and made anew is another role.
	out.do("DROP OWNED BY footprint_kept; DROP ROLE footprint_kept")
	if _, err := p.Footprint(t.Context(), []providers.Change{{Verb: "INSERT", Name: "ruled"}}); err == nil {
		t.Error("a role that is no more is told of a footprint")
	}
	out.do("CREATE ROLE footprint_kept LOGIN")
	if got := askFootprint(t, p, providers.Change{Verb: "INSERT", Name: "ruled"}); got != "rules: twice on public.ruled" {
		t.Error(got)
	}
}

// TestFootprintConnsEnd: one connection is left of many lookups at once, it ends when nobody uses it, and with the
// source.
func TestFootprintConnsEnd(t *testing.T) {
	for _, test := range []struct {
		name string
		idle time.Duration
	}{{"footprint_idle", 100 * time.Millisecond}, {"footprint_closed", 0}} {
		p, out, _ := keptFor(t, postgres.Options{IdleTimeout: test.idle}, test.name)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { askFootprint(t, p, providers.Change{Verb: "DELETE", Name: "parent"}) })
		}
		all.Wait()
		want := "1"
		if test.idle > 0 {
			want = "0"
		}
		waitFor(t, out, test.name, want)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		waitFor(t, out, test.name, "0")
		if _, err := p.Footprint(t.Context(), []providers.Change{{Verb: "DELETE", Name: "parent"}}); err == nil {
			t.Error("a closed source looks up footprints")
		}
	}
}

func waitFor(t *testing.T, out *outside, login, connections string) {
	t.Helper()
	eventually(t, fmt.Sprintf("%s has %s connections", login, connections), func() bool { return out.do(fmt.Sprintf(countFootprintConns, login)) == connections })
}
