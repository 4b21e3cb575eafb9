package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's sequences cannot be set. A sequence that is to go on from another value is made anew; first the defaults of
// columns that draw from it are removed, and then they are put back. A sequence's comment has what DuckDB does not keep.

// readSequence reads a sequence.
func (c *Conn) readSequence(o object.Object) (sequence.Sequence, error) {
	s, err := sequence.Read(c.conn, o)
	if err != nil {
		err = c.provider.translateError(err, "", nil)
	}
	return s, err
}

// drawingColumns are the columns whose defaults draw from a sequence, as schema, table, name and default.
func (c *Conn) drawingColumns(o object.Object) (columns [][]string, err error) {
	rows, err := c.collectText(`SELECT schema_name, table_name, column_name, column_default FROM duckdb_columns() WHERE database_name = ` + native.Text(o.Database) +
		` AND contains(column_default, 'nextval(') AND contains(column_default, ` + native.Text(o.Name) + `) ORDER BY table_oid, column_index`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		for _, name := range columndef.SequencesIn(row[3]) {
			parts := definition.SplitName(name)
			if n := len(parts); n == 0 || parts[n-1] != o.Name || n > 1 && parts[n-2] != o.Schema || n == 1 && row[0] != o.Schema {
				continue
			}
			columns = append(columns, row)
			break
		}
	}
	return columns, nil
}

// alterDefault changes the default of a column that draws from a sequence.
func (c *Conn) alterDefault(ctx context.Context, column []string, action string) error {
	defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
	c.unsaid = true
	_, err := c.runDefinition(ctx, providers.Statement{Verb: "ALTER TABLE", SQL: "ALTER TABLE " + native.Ident(column[0]) + "." + native.Ident(column[1]) + " ALTER COLUMN " + native.Ident(column[2]) + action}, providers.Args{})
	return err
}

// resetSequence makes a sequence anew, with the changes that change makes to it.
func (c *Conn) resetSequence(ctx context.Context, o object.Object, change func(*sequence.Sequence)) error {
	s, err := c.readSequence(o)
	if err != nil {
		return err
	}
	change(&s)
	columns, err := c.drawingColumns(o)
	if err != nil {
		return err
	}
	for _, column := range columns {
		if err := c.alterDefault(ctx, column, " DROP DEFAULT"); err != nil {
			return err
		}
	}
	drop := "DROP SEQUENCE " + o.Path()
	if err := c.runSteps(slices.Concat([]string{drop}, s.Steps())); err != nil {
		return err
	}
	for _, column := range columns {
		if s.Name != o.Name {
			column[3] = strings.ReplaceAll(column[3], o.Name, s.Name)
		}
		if err := c.alterDefault(ctx, column, " SET DEFAULT "+column[3]); err != nil {
			return err
		}
	}
	c.provider.bySession.Draws.Rename(c.conn, o.Key(), s.Key())
	c.tx.changes.Unkept = "a sequence was set in the transaction"
	c.changesCatalog()
	return nil
}

