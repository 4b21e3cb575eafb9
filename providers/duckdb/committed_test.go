package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestKeysInABlock: in a transaction block, changes of rows are held to the foreign keys that the block sees: those that
// were there before it, those that another session commits before the block first looks, those that the block makes
// itself, and those of temporary tables. For the first of these the emulation is not made.
func TestKeysInABlock(t *testing.T) {
	key := "CHECK (" + "'" + providers.KeptConstraint{Kind: "f", Name: "c_p_fkey", Columns: []string{"p"}, Table: "p", Schema: "public", Delete: "a", Update: "a"}.Text() + "' IS NOT NULL)"
	const parent, begin, child = "CREATE TABLE p (id int PRIMARY KEY)", "BEGIN", "CREATE TABLE c (p int, "
	for name, test := range map[string]struct {
		before, other, within []string
		whole                 bool
	}{
		"before":       {before: []string{parent, child + key + ")"}},
		"another's":    {before: []string{parent}, other: []string{child + key + ")"}, whole: true},
		"remade":       {before: []string{parent, child + "q int)"}, other: []string{"DROP TABLE c", child + key + ")"}, whole: true},
		"its own":      {before: []string{parent}, within: []string{child + key + ")"}, whole: true},
		"of a session": {before: []string{"CREATE TABLE p (id int PRIMARY KEY)", "CREATE TEMP TABLE t (a int)", child + key + ")"}, whole: true},
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
			if all := p.emulation.all.Load(); all != test.whole {
				t.Errorf("the whole emulation is made: %v", all)
			}
		})
	}
}

// TestSnapshotOfABlock: where a block was found to see what is committed, it sees nothing that is committed later.
func TestSnapshotOfABlock(t *testing.T) {
	p := open(t, Options{})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	mustRun(t, c, "BEGIN")
	if !c.seesCommitted() {
		t.Error("nobody has changed anything")
	}
	mustRun(t, other, "CREATE TABLE later (a int)")
	if c.seesCommitted() {
		t.Error("another session has made a table")
	}
	if err := tryRun(t, c, "SELECT * FROM later"); sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
		t.Errorf("the block sees it: %v", err)
	}
}
