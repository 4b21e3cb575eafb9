package engine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// asAdmin runs statements as somebody whom nothing narrows.
func asAdmin(t *testing.T, e *engine.Engine, statements ...string) *engine.Session {
	t.Helper()
	admin := enter(t, e, "admin")
	for _, sql := range statements {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	return admin
}

// shopFunctions read what the analyst may read, and what the analyst may not.
var shopFunctions = []string{
	"CREATE FUNCTION shop.safe(n int) RETURNS text LANGUAGE sql STABLE AS 'SELECT name FROM shop.users WHERE users.id = n'",
	"CREATE FUNCTION shop.plain(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + 1'",
	"CREATE FUNCTION shop.hides(n int) RETURNS text LANGUAGE sql STABLE AS 'SELECT value FROM shop.hidden WHERE hidden.id = n'",
	"CREATE FUNCTION shop.second(n int) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM shop.orders o, shop.hidden h WHERE o.id = n'",
	"CREATE FUNCTION shop.secretof(n int) RETURNS text LANGUAGE sql STABLE AS 'SELECT secret FROM shop.users WHERE users.id = n'",
	"CREATE FUNCTION shop.whole() RETURNS SETOF shop.users LANGUAGE sql STABLE AS 'SELECT * FROM shop.users'",
	"CREATE FUNCTION shop.rows() RETURNS TABLE(a int, b text) LANGUAGE sql STABLE AS 'SELECT id, secret FROM shop.users'",
	"CREATE FUNCTION shop.asks(n int) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM shop.users WHERE users.secret LIKE ''a%'' AND users.id = n'",
	"CREATE FUNCTION shop.inner1(n int) RETURNS text LANGUAGE sql STABLE AS 'SELECT shop.secretof(n)'",
	"CREATE FUNCTION shop.atomic(n int) RETURNS text LANGUAGE sql STABLE BEGIN ATOMIC SELECT secret FROM shop.users WHERE users.id = n; END",
	"CREATE FUNCTION shop.defaulted(a text DEFAULT shop.secretof(1)) RETURNS text LANGUAGE sql STABLE AS 'SELECT a'",
	"CREATE FUNCTION shop.secret(secret text) RETURNS text LANGUAGE sql STABLE AS 'SELECT max(secret) FROM shop.users'",
}

// TestFunctionsOfUsersAreJudged: what a function reads is what its caller reads, whoever made it.
func TestFunctionsOfUsersAreJudged(t *testing.T) {
	e := duckShop(t, "a")
	asAdmin(t, e, shopFunctions...)
	analyst := enter(t, e, "analyst")
	for _, sql := range []string{
		"SELECT shop.hides(1)", "SELECT shop.second(1)", "SELECT shop.secretof(1)", "SELECT * FROM shop.whole()", "SELECT id FROM shop.whole()", "SELECT a FROM shop.rows()",
		"SELECT * FROM shop.rows()", "SELECT shop.asks(1)", "SELECT shop.inner1(1)", "SELECT shop.atomic(1)", "SELECT shop.defaulted()", "SELECT shop.secret('x')",
		"SELECT shop.plain(length(shop.secretof(1)))", "SELECT id FROM shop.orders WHERE shop.asks(id) > 0", "INSERT INTO shop.log VALUES (1, shop.secretof(1))",
		"UPDATE shop.orders SET note = shop.secretof(id)", "DELETE FROM shop.orders WHERE shop.asks(id) > 0", "PREPARE p AS SELECT shop.secretof(1)", "DECLARE c CURSOR WITH HOLD FOR SELECT shop.secretof(1)",
		"EXPLAIN SELECT shop.secretof(1)", "COPY (SELECT shop.secretof(1)) TO STDOUT", "CREATE TABLE shop.t AS SELECT shop.secretof(1) AS x", "SELECT 1 ORDER BY shop.secretof(1)",
		"SELECT count(*) FROM shop.orders GROUP BY shop.secretof(user_id)", "INSERT INTO shop.log VALUES (1, 'x') RETURNING shop.secretof(id)", "WITH x AS (SELECT shop.secretof(1)) SELECT 1 FROM x",
		"SELECT shop.whole()", "VALUES (shop.secretof(1))",
	} {
		if out, err := undone(t, analyst, sql); !refusedByGate(err) && sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
			t.Errorf("%s\n\tis not refused: %v %s", sql, err, out)
		}
	}
	for _, sql := range []string{"SELECT shop.hides(1)", "SELECT shop.second(1)", "SELECT id, shop.hides(id) FROM shop.orders"} {
		if _, err := undone(t, analyst, sql); err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: an error names what only the function names: %v", sql, err)
		}
	}
	if out, err := undone(t, enter(t, e, "admin"), "SELECT shop.secretof(1), shop.hides(1), shop.atomic(1), shop.inner1(1)"); err != nil || strings.Count(out, "a1") != 4 {
		t.Errorf("nobody may call them: %q, %v", out, err)
	}
	for _, sql := range []string{"SELECT shop.safe(1)", "SELECT shop.plain(id) FROM shop.orders", "SELECT name, shop.plain(id) FROM shop.users", "INSERT INTO shop.log VALUES (shop.plain(1), shop.safe(2))"} {
		if _, err := undone(t, analyst, sql); err != nil {
			t.Errorf("%s\n\tis not allowed: %v", sql, err)
		}
	}
}

