package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestErrorsOfHiddenCode: a trigger, or a function, that cannot read a value puts that value into its error. Who is narrowed is not told of
// it; what the code says by RAISE passes.
func TestErrorsOfHiddenCode(t *testing.T) {
	const marker = "m4rk3r"
	e := pgShop(t, marker)
	admin := asAdmin(t, e, `CREATE FUNCTION shop.f_reads() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE v text; BEGIN
			SELECT value INTO v FROM shop.hidden LIMIT 1;
			CASE TG_ARGV[0] WHEN 'int' THEN PERFORM v::int; WHEN 'json' THEN PERFORM ('{"a": ' || v || '}')::json; WHEN 'date' THEN PERFORM v::date;
			WHEN 'sql' THEN PERFORM count(*) FROM (SELECT value::int FROM shop.hidden) x WHERE x.value > 0; WHEN 'numeric' THEN INSERT INTO shop.orders (id) VALUES (v::numeric);
			WHEN 'range' THEN PERFORM ('[' || v || ',1]')::int4range; WHEN 'uuid' THEN PERFORM v::uuid; WHEN 'xml' THEN PERFORM ('<' || v)::xml; WHEN 'bytes' THEN PERFORM decode(v, 'hex');
			WHEN 'array' THEN PERFORM v::int[]; WHEN 'enum' THEN PERFORM v::shop.tone; WHEN 'regex' THEN PERFORM 'a' ~ ('(' || v); WHEN 'ts' THEN PERFORM (v || ' &')::tsquery;
			WHEN 'dynamic' THEN EXECUTE 'SELECT ' || v; WHEN 'column' THEN EXECUTE 'SELECT 1 AS a, ' || quote_ident(v) || ' FROM shop.orders'; WHEN 'table' THEN EXECUTE 'TABLE ' || quote_ident(v);
			WHEN 'setting' THEN PERFORM set_config('work_mem', v, true); WHEN 'class' THEN PERFORM v::regclass; WHEN 'assert' THEN ASSERT false, 'asserted';
			WHEN 'raise' THEN RAISE EXCEPTION 'chosen words' USING ERRCODE = '22023'; END CASE;
			RETURN old; END $$`, "CREATE TYPE shop.tone AS ENUM ('a')")
	analyst := enter(t, e, "analyst")
	for _, how := range strings.Fields("int json date sql numeric range uuid xml bytes array enum regex ts dynamic column table setting class assert raise") {
		if _, err := run(t.Context(), admin, anything("CREATE OR REPLACE TRIGGER f BEFORE DELETE ON shop.log FOR EACH ROW EXECUTE FUNCTION shop.f_reads('"+how+"')")); err != nil {
			t.Fatal(err)
		}
		_, plain := undone(t, admin, "INSERT INTO shop.log VALUES (1, 'x'); DELETE FROM shop.log")
		_, err := undone(t, analyst, "INSERT INTO shop.log VALUES (1, 'x'); DELETE FROM shop.log")
		switch {
		case err == nil || sqlstate.CodeOf(err) != sqlstate.CodeOf(plain):
			t.Errorf("%s: %v", how, err)
		case strings.Contains(everythingOf(err), marker):
			t.Errorf("%s: it is told %s", how, everythingOf(err))
		case how == "raise" && sqlstate.From(err).Message != "chosen words", how == "assert" && sqlstate.From(err).Message != "asserted":
			t.Errorf("%s: it is told %s", how, everythingOf(err))
		}
	}
	// What the client's own statement says of the client's own values passes.
	for _, sql := range []string{"SELECT 'mine'::int", "SELECT id FROM shop.orders WHERE tag::int = 1 AND id = 1", "INSERT INTO shop.log VALUES ('mine'::int)", "SELECT '{mine'::json"} {
		_, plain := undone(t, admin, sql)
		_, err := undone(t, analyst, sql)
		if err == nil || sqlstate.From(err).Message != sqlstate.From(plain).Message || sqlstate.From(err).Detail != sqlstate.From(plain).Detail {
			t.Errorf("%s: %s, not %s", sql, everythingOf(err), everythingOf(plain))
		}
	}
}