// dropSequence drops a sequence and, with CASCADE, the defaults that draw from it.
func (c *Conn) dropSequence(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, o *object.Object) (rows providers.Rows, err error) {
	columns, err := c.drawingColumns(*o)
	if err != nil {
		return nil, err
	}
	shown := c.shownName(*o)
	for _, column := range columns {
		if columndef.IdentityOf(column[3]) != 0 {
			owner := c.shownColumn(o.Database, column[0], column[1], column[2])
			return nil, sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop sequence %s because %s requires it", shown, owner).WithHint("You can drop %s instead.", owner)
		}
	}
	if len(columns) > 0 && !d.Cascade {
		lines := make([]string, len(columns))
		for i, column := range columns {
			lines[i] = "default value for " + c.shownColumn(o.Database, column[0], column[1], column[2]) + " depends on sequence " + shown
		}
		return nil, withDependents(sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop sequence %s because other objects depend on it", shown), lines...)
	}
	err = c.inOne(func() error {
		for _, column := range columns {
			if err := c.alterDefault(ctx, column, " DROP DEFAULT"); err != nil {
				return err
			}
		}
		rows, err = c.runMeant(ctx, s, args)
		return err
	})
	if err == nil {
		c.provider.bySession.Draws.Forget(c.conn, o.Key())
	}
	for _, column := range columns {
		c.noteCascade("default value for " + c.shownColumn(o.Database, column[0], column[1], column[2]))
	}
	return rows, err
}

// alterSequence runs ALTER SEQUENCE: a sequence with other options is made in the place of the old one.
func (c *Conn) alterSequence(ctx context.Context, d definition.Statement, o *object.Object) (providers.Rows, error) {
	s, err := c.readSequence(*o)
	if err != nil {
		return nil, err
	}
	altered, owner, err := s.Alter(d.Rest)
	if err != nil {
		return nil, err
	}
	if altered.Kept.Owned != nil && s.Kept.Owned != altered.Kept.Owned {
		if err := c.checkIdentityOwner(*o); err != nil {
			return nil, err
		}
	}
	if altered.Kept.Owned == nil { // its name may tell no more
		if err := c.noteOwner(*o, &altered.Kept); err != nil {
			return nil, err
		}
	}
	if owner != nil {
		if err := c.setOwner(o, owner, &altered.Kept); err != nil {
			return nil, err
		}
	}
	err = c.inOne(func() error {
		return c.resetSequence(ctx, *o, func(old *sequence.Sequence) { *old = altered })
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: "ALTER SEQUENCE"}, nil
}

// setOwner keeps which column owns a sequence, or returns the error of one that cannot.
func (c *Conn) setOwner(o *object.Object, owner []string, kept *sequence.Kept) error {
	if len(owner) < 2 {
		return sqlstate.New(sqlstate.SyntaxError, "invalid OWNED BY option").WithHint("Specify OWNED BY table.column or OWNED BY NONE.")
	}
	column := owner[len(owner)-1]
	of, err := c.lookUpObject("TABLE", native.Path(owner[:len(owner)-1]...))
	switch {
	case err != nil:
		return err
	case of == nil:
		return c.errNoRelation(native.Path(owner[:len(owner)-1]...))
	case of.Kind == "VIEW":
		return sqlstate.New(sqlstate.FeatureNotSupported, "OWNED BY a column of a view is not supported")
	case of.Kind != "TABLE":
		return sqlstate.New(sqlstate.WrongObjectType, "sequence cannot be owned by relation %q", of.Name).
			WithDetail("This operation is not supported for %ss.", strings.ToLower(of.Kind))
	case of.Schema != o.Schema || of.Database != o.Database:
		return sqlstate.New(sqlstate.ObjectNotInState, "sequence must be in same schema as table it is linked to")
	}
	rows, err := c.collectText(`SELECT '' FROM duckdb_columns() WHERE database_name = ` + native.Text(of.Database) + ` AND schema_name = ` +
		native.Text(of.Schema) + ` AND table_name = ` + native.Text(of.Name) + ` AND column_name = ` + native.Text(column))
	if err == nil && len(rows) == 0 {
		err = sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", column, of.Name)
	}
	kept.SetOwner(of.Name, column)
	return err
}

// checkIdentityOwner refuses another owner of the sequence of an identity column.
func (c *Conn) checkIdentityOwner(o object.Object) error {
	drawing, err := c.drawingColumns(o)
	if err != nil {
		return err
	}
	for _, d := range drawing {
		rows, err := c.collectText(`SELECT coalesce(column_default, '') FROM duckdb_columns() WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name = ` +
			native.Text(d[0]) + ` AND table_name = ` + native.Text(d[1]) + ` AND column_name = ` + native.Text(d[2]))
		if err != nil {
			return err
		}
		if len(rows) == 1 && columndef.IdentityOf(rows[0][0]) != 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "cannot change ownership of identity sequence")
		}
	}
	return nil
}
