package duckdb

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// open opens a provider named demo, and closes it after the test.
func open(t testing.TB, o Options) *Provider {
	t.Helper()
	if o.Name == "" {
		o.Name = "demo"
	}
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	o.Logger = hclog.New(&hclog.LoggerOptions{Output: testWriter{t}})
	p, err := Open(context.Background(), o)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

type testWriter struct{ t testing.TB }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Logf("%s", b)
	return len(b), nil
}

// connect returns a connection, and closes it after the test.
func connect(t testing.TB, p *Provider, o providers.ConnOptions) *Conn {
	t.Helper()
	c, err := p.Connect(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*Conn)
}

// demo returns a connection to a new database in memory.
func demo(t testing.TB) *Conn {
	t.Helper()
	return connect(t, open(t, Options{}), providers.ConnOptions{})
}

// answer is a whole result.
type answer struct {
	columns []providers.Column
	rows    []string // values separated by |; NULL is ∅
	tag     string
}

// try runs a statement; its first word is its verb.
func try(c providers.Conn, sql string, args ...string) (answer, error) {
	values := make([][]byte, len(args))
	for i, arg := range args {
		if arg != "∅" {
			values[i] = []byte(arg)
		}
	}
	return query(c, providers.Statement{SQL: sql, Setting: setting(sql)}, providers.Args{Values: values})
}

// setting parses SET, RESET and SHOW as the planner does.
func setting(sql string) *providers.Setting {
	words := strings.Fields(sql)
	if len(words) < 2 {
		return nil
	}
	s := providers.Setting{Name: strings.ToLower(words[1])}
	switch words[0] {
	case "SHOW":
	case "RESET":
		s.Reset = true
		if s.Name == "all" {
			s.Name = ""
		}
	case "SET":
		rest := words[1:]
		if rest[0] == "LOCAL" {
			s.Local, rest = true, rest[1:]
		}
		if s.Name = strings.ToLower(rest[0]); s.Name == "transaction" {
			return &s
		}
		if s.Name == "session" {
			s.Name = "session characteristics"
			return &s
		}
		s.Value = strings.Trim(strings.Join(rest[2:], " "), "'")
		s.Reset = s.Value == "DEFAULT"
	default:
		return nil
	}
	return &s
}

func query(c providers.Conn, s providers.Statement, args providers.Args) (answer, error) {
	rows, err := c.Query(context.Background(), s, args)
	if err != nil {
		return answer{}, err
	}
	return read(rows)
}

func read(rows providers.Rows) (answer, error) {
	defer rows.Close()
	a := answer{columns: rows.Columns()}
	for {
		row, err := rows.Next()
		if err == io.EOF {
			a.tag = rows.Tag()
			return a, nil
		}
		if err != nil {
			return a, err
		}
		a.rows = append(a.rows, rowText(row))
	}
}

func rowText(row providers.Row) string {
	cells := make([]string, len(row))
	for i, value := range row {
		if cells[i] = string(value); value == nil {
			cells[i] = "∅"
		}
	}
	return strings.Join(cells, "|")
}

// must runs a statement that must succeed.
func must(t testing.TB, c providers.Conn, sql string, args ...string) answer {
	t.Helper()
	a, err := try(c, sql, args...)
	if err != nil {
		t.Fatalf("%s: %v (%v)", sql, err, errors.Unwrap(err))
	}
	return a
}

// refused runs a statement that must fail with a code.
func refused(t testing.TB, c providers.Conn, code sqlstate.Code, sql string, args ...string) *sqlstate.Error {
	t.Helper()
	_, err := try(c, sql, args...)
	if got := sqlstate.CodeOf(err); got != code {
		t.Errorf("%s: %v, want %s", sql, err, code)
	}
	return sqlstate.From(err)
}
