package inline

import (
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// world is a source with one table, and the functions that are made.
type world struct{ routines []*providers.Routine }

func (w *world) env() Env {
	path := []string{"public"}
	return Env{
		Routines: func(schema, name string) []*providers.Routine {
			var found []*providers.Routine
			for _, r := range w.routines {
				if r.Name == name && (schema == "" || r.Schema == schema) {
					found = append(found, r)
				}
			}
			return found
		},
		Path: path,
		Relation: func(schema, name string) (providers.Relation, bool) {
			if name != "t" || schema != "" && schema != "public" {
				return providers.Relation{}, false
			}
			return providers.Relation{Schema: "public", Name: "t", Kind: "table", Columns: []string{"id", "v"}, Typed: []providers.TypedColumn{
				{Column: providers.Column{Name: "id", Type: 23}}, {Column: providers.Column{Name: "v", Type: 25}},
			}}, true
		},
		Builtin:   func(name string) bool { return name == "upper" || name == "sum" || name == "random" },
		Aggregate: func(name string) bool { return name == "sum" },
		Volatile:  func(name string) bool { return name == "random" },
		Databases: []string{"demo"},
	}
}

func statement(t *testing.T, sql string) *pg_query.Node {
	t.Helper()
	list, err := parse.Statements(sql)
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %v", sql, err)
	}
	return list[0].Raw.Stmt
}

