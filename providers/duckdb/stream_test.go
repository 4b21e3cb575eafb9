package duckdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func (g *given) Close() error { return nil }

// connected opens a source and a connection of a session that may only read.
func connected(t *testing.T) (*Provider, *Conn) {
	t.Helper()
	p, err := Open(t.Context(), Options{Name: "apis"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	conn, err := p.Connect(t.Context(), providers.ConnOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return p, conn.(*Conn)
}

// endless are the numbers from 1 on, up to a limit, with what became of them.
type endless struct {
	providers.Rows
	ctx    context.Context //nolint:containedctx // of one stream
	most   int64
	fail   error
	pause  time.Duration
	given  atomic.Int64
	closed atomic.Int32
	text   []byte
}

func (e *endless) Next() (providers.Row, error) {
	n := e.given.Load()
	if e.most > 0 && n >= e.most {
		if e.fail != nil {
			return nil, e.fail
		}
		return nil, io.EOF
	}
	if e.pause > 0 {
		select {
		case <-e.ctx.Done():
			return nil, e.ctx.Err()
		case <-time.After(e.pause):
		}
	}
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	e.given.Add(1)
	return providers.Row{fmt.Append(nil, n+1), e.text}, nil
}

func (e *endless) Close() error { e.closed.Add(1); return nil }

var numbered = []providers.Column{{Name: "i", Type: pgtype.Int8OID}, {Name: "t", Type: pgtype.TextOID}}

// stream makes a stream of e.
func (e *endless) stream(t *testing.T, c *Conn, table string) {
	t.Helper()
	err := c.Stream(t.Context(), providers.Stream{Table: table, Columns: numbered, Where: "reading " + table, Open: func(ctx context.Context, _ <-chan struct{}) (providers.Rows, error) {
		e.ctx = ctx
		return e, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func reading(sql string) providers.Statement {
	return providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}
}

// all reads a result as a text.
func all(c *Conn, ctx context.Context, s providers.Statement, args ...string) string { //nolint:revive // the connection is what is read
	var a providers.Args
	for _, v := range args {
		a.Values = append(a.Values, []byte(v))
	}
	rows, err := c.Query(ctx, s, a)
	if err != nil {
		return asText(err)
	}
	defer rows.Close()
	var lines []string
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(lines, "\n")
		}
		if err != nil {
			return strings.Join(append(lines, asText(err)), "\n")
		}
		lines = append(lines, string(bytes.Join(row, []byte("|"))))
	}
}

func asText(err error) string {
	e := sqlstate.From(err)
	return strings.TrimSpace(string(e.Code) + " " + e.Message + " " + e.Where)
}

func TestStream(t *testing.T) {
	_, c := connected(t)
	for _, test := range []struct {
		sql, want string
		once      string
		args      []string
		fail      error
	}{
		{sql: "SELECT count(*), sum(i), min(t), count(DISTINCT t) FROM a", want: "10000|50005000|x|1", once: "[a]"},
		{sql: "SELECT count(*) FROM a", want: "10000", once: "[a]"},
		{sql: "SELECT count(*) FROM a WHERE i > $1", args: []string{"9000"}, want: "1000", once: "[a]"},
		{sql: "SELECT a.i FROM a JOIN b USING (i) WHERE a.i IN (7, 9000) ORDER BY 1", want: "7\n9000", once: "[a b]"},
		{sql: "SELECT count(*) FROM (SELECT i FROM a UNION ALL SELECT i FROM b)", want: "20000", once: "[a b]"},
		{sql: "SELECT count(*) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.i = 2 * a.i)", want: "5000", once: "[a b]"},
		{sql: "SELECT sum(n) FROM a, LATERAL (SELECT count(*) AS n FROM b WHERE b.i < a.i) WHERE a.i < 4", want: "3", once: "[a b]"},
		{sql: "SELECT i FROM a LIMIT 2", want: "1\n2", once: "[a]"},
		{sql: "SELECT i FROM a LIMIT 0", want: "", once: "[]"},
		{sql: "WITH w AS (SELECT i FROM a) SELECT count(*) FROM w x JOIN w y ON x.i = y.i + 1", want: "9999", once: "[a]"},
		{sql: "SELECT count(*) FROM a x JOIN a y ON x.i = y.i", want: "XX000 rows that can be read once would be read twice", once: "[]"},
		{sql: "WITH RECURSIVE w(n) AS (SELECT 1 UNION ALL SELECT i + 1 FROM w JOIN a ON a.i = w.n WHERE n < 5) SELECT count(*) FROM w", want: "XX000 rows that can be read once would be read twice", once: "[]"},
		{sql: "SELECT i FROM a WHERE i > 9999", fail: sqlstate.New("42501", "you may not").WithHint("ask"), want: "42501 you may not", once: "[a]"},
		{sql: "SELECT 1 / 0 FROM a", want: "22012 division by zero", once: "[]"},
		{sql: "SELECT count(*) FROM a, (SELECT 1 WHERE false)", want: "0", once: "[]"},
	} {
		a, b := &endless{most: 10_000, fail: test.fail, text: []byte("x")}, &endless{most: 10_000}
		a.stream(t, c, "a")
		b.stream(t, c, "b")
		s := reading(test.sql)
		for range test.args {
			s.ParamTypes = append(s.ParamTypes, pgtype.Int8OID)
		}
		once, err := c.ReadOnce(t.Context(), s)
		if slices.Sort(once); fmt.Sprint(once) != test.once || err != nil {
			t.Errorf("%s: reads %v once (%v), want %s", test.sql, once, err, test.once)
		}
		if got := all(c, t.Context(), s, test.args...); got != test.want {
			t.Errorf("%s: %s, want %s", test.sql, got, test.want)
		}
		if a.closed.Load() != 1 || b.closed.Load() != 1 {
			t.Errorf("%s: closed %d and %d times", test.sql, a.closed.Load(), b.closed.Load())
		}
		if err := c.Drop("a", "b"); err != nil {
			t.Error(err)
		}
	}
	if got := all(c, t.Context(), reading("SELECT 1 FROM a")); got != `42P01 relation "a" does not exist` {
		t.Error(got)
	}
}

// TestStreamStops: what nobody reads is not asked for.
func TestStreamStops(t *testing.T) {
	_, c := connected(t)
	for _, sql := range []string{
		"SELECT i FROM a LIMIT 3",
		"SELECT i FROM a WHERE i % 7 = 0 LIMIT 3",
		"SELECT EXISTS (SELECT 1 FROM a WHERE i = 5000)",
		"SELECT a.i FROM a JOIN (VALUES (3), (4)) v(i) USING (i) LIMIT 2",
	} {
		e := &endless{text: bytes.Repeat([]byte("x"), 100)}
		e.stream(t, c, "a")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		got := all(c, ctx, reading(sql))
		cancel()
		if n := e.given.Load(); strings.Contains(got, "57014") || n > 30_000 || e.closed.Load() != 1 {
			t.Errorf("%s: %s after %d rows, closed %d times", sql, got, n, e.closed.Load())
		}
		if err := c.Drop("a"); err != nil {
			t.Error(err)
		}
	}
	e := &endless{}
	e.stream(t, c, "a")
	rows, err := c.Query(t.Context(), reading("SELECT i FROM a"), providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Next(); err != nil {
		t.Fatal(err)
	}
	before := int64(-1)
	for n := e.given.Load(); n != before; n = e.given.Load() { // until it stands still
		before = n
		time.Sleep(300 * time.Millisecond)
	}
	if before > 30_000 {
		t.Errorf("%d rows for a reader who took one", before)
	}
	if err := rows.Close(); err != nil || e.closed.Load() != 1 {
		t.Error(err, e.closed.Load())
	}
}

// TestStreamFirstRow: a row is seen as soon as it is there.
func TestStreamFirstRow(t *testing.T) {
	_, c := connected(t)
	e := &endless{pause: 100 * time.Millisecond, most: 50}
	e.stream(t, c, "a")
	started := time.Now()
	rows, err := c.Query(t.Context(), reading("SELECT i * 2 FROM a WHERE i > 1"), providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if _, err := rows.Next(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(started); took > time.Second {
		t.Errorf("the first row took %v", took)
	}
}

// TestStreamEnds: whatever ends a statement ends its streams, and nothing is left.
func TestStreamEnds(t *testing.T) {
	p, c := connected(t)
	goroutines := ownGoroutines()
	slow := func() *endless { return &endless{pause: time.Hour} }
	for _, test := range []struct {
		name, want string
		run        func() string
	}{
		{"cancel", "57014 canceling statement due to user request", func() string {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			return all(c, ctx, reading("SELECT * FROM a"))
		}},
		{"timeout", "57014 canceling statement due to statement timeout", func() string {
			if got := all(c, t.Context(), providers.Statement{SQL: "SET statement_timeout = 50", Verb: "SET", Setting: &providers.Setting{Name: "statement_timeout", Value: "50"}}); got != "" {
				return got
			}
			defer all(c, t.Context(), providers.Statement{SQL: "RESET statement_timeout", Verb: "RESET", Setting: &providers.Setting{Name: "statement_timeout", Reset: true}})
			return all(c, t.Context(), reading("SELECT * FROM a"))
		}},
		{"another fails", "42501 you may not", func() string {
			(&endless{most: 3, fail: sqlstate.New("42501", "you may not")}).stream(t, c, "b")
			return all(c, t.Context(), reading("SELECT * FROM a, b"))
		}},
		{"another panics", "XX000 internal error while rows are read", func() string {
			err := c.Stream(t.Context(), providers.Stream{Table: "b", Columns: numbered, Open: func(context.Context, <-chan struct{}) (providers.Rows, error) { panic("hunter2") }})
			if err != nil {
				return err.Error()
			}
			return all(c, t.Context(), reading("SELECT * FROM a, b"))
		}},
		{"a value that is none", `22P02 column "i": invalid input syntax for type bigint: "x" reading b`, func() string {
			err := c.Stream(t.Context(), providers.Stream{Table: "b", Columns: numbered, Where: "reading b", Open: func(context.Context, <-chan struct{}) (providers.Rows, error) {
				return &given{list: []providers.Row{{[]byte("x"), nil}}}, nil
			}})
			if err != nil {
				return err.Error()
			}
			return all(c, t.Context(), reading("SELECT b.i FROM b"))
		}},
		{"close", "", func() string {
			closed := make(chan struct{})
			time.AfterFunc(50*time.Millisecond, func() { _ = c.Close(); close(closed) })
			defer func() { <-closed }()
			return all(c, t.Context(), reading("SELECT * FROM a"))
		}},
	} {
		e := slow()
		e.stream(t, c, "a")
		started := time.Now()
		got := test.run()
		if test.name == "close" {
			if !strings.HasPrefix(got, "57P01") {
				t.Errorf("%s: %s", test.name, got)
			}
			break
		}
		if got != test.want || time.Since(started) > 5*time.Second || e.closed.Load() > 1 {
			t.Errorf("%s: %s after %v, closed %d times", test.name, got, time.Since(started), e.closed.Load())
		}
		if err := c.Drop("a", "b"); err != nil {
			t.Error(err)
		}
	}
	waittest.Eventually(t, fmt.Sprintf("there are %d goroutines as before", goroutines), func() bool { return ownGoroutines() <= goroutines })
	if p.streams.Count() > 0 {
		t.Errorf("%d streams are left", p.streams.Count())
	}
}

// ownGoroutines counts the goroutines that this package started. The runtime has others, for the calls
// of DuckDB's threads.
func ownGoroutines() int {
	stacks := make([]byte, 1<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "created by github.com/sallyportdb/sallyport/providers/duckdb.")
}

// TestStreamIsPrivate: nobody reads a stream by its number.
func TestStreamIsPrivate(t *testing.T) {
	p, c := connected(t)
	conn, err := p.Connect(t.Context(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	(&endless{most: 3}).stream(t, c, "a")
	for _, sql := range []string{
		"SELECT * FROM sallyport_stream(1)", `SELECT * FROM "SALLYPORT_stream" (1)`, "SELECT * FROM system.main.sallyport_stream/**/(1)",
		"FROM sallyport_stream(1)", "CREATE VIEW v AS SELECT * FROM sallyport_stream(1)",
	} {
		for _, one := range []*Conn{c, conn.(*Conn)} {
			s := providers.Statement{SQL: sql}
			if got := all(one, t.Context(), s); got != "42501 permission denied for function sallyport_stream" {
				t.Errorf("%s: %s", sql, got)
			}
		}
	}
	if err := native.Run(conn.(*Conn).conn, "SELECT * FROM sallyport_stream(1)"); err == nil || !strings.Contains(err.Error(), "there is no such function") {
		t.Errorf("another connection: %v", err)
	}
	for _, number := range []string{"0", "-1", "2", "NULL"} {
		if err := native.Run(c.conn, "SELECT * FROM sallyport_stream("+number+")"); err == nil {
			t.Errorf("%s is a stream", number)
		}
	}
	catalog, err := p.Catalog(t.Context())
	if err != nil || len(catalog.Functions("", pgcatalog.StreamFunction)) > 0 {
		t.Error("the catalog lists the function", err)
	}
	if got := all(c, t.Context(), reading("SELECT count(*) FROM a")); got != "3" {
		t.Error(got)
	}
}
