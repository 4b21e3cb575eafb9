package engine_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestNewNames: who may not use a relation makes none of its name, neither anew nor from another.
func TestNewNames(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
		for _, sql := range []string{
			"CREATE SCHEMA other", "CREATE TABLE shop.mine (a int)", "CREATE TABLE other.mine (a int)", "CREATE VIEW shop.my_view AS SELECT 1 AS a", "CREATE SEQUENCE shop.my_seq",
			"DROP TABLE shop.hidden CASCADE",
		} {
			if _, err := run(t.Context(), admin, anything(sql)); err != nil {
				t.Fatalf("%s: %s: %v", name, sql, err)
			}
		}
		for _, sql := range []string{
			"ALTER TABLE shop.mine RENAME TO hidden", "ALTER TABLE IF EXISTS shop.mine RENAME TO hidden", "ALTER TABLE shop.mine SET SCHEMA other", "ALTER VIEW shop.my_view RENAME TO hidden", "ALTER VIEW shop.my_view SET SCHEMA other",
			"ALTER SEQUENCE shop.my_seq RENAME TO hidden", "ALTER TABLE other.mine SET SCHEMA shop", "ALTER SCHEMA other RENAME TO shop2",
			"CREATE TABLE shop.hidden (a int)", "CREATE TABLE IF NOT EXISTS shop.hidden (a int)", "CREATE TABLE shop.hidden AS SELECT 1 AS a", "SELECT 1 AS a INTO shop.hidden", "CREATE VIEW shop.hidden AS SELECT 1 AS a",
			"CREATE OR REPLACE VIEW shop.hidden AS SELECT 1 AS a", "CREATE SEQUENCE shop.hidden", "CREATE TABLE other.mine2 (a int)", "CREATE MATERIALIZED VIEW shop.hidden AS SELECT 1 AS a",
			"CREATE SCHEMA more CREATE TABLE hidden (a int)",
		} {
			if out, err := undone(t, analyst, sql); !refusedByGate(err) && codeOf(err) != sqlstate.FeatureNotSupported {
				t.Errorf("%s: %s: %s %v", name, sql, out, err)
			}
		}
		for _, sql := range []string{"ALTER TABLE shop.mine RENAME TO yours", "ALTER VIEW shop.my_view RENAME TO your_view", "CREATE TABLE shop.another (a int)"} {
			if out, err := undone(t, analyst, sql); err != nil {
				t.Errorf("%s: %s: %s %v", name, sql, out, err)
			}
		}
	}
}
