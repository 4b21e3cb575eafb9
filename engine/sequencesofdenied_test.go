package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestSequencesOfDeniedRelations: who may not use everything reads no value of a sequence, and hears the same of one that is there and of
// one that is not.
func TestSequencesOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.hidden (id serial, v text)", "INSERT INTO shop.hidden (v) VALUES ('a')",
		"SELECT currval('shop.hidden_id_seq')", "SELECT lastval()", "CREATE SEQUENCE shop.shared", "ALTER TABLE shop.hidden ADD COLUMN n int DEFAULT nextval('shop.shared')",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"SELECT currval('shop.hidden_id_seq')", "SELECT currval('shop.hidden_id_seq'::regclass)", "SELECT lastval()", "SELECT setval('shop.hidden_id_seq', 1)",
		"SELECT setval('shop.hidden_id_seq', 1), setval('shop.hidden_id_seq', 2)", "SELECT nextval('shop.hidden_id_seq')",
		"SELECT currval(pg_get_serial_sequence('shop.hidden', 'id'))", "SELECT pg_get_serial_sequence('shop.hidden', 'id')",
		"INSERT INTO shop.hidden (v) VALUES (currval('shop.hidden_id_seq')::text)", "INSERT INTO shop.hidden (v) VALUES (lastval()::text)",
		"SELECT last_value FROM shop.hidden_id_seq",
	} {
		failsAsIfAbsent(t, analyst, sql)
	}
	for _, sql := range []string{
		"ALTER SEQUENCE shop.hidden_id_seq RESTART", "ALTER SEQUENCE shop.hidden_id_seq OWNED BY NONE", "DROP SEQUENCE shop.hidden_id_seq",
		"DROP SEQUENCE shop.hidden_id_seq CASCADE", "COMMENT ON SEQUENCE shop.hidden_id_seq IS 'x'", "ALTER SEQUENCE shop.hidden_id_seq RENAME TO other",
	} {
		_, err := run(t.Context(), analyst, anything(sql))
		if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"CREATE TYPE shop.mood AS ENUM ('a')", "ALTER TABLE shop.hidden ADD COLUMN m shop.mood"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"DROP SEQUENCE shop.shared", "DROP TYPE shop.mood", "DROP SCHEMA shop"} {
		_, err := run(t.Context(), analyst, anything(sql))
		if told := sqlstate.From(err); told == nil || strings.Contains(told.Message+told.Detail+told.Hint, "hidden") {
			t.Errorf("%s, on which a hidden table depends: %v", sql, err)
		}
	}
	for _, sql := range []string{"SELECT currval('shop.hidden_id_seq')", "INSERT INTO shop.hidden (v) VALUES ('b') RETURNING id"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Errorf("%s, when the others were refused: %v", sql, err)
		}
	}
}

// TestIndexesOfDeniedRelations: who may not use a table does not hear of its indexes, and changes none.
func TestIndexesOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.hidden (id int PRIMARY KEY, v text, n text)", "CREATE INDEX secret_i ON shop.hidden (lower(v) DESC) WHERE id > 5",
		"CREATE VIEW shop.over_hidden AS SELECT v FROM shop.hidden",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"DROP INDEX shop.hidden_pkey", "DROP INDEX shop.secret_i", "ALTER INDEX shop.secret_i RENAME TO other_i", "COMMENT ON INDEX shop.secret_i IS 'x'",
		"SELECT indexdef FROM pg_indexes", "SELECT pg_get_indexdef('shop.secret_i'::regclass)", "SELECT pg_describe_object('pg_class'::regclass, 'shop.hidden'::regclass, 0)",
		"SELECT to_regclass('shop.hidden')", "SELECT pg_get_viewdef('shop.over_hidden')",
		"ALTER TABLE shop.hidden ALTER COLUMN v TYPE int", "ALTER TABLE shop.hidden ALTER COLUMN id DROP NOT NULL", "ALTER TABLE shop.hidden ALTER COLUMN id SET DEFAULT 'x'",
	} {
		_, err := run(t.Context(), analyst, anything(sql))
		if err == nil {
			t.Errorf("%s: it ran", sql)
			continue
		}
		told := sqlstate.From(err)
		if said := strings.ReplaceAll(told.Message+told.Detail+told.Hint+told.Table, "over_hidden", ""); !strings.Contains(sql, "hidden") && strings.Contains(said, "hidden") ||
			strings.Contains(said, "lower(") || strings.Contains(said, "primary key") || strings.Contains(said, "cast automatically") {
			t.Errorf("%s: it tells of the table: %v, %s, %s", sql, err, told.Detail, told.Hint)
		}
		if sql == "DROP INDEX shop.hidden_pkey" && strings.Contains(told.Message, "requires it") {
			t.Errorf("%s: it tells that there is such a table: %v", sql, err)
		}
	}
}
