package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// DuckDB leaves the columns of some results open until it has the values of the parameters, for
// example if one is an argument of a macro that looks something up. A client must be told before,
// so such a statement is also prepared with NULLs.

// unbound reports a statement whose columns DuckDB leaves open.
func (p *prepared) unbound() bool {
	return len(p.params) > 0 && len(p.columns) == 1 && p.columns[0].Name == "unknown"
}

// readUnbound finds the columns of such a statement.
func (c *Conn) readUnbound(p *prepared, text lexical.Scanned) error {
	var b strings.Builder
	last := 0
	for _, ref := range text.Params {
		q := p.params[ref.Number-1]
		to := q.cast
		if to == "" {
			to = vector.DuckType(q.oid)
		}
		value := "NULL"
		if to == "INTEGER" || to == "BIGINT" || to == "SMALLINT" {
			value = "1" // an element of an array numbered NULL has the type of NULL
		}
		b.WriteString(p.sql[last:ref.Start] + "CAST(" + value + " AS " + to + ")")
		last = ref.End
	}
	b.WriteString(p.sql[last:])
	over := &prepared{sql: p.sql, kind: p.kind}
	if err := c.prepareText(over, b.String()); err != nil {
		return nil //nolint:nilerr // the run of the statement will tell
	}
	defer over.destroy()
	c.readColumns(over)
	p.columns = over.columns
	return nil
}
