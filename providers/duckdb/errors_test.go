package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestErrors(t *testing.T) {
	c := demo(t)
	for _, sql := range []string{
		"CREATE TABLE t(i int PRIMARY KEY, s text NOT NULL CHECK (s <> ''), n decimal(4,1))",
		"CREATE TABLE child(i int REFERENCES t(i))",
		"INSERT INTO t VALUES (1, 'a', 1)",
		"CREATE SEQUENCE seq",
		"CREATE VIEW v AS SELECT * FROM t",
	} {
		must(t, c, sql)
	}
	for _, test := range []struct {
		sql      string
		code     sqlstate.Code
		position int
		message  string // a part of the message or the hint
	}{
		{"SELECT * FROM nope", "42P01", 15, `relation "nope" does not exist`},
		{"SELECT * FROM child2", "42P01", 15, `Perhaps you meant "child".`},
		{"SELECT * FROM no.t", "42P01", 15, `relation "no.t" does not exist`},
		{"SELECT * FROM nodb.no.t", "3D000", 0, `database "nodb" does not exist`},
		{"SELECT ü FROM t", "42703", 8, `column "ü" does not exist`},
		{"SELECT 'üü', nope FROM t", "42703", 14, `column "nope" does not exist`},
		{"SELECT t.nope FROM t", "42703", 8, "nope"},
		{"SELECT x.i FROM t", "42P01", 8, `missing FROM-clause entry for table "x"`},
		{"SELECT i FROM t a, t b", "42702", 8, `column reference "i" is ambiguous`},
		{"SELECT s, count(*) FROM t", "42803", 8, `column "s" must appear in the GROUP BY clause`},
		{"SELECT i FROM t WHERE count(*) > 1", "42803", 0, ""},
		{"SELECT lenght('a')", "42883", 8, "function lenght does not exist"},
		{"SELECT lower(1, 2)", "42883", 0, ""},
		{"SELECT true + 'x'::date", "42883", 0, "operator does not exist: boolean + date"},
		{"SELECT 1 = '2024-01-01'::date", "42846", 0, "cannot cast type integer to date"},
		{"SELECT 1 +", "42601", 0, "syntax error"},
		{"SELEC 1", "42601", 1, `syntax error at or near "SELEC"`},
		{"SELECT 'abc'::int", "22P02", 0, `invalid input syntax for type integer: "abc"`},
		{"SELECT 'abc'::double", "22P02", 0, `invalid input syntax for type double precision: "abc"`},
		{"SELECT 'perhaps'::boolean", "22P02", 0, `invalid input syntax for type boolean: "perhaps"`},
		{"SELECT 'someday'::date", "22007", 0, "someday"},
		{"SELECT '2023-02-30'::date", "22008", 0, "2023-02-30"},
		{"SELECT 300::tinyint", "22003", 0, ""},
		{"SELECT 9223372036854775807::bigint + i FROM t", "22003", 0, ""},
		{"SELECT 99999::decimal(4,1)", "22003", 0, ""},
		{"SELECT '99999'::decimal(4,1)", "22003", 0, "numeric field overflow"},
		{"SELECT 1/0", "22012", 0, "division by zero"},
		{"SELECT 1.5 % (i - 1) FROM t", "22012", 0, "division by zero"},
		{"INSERT INTO t VALUES (1, 'b', 1)", "23505", 0, "duplicate key value violates unique constraint"},
		{"INSERT INTO t VALUES (2, NULL, 1)", "23502", 0, `null value in column "s" of relation "t" violates not-null constraint`},
		{"INSERT INTO t VALUES (2, '', 1)", "23514", 0, `new row for relation "t" violates check constraint`},
		{"INSERT INTO child VALUES (7)", "23503", 0, ""},
		{"INSERT INTO t VALUES (1, 'a', 1, 2)", "42601", 0, ""},
		{"INSERT INTO t(nope) VALUES (1)", "42703", 0, "nope"},
		{"UPDATE t SET nope = 1", "42703", 0, "nope"},
		{"CREATE TABLE t(i int)", "42P07", 0, `relation "t" already exists`},
		{"CREATE SCHEMA public", "42P06", 0, `schema "public" already exists`},
		{"CREATE SCHEMA demo.public", "42P06", 0, ""},
		{"DROP TABLE nope", "42P01", 0, `relation "nope" does not exist`},
		{"DROP VIEW t", "42809", 0, `"t" is not a view`},
		{"DROP SCHEMA nope", "3F000", 0, `schema "nope" does not exist`},
		{"CREATE TABLE nope.t(i int)", "3F000", 0, `schema "nope" does not exist`},
		{"SELECT 'x'::nope", "42704", 0, `type "nope" does not exist`},
		{"SELECT currval('seq')", "55000", 0, ""},
		{"SELECT nextval('nope')", "42P01", 0, "nope"},
		{"DROP TABLE t", "2BP01", 0, ""},
		{"ALTER TABLE t ADD COLUMN s int", "42701", 0, ""},
		{"SELECT i FROM t UNION SELECT 1, 2", "42601", 0, ""},
		{"SELECT error('22023: of our own')", "22023", 0, "of our own"},
		{"SELECT error('boo')", "22023", 0, "boo"},
	} {
		e := refused(t, c, test.code, test.sql)
		if test.position != 0 && e.Position != test.position {
			t.Errorf("%s: position %d, want %d", test.sql, e.Position, test.position)
		}
		if !strings.Contains(e.Message+" "+e.Hint, test.message) {
			t.Errorf("%s: %q, hint %q, want %q in it", test.sql, e.Message, e.Hint, test.message)
		}
		if strings.Contains(e.Message+e.Hint+e.Detail, "LINE 1") || strings.Contains(e.Message, "exception_") {
			t.Errorf("%s: DuckDB's own form shows: %q", test.sql, e.Message)
		}
	}
}

