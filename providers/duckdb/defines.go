package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What Postgres says of the objects that CREATE, DROP and ALTER name: a notice where IF EXISTS or IF NOT EXISTS leaves
// them alone, an error where they are of another kind. DuckDB says nothing, or finds no object.

// defines is a CREATE, DROP or ALTER of one object.
type defines struct {
	verb, kind string // CREATE, TABLE
	name       string // as written; "": it has none
	lenient    bool   // IF EXISTS, IF NOT EXISTS
	replaces   bool   // OR REPLACE
	cascade    bool
	// withoutData: it ends with WITH NO DATA.
	withoutData bool
	rest        []token // what is behind the name
}

// definedKinds are the kinds of objects that are looked up.
var definedKinds = []string{"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "TYPE"}

// parseDefines takes a CREATE, DROP or ALTER apart; ok is false for another statement.
func parseDefines(sql string) (d defines, ok bool) {
	if !begins(sql, "CREATE") && !begins(sql, "DROP") && !begins(sql, "ALTER") {
		return d, false
	}
	list := tokens(sql)
	if len(list) < 3 {
		return d, false
	}
	d.verb = strings.ToUpper(list[0].text)
	for list = list[1:]; len(list) > 1 && !slices.ContainsFunc(definedKinds, list[0].is); list = list[1:] {
		d.replaces = d.replaces || list[0].is("REPLACE")
		if !slices.ContainsFunc([]string{"OR", "REPLACE", "TEMP", "TEMPORARY", "UNIQUE", "RECURSIVE"}, list[0].is) {
			return d, false
		}
	}
	d.kind = strings.ToUpper(list[0].text)
	list = list[1:]
	for len(list) > 1 && slices.ContainsFunc([]string{"IF", "NOT", "EXISTS", "ONLY"}, list[0].is) {
		d.lenient = d.lenient || list[0].is("EXISTS")
		list = list[1:]
	}
	if len(list) == 0 || list[0].is("ON") {
		return d, true
	}
	last := 0
	for last+2 < len(list) && list[last+1].text == "." {
		last += 2
	}
	d.name, d.rest = sql[list[0].at:list[last].end], list[last+1:]
	d.cascade = len(d.rest) > 0 && d.rest[len(d.rest)-1].is("CASCADE")
	if n := len(d.rest); n > 3 {
		d.withoutData = d.rest[n-3].is("WITH") && d.rest[n-2].is("NO") && d.rest[n-1].is("DATA")
	}
	return d, true
}

// runEmpty runs a CREATE TABLE AS that puts no rows into the table: its tag counts none.
func (c *Conn) runEmpty(ctx context.Context, s providers.Statement, args providers.Args, d defines) (providers.Rows, error) {
	d.withoutData = false
	rows, err := c.runDefines(ctx, s, args, d)
	if err != nil {
		return nil, err
	}
	if _, err := readAll(rows, "the rows of CREATE TABLE AS"); err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// object is what a name means.
type object struct{ kind, database, schema, name string }

// objectQuery lists the relations and types of a name, as kind, database, schema and name.
const objectQuery = `SELECT * FROM (
	SELECT CASE WHEN contains(sql, '''sallyport:{"kind":"m"') THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS kind, database_name AS d, schema_name AS s, table_name AS n FROM duckdb_tables()
	UNION ALL SELECT 'VIEW', database_name, schema_name, view_name FROM duckdb_views() WHERE NOT internal
	UNION ALL SELECT 'SEQUENCE', database_name, schema_name, sequence_name FROM duckdb_sequences()
	UNION ALL SELECT 'INDEX', database_name, schema_name, index_name FROM duckdb_indexes()
	UNION ALL SELECT 'TYPE', database_name, schema_name, type_name FROM duckdb_types() WHERE NOT internal AND logical_type = 'ENUM'
	UNION ALL SELECT 'SCHEMA', database_name, schema_name, schema_name FROM duckdb_schemas())`

// lookUpObject finds the object of a name as a statement of that kind means it; nil: there is none.
func (c *Conn) lookUpObject(kind, written string) (*object, error) {
	parts := splitName(written)
	if len(parts) == 0 || len(parts) > 3 {
		return nil, nil
	}
	own := native.Text(c.provider.options.Name)
	rows, err := c.collectListing(objectQuery + ` WHERE lower(n) = lower(` + native.Text(parts[len(parts)-1]) + `) AND d IN ('temp', ` + own + `)`)
	if err != nil {
		return nil, err
	}
	schemas := slices.Concat([]string{""}, c.schemas)
	if len(parts) > 1 {
		schemas = parts[len(parts)-2 : len(parts)-1]
	}
	for _, schema := range schemas {
		for _, row := range rows {
			alike := kind == "SCHEMA" && row[0] == kind && row[1] != "temp" ||
				kind != "SCHEMA" && row[0] != "SCHEMA" && (kind == "TYPE") == (row[0] == "TYPE")
			if alike && (kind == "SCHEMA" || schema == "" && row[1] == "temp" || schema != "" && strings.EqualFold(schema, row[2])) {
				return &object{row[0], row[1], row[2], row[3]}, nil
			}
		}
	}
	return nil, nil
}

// runDefines runs a CREATE, DROP or ALTER as Postgres would, with its notices.
func (c *Conn) runDefines(ctx context.Context, s providers.Statement, args providers.Args, d defines) (providers.Rows, error) {
	switch {
	case d.verb == "CREATE" && d.withoutData:
		return c.runEmpty(ctx, s, args, d)
	case d.verb == "CREATE" && d.kind == "VIEW" && !c.unsaid:
		bound, err := c.bindView(s.SQL, d)
		if err != nil {
			return nil, err
		}
		if bound != s.SQL {
			s.SQL = bound
			d, _ = parseDefines(bound)
			rows, err := c.runBound(ctx, s, args, d)
			if err != nil {
				err = sqlstate.Unplaced(err) // the text is not the client's
			}
			return rows, err
		}
	}
	return c.runBound(ctx, s, args, d)
}

// runBound runs a CREATE, DROP or ALTER whose names are bound.
func (c *Conn) runBound(ctx context.Context, s providers.Statement, args providers.Args, d defines) (providers.Rows, error) {
	if d.name == "" || c.unsaid || d.verb == "CREATE" && !d.lenient && !(d.replaces && d.kind == "VIEW") {
		return c.runMeant(ctx, s, args)
	}
	name, err := c.nameOfIndex(s.SQL, d)
	if err != nil {
		return nil, err
	}
	found, err := c.lookUpObject(d.kind, name)
	if err != nil {
		return nil, err
	}
	readOnly := c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly()
	switch {
	case readOnly && (d.verb == "CREATE" || found == nil || found.database == "temp"):
		return c.runMeant(ctx, s, args)
	case readOnly:
		return nil, errReadOnly(verb(s))
	case d.verb == "CREATE":
		return c.runCreating(ctx, s, args, d, found)
	case found == nil:
		return c.runAbsent(ctx, s, args, d)
	}
	return c.runChanging(ctx, s, args, d, found)
}

// nameOfIndex is the name of what a statement is about; that of an index which is made is in its table's schema.
func (c *Conn) nameOfIndex(sql string, d defines) (string, error) {
	on := slices.IndexFunc(d.rest, func(t token) bool { return t.is("ON") })
	if d.verb != "CREATE" || d.kind != "INDEX" || on < 0 || on+1 >= len(d.rest) {
		return d.name, nil
	}
	rest := d.rest[on+1:]
	if rest[0].is("ONLY") && len(rest) > 1 {
		rest = rest[1:]
	}
	written, _ := nameAt(sql, rest)
	table, err := c.lookUpObject("TABLE", written)
	if err != nil || table == nil || table.database == "temp" {
		return d.name, err
	}
	return native.Ident(table.schema) + "." + d.name, nil
}

// runAbsent runs a DROP or ALTER of an object that is not there, or is the index of a constraint.
func (c *Conn) runAbsent(ctx context.Context, s providers.Statement, args providers.Args, d defines) (providers.Rows, error) {
	switch {
	case d.verb == "ALTER" && d.kind == "INDEX" && len(d.rest) > 2 && d.rest[0].is("RENAME"):
		return c.renameKey(ctx, s, args, d)
	case d.lenient:
		c.sendNotice(sqlstate.SuccessfulCompletion, c.absent(d, lastName(d.name))+", skipping")
		return &table{tag: verb(s)}, nil
	}
	return c.runMeant(ctx, s, args)
}

// runCreating runs a CREATE of an object that may be there.
func (c *Conn) runCreating(ctx context.Context, s providers.Statement, args providers.Args, d defines, found *object) (providers.Rows, error) {
	switch {
	case d.lenient && found != nil:
		c.sendExists(d.kind, lastName(d.name))
		return &table{tag: verb(s)}, nil
	case d.replaces && found != nil && found.kind == "VIEW":
		return c.replaceView(ctx, s, args, found)
	}
	return c.runMeant(ctx, s, args)
}

// runChanging runs a DROP or ALTER of an object that is there.
func (c *Conn) runChanging(ctx context.Context, s providers.Statement, args providers.Args, d defines, found *object) (providers.Rows, error) {
	switch {
	case found.kind != d.kind && (d.verb == "DROP" || d.kind != "TABLE"):
		return nil, errOtherKind(found, d.kind)
	case d.verb == "ALTER" && d.kind == "SEQUENCE":
		return c.alterSequence(ctx, d, found)
	case d.verb == "ALTER" && d.kind == "INDEX":
		return c.alterIndex(d, found)
	case d.verb == "ALTER":
		return c.runAltering(ctx, s, args, d, found)
	}
	return c.runDropping(ctx, s, args, d, found)
}

// absent says that an object does not exist.
func (c *Conn) absent(d defines, name string) string {
	if d.verb == "ALTER" {
		d.kind = "RELATION"
	}
	return strings.ToLower(d.kind) + ` "` + name + `" does not exist`
}

// lastName is the last part of a name, without its quotes.
func lastName(written string) string {
	list := tokens(written)
	return list[len(list)-1].name()
}

// sendExists tells that an object is there already.
func (c *Conn) sendExists(kind, name string) {
	switch kind {
	case "SCHEMA":
		c.sendNotice(sqlstate.DuplicateSchema, `schema "`+name+`" already exists, skipping`)
	default:
		c.sendNotice(sqlstate.DuplicateTable, `relation "`+name+`" already exists, skipping`)
	}
}

// errOtherKind is the error of a statement that names an object of another kind.
func errOtherKind(found *object, kind string) error {
	return sqlstate.New(sqlstate.WrongObjectType, "%q is not %s", found.name, article(kind)).
		WithHint("Use DROP %s to remove %s.", found.kind, article(found.kind))
}

func article(kind string) string {
	kind = strings.ToLower(kind)
	if kind == "index" {
		return "an index"
	}
	return "a " + kind
}

// runAltering runs an ALTER of an object that is there.
func (c *Conn) runAltering(ctx context.Context, s providers.Statement, args providers.Args, d defines, found *object) (providers.Rows, error) {
	a, ok := parseAlteration(s.SQL)
	if ok && (found.kind == "VIEW" || found.kind == matview) {
		if err := a.refuseOfView(found.name); err != nil {
			return nil, err
		}
	}
	if !ok || found.database == "temp" {
		return c.runMeant(ctx, s, args)
	}
	if len(s.Before) == 0 && a.lenient && (a.kind == alterAddColumn || a.kind == alterDropColumn) {
		rows, err := c.collectText(`SELECT '' FROM duckdb_columns() WHERE database_name = ` + native.Text(found.database) + ` AND schema_name = ` +
			native.Text(found.schema) + ` AND table_name = ` + native.Text(found.name) + ` AND lower(column_name) = lower(` + native.Text(a.column) + `)`)
		switch {
		case err != nil:
			return nil, err
		case a.kind == alterAddColumn && len(rows) > 0:
			c.sendNotice(sqlstate.DuplicateColumn, `column "`+a.column+`" of relation "`+found.name+`" already exists, skipping`)
			return &table{tag: verb(s)}, nil
		case a.kind == alterDropColumn && len(rows) == 0:
			c.sendNotice(sqlstate.SuccessfulCompletion, `column "`+a.column+`" of relation "`+found.name+`" does not exist, skipping`)
			return &table{tag: verb(s)}, nil
		}
	}
	return c.guardViews(ctx, s, args, found, guarded{a: a, cascade: d.cascade})
}

// notOfViews are the actions of ALTER TABLE that no view has.
func (k alterationKind) notOfViews() string {
	switch k {
	case alterAddColumn:
		return "ADD COLUMN"
	case alterDropColumn:
		return "DROP COLUMN"
	case alterColumnType:
		return "ALTER COLUMN ... SET DATA TYPE"
	case alterAddConstraint:
		return "ADD CONSTRAINT"
	case alterDropConstraint:
		return "DROP CONSTRAINT"
	case alterOther, alterRenameColumn, alterRename, alterRenameConstraint, alterNothing:
	}
	return ""
}

// refuseOfView refuses every ALTER TABLE of a view except RENAME.
func (a alteration) refuseOfView(name string) error {
	if action := a.kind.notOfViews(); action != "" {
		return sqlstate.New(sqlstate.WrongObjectType, "ALTER action %s cannot be performed on relation %q", action, name).
			WithDetail("This operation is not supported for views.")
	}
	if a.kind == alterRename || a.kind == alterNothing {
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER TABLE of a column of a view is not supported").
		WithHint("Write CREATE OR REPLACE VIEW.")
}

// runDropping runs a DROP of an object that is there.
func (c *Conn) runDropping(ctx context.Context, s providers.Statement, args providers.Args, d defines, found *object) (providers.Rows, error) {
	if err := c.refuseUsedByRoutine(found); err != nil {
		return nil, err
	}
	if d.kind == "SCHEMA" && d.cascade {
		rows, err := c.collectText(objectQuery + ` WHERE s = ` + native.Text(found.schema) + ` AND d = ` + native.Text(found.database) + ` AND kind IN ('TABLE', 'MATERIALIZED VIEW', 'VIEW', 'TYPE', 'SEQUENCE')`)
		all, other := c.keptRoutines()
		within := slices.ContainsFunc(all, func(r *providers.Routine) bool { return strings.EqualFold(r.Schema, found.schema) })
		if err == nil && other == nil && (len(rows) > 0 || within) {
			c.sendNotice(sqlstate.SuccessfulCompletion, "drop cascades to the objects of the schema")
		}
		return c.runMeant(ctx, s, args)
	}
	if d.kind != "TABLE" && d.kind != "VIEW" {
		return c.runMeant(ctx, s, args)
	}
	return c.guardViews(ctx, s, args, found, guarded{drops: true, cascade: d.cascade})
}
