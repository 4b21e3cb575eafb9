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

// A column that owns a sequence takes it along when it goes. DuckDB knows no owners: the comment of the sequence names the column
// (sequence.Kept). So what drops columns is followed by a DROP of the sequences whose column is not there any more.

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

// ownedSequences are the sequences that columns own, as database, schema, name and comment, with the table and the column. Where the
// comment names no column, the column's default draws from the sequence, which has the name of a serial column's or is declared as owned.
const ownedSequences = `SELECT s.database_name, s.schema_name, s.sequence_name, coalesce(s.comment, ''), c.table_name, c.column_name
	FROM (SELECT *, CASE WHEN starts_with(comment, '` + providers.KeptMark + `') THEN CAST(comment[11:] AS JSON) END AS kept FROM duckdb_sequences()) s JOIN duckdb_columns() c
	ON c.database_name = s.database_name AND c.schema_name = s.schema_name AND CASE
	WHEN s.kept->>'table' IS NOT NULL THEN lower(c.table_name) = lower(s.kept->>'table') AND lower(c.column_name) = lower(s.kept->>'column')
	WHEN contains(s.comment, '"owned":false') THEN false
	ELSE (contains(s.comment, '"owned":true') OR s.sequence_name = c.table_name || '_' || c.column_name || '_seq')
		AND contains(c.column_default, 'nextval(') AND contains(c.column_default, s.sequence_name) END`

// ownedBy is the condition that the owner of a sequence in ownedSequences is of a table.
func ownedBy(database, schema, table string) string {
	return ` WHERE c.database_name = ` + native.Text(database) + ` AND c.schema_name = ` + native.Text(schema) + ` AND c.table_name = ` + native.Text(table)
}

// listOwned lists the sequences that columns own, as far as they meet a condition. Most databases have no sequence, and to list their
// columns takes DuckDB long.
func (c *Conn) listOwned(where string) ([][]string, error) {
	if some, err := c.listKept(`SELECT '' FROM duckdb_sequences() LIMIT 1`); err != nil || len(some) == 0 {
		return nil, err
	}
	if where == "" {
		return c.listKept(ownedSequences)
	}
	return c.collectText(ownedSequences + where)
}

// runRenaming runs an ALTER TABLE that renames a table or a column. The sequences that the table's columns own keep their owner.
func (c *Conn) runRenaming(ctx context.Context, s providers.Statement, args providers.Args, a definition.Alteration) (rows providers.Rows, err error) {
	of, err := c.lookUpObject("TABLE", a.Target)
	if err != nil {
		return nil, err
	}
	if of == nil || of.Kind != "TABLE" || c.mayNotWrite() {
		return c.runDefinition(ctx, s, args)
	}
	owned, err := c.listOwned(ownedBy(of.Database, of.Schema, of.Name))
	if err != nil {
		return nil, err
	}
	if len(owned) == 0 {
		return c.runDefinition(ctx, s, args)
	}
	err = c.inOne(func() error {
		for _, row := range owned {
			table, column := row[4], row[5]
			switch {
			case a.Action == definition.RenameTable:
				table = a.To
			case strings.EqualFold(column, a.Column):
				column = a.To
			}
			if err := c.keepOwner(row, table, column); err != nil {
				return err
			}
		}
		rows, err = c.runDefinition(ctx, s, args)
		return err
	})
	return rows, err
}

// ownersOf lists the rows of ownedSequences about a sequence.
func (c *Conn) ownersOf(o object.Object) ([][]string, error) {
	return c.collectText(ownedSequences + ` WHERE s.database_name = ` + native.Text(o.Database) + ` AND s.schema_name = ` + native.Text(o.Schema) + ` AND s.sequence_name = ` + native.Text(o.Name))
}

// noteOwner reads the owner of a sequence whose comment does not tell it.
func (c *Conn) noteOwner(o object.Object, kept *sequence.Kept) error {
	rows, err := c.ownersOf(o)
	if err == nil && len(rows) == 1 {
		kept.SetOwner(rows[0][4], rows[0][5])
	}
	return err
}

// keepOwner notes the column that owns a sequence, which is a row of ownedSequences.
func (c *Conn) keepOwner(row []string, table, column string) error {
	kept := sequence.ReadKept(row[3])
	kept.SetOwner(table, column)
	if err := native.Run(c.conn, "COMMENT ON SEQUENCE "+native.Path(row[:3]...)+" IS "+native.Text(kept.Text())); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	return nil
}

// runFreeing runs a statement that may drop columns, and drops the sequences that these owned.
func (c *Conn) runFreeing(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	before, err := c.listOwned("")
	if err != nil {
		return nil, err
	}
	if len(before) == 0 {
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
		err = c.dropFreed(ctx, s, before)
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

// dropFreed drops the sequences that no column owns any more, with the defaults that draw from them where the statement says CASCADE.
func (c *Conn) dropFreed(ctx context.Context, s providers.Statement, before [][]string) error {
	after, err := c.listKept(ownedSequences)
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
		o := object.Object{Kind: "SEQUENCE", Database: row[0], Schema: row[1], Name: row[2]}
		if err := c.freeDefaults(ctx, s, o); err != nil {
			return err
		}
		c.provider.bySession.Draws.Forget(c.conn, o.Key())
		if err := native.Run(c.conn, "DROP SEQUENCE IF EXISTS "+o.Path()); err != nil {
			return c.provider.translateError(err, "", nil)
		}
	}
	return nil
}

// freeDefaults drops the defaults that draw from a sequence whose owner is gone.
func (c *Conn) freeDefaults(ctx context.Context, s providers.Statement, o object.Object) error {
	drawing, err := c.drawingColumns(o)
	if err != nil {
		return err
	}
	d, _ := definition.Parse(s.SQL)
	for _, column := range drawing {
		goes := c.dropsTable(func(t []string) bool { return t[0] == o.Database && t[1] == column[0] && t[2] == column[1] })
		what := "default value for " + c.shownColumn(o.Database, column[0], column[1], column[2])
		switch {
		case goes:
		case !d.Cascade:
			of, g := object.Object{Kind: "TABLE", Database: o.Database, Schema: o.Schema, Name: definition.LastName(d.Name)}, guarded{drops: d.Verb == "DROP"}
			g.a, _ = definition.ParseAlteration(s.SQL)
			return withDependents(c.errDependent(&of, g), what+" depends on sequence "+c.shownName(o))
		default:
			c.noteCascade(what)
		}
		if err := c.alterDefault(ctx, column, " DROP DEFAULT"); err != nil {
			return err
		}
	}
	return nil
}
