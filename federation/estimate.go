package federation

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// The planners of the sources tell about how many rows a scan returns, and what that costs them. Nothing is wrong where
// they are: the guesses say what streams, what is read first, and which statement of a scan is sent.

// guess is what a source's planner says of a statement.
type guess struct {
	rows float64
	cost float64 // in units of Postgres; 0: the source has none
}

// perRow is what a row costs on its way, in units of Postgres's planner: as much as it takes for twenty rows to be read.
const perRow = 0.2

// total is the cost with that of sending the rows.
func (g guess) total() float64 { return g.cost + perRow*g.rows }

// planOf is a plan as EXPLAIN (FORMAT JSON) of Postgres has it, or that of DuckDB.
type planOf struct {
	Plan *struct {
		Rows float64 `json:"Plan Rows"`
		Cost float64 `json:"Total Cost"`
	} `json:"Plan"`
	duckNode
}

type duckNode struct {
	Extra struct {
		Rows string `json:"Estimated Cardinality"`
	} `json:"extra_info"`
	Children []duckNode `json:"children"`
}

// rows is what DuckDB says of the topmost step that has a number.
func (n *duckNode) rows() (float64, bool) {
	if n.Extra.Rows != "" {
		rows, err := strconv.ParseFloat(strings.Trim(n.Extra.Rows, "~ "), 64)
		return rows, err == nil
	}
	if len(n.Children) == 1 {
		return n.Children[0].rows()
	}
	return 0, false
}

// guess asks a source's planner about a statement. ok: it has said something. A planner that cannot be asked must not end
// the transaction.
func (o *opened) guess(ctx context.Context, s *providers.Select, args providers.Args) (g guess, ok bool) {
	if !s.Quiet || o.silent {
		return g, false
	}
	if o.dialect == providers.Postgres && !o.saved {
		o.saved = true
		if err := command(ctx, o.conn, "SAVEPOINT guesses", "SAVEPOINT"); err != nil {
			o.silent = true
			return g, false
		}
	}
	statement := selectStatement(s)
	statement.SQL, statement.Verb, statement.Planned, statement.PlainPlan = "EXPLAIN (FORMAT JSON) "+s.SQL, "EXPLAIN", true, false
	text, err := textOf(ctx, o.conn, statement, args)
	if err != nil {
		o.silent = true
		if o.dialect == providers.Postgres && ctx.Err() == nil {
			_ = command(ctx, o.conn, "ROLLBACK TO SAVEPOINT guesses", "ROLLBACK") // where that fails, so does the scan
		}
		return g, false
	}
	return readGuess(text)
}

// readGuess reads the plan of a source.
func readGuess(text []byte) (g guess, ok bool) {
	var plans []planOf
	if err := json.Unmarshal(text, &plans); err != nil || len(plans) == 0 {
		return g, false
	}
	if p := plans[0].Plan; p != nil {
		return guess{rows: math.Max(p.Rows, 0), cost: p.Cost}, true
	}
	rows, ok := plans[0].rows()
	return guess{rows: rows}, ok
}

// command runs a statement that returns nothing.
func command(ctx context.Context, c providers.Conn, sql, verb string) error {
	rows, err := c.Query(ctx, providers.Statement{SQL: sql, Verb: verb, ReadOnly: true}, providers.Args{})
	if err != nil {
		return err
	}
	return rows.Close()
}

// textOf is the last value of the rows of a statement, all together.
func textOf(ctx context.Context, c providers.Conn, s providers.Statement, args providers.Args) (text []byte, err error) {
	rows, err := c.Query(ctx, s, args)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closing := rows.Close(); err == nil {
			err = closing
		}
	}()
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err != nil {
			return nil, err
		}
		if len(row) > 0 {
			text = append(text, row[len(row)-1]...)
		}
	}
}