// TestFunctionsAreMadeByWhoSeesAll: a function runs with the rights of who calls it, so who may not see everything makes
// and drops none.
func TestFunctionsAreMadeByWhoSeesAll(t *testing.T) {
	e := duckShop(t, "a")
	asAdmin(t, e, shopFunctions[:2]...)
	for _, who := range []string{"analyst", "browser", "reader"} {
		s := enter(t, e, who)
		for _, sql := range []string{
			"CREATE FUNCTION shop.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'", "CREATE OR REPLACE FUNCTION shop.plain(a int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
			"CREATE FUNCTION shop.mine() RETURNS text LANGUAGE sql AS 'SELECT max(secret) FROM shop.users'", "DROP FUNCTION shop.plain(int)", "DROP FUNCTION IF EXISTS shop.nosuch()", "DROP ROUTINE shop.plain",
		} {
			if _, err := undone(t, s, sql); !refusedByGate(err) {
				t.Errorf("%s: %s\n\tis not refused: %v", who, sql, err)
			}
		}
	}
}

// TestReplacedFunctions: no plan outlives the function that it was made with.
func TestReplacedFunctions(t *testing.T) {
	e := duckShop(t, "a")
	admin := asAdmin(t, e, shopFunctions[1], "CREATE FUNCTION shop.outer1(a int) RETURNS int LANGUAGE sql AS 'SELECT shop.plain(a) * 10'",
		"PREPARE kept AS SELECT shop.outer1(1) AS value")
	other := enter(t, e, "admin")
	batch, err := other.Prepare(t.Context(), anything("SELECT shop.outer1(1) AS value"))
	if err != nil {
		t.Fatal(err)
	}
	both := func(want string) {
		t.Helper()
		for _, sql := range []string{"SELECT shop.outer1(1) AS value", "EXECUTE kept"} {
			if out, err := run(t.Context(), admin, anything(sql)); err != nil || !strings.Contains(out, want) {
				t.Errorf("%s: %q, %v; want %s", sql, out, err, want)
			}
		}
	}
	both("20")
	asAdmin(t, e, "CREATE OR REPLACE FUNCTION shop.plain(a int) RETURNS int LANGUAGE sql AS 'SELECT a + 6'")
	both("70")
	var out strings.Builder
	err = other.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error { return drain(&out, r) })
	if err != nil || !strings.Contains(out.String(), "70") {
		t.Errorf("a statement that was prepared before the replacement: %q, %v", out.String(), err)
	}
	asAdmin(t, e, "DROP FUNCTION shop.plain(int)")
	if _, err := run(t.Context(), admin, anything("EXECUTE kept")); sqlstate.CodeOf(err) != sqlstate.UndefinedFunction {
		t.Errorf("a function that calls one which was dropped: %v", err)
	}
}