// Positions refer to the client's text, not to the text with casts.
func TestPositionBesideCasts(t *testing.T) {
	c := demo(t)
	for sql, want := range map[string]int{
		"SELECT nope, $1":                         8,
		"SELECT $1, $2, nope":                     16,
		"SELECT $1::date, 'ü', $1::date, nope, 1": 33,
	} {
		if e := refused(t, c, sqlstate.UndefinedColumn, sql, "a", "b"); e.Position != want {
			t.Errorf("%s: position %d, want %d", sql, e.Position, want)
		}
	}
	must(t, c, "CREATE TABLE t AS SELECT '2024-01-01'::date AS d")
	if e := refused(t, c, "22007", "SELECT 1 FROM t WHERE d = $1", "someday"); e.Position != 27 {
		t.Errorf("the parameter's position is %d, want 27", e.Position)
	}
}

// An error that is not JSON is still understood, and a fatal error closes the source.
func TestTranslate(t *testing.T) {
	p := open(t, Options{})
	p.paths = append(p.paths, "/srv/data")
	for _, test := range []struct {
		raw     string
		code    sqlstate.Code
		message string
	}{
		{"TransactionContext Error: Current transaction is aborted (please ROLLBACK)", "25P02", sqlstate.TransactionAborted},
		{`Invalid Input Error: cannot read "/home/me/x.csv" at line 7`, "22023", `cannot read "…" at line 7`},
		{"Invalid Input Error: in /srv/data/x.csv at line 7", "22023", "in x.csv at line 7"},
		{"IO Error: No such file /srv/data/x.csv", "58030", "the source's data could not be read or written"},
		{"INTERNAL Error: Attempted to dereference unique_ptr that is NULL!\nStack Trace: 0x1", "XX000", "internal error"},
		{"no error at all", "XX000", "internal error"},
		{"Parser Error: {broken", "42601", "{broken"},
	} {
		e := p.translateError(native.Error(test.raw), "", nil)
		if e.Code != test.code || e.Message != test.message {
			t.Errorf("%s: %s %q, want %s %q", test.raw, e.Code, e.Message, test.code, test.message)
		}
	}
	c := connect(t, p, providers.ConnOptions{})
	if e := p.translateError(native.Error(`{"exception_type":"FATAL","exception_message":"database has been invalidated"}`), "", nil); e.Code != "XX000" || !strings.Contains(e.Hint, "Restart") {
		t.Errorf("a fatal error is %v, hint %q", e, e.Hint)
	}
	refused(t, c, sqlstate.InternalError, "SELECT 1")
	if _, err := p.Catalog(t.Context()); sqlstate.CodeOf(err) != sqlstate.InternalError {
		t.Errorf("Catalog after a fatal error: %v", err)
	}
}
