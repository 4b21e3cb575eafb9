package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB moves nothing to another schema. So ALTER … SET SCHEMA makes the relation anew there, with its rows, indexes and comments and the
// sequences that its columns own, has foreign keys follow, and drops the old one, in one transaction. What views or functions read is not
// moved: they keep names.

// newSchema is the schema to which a statement moves a relation; "": the statement is another one.
func newSchema(d definition.Statement) string {
	if d.Verb == "ALTER" && len(d.Rest) > 2 && d.Rest[0].Is("SET") && d.Rest[1].Is("SCHEMA") {
		return d.Rest[2].Name()
	}
	return ""
}

// setSchema runs an ALTER … SET SCHEMA of a relation.
func (c *Conn) setSchema(s providers.Statement, of *object.Object, to string) (providers.Rows, error) {
	kind := strings.TrimPrefix(verb(s), "ALTER ")
	switch {
	case kind != "TABLE" && of.Kind != kind:
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not %s", of.Name, object.Article(kind))
	case of.Kind == "INDEX":
		return nil, sqlstate.New(sqlstate.WrongObjectType, "cannot change schema of index %q", of.Name).WithHint("Change the schema of the table instead.")
	}
	if of.Kind == "SEQUENCE" {
		if err := c.refuseOwned(of); err != nil {
			return nil, err
		}
	}
	if of.Database == "temp" || strings.HasPrefix(strings.ToLower(to), "pg_temp") {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "cannot move objects into or out of temporary schemas")
	}
	schema, err := c.schemaNamed(native.Ident(to))
	switch {
	case err != nil:
		return nil, err
	case schema.Name == "main" && c.provider.options.Schema != "main": // DuckDB's own
		return nil, sqlstate.New(sqlstate.InvalidSchemaName, "schema %q does not exist", to)
	case c.mayNotWrite():
		return nil, errReadOnly(verb(s))
	case schema.Name == of.Schema:
		return &table{tag: verb(s)}, nil
	}
	if err := c.refuseRead(of); err != nil {
		return nil, err
	}
	c.provider.tabled.changing.Add(1)
	defer c.provider.tabled.changing.Add(-1)
	err = c.inOne(func() error {
		defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
		c.unsaid = true
		if err := c.refuseTakenIn(of.Kind, of.Name, schema.Name); err != nil {
			return err
		}
		c.tx.changes.Unkept, c.tx.remade = verb(s)+" has run in the transaction", true
		c.changesCatalog()
		c.changesRows()
		switch of.Kind {
		case "VIEW":
			return c.moveView(of, schema.Name)
		case "SEQUENCE":
			return c.moveSequence(*of, schema.Name)
		}
		return c.moveTable(of, schema.Name)
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// refuseOwned returns the error of a sequence that moves with the table of its column alone.
func (c *Conn) refuseOwned(of *object.Object) error {
	rows, err := c.ownersOf(*of)
	if err == nil && len(rows) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "cannot move an owned sequence into another schema").
			WithDetail("Sequence %q is linked to table %q.", of.Name, rows[0][4])
	}
	return err
}

// refuseRead refuses to move what views or functions read.
func (c *Conn) refuseRead(of *object.Object) error {
	views, err := c.viewsNaming(of)
	if err == nil && len(views) > 0 {
		return sqlstate.New(sqlstate.FeatureNotSupported, "SET SCHEMA of what a view reads is not supported").
			WithHint("Drop the views over %q, and create them again.", of.Name) // a view may be hidden from the user
	}
	if err != nil {
		return err
	}
	users, err := c.routinesUsing(of)
	if err == nil && len(users) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "SET SCHEMA of what a function uses is not supported")
	}
	return err
}

// refuseTakenIn returns the error of a relation whose name another one of the new schema has.
func (c *Conn) refuseTakenIn(kind, name, schema string) error {
	err := c.refuseTakenName(newName{kind: kind, database: c.provider.options.Name, schema: schema, name: name, renamed: true})
	if sqlstate.CodeOf(err) == sqlstate.DuplicateTable {
		return sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists in schema %q", name, schema)
	}
	return err
}

// moveView makes a view in another schema, and drops it in its own.
func (c *Conn) moveView(of *object.Object, schema string) error {
	rows, err := c.collectText(`SELECT sql FROM duckdb_views() WHERE database_name = ` + native.Text(of.Database) + ` AND schema_name = ` + native.Text(of.Schema) + ` AND view_name = ` + native.Text(of.Name))
	if err != nil || len(rows) != 1 {
		return err
	}
	comments, err := c.commentsOfView(*of)
	if err != nil {
		return err
	}
	columns, query := splitView(rows[0][0])
	to := *of
	to.Schema = schema
	steps := []string{"CREATE VIEW " + to.Path() + columns + " AS " + query}
	for _, comment := range comments {
		steps = append(steps, strings.Replace(comment, of.Path(), to.Path(), 1))
	}
	return c.runSteps(append(steps, "DROP VIEW "+of.Path()))
}

