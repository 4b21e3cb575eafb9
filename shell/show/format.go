package show

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// Format prints results, one after another. Values are in Postgres's text
// representation; nil is NULL.
type Format interface {
	Begin(fields []pgconn.FieldDescription) error
	Row(values [][]byte) error
	// End ends a statement; rows says that Begin was called for it. The tag is
	// empty when it failed half way.
	End(tag string, rows bool) error
}

// New returns the format of a name: table, csv or json.
func New(name string, w io.Writer) (Format, error) {
	out := bufio.NewWriterSize(w, 32<<10)
	switch name {
	case "table":
		return &table{w: out, null: "NULL"}, nil
	case "csv":
		return &csvFormat{w: out}, nil
	case "json":
		return &jsonFormat{w: out}, nil
	}
	return nil, fmt.Errorf("--format: %q is not a valid value; valid values: table, csv, json", name)
}

// csvFormat writes RFC 4180 with a header. NULL is nothing, an empty text is "".
type csvFormat struct{ w *bufio.Writer }

func (f *csvFormat) Begin(fields []pgconn.FieldDescription) error {
	header := make([][]byte, len(fields))
	for i := range fields {
		header[i] = []byte(fields[i].Name)
	}
	return f.Row(header)
}

func (f *csvFormat) Row(values [][]byte) error {
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

func (f *csvFormat) End(string, bool) error { return f.w.Flush() }

// jsonFormat writes each result as an array of objects, in the order of the
// columns. Numbers, booleans, JSON and NULL are themselves, the rest is text.
type jsonFormat struct {
	w      *bufio.Writer
	fields []pgconn.FieldDescription
	rows   int
}

func (f *jsonFormat) Begin(fields []pgconn.FieldDescription) error {
	f.fields, f.rows = fields, 0
	return f.w.WriteByte('[')
}

func (f *jsonFormat) Row(values [][]byte) error {
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

func (f *jsonFormat) End(_ string, rows bool) error {
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
