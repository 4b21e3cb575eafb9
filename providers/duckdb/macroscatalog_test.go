package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestMacrosInCatalogs: macros that a database file has are functions in the catalogs, of which the views over these tell as of others.
func TestMacrosInCatalogs(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	for _, sql := range []string{
		"CREATE SCHEMA app", "CREATE MACRO app.add_up(a, b) AS a + b", "CREATE MACRO app.none() AS 42", "CREATE MACRO app.some_rows(n) AS TABLE SELECT range AS i FROM range(n)",
		"CREATE MACRO app.several(a) AS a, (a, b) AS a + b", `CREATE MACRO app."Quoted Name"(x) AS x`,
	} {
		must(t, c, sql)
	}
	for sql, want := range map[string]string{
		"SELECT proname, pronargs, proargnames, prokind, proretset, prorettype::text FROM __pg.cat.pg_proc p" + inApp:                       "Quoted Name|1|{x}|f|f|2276 add_up|2|{a,b}|f|f|2276 none|0|∅|f|f|2276 several|1|{a}|f|f|2276 several|2|{a,b}|f|f|2276 some_rows|1|{n}|f|t|2249",
		"SELECT proname, __pg.cat.pg_get_function_arguments(p.oid), __pg.cat.pg_get_function_result(p.oid) FROM __pg.cat.pg_proc p" + inApp: `Quoted Name|x "any"|"any" add_up|a "any", b "any"|"any" none||"any" several|a "any"|"any" several|a "any", b "any"|"any" some_rows|n "any"|SETOF record`,
		"SELECT __pg.cat.pg_get_functiondef(p.oid) FROM __pg.cat.pg_proc p" + inApp:                                                         `CREATE MACRO app."Quoted Name"(x) AS x CREATE MACRO app.add_up(a, b) AS (a + b) CREATE MACRO app."none"() AS 42 CREATE MACRO app.several(a) AS a CREATE MACRO app.several(a, b) AS (a + b) CREATE MACRO app.some_rows(n) AS TABLE SELECT "range" AS i FROM "range"(n)`,
		"SELECT count(*), count(DISTINCT oid) FROM __pg.cat.pg_proc":                                                                        "",
		"SELECT routine_name, routine_type, routine_definition FROM __pg.info.routines WHERE routine_schema = 'app' ORDER BY 1, 3":          `Quoted Name|FUNCTION|x add_up|FUNCTION|(a + b) none|FUNCTION|42 several|FUNCTION|(a + b) several|FUNCTION|a some_rows|FUNCTION|SELECT "range" AS i FROM "range"(n)`,
		"SELECT count(DISTINCT specific_name), count(*) FROM __pg.info.routines WHERE routine_schema = 'app'":                               "6|6",
		"SELECT parameter_name, ordinal_position FROM __pg.info.parameters WHERE specific_name LIKE 'several%' ORDER BY 1, 2":               "a|1 a|1 b|2",
	} {
		got := must(t, c, sql).rows
		if counts := strings.Split(got[0], "|"); want == "" && (len(counts) != 2 || counts[0] != counts[1]) {
			t.Errorf("functions share OIDs: %v", got)
		} else if joined := strings.Join(got, " "); want != "" && joined != want {
			t.Errorf("%s\n\t%s, want\n\t%s", sql, joined, want)
		}
	}
}

// inApp joins pg_proc with the schema of the macros.
const inApp = " JOIN __pg.cat.pg_namespace n ON n.oid = p.pronamespace WHERE nspname = 'app' ORDER BY p.proname, p.pronargs"
