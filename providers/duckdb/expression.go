package duckdb

import "github.com/sallyportdb/sallyport/providers"

// expressionOf is what the view of a stream has for a column.
func expressionOf(c *streamColumn) string {
	name := quoteIdent(c.name)
	if c.cast {
		return "CAST(" + name + " AS " + c.duck + ") AS " + name
	}
	return name
}

// ReadsBinary reports whether values of such a column may come in PostgreSQL's binary form.
func (c *Conn) ReadsBinary(column providers.Column) bool {
	s := newTextColumn(column)
	return s.inBinary()
}
