package engine_test

import (
	"strings"
	"testing"
)

// TestRenamedBehindKeptViews: the text of a view names what it reads, as that was called when the text was spelled out. While something else than a read
// of the view keeps that text, a relation that the view reads gets a denied name, and another one its old name: the view reads the first one.
func TestRenamedBehindKeptViews(t *testing.T) {
	const marker = "m4rk3r"
	e := pgShop(t, marker)
	admin := asAdmin(t, e, "DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.plain (id int, v text)", "INSERT INTO shop.plain VALUES (1, '"+marker+"')",
		"CREATE VIEW shop.through AS SELECT id, v FROM shop.plain", "CREATE FUNCTION shop.told() RETURNS text LANGUAGE sql STABLE AS 'SELECT ''x''::text'",
		"CREATE VIEW shop.calls AS SELECT shop.told() AS v")
	analyst := enter(t, e, "analyst")
	for _, sql := range []string{
		"COMMENT ON VIEW shop.through IS 'kept'", "COMMENT ON VIEW shop.calls IS 'kept'",
		"ALTER TABLE shop.plain RENAME TO hidden", "CREATE TABLE shop.plain (id int, v text)", "ALTER FUNCTION shop.told() RENAME TO was",
		"CREATE FUNCTION shop.secretof() RETURNS text LANGUAGE sql STABLE AS 'SELECT max(v) FROM shop.hidden'", "CREATE OR REPLACE FUNCTION shop.was() RETURNS text LANGUAGE sql STABLE AS 'SELECT shop.secretof()'",
		"CREATE FUNCTION shop.told() RETURNS text LANGUAGE sql STABLE AS 'SELECT ''x''::text'", "COMMENT ON VIEW shop.through IS 'kept'", "COMMENT ON VIEW shop.calls IS 'kept'",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"SELECT * FROM shop.through", "SELECT v FROM shop.through WHERE id = 1", "SELECT * FROM shop.calls"} {
		if out, err := undone(t, analyst, sql); !refusedByGate(err) || strings.Contains(out, marker) {
			t.Errorf("%s is not refused: %v %s", sql, err, out)
		}
	}
	for _, sql := range []string{"ALTER TABLE shop.plain RENAME TO other", "ALTER TABLE shop.hidden RENAME TO plain", "ALTER TABLE shop.other RENAME TO hidden", "COMMENT ON VIEW shop.through IS 'kept'"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if _, err := undone(t, analyst, "SELECT * FROM shop.through"); err != nil {
		t.Errorf("the old names: %v", err)
	}
}
