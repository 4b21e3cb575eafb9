package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestKeptConnectionsHaveNothingOfASession: what a session made for itself another does not find, also when
// DISCARD has cleared the connection before it was kept.
func TestKeptConnectionsHaveNothingOfASession(t *testing.T) {
	p := open(t, Options{})
	for _, test := range []struct{ make, count string }{
		{"CREATE TEMP SEQUENCE own START 77", "SELECT count(*) FROM duckdb_sequences() WHERE temporary"},
		{"CREATE TEMP TABLE own(i int)", "SELECT count(*) FROM duckdb_tables() WHERE temporary"},
		{"CREATE TEMP VIEW own AS SELECT 1", "SELECT count(*) FROM duckdb_views() WHERE temporary AND NOT internal"},
	} {
		c := connect(t, p, providers.ConnOptions{})
		must(t, c, test.make)
		must(t, c, "DISCARD ALL")
		if a := must(t, c, test.count); a.rows[0] != "0" {
			t.Errorf("%s: DISCARD ALL leaves %s", test.make, a.rows[0])
		}
		must(t, c, test.make)
		must(t, c, "DISCARD ALL")
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if a := must(t, connect(t, p, providers.ConnOptions{}), test.count); a.rows[0] != "0" {
			t.Errorf("%s: another session finds %s", test.make, a.rows[0])
		}
	}
}
