package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// Some results DuckDB leaves open until it knows the values of the parameters:
// where one is an argument of a macro that looks something up, for example. A
// client is told before, so the same statement is prepared over NULLs.

// unbound reports a statement whose result DuckDB leaves open.
func (p *prepared) unbound() bool {
	return len(p.params) > 0 && len(p.columns) == 1 && p.columns[0].Name == "unknown"
}

// readUnbound finds the columns of such a statement.
func (c *Conn) readUnbound(p *prepared, text scanned) error {
	var b strings.Builder
	last := 0
	for _, ref := range text.params {
		q := p.params[ref.number-1]
		to := q.cast
		if to == "" {
			to = duckType(q.oid)
		}
		b.WriteString(p.sql[last:ref.start] + "CAST(NULL AS " + to + ")")
		last = ref.end
	}
	b.WriteString(p.sql[last:])
	over := &prepared{sql: p.sql, kind: p.kind}
	if err := c.compile(over, b.String()); err != nil {
		return nil //nolint:nilerr // the run of the statement will tell
	}
	defer over.destroy()
	over.readColumns()
	p.columns = over.columns
	return nil
}

// column describes a column of the result. The catalog's OIDs are numbers here;
// a list of them a client of Postgres has to see as such, to read what a type is
// made of.
func (p *prepared) column(n *node, name string) providers.Column {
	if n.duck == "BIGINT[]" && strings.HasSuffix(name, "oids") && strings.Contains(p.sql, pgcatalog.Database) {
		n = &node{duck: "PG_OID[]"}
	}
	return n.column(name)
}
