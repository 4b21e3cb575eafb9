package cursors

import (
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A cursor that points has the source's name of each row as the last value of the row. The name is what it was while the transaction of
// the DECLARE goes on, and no statement has made the table, or its rows, again.

// deletedRow is a row that a statement has deleted as the one that a cursor stands on.
type deletedRow struct{ cursor, row string }

// pointTo notes the name of a row that was read, and returns the row without it.
func (c *cursor) pointTo(row providers.Row) providers.Row {
	if !c.Points {
		return row
	}
	last := len(row) - 1
	c.current = string(row[last])
	return row[:last:last]
}

// RowOf returns the source's name of the row that a cursor stands on, and whether Delete was told of the row. 34000: the cursor is not open; 24000: it
// stands on no row, or its transaction has ended; 0A000: the name may mean another row by now.
func (o *Open) RowOf(name string) (row string, gone bool, err error) {
	c := o.byName[name]
	switch {
	case c == nil:
		return "", false, sqlstate.New(sqlstate.InvalidCursorName, "cursor %q does not exist", name)
	case c.held:
		return "", false, sqlstate.New(sqlstate.InvalidCursorState, "cursor %q is held from a previous transaction", name)
	case !c.Points:
		return "", false, sqlstate.New(sqlstate.FeatureNotSupported, "WHERE CURRENT OF is not supported for the query of cursor %q", name)
	case c.lost:
		return "", false, sqlstate.New(sqlstate.FeatureNotSupported, "WHERE CURRENT OF cursor %q is not supported after ROLLBACK TO a savepoint, or a statement that defines something", name).
			WithHint("Name the row by its key, or declare another cursor.")
	case c.place < 1 || !c.all && c.ended || c.all && c.place > int64(len(c.parked)):
		return "", false, sqlstate.New(sqlstate.InvalidCursorState, "cursor %q is not positioned on a row", name)
	}
	return c.current, o.deleted[deletedRow{name, c.current}], nil
}

// Delete notes that the row that a cursor stands on is deleted.
func (o *Open) Delete(name, row string) {
	if o.deleted == nil {
		o.deleted = map[deletedRow]bool{}
	}
	o.deleted[deletedRow{name, row}] = true
}

// Rename gives the row that a cursor stands on another name.
func (o *Open) Rename(name, row string) {
	c := o.byName[name]
	if c == nil {
		return
	}
	if c.current = row; c.all {
		full := c.parked[c.place-1]
		full[len(full)-1] = []byte(row)
	}
}

// FollowRows notes what a statement did to the names of rows: ends says that it ended the transaction, and keeps that it left them.
func (o *Open) FollowRows(ends, keeps bool) {
	for _, c := range o.byName {
		c.held, c.lost = c.held || ends, c.lost || !keeps
	}
	if ends {
		clear(o.deleted)
	}
}
