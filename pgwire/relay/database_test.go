package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestNamesWithDatabase: the server takes names that begin with that of its own
// database, or with that of the source.
func TestNamesWithDatabase(t *testing.T) {
	g := openGateway(t, gate.FullAccess)
	own := g.super("SELECT quote_ident(current_database())")
	g.super(`CREATE SCHEMA "Odd"; CREATE FUNCTION "Odd".f(int) RETURNS int LANGUAGE sql STABLE AS 'SELECT $1 + 1'; CREATE TYPE "Odd".pair AS (a int, b int)`)
	c := g.dial()
	for _, database := range []string{own, `"` + strings.Trim(own, `"`) + `"`, "main", `"main"`} {
		for _, step := range [][2]string{
			{"CREATE TABLE @.public.one (n int)", "C(CREATE TABLE)ZI"},
			{"CREATE TABLE public.two (n int)", "C(CREATE TABLE)ZI"},
			{`CREATE VIEW @."Odd".v AS SELECT n FROM @.public.one`, "C(CREATE VIEW)ZI"},
			{"INSERT INTO @.public.one SELECT 7", "C(INSERT 0 1)ZI"},
			{`SELECT n FROM @."Odd".v`, "D(7)C(SELECT 1)ZI"},
			{`DROP VIEW IF EXISTS @."Odd".v CASCADE`, "C(DROP VIEW)ZI"},
			{"CREATE INDEX i ON @.public.one (n)", "C(CREATE INDEX)ZI"},
			{"DROP INDEX @.public.i", "C(DROP INDEX)ZI"},
			{"DROP TABLE IF EXISTS @.public.one, public.two, @ . public.three CASCADE", "C(DROP TABLE)ZI"},
		} {
			sql := strings.ReplaceAll(step[0], "@", database)
			got := c.query(sql)
			if strings.HasPrefix(got, "N") { // a notice: IF EXISTS
				_, got, _ = strings.Cut(got, "C(")
				got = "C(" + got
			}
			if got != step[1] {
				t.Errorf("%s: %s", sql, got)
			}
		}
	}
	for _, sql := range []string{`SELECT @."Odd".f(1)`, `SELECT n FROM @."Odd".f(1) n`, `SELECT (2, 3)::@."Odd".pair IS NOT NULL`} {
		sql = strings.ReplaceAll(sql, "@", own)
		if got := c.query(sql); !strings.HasSuffix(got, "C(SELECT 1)ZI") {
			t.Errorf("%s: %s", sql, got)
		}
		if got := c.ask(parse("", sql), bind("", ""), execute("")); !strings.HasSuffix(got, "C(SELECT 1)ZI") {
			t.Errorf("%s by messages: %s", sql, got)
		}
	}
	for _, sql := range []string{"SELECT nowhere.public.f(1)", "SELECT * FROM nowhere.public.t", "DROP TABLE nowhere.public.t"} {
		if got := c.query(sql); !strings.HasPrefix(got, "E(") {
			t.Errorf("%s: %s", sql, got)
		}
	}
	// The schema that is called like the source is no source.
	g.super("CREATE SCHEMA main; CREATE TABLE main.a (n int); CREATE TABLE b (n int)")
	if got := c.query("DROP TABLE main.a, main.public.b"); got != "C(DROP TABLE)ZI" {
		t.Error(got)
	}
	// What hides behind such a name counts.
	g.super(`CREATE FUNCTION "Odd".g() RETURNS int LANGUAGE sql VOLATILE AS 'INSERT INTO t VALUES (1) RETURNING n'; CREATE VIEW w AS SELECT "Odd".g()`)
	c = before(t, g.dsn, gate.ReadOnly).dial()
	for _, sql := range []string{"SELECT @.\"Odd\".g()", "SELECT * FROM @.public.w"} {
		if got := c.query(strings.ReplaceAll(sql, "@", own)); !strings.HasPrefix(got, "E(42501)") {
			t.Errorf("%s: %s", sql, got)
		}
	}
}
