package engine_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/engine"
)

// TestRenamedThroughViews: a view that was made before a relation or a column got its name reads what the policy says of the new name,
// in one session and in another.
func TestRenamedThroughViews(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		admin, analysts := enter(t, e, "admin"), []*engine.Session{enter(t, e, "analyst"), enter(t, e, "analyst")}
		does := func(sql string) {
			t.Helper()
			if _, err := run(t.Context(), admin, anything(sql)); err != nil {
				t.Fatalf("%s: %s: %v", name, sql, err)
			}
		}
		reads := func(when string, allowed bool, list ...string) {
			t.Helper()
			for _, sql := range list {
				for _, s := range analysts {
					if _, err := undone(t, s, sql); allowed && err != nil || !allowed && !refusedByGate(err) {
						t.Errorf("%s: %s: %s: %v", name, when, sql, err)
					}
				}
			}
		}
		for _, sql := range []string{
			"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.plain (id int, v text)", "INSERT INTO shop.plain VALUES (1, 'marker')",
			"CREATE VIEW shop.through AS SELECT id, v FROM shop.plain", "CREATE VIEW shop.further AS SELECT v AS w FROM shop.through",
			"CREATE VIEW shop.of_name AS SELECT id, name AS n FROM shop.users", "CREATE VIEW shop.of_secret AS SELECT id, secret AS s FROM shop.users",
			"CREATE VIEW shop.further_name AS SELECT n FROM shop.of_name",
		} {
			does(sql)
		}
		table := []string{"SELECT * FROM shop.through", "SELECT w FROM shop.further", "SELECT count(*) FROM shop.further", "SELECT (SELECT max(w) FROM shop.further)", "EXPLAIN SELECT v FROM shop.through"}
		reads("before", true, table...)
		does("ALTER TABLE shop.plain RENAME TO hidden")
		reads("a denied name", false, append(table, "SELECT * FROM shop.hidden")...)
		does("ALTER TABLE shop.hidden RENAME TO plain2")
		reads("a name that is not denied", true, append(table, "SELECT * FROM shop.plain2")...)

		before, later := []string{"SELECT n FROM shop.of_name", "SELECT n FROM shop.further_name", "SELECT * FROM shop.further_name"}, []string{"SELECT s FROM shop.of_secret", "SELECT * FROM shop.of_secret WHERE s <> ''"}
		reads("before", true, before...)
		reads("before", false, later...)
		does("ALTER TABLE shop.users RENAME COLUMN secret TO told")
		reads("a column that was denied", true, append(later, "SELECT told FROM shop.users")...)
		does("ALTER TABLE shop.users RENAME COLUMN name TO secret")
		reads("a denied column", false, append(before, "SELECT secret FROM shop.users", "SELECT id FROM shop.of_name WHERE n = 'a'", "SELECT id FROM shop.of_name ORDER BY n")...)
		does("ALTER TABLE shop.users RENAME COLUMN secret TO name")
		reads("the old name", true, before...)
	}
}
