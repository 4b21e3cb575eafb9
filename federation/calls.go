package federation

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// describeCall tells what a call takes and gives without a request. Its parameters are text.
func (c *conn) describeCall(s providers.Statement) (providers.Description, error) {
	most := paramsOf(s.Call)
	d := providers.Description{Columns: s.Call.Columns, Params: make([]uint32, most)}
	for i := range d.Params {
		if d.Params[i] = pgtype.TextOID; i < len(s.ParamTypes) && s.ParamTypes[i] != 0 {
			d.Params[i] = s.ParamTypes[i]
		}
	}
	return d, nil
}

// paramsOf is the highest parameter of a call.
func paramsOf(c *providers.Call) (most int) {
	if c.Body != nil {
		most = c.Body.Param
	}
	for _, row := range c.Rows {
		for _, in := range row {
			for _, v := range in.Values {
				most = max(most, v.Param)
			}
		}
	}
	return most
}

// call runs a method. What it does cannot be undone, so it is not a part of a transaction.
func (c *conn) call(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if c.Status() != providers.Idle {
		return nil, sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block: what an API has done is not undone", s.Verb).
			WithHint("End the transaction first.")
	}
	scanner := c.federation.scanners[s.Call.Source]
	if scanner == nil || len(s.Call.Rows) != 1 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "%s of %d rows is not supported", s.Verb, len(s.Call.Rows)).
			WithHint("Send a statement for each row.")
	}
	bound := *s.Call
	values, err := bindRow(bound.Rows[0], args)
	if err != nil {
		return nil, err
	}
	bound.Rows = [][]providers.InputValues{values}
	if bound.Body != nil {
		body, err := bindValue(*bound.Body, args)
		if err != nil {
			return nil, err
		}
		bound.Body = &body
	}
	rows, err := scanner.Call(ctx, bound)
	if told := providers.Requested(nil); errors.As(err, &told) {
		c.addRequests(told.Requests())
	}
	if err != nil {
		return nil, err
	}
	return c.newAnswer(s, rows), nil
}

// bindRow puts parameters in the place of their numbers.
func bindRow(row []providers.InputValues, args providers.Args) ([]providers.InputValues, error) {
	bound := slices.Clone(row)
	for i := range bound {
		bound[i].Values = slices.Clone(bound[i].Values)
		for j, v := range bound[i].Values {
			var err error
			if bound[i].Values[j], err = bindValue(v, args); err != nil {
				return nil, err
			}
		}
	}
	return bound, nil
}

func bindValue(v providers.Value, args providers.Args) (providers.Value, error) {
	switch {
	case v.Param == 0:
		return v, nil
	case v.Param > len(args.Values):
		return v, sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $%d", v.Param)
	case providers.FormatAt(args.Formats, v.Param-1) != providers.Text:
		return v, sqlstate.New(sqlstate.FeatureNotSupported, "the parameter $%d is in binary form", v.Param).
			WithHint("A method takes parameters as text.")
	}
	return providers.Value{Text: args.Values[v.Param-1]}, nil
}

// answer is the rows of a call with the columns that were described.
type answer struct {
	providers.Rows
	conn    *conn
	columns []providers.Column
	at      []int // of each column, in the rows of the call; -1: it is not there
	row     providers.Row
	verb    string
	count   int
	told    bool
}

func (c *conn) newAnswer(s providers.Statement, rows providers.Rows) *answer {
	a := &answer{Rows: rows, conn: c, columns: s.Call.Columns, row: make(providers.Row, len(s.Call.Columns)), verb: s.Verb}
	there := rows.Columns()
	for _, column := range a.columns {
		a.at = append(a.at, slices.IndexFunc(there, func(o providers.Column) bool { return o.Name == column.Name }))
	}
	return a
}

// Columns are those of the call.
func (a *answer) Columns() []providers.Column { return a.columns }

// Next returns the next row.
func (a *answer) Next() (providers.Row, error) {
	row, err := a.Rows.Next()
	if err != nil {
		if errors.Is(err, io.EOF) {
			a.tell()
		}
		return nil, err
	}
	for i, at := range a.at {
		if a.row[i] = nil; at >= 0 && at < len(row) {
			a.row[i] = row[at]
		}
	}
	a.count++
	return a.row, nil
}

// Tag says how many rows the answer had.
func (a *answer) Tag() string { return a.verb + " " + strconv.Itoa(a.count) }

// Close ends the answer.
func (a *answer) Close() error {
	err := a.Rows.Close()
	a.tell()
	return err
}

// tell adds the requests to those of the statement, once.
func (a *answer) tell() {
	if told, ok := a.Rows.(providers.Requested); ok && !a.told {
		a.told = true
		a.conn.addRequests(told.Requests())
	}
}
