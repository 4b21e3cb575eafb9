package engine_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestHiddenIsToldAsAbsent: a statement about a relation that is not for the principal gets the words of one about a
// relation that does not exist.
func TestHiddenIsToldAsAbsent(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		reader, analyst := enter(t, e, "reader"), enter(t, e, "analyst") // the reader may use shop.orders alone
		for _, sql := range []string{
			"SELECT secret FROM shop.users, shop.%s", "SELECT u.* FROM shop.users u JOIN shop.%s h ON h.id = u.id", "SELECT (SELECT count(*) FROM shop.%s), u FROM shop.users u",
			"SELECT u.secret FROM shop.users u WHERE EXISTS (SELECT FROM shop.%s)", "INSERT INTO shop.log SELECT h.id, u.secret FROM shop.users u, shop.%s h", "SELECT * FROM shop.v_users, shop.%s",
			"SELECT relname FROM pg_class, shop.%s", "SELECT * FROM shop.%s",
		} {
			hidden, absent := strings.ReplaceAll(sql, "%s", "hidden"), strings.ReplaceAll(sql, "%s", "wibble")
			if one, other := strings.ReplaceAll(validated(t, analyst, hidden), "hidden", "NAME"), strings.ReplaceAll(validated(t, analyst, absent), "wibble", "NAME"); one != other {
				t.Errorf("%s: %s\n\tof what is hidden: %s\n\tof what is not there: %s", name, sql, one, other)
			}
		}
		for _, sql := range []string{
			"SELECT * FROM shop.%s", "SELECT count(*) FROM %s", "SELECT 1 FROM shop.%s x, shop.orders", "TABLE shop.%s", "INSERT INTO shop.%s VALUES (1)", "UPDATE shop.%s SET id = 1",
			"DELETE FROM shop.%s", "TRUNCATE shop.%s", "DROP TABLE shop.%s", "DROP TABLE IF EXISTS shop.%s", "DROP VIEW shop.%s", "ALTER TABLE shop.%s ADD x int", "COPY shop.%s TO STDOUT",
			"SELECT NULL::shop.%s", "SELECT NULL::shop.%s[]", "SELECT 'x'::shop.%s", "SELECT CAST(NULL AS shop.%s)", "SELECT shop.%s(NULL)", "SELECT shop.%s(1)", "SELECT (shop.%s(NULL)).id",
			"DROP TYPE shop.%s", "ALTER TYPE shop.%s RENAME TO x", "CREATE TABLE shop.mine (h shop.%s)", "CREATE TABLE shop.mine (LIKE shop.%s)", "CREATE TABLE shop.mine () INHERITS (shop.%s)",
			"CREATE TABLE shop.mine (i int REFERENCES shop.%s)", "ALTER TABLE shop.orders ADD h shop.%s", "ALTER SEQUENCE shop.loose OWNED BY shop.%s.id", "CREATE INDEX ON shop.%s (id)",
			"LOCK TABLE shop.%s", "COMMENT ON TABLE shop.%s IS 'x'", "EXPLAIN SELECT * FROM shop.%s", "PREPARE p AS SELECT * FROM shop.%s", "SELECT o.%s FROM shop.orders o",
			"DESCRIBE shop.%s", "SHOW METHODS IN shop.%s", "MERGE INTO shop.orders o USING shop.%s h ON false WHEN MATCHED THEN DELETE", "DROP INDEX shop.%s_index", "SELECT * FROM shop.%s_index",
			"SELECT id || id FROM shop.%s", "SELECT 1 FROM shop.%s WHERE id", "SELECT id = 'x'::text FROM shop.%s", "UPDATE shop.%s SET id = true", "INSERT INTO shop.%s (id) VALUES (true)",
			"INSERT INTO shop.orders SELECT id = true FROM shop.%s", "SELECT o.id FROM shop.orders o WHERE id = ANY (SELECT 'x'::text FROM shop.%s)", "SELECT id::point FROM shop.%s", "SELECT 1 FROM shop.%s WHERE id = 'x'", "SELECT nosuch FROM shop.%s", "SELECT id FROM shop.%s FOR UPDATE OF nosuch", "SELECT sum(id) FROM shop.%s GROUP BY 7", "INSERT INTO shop.%s (nosuch) VALUES (1)",
		} {
			told := map[string]string{}
			for _, relation := range []string{"hidden", "wibble"} {
				_, err := undone(t, reader, strings.ReplaceAll(sql, "%s", relation))
				if err == nil {
					t.Errorf("%s: %s of %s is no error", name, sql, relation)
				}
				told[relation] = strings.ReplaceAll(toldOf(err)+validated(t, reader, strings.ReplaceAll(sql, "%s", relation)), relation, "NAME")
			}
			if told["hidden"] != told["wibble"] {
				t.Errorf("%s: %s\n\tof what is hidden: %s\n\tof what is not there: %s", name, sql, told["hidden"], told["wibble"])
			}
		}
	}
}

