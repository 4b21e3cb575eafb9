package duckdb

import (
	"context"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// alterIndex runs ALTER INDEX … RENAME TO: the index is made again under its new name.
func (c *Conn) alterIndex(d definition.Statement, o *object.Object) (providers.Rows, error) {
	if len(d.Rest) < 3 || !d.Rest[0].Is("RENAME") {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this ALTER INDEX is not supported").WithHint("ALTER INDEX … RENAME TO is.")
	}
	to := d.Rest[2].Name()
	if taken, err := c.lookUpObject("INDEX", native.Ident(o.Schema)+"."+native.Ident(to)); err != nil {
		return nil, err
	} else if taken != nil {
		return nil, sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", to)
	}
	rows, err := c.collectText(`SELECT sql, coalesce(comment, '') FROM duckdb_indexes() WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name = ` + native.Text(o.Schema) + ` AND index_name = ` + native.Text(o.Name))
	if err != nil || len(rows) != 1 {
		return nil, err
	}
	list := definition.Tokens(rows[0][0])
	at := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("ON") }) - 1
	if at < 0 {
		return nil, tabledef.ErrNotRebuilt(o.Name, "an index")
	}
	create := rows[0][0][:list[at].At] + native.Ident(to) + rows[0][0][list[at].End:]
	steps := []string{"DROP INDEX " + native.Ident(o.Schema) + "." + native.Ident(o.Name), create}
	if comment := rows[0][1]; comment != "" {
		steps = append(steps, "COMMENT ON INDEX "+native.Ident(o.Schema)+"."+native.Ident(to)+" IS "+native.Text(comment))
	}
	err = c.inOne(func() error {
		c.tx.changes.Unkept = "ALTER INDEX has run in the transaction"
		c.changesCatalog()
		if err := c.runSteps(steps); err != nil {
			return err
		}
		return c.followIndex(o, to)
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: "ALTER INDEX"}, nil
}

// refuseIndexOfKey refuses to drop the index of a constraint.
func (c *Conn) refuseIndexOfKey(o *object.Object) error {
	rows, err := c.collectText(`SELECT coalesce(comment, ''), table_name FROM duckdb_indexes() WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name = ` + native.Text(o.Schema) + ` AND index_name = ` + native.Text(o.Name))
	if err == nil && len(rows) == 1 && providers.ReadKeptIndex(rows[0][0]).Constraint != "" {
		err = errIndexOfKey(o.Name, rows[0][1])
	}
	return err
}

// errIndexOfKey is the error of a DROP INDEX of the index of a constraint.
func errIndexOfKey(name, table string) error {
	return sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop index %s because constraint %s on table %s requires it", name, name, table).
		WithHint("You can drop constraint %s on table %s instead.", name, table)
}

// keyOf is a PRIMARY KEY or UNIQUE of a table.
type keyOf struct {
	table *tabledef.Table
	name  string
}

// keyNamed finds the PRIMARY KEY or UNIQUE whose index has a name. It returns nil if there is none.
func (c *Conn) keyNamed(written string) (*keyOf, error) {
	parts := definition.SplitName(written)
	if len(parts) == 0 {
		return nil, nil
	}
	name, schemas := parts[len(parts)-1], toDuckDB(c.path.schemas)
	if len(parts) > 1 {
		schemas = parts[len(parts)-2 : len(parts)-1]
	}
	rows, err := c.collectText(`SELECT DISTINCT schema_name, table_name FROM duckdb_constraints() WHERE database_name = ` + native.Text(c.provider.options.Name) + `
		AND (table_name || '_pkey' = ` + native.Text(name) + ` OR constraint_name = ` + native.Text(name) + ` OR contains(constraint_text, ` + native.Text(name) + `))`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		t, err := c.readTable(row[0], row[1])
		if err != nil {
			return nil, err
		}
		if !slices.Contains(schemas, row[0]) || t == nil {
			continue
		}
		if k := t.FindConstraint(name); k != nil && (k.Kind == "p" || k.Kind == "u") {
			return &keyOf{t, name}, nil
		}
	}
	return nil, nil
}

// renameKey renames the index of a PRIMARY KEY or UNIQUE, which has the constraint's name.
func (c *Conn) renameKey(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement) (providers.Rows, error) {
	key, err := c.keyNamed(d.Name)
	switch {
	case err != nil:
		return nil, err
	case key != nil:
		renaming := "ALTER TABLE " + key.table.Path() + " RENAME CONSTRAINT " + native.Ident(key.name) + " TO " + native.Ident(d.Rest[2].Name())
		if _, err := c.runDefinition(ctx, providers.Statement{Verb: "ALTER TABLE", SQL: renaming}, args); err != nil {
			return nil, err
		}
		return &table{tag: "ALTER INDEX"}, nil
	case d.Lenient:
		c.sendSkipped(d)
		return &table{tag: verb(s)}, nil
	}
	return nil, c.errNoRelation(d.Name)
}
