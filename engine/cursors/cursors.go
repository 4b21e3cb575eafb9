// Package cursors is the open cursors of a session, for a source that has none.
//
// A session has [Open]. DECLARE gives it the result of the cursor's query ([Open.Declare]), and FETCH and MOVE read on in
// that result ([Open.Fetch]). A connection has only one open result, so the rest of a cursor is read into memory before the
// connection is used for anything else ([Open.Park]); a cursor that scrolls is in memory from the start.
package cursors

import (
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxParked bounds the rows of a cursor that are read into memory, in bytes.
const maxParked = 16 << 20

// maxOpen is how many cursors a session may have open.
const maxOpen = 1000

// Open are the open cursors of a session, by name. The zero value has none. One goroutine at a time uses it.
type Open struct{ byName map[string]*cursor }

// cursor is the result of a cursor's query.
type cursor struct {
	name    string
	columns []providers.Column
	rows    providers.Rows     // the source's; nil: it was read to its end
	cancel  context.CancelFunc // cancels the source's result
	parked  []providers.Row    // rows that were read into memory
	err     error              // why there are no more rows; nil: there may be
	// scrolls: parked are all of its rows, and the one at place, counted from 1, was read last. At 0 it stands before the
	// first.
	scrolls bool
	place   int64
}

// Has reports whether a cursor of that name is open.
func (o *Open) Has(name string) bool { return o.byName[name] != nil }

// Find returns the columns of a cursor. 34000: it is not open.
func (o *Open) Find(name string) ([]providers.Column, error) {
	if !o.Has(name) {
		return nil, sqlstate.New(sqlstate.InvalidCursorName, "cursor %q does not exist", name)
	}
	return o.byName[name].columns, nil
}

// Room is the error of a DECLARE of that name, nil: there is room. 42P03: the cursor is open already; 54000: there are too many.
func (o *Open) Room(name string) error {
	switch {
	case o.Has(name):
		return sqlstate.New(sqlstate.DuplicateCursor, "cursor %q already exists", name)
	case len(o.byName) >= maxOpen:
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "this session has too many cursors").WithHint("Close those that are no longer needed.")
	}
	return nil
}

// Declare adds a cursor with the result of its query, which cancel ends. A cursor that scrolls, and one whose rows no
// transaction keeps, is read into memory at once.
func (o *Open) Declare(name string, rows providers.Rows, cancel context.CancelFunc, scrolls, inTransaction bool) {
	c := &cursor{name: name, columns: rows.Columns(), rows: rows, cancel: cancel, scrolls: scrolls}
	if o.byName == nil {
		o.byName = map[string]*cursor{}
	}
	o.byName[name] = c
	if scrolls || !inTransaction {
		c.parkRows()
	}
}

// Fetch runs FETCH and MOVE. 34000: the cursor is not open.
func (o *Open) Fetch(ctx context.Context, f *planner.Fetch) (providers.Rows, error) {
	if _, err := o.Find(f.Cursor); err != nil {
		return nil, err
	}
	c := o.byName[f.Cursor]
	o.parkOthers(c)
	if c.scrolls {
		return c.fetchScrolled(f)
	}
	out := &fetched{cursor: c, left: f.Rows, stop: context.AfterFunc(ctx, c.cancel)}
	if !f.Move {
		out.verb, out.columns = "FETCH", c.columns
		return out, nil
	}
	for {
		if _, err := out.Next(); errors.Is(err, io.EOF) {
			return &scrolled{tag: "MOVE " + strconv.FormatInt(out.count, 10)}, out.Close()
		} else if err != nil {
			return nil, errors.Join(err, out.Close())
		}
	}
}

// Park reads what is left of all cursors into memory, which makes the connection free for another statement.
func (o *Open) Park() { o.parkOthers(nil) }

func (o *Open) parkOthers(reads *cursor) {
	for _, c := range o.byName {
		if c != reads {
			c.parkRows()
		}
	}
}

// CloseExcept closes the cursors that the session does not have any more.
func (o *Open) CloseExcept(has func(name string) bool) {
	for name, c := range o.byName {
		if !has(name) {
			c.closeResult(io.EOF)
			delete(o.byName, name)
		}
	}
}

// fetched is the part of a cursor that one FETCH reads.
type fetched struct {
	cursor      *cursor
	verb        string
	columns     []providers.Column
	left, count int64
	stop        func() bool // the FETCH's end does not cancel the cursor
}

func (f *fetched) Columns() []providers.Column { return f.columns }

func (f *fetched) Tag() string { return f.verb + " " + strconv.FormatInt(f.count, 10) }

func (f *fetched) Next() (providers.Row, error) {
	if f.left == 0 {
		return nil, io.EOF
	}
	row, err := f.cursor.nextRow()
	if err == nil {
		f.left--
		f.count++
	}
	return row, err
}

func (f *fetched) Close() error {
	f.stop()
	return nil
}

// nextRow returns the cursor's next row, io.EOF after the last.
func (c *cursor) nextRow() (providers.Row, error) {
	if len(c.parked) > 0 {
		row := c.parked[0]
		c.parked = c.parked[1:]
		return row, nil
	}
	if c.rows == nil {
		return nil, c.err
	}
	row, err := c.rows.Next()
	if err != nil {
		c.closeResult(err)
	}
	return row, err
}

// closeResult closes the source's result.
func (c *cursor) closeResult(why error) {
	if c.rows != nil {
		_ = c.rows.Close() // no more rows are needed
		c.rows, c.err = nil, why
	}
	c.cancel()
}

// parkRows reads the rest of the cursor into memory.
func (c *cursor) parkRows() {
	for bytes := int64(0); c.rows != nil; {
		row, err := c.rows.Next()
		if err == nil && bytes > maxParked {
			err = sqlstate.New(sqlstate.ProgramLimitExceeded, "cursor %q had more than %d MiB of rows left when another statement ran", c.name, maxParked>>20).
				WithHint("Read it to its end, or close it, before another statement.")
		}
		if err != nil {
			c.closeResult(err)
			return
		}
		kept := make(providers.Row, len(row))
		for i, v := range row {
			if v != nil {
				kept[i] = append([]byte{}, v...)
			}
			bytes += int64(len(v)) + 24
		}
		c.parked = append(c.parked, kept)
	}
}
