package postgres_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestErrorFields(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`CREATE SCHEMA s; CREATE TABLE s.t (a int CONSTRAINT positive CHECK (a > 0), b int CONSTRAINT only_one UNIQUE, c varchar(3));
		CREATE FUNCTION s.fail() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
			RAISE EXCEPTION 'no' USING ERRCODE = 'P0123', DETAIL = 'the detail', HINT = 'the hint', SCHEMA = 's', TABLE = 't', COLUMN = 'c', DATATYPE = 'd', CONSTRAINT = 'x'; END $$`)
	c := connect(t, p, providers.ConnOptions{})
	e := c.fails("P0123", read("SELECT s.fail()"))
	got := fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%s", e.Message, e.Detail, e.Hint, e.Schema, e.Table, e.Column, e.DataType, e.Constraint)
	if got != "no|the detail|the hint|s|t|c|d|x" || !strings.Contains(e.Where, "PL/pgSQL function s.fail()") {
		t.Errorf("fields %s, where %q", got, e.Where)
	}
	if e := c.fails(sqlstate.CheckViolation, write("INSERT INTO s.t VALUES (0)")); e.Constraint != "positive" || e.Schema != "s" || e.Table != "t" {
		t.Errorf("%+v", e)
	}
	if e := c.fails(sqlstate.UndefinedColumn, read("SELECT\n aa FROM s.t")); e.Position != 9 {
		t.Errorf("position %d, want 9", e.Position)
	}
}

func TestNotices(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	var heard []string
	c := connect(t, p, providers.ConnOptions{OnNotice: func(e *sqlstate.Error) {
		heard = append(heard, fmt.Sprintf("%s %s %s|%s", e.Severity, e.Code, e.Message, e.Hint))
	}})
	c.must(write(`DO $$ BEGIN RAISE NOTICE 'one' USING HINT = 'do it'; RAISE WARNING 'two'; END $$`))
	c.must(read("ROLLBACK"))
	want := "NOTICE 00000 one|do it\nWARNING 01000 two|\nWARNING 25P01 there is no transaction in progress|"
	if got := strings.Join(heard, "\n"); got != want {
		t.Errorf("heard:\n%s\nwant:\n%s", got, want)
	}
	c.Conn.Close()
	heard = nil
	d := connect(t, p, providers.ConnOptions{})
	d.must(read("ROLLBACK"))
	if len(heard) != 0 {
		t.Errorf("the session before heard %q", heard)
	}
}

// TestCopyIsRefused: COPY would hang, by whatever name it comes.
func TestCopyIsRefused(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	c := connect(t, p, providers.ConnOptions{})
	for _, sql := range []string{"COPY t FROM STDIN", "/* x */ -- y\n copy (SELECT 1) TO STDOUT"} {
		for _, verb := range []string{"COPY", "SELECT"} {
			st := providers.Statement{SQL: sql, Verb: verb, ReadOnly: true}
			e := c.fails(sqlstate.FeatureNotSupported, st)
			if e.Hint == "" {
				t.Error("no hint")
			}
			if _, err := c.Describe(t.Context(), st); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
				t.Errorf("Describe: %v", err)
			}
		}
	}
	c.must(read("SELECT 1"))
}

