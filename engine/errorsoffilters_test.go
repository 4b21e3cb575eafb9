package engine_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestErrorsOfRowFilters: a policy of row-level security that cannot read a value of a row which it would hide puts that value into its error. Who is
// narrowed is told the code alone; what is wrong with the text of the statement is told.
func TestErrorsOfRowFilters(t *testing.T) {
	const marker = "m4rk3r"
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	pgtest.Ask(t, dsn, `DROP ROLE IF EXISTS filtered_reader; CREATE ROLE filtered_reader LOGIN; CREATE SCHEMA shop; CREATE SCHEMA free; GRANT USAGE ON SCHEMA shop, free TO filtered_reader;
		CREATE TYPE shop.tone AS ENUM ('a'); CREATE FUNCTION shop.number(text) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1::int';
		CREATE FUNCTION shop.raised(text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE 'chosen %', $1; END $$`)
	t.Cleanup(func() { pgtest.Ask(t, dsn, "DROP OWNED BY filtered_reader; DROP ROLE filtered_reader") })
	conditions := map[string]string{
		"int": "v::int > 0", "json": "(('{\"a\": ' || v || '}')::json) IS NOT NULL", "date": "v::date > now()", "numeric": "v::numeric > 0", "uuid": "v::uuid IS NOT NULL",
		"array": "v::int[] IS NOT NULL", "enum": "v::shop.tone = 'a'", "fn": "shop.number(v) > 0", "raise": "shop.raised(v)", "setting": "current_setting(v) = 'x'", "sub": "EXISTS (SELECT FROM shop.beside b WHERE b.v::int > 0)",
	}
	pgtest.Ask(t, dsn, "CREATE TABLE shop.beside (v text); INSERT INTO shop.beside VALUES ('"+marker+"'); GRANT SELECT ON shop.beside TO filtered_reader")
	for name, condition := range conditions {
		pgtest.Ask(t, dsn, "CREATE TABLE shop.t_"+name+" (id int, v text); INSERT INTO shop.t_"+name+" VALUES (1, '"+marker+"'); GRANT ALL ON shop.t_"+name+" TO filtered_reader;"+
			"ALTER TABLE shop.t_"+name+" ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON shop.t_"+name+" USING ("+condition+") WITH CHECK (true); CREATE VIEW shop.v_"+name+" WITH (security_invoker = true) AS SELECT id FROM shop.t_"+name+
			"; GRANT SELECT ON shop.v_"+name+" TO filtered_reader")
	}
	pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: strings.Replace(dsn, "postgres://postgres@", "postgres://filtered_reader@", 1), Logger: hclog.NewNullLogger()})
	if err != nil {
		t.Fatal(err)
	}
	e := engineOver(t, pg, shopRoles(t, "pg"))
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for name := range conditions {
		for _, sql := range []string{"SELECT id FROM shop.t_" + name, "SELECT count(*) FROM shop.v_" + name, "UPDATE shop.t_" + name + " SET id = 2", "DELETE FROM shop.t_" + name, "EXPLAIN ANALYZE SELECT id FROM shop.t_" + name} {
			_, plain := undone(t, admin, sql)
			if !strings.Contains(everythingOf(plain), marker) {
				t.Errorf("%s: it does not show the value to the admin: %v", sql, plain)
			}
			_, err := undone(t, analyst, sql)
			if name == "setting" && refusedByGate(err) { // the setting that would be shown is not known
				continue
			}
			if err == nil || sqlstate.CodeOf(err) != sqlstate.CodeOf(plain) || strings.Contains(everythingOf(err), marker) != (name == "raise") {
				t.Errorf("%s: it is told %s", sql, everythingOf(err))
			}
		}
	}
	for _, sql := range []string{"SELECT 'mine'::int FROM shop.t_int", "SELECT nothing FROM shop.t_int", "SELECT id FROM shop.t_int WHERE id = 'mine'", "INSERT INTO shop.t_int VALUES ('mine')"} {
		_, plain := undone(t, admin, sql)
		if _, err := undone(t, analyst, sql); err == nil || sqlstate.From(err).Message != sqlstate.From(plain).Message {
			t.Errorf("%s: %s, not %s", sql, everythingOf(err), everythingOf(plain))
		}
	}
}
