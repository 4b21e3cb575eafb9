// Package ownresult has the small results that the engine makes itself, where no source runs anything.
package ownresult

import (
	"io"

	"github.com/sallyportdb/sallyport/providers"
)

// Rows are such a result. They are read once.
type Rows struct {
	Head    []providers.Column
	Body    []providers.Row
	Command string // the command tag
	next    int
}

// Add adds a row: a value for each column, and those that EXTENDED would show. "" is no value.
func (l *Rows) Add(values ...string) {
	row := make(providers.Row, len(l.Head))
	for i := range row {
		if v := values[i]; v != "" || l.Head[i].Name == "RequiredParams" {
			row[i] = []byte(v)
		}
	}
	l.Body = append(l.Body, row)
}

// Columns implements providers.Rows.
func (l *Rows) Columns() []providers.Column { return l.Head }

// Next implements providers.Rows.
func (l *Rows) Next() (providers.Row, error) {
	if l.next == len(l.Body) {
		return nil, io.EOF
	}
	l.next++
	return l.Body[l.next-1], nil
}

// Tag implements providers.Rows.
func (l *Rows) Tag() string { return l.Command }

// Close implements providers.Rows.
func (l *Rows) Close() error { return nil }
