package engine_test

import (
	"context"
	"strings"
	"testing"
)

// TestBrowsersReadNoValues: a role that may read the source's catalogs, to browse, reads there, and by functions of extensions, neither
// values of what it is denied, nor what others have sent.
func TestBrowsersReadNoValues(t *testing.T) {
	const marker = "m4rk3r"
	e := pgShop(t, marker)
	asAdmin(t, e,
		"CREATE EXTENSION pageinspect", "CREATE EXTENSION pgrowlocks", "CREATE EXTENSION dblink", "CREATE EXTENSION tablefunc", "CREATE EXTENSION xml2", "CREATE EXTENSION pg_buffercache",
		"CREATE EXTENSION amcheck", "CREATE EXTENSION pgstattuple", "CREATE EXTENSION pg_visibility", "CREATE EXTENSION file_fdw", "CREATE EXTENSION postgres_fdw",
		"CREATE STATISTICS shop.st (mcv) ON secret, name FROM shop.users", "CREATE INDEX users_part ON shop.users (id) WHERE secret = '"+marker+"1'", "ANALYZE shop.users",
		"CREATE SERVER away FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '"+marker+"')", "CREATE USER MAPPING FOR CURRENT_USER SERVER away OPTIONS (password '"+marker+"')",
		"CREATE FOREIGN TABLE shop.remote (id int) SERVER away OPTIONS (table_name '"+marker+"')",
		"PREPARE sent AS SELECT '"+marker+"'", "SELECT lo_from_bytea(77, '"+marker+"')", "COMMENT ON TABLE shop.orders IS 'words'",
		"CREATE POLICY one ON shop.log USING (what <> 'x')", "DO 'BEGIN PERFORM 1; END'", "CREATE TABLE shop.defaulted (id int, secret text DEFAULT 'x')",
		"CREATE FUNCTION shop.any_setting(name text) RETURNS text LANGUAGE sql AS 'SELECT current_setting(name, true)'",
		"CREATE VIEW shop.of_setting AS SELECT id, current_setting('app.told', true) AS told FROM shop.orders",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET app.told = %L', current_database(), '"+marker+"'); END $$")
	admin := asAdmin(t, e, "CREATE ROLE pgtest_told LOGIN", "ALTER ROLE pgtest_told SET app.token = '"+marker+"'")
	t.Cleanup(func() {
		if _, err := run(context.Background(), admin, anything("DROP ROLE pgtest_told")); err != nil {
			t.Error(err)
		}
	})
	browser := enter(t, e, "browser")
	for _, sql := range []string{
		"SHOW TimeZone", "SHOW search_path", "SHOW server_version", "SHOW sallyport.tenant_x", "SELECT current_setting('TimeZone')", "SELECT name, unit, context FROM pg_settings", "SELECT count(*) FROM pg_settings",
		"SELECT setting FROM pg_settings WHERE name = 'max_index_keys'", "SELECT setting FROM pg_catalog.pg_settings WHERE name IN ('TimeZone', 'server_version')",
		"SELECT set_config('bytea_output', 'hex', false) FROM pg_show_all_settings() WHERE name = 'bytea_output'", "SELECT setting FROM pg_settings s WHERE name = 'work_mem'", "SELECT id FROM shop.of_setting",
	} {
		if _, err := undone(t, browser, sql); refusedByGate(err) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range linesOf(t, "browser.txt") {
		sql, always := strings.CutPrefix(sql, "!")
		out, err := undone(t, browser, sql)
		switch {
		case strings.Contains(out+everythingOf(err), marker):
			t.Errorf("%s\n\tshows %.200s %v", sql, out, err)
		case always && !refusedByGate(err):
			t.Errorf("%s\n\tis not refused: %v", sql, err)
		}
	}
}
