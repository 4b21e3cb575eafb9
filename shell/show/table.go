package show

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// sampleRows is how many rows a table looks at before it fixes the widths of
// its columns, so that a large result neither waits nor piles up.
const sampleRows = 1000

// Style is how a table is laid out.
type Style struct {
	Title string // centred above it
	Null  string // what stands for NULL
	// Records prints each row as lines of a name and a value. With a Width a row
	// is printed so where the table would be wider than that.
	Records bool
	Width   int
	// Uncounted prints the footer in the place of the number of rows.
	Uncounted bool
	Footer    string // lines
}

// NewTable returns a table.
func NewTable(w io.Writer, s Style) Format {
	return &table{
		w: bufio.NewWriterSize(w, 32<<10), title: s.Title, null: s.Null, records: s.Records, most: s.Width, uncounted: s.Uncounted, footer: s.Footer,
	}
}

// table aligns columns as psql does, numbers to the right.
type table struct {
	w                   *bufio.Writer
	title, null, footer string
	records, uncounted  bool
	most                int // wider tables become records; 0: none do

	fields  []pgconn.FieldDescription
	upright bool  // this result is printed as records
	widths  []int // nil until they are fixed
	waiting [][]string
	rows    int64
}

func (t *table) Begin(fields []pgconn.FieldDescription) error {
	t.fields, t.widths, t.waiting, t.rows, t.upright = fields, nil, nil, 0, t.records
	return nil
}

func (t *table) Row(values [][]byte) error {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = t.null
		if v != nil {
			cells[i] = Visible(string(v))
		}
	}
	t.rows++
	if t.widths != nil {
		t.print(cells, t.rows)
		return t.w.Flush()
	}
	if t.waiting = append(t.waiting, cells); len(t.waiting) < sampleRows {
		return nil
	}
	return t.flush()
}

// flush fixes the widths and prints the header and what waits.
func (t *table) flush() error {
	t.widths = make([]int, len(t.fields))
	total := 0
	for i, f := range t.fields {
		t.widths[i] = utf8.RuneCountInString(Visible(f.Name))
		for _, cells := range t.waiting {
			t.widths[i] = max(t.widths[i], utf8.RuneCountInString(cells[i]))
		}
		total += t.widths[i] + 3
	}
	total = max(0, total-1)
	t.upright = (t.records || t.most > 0 && total > t.most) && len(t.fields) > 0
	switch {
	case t.upright:
		t.measureRecords()
	case len(t.fields) > 0:
		t.header(total)
	case !t.records:
		fmt.Fprintln(t.w, "--")
	}
	first := t.rows - int64(len(t.waiting)) + 1
	for i, cells := range t.waiting {
		t.print(cells, first+int64(i))
	}
	t.waiting = nil
	return t.w.Flush()
}

// measureRecords makes of the columns' widths that of the names and that of the
// values.
func (t *table) measureRecords() {
	names, values := 0, 0
	for _, f := range t.fields {
		names = max(names, utf8.RuneCountInString(Visible(f.Name)))
	}
	for _, cells := range t.waiting {
		for _, cell := range cells {
			values = max(values, utf8.RuneCountInString(cell))
		}
	}
	t.widths = []int{names, values}
	if t.title != "" {
		fmt.Fprintln(t.w, Visible(t.title))
	}
}

func (t *table) header(total int) {
	header := make([]string, len(t.fields))
	rule := make([]string, len(t.fields))
	for i, f := range t.fields {
		name := Visible(f.Name)
		header[i] = strings.Repeat(" ", (t.widths[i]-utf8.RuneCountInString(name))/2) + name
		rule[i] = strings.Repeat("-", t.widths[i]+2)
	}
	if title := Visible(t.title); title != "" {
		fmt.Fprintln(t.w, strings.Repeat(" ", max(0, (total-utf8.RuneCountInString(title))/2))+title)
	}
	t.line(header, false)
	fmt.Fprintln(t.w, strings.Join(rule, "+")) // an error stays with t.w until Flush
}

func (t *table) print(cells []string, number int64) {
	if len(cells) == 0 {
		return
	}
	if !t.upright {
		t.line(cells, true)
		return
	}
	names, values := t.widths[0], t.widths[1]
	rule := fmt.Sprintf("-[ RECORD %d ]", number)
	whole := strings.Repeat("-", names+1) + "+" + strings.Repeat("-", values+1)
	if len(rule) < len(whole) {
		rule += whole[len(rule):]
	}
	fmt.Fprintln(t.w, rule)
	for i, cell := range cells {
		name := Visible(t.fields[i].Name)
		line := name + strings.Repeat(" ", names-utf8.RuneCountInString(name)) + " | " + cell
		fmt.Fprintln(t.w, strings.TrimRight(line, " "))
	}
}

func (t *table) line(cells []string, align bool) {
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(" |")
		}
		pad := strings.Repeat(" ", max(0, t.widths[i]-utf8.RuneCountInString(cell)))
		if align && number(t.fields[i].DataTypeOID) {
			b.WriteString(" " + pad + cell)
		} else {
			b.WriteString(" " + cell + pad)
		}
	}
	fmt.Fprintln(t.w, strings.TrimRight(b.String(), " "))
}

func (t *table) End(tag string, rows bool) error {
	switch {
	case rows:
		if t.widths == nil && (!t.records || t.rows > 0) {
			if err := t.flush(); err != nil {
				return err
			}
		}
		if tag != "" {
			t.foot()
		}
	case tag != "":
		fmt.Fprintln(t.w, tag)
	}
	return t.w.Flush()
}

func (t *table) foot() {
	switch {
	case t.uncounted:
		fmt.Fprintln(t.w, t.footer)
	case t.upright && t.rows > 0:
		fmt.Fprintln(t.w)
	case t.rows == 1:
		fmt.Fprintf(t.w, "(1 row)\n\n")
	default:
		fmt.Fprintf(t.w, "(%d rows)\n\n", t.rows)
	}
}