func (w *world) make(t *testing.T, sql string) error {
	t.Helper()
	r, err := Define(statement(t, sql).GetCreateFunctionStmt(), w.env())
	if err == nil {
		if _, err = Check(r, w.env()); err == nil {
			w.routines = append(w.routines, r)
		}
	}
	return err
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{}
	for _, sql := range []string{
		"CREATE FUNCTION one(a int) RETURNS int LANGUAGE sql AS 'SELECT a + 1'",
		"CREATE FUNCTION twice(a int) RETURNS int LANGUAGE sql AS 'SELECT a * a'",
		"CREATE FUNCTION reads(n int) RETURNS text LANGUAGE sql AS 'SELECT v FROM t WHERE id = n'",
		"CREATE FUNCTION strict1(a int) RETURNS int LANGUAGE sql STRICT AS 'SELECT a + 1'",
		"CREATE FUNCTION rows(n int) RETURNS TABLE(a int, b text) LANGUAGE sql AS 'SELECT id, v FROM t WHERE id < n'",
		"CREATE FUNCTION given(a int, b text DEFAULT 'x') RETURNS text LANGUAGE sql AS 'SELECT a || b'",
		"CREATE FUNCTION column1(v text) RETURNS bigint LANGUAGE sql AS 'SELECT sum(id) FROM t WHERE v = column1.v'",
	} {
		if err := w.make(t, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	return w
}

// TestExpand: what stands in the place of calls.
func TestExpand(t *testing.T) {
	w := newWorld(t)
	for _, test := range []struct{ sql, want string }{
		{"SELECT one(2)", "SELECT (2 + 1)::int AS one"},
		{"SELECT id, one(id) FROM t", "SELECT id, (id + 1)::int AS one FROM t"},
		{"SELECT demo.public.one(a => 5) AS x", "SELECT (5 + 1)::int AS x"},
		{"SELECT twice(id + 1) FROM t", `SELECT (SELECT ("$1"."$1@twice" * "$1"."$1@twice")::int FROM (SELECT (id + 1)::int AS "$1@twice") "$1") AS twice FROM t`},
		{"SELECT one(sum(id)) FROM t", "SELECT (sum(id)::int + 1)::int AS one FROM t"},
		{"SELECT reads(3)", "SELECT (SELECT v FROM public.t WHERE id = 3 LIMIT 1)::text AS reads"},
		{"SELECT reads(id) FROM t", `SELECT (SELECT (SELECT v FROM public.t WHERE id = "$1"."$1@reads" LIMIT 1)::text FROM (SELECT id AS "$1@reads") "$1") AS reads FROM t`},
		{"SELECT strict1(id) FROM t", "SELECT CASE WHEN id IS NOT NULL THEN (id + 1)::int END AS strict1 FROM t"},
		{"SELECT * FROM rows(4)", `SELECT * FROM (SELECT "$r".a::int AS a, "$r".b::text AS b FROM (SELECT id, v FROM public.t WHERE id < 4) "$r"(a, b)) rows(a, b)`},
		{"SELECT r.a FROM t, rows(t.id) r", `SELECT r.a FROM t, LATERAL (SELECT "$r".a::int AS a, "$r".b::text AS b FROM (SELECT t.id::int AS "$1@rows") "$1", LATERAL (SELECT id, v FROM public.t WHERE id < "$1"."$1@rows") "$r"(a, b)) r(a, b)`},
		{"SELECT given(1)", "SELECT (1 || 'x'::text)::text AS given"},
		{"SELECT column1('q')", "SELECT (SELECT sum(id) FROM public.t WHERE v = 'q'::text)::bigint AS column1"},
		{"SELECT upper('x')", "SELECT upper('x')"},
	} {
		n := statement(t, test.sql)
		if _, err := Expand(n, w.env()); err != nil {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		got, err := deparse(n)
		if err != nil || !sameSQL(got, test.want) {
			t.Errorf("%s\n\tgot  %s (%v)\n\twant %s", test.sql, got, err, test.want)
		}
	}
}

// sameSQL compares texts without the spellings of types.
func sameSQL(a, b string) bool {
	plain := strings.NewReplacer("::int4", "::int", "::integer", "::int", "::bigint", "::int8", " AS \"$1\"", " \"$1\"", " AS \"$r\"", " \"$r\"", "pg_catalog.", "").Replace
	return plain(a) == plain(b)
}

// TestRefused: definitions and calls that are refused, and how.
func TestRefused(t *testing.T) {
	w := newWorld(t)
	for sql, want := range map[string]sqlstate.Code{
		"CREATE FUNCTION upper(a text) RETURNS text LANGUAGE sql AS 'SELECT a'":                            sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'SELECT public.x()'":                              sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'SELECT x()'":                                     sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'":                      sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'SELECT 1; SELECT 2'":                             sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'WITH d AS (DELETE FROM t RETURNING 1) SELECT 1'": sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'SELECT id FROM t FOR UPDATE'":                    sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x(n int) RETURNS int LANGUAGE sql AS 'SELECT n FROM unknown_one'":                 sqlstate.FeatureNotSupported,
		"CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'SELECT $1'":                                      sqlstate.UndefinedParameter,
		"CREATE FUNCTION pg_catalog.x() RETURNS int LANGUAGE sql AS 'SELECT 1'":                            sqlstate.InsufficientPrivilege,
		"CREATE FUNCTION x(a int DEFAULT (SELECT max(id) FROM t)) RETURNS int LANGUAGE sql AS 'SELECT a'":  sqlstate.FeatureNotSupported,
	} {
		if err := w.make(t, sql); sqlstate.CodeOf(err) != want {
			t.Errorf("%s: %v, want %s", sql, err, want)
		}
	}
	for sql, want := range map[string]sqlstate.Code{
		"CREATE VIEW x AS SELECT one(1)":                  sqlstate.FeatureNotSupported,
		"CREATE TABLE x (a int DEFAULT one(1))":           sqlstate.FeatureNotSupported,
		"CREATE INDEX ON t (one(id))":                     sqlstate.FeatureNotSupported,
		"SELECT twice((random() * 10)::int)":              sqlstate.FeatureNotSupported,
		"SELECT reads(sum(id)::int) FROM t":               sqlstate.FeatureNotSupported,
		"SELECT DISTINCT rows(1)":                         sqlstate.FeatureNotSupported,
		"SELECT one(nextval('s')::int)":                   sqlstate.FeatureNotSupported,
		"UPDATE t SET v = reads(id)":                      sqlstate.FeatureNotSupported,
		"SELECT one('x'::text)":                           sqlstate.UndefinedFunction,
		"SELECT one(1, 2)":                                sqlstate.UndefinedFunction,
		"SELECT one(1) OVER ()":                           sqlstate.WrongObjectType,
		"SELECT * FROM rows(1) WITH ORDINALITY":           sqlstate.FeatureNotSupported,
		"SELECT * FROM ROWS FROM (rows(1), rows(2)) AS x": sqlstate.FeatureNotSupported,
	} {
		if _, err := Expand(statement(t, sql), w.env()); sqlstate.CodeOf(err) != want {
			t.Errorf("%s: %v, want %s", sql, err, want)
		}
	}
}

// TestBodiesKeepTheirMeaning: a function that is made later takes no name of a body.
func TestBodiesKeepTheirMeaning(t *testing.T) {
	w := newWorld(t)
	if err := w.make(t, "CREATE FUNCTION calls(a int) RETURNS int LANGUAGE sql AS 'SELECT later(a)'"); err != nil {
		t.Fatal(err)
	}
	if err := w.make(t, "CREATE FUNCTION later(a int) RETURNS int LANGUAGE sql AS 'SELECT 666'"); err != nil {
		t.Fatal(err)
	}
	n := statement(t, "SELECT calls(1)")
	if _, err := Expand(n, w.env()); err != nil {
		t.Fatal(err)
	}
	if got, err := deparse(n); err != nil || strings.Contains(got, "666") {
		t.Errorf("%s, %v", got, err)
	}
	if !slices.ContainsFunc(w.routines, func(r *providers.Routine) bool { return r.Body == "SELECT later($1)" }) {
		t.Error("the body names something else")
	}
}
