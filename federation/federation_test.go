package federation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// numbers is a scanner whose resources are lists of numbers; what the resource is called says how
// the scan goes on.
type numbers struct{ providers.Scanner }

func (numbers) Info() providers.Info { return providers.Info{Name: "n", Kind: "api"} }
func (numbers) Close() error         { return nil }

func (numbers) Scan(ctx context.Context, s providers.Scan) (providers.Rows, error) {
	switch s.Resource {
	case "refused":
		return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "you may not")
	case "panics":
		panic("hunter2")
	case "forever":
		return &forever{counting: counting{ctx: ctx, scan: s}}, nil
	}
	return &counting{ctx: ctx, scan: s}, nil
}

// counting are 1, 2, 3 … up to the input n, for each of its values.
type counting struct {
	providers.Rows
	ctx  context.Context //nolint:containedctx // of one scan
	scan providers.Scan
	at   int
}

func (c *counting) Next() (providers.Row, error) {
	switch {
	case c.scan.Resource == "endless":
		<-c.ctx.Done()
		return nil, c.ctx.Err()
	case c.scan.Resource == "broken" && c.at == 3:
		return nil, sqlstate.New(sqlstate.ConnectionFailure, "the line went dead")
	}
	for _, v := range c.scan.Inputs[0].Values {
		var n int
		if _, err := fmt.Sscan(string(v.Text), &n); err != nil {
			return nil, err
		}
		if c.at < n {
			c.at++
			return providers.Row{fmt.Append(nil, c.at)}, nil
		}
	}
	return nil, io.EOF
}

func (c *counting) Close() error { return nil }
func (c *counting) Requests() []providers.Request {
	return []providers.Request{{Method: "GET", Host: "n.test", Path: "/" + c.scan.Resource, Status: 200, Count: 1}}
}

// scanOf is a scan of numbers up to n.
func scanOf(resource, table string, in providers.InputValues) providers.Scan {
	in.Name = "n"
	return providers.Scan{Source: "n", Service: "s", Resource: resource, Table: table, Columns: []providers.Column{{Name: "i", Type: pgtype.Int8OID}}, Inputs: []providers.InputValues{in}}
}

func constant(text string) providers.InputValues {
	return providers.InputValues{Values: []providers.Value{{Text: []byte(text)}}}
}

// TestRun runs statements over streams, and over loaded rows: the results are the same.
func TestRun(t *testing.T) {
	for _, loadAll := range []bool{false, true} {
		t.Run(fmt.Sprintf("load all %v", loadAll), func(t *testing.T) { testRun(t, loadAll) })
	}
}

