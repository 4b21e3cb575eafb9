package duckdb

import (
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// TestTemporaryIsGone: a session reads the tables of all as long as it has nothing temporary, and again when all of it is gone.
// What only has the letters of the word in it is not temporary.
func TestTemporaryIsGone(t *testing.T) {
	const sql = "SELECT count(*) FROM __pg.cat.pg_class"
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	must(t, c, sql)
	for _, step := range []struct {
		sql  string
		over bool // the tables that all sessions share, not its own or the views
	}{
		{"CREATE TABLE templates (attempts integer)", true},
		{"CREATE TEMP TABLE own (i integer)", false},
		{"CREATE TABLE other (i integer)", false},
		{"DROP TABLE own", true},
		{"CREATE TEMPORARY VIEW own AS SELECT 1", false},
		{"CREATE TEMP VIEW second AS SELECT 1", false},
		{"DROP VIEW own", false},
		{"CREATE TEMP SEQUENCE kept", false},
		{"DROP VIEW second", false},
		{"DROP SEQUENCE kept", true},
		{"BEGIN", true},
		{"CREATE TEMP TABLE own (i integer)", false},
		{"ROLLBACK", true},
		{"CREATE TEMP TABLE own (i integer)", false},
		{"BEGIN", false},
		{"DROP TABLE own", false},
		{"ROLLBACK", false},
		{"DROP TABLE own", true},
	} {
		must(t, c, step.sql)
		if _, read, _ := c.overTables(providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}); len(read.objects) > 0 != step.over {
			t.Errorf("%s: over the tables of all: %v", step.sql, !step.over)
		}
	}
}

// TestOwnTables: a session with temporary objects reads the catalog from tables of its own, which DuckDB plans and runs as those of
// other sessions, which say what the views say, and which are gone with the session.
func TestOwnTables(t *testing.T) {
	p := open(t, Options{})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE t (i integer PRIMARY KEY, s text DEFAULT 'x')")
	must(t, c, "CREATE VIEW v AS SELECT i FROM t")
	must(t, c, "CREATE TEMP TABLE own (i integer PRIMARY KEY, s text DEFAULT 'x')")
	must(t, c, "CREATE SCHEMA hiding")
	must(t, c, "CREATE MACRO hiding.lower(x) AS 'hidden'")
	relations := []string{"cat.pg_class", "cat.pg_attribute", "cat.pg_depend", "cat.pg_constraint", "cat.pg_index", "cat.pg_type", "info._columns__"}
	if !compareTables(t, c, "with a temporary table", relations, nil) {
		t.Error("the session reads the views")
	}
	if own := must(t, c, "SELECT relname::varchar FROM __pg.cat.pg_class WHERE relname IN ('t', 'own') ORDER BY 1").rows; !slices.Equal(own, []string{"own", "t"}) {
		t.Errorf("the session sees %q", own)
	}
	if others := must(t, other, "SELECT relname::varchar FROM __pg.cat.pg_class WHERE relname IN ('t', 'own') ORDER BY 1").rows; !slices.Equal(others, []string{"t"}) {
		t.Errorf("others see %q", others)
	}
	fills := c.own.fills
	must(t, c, "SELECT count(*) FROM __pg.cat.pg_depend")
	if c.own.fills != fills {
		t.Error("the tables are filled again though nothing has changed")
	}
	must(t, other, "CREATE TABLE later (i integer)")
	must(t, c, "SET search_path = hiding, public") // the names in the views mean what they mean to others
	must(t, c, "SELECT count(*) FROM __pg.cat.pg_depend")
	must(t, c, "RESET search_path")
	if !compareTables(t, c, "after a change of another session", relations, nil) || c.own.fills == fills {
		t.Error("the session reads the views, or what was before")
	}
	for _, change := range []string{"CREATE TEMP VIEW second AS SELECT i FROM own", "ALTER TABLE own ADD COLUMN n integer", "CREATE TEMP SEQUENCE counter", "DROP VIEW second"} {
		if must(t, c, change); !compareTables(t, c, change, []string{"cat.pg_class", "cat.pg_attribute", "cat.pg_depend"}, nil) {
			t.Errorf("%s: the session reads the views", change)
		}
	}
	must(t, c, "BEGIN")
	if compareTables(t, c, "in a block", relations[:1], nil) {
		t.Error("a transaction block reads the session's tables")
	}
	must(t, c, "ROLLBACK")
	if left := schemasOfSessions(t, p); len(left) != 2 {
		t.Fatalf("the schemas of sessions are %q", left)
	}
	must(t, other, "CREATE TEMP TABLE others (i integer)")
	p.tabled.mu.Lock()
	p.tabled.spaces.next = pgcatalog.MostSessions
	p.tabled.mu.Unlock()
	if compareTables(t, other, "behind as many sessions as may have tables", relations[:1], nil) {
		t.Error("one session more than may has tables of its own")
	}
	must(t, c, "DROP TABLE own")
	must(t, c, "DROP SEQUENCE counter")
	must(t, c, "SELECT count(*) FROM __pg.cat.pg_class")
	if left := schemasOfSessions(t, p); len(left) > 0 {
		t.Errorf("%q is left of a session that has nothing temporary any more", left)
	}
	if !compareTables(t, other, "after another has given back its tables", relations[:1], nil) {
		t.Error("the session reads the views")
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if left := schemasOfSessions(t, p); len(left) > 0 || !slices.Equal(p.tabled.spaces.free, []int{0}) {
		t.Errorf("%q is left of the session, and %v is free", left, p.tabled.spaces.free)
	}
}

// schemasOfSessions lists the schemas that sessions have their tables in.
func schemasOfSessions(t *testing.T, p *Provider) (names []string) {
	t.Helper()
	p.tabled.mu.Lock()
	defer p.tabled.mu.Unlock()
	for _, of := range []string{pgcatalog.CatalogSchema, pgcatalog.InformationSchema} {
		schema := pgcatalog.SessionSpace(0).Schema(of)
		if err := native.Run(p.tabled.conn, "CREATE SCHEMA "+schema); err != nil { // no list has the hidden database
			names = append(names, schema)
		} else if err := native.Run(p.tabled.conn, "DROP SCHEMA "+schema); err != nil {
			t.Error(err)
		}
	}
	return names
}
