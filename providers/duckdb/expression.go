package duckdb

import (
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// expressionOf returns the expression for a column in the view of a stream.
func expressionOf(c *vector.Column) string {
	name := native.Ident(c.Name)
	if c.Cast {
		return "CAST(" + name + " AS " + c.Duck + ") AS " + name
	}
	return name
}

// ReadsBinary reports whether values of such a column may come in PostgreSQL's binary form.
func (c *Conn) ReadsBinary(column providers.Column) bool {
	s := vector.NewTextColumn(column)
	return s.InBinary()
}