// TestFunctionsOfTransactions: what an open transaction makes of functions is seen by its own session alone, and undone.
func TestFunctionsOfTransactions(t *testing.T) {
	e := duckShop(t, "a")
	asAdmin(t, e, shopFunctions[1])
	one, other := enter(t, e, "admin"), enter(t, e, "admin")
	want := func(s *engine.Session, sql, value string) {
		t.Helper()
		out, err := run(t.Context(), s, anything(sql))
		if value == "" && sqlstate.CodeOf(err) != sqlstate.UndefinedFunction || value != "" && (err != nil || !strings.Contains(out, value)) {
			t.Errorf("%s: %q, %v; want %q", sql, out, err, value)
		}
	}
	want(one, "BEGIN", "BEGIN")
	want(one, "CREATE OR REPLACE FUNCTION shop.plain(a int) RETURNS int LANGUAGE sql AS 'SELECT a + 99'", "CREATE FUNCTION")
	want(one, "CREATE FUNCTION shop.fresh() RETURNS int LANGUAGE sql AS 'SELECT shop.plain(1)'", "CREATE FUNCTION")
	want(one, "SELECT shop.plain(1) AS value", "100")
	want(one, "SELECT shop.fresh() AS value", "100")
	want(other, "SELECT shop.plain(1) AS value", "2")
	want(other, "SELECT shop.fresh() AS value", "")
	want(one, "ROLLBACK", "ROLLBACK")
	want(one, "SELECT shop.plain(1) AS value", "2")
	want(one, "SELECT shop.fresh() AS value", "")
	want(one, "CREATE FUNCTION shop.batch() RETURNS int LANGUAGE sql AS 'SELECT 5'; SELECT shop.batch() + 1 AS value", "6")
}

// TestGrowingFunctions: a chain of functions of which each calls the one before twice is refused, in little time.
func TestGrowingFunctions(t *testing.T) {
	e := duckShop(t, "a")
	list := []string{"CREATE FUNCTION shop.g0(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + 1'"}
	for i := 1; i < 13; i++ {
		before, this := "shop.g"+string(rune('a'+i-1)), "shop.g"+string(rune('a'+i))
		if i == 1 {
			before = "shop.g0"
		}
		list = append(list, "CREATE FUNCTION "+this+"(a int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT "+before+"(a + 1) + "+before+"(a + 2)'")
	}
	admin := enter(t, e, "admin")
	refused := false
	for _, sql := range list {
		_, err := run(t.Context(), admin, anything(sql))
		if err == nil {
			continue
		}
		refused = true
		if code := sqlstate.CodeOf(err); code != sqlstate.StatementTooComplex && code != "54000" && code != sqlstate.UndefinedFunction {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if !refused {
		t.Error("a chain of 4,096 calls is not refused")
	}
}

// TestFunctionsOutliveARestart: they are in the file of the source, as tables are.
func TestFunctionsOutliveARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept.duckdb")
	open := func(t *testing.T) *engine.Session {
		t.Helper()
		d, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck", Path: path})
		if err != nil {
			t.Fatal(err)
		}
		return enter(t, engineOver(t, d, nil), "admin")
	}
	t.Run("first", func(t *testing.T) {
		s := open(t)
		for _, sql := range []string{
			"CREATE TABLE t (a int)", "INSERT INTO t VALUES (20), (21)", `CREATE FUNCTION kept(a int DEFAULT 1, "it's" text DEFAULT 'x') RETURNS bigint LANGUAGE sql AS 'SELECT sum(t.a) + kept.a FROM t'`,
			"CREATE FUNCTION gone() RETURNS int LANGUAGE sql AS 'SELECT 1'", "DROP FUNCTION gone()",
		} {
			if _, err := run(t.Context(), s, anything(sql)); err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
	})
	t.Run("second", func(t *testing.T) {
		s := open(t)
		if out, err := run(t.Context(), s, anything("SELECT kept() AS value")); err != nil || !strings.Contains(out, "42") {
			t.Errorf("the function: %q, %v", out, err)
		}
		if out, err := run(t.Context(), s, anything("SELECT pg_get_function_arguments('kept'::regproc)")); err != nil || !strings.Contains(out, `a integer DEFAULT 1, "it's" text DEFAULT 'x'::text`) {
			t.Errorf("its arguments: %q, %v", out, err)
		}
		if _, err := run(t.Context(), s, anything("SELECT gone()")); sqlstate.CodeOf(err) != sqlstate.UndefinedFunction {
			t.Errorf("a function that was dropped: %v", err)
		}
	})
}
