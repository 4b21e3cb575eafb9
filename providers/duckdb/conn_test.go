package duckdb

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestNames(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE t(i int)")
	must(t, c, "INSERT INTO public.t VALUES (1)")
	for _, name := range []string{"t", "public.t", "demo.public.t", `"T"`} {
		if a := must(t, c, "SELECT i FROM "+name); len(a.rows) != 1 {
			t.Errorf("%s has %d rows, want 1", name, len(a.rows))
		}
	}
	if a := must(t, c, "SELECT current_database(), current_schema()"); a.rows[0] != "demo|public" {
		t.Errorf("the session is in %s, want demo|public", a.rows[0])
	}
}

func TestTags(t *testing.T) {
	c := demo(t)
	for _, test := range []struct {
		sql, tag string
		columns  int
		rows     int
	}{
		{"CREATE TABLE t(i int, s text)", "CREATE TABLE", 0, 0},
		{"INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL)", "INSERT 0 3", 0, 0},
		{"INSERT INTO t VALUES (4, 'd'), (5, 'e') RETURNING i, s", "INSERT 0 2", 2, 2},
		{"UPDATE t SET s = 'x' WHERE i > 3", "UPDATE 2", 0, 0},
		{"UPDATE t SET s = 'y' WHERE i > 3 RETURNING i", "UPDATE 2", 1, 2},
		{"UPDATE t SET s = 'x' WHERE i > 300", "UPDATE 0", 0, 0},
		{"DELETE FROM t WHERE i = 5 RETURNING *", "DELETE 1", 2, 1},
		{"DELETE FROM t WHERE i = 4", "DELETE 1", 0, 0},
		{"SELECT * FROM t", "SELECT 3", 2, 3},
		{"SELECT * FROM t WHERE false", "SELECT 0", 2, 0},
		{"VALUES (1), (2)", "SELECT 2", 1, 2},
		{"WITH x AS (SELECT 1) SELECT * FROM x", "SELECT 1", 1, 1},
		{"CREATE TABLE u AS SELECT * FROM t", "SELECT 3", 0, 0},
		{"CREATE VIEW v AS SELECT 1", "CREATE VIEW", 0, 0},
		{"CREATE INDEX x ON t(i)", "CREATE INDEX", 0, 0},
		{"ALTER TABLE u ADD COLUMN z int", "ALTER TABLE", 0, 0},
		{"DROP VIEW v", "DROP VIEW", 0, 0},
		{"TRUNCATE u", "TRUNCATE TABLE", 0, 0},
		{"DROP TABLE u", "DROP TABLE", 0, 0},
		{"CREATE SCHEMA s", "CREATE SCHEMA", 0, 0},
	} {
		verb, _, _ := strings.Cut(test.sql, " ")
		switch verb {
		case "CREATE", "ALTER", "DROP":
			verb = strings.Join(strings.Fields(test.sql)[:2], " ")
			if strings.Contains(test.sql, " AS SELECT") && verb == "CREATE TABLE" {
				verb += " AS"
			}
		}
		s := providers.Statement{SQL: test.sql, Verb: verb}
		d, err := c.Describe(context.Background(), s)
		if err != nil || len(d.Columns) != test.columns {
			t.Errorf("Describe(%s) has %d columns, %v; want %d", test.sql, len(d.Columns), err, test.columns)
		}
		a, err := query(c, s, providers.Args{})
		if err != nil || a.tag != test.tag || len(a.columns) != test.columns || len(a.rows) != test.rows {
			t.Errorf("%s: tag %q, %d columns, %d rows, %v; want %q, %d, %d",
				test.sql, a.tag, len(a.columns), len(a.rows), err, test.tag, test.columns, test.rows)
		}
	}
}

