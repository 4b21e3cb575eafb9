package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
)

// column is a column as structured results name it.
type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// caps bound one page of rows, and what is read ahead of it.
type caps struct {
	rows  int64
	bytes int // of a page, in each of its two views
	text  int // of a page's table, where the text is one; 0: bytes
	cell  int

	aheadRows, aheadBytes int // 0: nothing is read ahead
	aheadTime             time.Duration
}

// widest is how large one row may be in either view.
func (c caps) widest() int {
	if c.text > 0 {
		return min(c.text, c.bytes)
	}
	return c.bytes
}

// rendered are rows in both views, one after the other: as JSON arrays, each
// with a comma after it, and as lines of a table.
type rendered struct {
	json, text []byte
	rows       []extent
}

// extent is where a row ends in both views, and how many of its values were
// shortened.
type extent struct{ json, text, cut int }

// end is where the first n rows end.
func (r *rendered) end(n int) extent {
	if n == 0 {
		return extent{}
	}
	return r.rows[n-1]
}

// add appends one row. One that is too large by itself has its values cut to
// equal parts.
func (r *rendered) add(columns []providers.Column, row providers.Row, limit caps) {
	before, cell := r.end(len(r.rows)), limit.cell
	r.append(columns, row, cell)
	after := r.end(len(r.rows))
	if room := limit.widest(); len(row) > 1 && max(after.json-before.json, after.text-before.text) > room {
		r.json, r.text, r.rows = r.json[:before.json], r.text[:before.text], r.rows[:len(r.rows)-1]
		r.append(columns, row, min(cell, max(16, room/len(row))))
	}
}

func (r *rendered) append(columns []providers.Column, row providers.Row, cell int) {
	cut := 0
	r.json = append(r.json, '[')
	for i, value := range row {
		if i > 0 {
			r.json, r.text = append(r.json, ','), append(r.text, '|')
		}
		var shortened bool
		r.json, shortened = appendValue(r.json, columns[i], value, cell)
		if shortened {
			cut++
		}
		r.text = appendValueCell(r.text, columns[i].Type, value, cell)
	}
	r.json = append(r.json, ']', ',')
	r.text = append(r.text, '\n')
	r.rows = append(r.rows, extent{len(r.json), len(r.text), cut})
}

// beyond says which cap keeps row n off a page that begins with row 0, "" for
// none. The first row of a page is always on it.
func (r *rendered) beyond(n int, limit caps) string {
	end := r.rows[n]
	switch {
	case n == 0:
	case int64(n) >= limit.rows:
		return "rows"
	case end.json > limit.bytes || limit.text > 0 && end.text > limit.text:
		return "bytes"
	}
	return ""
}

// fit is how many of the rows make a page, and which cap keeps the others off.
func (r *rendered) fit(limit caps) (n int, cut string) {
	for n < len(r.rows) {
		if cut = r.beyond(n, limit); cut != "" {
			break
		}
		n++
	}
	return n, cut
}

// split takes the first n rows; the rest is a copy, which holds no more memory
// than it needs.
func (r *rendered) split(n int) (first, rest rendered) {
	at := r.end(n)
	first = rendered{r.json[:at.json], r.text[:at.text], r.rows[:n]}
	if n == len(r.rows) {
		return first, rest
	}
	rest = rendered{slices.Clone(r.json[at.json:]), slices.Clone(r.text[at.text:]), slices.Clone(r.rows[n:])}
	for i := range rest.rows {
		rest.rows[i].json -= at.json
		rest.rows[i].text -= at.text
	}
	return first, rest
}

// size is the memory that the rows take.
func (r *rendered) size() int { return len(r.json) + len(r.text) + 24*len(r.rows) }

func (r *rendered) array() json.RawMessage {
	if len(r.json) == 0 {
		return json.RawMessage("[]")
	}
	return append(append([]byte{'['}, r.json[:len(r.json)-1]...), ']')
}

