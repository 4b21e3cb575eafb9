package postgres

import (
	"context"
	"io"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A one-shot ends its transaction by a second write, when the caller wants no more rows. If statements like this one
// have returned few rows so far, the end is sent with the beginning: one write, and one answer. All rows are held back
// until the server is ready again. If there are more than a few rows, they are dropped before anybody has seen one, and
// the statement runs again as a usual one-shot, with a snapshot of its own. That happens once, because large results are
// remembered.

// The most rows, and bytes of values, of a result that is held back.
const (
	few      = 128
	fewBytes = 32 << 10
)

// heldRows are the rows of a one-shot that is over.
type heldRows struct {
	columns []providers.Column
	rows    []providers.Row
	tag     string
	err     error // io.EOF, or what ended it
}

// shootWhole runs a one-shot in one write. It returns false if the statement has to run again: it has returned too
// many rows, or the server cannot run the statements around it.
func (c *conn) shootWhole(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, true, sqlstate.From(err)
	}
	o := &oneShot{c: c, statement: s, max: args.MaxRows, whole: true, ctx: ctx, cancel: func() {}}
	h := &heldRows{}
	tell := c.backend.onNotice
	var notices []*sqlstate.Error // the notices of a run that is dropped are dropped, too
	c.backend.onNotice = func(e *sqlstate.Error) { notices = append(notices, e) }
	o.sendExchange(args)
	for o.err == nil {
		row, is := o.advance()
		switch {
		case !is:
		case o.large():
			h.rows = nil
		default:
			h.rows = append(h.rows, cloneRow(row))
		}
	}
	c.backend.onNotice = tell
	failed := o.err != io.EOF
	switch {
	case o.early && c.broken == nil:
		o.noteRefusal()
		return nil, false, nil
	case o.large() && (!failed || c.broken == nil && sqlstate.CodeOf(o.err) != sqlstate.QueryCanceled):
		s.Returned.Note(false)
		return nil, false, nil
	}
	for _, e := range notices {
		if tell != nil {
			tell(e)
		}
	}
	if failed && (o.columns == nil || o.large()) {
		return nil, true, o.err
	}
	h.columns, h.tag, h.err = o.columns, o.tag, o.err
	return h, true, nil
}

// large reports whether the rows so far are more than may be held back.
func (o *oneShot) large() bool { return o.seen > few || o.size > fewBytes }

// sizeOf returns how many bytes the values of a row have.
func sizeOf(row providers.Row) (n int) {
	for _, v := range row {
		n += len(v)
	}
	return n
}

// cloneRow copies a row out of the connection's read buffer.
func cloneRow(row providers.Row) providers.Row {
	out, values := make(providers.Row, len(row)), make([]byte, 0, sizeOf(row))
	for i, v := range row {
		if v == nil {
			continue
		}
		at := len(values)
		values = append(values, v...)
		out[i] = values[at:len(values):len(values)]
	}
	return out
}

// Columns of the result.
func (h *heldRows) Columns() []providers.Column { return h.columns }

// Next returns the next row.
func (h *heldRows) Next() (providers.Row, error) {
	if len(h.rows) == 0 {
		return nil, h.err
	}
	row := h.rows[0]
	h.rows = h.rows[1:]
	return row, nil
}

// Tag is the command tag.
func (h *heldRows) Tag() string { return h.tag }

// Close has nothing to do: the server is ready.
func (h *heldRows) Close() error { return nil }
