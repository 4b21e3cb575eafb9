package engine

import (
	"io"

	"github.com/sallyportdb/sallyport/providers"
)

// listing is a small result made here.
type listing struct {
	columns []providers.Column
	rows    []providers.Row
	tag     string
	next    int
}

// add adds a row: a value for each column, and those that EXTENDED would show. "" is no value.
func (l *listing) add(values ...string) {
	row := make(providers.Row, len(l.columns))
	for i := range row {
		if v := values[i]; v != "" || l.columns[i].Name == "RequiredParams" {
			row[i] = []byte(v)
		}
	}
	l.rows = append(l.rows, row)
}

func (l *listing) Columns() []providers.Column { return l.columns }

func (l *listing) Next() (providers.Row, error) {
	if l.next == len(l.rows) {
		return nil, io.EOF
	}
	l.next++
	return l.rows[l.next-1], nil
}

func (l *listing) Tag() string { return l.tag }

func (l *listing) Close() error { return nil }
