package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestKeysToHidden: a client that may not name a relation is told nothing of the foreign keys from or to it, on
// both kinds of sources.
func TestKeysToHidden(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
		for _, sql := range []string{
			"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.keyed (id int PRIMARY KEY, b int)", "CREATE TABLE shop.minekeyed (r int)", "INSERT INTO shop.keyed VALUES (1, 1), (2, 2), (3, 3)",
			"CREATE TABLE shop.hidden (id int PRIMARY KEY, secret int CONSTRAINT hidden_key REFERENCES shop.keyed ON UPDATE CASCADE, late int CONSTRAINT hidden_late REFERENCES shop.keyed ON DELETE CASCADE DEFERRABLE)",
			"INSERT INTO shop.hidden VALUES (1, 1, NULL), (2, 2, NULL)",
		} {
			if _, err := run(t.Context(), admin, anything(sql)); err != nil {
				t.Fatalf("%s: %s: %v", name, sql, err)
			}
		}
		for _, sql := range []string{
			"CREATE TABLE shop.newkeyed (r int REFERENCES shop.hidden)", "ALTER TABLE shop.minekeyed ADD FOREIGN KEY (r) REFERENCES shop.hidden",
			"ALTER TABLE shop.minekeyed ADD COLUMN s int REFERENCES shop.hidden (secret)", "CREATE TABLE shop.newkeyed (r text REFERENCES shop.users (secret))", "ALTER TABLE shop.minekeyed ADD FOREIGN KEY (r) REFERENCES shop.users (secret)",
		} {
			if out, err := undone(t, analyst, sql); !refusedByGate(err) {
				t.Errorf("%s: %s: %s %v", name, sql, out, err)
			}
		}
		for _, sql := range []string{
			"DELETE FROM shop.keyed WHERE id = 1", "DELETE FROM shop.keyed", "UPDATE shop.keyed SET id = id + 10", "UPDATE shop.keyed SET id = 10 WHERE id = 1", "TRUNCATE shop.keyed", "DROP TABLE shop.keyed",
			"MERGE INTO shop.keyed p USING (SELECT 1 AS id) s ON p.id = s.id WHEN MATCHED THEN DELETE", "INSERT INTO shop.keyed VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET id = 50",
			"ALTER TABLE shop.keyed DROP COLUMN id", "ALTER TABLE shop.keyed ALTER COLUMN id TYPE text", "ALTER TABLE shop.keyed DROP CONSTRAINT keyed_pkey",
		} {
			_, err := undone(t, analyst, sql)
			if told := toldOf(err); err != nil && (strings.Contains(told, "hidden") || strings.Contains(told, "secret") || sqlstate.CodeOf(err) == sqlstate.InternalError) {
				t.Errorf("%s: %s: %s", name, sql, told)
			}
		}
	}
}
