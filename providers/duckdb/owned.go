package duckdb

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
)

// A serial or identity column owns its sequence: in Postgres the sequence goes with the column. DuckDB
// knows no owners. So what drops columns is followed by a DROP of the sequences that had the name of
// such a column's and that no default uses any more.

// mayFreeSequences reports whether a statement may drop columns.
func mayFreeSequences(s providers.Statement) bool {
	switch verb(s) {
	case "DROP TABLE":
		return true
	case "ALTER TABLE":
		return strings.Contains(strings.ToUpper(s.SQL), "DROP")
	}
	return false
}

// ownedSequences are the sequences that columns own, as qualified names: the column's default draws from the sequence, which has the name
// of a serial column's, or was declared as owned.
const ownedSequences = `SELECT s.database_name, s.schema_name, s.sequence_name, coalesce(s.comment, '') FROM duckdb_sequences() s JOIN duckdb_columns() c
	ON c.database_name = s.database_name AND c.schema_name = s.schema_name
	AND CASE WHEN contains(s.comment, '"owned":') THEN contains(s.comment, '"owned":true') ELSE s.sequence_name = c.table_name || '_' || c.column_name || '_seq' END
	AND contains(c.column_default, 'nextval(') AND contains(c.column_default, s.sequence_name)`

// runRenaming runs an ALTER TABLE that renames a table or a column. The sequences whose names tell their owner are declared as owned first.
func (c *Conn) runRenaming(ctx context.Context, s providers.Statement, args providers.Args, a definition.Alteration) (rows providers.Rows, err error) {
	of, err := c.lookUpObject("TABLE", a.Target)
	if err != nil || of == nil || of.Kind != "TABLE" || c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly() {
		return c.runDefinition(ctx, s, args)
	}
	owned, err := c.collectText(ownedSequences + ` WHERE NOT contains(coalesce(s.comment, ''), '"owned":') AND c.database_name = ` + native.Text(of.Database) +
		` AND c.schema_name = ` + native.Text(of.Schema) + ` AND c.table_name = ` + native.Text(of.Name))
	if err != nil || len(owned) == 0 {
		return c.runDefinition(ctx, s, args)
	}
	err = c.inOne(func() error {
		for _, row := range owned {
			kept, yes := sequence.ReadKept(row[3]), true
			kept.Owned = &yes
			if err := native.Run(c.conn, "COMMENT ON SEQUENCE "+native.Path(row[:3]...)+" IS "+native.Text(kept.Text())); err != nil {
				return c.provider.translateError(err, "", nil)
			}
		}
		rows, err = c.runDefinition(ctx, s, args)
		return err
	})
	return rows, err
}

// runFreeing runs a statement that may drop columns, and drops the sequences that these owned.
func (c *Conn) runFreeing(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	before, err := c.collectText(ownedSequences)
	if err != nil || len(before) == 0 {
		return c.runDefinition(ctx, s, args)
	}
	alone := c.tx.status == providers.Idle
	if alone {
		if err := c.beginTransaction(c.readOnly()); err != nil {
			return nil, err
		}
	}
	rows, err := c.runDefinition(ctx, s, args)
	if err == nil {
		err = c.dropFreed(before)
	}
	switch {
	case err != nil && alone:
		_, _ = c.runRollback() // the statement's error is the one to return
		return nil, err
	case err != nil:
		return nil, err
	case alone:
		if _, err := c.runCommit(); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// dropFreed drops the sequences that no column owns any more, unless another default uses them.
func (c *Conn) dropFreed(before [][]string) error {
	after, err := c.collectText(ownedSequences)
	if err != nil {
		return c.provider.translateError(err, "", nil)
	}
	owned := map[string]bool{}
	for _, row := range after {
		owned[strings.Join(row[:3], columndef.Unit)] = true
	}
	for _, row := range before {
		if owned[strings.Join(row[:3], columndef.Unit)] {
			continue
		}
		used, err := c.collectText("SELECT '' FROM duckdb_columns() WHERE contains(column_default, 'nextval(') AND contains(column_default, " + native.Text(row[2]) +
			") AND (schema_name = " + native.Text(row[1]) + " OR contains(column_default, " + native.Text(row[1]) + "))")
		if err == nil && len(used) == 0 {
			c.provider.bySession.Draws.Forget(c.conn, object.Object{Kind: "SEQUENCE", Database: row[0], Schema: row[1], Name: row[2]}.Key())
			err = native.Run(c.conn, "DROP SEQUENCE IF EXISTS "+native.Ident(row[0])+"."+native.Ident(row[1])+"."+native.Ident(row[2]))
		}
		if err != nil {
			return c.provider.translateError(err, "", nil)
		}
	}
	return nil
}
