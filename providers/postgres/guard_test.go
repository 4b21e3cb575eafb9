package postgres_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// guardHolds runs the statement that compares a closure on a connection.
func guardHolds(t *testing.T, p *postgres.Provider, pg *pgconn.PgConn, c providers.Closure) bool {
	t.Helper()
	args := c.(providers.Guarded).Guard()
	values := make([][]byte, len(args))
	for i, a := range args {
		values[i] = []byte(a)
	}
	result := pg.ExecParams(t.Context(), p.Guard(), values, nil, nil, nil).Read()
	if result.Err != nil && !strings.Contains(result.Err.Error(), "what was found") {
		t.Fatal(result.Err)
	}
	return result.Err == nil
}

// TestGuard: the statement that goes with a client's compares what that was
// understood by as a look at the catalog does.
func TestGuard(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	out.do(hiddenRelations)
	out.do("CREATE VIEW over_plain AS SELECT a FROM plain; CREATE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT 1'")
	pg := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()"))).pg
	relations := []string{"plain", "over_plain", "policed", "unpoliced", "folded", "odds", "moods", "filled", "parted", "ruled", "absent", "pg_class"}
	for _, name := range relations {
		names := providers.Names{
			Relations: []providers.Name{{Name: name}}, Functions: []providers.Name{{Name: "g"}, {Name: "lower"}, {Name: "absent"}},
			Types: []providers.Name{{Name: "mood"}, {Name: "int4"}, {Name: "C"}, {Name: "absent"}}, Operators: []providers.Name{{Name: "="}, {Name: "~~~"}},
		}
		if c := closureOf(t, p, names); !guardHolds(t, p, pg, c) || !holds(t, c) {
			t.Errorf("%s: the comparison fails without a change", name)
		}
	}
	names := providers.Names{Relations: []providers.Name{{Name: "plain"}}, Functions: []providers.Name{{Name: "g"}}}
	for i, sql := range []string{
		"CREATE OR REPLACE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT 2'", "CREATE FUNCTION g(text) RETURNS int LANGUAGE sql AS 'SELECT 2'",
		"ALTER TABLE plain ADD COLUMN more int", "ALTER TABLE plain RENAME TO was_plain; ALTER VIEW over_plain RENAME TO plain",
		"DROP VIEW plain", "CREATE CAST (moods AS int) WITH FUNCTION g_moods(moods)",
	} {
		if strings.Contains(sql, "g_moods") {
			out.do("CREATE FUNCTION g_moods(moods) RETURNS int LANGUAGE sql AS 'SELECT 1'")
		}
		c := closureOf(t, p, names)
		if !guardHolds(t, p, pg, c) {
			t.Fatalf("%d: the comparison fails before the change", i)
		}
		out.do(sql)
		if guardHolds(t, p, pg, c) {
			t.Errorf("%s went unseen", sql)
		}
	}
	// The session's own: its search path, and what it has made that nobody else sees.
	c := closureOf(t, p, names)
	for _, step := range []struct {
		sql  string
		same bool
	}{
		{"SET search_path = pg_catalog", false},
		{"RESET search_path", true},
		{"CREATE TEMP TABLE other (a int)", true},
		{"CREATE TEMP TABLE plain (a int)", false},
		{"DROP TABLE pg_temp.plain", true},
		{"BEGIN; CREATE TABLE plain (a int)", false},
		{"ROLLBACK", true},
	} {
		if _, err := pg.Exec(t.Context(), step.sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
		if got := guardHolds(t, p, pg, c); got != step.same {
			t.Errorf("after %s the comparison says %v", step.sql, got)
		}
	}
	if guard := fmt.Sprint(p.Guard()); strings.Contains(guard, "\n") {
		t.Error("the text of the comparison has more than one line")
	}
}
