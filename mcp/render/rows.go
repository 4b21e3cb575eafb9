package render

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// Column is a column of structured results.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Caps bound one page of rows, and the rows that are read ahead of it.
type Caps struct {
	Rows  int64
	Bytes int // of a page, in each of its two views
	Text  int // of a page's table, if the text is a table; 0: as Bytes
	Cell  int

	AheadRows, AheadBytes int // 0: nothing is read ahead
	AheadTime             time.Duration
}

// widest is how large one row may be in either view.
func (c Caps) widest() int {
	if c.Text > 0 {
		return min(c.Text, c.Bytes)
	}
	return c.Bytes
}

// Rows are rows in both views: as JSON arrays, each with a comma behind it, and as lines of a
// table.
type Rows struct {
	json, text []byte
	rows       []extent
}

// extent says where a row ends in both views, and how many values were shortened up to there.
type extent struct{ json, text, cut int }

// extentOf returns where the first n rows end.
func (r *Rows) extentOf(n int) extent {
	if n == 0 {
		return extent{}
	}
	return r.rows[n-1]
}

// Add appends one row. If the row is larger than a page, its values are cut to equal parts.
func (r *Rows) Add(columns []providers.Column, row providers.Row, limit Caps) {
	before, cell := r.extentOf(len(r.rows)), limit.Cell
	r.append(columns, row, cell)
	after := r.extentOf(len(r.rows))
	if room := limit.widest(); len(row) > 1 && max(after.json-before.json, after.text-before.text) > room {
		r.json, r.text, r.rows = r.json[:before.json], r.text[:before.text], r.rows[:len(r.rows)-1]
		r.append(columns, row, min(cell, max(16, room/len(row))))
	}
}

func (r *Rows) append(columns []providers.Column, row providers.Row, cell int) {
	cut := 0
	r.json = append(r.json, '[')
	for i, value := range row {
		if i > 0 {
			r.json, r.text = append(r.json, ','), append(r.text, '|')
		}
		var shortened bool
		r.json, shortened = AppendValue(r.json, columns[i], value, cell)
		if shortened {
			cut++
		}
		r.text = appendValueCell(r.text, columns[i].Type, value, cell)
	}
	r.json = append(r.json, ']', ',')
	r.text = append(r.text, '\n')
	r.rows = append(r.rows, extent{len(r.json), len(r.text), cut})
}

// Beyond returns the cap that keeps row n off a page that begins with row 0, or "" if none
// does. The first row is always on the page.
func (r *Rows) Beyond(n int, limit Caps) string {
	end := r.rows[n]
	switch {
	case n == 0:
	case int64(n) >= limit.Rows:
		return "rows"
	case end.json > limit.Bytes || limit.Text > 0 && end.text > limit.Text:
		return "bytes"
	}
	return ""
}

// Fit returns how many of the rows make a page, and which cap keeps the others off.
func (r *Rows) Fit(limit Caps) (n int, cut string) {
	for n < len(r.rows) {
		if cut = r.Beyond(n, limit); cut != "" {
			break
		}
		n++
	}
	return n, cut
}

// Split takes the first n rows; the rest is a copy, which holds no more memory
// than it needs.
func (r *Rows) Split(n int) (first, rest Rows) {
	at := r.extentOf(n)
	first = Rows{r.json[:at.json], r.text[:at.text], r.rows[:n]}
	if n == len(r.rows) {
		return first, rest
	}
	rest = Rows{slices.Clone(r.json[at.json:]), slices.Clone(r.text[at.text:]), slices.Clone(r.rows[n:])}
	for i := range rest.rows {
		rest.rows[i].json -= at.json
		rest.rows[i].text -= at.text
	}
	return first, rest
}

// Count returns the number of rows.
func (r *Rows) Count() int { return len(r.rows) }

// Lines returns the rows as lines of a table.
func (r *Rows) Lines() []byte { return r.text }

// Size returns the memory that the rows take, in bytes.
func (r *Rows) Size() int { return len(r.json) + len(r.text) + 24*len(r.rows) }

// Array returns the rows as a JSON array of arrays.
func (r *Rows) Array() json.RawMessage {
	if len(r.json) == 0 {
		return json.RawMessage("[]")
	}
	return append(append([]byte{'['}, r.json[:len(r.json)-1]...), ']')
}

// CutCells returns how many values were shortened.
func (r *Rows) CutCells() (n int) {
	for _, row := range r.rows {
		n += row.cut
	}
	return n
}

// MayReadOn reports whether there is room, and time, to read another row ahead of the page.
func (c Caps) MayReadOn(all *Rows, page int, started time.Time) bool {
	if len(all.rows)-page >= c.AheadRows || time.Since(started) > c.AheadTime {
		return false
	}
	at := all.extentOf(page)
	return len(all.json)-at.json+len(all.text)-at.text < c.AheadBytes
}

// Names returns the names of columns.
func Names(columns []providers.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Columns returns columns as structured results have them.
func Columns(columns []providers.Column) []Column {
	out := make([]Column, len(columns))
	for i, c := range columns {
		out[i] = Column{c.Name, c.TypeName}
	}
	return out
}
