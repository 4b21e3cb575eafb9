package engine_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shopRoles are an admin, whom nothing narrows, and an analyst.
func shopRoles(t testing.TB, source string) *gate.Policy {
	t.Helper()
	columns := []string{}
	for _, table := range []string{"users", "base", "parts", "rows", "made"} {
		columns = append(columns, source+".shop."+table+".secret")
	}
	policy, err := gate.NewPolicy([]gate.Role{
		{Name: "admin", Members: []string{"admin"}, Mode: gate.FullAccess, Catalogs: true},
		{Name: "analyst", Members: []string{"analyst"}, Mode: gate.FullAccess, Sources: []string{source}, Allow: []string{source + ".shop.*", source + ".free.*"}, Deny: []string{source + ".shop.hidden", source + ".shop.hiddenview"}, DenyColumns: columns},
		{Name: "browser", Members: []string{"browser"}, Mode: gate.FullAccess, Catalogs: true, Allow: []string{source + ".shop.*"}, Deny: []string{source + ".shop.hidden"}, DenyColumns: columns},
		{Name: "reader", Members: []string{"reader"}, Mode: gate.ReadOnly, Allow: []string{source + ".shop.orders"}},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	return policy
}

// engineOver is an engine with full access to one source, and the roles of a policy; nil: nothing is narrowed.
func engineOver(t testing.TB, source providers.Provider, policy *gate.Policy) *engine.Engine {
	t.Helper()
	quiet := hclog.NewNullLogger()
	log, err := audit.Open(audit.Options{Dir: t.TempDir(), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Config{Version: "test", Mode: gate.FullAccess, Sources: []providers.Provider{source}, Log: log, Logger: quiet, Policy: policy})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// shop is an engine over one source with tables of a shop, whose secret columns begin with a marker.
func shop(t testing.TB, source providers.Provider, script, marker string) *engine.Engine {
	t.Helper()
	e := engineOver(t, source, shopRoles(t, source.Info().Name))
	text, err := os.ReadFile(filepath.Join("testdata", "roles", script))
	if err != nil {
		t.Fatal(err)
	}
	admin := enter(t, e, "admin")
	for _, sql := range strings.Split(strings.ReplaceAll(string(text), "MARKER", "'"+marker+"'"), ";\n") {
		if strings.TrimSpace(sql) == "" {
			continue
		}
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	return e
}

func pgShop(t testing.TB, marker string) *engine.Engine {
	t.Helper()
	pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: pgtest.Start(t).CreateDB(t), Logger: hclog.NewNullLogger()})
	if err != nil {
		t.Fatal(err)
	}
	return shop(t, pg, "pg.sql", marker)
}

func enter(t testing.TB, e *engine.Engine, who string) *engine.Session {
	t.Helper()
	s, err := e.Open(t.Context(), engine.Client{Door: "test", Principal: auth.Fixed(who, auth.Local), Ceiling: gate.FullAccess})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// linesOf returns the lines of a file that are no comments.
func linesOf(t testing.TB, name string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "roles", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// decisionsOf reads a file that says of names whether a role is refused what they stand for.
func decisionsOf(t testing.TB, file string) map[string]bool {
	t.Helper()
	decided := map[string]bool{}
	for _, line := range linesOf(t, file) {
		name, decision, _ := strings.Cut(line, " ")
		decided[name] = strings.HasPrefix(decision, "refused")
	}
	return decided
}

// undone runs a statement in a transaction that is rolled back. What the gate refuses, and what cannot be
// understood, has an error and no text.
func undone(t testing.TB, s *engine.Session, sql string) (string, error) {
	t.Helper()
	batch, err := s.Prepare(t.Context(), anything(sql))
	if err != nil {
		return "", err
	}
	if _, err := run(t.Context(), s, anything("BEGIN")); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err = s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error { return drain(&out, r) })
	if _, e := run(t.Context(), s, anything("ROLLBACK")); e != nil {
		t.Fatal(e)
	}
	if err != nil {
		return out.String(), err
	}
	return out.String(), nil
}

// refusedByGate reports whether an error is the gate's.
func refusedByGate(err error) bool {
	return sqlstate.CodeOf(err) == sqlstate.InsufficientPrivilege && strings.HasPrefix(sqlstate.From(err).Message, "refused by the gate")
}

// TestWaysToDeniedColumns: the gate refuses each of the ways, the source would have run it, and what is
// harmless passes.
func TestWaysToDeniedColumns(t *testing.T) {
	e := pgShop(t, "a")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range linesOf(t, "refused.txt") {
		if _, err := analyst.Prepare(t.Context(), anything(sql)); !refusedByGate(err) {
			t.Errorf("%s\n\tis not refused: %v", sql, err)
		}
		_, err := undone(t, admin, sql)
		switch code := sqlstate.CodeOf(err); {
		case err == nil, code == sqlstate.Code("22012"), code == sqlstate.Code("22P02"), code == sqlstate.Code("0A000"):
		default:
			t.Errorf("%s\n\tis no statement that the source runs: %v", sql, err)
		}
	}
	for _, sql := range linesOf(t, "allowed.txt") {
		if _, err := undone(t, analyst, sql); err != nil {
			t.Errorf("%s\n\tis not allowed: %v", sql, err)
		}
	}
}

// TestWaysToDeniedColumnsOfDuckDB: what the embedded engine does not have is an error there, too.
func TestWaysToDeniedColumnsOfDuckDB(t *testing.T) {
	e := duckShop(t, "a")
	admin := enter(t, e, "admin")
	for _, sql := range []string{"CREATE MATERIALIZED VIEW shop.m_users AS SELECT * FROM shop.users", "CREATE MATERIALIZED VIEW shop.m_hidden AS SELECT id FROM shop.hidden"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	analyst := enter(t, e, "analyst")
	for _, sql := range linesOf(t, "duck_refused.txt") {
		if out, err := undone(t, analyst, sql); !refusedByGate(err) && !slices.Contains([]sqlstate.Code{sqlstate.UndefinedFunction, sqlstate.UndefinedColumn, sqlstate.FeatureNotSupported}, sqlstate.CodeOf(err)) {
			t.Errorf("%s\n\tis not refused: %v %s", sql, err, out)
		}
	}
	for _, sql := range linesOf(t, "duck_othercase.txt") {
		if out, err := undone(t, analyst, sql); !refusedByGate(err) && sqlstate.CodeOf(err) != sqlstate.UndefinedColumn && sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
			t.Errorf("%s\n\tnames something: %v %s", sql, err, out)
		}
	}
	for _, sql := range []string{
		"SELECT id, name FROM shop.users", "SELECT * FROM shop.orders", "SELECT * FROM shop.v_safe", "SELECT * FROM (SELECT id, name FROM shop.users) x",
		"SELECT count(*) FROM shop.users", "SELECT id, twice, kept FROM shop.made", "INSERT INTO shop.made (id) VALUES (7) RETURNING twice", "INSERT INTO shop.log VALUES (1, 'x')", "SELECT u.name FROM shop.users u JOIN shop.orders o ON o.user_id = u.id", "SHOW TimeZone", "DROP INDEX shop.orders_index", "CREATE INDEX ON shop.orders (total)",
	} {
		if _, err := undone(t, analyst, sql); err != nil {
			t.Errorf("%s\n\tis not allowed: %v", sql, err)
		}
	}
}

// TestHintsNameNothingHidden: an error about a name suggests none that the principal may not know.
func TestHintsNameNothingHidden(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
		if _, err := run(t.Context(), admin, anything("CREATE VIEW shop.hiddenview AS SELECT what FROM shop.log")); err != nil {
			t.Fatal(err)
		}
		if _, err := undone(t, analyst, "ALTER TABLE shop.log RENAME TO renamed"); err != nil {
			t.Errorf("%s: a table that a hidden view reads is not renamed: %v", name, err)
		}
		for _, sql := range []string{
			"DROP TABLE shop.hiddn", "SELECT secre FROM shop.users", "SELECT id FROM shop.users WHERE secrt = 'x'", "SELECT u.id FROM shop.users u ORDER BY secre",
			"DESCRIBE shop.hiddn", "SHOW METHODS IN shop.hiddn", "DROP TABLE shop.log", "ALTER TABLE shop.log ALTER what TYPE int USING 1", "ALTER TABLE shop.log DROP COLUMN what",
		} {
			_, err := undone(t, analyst, sql)
			if told := toldOf(err); err == nil || strings.Contains(told, "hidden") || strings.Contains(told, "secret") {
				t.Errorf("%s: %s: %s", name, sql, told)
			}
		}
		if _, err := undone(t, admin, "SELECT secre FROM shop.users"); !strings.Contains(toldOf(err), "secret") {
			t.Errorf("%s: who may know it is told %s", name, toldOf(err))
		}
	}
}

// TestErrorsShowNothingHidden: a source puts rows and names of relations into its errors that a statement does
// not even name, since foreign keys and triggers carry changes on.
func TestErrorsShowNothingHidden(t *testing.T) {
	e := pgShop(t, "zqmark")
	for who, tells := range map[string]bool{"analyst": false, "admin": true} {
		told := ""
		s, err := e.Open(t.Context(), engine.Client{
			Door: "test", Principal: auth.Fixed(who, auth.Local), Ceiling: gate.FullAccess,
			OnNotice: func(n *sqlstate.Error) { told = everythingOf(n) },
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range linesOf(t, "errors.txt") {
			told = ""
			out, err := undone(t, s, sql)
			if told += everythingOf(err); refusedByGate(err) || told == "" {
				t.Errorf("%s: %s: %v %s", who, sql, err, out)
			}
			if shows := strings.Contains(told, "zqmark") || strings.Contains(told, "hidden") || strings.Contains(told, "secret"); shows && !tells {
				t.Errorf("%s: %s: %s", who, sql, told)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCatalogsShowNoValues: with catalogs: true, no relation of the source's catalog shows a value of a row
// or what somebody else has sent.
func TestCatalogsShowNoValues(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "zqmark"), "duckdb": duckShop(t, "zqmark")} {
		admin, browser, other := enter(t, e, "admin"), enter(t, e, "browser"), enter(t, e, "admin")
		out, err := run(t.Context(), admin, anything("SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('pg_catalog', 'information_schema') AND c.relkind IN ('r', 'v') ORDER BY 1"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run(t.Context(), other, anything("SELECT 'zqmark' AS sent, count(*) FROM shop.orders")); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		catalogs, shown := lines[1:len(lines)-1], 0
		for _, catalog := range catalogs {
			sql := "SELECT * FROM " + catalog
			if told, err := run(t.Context(), admin, anything(sql)); err != nil || !strings.Contains(told, "zqmark") {
				continue
			}
			shown++
			if _, err := browser.Prepare(t.Context(), anything(sql)); !refusedByGate(err) {
				t.Errorf("%s: %s shows values, and is not refused", name, catalog)
			}
		}
		if t.Logf("%s: %d of %d catalogs show values", name, shown, len(catalogs)); len(catalogs) < 20 || name == "postgres" && shown < 3 {
			t.Errorf("%s: %d of %d catalogs show values", name, shown, len(catalogs))
		}
	}
}

// everythingOf is all that an error says.
func everythingOf(err error) string {
	if err == nil {
		return ""
	}
	e := sqlstate.From(err)
	return strings.Join([]string{string(e.Code), e.Message, e.Detail, e.Hint, e.Where, e.Schema, e.Table, e.Column, e.DataType, e.Constraint}, " ")
}

func duckShop(t testing.TB, marker string) *engine.Engine {
	t.Helper()
	d, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck"})
	if err != nil {
		t.Fatal(err)
	}
	return shop(t, d, "duck.sql", marker)
}

// statementsOf generates statements over the shop's tables, some of which read what they may not.
type statementsOf struct {
	*rand.Rand
	postgres bool
}

func (g statementsOf) pick(list ...string) string { return list[g.IntN(len(list))] }

// value is an expression over the aliases u (users) and o (orders).
func (g statementsOf) value(depth int) string {
	if g.postgres && g.IntN(8) == 0 {
		return g.pick("u.upsecret", "upsecret", "u.ctid", "u.tableoid = u.tableoid", "shop.f_safe(u.id)", "shop.f_sql(u.id)", "shop.f_of(u)", "u.f_att", "(ARRAY[u.name, u.secret])[1]",
			"(ARRAY[u.name, u.city])[2]", "(ROW(u.id, u.name)).f2", "u.name::bytea", "(u).secret", "xmlforest(u.name, u.secret)", "(NULL::shop.users)", "(NULL::shop.orders).note", "(NULL::shop.pair).b",
			"(SELECT name FROM shop.v_v WHERE id = u.id)", "(SELECT s FROM shop.mv WHERE id = u.id)", "(SELECT name FROM shop.mv_safe WHERE id = u.id)", "(SELECT max(open) FROM shop.child)", "(SELECT max(secret) FROM shop.part1)")
	}
	if depth > 2 || g.IntN(3) == 0 {
		return g.pick("u.id", "u.name", "u.city", "name", "city", "o.total", "o.note", "tag", "u.secret", "secret", "u", "total", "1", "'a2'", "u.*", "*", "o.*", "o", "(u).name", "users.name")
	}
	v := func() string { return g.value(depth + 1) }
	switch g.IntN(9) {
	case 0:
		return "length((" + v() + ")::text)"
	case 1:
		return "CASE WHEN " + v() + " IS NOT NULL THEN " + v() + " END"
	case 2:
		return "coalesce((" + v() + ")::text, 'x')"
	case 3:
		return "(" + v() + ")::text || 'x'"
	case 4:
		return "(SELECT max((" + v() + ")::text) FROM " + g.from() + ")"
	case 5:
		return g.pick("count", "min", "max", "md5", "upper") + "((" + v() + ")::text)"
	case 6:
		return "(" + v() + ")::text > (" + v() + ")::text"
	case 7:
		return "count(*)"
	}
	if g.postgres {
		return g.pick("row_to_json", "to_jsonb", "quote_literal") + "(" + v() + ")::text"
	}
	return "to_json(" + v() + ")::text"
}

func (g statementsOf) from() string {
	second := "shop.orders o ON o.user_id = u.id"
	if g.IntN(3) == 0 {
		second = g.pick("shop.orders o ON o.tag = u.secret", "shop.orders o USING (id)", "(SELECT 'a1' AS secret, 1 AS total, 'x' AS note, 'y' AS tag) o USING (secret)", "(SELECT id, total, note, tag FROM shop.orders) o ON o.id = u.id")
	}
	first := g.pick("shop.users u", "shop.users u", "(SELECT id, name, city FROM shop.users) u", "(SELECT * FROM shop.users) u", "shop.v_safe u", "shop.v_users u", "(SELECT id, name, city, tag AS secret FROM shop.users JOIN shop.orders USING (id)) u", "shop.users u(id, name, secret, city)", "(TABLE shop.users) u")
	return first + " JOIN " + second
}

func (g statementsOf) statement() string {
	sql := "SELECT " + g.value(0) + " AS a, " + g.value(0) + " AS b FROM " + g.from()
	if g.IntN(2) == 0 {
		sql += " WHERE " + g.value(1) + " IS NOT NULL"
	}
	if g.IntN(12) == 0 {
		sql += " GROUP BY " + g.pick("u.id, u.name", "u.secret", "u.city, u.name", "1")
	}
	if g.IntN(3) > 0 {
		sql += " ORDER BY " + g.pick("1", "2", "u.id", "u.secret", "o.total")
	}
	if g.postgres && g.IntN(3) == 0 {
		sql += " LIMIT " + g.pick("1", "3")
	}
	if g.postgres && g.IntN(8) == 0 {
		return g.change()
	}
	switch g.IntN(8) {
	case 0:
		sql = "WITH c AS (" + sql + ") SELECT * FROM c"
	case 1:
		sql = "SELECT x FROM (" + sql + ") x"
	case 2:
		sql = "INSERT INTO shop.log (what) SELECT a::text FROM (" + sql + ") x RETURNING what"
	case 3:
		sql += " UNION ALL SELECT " + g.value(2) + ", " + g.value(2) + " FROM " + g.from()
	}
	return sql
}

// change is a statement that changes rows, and shows some.
func (g statementsOf) change() string {
	value, from := g.value(1), g.from()
	returning := " RETURNING " + g.pick("id", "note", "*", "o.id, o.note", "o", "(SELECT max(name) FROM shop.users)", "(SELECT max(secret) FROM shop.users)")
	switch g.IntN(6) {
	case 0:
		return "INSERT INTO shop.orders AS o (id, note) SELECT u.id, (" + value + ")::text FROM " + g.pick("shop.users u", "(SELECT id, name, city FROM shop.users) u", "(SELECT * FROM shop.users) u") +
			" ON CONFLICT (id) DO UPDATE SET note = " + g.pick("excluded.note", "o.note || excluded.note", "excluded::text", "(SELECT max(secret) FROM shop.users)") + returning
	case 1:
		return "UPDATE shop.orders o SET note = (" + value + ")::text FROM shop.users u WHERE u.id = o.user_id" + returning
	case 2:
		return "DELETE FROM shop.orders o USING shop.users u WHERE u.id = o.id AND (" + value + ")::text > 'a'" + returning
	case 3:
		return "MERGE INTO shop.orders o USING shop.users u ON o.id = u.id WHEN MATCHED AND (" + value + ")::text > 'b' THEN UPDATE SET note = (" + g.value(2) + ")::text WHEN NOT MATCHED THEN INSERT (id, note) VALUES (u.id, u.name)"
	case 4:
		return "UPDATE shop.parent SET tag = (" + g.pick("'bad'", "'p2'", "'p3'", "(SELECT max(secret) FROM shop.users)", "(SELECT max(name) FROM shop.users)") + ") WHERE id = 1 RETURNING *"
	}
	return "SELECT * FROM (SELECT (" + value + ")::text AS a FROM " + from + ") x JOIN (SELECT (" + g.value(2) + ")::text AS a FROM " + g.from() + ") y USING (a) ORDER BY 1"
}

// generatedStatements are enough for each form to pass the gate and run; `make generated` has thousands.
var generatedStatements = flag.Int("generated", 600, "how many statements of a principal are generated for each source")

// TestDeniedColumnsDifferentially runs generated statements of a principal on two sources that differ in the values
// alone that it may not read: what the gate lets through has the same result on both.
func TestDeniedColumnsDifferentially(t *testing.T) {
	for name, open := range map[string]func(testing.TB, string) *engine.Engine{"postgres": pgShop, "duckdb": duckShop} {
		t.Run(name, func(t *testing.T) {
			one, other := enter(t, open(t, "a"), "analyst"), enter(t, open(t, "zz"), "analyst")
			g := statementsOf{rand.New(rand.NewPCG(18, 64)), name == "postgres"}
			passed, ran := 0, 0
			for range *generatedStatements {
				sql := g.statement()
				if _, err := one.Prepare(t.Context(), anything(sql)); err != nil {
					continue
				}
				passed++
				first, err := undone(t, one, sql)
				second, err2 := undone(t, other, sql)
				if !g.postgres { // the embedded engine has no order of its own
					first, second = sorted(first), sorted(second)
				}
				if toldOf(err) != toldOf(err2) || first != second {
					t.Fatalf("%s\n\tshows what the principal may not read:\n%s%v\n%s%v", sql, first, toldOf(err), second, toldOf(err2))
				}
				if err == nil {
					ran++
				}
			}
			if t.Logf("%d statements passed the gate, and %d of them ran", passed, ran); ran < *generatedStatements/30 {
				t.Errorf("only %d statements ran", ran)
			}
		})
	}
}

func sorted(lines string) string {
	list := strings.Split(lines, "\n")
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// toldOf is all that a client is told of an error.
func toldOf(err error) string {
	if err == nil {
		return ""
	}
	e := sqlstate.From(err)
	return string(e.Code) + e.Message + e.Detail + e.Hint
}
