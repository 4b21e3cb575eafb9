package duckdb

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
)

// commandTag returns the command tag of a statement.
func commandTag(verb string, count int64) string {
	n := strconv.FormatInt(count, 10)
	switch verb {
	case "SELECT", "VALUES", "TABLE", "WITH", "FROM", "CREATE TABLE AS", "SELECT INTO", "DESCRIBE", "SUMMARIZE":
		return "SELECT " + n
	case "INSERT":
		return "INSERT 0 " + n
	case "UPDATE", "DELETE", "MERGE", "FETCH", "MOVE", "COPY":
		return verb + " " + n
	case "TRUNCATE":
		return "TRUNCATE TABLE"
	}
	return verb
}

// table is a result in memory.
type table struct {
	columns []providers.Column
	rows    []providers.Row
	tag     string
}

func (t *table) Columns() []providers.Column { return t.columns }

func (t *table) Next() (providers.Row, error) {
	if len(t.rows) == 0 {
		return nil, io.EOF
	}
	row := t.rows[0]
	t.rows = t.rows[1:]
	return row, nil
}

func (t *table) Tag() string { return t.tag }

func (t *table) Close() error { return nil }

// planRows reads the result of EXPLAIN and returns it as Postgres does: one column, a row for each
// line.
func (r *result) planRows() (providers.Rows, error) {
	out := &table{columns: []providers.Column{planColumn()}, tag: "EXPLAIN"}
	for {
		if err := r.fillBatch(); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		for r.taken < len(r.cells) {
			row := r.takeRow()
			lines := strings.Split(strings.TrimRight(string(row[len(row)-1]), "\r\n"), "\n")
			for _, line := range withoutFiles(lines) {
				out.rows = append(out.rows, providers.Row{[]byte(line)})
			}
		}
	}
}

// fileNames is the heading in a plan's box above the paths of files, which may be broken over
// lines.
const fileNames = "Filename(s):"

// withoutFiles blanks the paths of files in a plan: from the heading to the next empty line of the
// same box.
func withoutFiles(lines []string) []string {
	blank := map[int]bool{} // the boxes whose lines are blanked, by their left edge
	for i, line := range lines {
		cells, column := strings.Split(line, "│"), 0
		for j, cell := range cells {
			width, text := utf8.RuneCountInString(cell), strings.TrimSpace(cell)
			switch {
			case j == 0 || j == len(cells)-1 || text == "":
				delete(blank, column)
			case blank[column] || strings.Contains(text, fileNames):
				blank[column] = true
				cells[j] = strings.Repeat(" ", width)
			}
			column += width + 1
		}
		lines[i] = strings.Join(cells, "│")
	}
	return lines
}
