package duckdb

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// catalogTexts are statements over the catalog with a place for an OID, and whether those that differ in it share a plan.
var catalogTexts = []struct {
	sql    string
	shared bool
}{
	{"SELECT c.relname::varchar, am.amname::varchar FROM __pg.cat.pg_class c LEFT JOIN __pg.cat.pg_am am ON c.relam = am.oid WHERE c.oid = '%s'", true},
	{"SELECT a.attname::varchar, __pg.cat.format_type(['public'], a.atttypid, a.atttypmod), (SELECT __pg.cat.pg_get_expr(['public'], d.adbin, d.adrelid, true) FROM __pg.cat.pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef) FROM __pg.cat.pg_attribute a WHERE a.attrelid = '%s' AND a.attnum > 0 ORDER BY a.attnum", true},
	{"SELECT count(*) FROM __pg.cat.pg_class c, __pg.cat.pg_inherits i WHERE c.oid = i.inhparent AND i.inhrelid = '%s'", true},
	{"SELECT (SELECT count(*) FROM __pg.cat.pg_attribute WHERE attrelid = c.oid), c.oid = '%[1]s' FROM __pg.cat.pg_class c WHERE c.oid = '%[1]s'", true},
	{"SELECT count(*) FROM __pg.cat.pg_class WHERE oid = '%[1]s' AND __pg.cat.pg_relation_is_publishable('%[1]s')", true},
	{"SELECT amname::varchar FROM __pg.cat.pg_am WHERE oid = '%s'", true},                                               // reads nothing that changes
	{"SELECT p.polname::varchar, list_contains(p.polroles, 1) FROM __pg.cat.pg_policy p WHERE p.polrelid = '%s'", true}, // there are no rows
	{"SELECT c.relname::varchar FROM __pg.cat.pg_class c JOIN __pg.cat.pg_policy p ON p.polrelid = c.oid WHERE c.oid = '%s'", true},
	{"SELECT relname::varchar FROM __pg.cat.pg_class WHERE relname = '%s'", false},                            // a text
	{"SELECT relname::varchar FROM __pg.cat.pg_class WHERE relnatts = '%s'", false},                           // a smallint
	{"SELECT x.oid FROM (SELECT relname::varchar AS oid FROM __pg.cat.pg_class) x WHERE x.oid = '%s'", false}, // a text with the name
	{"SELECT count(*) FROM __pg.cat.pg_class c, t WHERE c.oid = '%s'", false},                                 // reads a table
}

// TestCatalogPlans: statements over the catalog that differ in OIDs have one plan, and say what they say over the views with
// plans of their own. A number that is compared with something else is not an OID.
func TestCatalogPlans(t *testing.T) {
	p := open(t, Options{})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE t (i integer PRIMARY KEY, s text NOT NULL DEFAULT 'x')")
	must(t, c, `CREATE TABLE "7" (i integer)`)
	oid := func(name string) string {
		return must(t, c, "SELECT oid::varchar FROM __pg.cat.pg_class WHERE relname = '"+name+"'").rows[0]
	}
	// The plans of views take most of the test's time: after a change each text is compared for one of the OIDs, and texts
	// without a shared plan for two at first.
	try := func(step string, others ...string) {
		values := append([]string{oid("t"), oid("7")}, others...)
		for at, text := range catalogTexts {
			plans := map[*prepared]bool{}
			for i, value := range values {
				s := providers.Statement{SQL: fmt.Sprintf(text.sql, value), Verb: "SELECT", ReadOnly: true}
				got, err := query(c, s, providers.Args{})
				if plan, _, err := c.preparedOver(s); err == nil {
					plans[plan] = true
				}
				if len(others) == 0 && i != at%2 || !text.shared && i >= 2 {
					if text.shared && err != nil {
						t.Errorf("%s: %s: %v", step, s.SQL, err)
					}
					continue
				}
				s.SQL = strings.Replace(s.SQL, "SELECT", "SELECT /* views */", 1)
				other.readViews()
				want, wantErr := query(other, s, providers.Args{})
				if !slices.Equal(got.rows, want.rows) || sqlstate.CodeOf(err) != sqlstate.CodeOf(wantErr) || text.shared && err != nil {
					t.Errorf("%s: %s: %q, %v, but %q, %v from the views", step, s.SQL, got.rows, err, want.rows, wantErr)
				}
			}
			if (len(plans) == 1) != text.shared {
				t.Errorf("%s: %d plans: %s", step, len(plans), text.sql)
			}
		}
	}
	try("at first", "7", "9999999999")
	other.temporary, other.own.broken = false, false
	must(t, other, "CREATE TABLE later (a integer DEFAULT 5)")
	must(t, other, "ALTER TABLE t ADD COLUMN b text DEFAULT 'y'")
	try("after changes of the catalog")
	must(t, c, "INSERT INTO t VALUES (1, 'a')")
	try("after a change of rows")
}

