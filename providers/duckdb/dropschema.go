package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DROP SCHEMA … CASCADE. DuckDB drops each table that depends on what is in the schema, also one of another schema whose default draws
// from a sequence there, and leaves views that read what is gone. So the objects are dropped one by one before the schema.

// dropSchema runs DROP SCHEMA … CASCADE of a schema that is there.
func (c *Conn) dropSchema(ctx context.Context, s providers.Statement, args providers.Args, found *object.Object) (rows providers.Rows, err error) {
	list, err := c.collectText(object.Query + ` WHERE s = ` + native.Text(found.Schema) + ` AND d = ` + native.Text(found.Database))
	if err != nil {
		return nil, err
	}
	var relations, sequences, types []object.Object
	for _, row := range list {
		switch o := (object.Object{Kind: row[0], Database: row[1], Schema: row[2], Name: row[3]}); o.Kind {
		case "TABLE", "VIEW", matview:
			relations = append(relations, o)
		case "SEQUENCE":
			sequences = append(sequences, o)
		case "TYPE":
			types = append(types, o)
			c.noteCascade("type " + found.Schema + "." + o.Name)
		}
	}
	all, err := c.keptRoutines()
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if strings.EqualFold(r.Schema, found.Schema) {
			c.noteCascade("function " + found.Schema + "." + r.Signature())
		}
	}
	order, err := c.dependentsFirst(relations)
	if err != nil {
		return nil, err
	}
	err = c.inOne(func() error {
		for _, i := range order {
			if err := c.dropOfSchema(ctx, relations[i]); err != nil {
				return err
			}
		}
		for _, o := range sequences {
			if err := c.dropOfSchema(ctx, o); err != nil {
				return err
			}
		}
		if err := c.refuseTypesUsed(types); err != nil {
			return err
		}
		rows, err = c.runMeant(ctx, s, args)
		return err
	})
	return rows, err
}

// refuseTypesUsed refuses to drop types that columns of other schemas have.
func (c *Conn) refuseTypesUsed(types []object.Object) error {
	for _, o := range types {
		if err := c.refuseUsedType(providers.Statement{Verb: "DROP TYPE", SQL: "DROP TYPE " + native.Path(o.Schema, o.Name) + " CASCADE"}); err != nil {
			return err
		}
		rows, err := c.collectText(`SELECT table_name FROM duckdb_tables() WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name <> ` + native.Text(o.Schema) +
			` AND contains(sql, ` + native.Text(providers.KeptMark+`"kind":"t"`) + `) AND contains(sql, ` + native.Text(`"`+o.Name+`"`) + `)`)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "DROP SCHEMA … CASCADE of a type that a column of another schema has is not supported").
				WithHint("Drop the column of table %q first.", rows[0][0])
		}
	}
	return nil
}

// dropOfSchema drops an object of a schema that goes, with what depends on the object elsewhere.
func (c *Conn) dropOfSchema(ctx context.Context, o object.Object) error {
	kind := o.Kind
	if kind == matview {
		kind = "TABLE"
	}
	if found, err := c.lookUpObject(o.Kind, native.Path(o.Schema, o.Name)); err != nil || found == nil || found.Kind != o.Kind {
		return err // it went with what owned it
	}
	sql := "DROP " + kind + " " + native.Path(o.Schema, o.Name) + " CASCADE"
	drop := providers.Statement{Verb: "DROP " + kind, SQL: sql}
	d, ok := definition.Parse(sql)
	if !ok {
		return nil
	}
	own := strings.ToLower(o.Kind) + " " + o.Name
	var before []string
	if c.drop != nil {
		before = slices.Clone(c.drop.cascades)
		c.noteCascade(strings.ToLower(o.Kind) + " " + o.Schema + "." + o.Name)
	}
	var err error
	if o.Kind == "SEQUENCE" {
		_, err = c.dropSequence(ctx, drop, providers.Args{}, d, &o)
	} else {
		_, err = c.guardViews(ctx, drop, providers.Args{}, &o, guarded{drops: true, cascade: true})
	}
	if c.drop != nil && !slices.Contains(before, own) {
		c.drop.cascades = slices.DeleteFunc(c.drop.cascades, func(what string) bool { return what == own })
	}
	return err
}
