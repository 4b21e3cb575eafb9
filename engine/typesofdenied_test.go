package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTypesOfDeniedRelations: who may not use a relation does not change the types of its columns, and hears nothing of it.
func TestTypesOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"CREATE DOMAIN shop.code AS text", "CREATE TYPE shop.pair2 AS (a int, b text)", "CREATE TYPE shop.hue AS ENUM ('red')",
		"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.hidden (c1 shop.code, c2 shop.pair2, c3 shop.hue)",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"DROP DOMAIN shop.code", "DROP DOMAIN shop.code CASCADE", "DROP TYPE shop.pair2", "DROP TYPE shop.hue", "ALTER DOMAIN shop.code ADD CHECK (VALUE <> 'x')",
		"ALTER DOMAIN shop.code SET NOT NULL", "ALTER TYPE shop.pair2 ADD ATTRIBUTE z int", "ALTER TYPE shop.pair2 DROP ATTRIBUTE a", "DROP TYPE shop.pair2 CASCADE",
	} {
		_, err := run(t.Context(), analyst, anything(sql))
		if err == nil {
			t.Errorf("%s: it ran", sql)
			continue
		}
		if e := sqlstate.From(err); strings.Contains(e.Message+e.Detail+e.Hint+e.Table, "hidden") {
			t.Errorf("%s: it names the relation: %v, %s, %s", sql, err, e.Detail, e.Hint)
		}
	}
}
