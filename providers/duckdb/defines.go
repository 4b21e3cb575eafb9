package duckdb

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/qualify"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Postgres tells more of the objects that CREATE, DROP and ALTER name: a notice if IF EXISTS or IF NOT EXISTS leaves them
// alone, an error if they are of another kind. DuckDB says nothing, or finds no object.

// runEmpty runs a CREATE TABLE AS that puts no rows into the table: its tag counts none.
func (c *Conn) runEmpty(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement) (providers.Rows, error) {
	d.WithoutData = false
	rows, err := c.runDefines(ctx, s, args, d)
	if err != nil {
		return nil, err
	}
	if _, err := readAll(rows, "the rows of CREATE TABLE AS"); err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// runDefines runs a CREATE, DROP or ALTER with the notices that Postgres sends.
func (c *Conn) runDefines(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement) (providers.Rows, error) {
	switch {
	case d.Verb == "CREATE" && d.WithoutData:
		return c.runEmpty(ctx, s, args, d)
	case d.Verb == "CREATE" && d.Kind == "VIEW" && !c.unsaid:
		bound, err := qualify.View(c.finder(), s.SQL, d)
		if err != nil {
			return nil, c.provider.translateError(err, "", nil)
		}
		if bound != s.SQL {
			s.SQL = bound
			d, _ = definition.Parse(bound)
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
func (c *Conn) runBound(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement) (providers.Rows, error) {
	if d.Name == "" || c.unsaid || d.Verb == "CREATE" && !d.Lenient && !(d.Replaces && d.Kind == "VIEW") {
		return c.runMeant(ctx, s, args)
	}
	name, err := c.nameOfIndex(s.SQL, d)
	if err != nil {
		return nil, err
	}
	found, err := c.lookUpObject(d.Kind, name)
	if err != nil {
		return nil, err
	}
	readOnly := c.mayNotWrite()
	switch {
	case readOnly && (d.Verb == "CREATE" || found == nil || found.Database == "temp"):
		return c.runMeant(ctx, s, args)
	case readOnly:
		return nil, errReadOnly(verb(s))
	case d.Verb == "CREATE":
		return c.runCreating(ctx, s, args, d, found)
	case found == nil:
		return c.runAbsent(ctx, s, args, d)
	}
	return c.runChanging(ctx, s, args, d, found)
}

// nameOfIndex returns the name of the object of a statement. A new index is named in the schema of its table.
func (c *Conn) nameOfIndex(sql string, d definition.Statement) (string, error) {
	on := slices.IndexFunc(d.Rest, func(t definition.Token) bool { return t.Is("ON") })
	if d.Verb != "CREATE" || d.Kind != "INDEX" || on < 0 || on+1 >= len(d.Rest) {
		return d.Name, nil
	}
	rest := d.Rest[on+1:]
	if rest[0].Is("ONLY") && len(rest) > 1 {
		rest = rest[1:]
	}
	written, _ := definition.NameAt(sql, rest)
	table, err := c.lookUpObject("TABLE", written)
	if err != nil || table == nil || table.Database == "temp" {
		return d.Name, err
	}
	return native.Ident(table.Schema) + "." + d.Name, nil
}

// runAbsent runs a DROP or ALTER of an object that is not there, or is the index of a constraint.
func (c *Conn) runAbsent(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement) (providers.Rows, error) {
	if d.Verb == "DROP" && d.Kind == "INDEX" {
		if key, err := c.keyNamed(d.Name); err != nil {
			return nil, err
		} else if key != nil {
			return nil, errIndexOfKey(key.name, key.table.Name)
		}
	}
	if d.Verb == "DROP" {
		if err := c.refuseRowType(d); err != nil {
			return nil, err
		}
	}
	switch {
	case d.Verb == "ALTER" && d.Kind == "INDEX" && len(d.Rest) > 2 && d.Rest[0].Is("RENAME"):
		return c.renameKey(ctx, s, args, d)
	case !d.Lenient && (d.Verb == "ALTER" && d.Kind == "SEQUENCE" || newSchema(d) != ""):
		return nil, c.errNoRelation(d.Name)
	case !d.Lenient && strings.Contains(d.Name, "."):
		if parts := definition.SplitName(d.Name); len(parts) > 1 && d.Kind != "SCHEMA" {
			if err := c.checkSchema(parts[len(parts)-2]); err != nil {
				return nil, err
			}
			if d.Verb == "DROP" && d.Kind != "TYPE" {
				code := sqlstate.UndefinedTable
				if d.Kind == "INDEX" {
					code = sqlstate.UndefinedObject
				}
				return nil, sqlstate.New(code, "%s", c.absentMessage(d, parts[len(parts)-1]))
			}
		}
	case d.Lenient:
		c.sendSkipped(d)
		return &table{tag: verb(s)}, nil
	}
	return c.runMeant(ctx, s, args)
}

// runCreating runs a CREATE of an object that may be there.
func (c *Conn) runCreating(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, found *object.Object) (providers.Rows, error) {
	switch {
	case d.Lenient && found != nil:
		c.sendExists(d.Kind, definition.LastName(d.Name))
		return &table{tag: verb(s)}, nil
	case d.Replaces && found != nil && found.Kind == "VIEW":
		return c.replaceView(ctx, s, args, found)
	}
	return c.runMeant(ctx, s, args)
}

// runChanging runs a DROP or ALTER of an object that is there.
func (c *Conn) runChanging(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, found *object.Object) (providers.Rows, error) {
	if schema := newSchema(d); schema != "" {
		return c.setSchema(s, found, schema)
	}
	switch {
	case found.Kind != d.Kind && (d.Verb == "DROP" || d.Kind != "TABLE"):
		return nil, errOtherKind(found, d.Kind)
	}
	if err := c.refuseRenamed(found, d); err != nil {
		return nil, err
	}
	switch {
	case d.Verb == "ALTER" && d.Kind == "SEQUENCE":
		return c.alterSequence(ctx, d, found)
	case d.Verb == "ALTER" && d.Kind == "INDEX":
		return c.alterIndex(d, found)
	case d.Verb == "ALTER":
		return c.runAltering(ctx, s, args, d, found)
	}
	return c.runDropping(ctx, s, args, d, found)
}

// absentMessage says that an object does not exist.
func (c *Conn) absentMessage(d definition.Statement, name string) string {
	if d.Verb == "ALTER" {
		d.Kind = "RELATION"
	}
	return strings.ToLower(d.Kind) + ` "` + name + `" does not exist`
}

// sendSkipped tells that an object is not there, or the schema before its name.
func (c *Conn) sendSkipped(d definition.Statement) {
	parts := definition.SplitName(d.Name)
	what := c.absentMessage(d, parts[len(parts)-1])
	if len(parts) > 1 && d.Kind != "SCHEMA" {
		if c.checkSchema(parts[len(parts)-2]) != nil {
			what = `schema "` + parts[len(parts)-2] + `" does not exist`
		} else if d.Kind == "TYPE" {
			what = `type "` + strings.Join(parts, ".") + `" does not exist`
		}
	}
	c.sendNotice(sqlstate.SuccessfulCompletion, what+", skipping")
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
func errOtherKind(found *object.Object, kind string) error {
	return sqlstate.New(sqlstate.WrongObjectType, "%q is not %s", found.Name, object.Article(kind)).
		WithHint("Use DROP %s to remove %s.", found.Kind, object.Article(found.Kind))
}

// runAltering runs an ALTER of an object that is there.
func (c *Conn) runAltering(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, found *object.Object) (providers.Rows, error) {
	a, ok := definition.ParseAlteration(s.SQL)
	if d.Kind == "VIEW" && len(d.Rest) > 2 && d.Rest[0].Is("RENAME") && d.Rest[1].Is("TO") {
		if err := cmp.Or(c.refuseTaken(found, d.Rest[2].Name()), c.refuseRenamedView(found)); err != nil {
			return nil, err
		}
		return c.guardViews(ctx, s, args, found, guarded{a: definition.Alteration{Action: definition.RenameTable, To: d.Rest[2].Name()}})
	}
	if ok && (found.Kind == "VIEW" || found.Kind == matview) {
		if rows, done, err := c.alterView(ctx, s, found, a); done {
			return rows, err
		}
	}
	views := sync.OnceValues(func() ([]object.Object, error) { return c.viewsNaming(found) })
	if ok && found.Kind == "TABLE" {
		if err := c.checkColumns(s, found, views); err != nil {
			return nil, err
		}
	}
	if !ok {
		return c.runMeant(ctx, s, args)
	}
	if found.Database != "temp" && len(s.Before) == 0 && a.Lenient && (a.Action == definition.AddColumn || a.Action == definition.DropColumn) {
		rows, err := c.collectText(`SELECT '' FROM duckdb_columns() WHERE database_name = ` + native.Text(found.Database) + ` AND schema_name = ` +
			native.Text(found.Schema) + ` AND table_name = ` + native.Text(found.Name) + ` AND lower(column_name) = lower(` + native.Text(a.Column) + `)`)
		switch {
		case err != nil:
			return nil, err
		case a.Action == definition.AddColumn && len(rows) > 0:
			c.sendNotice(sqlstate.DuplicateColumn, `column "`+a.Column+`" of relation "`+found.Name+`" already exists, skipping`)
			return &table{tag: verb(s)}, nil
		case a.Action == definition.DropColumn && len(rows) == 0:
			c.sendNotice(sqlstate.SuccessfulCompletion, `column "`+a.Column+`" of relation "`+found.Name+`" does not exist, skipping`)
			return &table{tag: verb(s)}, nil
		}
	}
	return c.guardViews(ctx, s, args, found, guarded{a: a, cascade: d.Cascade, views: views})
}

// refuseTaken refuses a name that another relation of the schema has.
func (c *Conn) refuseTaken(of *object.Object, name string) error {
	schema := of.Schema
	if of.Database == "temp" {
		schema = ""
	}
	written := native.Ident(name)
	if schema != "" {
		written = native.Ident(schema) + "." + written
	}
	taken, err := c.lookUpObject("VIEW", written)
	if err == nil && taken != nil && taken.Database == of.Database {
		err = sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", name)
	}
	return err
}

// runDropping runs a DROP of an object that is there.
func (c *Conn) runDropping(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, found *object.Object) (providers.Rows, error) {
	switch users, err := c.routinesUsing(found); {
	case err != nil:
		return nil, err
	case len(users) > 0 && d.Cascade && (found.Kind == "TABLE" || found.Kind == "VIEW" || found.Kind == "SCHEMA"):
		return c.dropWithRoutines(ctx, s, args, d, found, users)
	case len(users) > 0:
		return nil, c.errUsedByRoutines(found, users)
	}
	if d.Kind == "SCHEMA" && d.Cascade {
		return c.dropSchema(ctx, s, args, found)
	}
	if d.Kind == "SCHEMA" {
		if err := c.refuseFullSchema(found); err != nil {
			return nil, err
		}
		return c.dropCommentedSchema(ctx, s, args, found)
	}
	if d.Kind == "INDEX" {
		if err := c.refuseIndexOfKey(found); err != nil {
			return nil, err
		}
	}
	if d.Kind == "SEQUENCE" {
		return c.dropSequence(ctx, s, args, d, found)
	}
	if d.Kind == "TYPE" {
		if err := c.refuseViewedType(d); err != nil {
			return nil, err
		}
		if d.Cascade {
			return c.dropEnum(ctx, s, args, found)
		}
	}
	if d.Kind != "TABLE" && d.Kind != "VIEW" {
		return c.runMeant(ctx, s, args)
	}
	return c.guardViews(ctx, s, args, found, guarded{drops: true, cascade: d.Cascade})
}
