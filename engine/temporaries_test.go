package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTemporaryColumns: a temporary table of the embedded engine has its own columns in its session, and nowhere else, while
// the same texts are sent in another session.
func TestTemporaryColumns(t *testing.T) {
	e := duckShop(t, "marker")
	own, other := enter(t, e, "admin"), enter(t, e, "admin")
	for _, sql := range []string{"SET search_path = shop", "INSERT INTO log VALUES ('1', 'long text')", "SELECT what FROM log WHERE id = '1'"} {
		for _, session := range []*engine.Session{own, other} {
			if out, err := run(t.Context(), session, anything(sql)); err != nil {
				t.Fatalf("%s: %q, %v", sql, out, err)
			}
		}
	}
	if _, err := run(t.Context(), own, anything("CREATE TEMP TABLE log (id text, what varchar(4), at date)")); err != nil {
		t.Fatal(err)
	}
	expect := func(sql, out string, err error, want string) { // the code of the error, or what the answer contains
		t.Helper()
		if err != nil && string(sqlstate.CodeOf(err)) != want || err == nil && !strings.Contains(out, want) {
			t.Errorf("%s: %q, %v, not %q", sql, out, err, want)
		}
	}
	for range 2 { // the second time, the other session's plans are kept
		for _, s := range []struct{ sql, here, there string }{
			{"INSERT INTO log VALUES ('one', 'four')", "", "22P02"},
			{"INSERT INTO log VALUES (2, 'long text')", "22001", ""},
			{"INSERT INTO log (id, at) VALUES (3, '2024-1-2')", "", "42703"},
			{"SELECT at FROM log WHERE at = '2024-01-02'", "2024-01-02", "42703"},
			{"SELECT count(*) FROM log WHERE id = 'one'", "", "22P02"},
			{"UPDATE log SET what = 'long text'", "22001", ""},
			{"UPDATE shop.log SET what = 'long text'", "", ""},
			{"INSERT INTO shop.log VALUES ('one', 'x')", "22P02", "22P02"},
		} {
			out, err := run(t.Context(), own, anything(s.sql))
			expect(s.sql, out, err, s.here)
			out, err = run(t.Context(), other, anything(s.sql))
			expect("in the other session: "+s.sql, out, err, s.there)
		}
	}
	for _, s := range []struct{ sql, want string }{
		{"BEGIN", ""},
		{"DROP TABLE log", ""},
		{"INSERT INTO log VALUES (5, 'long text')", ""},
		{"ROLLBACK", ""},
		{"INSERT INTO log VALUES (5, 'long text')", "22001"},
		{"DROP TABLE log; INSERT INTO log VALUES (5, 'long text')", ""},
		{"CREATE TEMP TABLE log (what varchar(2)); INSERT INTO log VALUES ('abc')", "22001"},
		{"INSERT INTO log VALUES (5, 'long text')", ""}, // the batch was one transaction
	} {
		out, err := run(t.Context(), own, anything(s.sql))
		expect(s.sql, out, err, s.want)
	}
}

// TestTemporaryTablesHideNothing: what a role may not read or change stays so in a session that has temporary tables of the
// same names, whatever their columns are.
func TestTemporaryTablesHideNothing(t *testing.T) {
	e := duckShop(t, "marker")
	analyst := enter(t, e, "analyst")
	if _, err := run(t.Context(), analyst, anything("SET search_path = shop, free")); err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, sql := range []string{
		"CREATE TEMP TABLE hidden (id int, value text)", "CREATE TEMP TABLE users (id int, secret text, name text)", "CREATE TEMP TABLE v_users (id int, secret text)",
		"CREATE TEMP VIEW orders AS SELECT 1 AS id, 'x' AS value, 'y' AS secret", "CREATE TEMP TABLE mine (id int, secret text, value text)", "SELECT 1 AS id, 'x' AS secret INTO TEMP v_safe",
	} {
		if _, err := run(t.Context(), analyst, anything(sql)); err == nil {
			made++
		} else if !refusedByGate(err) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if made == 0 {
		t.Error("the role can make no temporary relation, so nothing was tried")
	}
	for _, sql := range []string{
		"SELECT value FROM hidden", "SELECT value FROM shop.hidden", "SELECT value FROM main.hidden", "SELECT h.value FROM hidden h", "SELECT h FROM hidden h", "SELECT secret FROM users", "SELECT secret FROM shop.users", "SELECT u FROM shop.users u",
		"SELECT * FROM shop.v_users", "SELECT secret FROM v_users", "INSERT INTO shop.hidden VALUES (1, 'x')", "INSERT INTO hidden VALUES (1, 'x')", "UPDATE shop.users SET name = secret",
		"SELECT * FROM shop.users u JOIN users v ON u.id = v.id", "INSERT INTO mine SELECT id, secret FROM shop.users", "DELETE FROM shop.hidden",
		"WITH x AS (DELETE FROM shop.users RETURNING secret) SELECT * FROM x", "INSERT INTO shop.users VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = users.secret",
		"TABLE shop.hidden", "SELECT row_to_json(u) FROM shop.users u",
	} {
		out, err := run(t.Context(), analyst, anything(sql))
		if strings.Contains(out, "marker") || !refusedByGate(err) && sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
			t.Errorf("%s is not refused: %q, %v", sql, out, err)
		}
	}
}
