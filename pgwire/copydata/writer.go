package copydata

import (
	"bytes"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// Writer writes rows for COPY TO.
type Writer struct {
	format  providers.CopyFormat
	columns []providers.Column
	force   []bool // by column
	special [256]bool
}

// NewWriter returns a writer of the rows of a COPY TO.
func NewWriter(c *providers.Copy, columns []providers.Column) (*Writer, error) {
	w := &Writer{format: c.Format, columns: columns}
	for _, b := range []byte("\n\r") {
		w.special[b] = true
	}
	if w.special[c.Format.Delimiter] = true; c.Format.Kind == providers.CopyCSV {
		w.special[c.Format.Quote] = true
	} else {
		for _, b := range []byte("\\\b\f\t\v") {
			w.special[b] = true
		}
	}
	var err error
	if w.force, err = forced("FORCE_QUOTE", c.Format.ForceQuote, columns); c.Format.ForceQuoteAll {
		w.force = slices.Repeat([]bool{true}, len(columns))
	}
	return w, err
}

// AppendHeader appends what stands before the first row: names, the signature of the binary form, or
// nothing.
func (w *Writer) AppendHeader(buf []byte) []byte {
	if w.format.Kind == providers.CopyBinary {
		return append(append(buf, signature...), 0, 0, 0, 0, 0, 0, 0, 0)
	}
	if w.format.Header == providers.NoHeader {
		return buf
	}
	for i, c := range w.columns {
		if i > 0 {
			buf = append(buf, w.format.Delimiter)
		}
		buf = w.appendValue(buf, []byte(c.Name), false)
	}
	return append(buf, '\n')
}

// AppendRow appends a row of text or CSV, whose values are in text form.
func (w *Writer) AppendRow(buf []byte, row providers.Row) []byte {
	for i, value := range row {
		if i > 0 {
			buf = append(buf, w.format.Delimiter)
		}
		if value == nil {
			buf = append(buf, w.format.Null...)
		} else {
			buf = w.appendValue(buf, value, w.force[i])
		}
	}
	return append(buf, '\n')
}

// AppendTrailer appends what stands behind the last row.
func (w *Writer) AppendTrailer(buf []byte) []byte {
	if w.format.Kind == providers.CopyBinary {
		return append(buf, 0xff, 0xff)
	}
	return buf
}

func (w *Writer) appendValue(buf, value []byte, force bool) []byte {
	if w.format.Kind == providers.CopyCSV {
		return w.appendCSV(buf, value, force)
	}
	for from := 0; ; {
		at := from
		for at < len(value) && !w.special[value[at]] {
			at++
		}
		if buf = append(buf, value[from:at]...); at == len(value) {
			return buf
		}
		buf = append(buf, '\\', escapeOf(value[at]))
		from = at + 1
	}
}

// escapeOf returns the letter that stands for a byte behind a backslash.
func escapeOf(b byte) byte {
	switch b {
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	case '\v':
		return 'v'
	}
	return b
}

func (w *Writer) appendCSV(buf, value []byte, force bool) []byte {
	f := &w.format
	quote := force || string(value) == f.Null || len(w.columns) == 1 && string(value) == `\.` ||
		bytes.ContainsFunc(value, func(r rune) bool { return r < 0x80 && w.special[r] })
	if !quote {
		return append(buf, value...)
	}
	buf = append(buf, f.Quote)
	for _, b := range value {
		if b == f.Quote || b == f.Escape {
			buf = append(buf, f.Escape)
		}
		buf = append(buf, b)
	}
	return append(buf, f.Quote)
}
