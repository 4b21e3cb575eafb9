package engine_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// recorded is an engine whose record hides what a configuration says, over a
// real Postgres and a real DuckDB.
func recorded(t *testing.T, values bool) *house {
	t.Helper()
	quiet := hclog.NewNullLogger()
	h := &house{dir: t.TempDir()}
	var err error
	if h.log, err = audit.Open(audit.Options{Dir: h.dir, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: pgtest.Start(t).CreateDB(t), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	duck, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck", Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	redactor, err := redact.New([]string{`\b\d{3}-\d{2}-\d{4}\b`}, []string{"card_number"})
	if err != nil {
		t.Fatal(err)
	}
	if h.engine, err = engine.New(engine.Config{
		Version: "test", Mode: gate.FullAccess, Sources: []providers.Provider{pg, duck}, Log: h.log, Logger: quiet,
		Redactor: redactor, RecordValues: values,
	}); err != nil {
		t.Fatal(err)
	}
	h.closeAtEnd(t)
	return h
}

// try runs a batch, whatever comes of it.
func try(t *testing.T, s *engine.Session, r engine.Request, args providers.Args) {
	t.Helper()
	batch, err := s.Prepare(t.Context(), r)
	if err != nil {
		return
	}
	for _, st := range batch {
		result, err := s.Execute(t.Context(), st, args, engine.Options{})
		if err != nil {
			return
		}
		for err == nil {
			_, err = result.Next()
		}
		if err != io.EOF {
			return
		}
	}
}

// TestNoSecretInTheRecord sends secrets by every way that a record goes: text
// that runs, fails, is refused or does not parse, values, arguments, and the
// errors that repeat them.
func TestNoSecretInTheRecord(t *testing.T) {
	for _, values := range []bool{false, true} {
		h := recorded(t, values)
		for _, source := range []string{"pg", "duck"} {
			s := h.open(t, source, gate.FullAccess)
			for _, sql := range []string{
				"CREATE TABLE users (id int, name text, password text, pin_secret int, card_number text)",
				"INSERT INTO users (id, name, password) VALUES (1, 'kept', 'hunter2')",
				"INSERT INTO users (id, name, card_number) VALUES (2, 'ada 123-45-6789', 'hunter2')",
				"UPDATE users SET pin_secret = 'hunter2' WHERE id = 1", // not a number: the error repeats it
				"SELECT password::int FROM users",                      // the same, by the table's columns
				"SELECT * FROM users WHERE password = 'hunter2' AND id = 'kept'::int",
				"UPDATE users SET password = \"hunter2\"",
				"ALTER ROLE nobody PASSWORD hunter2",
				"ALTER ROLE nobody PASSWORD \"hunter2\"",
				"ALTER ROLE nobody PASSWORD 'hunter2",
				"ALTER ROLE nobody PASSWORD 'hunter2'",
				"CREATE SECRET s (TYPE s3, SECRET 'hunter2')",
				"SELECT 1 /* password hunter2 */",
				"PREPARE p AS UPDATE users SET password = $1 WHERE name = $2",
				"EXECUTE p('hunter2', 'kept')", "EXECUTE unknown('hunter2')",
				"PREPARE q AS UPDATE users SET password = $1; EXECUTE q('hunter2')",
			} {
				try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: sql, Tool: "t", Args: map[string]any{"token": "hunter2", "note": "password: hunter2", "source": "kept"}}, providers.Args{})
			}
			bound := providers.Args{Values: [][]byte{[]byte("hunter2"), []byte("kept")}}
			try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: "UPDATE users SET password = $1 WHERE name = $2"}, bound)
			try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: "UPDATE users SET pin_secret = $1 WHERE name = $2"}, bound)
			try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: "SELECT $1::text, $2::text, $3::text"}, providers.Args{Values: [][]byte{[]byte("host=h password=hunter2"), []byte("kept"), nil}})
			if !values { // what is bound is not told by errors either
				try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: "SELECT * FROM users WHERE id = $1"}, providers.Args{Values: [][]byte{[]byte("hunter2")}})
			}
		}
		text, err := os.ReadFile(filepath.Join(h.dir, "audit.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "hunter2") || strings.Contains(line, "123-45-6789") {
				t.Errorf("values %t: %s", values, line)
			}
		}
		for _, want := range []string{
			`"sql":"INSERT INTO users (id, name, password) VALUES (1, 'kept', '<redacted>')"`,
			`"sql":"INSERT INTO users (id, name, card_number) VALUES (2, 'ada <redacted>', '<redacted>')"`,
			`"sql":"EXECUTE p('<redacted>', 'kept')"`,
			`invalid input syntax for type integer: \"<redacted>\"`,
			`"source":"kept"`, `"token":"<redacted>"`,
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("values %t: no record has %s", values, want)
			}
		}
		if has := strings.Contains(string(text), `"params":["'<redacted>'","'kept'"]`); has != values {
			t.Errorf("values %t: %s", values, text)
		}
		if has := strings.Contains(string(text), `"params":["'<redacted>'","'kept'","NULL"]`); has != values {
			t.Errorf("values %t: %s", values, text)
		}
	}
}

