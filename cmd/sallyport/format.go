package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// format prints results, one after another. Values are in Postgres's text
// representation; nil is NULL.
type format interface {
	begin(fields []pgconn.FieldDescription) error
	row(values [][]byte) error
	// end ends a statement; rows says that begin was called for it. The tag is
	// empty when it failed half way.
	end(tag string, rows bool) error
}

func newFormat(name string, w io.Writer) (format, error) {
	out := bufio.NewWriterSize(w, 32<<10)
	switch name {
	case "table":
		return &table{w: out}, nil
	case "csv":
		return &csvFormat{w: out}, nil
	case "json":
		return &jsonFormat{w: out}, nil
	}
	return nil, fmt.Errorf("--format: %q is not a valid value; valid values: table, csv, json", name)
}

// sampleRows is how many rows a table looks at before it fixes the widths of
// its columns, so that a large result neither waits nor piles up.
const sampleRows = 1000

// table aligns columns as psql does, numbers to the right.
type table struct {
	w       *bufio.Writer
	fields  []pgconn.FieldDescription
	widths  []int // nil until they are fixed
	waiting [][]string
	rows    int64
}

func (t *table) begin(fields []pgconn.FieldDescription) error {
	t.fields, t.widths, t.waiting, t.rows = fields, nil, nil, 0
	return nil
}

func (t *table) row(values [][]byte) error {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = "NULL"
		if v != nil {
			cells[i] = visible(string(v))
		}
	}
	t.rows++
	if t.widths != nil {
		return t.line(cells)
	}
	if t.waiting = append(t.waiting, cells); len(t.waiting) < sampleRows {
		return nil
	}
	return t.flush()
}

// flush fixes the widths and prints the header and what waits.
func (t *table) flush() error {
	t.widths = make([]int, len(t.fields))
	header := make([]string, len(t.fields))
	rule := make([]string, len(t.fields))
	for i, f := range t.fields {
		header[i] = visible(f.Name)
		t.widths[i] = utf8.RuneCountInString(header[i])
		for _, cells := range t.waiting {
			t.widths[i] = max(t.widths[i], utf8.RuneCountInString(cells[i]))
		}
		left := (t.widths[i] - utf8.RuneCountInString(header[i])) / 2
		header[i] = strings.Repeat(" ", left) + header[i]
		rule[i] = strings.Repeat("-", t.widths[i]+2)
	}
	t.print(header, false)
	if _, err := fmt.Fprintln(t.w, strings.Join(rule, "+")); err != nil {
		return err
	}
	for _, cells := range t.waiting {
		t.print(cells, true)
	}
	t.waiting = nil
	return t.w.Flush()
}

func (t *table) line(cells []string) error {
	t.print(cells, true)
	return t.w.Flush()
}

func (t *table) print(cells []string, align bool) {
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
	fmt.Fprintln(t.w, strings.TrimRight(b.String(), " ")) // an error stays with t.w until Flush
}

func (t *table) end(tag string, rows bool) error {
	switch {
	case rows:
		if t.widths == nil {
			if err := t.flush(); err != nil {
				return err
			}
		}
		if tag != "" {
			plural := "s"
			if t.rows == 1 {
				plural = ""
			}
			fmt.Fprintf(t.w, "(%d row%s)\n\n", t.rows, plural)
		}
	case tag != "":
		fmt.Fprintln(t.w, tag)
	}
	return t.w.Flush()
}

// visible escapes what would move the cursor or end the line: data may come
// from strangers, and a terminal obeys.
func visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// csvFormat writes RFC 4180 with a header. NULL is nothing, an empty text is "".
type csvFormat struct{ w *bufio.Writer }

func (f *csvFormat) begin(fields []pgconn.FieldDescription) error {
	header := make([][]byte, len(fields))
	for i := range fields {
		header[i] = []byte(fields[i].Name)
	}
	return f.row(header)
}

func (f *csvFormat) row(values [][]byte) error {
	for i, v := range values {
		if i > 0 {
			f.w.WriteByte(',')
		}
		if text := string(v); v != nil && (text == "" || strings.ContainsAny(text, ",\"\r\n") || strings.TrimSpace(text) != text) {
			f.w.WriteString(`"` + strings.ReplaceAll(text, `"`, `""`) + `"`)
		} else {
			f.w.Write(v)
		}
	}
	_, err := f.w.WriteString("\n")
	return err
}

func (f *csvFormat) end(string, bool) error { return f.w.Flush() }

// jsonFormat writes each result as an array of objects, in the order of the
// columns. Numbers, booleans, JSON and NULL are themselves, the rest is text.
type jsonFormat struct {
	w      *bufio.Writer
	fields []pgconn.FieldDescription
	rows   int
}

func (f *jsonFormat) begin(fields []pgconn.FieldDescription) error {
	f.fields, f.rows = fields, 0
	return f.w.WriteByte('[')
}

func (f *jsonFormat) row(values [][]byte) error {
	if f.rows++; f.rows > 1 {
		f.w.WriteByte(',')
	}
	f.w.WriteString("\n  {")
	for i, v := range values {
		if i > 0 {
			f.w.WriteString(", ")
		}
		f.w.Write(quote(f.fields[i].Name))
		f.w.WriteString(": ")
		f.w.Write(jsonValue(f.fields[i].DataTypeOID, v))
	}
	return f.w.WriteByte('}')
}

func (f *jsonFormat) end(_ string, rows bool) error {
	if rows && f.rows > 0 {
		f.w.WriteByte('\n')
	}
	if rows {
		f.w.WriteString("]\n")
	}
	return f.w.Flush()
}

func jsonValue(oid uint32, v []byte) []byte {
	switch {
	case v == nil:
		return []byte("null")
	case oid == pgtype.BoolOID && string(v) == "t":
		return []byte("true")
	case oid == pgtype.BoolOID && string(v) == "f":
		return []byte("false")
	case (number(oid) || oid == pgtype.JSONOID || oid == pgtype.JSONBOID) && json.Valid(v):
		return v // NaN and Infinity are not valid, and become text
	}
	return quote(string(v))
}

func quote(s string) []byte {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

func number(oid uint32) bool {
	switch oid {
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.OIDOID, pgtype.Float4OID, pgtype.Float8OID, pgtype.NumericOID:
		return true
	}
	return false
}