func (r *rendered) cutCells() (n int) {
	for _, row := range r.rows {
		n += row.cut
	}
	return n
}

// resultSet is one page of a result, and what was read ahead of it.
type resultSet struct {
	columns []providers.Column
	page    rendered
	cut     string   // "rows", "bytes", or "" where the page is all
	ahead   rendered // the rows after the page
	lost    bool     // there is more than page and ahead have
	tag     string
	plain   bool // nothing in it could be words of somebody else
	open    bool // the result is not at its end, and can be read on
	more    *held
	result  *engine.Result
}

// rest says what becomes of the rows after a page.
type rest int

const (
	restCut  rest = iota // the result is closed: they are not wanted
	restHeld             // the result stays open
	restRun              // the statement runs to its end: closing it could undo it, or leave open whether it happened
)

// read takes rows off a result until it ends or the caps are reached. have are rows
// that were read before.
func read(ctx context.Context, result *engine.Result, have rendered, limit caps, after rest) (set *resultSet, err error) {
	set = &resultSet{columns: result.Columns()}
	defer func() {
		if err != nil || !set.open {
			_ = result.Close() // nothing to do after the end or an error
		}
	}()
	all := have
	progress := progressOf(ctx)
	page, started := -1, time.Now() // page: how many rows are on it; -1: not full yet
	if n, cut := all.fit(limit); cut != "" {
		page, set.cut = n, cut
	}
	for {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			set.ended(result)
			break
		}
		if err != nil {
			return nil, err
		}
		progress.rowRead()
		if set.lost {
			continue
		}
		all.add(set.columns, row, limit)
		if page < 0 {
			if set.cut = all.beyond(len(all.rows)-1, limit); set.cut != "" {
				page = len(all.rows) - 1
			}
		}
		if page < 0 || limit.mayReadOn(&all, page, started) {
			continue
		}
		if set.open = after == restHeld; set.open {
			if err := result.Announce(); err != nil { // its rows leave before it ends
				return nil, err
			}
			break
		}
		set.lost = true
		if after == restCut {
			if err := result.Cut(set.cut); err != nil {
				return nil, err
			}
			break
		}
	}
	if page < 0 {
		page = len(all.rows)
	}
	set.page, set.ahead = all.split(page)
	return set, nil
}

// ended takes what a result says at its end.
func (set *resultSet) ended(result *engine.Result) {
	set.tag = result.Tag()
	if cut := result.Truncated(); cut != "" {
		set.lost = true
		if set.cut == "" {
			set.cut = cut
		}
	}
}

// mayReadOn reports whether there is room, and time, for another row after the
// page.
func (c caps) mayReadOn(all *rendered, page int, started time.Time) bool {
	if len(all.rows)-page >= c.aheadRows || time.Since(started) > c.aheadTime {
		return false
	}
	at := all.end(page)
	return len(all.json)-at.json+len(all.text)-at.text < c.aheadBytes
}

func columnNames(columns []providers.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

func shape(columns []providers.Column) []column {
	out := make([]column, len(columns))
	for i, c := range columns {
		out[i] = column{c.Name, c.TypeName}
	}
	return out
}

// wordless are the types whose values hold no words.
var wordless = []uint32{
	oidBool, oidInt2, oidInt4, oidInt8, oidOID, oidFloat4, oidFloat8, oidNumeric,
	oidDate, oidTime, oidTimetz, oidTimestamp, oidTimestamptz, oidInterval, oidUUID,
}

// hasNoWords reports whether a result needs no fence: its values are numbers, times and
// the like, and the names of its columns stand in the client's own statement.
func hasNoWords(columns []providers.Column, sql string) bool {
	sql = strings.ToLower(sql)
	for _, c := range columns {
		name := strings.ToLower(c.Name)
		if !slices.Contains(wordless, c.Type) || c.Format == providers.Binary || name != "?column?" && (sqlName(name) != name || !strings.Contains(sql, name)) {
			return false
		}
	}
	return len(columns) > 0
}
