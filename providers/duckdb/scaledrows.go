package duckdb

import (
	"bytes"
	"strconv"

	"github.com/sallyportdb/sallyport/providers"
)

// withScales tells of the columns with scales that they come from nowhere.
func withScales(s providers.Statement) providers.Statement {
	if len(s.Shown) > 0 && len(s.Origins) > 0 {
		s.Origins = append(s.Origins[:len(s.Origins):len(s.Origins)], make([]providers.Origin, len(s.Shown))...)
	}
	return s
}

// withoutScales are the columns of a result without those that have scales: see providers.Statement.Shown.
func withoutScales(columns []providers.Column, s providers.Statement) []providers.Column {
	own := max(len(columns)-len(s.Shown), 0)
	return columns[:own:own]
}

// scaledRows are rows whose last columns have the scales that some of the others are shown with.
type scaledRows struct {
	providers.Rows
	columns []providers.Column
	shown   []int
	row     providers.Row
	text    []byte // the texts of the row that have got zeros
}

// showScales shows the values of rows with their scales.
func showScales(rows providers.Rows, s providers.Statement) providers.Rows {
	if rows.Columns() == nil { // the statement returns no rows
		return rows
	}
	return &scaledRows{Rows: rows, columns: withoutScales(rows.Columns(), s), shown: s.Shown}
}

func (r *scaledRows) Columns() []providers.Column { return r.columns }

func (r *scaledRows) Next() (providers.Row, error) {
	whole, err := r.Rows.Next()
	if err != nil {
		return nil, err
	}
	own := max(len(whole)-len(r.shown), 0)
	r.row, r.text = append(r.row[:0], whole[:own]...), r.text[:0]
	for i, at := range r.shown {
		if at < 0 {
			at += own
		}
		if own+i < len(whole) && at >= 0 && at < own {
			r.showValue(at, whole[own+i])
		}
	}
	return r.row, nil
}

// showValue gives a value the zeros at the end that it lacks, and takes those away that only the decimal has that it was computed as. Without a
// scale it stays as it is.
func (r *scaledRows) showValue(at int, scale []byte) {
	value := r.row[at]
	most, err := strconv.ParseUint(string(scale), 10, 8)
	if value == nil || err != nil {
		return
	}
	if last := value[len(value)-1]; last < '0' || last > '9' { // NaN, Infinity
		return
	}
	digits := 0
	point := bytes.IndexByte(value, '.')
	if point >= 0 {
		digits = len(value) - point - 1
	}
	if digits >= int(most) {
		for ; digits > int(most) && value[len(value)-1] == '0'; digits-- {
			value = value[:len(value)-1]
		}
		r.row[at] = bytes.TrimSuffix(value, []byte{'.'})
		return
	}
	start := len(r.text)
	r.text = append(r.text, value...)
	if point < 0 {
		r.text = append(r.text, '.')
	}
	for ; digits < int(most); digits++ {
		r.text = append(r.text, '0')
	}
	r.row[at] = r.text[start:len(r.text):len(r.text)]
}
