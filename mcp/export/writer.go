package export

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Column is a column of an export, with the type of its values.
type Column struct {
	Name string
	OID  uint32 // of PostgreSQL
	// Whole and Scale are the greatest numbers of digits before and behind the point in
	// a numeric column. Both are 0 if a value is NaN or infinite.
	Whole, Scale int
}

// Writer writes rows as CSV (a line of names; NULL is nothing, the empty text
// "") or as a JSON array of objects.
type Writer struct {
	Columns []providers.Column
	Names   []string
	Limit   int64
	JSON    bool

	line       []byte
	written    int64
	digits     []Column // of numerics, by column
	notNumbers []bool
	labels     [][]byte // of JSON members
	out        *bufio.Writer
}

// UniqueNames makes the names of columns unique: a second total becomes total_2.
func UniqueNames(names []string) []string {
	taken, out := map[string]bool{}, make([]string, len(names))
	for i, name := range names {
		out[i] = name
		for n := 2; taken[strings.ToLower(out[i])]; n++ {
			out[i] = name + "_" + strconv.Itoa(n)
		}
		taken[strings.ToLower(out[i])] = true
	}
	return out
}

// WriteAll writes a result into a new file, and calls read with each row. The error 54000 means that the file would be larger
// than an export may be.
func (w *Writer) WriteAll(result *engine.Result, path string, read func()) (rows int64, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be written")
	}
	defer func() {
		if e := file.Close(); e != nil && err == nil {
			err = sqlstate.Wrap(e, sqlstate.IOError, "the export cannot be written")
		}
	}()
	w.out = bufio.NewWriter(file)
	w.digits, w.notNumbers = make([]Column, len(w.Columns)), make([]bool, len(w.Columns))
	if err := w.head(); err != nil {
		return 0, result.Fail(err)
	}
	for ; ; rows++ {
		row, err := result.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return rows, err
		}
		read()
		if err := w.row(row, rows == 0); err != nil {
			return rows, result.Fail(err)
		}
	}
	if w.JSON {
		w.line = append(w.line[:0], "\n]\n"...)
		if err := w.flush(); err != nil {
			return rows, err
		}
	}
	if err := w.out.Flush(); err != nil {
		return rows, sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be written")
	}
	return rows, nil
}

func (w *Writer) head() error {
	w.line = w.line[:0]
	if w.JSON {
		for _, name := range w.Names {
			w.labels = append(w.labels, append(render.AppendString(nil, name), ':'))
		}
		w.line = append(w.line, '[')
		return w.flush()
	}
	for i, name := range w.Names {
		if i > 0 {
			w.line = append(w.line, ',')
		}
		w.line = appendCSV(w.line, []byte(name))
	}
	w.line = append(w.line, '\n')
	return w.flush()
}

func (w *Writer) row(row providers.Row, first bool) error {
	w.line = w.line[:0]
	if w.JSON {
		if !first {
			w.line = append(w.line, ',')
		}
		w.line = append(w.line, "\n{"...)
	}
	for i, value := range row {
		if i > 0 {
			w.line = append(w.line, ',')
		}
		if w.JSON {
			w.line = append(w.line, w.labels[i]...)
			w.line, _ = render.AppendValue(w.line, w.Columns[i], value, 0)
			continue
		}
		if value != nil && w.Columns[i].Format == providers.Binary {
			value = append([]byte(`\x`), hex.EncodeToString(value)...)
		}
		w.count(i, value)
		if value != nil {
			w.line = appendCSV(w.line, value)
		}
	}
	if w.JSON {
		w.line = append(w.line, '}')
	} else {
		w.line = append(w.line, '\n')
	}
	return w.flush()
}

// appendCSV appends a value, in quotes if it needs them. NULL is written as nothing.
func appendCSV(line, value []byte) []byte {
	plain := len(value) > 0
	for _, c := range value {
		if c == '"' || c == ',' || c < ' ' {
			plain = false
			break
		}
	}
	if plain && value[0] != ' ' && value[len(value)-1] != ' ' {
		return append(line, value...)
	}
	line = append(line, '"')
	for _, c := range value {
		if c == '"' {
			line = append(line, '"')
		}
		line = append(line, c)
	}
	return append(line, '"')
}

// count notes how many digits a numeric has.
func (w *Writer) count(i int, value []byte) {
	if w.Columns[i].Type != pgtype.NumericOID || value == nil {
		return
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(string(value), "-"), ".")
	if strings.Trim(whole+fraction, "0123456789") != "" {
		w.notNumbers[i] = true
	}
	d := &w.digits[i]
	d.Whole, d.Scale = max(d.Whole, len(whole)), max(d.Scale, len(fraction))
}

func (w *Writer) flush() error {
	if w.written += int64(len(w.line)); w.written > w.Limit {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the result is larger than an export may be, %d MiB", w.Limit>>20).
			WithHint("Select fewer columns, filter, aggregate, or export it in parts by ranges of a key.")
	}
	if _, err := w.out.Write(w.line); err != nil {
		return sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be written")
	}
	return nil
}

// Shape returns the columns of the CSV that was written.
func (w *Writer) Shape() []Column {
	out := make([]Column, len(w.Columns))
	for i, c := range w.Columns {
		out[i] = Column{Name: w.Names[i], OID: c.Type}
		if !w.notNumbers[i] {
			out[i].Whole, out[i].Scale = w.digits[i].Whole, w.digits[i].Scale
		}
		if c.Format == providers.Binary && c.Type != pgtype.ByteaOID {
			out[i].OID = 0 // the column is text
		}
	}
	return out
}
