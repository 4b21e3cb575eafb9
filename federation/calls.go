package federation

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// calling is one execution of a statement that calls a method. Its run is that of the query that feeds the
// call; without one it has no scans.
type calling struct {
	*run
	call  providers.Call
	verb  string
	query providers.Statement // of RETURNING
}

func (c *conn) newCalling(s providers.Statement, args providers.Args) *calling {
	k := &calling{call: *s.Call, verb: s.Verb}
	s.Call, s.Verb, s.ReadOnly = nil, "SELECT", true
	if k.call.Fed == nil {
		s.SQL, s.Scans, s.Renumbered = "", nil, nil
	}
	k.run = c.newRun(s, args)
	return k
}

// makeEmpty makes the tables of the scans and of the answers, without rows.
func (k *calling) makeEmpty(ctx context.Context) error {
	if k.call.Fed != nil {
		if err := k.run.makeEmpty(ctx); err != nil {
			return err
		}
	}
	returning := k.call.Returning
	if returning == nil {
		return nil
	}
	if err := k.conn.Drop(returning.Table); err != nil {
		return err
	}
	_, err := k.conn.Load(ctx, returning.Table, k.call.Columns, nil)
	return err
}

// drop drops the tables.
func (k *calling) drop(err *error) {
	if k.call.Fed != nil {
		k.run.drop(err)
	}
	if k.call.Returning == nil {
		return
	}
	if e := k.conn.Drop(k.call.Returning.Table); *err == nil {
		*err = e
	}
}

// describe tells what a call takes and gives, without a request. The tables are there.
func (k *calling) describe(ctx context.Context) (d providers.Description, err error) {
	if k.verb == "EXEC" {
		d.Columns = k.call.Columns
	}
	k.tellTypes()
	if returning := k.call.Returning; returning != nil {
		k.query = providers.Statement{SQL: returning.SQL, Verb: "SELECT", ReadOnly: true, ParamTypes: k.typesOf(returning.Renumbered)}
		r, err := k.conn.Streamer.Describe(ctx, k.query)
		if err != nil {
			return d, unplaced(err)
		}
		k.tell(returning.Renumbered, r.Params)
		k.query.ParamTypes = k.typesOf(returning.Renumbered)
		d.Columns = r.Columns
	}
	if k.call.Fed != nil {
		fed, err := k.run.describe(ctx)
		switch columns := len(fed.Columns); {
		case err != nil:
			return d, err
		case columns > len(k.call.Fed):
			return d, sqlstate.New(sqlstate.SyntaxError, "INSERT has more expressions than target columns")
		case columns < len(k.call.Fed):
			return d, sqlstate.New(sqlstate.SyntaxError, "INSERT has more target columns than expressions")
		}
	}
	for i := range k.types {
		if k.types[i] == 0 {
			k.types[i] = pgtype.TextOID
		}
	}
	d.Params = k.types
	return d, nil
}

// tellTypes notes the types of the parameters that are values themselves.
func (k *calling) tellTypes() {
	note := func(v providers.Value) {
		if v.Param > 0 {
			k.tell([]int{v.Param}, []uint32{v.Type})
		}
	}
	if k.call.Body != nil {
		note(*k.call.Body)
	}
	for _, row := range k.call.Rows {
		for _, in := range row {
			for _, v := range in.Values {
				note(v)
			}
		}
	}
}

// describeCall tells what a call takes and gives without a request.
func (c *conn) describeCall(ctx context.Context, s providers.Statement) (d providers.Description, err error) {
	k := c.newCalling(s, providers.Args{})
	defer k.drop(&err)
	if err := k.makeEmpty(ctx); err != nil {
		return d, err
	}
	return k.describe(ctx)
}

// runCall runs a method for each row of a call, in their order. What it does cannot be undone, so it is not
// a part of a transaction. All requests are sent before the first row of RETURNING is there.
func (c *conn) runCall(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	if c.Status() != providers.Idle {
		return nil, errInTransaction(s.Verb)
	}
	k := c.newCalling(s, args)
	defer func() {
		if err != nil {
			k.drop(&err)
		}
	}()
	if err := k.bindCall(ctx); err != nil {
		return nil, err
	}
	limited, cancel := c.Limited(ctx) // what a request does is not known where its answer is not waited for: the error says so
	list := &answers{calling: k, ctx: limited}
	quiet := c.report(list.carriedOut)
	list.cancel = func() {
		quiet()
		cancel()
	}
	defer func() {
		if err != nil {
			list.cancel()
		}
	}()
	if err := k.rehearseRows(ctx); err != nil {
		return nil, err
	}
	switch {
	case k.verb == "EXEC":
		if list.endCall(list.begin()); list.ended != nil && !errors.Is(list.ended, io.EOF) {
			return nil, list.ended
		}
		return list, nil
	case k.call.Returning == nil:
		if err := providers.ReadToEnd(list); err != nil {
			return nil, err
		}
		return list, nil
	}
	_, err = c.Load(ctx, k.call.Returning.Table, k.call.Columns, list)
	if closing := list.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, list.broken(err)
	}
	bound, err := k.argsOf(k.call.Returning.Renumbered)
	if err != nil {
		return nil, list.broken(err)
	}
	returned, err := c.Streamer.Query(ctx, k.query, bound)
	if err != nil {
		return nil, list.broken(err)
	}
	return &returnedRows{Rows: returned, answers: list}, nil
}

