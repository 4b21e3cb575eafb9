package cursors

import (
	"errors"
	"io"
	"strconv"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// A cursor that scrolls has all of its rows in memory, within maxParked.

// scrolled are the rows of one FETCH of a cursor that scrolls.
type scrolled struct {
	columns []providers.Column
	rows    []providers.Row
	tag     string
}

func (r *scrolled) Columns() []providers.Column { return r.columns }

func (r *scrolled) Tag() string { return r.tag }

func (r *scrolled) Close() error { return nil }

func (r *scrolled) Next() (providers.Row, error) {
	if len(r.rows) == 0 {
		return nil, io.EOF
	}
	row := r.rows[0]
	r.rows = r.rows[1:]
	return row, nil
}

// fetchScrolled runs FETCH and MOVE of a cursor that scrolls.
func (c *cursor) fetchScrolled(f *planner.Fetch) (providers.Rows, error) {
	if c.err != nil && !errors.Is(c.err, io.EOF) { // it has more rows than memory for them
		return nil, c.err
	}
	from, step, many := c.resolveFetch(f)
	out, end := &scrolled{columns: c.columns}, int64(len(c.parked))+1
	for at := from; many > 0 && at > 0 && at < end; at, many = at+step, many-1 {
		out.rows, c.place = append(out.rows, c.pointTo(c.parked[at-1])), at
	}
	if many > 0 { // it stands behind the last row, or before the first
		if c.place = 0; step > 0 {
			c.place = end
		}
	}
	count := strconv.Itoa(len(out.rows))
	if out.tag = "FETCH " + count; f.Move {
		out.tag, out.rows, out.columns = "MOVE "+count, nil, nil
	}
	return out, nil
}

// resolveFetch says where a FETCH begins, which way it goes, and how many rows it wants.
func (c *cursor) resolveFetch(f *planner.Fetch) (from, step, many int64) {
	n, last := f.Rows, int64(len(c.parked))
	way := f.Way
	if way == planner.Backward {
		way, n = planner.Forward, -n
	}
	switch {
	case way == planner.Absolute && n < 0:
		return max(last+1+n, 0), -1, 1
	case way == planner.Absolute && n == 0:
		return 0, -1, 1
	case way == planner.Absolute:
		return min(n, last+1), 1, 1
	case n == 0: // the row once more
		if c.place < 1 || c.place > last {
			return 0, 0, 0
		}
		return c.place, 1, 1
	case way == planner.Relative && n < 0:
		return max(c.place+n, 0), -1, 1
	case way == planner.Relative:
		return min(c.place+min(n, last+1), last+1), 1, 1
	case n < 0:
		return c.place - 1, -1, -n
	}
	return c.place + 1, 1, n
}
