package relay_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// TestLimitsMeanTheSame: a result is cut at the same row, and its record says the same, whether
// the server answers the client itself or the engine runs the statement.
func TestLimitsMeanTheSame(t *testing.T) {
	for _, limits := range []engine.Limits{{MaxRows: 3}, {MaxBytes: 60}, {MaxRows: 6, MaxBytes: 60}, {MaxRows: 5, MaxBytes: 60}, {}} {
		g := serve(t, "", func(s *settings) { s.engine.Limits = limits })
		direct(t, g.dsn, "CREATE TABLE t (n int)")
		c := connect(t, g.addr)
		for _, test := range []struct {
			sql    string
			record int // rows by its record where no limit cuts it
		}{
			{"SELECT repeat('x', 10), NULL, n FROM generate_series(10, 99) AS n", 90},
			{"SELECT repeat('x', 100)", 1},
			{"SELECT repeat('x', 100) FROM generate_series(1, 2)", 2},
			{"SELECT FROM generate_series(1, 4)", 4},
			{"INSERT INTO t SELECT 100 + generate_series(1, 30) RETURNING n", 30},
		} {
			relayed := c.rowsOf(test.sql)
			records := g.outcomes(t)
			r := records[len(records)-1]
			of := fmt.Sprintf("%d rows, recorded %d, cut by %q", relayed, *r.Rows, r.Truncated)
			served := rowsServed(t, g.engine, test.sql)
			records = g.outcomes(t)
			r = records[len(records)-1]
			if by := fmt.Sprintf("%d rows, recorded %d, cut by %q", served, *r.Rows, r.Truncated); by != of {
				t.Errorf("%+v: %s: relayed: %s; served: %s", limits, test.sql, of, by)
			}
			if limits == (engine.Limits{}) && (relayed != test.record || int(*r.Rows) != test.record || r.Truncated != "") {
				t.Errorf("%s: %s", test.sql, of)
			}
		}
	}
}

// rowsOf counts the rows that a client gets.
func (c *client) rowsOf(sql string) (rows int) {
	c.t.Helper()
	c.send(&pgproto3.Query{String: sql})
	for {
		m, err := c.Receive()
		if err != nil {
			c.t.Fatal(err)
		}
		switch m.(type) {
		case *pgproto3.DataRow:
			rows++
		case *pgproto3.ReadyForQuery:
			return rows
		}
	}
}

// rowsServed counts the rows that the engine returns.
func rowsServed(t *testing.T, e *engine.Engine, sql string) (rows int) {
	t.Helper()
	s, err := e.Open(t.Context(), engine.Client{Door: "mcp", Principal: auth.Fixed("u", auth.Local), Ceiling: gate.FullAccess})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	batch, err := s.Prepare(t.Context(), engine.Request{SQL: sql, Purpose: gate.AnyPurpose})
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		_, err := result.Next()
		if errors.Is(err, io.EOF) {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		rows++
	}
}
