package engine_test

import (
	"strings"
	"testing"
)

// TestScalesOfDeniedColumns: who may not read a numeric may not read the column that keeps how many digits it is shown with, by no way; and
// nobody names such a column.
func TestScalesOfDeniedColumns(t *testing.T) {
	e := duckShop(t, "a")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"DROP TABLE shop.users CASCADE", "CREATE TABLE shop.users (id int PRIMARY KEY, name text, secret numeric, open numeric)",
		"INSERT INTO shop.users VALUES (1, 'a', 7.123000, 1.50), (2, 'b', 8, 2)",
		"CREATE VIEW shop.opened AS SELECT id, open, open * 2 AS twice FROM shop.users", "CREATE VIEW shop.secrets AS SELECT id, secret FROM shop.users",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"SELECT pg__scale_secret FROM shop.users", "SELECT u.pg__scale_secret FROM shop.users u", `SELECT "pg__SCALE_secret" FROM shop.users`, `SELECT U&"pg\005f_scale_secret" FROM shop.users`,
		"SELECT (u).pg__scale_secret FROM shop.users u", "SELECT pg__scale_secret(u) FROM shop.users u", "SELECT id FROM shop.users ORDER BY pg__scale_secret", "SELECT id FROM shop.users WHERE pg__scale_secret = 6",
		"SELECT count(*) FROM shop.users GROUP BY pg__scale_secret", "SELECT 1 FROM shop.users a JOIN shop.users b USING (pg__scale_secret)", "SELECT * FROM shop.users", "SELECT u.* FROM shop.users u",
		"SELECT u FROM shop.users u", "SELECT (u).* FROM shop.users u", "SELECT row_to_json(u) FROM shop.users u", "SELECT u::text FROM shop.users u", "TABLE shop.users",
		"SELECT * FROM (SELECT * FROM shop.users) q", "SELECT 1 FROM shop.users a NATURAL JOIN shop.users b", "COPY shop.users TO STDOUT", "COPY shop.users (id, pg__scale_secret) TO STDOUT",
		"SELECT scale(secret) FROM shop.users", "SELECT secret FROM shop.users", "CREATE VIEW shop.us AS SELECT pg__scale_secret FROM shop.users", "CREATE INDEX ON shop.users (pg__scale_secret)",
		"SELECT x FROM shop.users AS u(a, b, c, d, x)", "UPDATE shop.users SET pg__scale_secret = 1 RETURNING id", "INSERT INTO shop.users (id, pg__scale_secret) VALUES (9, 9)",
		"SELECT secret FROM shop.secrets", "SELECT * FROM shop.secrets", "SELECT scale(secret) FROM shop.secrets", "SELECT pg__scale_secret FROM shop.secrets", "SELECT pg__scale_open FROM shop.opened",
		"SELECT secret FROM (SELECT secret FROM shop.users) q", "WITH q AS (SELECT secret FROM shop.users) SELECT count(*) FROM q GROUP BY secret", "CREATE TABLE shop.copied AS SELECT secret FROM shop.users",
		"SELECT pg__scale_secret FROM (SELECT id, secret FROM shop.users) q", "SELECT pg__passed_1 FROM (SELECT open FROM shop.users) q",
		"SELECT count(pg__scale_open) FROM shop.users", "EXPLAIN SELECT pg__scale_open FROM shop.users", "PREPARE p AS SELECT pg__scale_open FROM shop.users",
	} {
		out, err := undone(t, analyst, sql)
		if told := toldOf(err); err == nil || strings.Contains(out+told, "7.123") {
			t.Errorf("%s: %s %s", sql, out, told)
		}
		if strings.Contains(sql, "pg__") {
			if out, err := undone(t, admin, sql); err == nil {
				t.Errorf("%s, by who may do anything: %s", sql, out)
			}
		}
	}
	for sql, want := range map[string]string{
		"SELECT id, open FROM shop.users ORDER BY id": "1.50", "SELECT open FROM shop.opened ORDER BY id": "1.50", "SELECT twice FROM shop.opened ORDER BY id": "3.00",
		"SELECT open FROM (SELECT id, open FROM shop.users) q ORDER BY id": "1.50", "SELECT open + 1 FROM shop.users ORDER BY id": "2.50",
	} {
		if out, err := undone(t, analyst, sql); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %s %v", sql, out, err)
		}
	}
	for _, sql := range []string{
		"SELECT * FROM duckdb_columns()", "SELECT * FROM duckdb_columns", "SELECT * FROM pragma_table_info('shop.users')", "SELECT * FROM pragma_show('shop.users')", "SELECT sql FROM duckdb_tables()", "SELECT * FROM duckdb_views()", "SELECT sql FROM duckdb_views", "SELECT * FROM shop.opened", "SELECT o FROM shop.opened o", "DESCRIBE shop.opened",
		"SELECT definition FROM pg_views", "SELECT pg_get_viewdef('shop.opened'::regclass)", "EXPLAIN SELECT * FROM shop.opened",
		"SELECT sql FROM sqlite_master", "SELECT * FROM pragma_storage_info('shop.users')", "SELECT attname FROM pg_attribute", "SELECT column_name FROM information_schema.columns", "DESCRIBE shop.users",
		"SELECT * FROM shop.users", "SELECT u FROM shop.users u", "EXPLAIN SELECT * FROM shop.users", "SELECT nosuch FROM shop.users", "SELECT scale_open FROM shop.users",
	} {
		out, err := undone(t, admin, sql)
		if strings.Contains(strings.ToLower(out+toldOf(err)), "pg__scale") {
			t.Errorf("%s shows a column that is hidden: %s %v", sql, out, err)
		}
	}
}
