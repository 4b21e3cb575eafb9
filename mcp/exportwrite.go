package mcp

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ExportColumn is a column of an export: its values as CSV holds them, and the type
// that they are of.
type ExportColumn struct {
	Name string
	OID  uint32 // of PostgreSQL
	// Whole and Scale are the most digits before and behind the point of a numeric
	// column; both are 0 if a value is no number (NaN).
	Whole, Scale int
}

// exportWriter writes rows as CSV (a line of names; NULL is nothing, the empty text
// "") or as a JSON array of objects.
type exportWriter struct {
	columns []providers.Column
	names   []string
	limit   int64
	json    bool

	line       []byte
	written    int64
	digits     []ExportColumn // of numerics, by column
	notNumbers []bool
	labels     [][]byte // of JSON members
	out        *bufio.Writer
}

// uniqueNames makes names of columns differ: a second total is total_2.
func uniqueNames(names []string) []string {
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

// writeAll writes a result into a new file. 54000: it is larger than an export may be.
func (w *exportWriter) writeAll(ctx context.Context, result *engine.Result, path string) (rows int64, err error) {
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
	w.digits, w.notNumbers = make([]ExportColumn, len(w.columns)), make([]bool, len(w.columns))
	progress := progressOf(ctx)
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
		progress.rowRead()
		if err := w.row(row, rows == 0); err != nil {
			return rows, result.Fail(err)
		}
	}
	if w.json {
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

func (w *exportWriter) head() error {
	w.line = w.line[:0]
	if w.json {
		for _, name := range w.names {
			w.labels = append(w.labels, append(appendString(nil, name), ':'))
		}
		w.line = append(w.line, '[')
		return w.flush()
	}
	for i, name := range w.names {
		if i > 0 {
			w.line = append(w.line, ',')
		}
		w.line = appendCSV(w.line, []byte(name))
	}
	w.line = append(w.line, '\n')
	return w.flush()
}

func (w *exportWriter) row(row providers.Row, first bool) error {
	w.line = w.line[:0]
	if w.json {
		if !first {
			w.line = append(w.line, ',')
		}
		w.line = append(w.line, "\n{"...)
	}
	for i, value := range row {
		if i > 0 {
			w.line = append(w.line, ',')
		}
		if w.json {
			w.line = append(w.line, w.labels[i]...)
			w.line, _ = appendValue(w.line, w.columns[i], value, 0)
			continue
		}
		if value != nil && w.columns[i].Format == providers.Binary {
			value = append([]byte(`\x`), hex.EncodeToString(value)...)
		}
		w.count(i, value)
		if value != nil {
			w.line = appendCSV(w.line, value)
		}
	}
	if w.json {
		w.line = append(w.line, '}')
	} else {
		w.line = append(w.line, '\n')
	}
	return w.flush()
}

// appendCSV appends a value, in quotes where it needs them: NULL alone is nothing.
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
func (w *exportWriter) count(i int, value []byte) {
	if w.columns[i].Type != oidNumeric || value == nil {
		return
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(string(value), "-"), ".")
	if strings.Trim(whole+fraction, "0123456789") != "" {
		w.notNumbers[i] = true
	}
	d := &w.digits[i]
	d.Whole, d.Scale = max(d.Whole, len(whole)), max(d.Scale, len(fraction))
}

func (w *exportWriter) flush() error {
	if w.written += int64(len(w.line)); w.written > w.limit {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the result is larger than an export may be, %d MiB", w.limit>>20).
			WithHint("Select fewer columns, filter, aggregate, or export it in parts by ranges of a key.")
	}
	if _, err := w.out.Write(w.line); err != nil {
		return sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be written")
	}
	return nil
}

// shape tells of the columns of the CSV.
func (w *exportWriter) shape() []ExportColumn {
	out := make([]ExportColumn, len(w.columns))
	for i, c := range w.columns {
		out[i] = ExportColumn{Name: w.names[i], OID: c.Type}
		if !w.notNumbers[i] {
			out[i].Whole, out[i].Scale = w.digits[i].Whole, w.digits[i].Scale
		}
		if c.Format == providers.Binary && c.Type != oidBytea {
			out[i].OID = 0 // its bytes as text
		}
	}
	return out
}
