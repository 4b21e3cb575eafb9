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
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxParked bounds the rows of a cursor that are read into memory, in bytes.
const maxParked = 16 << 20

// maxSeen bounds the rows that a cursor has read and keeps, so that it can read backward.
const maxSeen = 1 << 20

// maxOpen is how many cursors a session may have open.
const maxOpen = 1000

// Open are the open cursors of a session, by name. The zero value has none. One goroutine at a time uses it.
type Open struct {
	byName  map[string]*cursor
	deleted map[deletedRow]bool
}

// cursor is the result of a cursor's query.
type cursor struct {
	Declared
	name    string
	columns []providers.Column
	rows    providers.Rows     // the source's; nil: it was read to its end
	cancel  context.CancelFunc // cancels the source's result
	parked  []providers.Row    // rows that were read into memory
	err     error              // why there are no more rows; nil: there may be
	// all: parked are all of its rows, and the one at place was read last.
	all bool
	// place is the number of that row, counted from 1. At 0 the cursor stands before the first.
	place   int64
	ended   bool   // place is behind the last row
	current string // the last value of the row at place, where the cursor points
	held    bool   // the transaction of its DECLARE has ended
	lost    bool   // rows may have other names than when it was declared
	// seen are the rows up to place, if the cursor can read backward and they are not too many; size is theirs.
	seen []providers.Row
	size int64
}

// Declared is what a DECLARE says of its cursor.
type Declared struct {
	Message string // with the DECLARE
	Since   time.Time
	Hold    bool
	Scrolls planner.Scrolling
	// Points: the last value of each row is the source's name of the row, which FETCH does not return.
	Points bool
}

// Listed is an open cursor for others to read.
type Listed struct {
	Name string
	Declared
}

// List returns the open cursors by their names.
func (o *Open) List() []Listed {
	list := make([]Listed, 0, len(o.byName))
	for _, name := range slices.Sorted(maps.Keys(o.byName)) {
		list = append(list, Listed{name, o.byName[name].Declared})
	}
	return list
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
func (o *Open) Declare(name string, rows providers.Rows, cancel context.CancelFunc, d Declared, inTransaction bool) {
	c := &cursor{Declared: d, name: name, columns: rows.Columns(), rows: rows, cancel: cancel, all: d.Scrolls == planner.Scrolls, held: !inTransaction}
	if c.Points {
		c.columns = c.columns[:len(c.columns)-1]
	}
	if o.byName == nil {
		o.byName = map[string]*cursor{}
	}
	o.byName[name] = c
	if c.all || !inTransaction {
		c.parkRows()
	}
}

// Fetch runs FETCH and MOVE. 34000: the cursor is not open; 55000: it does not read backward; 0A000: it may in PostgreSQL.
func (o *Open) Fetch(ctx context.Context, f *planner.Fetch) (providers.Rows, error) {
	if _, err := o.Find(f.Cursor); err != nil {
		return nil, err
	}
	c := o.byName[f.Cursor]
	o.parkOthers(c)
	skip, onward := c.onward(f)
	switch {
	case c.all:
		return c.fetchScrolled(f)
	case onward:
		return c.fetchOnward(ctx, f, skip)
	case c.Scrolls == planner.ReadsBackward:
		if err := c.holdAll(); err != nil {
			return nil, err
		}
		return c.fetchScrolled(f)
	case c.Scrolls == planner.MayRead:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "reading backward is not supported for the query of cursor %q", c.name).
			WithHint("Declare it with SCROLL option to enable backward scan.")
	}
	return nil, sqlstate.New(sqlstate.ObjectNotInState, "cursor can only scan forward").WithHint("Declare it with SCROLL option to enable backward scan.")
}

// onward reports whether a FETCH reads on from where the cursor stands, and how many rows it skips. (pquery.c)
func (c *cursor) onward(f *planner.Fetch) (skip int64, onward bool) {
	onRow := c.place > 0 && !c.atEnd()
	switch {
	case f.Way == planner.Absolute && f.Rows == 0:
		return 0, c.place == 0
	case f.Way == planner.Absolute:
		return f.Rows - c.place - 1, f.Rows > c.place
	case f.Rows == 0:
		return 0, !onRow
	case f.Way == planner.Relative:
		return f.Rows - 1, f.Rows > 0
	case f.Way == planner.Backward:
		return 0, f.Rows < 0
	}
	return 0, f.Rows > 0
}

// atEnd reports whether the cursor stands behind its last row.
func (c *cursor) atEnd() bool { return c.ended }

// fetchOnward reads on in the source's result.
func (c *cursor) fetchOnward(ctx context.Context, f *planner.Fetch, skip int64) (providers.Rows, error) {
	out := &fetched{cursor: c, left: f.Rows, stop: context.AfterFunc(ctx, c.cancel)}
	switch {
	case f.Way == planner.Absolute || f.Way == planner.Relative:
		out.left = min(f.Rows, 1)
	case f.Rows < 0:
		out.left = -f.Rows
	}
	for ; skip > 0 && f.Rows != 0; skip-- {
		if _, err := c.nextRow(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, errors.Join(err, out.Close())
		}
	}
	if !f.Move {
		out.verb, out.columns = "FETCH", c.columns
		return out, nil
	}
	if err := providers.ReadToEnd(out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return &scrolled{tag: "MOVE " + strconv.FormatInt(out.count, 10)}, out.Close()
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
	row, err := c.takeRow()
	switch {
	case err == nil:
		c.place++
		c.keepSeen(row)
		row = c.pointTo(row)
	case !c.ended && errors.Is(err, io.EOF):
		c.place, c.ended = c.place+1, true
	}
	return row, err
}

func (c *cursor) takeRow() (providers.Row, error) {
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

// keepSeen keeps a row that was read, for a cursor that reads backward.
func (c *cursor) keepSeen(row providers.Row) {
	if c.Scrolls != planner.ReadsBackward || int64(len(c.seen)) != c.place-1 {
		return
	}
	if c.size += sizeOf(row); c.size > maxSeen {
		c.seen = nil
		return
	}
	c.seen = append(c.seen, copyOf(row))
}

// holdAll reads the rest of the cursor into memory, behind the rows that were read. 54000: those are not there any more.
func (c *cursor) holdAll() error {
	behind := c.place
	if c.ended {
		behind--
	}
	if int64(len(c.seen)) != behind {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "cursor %q has read more than %d MiB of rows, and cannot read backward any more", c.name, maxSeen>>20).
			WithHint("Declare it with SCROLL.")
	}
	c.parkRows()
	c.parked, c.seen, c.all = append(c.seen, c.parked...), nil, true
	return nil
}

func sizeOf(row providers.Row) (bytes int64) {
	for _, v := range row {
		bytes += int64(len(v)) + 24
	}
	return bytes
}

// copyOf copies a row out of the memory of its result.
func copyOf(row providers.Row) providers.Row {
	kept := make(providers.Row, len(row))
	for i, v := range row {
		if v != nil {
			kept[i] = append([]byte{}, v...)
		}
	}
	return kept
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
		bytes += sizeOf(row)
		c.parked = append(c.parked, copyOf(row))
	}
}