// TestSecretsByPosition: what an INSERT puts into a column with the name of a secret is
// hidden where only the catalog knows which column that is.
func TestSecretsByPosition(t *testing.T) {
	h := recorded(t, true)
	for source, hidden := range map[string][]string{
		"pg": {
			"CREATE TABLE staff (id int, name text, later text)", "ALTER TABLE staff RENAME later TO password", "INSERT INTO staff VALUES (8, 'kept', 'hunter2')",
			"MERGE INTO users u USING (VALUES (9)) v(n) ON u.id = v.n WHEN NOT MATCHED THEN INSERT VALUES (9, 'kept', 'hunter2')",
			"PREPARE fill AS INSERT INTO users VALUES ($1, $2, $3)", "EXECUTE fill(9, 'kept', 'hunter2')",
			"PREPARE filled AS INSERT INTO users VALUES (9, 'kept', 'hunter2')",
			"WITH w AS (INSERT INTO users VALUES (5, 'kept', 'hunter2') RETURNING id) SELECT * FROM w",
			"EXPLAIN (COSTS OFF) INSERT INTO users VALUES (5, 'kept', 'hunter2')",
			"INSERT INTO public.users AS u VALUES (6, 'kept', 'hunter2') ON CONFLICT DO NOTHING",
			"MERGE INTO users u USING (VALUES (9, 'kept', 'hunter2')) v(n, a, b) ON u.id = v.n WHEN NOT MATCHED THEN INSERT VALUES (v.n, v.a, v.b)",
			"INSERT INTO users SELECT 4, a, b FROM ROWS FROM (unnest(ARRAY['hunter2']), unnest(ARRAY['hunter2'])) v(a, b)",
			"INSERT INTO users SELECT 4, 'kept', b FROM unnest(ARRAY['hunter2']) b",
			"CREATE FUNCTION sign_up(name text, password text DEFAULT 'kept') RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1'",
			"CREATE PROCEDURE enrol(name text, VARIADIC api_tokens text[]) LANGUAGE sql AS 'SELECT 1'",
			"CREATE FUNCTION listing(OUT a int, name text, OUT b int, secret text) RETURNS SETOF record LANGUAGE sql AS 'SELECT 1, 2'",
			"SELECT sign_up('kept', 'hunter2')", "SELECT public.SIGN_UP('kept', 'hunter2')", "SELECT sign_up('kept', password => 'hunter2')",
			"SELECT sign_up(password => 'hunter2', name => 'kept')", "CALL enrol('kept', 'hunter2', 'hunter2')", "SELECT * FROM listing('kept', 'hunter2')",
			"PREPARE signs AS SELECT sign_up($1, $2)", "EXECUTE signs('kept', 'hunter2')", "SELECT upper(sign_up('kept', 'x' || 'hunter2'))",
			"SELECT sign_up('kept', b) FROM (VALUES ('kept', 'hunter2')) v(a, b)",
			"SET search_path = other, public", "INSERT INTO users VALUES ('hunter2', 'kept')",
		},
		"duck": nil,
	} {
		s := h.open(t, source, gate.FullAccess)
		if source == "pg" {
			try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: "CREATE SCHEMA other; CREATE TABLE other.users (password text, note text)"}, providers.Args{})
		}
		for _, sql := range append([]string{
			"CREATE TABLE users (id int, name text, password text)", "CREATE TABLE plain (id int, name text)",
			"INSERT INTO users VALUES (1, 'kept', 'hunter2')", "INSERT INTO users VALUES (2, 'kept', 'hunter2'), (3, 'kept', 'hunter2')",
			"INSERT INTO users SELECT 4, 'kept', 'hunter2'", "insert into \"users\"(select 4, 'kept', 'hunter2')",
			"INSERT INTO users SELECT * FROM (VALUES (4, 'kept', 'hunter2')) v",
			"INSERT INTO users SELECT 4, a, b FROM (VALUES ('kept', 'hunter2')) v(a, b)",
			"INSERT INTO users SELECT 4, column1, column2 FROM (VALUES ('kept', 'hunter2')) v",
			"INSERT INTO users SELECT 4, v.a, upper(v.b) FROM (VALUES ('kept')) n(a), (VALUES ('kept', 'hunter2')) v(a, b)",
			"INSERT INTO users SELECT 4, c, d FROM (SELECT a AS c, b AS d FROM (VALUES ('kept', 'hunter2')) v(a, b)) w",
			"INSERT INTO users SELECT 4, a, b FROM (SELECT 'kept' AS a, 'hunter2' AS b) v JOIN (SELECT 1 AS n) w ON true",
			"INSERT INTO users SELECT 4, a, b FROM (SELECT 'kept' AS a, 'hunter2' AS b UNION ALL SELECT 'kept', 'hunter2') v",
			"INSERT INTO users WITH v(a, b) AS (VALUES ('kept', 'hunter2')) SELECT 4, a, b FROM v",
			"WITH v AS (SELECT 4 AS id, 'kept' AS a, 'hunter2' AS b) INSERT INTO users SELECT * FROM v",
			"WITH v AS (SELECT * FROM (VALUES (4, 'kept', 'hunter2')) x) INSERT INTO users SELECT * FROM v",
			"INSERT INTO users SELECT * FROM (SELECT 4 AS id) i CROSS JOIN (VALUES ('kept', 'hunter2')) v(a, b)",
			"UPDATE users SET password = v.b FROM (VALUES (4, 'hunter2')) v(a, b) WHERE id = v.a",
			"INSERT /* new */ INTO users VALUES (4, 'kept', 'hunter2')",
			"INSERT INTO users VALUES ('nan', 'kept', 'hunter2')", "INSERT INTO users VALUES (1, 'kept', 'hunter2', 'hunter2')",
			"SELECT 1; INSERT INTO users VALUES (7, 'kept', 'hunter2')",
			"INSERT INTO usres VALUES (1, 'bob', 'hunter2')", "INSERT INTO users VALUES (1, 'bob', 'hunter2'", // not understood: all is hidden
			"INSERT INTO plain VALUES (1, 'plainly kept')",
		}, hidden...) {
			try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: sql}, providers.Args{})
		}
		try(t, s, engine.Request{Purpose: gate.AnyPurpose, SQL: "INSERT INTO public.users VALUES ($1, $2, $3)"}, providers.Args{Values: [][]byte{[]byte("1"), []byte("kept"), []byte("hunter2")}})
	}
	text, err := os.ReadFile(filepath.Join(h.dir, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "hunter2") {
			t.Error(line)
		}
	}
	for want, times := range map[string]int{
		`"sql":"INSERT INTO users VALUES (1, 'kept', '<redacted>')"`: 2, `"sql":"INSERT INTO plain VALUES (1, 'plainly kept')"`: 2,
		`"sql":"INSERT INTO users VALUES ('<redacted>', 'kept')"`: 1, `"sql":"EXECUTE fill(9, 'kept', '<redacted>')"`: 1,
		`WHEN NOT MATCHED THEN INSERT VALUES (9, 'kept', '<redacted>')`: 1, `"sql":"INSERT INTO staff VALUES (8, 'kept', '<redacted>')"`: 1,
		`"params":["'1'","'kept'","'<redacted>'"]`:     1,
		`"sql":"SELECT sign_up('kept', '<redacted>')"`: 1, `"sql":"CALL enrol('kept', '<redacted>', '<redacted>')"`: 1, `FROM listing('kept', '<redacted>')"`: 1,
		`"sql":"EXECUTE signs('kept', '<redacted>')"`: 1, `SELECT upper(sign_up('kept', '<redacted>' || '<redacted>'))`: 1,
		`FROM (VALUES ('kept', '<redacted>')) v(a, b)"`: 3, `FROM (VALUES (4, '<redacted>')) v(a, b) WHERE id = v.a`: 2,
		`WITH v(a, b) AS (VALUES ('kept', '<redacted>')) SELECT 4, a, b FROM v"`: 2, `SELECT 'kept' AS a, '<redacted>' AS b UNION ALL SELECT 'kept', '<redacted>'`: 2,
	} {
		if n := strings.Count(string(text), want); n < times {
			t.Errorf("%d records have %s, not %d", n, want, times)
		}
	}
}