// validated is what a principal is told of a statement that does not run.
func validated(t *testing.T, s *engine.Session, sql string) string {
	t.Helper()
	list, err := s.Validate(t.Context(), anything(sql))
	return fmt.Sprintf("%+v %s", list, toldOf(err))
}

// TestRefusalsTakeAWholeStep: the time of a refusal does not tell whether there is a relation of that name.
func TestRefusalsTakeAWholeStep(t *testing.T) {
	const step = 25 * time.Millisecond
	e := pgShop(t, "a")
	reader := enter(t, e, "reader")
	sources := reader.Sources()
	for what, ask := range map[string]func(relation string) error{
		"a statement": func(relation string) error {
			_, err := reader.Prepare(t.Context(), anything("SELECT * FROM shop."+relation))
			return err
		},
		"a type": func(relation string) error {
			_, err := reader.Prepare(t.Context(), anything("SELECT NULL::shop."+relation))
			return err
		},
		"validation": func(relation string) error {
			_, err := reader.Validate(t.Context(), anything("SELECT * FROM shop."+relation))
			return cmp.Or(err, errors.New("it is not refused by an error"))
		},
		"a description": func(relation string) error { _, err := sources.Describe(t.Context(), "", "shop", relation); return err },
		"methods": func(relation string) error {
			_, _, err := sources.Methods(t.Context(), "", "shop", relation, "")
			return err
		},
		"a schema": func(relation string) error { _, err := sources.Resources(t.Context(), "", relation); return err },
	} {
		for _, relation := range []string{"hidden", "wibble", "hidden", "wibble"} {
			began := time.Now()
			if err, took := ask(relation), time.Since(began); err == nil || took < step {
				t.Errorf("%s, %s: %v after %v", what, relation, err, took)
			}
		}
	}
	began := time.Now()
	for range 10 {
		if _, err := reader.Prepare(t.Context(), anything("SELECT id FROM shop.orders")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("ten statements that are allowed: %v", time.Since(began))
}

// TestParametersNameNothing: a client gives a parameter a type whose values are names of objects.
func TestParametersNameNothing(t *testing.T) {
	e := pgShop(t, "a")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, kind := range []uint32{24, 2205, 2206, 2210, 2211, 4089, 4096} {
		r := anything("SELECT $1")
		r.ParamTypes = []uint32{kind}
		if _, err := analyst.Prepare(t.Context(), r); !refusedByGate(err) {
			t.Errorf("a parameter of the type %d is not refused: %v", kind, err)
		}
		if _, err := admin.Prepare(t.Context(), r); err != nil {
			t.Errorf("who may read all: %v", err)
		}
	}
}

// TestConstraintsOfAllowedTables: who may change a table of the embedded engine is told which of its rules a change
// breaks, and not that the table is for others. What is hidden stays so.
func TestConstraintsOfAllowedTables(t *testing.T) {
	e := duckShop(t, "zqmark")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"CREATE TABLE shop.base (id int, secret text DEFAULT 'zqmark', CHECK (id > 0 AND secret <> 'z'))", "CREATE TABLE shop.parts (id int, secret text NOT NULL)", "CREATE TABLE shop.checked (id int CHECK (id > 0), what text NOT NULL)",
		"INSERT INTO shop.checked VALUES (1, 'a')", "CREATE TABLE public.checked (id int, secret text NOT NULL)",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if _, err := run(t.Context(), analyst, anything("SET search_path = shop")); err != nil {
		t.Fatal(err)
	}
	ofWhat := `null value in column "what" of relation "checked" violates not-null constraint`
	ofName, ofCheck := `null value in column "name" of relation "users" violates not-null constraint`, `new row for relation "checked" violates check constraint "checked_id_check"`
	ofHidden := "the change breaks a rule of shop.base that may be about a column that you may not read"
	for _, test := range []struct{ sql, message, schema, column string }{
		{"INSERT INTO shop.users (id, name) VALUES (1000, NULL)", ofName, "shop", "name"},
		{"INSERT INTO shop.users (id) SELECT 1000", ofName, "shop", "name"},
		{`UPDATE "shop"."checked" SET what = NULL WHERE id = 1`, ofWhat, "shop", "what"},
		{"WITH n AS (SELECT 1000 AS id) INSERT INTO shop.users (id) SELECT id FROM n", ofName, "shop", "name"},
		{"INSERT INTO checked VALUES (2, NULL)", ofWhat, "shop", "what"}, // by the search_path
		{"INSERT INTO shop.checked VALUES (-1, 'zqown')", ofCheck, "shop", ""},
		{"UPDATE shop.checked SET id = -id", ofCheck, "shop", ""},
		{"INSERT INTO shop.parts (id) VALUES (1)", "the change breaks a rule of shop.parts about a column that you may not read", "shop", ""},
		{"INSERT INTO shop.base (id) VALUES (-1)", ofHidden, "shop", ""},
	} {
		_, err := undone(t, analyst, test.sql)
		if err == nil || refusedByGate(err) {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		if e := sqlstate.From(err); e.Message != test.message || e.Schema != test.schema || e.Column != test.column || strings.Contains(everythingOf(err), "secret") || strings.Contains(everythingOf(err), "zqmark") {
			t.Errorf("%s: %s", test.sql, everythingOf(err))
		}
	}
}

// TestConstraintsOfDeniedColumns: the names of constraints that are, or may be, about a denied column stay hidden at every source.
func TestConstraintsOfDeniedColumns(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "zqmark"), "duckdb": duckShop(t, "zqmark")} {
		admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
		for _, sql := range []string{
			"DROP TABLE IF EXISTS shop.made", "DROP TABLE IF EXISTS shop.base CASCADE", "CREATE TABLE shop.goal (id int PRIMARY KEY)", "INSERT INTO shop.goal VALUES (1)",
			"CREATE TABLE shop.made (id int CONSTRAINT zqid PRIMARY KEY, secret text DEFAULT 'x' CONSTRAINT zqkey UNIQUE)", "INSERT INTO shop.made VALUES (1, 'x')",
			"CREATE TABLE shop.base (id int, secret text DEFAULT 'x', goal int CONSTRAINT zqgoal REFERENCES shop.goal, CONSTRAINT zqcheck CHECK (id > 0 AND secret <> 'z'))",
		} {
			if _, err := run(t.Context(), admin, anything(sql)); err != nil {
				t.Fatalf("%s: %s: %v", name, sql, err)
			}
		}
		for _, test := range []struct {
			sql, code, constraint string
			shown                 bool
		}{
			{"INSERT INTO shop.made (id) VALUES (2)", "23505", "zqkey", false},
			{"INSERT INTO shop.base (id) VALUES (-1)", "23514", "zqcheck", false},
			{"INSERT INTO shop.made (id) VALUES (1)", "23505", "zqid", true},
			{"INSERT INTO shop.base (id, goal) VALUES (1, 2)", "23503", "zqgoal", true},
		} {
			_, err := undone(t, admin, test.sql)
			named := strings.Contains(everythingOf(err), test.constraint)
			if string(sqlstate.CodeOf(err)) != test.code || !named && test.code != "23503" { // DuckDB does not tell which foreign key is broken
				t.Errorf("%s: %s: who may know it is told %s", name, test.sql, everythingOf(err))
			}
			_, err = undone(t, analyst, test.sql)
			told := everythingOf(err)
			if string(sqlstate.CodeOf(err)) != test.code || strings.Contains(told, "secret") || strings.Contains(told, test.constraint) != (named && test.shown) {
				t.Errorf("%s: %s: %s", name, test.sql, told)
			}
		}
	}
}

// oneRow is a row that a client copies in.
type oneRow struct{ row providers.Row }

func (o *oneRow) Next() (row providers.Row, err error) {
	if row, o.row = o.row, nil; row == nil {
		return nil, io.EOF
	}
	return row, nil
}
func (o *oneRow) Where(int) string { return "COPY checked, line 1" }
func (o *oneRow) Close()           {}

// TestConstraintsOfCopiedRows: COPY is told of a table's rules as INSERT is.
func TestConstraintsOfCopiedRows(t *testing.T) {
	e := duckShop(t, "zqmark")
	if _, err := run(t.Context(), enter(t, e, "admin"), anything("CREATE TABLE shop.checked (id int CHECK (id > 0), what text NOT NULL)")); err != nil {
		t.Fatal(err)
	}
	var sent providers.Row
	s, err := e.Open(t.Context(), engine.Client{
		Door: "test", Principal: auth.Fixed("analyst", auth.Local), Ceiling: gate.FullAccess,
		CopyIn: func(context.Context, *providers.Copy, []providers.Column) (providers.CopyRows, error) {
			return &oneRow{sent}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for want, row := range map[string]providers.Row{
		`null value in column "what" of relation "checked" violates not-null constraint`: {[]byte("1"), nil},
		`new row for relation "checked" violates check constraint "checked_id_check"`:    {[]byte("-1"), []byte("x")},
	} {
		sent = row
		if _, err := undone(t, s, "COPY shop.checked FROM STDIN"); err == nil || sqlstate.From(err).Message != want || sqlstate.From(err).Schema != "shop" {
			t.Errorf("%v: %s", row, everythingOf(err))
		}
	}
}
