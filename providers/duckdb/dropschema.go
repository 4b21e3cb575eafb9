package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
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
		columns, _, err := c.columnsOfEnum(&o)
		switch {
		case err != nil:
			return err
		case len(columns) > 0:
			return sqlstate.New(sqlstate.FeatureNotSupported, "DROP SCHEMA … CASCADE of a type that a column has is not supported").
				WithHint("Drop the column of table %q first.", columns[0].table)
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

// refuseFullSchema returns the error of a DROP SCHEMA without CASCADE of a schema that has objects. It tells them in PostgreSQL's order:
// as they were made, each with the views of other schemas over it.
func (c *Conn) refuseFullSchema(found *object.Object) error {
	in := ` WHERE NOT internal AND database_name = ` + native.Text(found.Database) + ` AND schema_name = ` + native.Text(found.Schema)
	rows, err := c.collectText(`SELECT kind, name FROM (
		SELECT table_oid AS oid, CASE WHEN ` + object.IsMatview + ` THEN '` + matview + `' ELSE 'TABLE' END AS kind, table_name AS name FROM duckdb_tables()` + in + `
		UNION ALL SELECT view_oid, 'VIEW', view_name FROM duckdb_views()` + in + `
		UNION ALL SELECT type_oid, 'TYPE', type_name FROM duckdb_types()` + in + ` AND logical_type = 'ENUM'
		UNION ALL SELECT sequence_oid, 'SEQUENCE', sequence_name FROM duckdb_sequences()` + strings.Replace(in, "NOT internal AND ", "", 1) + `
		UNION ALL SELECT function_oid, 'FUNCTION', function_name FROM duckdb_functions()` + in + ` AND starts_with(function_name, ` + native.Text(pgcatalog.RoutineMacro) + `)
	) ORDER BY oid DESC`)
	if err != nil || len(rows) == 0 {
		return err
	}
	views, err := c.allViews()
	if err != nil {
		return err
	}
	for _, row := range views {
		if row[4] != matview {
			row[3] = definition.ViewQuery(row[3])
		}
	}
	owned, err := c.collectText(ownedSequences + ` WHERE s.database_name = ` + native.Text(found.Database) + ` AND s.schema_name = ` + native.Text(found.Schema))
	if err != nil {
		return err
	}
	l := dependentsList{conn: c, views: views, schema: found.Schema, listed: map[object.Object]bool{}}
	for _, row := range rows {
		o := object.Object{Kind: row[0], Database: found.Database, Schema: found.Schema, Name: strings.TrimPrefix(row[1], pgcatalog.RoutineMacro)}
		if o.Kind == "SEQUENCE" && slices.ContainsFunc(owned, func(s []string) bool { return s[2] == o.Name }) {
			continue
		}
		l.listDependents(o, "schema "+found.Name)
	}
	if len(l.lines) == 0 {
		return nil
	}
	slices.Reverse(l.lines)
	return withDependents(sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop schema %s because other objects depend on it", found.Name), l.lines...)
}

// dependentsList is a list of objects, each with the object that it depends on. An object comes after the views that read it.
type dependentsList struct {
	conn   *Conn
	views  [][]string // as of allViews, with their queries alone
	schema string     // of the objects that are dropped by themselves
	listed map[object.Object]bool
	lines  []string
}

// listDependents lists an object that depends on another, which over names, and the views of other schemas that read the object.
func (l *dependentsList) listDependents(o object.Object, over string) {
	if l.listed[o] {
		return
	}
	l.listed[o] = true
	name := strings.ToLower(o.Kind) + " " + l.conn.shownName(o)
	for _, row := range slices.Backward(l.views) {
		v := object.Object{Kind: row[4], Database: row[0], Schema: row[1], Name: row[2]}
		if v.Schema != l.schema && queryReads(row[3], &o, "") {
			l.listDependents(v, name)
		}
	}
	l.lines = append(l.lines, name+" depends on "+over)
}

// shownName is the name of an object with its schema, unless the search path has that. The name of a function has its arguments behind it.
func (c *Conn) shownName(o object.Object) string {
	name, arguments := o.Name, ""
	if at := strings.IndexByte(o.Name, '('); o.Kind == "FUNCTION" && at >= 0 {
		name, arguments = o.Name[:at], o.Name[at:]
	}
	name = native.ShownIdent(name) + arguments
	if o.Database == "temp" || slices.ContainsFunc(c.path.schemas, func(s string) bool { return strings.EqualFold(s, o.Schema) }) {
		return name
	}
	return native.ShownIdent(o.Schema) + "." + name
}

// shownRelation is shownName of a relation.
func (c *Conn) shownRelation(database, schema, name string) string {
	return c.shownName(object.Object{Database: database, Schema: schema, Name: name})
}

// shownColumn tells of a column and its table.
func (c *Conn) shownColumn(database, schema, table, column string) string {
	return "column " + column + " of table " + c.shownRelation(database, schema, table)
}

// shownKey tells of a foreign key and its table.
func (c *Conn) shownKey(k foreignkey.Key) string {
	return "constraint " + k.Name + " on table " + c.shownRelation(k.Database, k.OwnSchema, k.OwnTable)
}

// shownRoutine is shownName of a function of the provider's database, with the types of its inputs.
func (c *Conn) shownRoutine(r *providers.Routine) string {
	return c.shownName(object.Object{Kind: "FUNCTION", Database: c.provider.options.Name, Schema: r.Schema, Name: r.Signature()})
}