// TestCatalogPlansRemade: a shared plan whose tables were replaced behind it does not run, and the statement says what is.
func TestCatalogPlansRemade(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE t (i integer)")
	s := providers.Statement{SQL: "SELECT relname::varchar FROM __pg.cat.pg_class WHERE oid = '1259'", Verb: "SELECT", ReadOnly: true}
	var last *prepared
	for range 3 {
		got, err := query(c, s, providers.Args{})
		if err != nil || !slices.Equal(got.rows, []string{"pg_class"}) {
			t.Fatalf("%q, %v", got.rows, err)
		}
		plan, _, err := c.preparedOver(s)
		if err != nil || !plan.fixed || plan == last {
			t.Fatalf("its plan is not shared, or the one before: %v", err)
		}
		last = plan
		o := pgcatalog.Get().Tables.Find("cat.pg_class") // filled without the count of fills
		if err := native.Run(p.tabled.conn, o.Create(pgcatalog.Shared)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestShareOIDs shows which constants of a text are taken for OIDs.
func TestShareOIDs(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 WHERE a.oid = '26' AND b = '4'":                  "SELECT 1 WHERE a.oid = pg__supplied_fixed(0) AND b = pg__supplied_fixed(1) [26 4]",
		"SELECT f.pg_relation_is_publishable('26') WHERE a = '26'": "SELECT f.pg_relation_is_publishable(pg__supplied_fixed(0)) WHERE a = pg__supplied_fixed(0) [26]",
		`SELECT 1 WHERE "a" = '26'`:                                `SELECT 1 WHERE "a" = pg__supplied_fixed(0) [26]`,
		"SELECT 1 WHERE a = '026' OR a = '' OR a = ' 1'":           "SELECT 1 WHERE a = '026' OR a = '' OR a = ' 1' []",
		"SELECT 1 WHERE a = '12345678901' OR a = '1''2'":           "SELECT 1 WHERE a = '12345678901' OR a = '1''2' []",
		"SELECT 'a = ''26''', /* a = '26' */ f(b = E'26')":         "SELECT 'a = ''26''', /* a = '26' */ f(b = E'26') []",
		"SELECT 1 WHERE a <> '26' OR f(a) = '26'":                  "SELECT 1 WHERE a <> '26' OR f(a) = '26' []",
		"SELECT 1 WHERE a >= '26' OR 1 = '26'":                     "SELECT 1 WHERE a >= '26' OR 1 = '26' []",
	} {
		shared, oids := shareOIDs(sql)
		if got := fmt.Sprint(shared, " ", oids); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
	}
}

// TestEmptyRelations: DuckDB plans nothing of what a statement joins with a relation of the emulation that has no rows.
func TestEmptyRelations(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	for sql, want := range map[string]string{
		"SELECT c.relname FROM __pg.cat.pg_class c JOIN __pg.cat.pg_policy p ON p.polrelid = c.oid WHERE p.polrelid = '1259' ORDER BY 1":                                       "ORDER_BY EMPTY_RESULT",
		"SELECT __pg.cat.regclass_text(['public'], c.oid) FROM __pg.cat.pg_class c, __pg.cat.pg_inherits i WHERE c.oid = i.inhparent AND i.inhrelid = '1259'":                  "EMPTY_RESULT",
		"SELECT oid, __pg.cat.regclass_text(['public'], stxrelid), __pg.cat.regnamespace_text(stxnamespace) FROM __pg.cat.pg_statistic_ext WHERE stxrelid = '1259' ORDER BY 3": "ORDER_BY EMPTY_RESULT",
		"SELECT count(*) FROM __pg.info.triggers": "UNGROUPED_AGGREGATE EMPTY_RESULT",
	} {
		if _, _, err := c.preparedOver(providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}); err != nil { // fills tables
			t.Fatal(err)
		}
		over, _ := rewriteNames(sql, pgcatalog.Shared)
		shown, err := native.Collect(c.conn, "EXPLAIN (FORMAT JSON) "+over)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, m := range regexp.MustCompile(`"name": "(\w+)"`).FindAllStringSubmatch(shown[0][1], -1) {
			names = append(names, m[1])
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: the plan is %s, not %s", sql, got, want)
		}
	}
}
