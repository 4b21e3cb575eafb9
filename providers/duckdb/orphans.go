package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// DuckDB compares a key that is deleted with the rows that referred to it when the transaction began, also with those
// that the transaction has deleted since. So a DELETE behind a change of a referring table runs while that table is
// without its foreign keys, which are checked when they are put back.

// deletesReferred reports whether a statement deletes rows to which a table refers that the transaction has changed.
func (c *Conn) deletesReferred(s providers.Statement) (r *rebuilding, err error) {
	if verb(s) != "DELETE" || c.tx.status != providers.InTransaction || c.unsaid || !slices.ContainsFunc(c.tx.changes.tables, func(t changed) bool { return t.deletes }) {
		return nil, nil
	}
	target := definition.ChangeTarget(s.SQL)
	found, err := c.lookUpTable(target)
	if err != nil || found == nil || found[0] == "temp" {
		return nil, err
	}
	rows, err := c.collectText(`SELECT DISTINCT table_name FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND database_name = ` + native.Text(found[0]) +
		` AND schema_name = ` + native.Text(found[1]) + ` AND referenced_table = ` + native.Text(found[2]))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if slices.ContainsFunc(c.tx.changes.tables, func(t changed) bool { return t.deletes && strings.EqualFold(definition.LastName(t.name), row[0]) }) {
			return c.rebuilding(definition.Alteration{Target: target, Action: definition.OtherAction})
		}
	}
	return nil, nil
}

// deleteReferred runs a DELETE while no table refers to its own.
func (c *Conn) deleteReferred(ctx context.Context, s providers.Statement, args providers.Args, r *rebuilding) (providers.Rows, error) {
	before, err := r.before(c)
	if err == nil {
		err = c.runSteps(before)
	}
	if err != nil {
		return nil, err
	}
	rows, err := c.runOne(ctx, s, args)
	if err != nil {
		return nil, err
	}
	list, err := readAll(rows, "the rows that DELETE … RETURNING returns")
	if err != nil {
		return nil, err
	}
	after, err := r.after(c)
	if err == nil {
		err = c.runSteps(after)
	}
	c.tx.catalog, c.tx.changes.unkept = true, "a DELETE has made tables again in the transaction"
	c.provider.version.Add(1)
	return &table{columns: rows.Columns(), rows: list, tag: rows.Tag()}, err
}
