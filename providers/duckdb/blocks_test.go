package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestKeysInABlock: in a transaction block, changes of rows are held to the foreign keys that the block sees: those that
// were there before it, those that another session commits before the block first looks, those that the block makes
// itself, and those of temporary tables. The emulation is not attached for them.
func TestKeysInABlock(t *testing.T) {
	key := "CHECK (" + "'" + providers.KeptConstraint{Kind: "f", Name: "c_p_fkey", Columns: []string{"p"}, Table: "p", Schema: "public", Delete: "a", Update: "a"}.Text() + "' IS NOT NULL)"
	const parent, begin, child = "CREATE TABLE p (id int PRIMARY KEY)", "BEGIN", "CREATE TABLE c (p int, "
	for name, test := range map[string]struct {
		before, other, within []string
	}{
		"before":       {before: []string{parent, child + key + ")"}},
		"another's":    {before: []string{parent}, other: []string{child + key + ")"}},
		"remade":       {before: []string{parent, child + "q int)"}, other: []string{"DROP TABLE c", child + key + ")"}},
		"its own":      {before: []string{parent}, within: []string{child + key + ")"}},
		"of a session": {before: []string{"CREATE TABLE p (id int PRIMARY KEY)", "CREATE TEMP TABLE t (a int)", child + key + ")"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, Options{})
			c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
			for _, sql := range append(test.before, begin) {
				mustRun(t, c, sql)
			}
			for _, sql := range test.other {
				mustRun(t, other, sql)
			}
			for _, sql := range test.within {
				mustRun(t, c, sql)
			}
			if err := tryRun(t, c, "INSERT INTO c (p) VALUES (7)"); sqlstate.CodeOf(err) != sqlstate.ForeignKeyViolation {
				t.Errorf("a row that refers to none: %v", err)
			}
			if p.emulation.attached.Load() {
				t.Error("the emulation is attached")
			}
		})
	}
}

// TestSnapshotOfABlock: a block that has taken its snapshot sees nothing that is committed later.
func TestSnapshotOfABlock(t *testing.T) {
	p := open(t, Options{})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	mustRun(t, c, "BEGIN")
	c.takeSnapshot()
	mustRun(t, other, "CREATE TABLE later (a int)")
	if err := tryRun(t, c, "SELECT * FROM later"); sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
		t.Errorf("the block sees it: %v", err)
	}
}

// TestListingsDoNotLookAtTheEmulation: in a block that has listed what there is, a statement reads the emulation, which
// was attached since, and no listing has anything of it.
func TestListingsDoNotLookAtTheEmulation(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	mustRun(t, c, "BEGIN")
	for _, list := range []string{"databases", "schemas", "tables", "views", "columns", "constraints", "functions"} {
		count := func(database string) string {
			rows, err := c.collectText("SELECT count(*)::varchar FROM duckdb_" + list + "() WHERE database_name = '" + database + "'")
			if err != nil {
				t.Fatal(err)
			}
			return rows[0][0]
		}
		for _, database := range []string{pgcatalog.Database, pgcatalog.TablesDatabase} {
			if n := count(database); n != "0" {
				t.Errorf("duckdb_%s() has %s rows of %s", list, n, database)
			}
		}
	}
	if p.emulation.attached.Load() {
		t.Error("a listing has attached the emulation")
	}
	if a := must(t, c, "SELECT relname::varchar FROM __pg.cat.pg_class WHERE relname = 'pg_class'"); len(a.rows) != 1 {
		t.Errorf("the block sees in pg_class: %q", a.rows)
	}
}
