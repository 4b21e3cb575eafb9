package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// text shows hidden code, one line each.
func text(hidden []providers.Hidden) string {
	lines := make([]string, len(hidden))
	for i, h := range hidden {
		lines[i] = h.What + ": " + strings.Join(strings.Fields(h.SQL+h.PLpgSQL), " ")
		if h.Call != nil {
			lines[i] = h.What + " calls " + h.Call.Schema + "." + h.Call.Name
		}
		for bit, name := range []string{"R", "I", "U", "D"} {
			if h.When&(1<<bit) != 0 {
				lines[i] += " " + name
			}
		}
		if h.Folded {
			lines[i] += " (folded)"
		}
	}
	return strings.Join(lines, "\n")
}

func catalogOf(t *testing.T, p *postgres.Provider) providers.Catalog {
	t.Helper()
	names, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// dedent takes the indentation of a table's texts away.
func dedent(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

const hiddenFunctions = `
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN checked AS int CHECK (VALUE > 0);
CREATE TYPE pair AS (a int, b int);
CREATE DOMAIN pairs AS pair;
CREATE TABLE t (a int);
CREATE FUNCTION one() RETURNS int LANGUAGE sql IMMUTABLE AS ' SELECT 1 ';
CREATE FUNCTION nothing() RETURNS void LANGUAGE sql AS '';
CREATE FUNCTION two(a int, b int DEFAULT one()) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
CREATE FUNCTION three() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
CREATE FUNCTION four(checked) RETURNS text LANGUAGE sql SET search_path = public AS 'SELECT ''4''';
CREATE FUNCTION five() RETURNS TABLE (x checked[]) LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN END';
CREATE PROCEDURE six() LANGUAGE sql AS 'SELECT 6';
CREATE FUNCTION step(int, int) RETURNS int LANGUAGE sql AS 'SELECT $1';
CREATE FUNCTION final(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
CREATE FUNCTION less(int, int) RETURNS bool LANGUAGE sql AS 'SELECT true';
CREATE OPERATOR <<<< (LEFTARG = int, RIGHTARG = int, FUNCTION = less, COMMUTATOR = >>>>);
CREATE AGGREGATE agg(int) (SFUNC = step, STYPE = int, FINALFUNC = final, COMBINEFUNC = int4pl, MSFUNC = step, MSTYPE = int, MINVFUNC = step, SORTOP = <<<<);
CREATE FUNCTION of_pair(pair) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_pairs(pairs) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_t(t, int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_record("any") RETURNS bool LANGUAGE internal AS 'boolin';
CREATE FUNCTION of_any(anyelement) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_rest(VARIADIC anyarray) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_pairs2(VARIADIC pair[]) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_array(anyarray) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of_mood(mood) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION to_mood(pair) RETURNS mood LANGUAGE sql AS 'SELECT NULL::public.mood';
`

func TestHiddenInFunctions(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(hiddenFunctions)
	names := catalogOf(t, p)
	for name, want := range map[string]string{
		"one":     `body of public.one: SELECT 1`,
		"nothing": `body of public.nothing: SELECT`,
		"two": `body of public.two: CREATE OR REPLACE FUNCTION public.two(a integer, b integer DEFAULT public.one()) RETURNS integer LANGUAGE plpgsql AS $function$BEGIN RETURN 1; END$function$
			default of an argument of public.two: SELECT public.one()`,
		"three": `body of public.three: CREATE OR REPLACE FUNCTION public.three() RETURNS integer LANGUAGE plpgsql AS $function$BEGIN RETURN 1; END$function$`,
		"four": `body of public.four: SELECT '4'
			check checked_check of domain public.checked: SELECT (VALUE > 0)`,
		"five": `body of public.five: CREATE OR REPLACE FUNCTION public.five() RETURNS TABLE(x public.checked[]) LANGUAGE plpgsql SECURITY DEFINER AS $function$BEGIN END$function$
			check checked_check of domain public.checked: SELECT (VALUE > 0)`,
		"six": ``,
		"agg": `aggregate public.agg calls public.step
			aggregate public.agg calls public.final
			aggregate public.agg calls pg_catalog.int4pl
			aggregate public.agg calls public.step
			aggregate public.agg calls public.step
			aggregate public.agg calls public.less`,
		"lower": ``, "sum": ``,
	} {
		found := names.Functions("", name)
		if len(found) == 0 || text(found[0].Hidden) != dedent(want) {
			t.Errorf("%s hides\n%s, want\n%s", name, text(found[0].Hidden), dedent(want))
		}
	}
	seen := map[uint64]bool{}
	for name, want := range map[string]string{
		"of_pair": "row", "of_pairs": "row", "of_t": "row", "of_record": "row", "of_any": "row", "of_rest": "row", "of_pairs2": "row",
		"of_array": "", "of_mood": "", "to_mood": "row", "one": "", "upper": "", "cstring_in": "", "row_to_json": "row", "concat": "row",
		"four": "settings", "five": "definer",
	} {
		f := names.Functions("", name)[0]
		got := ""
		for word, is := range map[string]bool{"row": f.Row, "settings": f.Settings, "definer": f.Definer} {
			if is {
				got += word
			}
		}
		if got != want || f.ID == 0 || seen[f.ID] {
			t.Errorf("%s: %q, ID %d, want %q", name, got, f.ID, want)
		}
		seen[f.ID] = true
	}

	// A call leads to the function of the same snapshot.
	call := names.Functions("", "agg")[0].Hidden[0].Call
	if call.ID != names.Functions("", "step")[0].ID || text(call.Hidden) != "body of public.step: SELECT $1" {
		t.Errorf("the aggregate calls %+v", call)
	}
	out.do("CREATE CAST (pair AS mood) WITH FUNCTION to_mood(pair) AS IMPLICIT")
	p = open(t, postgres.Options{DSN: pgtest.Start(t).DSN(out.do("SELECT current_database()"))})
	names = catalogOf(t, p)
	if f := names.Functions("", "of_mood")[0]; !f.Row {
		t.Errorf("with an implicit cast from a row: %+v", f)
	}
	if got := text(names.Functions("", "of_pair")[0].Hidden); got != dedent(`body of public.of_pair: SELECT 1
		cast from public.pair to public.mood calls public.to_mood`) {
		t.Errorf("with an implicit cast of its argument: %s", got)
	}
}

func TestHiddenInParsedBodies(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	if number(out.do("SHOW server_version_num")) < 140000 {
		return // bodies are text there
	}
	out.do(`CREATE TABLE t (a int);
		CREATE FUNCTION short(x int) RETURNS int LANGUAGE sql RETURN x + length('a');
		CREATE FUNCTION long(x int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT a FROM t; SELECT x; END;
		CREATE FUNCTION empty() RETURNS void LANGUAGE sql BEGIN ATOMIC END`)
	names := catalogOf(t, p)
	for name, want := range map[string]string{
		"short": "body of public.short: SELECT (x + length('a'::text))",
		"long":  "body of public.long: SELECT t.a FROM public.t; SELECT x AS x;",
		"empty": "body of public.empty: SELECT",
	} {
		if got := text(names.Functions("", name)[0].Hidden); got != want {
			t.Errorf("%s hides %q, want %q", name, got, want)
		}
	}
}

func TestHiddenInOperators(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(userObjects + `
		CREATE FUNCTION evil.same(int, int) RETURNS bool LANGUAGE sql AS 'SELECT true';
		CREATE FUNCTION evil.other(int, int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN true; END';
		CREATE OPERATOR evil.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq, COMMUTATOR = ===, NEGATOR = OPERATOR(evil.!==));
		CREATE OPERATOR evil.!== (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.other, COMMUTATOR = OPERATOR(evil.!==), NEGATOR = OPERATOR(evil.===));
		CREATE OPERATOR public.<== (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.same, COMMUTATOR = ==>);
		`)
	names := catalogOf(t, p)
	for _, test := range []struct{ schema, name, want string }{
		{"", "+", ""},
		{"pg_catalog", "+", ""},
		{"", "no such operator", ""},
		{"evil", "@+@", ""},
		{"evil", "+", "evil.plus"},
		{"", "@+@", "pg_catalog.int4pl"},
		{"public", "@+@", "pg_catalog.int4pl"},
		{"evil", "===", "pg_catalog.int4eq evil.other"},
		{"evil", "!==", "evil.other pg_catalog.int4eq"},
		{"", "<==", "evil.same"},
		{"", "==>", ". evil.same"}, // only a name, and what it is the commutator of
		{"", "?&", "public.hstore:exists_all"},
	} {
		var got []string
		for _, f := range names.Operators(test.schema, test.name) {
			got = append(got, strings.Replace(f.Schema+"."+f.Name, ".exists", "."+f.Extension+":exists", 1))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("operator %q in %q runs %q, want %q", test.name, test.schema, got, test.want)
		}
	}

	db := out.do("SELECT current_database()")
	out.do("ALTER ROLE postgres IN DATABASE " + db + " SET search_path = evil, public")
	p2 := open(t, postgres.Options{DSN: pgtest.Start(t).DSN(db)})
	if f := catalogOf(t, p2).Operators("", "+"); len(f) != 1 || f[0].Name != "plus" {
		t.Errorf("with evil on the path + is %+v", f)
	}
	if info := p2.Info(); info.Default != "evil" {
		t.Errorf("default schema %q, want evil", info.Default)
	}
}

func TestHiddenInTypes(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(userObjects + `
		CREATE TABLE deep (a int, b bad_pair[]);
		CREATE FUNCTION diff(float8, float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT $1 - $2';
		CREATE TYPE odd_range AS RANGE (SUBTYPE = float8, SUBTYPE_DIFF = diff);
		CREATE CAST (mood AS box3) WITH FUNCTION to_box3(mood);
		CREATE TYPE odd AS (a int);
		CREATE FUNCTION odd_compare(odd, odd) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 0';
		CREATE FUNCTION odd_less(odd, odd) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT true';
		CREATE OPERATOR < (LEFTARG = odd, RIGHTARG = odd, FUNCTION = odd_less);
		CREATE OPERATOR CLASS odd_ops DEFAULT FOR TYPE odd USING btree AS OPERATOR 1 <, FUNCTION 1 odd_compare(odd, odd);
		CREATE TYPE way AS (a int); CREATE FUNCTION to_path(way) RETURNS jsonpath LANGUAGE sql AS 'SELECT ''$''::jsonpath'; CREATE CAST (way AS jsonpath) WITH FUNCTION to_path(way);
		CREATE TABLE ways (w way);
		CREATE DOMAIN evil.mood AS int CHECK (VALUE <> 13)`)
	names := catalogOf(t, p)
	if found, _ := names.Relation("", "ways"); text(found.Hidden) != "cast from public.way to jsonpath calls public.to_path" {
		t.Errorf("what a value does as the path of JSON_VALUE: %s", text(found.Hidden))
	}
	const check = "check checked_check of domain public.checked: SELECT (VALUE > 0)"
	const cast = "cast from public.mood to public.box3 calls public.to_box3"
	for name, want := range map[string]string{
		"int4": "", "text": "", "timestamptz": "", "_int4": "", "plain": "", "t": "", "public:t": "", "serial": "", "C": "", "pg_catalog:int4": "",
		"checked": check, "_checked": check, "over_checked": check, "bad_pair": check, "holds": check, "_holds": check, "deep": check, "_deep": check,
		"mood": "", "_mood": "", "box3": cast, "pair": "", "box2": "", "plain_range": "", // an explicit cast runs where its target is named
		"evil:mood": "check mood_check of domain evil.mood: SELECT (VALUE <> 13)",
		"odd_range": "range public.odd_range calls public.diff",
		"odd":       "operator class odd_ops calls public.odd_compare\noperator class odd_ops calls public.odd_less",
		"hstore":    "cast from public.hstore to json calls public.hstore_to_json\ncast from public.hstore to jsonb calls public.hstore_to_jsonb\ncast from text[] to public.hstore calls public.hstore",
		"way":       "cast from public.way to jsonpath calls public.to_path",
		"bpchar":    "",
	} {
		schema, rest, ok := strings.Cut(name, ":")
		if !ok {
			schema, rest = "", name
		}
		found, known := names.Type(schema, rest)
		if got := sorted(text(found.Hidden)); !known || got != sorted(want) {
			t.Errorf("type %s: %v, hides\n%s, want\n%s", name, known, got, want)
		}
	}
	for _, name := range []string{"no_such_type", "pair2"} {
		if _, known := names.Type("", name); known {
			t.Errorf("the type %s is known", name)
		}
	}
	if _, known := names.Type("evil", "int4"); known {
		t.Error("evil.int4 is known")
	}
	for name, want := range map[string]bool{"plain_range": true, "odd_range": false, "to_box3": false} {
		if f := names.Functions("", name); len(f) == 0 || f[0].Builtin != want {
			t.Errorf("function %s: %+v, want built in %v", name, f, want)
		}
	}
}

func sorted(lines string) string {
	list := strings.Split(lines, "\n")
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func number(s string) int {
	var n int
	fmt.Sscan(s, &n)
	return n
}
