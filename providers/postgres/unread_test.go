package postgres_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestCatalogOfLocked: what somebody holds a lock on counts as unproven while
// they do, and everything else is as it was: a VACUUM FULL that runs for an hour
// must not hold up all who use the source.
func TestCatalogOfLocked(t *testing.T) {
	t.Parallel() // most of it waits
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	out.do(`CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE TABLE busy (a int DEFAULT f(), CHECK (a > f())); CREATE INDEX ON busy ((a + 1)) WHERE a > 0;
		CREATE VIEW v AS SELECT a FROM busy; CREATE VIEW other AS SELECT 1 AS one;
		CREATE RULE r AS ON DELETE TO busy DO ALSO SELECT f();
		CREATE POLICY p ON busy USING (a > f()); ALTER TABLE busy ENABLE ROW LEVEL SECURITY;
		CREATE TABLE free (a int DEFAULT f())`)
	other := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()")))
	look := func(name string) (list []providers.Hidden) {
		t.Helper()
		r, ok := catalogOf(t, p).Relation("public", name)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		return r.Hidden
	}
	unread := func(h providers.Hidden) bool { return h.Unread }
	before := map[string]int{}
	for _, name := range []string{"busy", "v", "other", "free"} {
		before[name] = len(look(name))
		if before[name] == 0 || slices.ContainsFunc(look(name), unread) {
			t.Fatalf("%s: %+v", name, look(name))
		}
	}
	other.do("BEGIN; LOCK TABLE busy IN ACCESS EXCLUSIVE MODE")
	out.do("CREATE TABLE new (a int)")
	for name, locked := range map[string]bool{"busy": true, "v": true, "other": false, "free": false, "new": false} {
		hidden := look(name)
		if slices.ContainsFunc(hidden, unread) != locked || len(hidden) < before[name] {
			t.Errorf("%s while busy is locked: %+v", name, hidden)
		}
		for _, h := range hidden {
			if h.SQL == "" && h.Call == nil && !h.Unread {
				t.Errorf("%s: neither text nor function, and not unread: %+v", name, h)
			}
		}
	}
	other.do("COMMIT")
	for _, name := range []string{"busy", "v"} {
		eventually(t, name+" is read after the lock", func() bool { return !slices.ContainsFunc(look(name), unread) })
		if got := len(look(name)); got != before[name] {
			t.Errorf("%s after the lock: %+v", name, look(name))
		}
	}
}

// TestFunctionOfLocked: a parsed body that cannot be spelled out is not an empty
// one.
func TestFunctionOfLocked(t *testing.T) {
	t.Parallel() // most of it waits
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	if number(out.do("SHOW server_version_num")) < 140000 {
		return // bodies are text there
	}
	out.do(`CREATE TABLE busy (a int); CREATE SEQUENCE s; CREATE FUNCTION parsed() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT nextval('s') FROM busy; END`)
	other := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()")))
	other.do("BEGIN; LOCK TABLE busy IN ACCESS EXCLUSIVE MODE")
	out.do("CREATE TABLE new (a int)")
	if hidden := catalogOf(t, p).Functions("", "parsed")[0].Hidden; len(hidden) != 1 || !hidden[0].Unread {
		t.Errorf("while its table is locked the function hides %+v", hidden)
	}
	other.do("COMMIT")
}