// TestBackToThePool: what a session did to its connection does not reach the
// next one, and a connection that may have been changed for good is not used
// again.
func TestBackToThePool(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	out.do("CREATE TABLE t (a int)")
	const state = `SELECT current_setting('work_mem') || current_setting('timezone') || current_setting('application_name') ||
		(SELECT count(*) FROM pg_prepared_statements) || (SELECT count(*) FROM pg_cursors) ||
		(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) ||
		(SELECT count(*) FROM pg_listening_channels()) || current_user`
	clean := connect(t, p, providers.ConnOptions{})
	want, before := clean.must(read(state)), clean.must(read("SELECT pg_backend_pid()"))
	clean.Conn.Close()

	for _, test := range []struct {
		what  string
		again bool // the same connection may serve the next session
		steps []providers.Statement
	}{
		{"reads", true, []providers.Statement{read("SELECT 1"), read("BEGIN"), read("SELECT 1/0")}},
		{"settings", true, []providers.Statement{read("SET work_mem = '7MB'"), read("SET timezone = 'Asia/Tokyo'"), read("PREPARE p AS SELECT 1")}},
		{"settings by function", true, []providers.Statement{read("SELECT set_config('work_mem', '7MB', false), pg_advisory_lock(42)")}},
		{"rows", true, []providers.Statement{write("INSERT INTO t VALUES (1)"), write("UPDATE t SET a = 2"), write("DELETE FROM t")}},
		{"an open cursor", true, []providers.Statement{read("BEGIN"), read("DECLARE c CURSOR WITH HOLD FOR SELECT 1"), read("COMMIT")}},
		{"listening", false, []providers.Statement{read("LISTEN news")}},
		{"code", false, []providers.Statement{write("DO $$ BEGIN SET work_mem = '9MB'; SET ROLE pg_monitor; END $$")}},
		{"definitions", false, []providers.Statement{write("CREATE TEMP TABLE leak (a int)")}},
	} {
		c := connect(t, p, providers.ConnOptions{ApplicationName: "psql"})
		if got := c.must(read("SELECT current_setting('application_name')")); got != "sallyport: psql" {
			t.Errorf("application_name %q", got)
		}
		for _, st := range test.steps {
			_, _, _ = c.run(t.Context(), st) // an error is as good
		}
		c.Conn.Close()
		next := connect(t, p, providers.ConnOptions{})
		if got := next.must(read(state)); got != want {
			t.Errorf("after %s the next session finds %q, want %q", test.what, got, want)
		}
		after := next.must(read("SELECT pg_backend_pid()"))
		if again := after == before; again != test.again {
			t.Errorf("after %s: the same connection again is %v, want %v", test.what, again, test.again)
		}
		before = after
		next.Conn.Close()
	}
}

func TestRowsWithoutColumns(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	c := connect(t, p, providers.ConnOptions{})
	rows, err := c.Query(t.Context(), read("SELECT FROM generate_series(1, 3)"), providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; ; n++ {
		if _, err = rows.Next(); err != nil {
			break
		}
	}
	if err != io.EOF || n != 3 || rows.Tag() != "SELECT 3" {
		t.Errorf("%d rows, %v, tag %q", n, err, rows.Tag())
	}
	if _, tag, err := c.run(t.Context(), providers.Statement{SQL: "-- nothing", ReadOnly: true}); tag != "" || err != nil {
		t.Errorf("an empty text: tag %q, %v", tag, err)
	}
}

// TestOneAtATime: a result that is being read is in the way of the next
// statement, and says so.
func TestOneAtATime(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	c := connect(t, p, providers.ConnOptions{})
	rows, err := c.Query(t.Context(), read("SELECT generate_series(1, 10)"), providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	c.fails(sqlstate.InternalError, read("SELECT 1"))
	if row, err := rows.Next(); err != nil || string(row[0]) != "1" {
		t.Errorf("the first result was disturbed: %q, %v", row, err)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	c.must(read("SELECT 1"))
	_, err = c.Query(t.Context(), read("SELECT 1"), providers.Args{Values: make([][]byte, 70000)})
	if sqlstate.CodeOf(err) != sqlstate.ProgramLimitExceeded {
		t.Errorf("70000 parameters: %v", err)
	}
}

// BenchmarkOneRow is a one-row read by primary key, through a connection that
// the session keeps.
func BenchmarkOneRow(b *testing.B) {
	p, c := benchmarkSession(b)
	defer p.Close()
	defer c.Close()
	st := providers.Statement{SQL: "SELECT a, b FROM t WHERE a = $1", Verb: "SELECT", ReadOnly: true}
	args := providers.Args{Values: [][]byte{[]byte("500")}}
	b.ReportAllocs()
	for b.Loop() {
		rows, err := c.Query(b.Context(), st, args)
		if err != nil {
			b.Fatal(err)
		}
		for err == nil {
			_, err = rows.Next()
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
}

// BenchmarkSession is Connect and Close around one such read.
func BenchmarkSession(b *testing.B) {
	p, c := benchmarkSession(b)
	defer p.Close()
	defer c.Close()
	st := providers.Statement{SQL: "SELECT a, b FROM t WHERE a = 500", Verb: "SELECT", ReadOnly: true}
	for b.Loop() {
		c, err := p.Connect(b.Context(), providers.ConnOptions{ApplicationName: "bench"})
		if err != nil {
			b.Fatal(err)
		}
		rows, err := c.Query(b.Context(), st, providers.Args{})
		if err != nil {
			b.Fatal(err)
		}
		for err == nil {
			_, err = rows.Next()
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
