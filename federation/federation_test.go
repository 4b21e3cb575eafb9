package federation

import (
	"context"
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
	}
	return &counting{ctx: ctx, scan: s}, nil
}

// counting are 1, 2, 3 … up to the input n, for each of its values.
type counting struct {
	providers.Rows
	ctx  context.Context
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

func TestRun(t *testing.T) {
	f := New(Options{
		Open:     func(ctx context.Context) (providers.Provider, error) { return duckdb.Open(ctx, duckdb.Options{Name: "apis"}) },
		Scanners: []providers.Scanner{numbers{}}, Limits: Limits{Rows: 5_000, Values: 10},
	})
	source := f.Sources()[0]
	defer source.Close()
	c, err := source.Connect(t.Context(), providers.ConnOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	query := func(sql string, args []string, scans ...providers.Scan) string {
		s := providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true, Scans: scans}
		var a providers.Args
		for i, v := range args {
			a.Values, s.Renumbered = append(a.Values, []byte(v)), append(s.Renumbered, i+1)
		}
		rows, err := c.Query(t.Context(), s, a)
		if err != nil {
			e := sqlstate.From(err)
			return strings.TrimSpace(string(e.Code) + " " + e.Message + " " + e.Where)
		}
		row, err := rows.Next()
		if err != nil {
			return err.Error()
		}
		text := string(row[0])
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
		return text
	}
	fed := providers.InputValues{Query: "SELECT DISTINCT i FROM a WHERE i > 2", Tables: []string{"a"}}
	flood := providers.InputValues{Query: "SELECT i FROM a", Tables: []string{"a"}}
	for _, test := range []struct {
		want, sql string
		args      []string
		scans     []providers.Scan
	}{
		{"10", "SELECT sum(i)::int FROM a", nil, []providers.Scan{scanOf("up", "a", constant("4"))}},
		{"6", "SELECT count(*) FROM a JOIN b USING (i) JOIN c USING (i) WHERE i < $1", []string{"7"}, []providers.Scan{scanOf("up", "a", constant("8")), scanOf("up", "b", constant("9")), scanOf("up", "c", constant("4000"))}},
		{"4", "SELECT max(i) FROM b", nil, []providers.Scan{scanOf("up", "b", fed), scanOf("up", "a", constant("4"))}},
		{"0", "SELECT count(*) FROM b", nil, []providers.Scan{scanOf("up", "b", fed), scanOf("up", "a", constant("2"))}},
		{"0", "SELECT count(*) FROM a", nil, []providers.Scan{scanOf("up", "a", providers.InputValues{Values: []providers.Value{{}}})}},
		{`54000 the input "n" would get more than 10 values from other rows reading n.s.up`, "SELECT 1 FROM b", nil, []providers.Scan{scanOf("up", "b", flood), scanOf("up", "a", constant("11"))}},
		{"54000 the statement reads more than 5000 rows or 4294967296 bytes of APIs reading n.s.up", "SELECT 1 FROM a", nil, []providers.Scan{scanOf("up", "a", constant("5001"))}},
		{"42501 you may not reading n.s.refused", "SELECT 1 FROM a, b", nil, []providers.Scan{scanOf("endless", "a", constant("1")), scanOf("refused", "b", constant("1"))}},
		{"08006 the line went dead reading n.s.broken", "SELECT 1 FROM a, b", nil, []providers.Scan{scanOf("broken", "a", constant("5")), scanOf("endless", "b", constant("1"))}},
		{"XX000 internal error while reading n.s.panics reading n.s.panics", "SELECT 1 FROM a", nil, []providers.Scan{scanOf("panics", "a", constant("1"))}},
		{`42703 column "nothing" does not exist`, "SELECT nothing FROM a", nil, []providers.Scan{scanOf("endless", "a", constant("1"))}},
		{"42P01 relation \"a\" does not exist", "SELECT 1 FROM a", nil, nil},
	} {
		if got := query(test.sql, test.args, test.scans...); got != test.want {
			t.Errorf("%s: %s, want %s", test.sql, got, test.want)
		}
	}
	query("SELECT 1 FROM a JOIN b USING (i)", nil, scanOf("up", "a", constant("2")), scanOf("up", "b", constant("2")))
	if got := fmt.Sprint(c.(providers.Requested).Requests()); got != "[{GET n.test /up 200 2 0}]" {
		t.Error(got)
	}
}

func TestClose(t *testing.T) {
	closed := 0
	f := New(Options{
		Open:     func(ctx context.Context) (providers.Provider, error) { return duckdb.Open(ctx, duckdb.Options{Name: "apis"}) },
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
