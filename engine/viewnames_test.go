package engine_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/engine"
)

// TestNamesOfDeniedViewColumns: who may not read a column of a view changes no name by which the policy knows it.
func TestNamesOfDeniedViewColumns(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
		for _, sql := range []string{"CREATE SCHEMA IF NOT EXISTS free", "DROP TABLE IF EXISTS shop.rows CASCADE", "CREATE VIEW shop.rows AS SELECT 1 AS id, 'zqmark'::text AS secret"} {
			if _, err := run(t.Context(), admin, anything(sql)); err != nil {
				t.Fatalf("%s: %s: %v", name, sql, err)
			}
		}
		for _, sql := range []string{
			"ALTER VIEW shop.rows RENAME COLUMN secret TO told", "ALTER VIEW shop.rows RENAME COLUMN id TO told", "ALTER TABLE shop.rows RENAME COLUMN secret TO told",
			"ALTER VIEW shop.rows RENAME TO others", "ALTER VIEW shop.rows SET SCHEMA free", "ALTER TABLE shop.users SET SCHEMA free",
			"SELECT secret FROM shop.rows",
		} {
			if out, err := run(t.Context(), analyst, anything(sql)); !refusedByGate(err) {
				t.Errorf("%s: %s: %s %v", name, sql, out, err)
			}
		}
		if out, err := run(t.Context(), analyst, anything("SELECT id FROM shop.rows")); err != nil {
			t.Errorf("%s: %s %v", name, out, err)
		}
	}
}
