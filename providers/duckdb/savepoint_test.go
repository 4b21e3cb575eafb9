package duckdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestSavepoints runs changes, a savepoint, statements that are undone, and changes behind them: what is committed is
// what the changes alone would have made. All have one instance, which makes the Postgres catalog once.
func TestSavepoints(t *testing.T) {
	const schema = `CREATE TABLE p(id int PRIMARY KEY, n text); CREATE TABLE c(id int PRIMARY KEY, p int REFERENCES p(id), u text UNIQUE);
		CREATE TABLE g(a int, b int GENERATED ALWAYS AS (a + 1), l int[], e DECIMAL(10,2)); CREATE INDEX c_p ON c(p); CREATE SEQUENCE q;
		INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c'); INSERT INTO c VALUES (1, 1, 'x'), (2, 2, 'y'); INSERT INTO g (a, l, e) VALUES (1, [1, NULL], 1.5)`
	const drop = "DROP TABLE IF EXISTS c; DROP TABLE IF EXISTS p; DROP TABLE IF EXISTS g; DROP TABLE IF EXISTS m; DROP TABLE IF EXISTS m2; DROP SEQUENCE IF EXISTS q"
	instance := open(t, Options{})
	for name, changes := range map[string]struct{ before, undone, after string }{
		"nothing before":      {"", "INSERT INTO p VALUES (4, 'd')", "INSERT INTO p VALUES (5, 'e')"},
		"rows added":          {"INSERT INTO p VALUES (4, 'd')", "DELETE FROM c; DELETE FROM p", "INSERT INTO c VALUES (3, 4, 'z')"},
		"rows changed":        {"UPDATE p SET n = 'B' WHERE id = 2; DELETE FROM c WHERE id = 1; UPDATE c SET u = 'yy' WHERE id = 2", "INSERT INTO p VALUES (4, 'd')", "DELETE FROM p WHERE id = 3"},
		"deleted and added":   {"DELETE FROM c WHERE id = 1; INSERT INTO c VALUES (1, 3, 'w')", "UPDATE c SET u = 'v' WHERE id = 1", "UPDATE c SET u = 'again' WHERE id = 2"},
		"the one that refers": {"INSERT INTO c VALUES (7, 3, 'seven'); INSERT INTO p VALUES (8, 'h'); INSERT INTO c VALUES (8, 8, 'eight')", "DELETE FROM c", ""},
		"computed and nested": {"INSERT INTO g (a, l, e) VALUES (2, [2], 2.25); UPDATE g SET l = [9] WHERE a = 1", "DELETE FROM g", "UPDATE g SET e = 3 WHERE a = 2"},
		"a failure":           {"INSERT INTO p VALUES (4, 'd')", "INSERT INTO p VALUES (1, 'dup')", "INSERT INTO p VALUES (5, 'e')"},
		"a failure of a read": {"UPDATE p SET n = upper(n)", "SELECT 'x'::int", "INSERT INTO p VALUES (5, 'e')"},
		"definitions":         {"CREATE TABLE m(i int PRIMARY KEY); INSERT INTO m VALUES (1); CREATE INDEX p_n ON p(n)", "DROP TABLE m", "INSERT INTO m VALUES (2)"},
		"made and undone":     {"INSERT INTO p VALUES (4, 'd')", "CREATE TABLE m2(i int); DROP TABLE g", "INSERT INTO g (a) VALUES (5)"},
		"with":                {"WITH w AS (SELECT 6 AS i) INSERT INTO public.p SELECT i, 'six' FROM w; TRUNCATE g", "SELECT 1/0::int; DELETE FROM c; INSERT INTO c VALUES (1, 99, 'q')", "DELETE FROM p WHERE id = 6"},
	} {
		t.Run(name, func(t *testing.T) {
			run := func(c providers.Conn, script string, mayFail bool) {
				for sql := range strings.SplitSeq(script, ";") {
					if strings.TrimSpace(sql) == "" {
						continue
					}
					if _, err := try(c, sql); err != nil && !mayFail {
						t.Errorf("%s: %v", sql, err)
					}
				}
			}
			var all [2][]string
			for i, undone := range []string{"", changes.undone} {
				c := connect(t, instance, providers.ConnOptions{})
				run(c, drop+";"+schema, false)
				run(c, "BEGIN;"+changes.before, false)
				if undone != "" {
					for range 2 { // a savepoint stays
						run(c, "SAVEPOINT s", false)
						run(c, undone, true)
						run(c, "ROLLBACK TO s", false)
					}
					run(c, "SAVEPOINT inner", false)
					run(c, undone, true)
					run(c, "ROLLBACK TO s", false)
				}
				run(c, changes.after, false)
				run(c, "COMMIT", false)
				for _, sql := range []string{"SELECT * FROM p ORDER BY id", "SELECT * FROM c ORDER BY id", "SELECT * FROM g ORDER BY a", "SELECT i FROM m ORDER BY i", "SELECT index_name FROM duckdb_indexes() WHERE database_name = 'demo' ORDER BY 1"} {
					a, err := try(c, sql)
					all[i] = append(all[i], sql, strings.Join(a.rows, "; "), string(sqlstate.CodeOf(err)))
				}
			}
			if !slices.Equal(all[0], all[1]) {
				t.Errorf("without: %q\nwith:    %q", all[0], all[1])
			}
		})
	}
}