// open opens a connection of a federation of numbers.
func open(t *testing.T, loadAll bool, limits Limits) providers.Conn {
	t.Helper()
	f := New(Options{
		Open: func(ctx context.Context) (providers.Provider, error) {
			return duckdb.Open(ctx, duckdb.Options{Name: "apis", Threads: 1})
		},
		Scanners: []providers.Scanner{numbers{}}, Limits: limits, LoadAll: loadAll,
	})
	source := f.Sources()[0]
	t.Cleanup(func() { _ = source.Close() })
	c, err := source.Connect(t.Context(), providers.ConnOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// run1 runs a SELECT, and returns its first value when it is at its end.
func run1(ctx context.Context, c providers.Conn, sql string, args []string, scans ...providers.Scan) string {
	s := providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true, Scans: scans}
	var a providers.Args
	for i, v := range args {
		a.Values, s.Renumbered = append(a.Values, []byte(v)), append(s.Renumbered, i+1)
	}
	rows, err := c.Query(ctx, s, a)
	var texts []string
	for err == nil {
		var row providers.Row
		if row, err = rows.Next(); err == nil && texts == nil {
			texts = append(texts, string(row[0]))
		}
	}
	if !errors.Is(err, io.EOF) {
		e := sqlstate.From(err)
		return strings.TrimSpace(string(e.Code) + " " + e.Message + " " + e.Where)
	}
	return strings.Join(texts, "")
}

func testRun(t *testing.T, loadAll bool) {
	c := open(t, loadAll, Limits{Rows: 5_000, Values: 10, Scans: 2})
	fed := providers.InputValues{Query: "SELECT DISTINCT i FROM a WHERE i > 2", Tables: []string{"a"}}
	flood := providers.InputValues{Query: "SELECT i FROM a", Tables: []string{"a"}}
	up := func(table, n string) providers.Scan { return scanOf("up", table, constant(n)) }
	for _, test := range []struct {
		want, sql string
		args      []string
		scans     []providers.Scan
		sent      int // requests
	}{
		{"10", "SELECT sum(i)::int FROM a", nil, []providers.Scan{up("a", "4")}, 1},
		{"6", "SELECT count(*) FROM a JOIN b USING (i) JOIN c USING (i) WHERE i < $1", []string{"7"}, []providers.Scan{up("a", "8"), up("b", "9"), up("c", "4000")}, 3},
		{"2", "SELECT count(*) FROM a JOIN b USING (i)", nil, []providers.Scan{up("a", "2"), up("b", "2")}, 1},
		{"2", "SELECT count(*) FROM a x JOIN a y USING (i)", nil, []providers.Scan{up("a", "2")}, 1},
		{"3", "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT a.i + 1 FROM r JOIN a ON a.i = r.n) SELECT count(*) FROM r", nil, []providers.Scan{up("a", "2")}, 1},
		{"6", "SELECT sum(n)::int FROM a, LATERAL (SELECT count(*) AS n FROM b WHERE b.i <= a.i)", nil, []providers.Scan{up("a", "3"), up("b", "4")}, 2},
		{"12", "SELECT count(*) FROM (SELECT i FROM a UNION ALL SELECT i FROM b UNION ALL SELECT i FROM c)", nil, []providers.Scan{up("a", "3"), up("b", "4"), up("c", "5")}, 3},
		{"4", "SELECT max(i) FROM b", nil, []providers.Scan{scanOf("up", "b", fed), up("a", "4")}, 2},
		{"4", "SELECT max(b.i) FROM b JOIN a USING (i)", nil, []providers.Scan{scanOf("up", "b", fed), up("a", "4")}, 2},
		{"4", "SELECT max(b.i) FROM b JOIN d USING (i) JOIN a USING (i)", nil, []providers.Scan{scanOf("up", "b", fed), up("d", "4"), up("a", "4")}, 2},
		{"0", "SELECT count(*) FROM b", nil, []providers.Scan{scanOf("up", "b", fed), up("a", "2")}, 1},
		{"0", "SELECT count(*) FROM a", nil, []providers.Scan{scanOf("up", "a", providers.InputValues{Values: []providers.Value{{}}})}, 0},
		{`54000 the input "n" would get more than 10 values from other rows reading n.s.up`, "SELECT 1 FROM b", nil, []providers.Scan{scanOf("up", "b", flood), up("a", "11")}, 1},
		{"54000 the statement reads more than 5000 rows or 4294967296 bytes of APIs reading n.s.up", "SELECT 1 FROM a", nil, []providers.Scan{up("a", "5001")}, 1},
		{"42501 you may not reading n.s.refused", "SELECT 1 FROM a, b", nil, []providers.Scan{scanOf("endless", "a", constant("1")), scanOf("refused", "b", constant("1"))}, -1},
		{"08006 the line went dead reading n.s.broken", "SELECT 1 FROM a, b", nil, []providers.Scan{scanOf("broken", "a", constant("5")), scanOf("endless", "b", constant("1"))}, -1},
		{"XX000 internal error while reading n.s.panics reading n.s.panics", "SELECT 1 FROM a", nil, []providers.Scan{scanOf("panics", "a", constant("1"))}, 0},
		{`42703 column "nothing" does not exist`, "SELECT nothing FROM a", nil, []providers.Scan{scanOf("endless", "a", constant("1"))}, 0},
		{"42P01 relation \"a\" does not exist", "SELECT 1 FROM a", nil, nil, 0},
	} {
		if got := run1(t.Context(), c, test.sql, test.args, test.scans...); got != test.want {
			t.Errorf("%s: %s, want %s", test.sql, got, test.want)
		}
		sent := 0
		for _, r := range c.(providers.Requested).Requests() {
			sent += r.Count
		}
		if test.sent >= 0 && sent != test.sent {
			t.Errorf("%s: %d requests, want %d", test.sql, sent, test.sent)
		}
	}
}

func TestClose(t *testing.T) {
	closed := 0
	f := New(Options{
		Open: func(ctx context.Context) (providers.Provider, error) {
			return duckdb.Open(ctx, duckdb.Options{Name: "apis"})
		},
		Scanners: []providers.Scanner{numbers{}, numbers{}}, Close: func() error { closed++; return nil },
	})
	list := f.Sources()
	for i, s := range list {
		if closed > 0 {
			t.Errorf("closed before source %d", i)
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := list[0].Connect(t.Context(), providers.ConnOptions{}); closed != 1 || sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("closed %d times, %v", closed, err)
	}
}