// bindCall reads what feeds a call and gives its rows their values. Nothing has been changed then. What is
// read is bounded in time as that of a SELECT.
func (k *calling) bindCall(ctx context.Context) error {
	ctx, cancel := k.conn.Limited(ctx)
	defer cancel()
	ctx, late := k.watched(ctx)
	defer late()
	if err := k.bindRows(ctx); err != nil {
		return k.orLate(err)
	}
	return nil
}

func (k *calling) bindRows(ctx context.Context) error {
	if err := k.makeEmpty(ctx); err != nil {
		return err
	}
	if _, err := k.describe(ctx); err != nil {
		return err
	}
	if k.call.Body != nil {
		text, err := k.text(ctx, *k.call.Body)
		if err != nil {
			return err
		}
		k.call.Body = &providers.Value{Text: text}
	}
	rows := &boundRows{chosen: k.call.Chosen, once: k.call.Once, seen: map[string]string{}}
	if k.call.Fed != nil {
		if err := k.feed(ctx, rows); err != nil {
			return err
		}
	}
	for _, row := range k.call.Rows {
		bound := slices.Clone(row)
		for i := range bound {
			text, err := k.text(ctx, bound[i].Values[0])
			if err != nil {
				return err
			}
			bound[i].Values = []providers.Value{{Text: text}}
		}
		if err := rows.add(bound); err != nil {
			return err
		}
	}
	k.call.Rows, k.call.Fed = rows.list, nil
	return nil
}

// text is a value that is a constant or a parameter.
func (k *calling) text(ctx context.Context, v providers.Value) ([]byte, error) {
	if v.Param == 0 {
		return v.Text, nil
	}
	return k.param(ctx, v)
}

// feed runs the query that feeds a call.
func (k *calling) feed(ctx context.Context, into *boundRows) (err error) {
	if k.args, err = k.argsOf(k.statement.Renumbered); err != nil {
		return err
	}
	k.args.ResultFormats, k.args.MaxRows = nil, 0
	defer k.run.drop(&err)
	if err := k.chooseStreams(ctx); err != nil {
		return err
	}
	if err := k.load(ctx); err != nil {
		return err
	}
	rows, err := k.conn.Streamer.Query(ctx, k.statement, k.args)
	if err != nil {
		return err
	}
	defer func() {
		if closing := rows.Close(); err == nil {
			err = closing
		}
	}()
	columns := rows.Columns()
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		bound := make([]providers.InputValues, len(row))
		for i, name := range k.call.Fed {
			bound[i] = providers.InputValues{Name: name, Values: []providers.Value{{Text: plainText(columns[i], row[i])}}}
		}
		if err := into.add(bound); err != nil {
			return err
		}
	}
}

// boundRows are the rows of a call as they are found out.
type boundRows struct {
	chosen []string
	once   bool // rows with the same chosen inputs change one thing once; without chosen inputs, all rows do
	list   [][]providers.InputValues
	seen   map[string]string // the values of all inputs, by those that WHERE gives
}

// add adds a row, unless an input that WHERE gives is NULL, or an equal row is there. 54000: there are
// too many rows; 21000: there is a row with the same inputs of WHERE and with other values.
func (b *boundRows) add(row []providers.InputValues) error {
	if b.once {
		var key, rest strings.Builder
		for _, in := range row {
			v, into := in.Values[0].Text, &rest
			if slices.Contains(b.chosen, in.Name) {
				if into = &key; v == nil {
					return nil
				}
			}
			into.WriteString(strconv.Quote(string(v)) + strconv.FormatBool(v == nil))
		}
		set, there := b.seen[key.String()]
		switch {
		case there && set == rest.String():
			return nil
		case there:
			return sqlstate.New(sqlstate.CardinalityViolation, "the query gives different values to what the same condition chooses").
				WithDetail("Nothing was changed.").WithHint("Have it return one row for each.")
		}
		b.seen[key.String()] = rest.String()
	}
	if len(b.list) == providers.MostCalled {
		return providers.TooManyCalled()
	}
	b.list = append(b.list, row)
	return nil
}

// unplaced is an error whose place is in a text that no client has seen.
func unplaced(err error) error {
	e := *sqlstate.From(err)
	e.Position = 0
	return &e
}
