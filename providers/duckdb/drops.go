package duckdb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// dropping is a DROP or ALTER that runs. The objects that it names do not count as dependents of each other, and one
// notice lists everything that it drops besides.
type dropping struct {
	tables   [][]string // database, schema and name of the tables that it drops
	several  bool       // it drops more than one object
	cascades []string   // what else it drops
}

// mayCascade reports whether a statement may drop more than it names. A part of another DROP or ALTER does not count.
func (c *Conn) mayCascade(s providers.Statement) bool {
	return c.drop == nil && (strings.HasPrefix(verb(s), "DROP ") || strings.HasPrefix(verb(s), "ALTER "))
}

// runCascading runs a DROP or ALTER, and tells of what else it has dropped.
func (c *Conn) runCascading(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	c.drop = &dropping{}
	defer func() { c.drop = nil }()
	if parts := splitDrop(s); parts != nil {
		if parts, err = c.orderDrops(parts); err == nil {
			err = c.refuseUsedTypes(parts)
		}
		if err == nil {
			rows, err = c.runParts(ctx, s, slices.Concat(s.Before, parts, s.After), providers.Args{})
		}
	} else {
		var parts []string
		if parts, err = c.dropComputed(s); err == nil && parts != nil {
			rows, err = c.runParts(ctx, s, parts, args)
		} else if err == nil {
			rows, err = c.runQuery(ctx, s, args)
		}
	}
	if err == nil {
		c.tellCascades(c.drop.cascades)
	}
	return rows, err
}

// noteCascade notes an object that the statement drops without naming it.
func (c *Conn) noteCascade(what string) {
	if c.drop != nil && !slices.Contains(c.drop.cascades, what) {
		c.drop.cascades = append(c.drop.cascades, what)
	}
}

// tellCascades sends the notice of what a statement has dropped without naming it.
func (c *Conn) tellCascades(dropped []string) {
	switch len(dropped) {
	case 0:
	case 1:
		c.sendNotice(sqlstate.SuccessfulCompletion, "drop cascades to "+dropped[0])
	default:
		c.sendDetailed(sqlstate.SuccessfulCompletion, fmt.Sprintf("drop cascades to %d other objects", len(dropped)), "drop cascades to "+strings.Join(dropped, "\ndrop cascades to "))
	}
}

// dropsTable reports whether the running statement drops a table that it names.
func (c *Conn) dropsTable(isOne func(table []string) bool) bool {
	return c.drop != nil && slices.ContainsFunc(c.drop.tables, isOne)
}

// orderDrops puts the parts of a DROP into an order in which no object is dropped before one that depends on it. An object
// that is named twice is dropped once. A part whose object does not exist, or is of another kind, comes first: it fails, or
// does nothing.
func (c *Conn) orderDrops(parts []string) (ordered []string, err error) {
	var present []string
	var objects []object.Object
	for _, part := range parts {
		d, ok := definition.Parse(part)
		if !ok || d.Name == "" || d.Kind != "TABLE" && d.Kind != "VIEW" {
			return parts, nil
		}
		found, err := c.lookUpObject(d.Kind, d.Name)
		switch {
		case err != nil:
			return nil, err
		case found == nil || found.Kind != d.Kind:
			ordered = append(ordered, part)
		case !slices.Contains(objects, *found):
			present, objects = append(present, part), append(objects, *found)
		}
	}
	c.drop.several = len(objects) > 1
	for _, o := range objects {
		if o.Kind == "TABLE" {
			c.drop.tables = append(c.drop.tables, []string{o.Database, o.Schema, o.Name})
		}
	}
	order, err := c.dependentsFirst(objects)
	for _, i := range order {
		ordered = append(ordered, present[i])
	}
	return ordered, err
}

// dependentsFirst returns the places of objects, those of dependents before those of the objects that they depend on.
func (c *Conn) dependentsFirst(objects []object.Object) (order []int, err error) {
	visited := make([]bool, len(objects))
	var visit func(i int) error
	visit = func(i int) error {
		if visited[i] {
			return nil
		}
		visited[i] = true
		over, err := c.directDependents(&objects[i])
		if err != nil {
			return err
		}
		for _, o := range over {
			if at := slices.Index(objects, o); at >= 0 {
				if err := visit(at); err != nil {
					return err
				}
			}
		}
		order = append(order, i)
		return nil
	}
	for i := range objects {
		if err := visit(i); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// directDependents lists the views that read a relation, and the tables that refer to a table.
func (c *Conn) directDependents(of *object.Object) ([]object.Object, error) {
	over, err := c.viewsNaming(of)
	if err != nil || of.Kind != "TABLE" {
		return over, err
	}
	referring, err := c.collectText(`SELECT DISTINCT table_name FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND referenced_table = ` + native.Text(of.Name) +
		` AND database_name = ` + native.Text(of.Database) + ` AND schema_name = ` + native.Text(of.Schema))
	if err != nil {
		return nil, err
	}
	for _, row := range referring {
		over = append(over, object.Object{Kind: "TABLE", Database: of.Database, Schema: of.Schema, Name: row[0]})
	}
	keys, err := c.ownKeys()
	for _, k := range keys {
		if k.Kind == "f" && k.Referred([]string{of.Database, of.Schema, of.Name}) {
			over = append(over, object.Object{Kind: "TABLE", Database: k.Database, Schema: k.OwnSchema, Name: k.OwnTable})
		}
	}
	return over, err
}

// errDependent returns the error of a statement that would drop what other objects depend on.
func (c *Conn) errDependent(of *object.Object, g guarded) *sqlstate.Error {
	switch {
	case g.drops && c.drop != nil && c.drop.several:
		return sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop desired object(s) because other objects depend on them")
	case g.drops:
		return sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop %s %s because other objects depend on it", strings.ToLower(of.Kind), c.shownName(*of))
	}
	return sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop column %s of table %s because other objects depend on it", g.a.Column, c.shownName(*of))
}

// withDependents adds to the error of a DROP the lines that tell what depends on the dropped object, and the hint of CASCADE.
func withDependents(e *sqlstate.Error, lines ...string) *sqlstate.Error {
	return e.WithDetail("%s", strings.Join(lines, "\n")).WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
}
