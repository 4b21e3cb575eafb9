package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestViewsOfTwoSchemas: the names of a view mean what they meant to who made it, whatever the search path of who reads the view
// is. Policies judge the relations that it reads.
func TestViewsOfTwoSchemas(t *testing.T) {
	e := duckShop(t, "marker")
	admin := enter(t, e, "admin")
	for _, sql := range []string{
		"CREATE SCHEMA free", "CREATE TABLE free.hidden AS SELECT 1 AS id, 'free' AS value", "CREATE TABLE free.users AS SELECT 1 AS id, 'free' AS name, 'free' AS secret",
		"SET search_path = shop", "CREATE VIEW shop.of_hidden AS SELECT value FROM hidden", "CREATE VIEW shop.of_secret AS SELECT secret FROM users",
		"CREATE VIEW shop.of_names AS SELECT name FROM users", "CREATE VIEW shop.of_view AS SELECT * FROM of_hidden",
		"CREATE VIEW shop.of_with AS WITH hidden AS (SELECT value FROM hidden) SELECT * FROM hidden",
		"SET search_path = free, shop", "CREATE VIEW shop.of_both AS SELECT value FROM hidden", "CREATE VIEW free.of_free AS SELECT value FROM hidden",
		"SET search_path = shop, free", "CREATE VIEW free.of_shop AS SELECT value FROM hidden", "CREATE VIEW free.of_later AS WITH later AS (SELECT 1) SELECT value FROM hidden, later",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, path := range []string{"free", "free, shop", "shop", "shop, free", "public"} {
		analyst := enter(t, e, "analyst")
		if _, err := run(t.Context(), analyst, anything("SET search_path = "+path)); err != nil {
			t.Fatal(err)
		}
		for _, view := range []string{"shop.of_hidden", "shop.of_secret", "shop.of_view", "shop.of_with", "free.of_shop", "free.of_later"} {
			if out, err := run(t.Context(), analyst, anything("SELECT * FROM "+view)); !refusedByGate(err) {
				t.Errorf("search_path %s: %s is not refused: %q, %v", path, view, out, err)
			}
		}
		for view, want := range map[string]string{"shop.of_names": "n1", "free.of_free": "free", "shop.of_both": "free"} {
			if out, err := run(t.Context(), analyst, anything("SELECT * FROM "+view)); err != nil || !strings.Contains(out, want) {
				t.Errorf("search_path %s: %s: %q, %v", path, view, out, err)
			}
		}
	}
}

// TestTemporaryViewsRead: a temporary view of the embedded engine cannot do more than read, because its readers are judged by the
// catalog, which has no temporary objects: here by the table of its name.
func TestTemporaryViewsRead(t *testing.T) {
	e := duckShop(t, "marker")
	admin := enter(t, e, "admin")
	for _, sql := range []string{"CREATE SEQUENCE shop.counter", "CREATE VIEW shop.counting AS SELECT nextval('shop.counter') AS id", "SET search_path = shop"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		"CREATE TEMP VIEW orders AS SELECT nextval('shop.counter') AS id", "CREATE OR REPLACE TEMPORARY VIEW orders AS SELECT * FROM shop.counting",
		"CREATE TEMP VIEW orders AS SELECT setval('shop.counter', 5)",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if out, err := run(t.Context(), admin, anything("CREATE TEMP VIEW orders AS SELECT 1 AS id; SELECT * FROM orders")); err != nil || !strings.Contains(out, "1") {
		t.Errorf("a view that reads: %q, %v", out, err)
	}
}

// TestChangesOfHiddenViews: a temporary table comes before a view of its name, whose table is not changed in its place.
func TestChangesOfHiddenViews(t *testing.T) {
	e := duckShop(t, "marker")
	admin := enter(t, e, "admin")
	must := func(sql, want string) {
		t.Helper()
		if out, err := run(t.Context(), admin, anything(sql)); err != nil || !strings.Contains(out, want) {
			t.Fatalf("%s: %q, %v", sql, out, err)
		}
	}
	for _, sql := range []string{"CREATE TABLE shop.base (a int)", "SET search_path = shop", "CREATE VIEW shown AS SELECT a FROM base", "INSERT INTO shown VALUES (7)", "CREATE TEMP TABLE shown (a int)"} {
		must(sql, "")
	}
	for _, sql := range []string{"INSERT INTO shown VALUES (1)", "UPDATE shown SET a = 1", "DELETE FROM shown", "INSERT INTO SHOWN VALUES (1) RETURNING a"} {
		if _, err := run(t.Context(), admin, anything(sql)); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
			t.Errorf("%s: %v", sql, err)
		}
	}
	must("SELECT sum(a) FROM base", "7")
	must("UPDATE shop.shown SET a = 8", "")
	must("SELECT sum(a) FROM base", "8")
	must("SELECT count(*) FROM shown", "0")
	must("DROP TABLE shown", "")
	must("UPDATE shown SET a = 9", "")
	must("SELECT sum(a) FROM base", "9")
}