// A statement that writes runs to its end even if few of its rows are read.
func TestReturningRunsToItsEnd(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE t(i int)")
	rows, err := c.Query(context.Background(),
		providers.Statement{SQL: "INSERT INTO t SELECT range FROM range(10000) RETURNING i", Verb: "INSERT"}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Next(); err != nil {
		t.Fatal(err)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	if a := must(t, c, "SELECT count(*) FROM t"); a.rows[0] != "10000" {
		t.Errorf("%s rows were inserted, want 10000", a.rows[0])
	}
}

// A row must not change until the next one is read, across batches.
func TestRowsAcrossBatches(t *testing.T) {
	c := demo(t)
	const count = 20000
	rows, err := c.Query(context.Background(), providers.Statement{
		SQL:  fmt.Sprintf("SELECT range, repeat('x', (range %% 50)::int), CASE WHEN range %% 3 = 0 THEN NULL ELSE range END FROM range(%d)", count),
		Verb: "SELECT",
	}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for i := range count {
		row, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		third := fmt.Sprint(i)
		if i%3 == 0 {
			third = "∅"
		}
		if want := fmt.Sprintf("%d|%s|%s", i, strings.Repeat("x", i%50), third); rowText(row) != want {
			t.Fatalf("row %d is %q, want %q", i, rowText(row), want)
		}
	}
	if row, err := rows.Next(); err == nil {
		t.Errorf("one more row: %q", rowText(row))
	}
}

func TestDescribe(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE t(i int, d decimal(10,2), s text, e date, b boolean, l int[])")
	for _, test := range []struct {
		sql      string
		declared []uint32
		params   string
		columns  string
	}{
		{sql: "SELECT i, s FROM t WHERE i = $1 AND s LIKE $2", params: "23 25", columns: "i integer, s text"},
		{sql: "SELECT e FROM t WHERE e > $1 LIMIT $2", params: "1082 20", columns: "e date"},
		{sql: "INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6)", params: "23 1700 25 1082 16 1007"},
		{sql: "SELECT $1 AS x", params: "25", columns: "x text"},
		{sql: "SELECT $1 AS x", declared: []uint32{23}, params: "23", columns: "x integer"},
		{sql: "SELECT $1 AS x", declared: []uint32{1184}, params: "1184", columns: "x timestamp with time zone"},
		{sql: "SELECT $1 + 1 AS x", params: "20", columns: "x bigint"},
		{sql: "SELECT upper($1) AS x, length($2) AS y", params: "25 25", columns: "x text, y bigint"},
		{sql: "SELECT $2::int AS x, $1::text AS y", params: "25 23", columns: "x integer, y text"},
		{sql: "SELECT coalesce($1, i) AS x FROM t", declared: []uint32{25}, params: "25", columns: "x integer"},
		{sql: "SELECT count(*) AS n, sum(i) AS s, avg(i) AS a FROM t", columns: "n bigint, s numeric, a double precision"},
		{sql: "EXPLAIN SELECT 1", columns: "QUERY PLAN text"},
		{sql: "SHOW TimeZone", columns: "TimeZone text"},
		{sql: "BEGIN"},
	} {
		s := providers.Statement{SQL: test.sql, ParamTypes: test.declared}
		if name, ok := strings.CutPrefix(test.sql, "SHOW "); ok {
			s.Setting = &providers.Setting{Name: name}
		}
		d, err := c.Describe(context.Background(), s)
		if err != nil {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		var columns []string
		for _, column := range d.Columns {
			columns = append(columns, column.Name+" "+column.TypeName)
		}
		params := strings.Trim(fmt.Sprint(d.Params), "[]")
		if params != test.params || strings.Join(columns, ", ") != test.columns {
			t.Errorf("%s: params %s, columns %s; want %s, %s", test.sql, params, strings.Join(columns, ", "), test.params, test.columns)
		}
	}
	_, err := c.Describe(context.Background(), providers.Statement{SQL: "SELECT $2::int"})
	if sqlstate.CodeOf(err) != sqlstate.IndeterminateDatatype {
		t.Errorf("a statement without $1: %v, want 42P18", err)
	}
}

// Describe must change nothing.
func TestDescribeRunsNothing(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE t(i int)")
	must(t, c, "CREATE SEQUENCE s")
	for _, sql := range []string{
		"INSERT INTO t VALUES (1) RETURNING i", "DROP TABLE t", "CREATE TABLE u AS SELECT * FROM t",
		"SELECT nextval('s')", "SELECT nextval('s') + $1", "ALTER TABLE t ADD COLUMN j int",
	} {
		if _, err := c.Describe(context.Background(), providers.Statement{SQL: sql}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	refused(t, c, sqlstate.UndefinedTable, "SELECT * FROM u")
	if a := must(t, c, "SELECT * FROM t"); len(a.rows) != 0 || len(a.columns) != 1 {
		t.Errorf("t has %d rows and %d columns, want 0 and 1", len(a.rows), len(a.columns))
	}
	if a := must(t, c, "SELECT nextval('s')"); a.rows[0] != "1" {
		t.Errorf("the first nextval is %s", a.rows[0])
	}
}

func TestExplain(t *testing.T) {
	a := must(t, demo(t), "EXPLAIN SELECT 1")
	if a.tag != "EXPLAIN" || len(a.rows) < 3 || a.columns[0].Name != "QUERY PLAN" || strings.Contains(a.rows[0], "\n") {
		t.Errorf("EXPLAIN: tag %s, %d rows", a.tag, len(a.rows))
	}
}

// The context of a statement ends only that statement, and a result that is no longer read makes
// way for the next statement.
func TestAbandonedRows(t *testing.T) {
	c := demo(t)
	for range 3 {
		rows, err := c.Query(context.Background(), providers.Statement{SQL: "SELECT * FROM range(1000000)"}, providers.Args{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rows.Next(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			for range 5000 { // rows made ahead may still come
				if _, err = rows.Next(); err != nil {
					break
				}
			}
			if err == nil {
				t.Error("an abandoned result goes on")
			}
		}()
	}
	if a := must(t, c, "SELECT 42"); a.rows[0] != "42" {
		t.Errorf("SELECT 42 = %s", a.rows[0])
	}
}