// moveSequence makes a sequence in another schema, which goes on as it is, and drops it in its own.
func (c *Conn) moveSequence(of object.Object, schema string) error {
	drawing, err := c.drawingColumns(of)
	if err != nil {
		return err
	}
	if len(drawing) > 0 {
		return sqlstate.New(sqlstate.FeatureNotSupported, "SET SCHEMA of a sequence from which the default of a column draws is not supported").
			WithHint("Drop the default, and set it again.")
	}
	s, err := c.readSequence(of)
	if err != nil {
		return err
	}
	s = s.MovedTo(schema)
	if err := c.runSteps(append(s.Steps(), "DROP SEQUENCE "+of.Path())); err != nil {
		return err
	}
	c.provider.bySession.Draws.Rename(c.conn, of.Key(), s.Key())
	return nil
}

// moveTable makes a table, or that of a materialized view, in another schema with the sequences of its columns, and drops it in its own.
func (c *Conn) moveTable(of *object.Object, schema string) error {
	t, err := c.readTableOf(of.Database, of.Schema, of.Name)
	if err != nil || t == nil {
		return err
	}
	if err := c.refuseTied(t); err != nil {
		return err
	}
	for _, k := range t.Constraints {
		if k.Kind == "p" || k.Kind == "u" {
			if err := c.refuseTakenIn("INDEX", k.Name, schema); err != nil {
				return err
			}
		}
	}
	for _, i := range t.Indexes {
		if err := c.refuseTakenIn("INDEX", i.Name, schema); err != nil {
			return err
		}
	}
	moved, steps, err := c.movedSequences(of, schema)
	if err != nil {
		return err
	}
	table, err := t.MoveTo(c.conn, schema, func(from, name string) string {
		switch {
		case slices.ContainsFunc(moved, func(o object.Object) bool { return o.Schema == from && o.Name == name }):
			return schema
		case from == of.Schema: // a sequence without a schema would be one of the new schema
			return from
		}
		return ""
	})
	if err != nil {
		return c.provider.translateError(err, "", nil)
	}
	steps = append(steps, table...)
	for _, o := range moved {
		steps = append(steps, "DROP SEQUENCE "+o.Path())
	}
	if err := c.runSteps(steps); err != nil {
		return err
	}
	for _, o := range moved {
		to := o
		to.Schema = schema
		c.provider.bySession.Draws.Rename(c.conn, o.Key(), to.Key())
	}
	was := []string{of.Database, of.Schema, of.Name}
	return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) {
		if k.Kind == "f" && k.Referred(was) {
			k.Schema = schema
		}
		return k, true
	})
}

// refuseTied refuses to move a table with foreign keys of DuckDB, or to which such a key refers.
func (c *Conn) refuseTied(t *tabledef.Table) error {
	rows, err := c.collectText(`SELECT '' FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND database_name = ` + native.Text(t.Database) +
		` AND schema_name = ` + native.Text(t.Schema) + ` AND referenced_table = ` + native.Text(t.Name) + ` LIMIT 1`)
	if err == nil && (len(rows) > 0 || len(t.Keys) > 0) {
		err = tabledef.ErrNotRebuilt(t.Name, "a foreign key")
	}
	return err
}

// movedSequences are the sequences that columns of a table own, and the statements that make them in another schema.
func (c *Conn) movedSequences(of *object.Object, schema string) (moved []object.Object, steps []string, err error) {
	owned, err := c.listOwned(ownedBy(of.Database, of.Schema, of.Name))
	if err != nil {
		return nil, nil, err
	}
	for _, row := range owned {
		o := object.Object{Kind: "SEQUENCE", Database: row[0], Schema: row[1], Name: row[2]}
		drawing, err := c.drawingColumns(o)
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(drawing, func(column []string) bool { return column[0] != of.Schema || column[1] != of.Name }) {
			return nil, nil, sqlstate.New(sqlstate.FeatureNotSupported, "SET SCHEMA of a table from whose sequence the default of another table draws is not supported")
		}
		if err := c.refuseTakenIn("SEQUENCE", o.Name, schema); err != nil {
			return nil, nil, err
		}
		s, err := c.readSequence(o)
		if err != nil {
			return nil, nil, err
		}
		s.Kept.SetOwner(row[4], row[5])
		moved, steps = append(moved, o), append(steps, s.MovedTo(schema).Steps()...)
	}
	return moved, steps, nil
}
