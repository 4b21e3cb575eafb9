package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestTemporaryIsGone: a session reads the catalog's tables as long as it has nothing temporary, and again when all of it is gone.
// What only has the letters of the word in it is not temporary.
func TestTemporaryIsGone(t *testing.T) {
	const sql = "SELECT count(*) FROM __pg.cat.pg_class"
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	must(t, c, sql)
	for _, step := range []struct {
		sql  string
		over bool // the tables, not the views
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
		if _, _, over := c.overTables(providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}); over != step.over {
			t.Errorf("%s: over tables %v", step.sql, over)
		}
	}
}
