package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestDefinitionsOfDeniedRelations: who may not use a table hears the same of a definition that names it as of one that names a table that is
// not there, whatever columns the definition names.
func TestDefinitionsOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.hidden (id int PRIMARY KEY, n int GENERATED ALWAYS AS IDENTITY, v text, ok boolean, g int GENERATED ALWAYS AS (id + 1) STORED)",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"ALTER TABLE shop.hidden ALTER COLUMN nope SET DEFAULT 1", "ALTER TABLE shop.hidden ALTER COLUMN n SET DEFAULT 1", "ALTER TABLE shop.hidden ALTER COLUMN id SET DEFAULT true",
		"ALTER TABLE shop.hidden ALTER COLUMN id DROP NOT NULL", "ALTER TABLE shop.hidden ALTER COLUMN n DROP NOT NULL", "ALTER TABLE shop.hidden ALTER COLUMN n TYPE text",
		"ALTER TABLE shop.hidden ALTER COLUMN v TYPE int", "ALTER TABLE shop.hidden ALTER COLUMN id SET STORAGE EXTENDED", "ALTER TABLE shop.hidden ADD COLUMN id int",
		"ALTER TABLE shop.hidden ADD CHECK (id)", "ALTER TABLE shop.hidden ADD CHECK (nope > 1)", "ALTER TABLE shop.hidden DROP COLUMN nope", "ALTER TABLE shop.hidden RENAME COLUMN nope TO x",
		"ALTER TABLE shop.hidden ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY", "ALTER TABLE shop.hidden ALTER COLUMN id DROP IDENTITY", "ALTER TABLE shop.hidden DROP CONSTRAINT nope",
		"CREATE INDEX ON shop.hidden (id)", "CREATE INDEX hidden_i ON shop.hidden (nope)", "CREATE INDEX hidden_i ON shop.hidden (id) WHERE id", "CREATE UNIQUE INDEX hidden_i ON shop.hidden USING hash (id)",
		"ALTER TABLE shop.hidden RENAME TO other", "DROP TABLE shop.hidden", "TRUNCATE shop.hidden", "COMMENT ON TABLE shop.hidden IS 'x'", "COMMENT ON CONSTRAINT hidden_pkey ON shop.hidden IS 'x'", "COMMENT ON COLUMN shop.hidden.id IS 'x'",
		"COPY shop.hidden (g) TO STDOUT", "COPY shop.hidden TO STDOUT", "CREATE INDEX ON shop.hidden (nosuch(id))", "CREATE INDEX ON shop.hidden (lower(id))", "CREATE INDEX ON shop.hidden ((v::date))",
		"CREATE TABLE shop.of_hidden (a int REFERENCES shop.hidden)", "CREATE TABLE shop.like_hidden (LIKE shop.hidden)", "CREATE VIEW shop.view_hidden AS SELECT * FROM shop.hidden",
	} {
		failsAsIfAbsent(t, analyst, sql)
	}
}

// failsAsIfAbsent runs a statement that names a hidden relation, and fails the test if its error is another than that of an absent one.
func failsAsIfAbsent(t *testing.T, session *engine.Session, sql string) {
	t.Helper()
	_, err := run(t.Context(), session, anything(sql))
	_, absent := run(t.Context(), session, anything(strings.ReplaceAll(sql, "hidden", "absent")))
	if err == nil || absent == nil {
		t.Errorf("%s: it ran: %v, %v", sql, err, absent)
		return
	}
	told, other := sqlstate.From(err), sqlstate.From(absent)
	if told.Code != other.Code || strings.ReplaceAll(told.Message+told.Detail+told.Hint, "hidden", "absent") != other.Message+other.Detail+other.Hint {
		t.Errorf("%s: the errors tell them apart:\n\t%v, %s, %s\n\t%v, %s, %s", sql, err, told.Detail, told.Hint, absent, other.Detail, other.Hint)
	}
}

// TestDropsOfDeniedRelations: who may not use a relation hears the same of DROP … IF EXISTS of it as of one that is not there, and drops
// nothing.
func TestDropsOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	said := ""
	admin := enter(t, e, "admin")
	analyst, err := e.Open(t.Context(), engine.Client{
		Door: "test", Principal: auth.Fixed("analyst", auth.Local), Ceiling: gate.FullAccess, OnNotice: func(n *sqlstate.Error) { said += everythingOf(n) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = analyst.Close() }()
	for _, sql := range []string{
		"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.hidden (id int PRIMARY KEY, v text)", "CREATE INDEX hidden_i ON shop.hidden (v)",
		"CREATE TABLE shop.mine (id int)",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	told := func(sql string) string {
		said = ""
		_, err := run(t.Context(), analyst, anything(sql))
		if err != nil {
			said += everythingOf(sqlstate.From(err))
		}
		return said
	}
	for _, sql := range []string{
		"DROP TABLE IF EXISTS shop.hidden", "DROP TABLE IF EXISTS shop.hidden CASCADE", "DROP TABLE IF EXISTS hidden", "DROP TABLE IF EXISTS shop.hidden, shop.nothing",
		"DROP VIEW IF EXISTS shop.hidden", "DROP TABLE IF EXISTS shop.hidden_i", "DROP INDEX IF EXISTS shop.hidden_i", "DROP INDEX IF EXISTS shop.hidden_pkey", "DROP INDEX IF EXISTS shop.hidden", "DROP SEQUENCE IF EXISTS shop.hidden",
		"DROP MATERIALIZED VIEW IF EXISTS shop.hidden", "DROP TABLE IF EXISTS duck.shop.hidden", "DROP TABLE IF EXISTS shop.nothing, shop.hidden", "ALTER TABLE IF EXISTS shop.hidden ADD COLUMN x int", "ALTER VIEW IF EXISTS shop.hidden RENAME TO other",
		"ALTER TABLE IF EXISTS shop.hidden RENAME TO other", "ALTER INDEX IF EXISTS shop.hidden_i RENAME TO other", "ALTER SEQUENCE IF EXISTS shop.hidden RESTART", "DROP TABLE IF EXISTS shop.mine, shop.hidden",
		"ALTER TABLE IF EXISTS shop.hidden SET SCHEMA free", "ALTER TABLE IF EXISTS shop.hidden_i RENAME TO other", "ALTER TABLE IF EXISTS shop.hidden RENAME COLUMN v TO w", "ALTER VIEW IF EXISTS shop.hidden SET SCHEMA free",
	} {
		of, absent := told(sql), told(strings.ReplaceAll(sql, "hidden", "absent"))
		if strings.ReplaceAll(of, "hidden", "absent") != absent {
			t.Errorf("%s: what is told tells them apart:\n\t%s\n\t%s", sql, of, absent)
		}
	}
	for _, sql := range []string{"SELECT id, v FROM shop.hidden", "DROP INDEX shop.hidden_i", "SELECT id FROM shop.mine"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Errorf("%s, after the drops: %v", sql, err)
		}
	}
}
