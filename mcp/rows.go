package mcp

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
)

// column is a column as structured results name it.
type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// resultSet is what is kept of a result: the rows within the caps, once as
// JSON and once as the cells of a table.
type resultSet struct {
	columns  []providers.Column
	rows     json.RawMessage // [[…],[…]]
	text     table
	n        int
	cut      string // "rows", "bytes", or "" where nothing is missing
	cutCells int
	tag      string
}

// caps bound one result.
type caps struct {
	rows  int64
	bytes int // of values as shown, all rows together
	cell  int
}

// read takes rows off a result until it ends or a cap is reached. A statement
// that changes something is always read to its end: closing it early could
// undo it, or leave open whether it happened.
func read(result *engine.Result, limit caps, toEnd bool) (*resultSet, error) {
	defer func() { _ = result.Close() }() // nothing to do after the end or an error
	set := &resultSet{columns: result.Columns()}
	rows := []byte{'['}
	set.text.head(columnNames(set.columns))
	size := 0
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			set.tag = result.Tag()
			if set.cut == "" {
				set.cut = result.Truncated()
			}
			break
		}
		if err != nil {
			return nil, err
		}
		if set.cut != "" {
			continue
		}
		size += rowSize(row, limit.cell)
		switch {
		case int64(set.n) >= limit.rows:
			set.cut = "rows"
		case size > limit.bytes && set.n > 0:
			set.cut = "bytes"
		default:
			rows = set.add(rows, row, limit.cell)
		}
		if set.cut != "" && !toEnd {
			if err := result.Cut(set.cut); err != nil {
				return nil, err
			}
			break
		}
	}
	set.rows = append(rows, ']')
	return set, nil
}

// add appends one row to both views.
func (set *resultSet) add(out []byte, row providers.Row, limit int) []byte {
	if set.n > 0 {
		out = append(out, ',')
	}
	out = append(out, '[')
	cells := make([]string, len(row))
	for i, value := range row {
		if i > 0 {
			out = append(out, ',')
		}
		var cut bool
		out, cut = appendValue(out, set.columns[i], value, limit)
		if cut {
			set.cutCells++
		}
		cells[i] = cellText(set.columns[i].Type, value, limit)
	}
	set.n++
	set.text.line(cells)
	return append(out, ']')
}

func rowSize(row providers.Row, limit int) int {
	size := 0
	for _, value := range row {
		size += min(len(value), limit) + 1
	}
	return size
}

func columnNames(columns []providers.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

func (set *resultSet) shape() []column {
	out := make([]column, len(set.columns))
	for i, c := range set.columns {
		out[i] = column{c.Name, c.TypeName}
	}
	return out
}
