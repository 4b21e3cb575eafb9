package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestDropSeveral(t *testing.T) {
	c := connect(t, open(t, Options{Name: "demo"}), providers.ConnOptions{})
	tables := func() string {
		return must(t, c, "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'demo'").rows[0]
	}
	for _, sql := range []string{"CREATE TABLE a (x int)", `CREATE TABLE "b,c" (x int)`, "CREATE TABLE d (x int)", "CREATE VIEW v AS SELECT 1 AS x"} {
		must(t, c, sql)
	}
	refused(t, c, sqlstate.UndefinedTable, "DROP TABLE a, nope, d")
	if got := tables(); got != "3" {
		t.Errorf("after a failure there are %s tables, want all 3", got)
	}
	if got := must(t, c, `DROP TABLE IF EXISTS a, "b,c", nope cascade;`).tag; got != "DROP TABLE" {
		t.Errorf("tag %q", got)
	}
	if got := tables(); got != "1" {
		t.Errorf("%s tables are left, want 1", got)
	}
	must(t, c, "BEGIN")
	must(t, c, "CREATE TABLE e (x int)")
	must(t, c, "DROP TABLE d, e")
	must(t, c, "ROLLBACK")
	if got := tables(); got != "1" {
		t.Errorf("%s tables are left after ROLLBACK, want 1", got)
	}
	must(t, c, "DROP VIEW v")
}

func TestInsertFewerValues(t *testing.T) {
	c := connect(t, open(t, Options{Name: "demo"}), providers.ConnOptions{})
	must(t, c, `CREATE TABLE "T 1" (a int, "B b" text, c int DEFAULT 7)`)
	for _, sql := range []string{
		`INSERT INTO "T 1" VALUES (1)`, `INSERT INTO public."T 1" VALUES (2, 'x'), (3, 'y')`,
		`INSERT INTO demo.public."T 1" AS q SELECT 4`, `INSERT /* into */ INTO "T 1" (a) VALUES (5)`,
	} {
		must(t, c, sql)
	}
	must(t, c, `INSERT INTO "T 1" VALUES ($1, $2)`, "6", "z")
	want := "1|∅|7 2|x|7 3|y|7 4|∅|7 5|∅|7 6|z|7"
	if got := strings.Join(must(t, c, `SELECT * FROM "T 1" ORDER BY a`).rows, " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	refused(t, c, sqlstate.SyntaxError, `INSERT INTO "T 1" VALUES (1, 'x', 3, 4)`)
	refused(t, c, sqlstate.SyntaxError, `INSERT INTO "T 1" (a, c) VALUES (1)`)
}

func TestDiscard(t *testing.T) {
	c := connect(t, open(t, Options{Name: "demo"}), providers.ConnOptions{})
	must(t, c, "SET TimeZone = 'Europe/Berlin'")
	must(t, c, "CREATE TEMP TABLE x (a int)")
	if got := must(t, c, "DISCARD ALL").tag; got != "DISCARD ALL" {
		t.Errorf("tag %q", got)
	}
	if got := must(t, c, "SHOW TimeZone").rows[0]; got != "UTC" {
		t.Errorf("TimeZone is still %s", got)
	}
	refused(t, c, sqlstate.UndefinedTable, "SELECT * FROM x")
	must(t, c, "DISCARD PLANS")
	must(t, c, "BEGIN")
	refused(t, c, sqlstate.ActiveTransaction, "DISCARD ALL")
}
