package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRemadeTablesLoseNothing: a transaction that makes a table again does not commit over what others have written to
// the table since.
func TestRemadeTablesLoseNothing(t *testing.T) {
	p := open(t, Options{})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE parent (id INTEGER PRIMARY KEY)")
	must(t, c, "CREATE TABLE child (id INTEGER, parent INTEGER REFERENCES parent (id))")
	must(t, c, "INSERT INTO parent VALUES (1), (2)")
	must(t, c, "INSERT INTO child VALUES (1, 1), (2, 2)")
	for _, change := range [][]string{
		{"DELETE FROM child WHERE id = 1", "DELETE FROM parent WHERE id = 1"},
		{"TRUNCATE child, parent"},
		{"ALTER TABLE child ADD CONSTRAINT positive CHECK (id > 0)"},
	} {
		before := must(t, c, "SELECT count(*) FROM child").rows[0]
		must(t, c, "BEGIN")
		for _, sql := range change {
			must(t, c, sql)
		}
		must(t, other, "INSERT INTO child VALUES (3, 2)")
		refused(t, c, sqlstate.SerializationFailure, "COMMIT")
		if after := must(t, c, "SELECT count(*) FROM child WHERE id < 3").rows[0]; after != "2" {
			t.Errorf("%v: %s of the rows are left", change, after)
		}
		if after := must(t, c, "SELECT count(*) FROM child").rows[0]; after <= before {
			t.Errorf("%v: the other's row is lost", change)
		}
	}
	must(t, other, "BEGIN")
	must(t, other, "INSERT INTO child VALUES (4, 2)")
	must(t, c, "BEGIN")
	must(t, c, "DELETE FROM child WHERE id = 1")
	must(t, c, "DELETE FROM parent WHERE id = 1")
	must(t, c, "COMMIT")
	if _, err := try(other, "COMMIT"); err == nil && must(t, c, "SELECT count(*) FROM child WHERE id = 4").rows[0] != "1" {
		t.Error("a row that is committed behind the table's is lost")
	}
}