// TestSavepointsOfTwo has somebody else commit in between.
func TestSavepointsOfTwo(t *testing.T) {
	p := open(t, Options{})
	a, b := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, a, "CREATE TABLE t(i int PRIMARY KEY, v text)")
	must(t, a, "INSERT INTO t VALUES (1, 'a'), (2, 'b')")

	must(t, a, "BEGIN") // rows that are added are added to what is there
	must(t, a, "INSERT INTO t VALUES (3, 'c')")
	must(t, a, "SAVEPOINT s")
	must(t, b, "INSERT INTO t VALUES (4, 'd')")
	must(t, a, "DELETE FROM t WHERE i = 3")
	must(t, a, "ROLLBACK TO s")
	must(t, a, "COMMIT")
	if got := must(t, a, "SELECT string_agg(i::text, ',' ORDER BY i) FROM t").rows[0]; got != "1,2,3,4" {
		t.Error(got)
	}

	must(t, a, "BEGIN") // rows that are changed must be the ones that were
	must(t, a, "UPDATE t SET v = 'A' WHERE i = 1")
	must(t, a, "SAVEPOINT s")
	must(t, b, "UPDATE t SET v = 'B' WHERE i = 2")
	must(t, a, "DELETE FROM t WHERE i = 3")
	refused(t, a, "40001", "ROLLBACK TO s")
	if tag := must(t, a, "COMMIT").tag; tag != "ROLLBACK" {
		t.Error(tag)
	}
	if got := must(t, a, "SELECT string_agg(v, ',' ORDER BY i) FROM t").rows[0]; got != "a,B,c,d" {
		t.Error(got)
	}

	must(t, a, "BEGIN ISOLATION LEVEL REPEATABLE READ") // a snapshot is one snapshot
	must(t, a, "SELECT * FROM t")
	must(t, a, "SAVEPOINT s")
	must(t, b, "DELETE FROM t WHERE i = 4")
	must(t, a, "INSERT INTO t VALUES (5, 'e')")
	refused(t, a, "40001", "ROLLBACK TO s")
	must(t, a, "ROLLBACK")
}

// TestSavepointsOfNames changes tables by several spellings of their names, and tables whose name comes to mean another one.
func TestSavepointsOfNames(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	must(t, c, "CREATE TABLE n(i int)")
	must(t, c, "CREATE SCHEMA o")
	for _, step := range []struct{ before, name, want string }{
		{`INSERT INTO n VALUES (1); INSERT INTO N VALUES (2); INSERT INTO public."n" VALUES (3); INSERT INTO "n" VALUES (4)`, "n", "1,2,3,4"},
		{`UPDATE n SET i = 10 WHERE i = 1; INSERT INTO public.n VALUES (5); DELETE FROM "N" WHERE i = 2`, "n", "3,4,5,10"},
		{"INSERT INTO n VALUES (6); CREATE TEMP TABLE n(i int); INSERT INTO n VALUES (60)", "public.n", "3,4,5,6,10"},
		{"INSERT INTO n VALUES (61); INSERT INTO public.n VALUES (7)", "n", "60,61"},
		{"DROP TABLE n", "n", "3,4,5,6,7,10"},
		{"SET search_path = o, public", "n", "3,4,5,6,7,10"},
		{"DELETE FROM n WHERE i = 3; CREATE TABLE n(i int); INSERT INTO n VALUES (70)", "n", "70"},
		{"", "public.n", "4,5,6,7,10"},
	} {
		outside := strings.HasPrefix(step.before, "DROP") || strings.HasPrefix(step.before, "SET")
		if !outside {
			must(t, c, "BEGIN")
		}
		for sql := range strings.SplitSeq(step.before, ";") {
			if sql != "" {
				must(t, c, sql)
			}
		}
		if !outside {
			must(t, c, "SAVEPOINT s")
			must(t, c, "DELETE FROM n")
			must(t, c, "ROLLBACK TO s")
			must(t, c, "COMMIT")
		}
		if got := must(t, c, "SELECT string_agg(i::text, ',' ORDER BY i) FROM "+step.name).rows[0]; got != step.want {
			t.Errorf("%s: %s, want %s", step.before, got, step.want)
		}
	}
}

func TestChangeTarget(t *testing.T) {
	for sql, want := range map[string]string{
		"INSERT INTO t (a) VALUES (1)":                                 "t",
		`INSERT INTO "A b"."c""d" AS x SELECT 1`:                       `"A b"."c""d"`,
		"WITH w AS (SELECT * FROM u) UPDATE ONLY s.t SET a = 1 FROM w": "s.t",
		"WITH w AS MATERIALIZED (SELECT (1)) DELETE FROM db.s.t":       "db.s.t",
		"MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE":   "t",
		"TRUNCATE TABLE t": "t",
		"UPDATE t":         "t",
		"SELECT 1":         "",
	} {
		if got := definition.ChangeTarget(sql); got != want {
			t.Errorf("%s: %q", sql, got)
		}
	}
}

// TestReturnAmongManySchemas: ROLLBACK TO counts the schemas, and their number was once read as an address.
func TestReturnAmongManySchemas(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	for i := range 40 {
		must(t, c, fmt.Sprintf("CREATE SCHEMA many_%d", i))
	}
	must(t, c, "CREATE TABLE kept_rows (a int)")
	for _, sql := range []string{"BEGIN", "INSERT INTO kept_rows VALUES (1)", "SAVEPOINT s", "INSERT INTO kept_rows VALUES (2)", "ROLLBACK TO s", "COMMIT"} {
		must(t, c, sql)
	}
	if got := must(t, c, "SELECT count(*) FROM kept_rows").rows[0]; got != "1" {
		t.Errorf("%s rows", got)
	}
}
