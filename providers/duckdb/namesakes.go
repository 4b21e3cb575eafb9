package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL has one name for each relation of a schema, whatever its kind, and one for each type, of which every relation but an
// index has one. DuckDB tells tables, sequences, indexes and types apart.

// newName is the name of an object that a statement makes.
type newName struct {
	kind             string // TABLE, VIEW, MATERIALIZED VIEW, SEQUENCE, INDEX, TYPE; COMPOSITE is a type whose attributes are a relation's
	database, schema string
	name             string
	lenient          bool // IF NOT EXISTS: a relation of the name is left as it is
	replaces         bool // OR REPLACE
	renamed          bool // the object has another name so far
}

// isRelation reports whether a kind of object is listed in pg_class.
func isRelation(kind string) bool { return kind != "TYPE" }

// refuseNamesake returns the error of a CREATE under a name that an object of the schema has.
func (c *Conn) refuseNamesake(s providers.Statement) error {
	if c.unsaid || !strings.HasPrefix(verb(s), "CREATE ") && verb(s) != "SELECT INTO" || !definition.Begins(s.SQL, "CREATE") || c.mayNotWrite() {
		return nil
	}
	n, ok, err := c.readNewName(s.SQL)
	if err != nil || !ok {
		return err
	}
	if err := c.refuseTakenName(n); err != nil || n.kind != "TABLE" {
		return err
	}
	for _, e := range definition.Elements(s.SQL) {
		k, _, _, ok := definition.KeptIn(e)
		if !ok || k.Kind != "u" && k.Kind != "p" {
			continue
		}
		if strings.EqualFold(k.Name, n.name) {
			return errNamesake(k.Name)
		}
		if err := c.refuseTakenName(newName{kind: "INDEX", database: n.database, schema: n.schema, name: k.Name}); err != nil {
			return err
		}
	}
	return nil
}

// readNewName reads the name of what a CREATE makes; ok is false for an object of another kind.
func (c *Conn) readNewName(sql string) (n newName, ok bool, err error) {
	list := definition.Tokens(sql)[1:]
	temporary := false
	for len(list) > 1 && n.kind == "" {
		switch word := strings.ToUpper(list[0].Text); word {
		case "TABLE", "VIEW", "SEQUENCE", "INDEX", "TYPE":
			n.kind = word
		case "MATERIALIZED":
			n.kind, list = "MATERIALIZED VIEW", list[1:]
		case "TEMP", "TEMPORARY":
			temporary = true
		case "OR", "REPLACE", "UNIQUE", "RECURSIVE":
			n.replaces = n.replaces || word == "REPLACE"
		default:
			return n, false, nil
		}
		list = list[1:]
	}
	if len(list) > 3 && list[0].Is("IF") {
		n.lenient, list = true, list[3:]
	}
	if len(list) == 0 || list[0].Is("ON") {
		return n, false, nil
	}
	written, _ := definition.NameAt(sql, list)
	if n.kind == "TYPE" && strings.Contains(sql, providers.KeptMark+`"kind":"c"`) {
		n.kind = "COMPOSITE"
	}
	if n.kind == "INDEX" {
		d, _ := definition.Parse(sql)
		if written, err = c.nameOfIndex(sql, d); err != nil {
			return n, false, err
		}
	}
	parts := definition.SplitName(written)
	if n.database = c.provider.options.Name; len(parts) == 0 {
		return n, false, nil
	}
	n.name = parts[len(parts)-1]
	switch {
	case temporary:
		n.database, n.schema = "temp", "main"
	case len(parts) > 1:
		n.schema = parts[len(parts)-2]
	default:
		n.schema = c.creationSchema()
	}
	return n, n.schema != "", nil
}

// refuseTakenName returns the error of an object whose name another one has.
func (c *Conn) refuseTakenName(n newName) error {
	rows, err := c.namesakes(n)
	if err != nil {
		return err
	}
	has := func(kinds ...string) bool {
		return slices.ContainsFunc(rows, func(row []string) bool { return slices.Contains(kinds, row[0]) })
	}
	relation := has("TABLE", "VIEW", "MATERIALIZED VIEW", "SEQUENCE", "INDEX", "COMPOSITE")
	if !relation && isRelation(n.kind) && n.database != "temp" && (n.kind == "INDEX" || strings.HasSuffix(n.name, "_pkey") || strings.HasSuffix(n.name, "_key")) {
		key, err := c.keyNamed(native.Ident(n.schema) + "." + native.Ident(n.name))
		if err != nil {
			return err
		}
		relation = key != nil
	}
	switch {
	case relation && n.lenient && isRelation(n.kind), n.replaces && has("VIEW", n.kind): // a server's own statement replaces the table of a materialized view
		return nil
	case n.replaces && relation:
		return sqlstate.New(sqlstate.WrongObjectType, "%q is not a view", n.name)
	case n.kind == "COMPOSITE" && !n.renamed && has("TYPE", "TABLE", "VIEW", "MATERIALIZED VIEW", "COMPOSITE"):
		return sqlstate.New(sqlstate.DuplicateObject, "type %q already exists", n.name)
	case relation && isRelation(n.kind):
		return errNamesake(n.name)
	case n.kind == "INDEX":
		return nil
	case has("TYPE") && isRelation(n.kind):
		return sqlstate.New(sqlstate.DuplicateObject, "type %q already exists", n.name).
			WithHint("A relation has an associated type of the same name, so you must use a name that doesn't conflict with any existing type.")
	case has("TYPE", "TABLE", "VIEW", "MATERIALIZED VIEW"):
		return sqlstate.New(sqlstate.DuplicateObject, "type %q already exists", n.name)
	}
	return nil
}

// namesakes lists the relations and types of a name in its schema.
func (c *Conn) namesakes(n newName) ([][]string, error) {
	if c.finder().IsFree(n.database, n.schema, n.name) {
		return nil, nil
	}
	return c.collectText(`SELECT * FROM (` + object.Query + ` UNION ALL SELECT 'COMPOSITE', database_name, schema_name, type_name FROM duckdb_types()
		WHERE NOT internal AND logical_type = 'ENUM' AND starts_with(labels[1], '` + providers.KeptMark + `"kind":"c"'))
		WHERE d = ` + native.Text(n.database) + ` AND lower(s) = lower(` + native.Text(n.schema) + `) AND lower(n) = lower(` + native.Text(n.name) + `)`)
}

func errNamesake(name string) error {
	return sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", name)
}

// refuseRenamed returns the error of a new name for an object, if another one has the name.
func (c *Conn) refuseRenamed(found *object.Object, d definition.Statement) error {
	if d.Verb != "ALTER" || len(d.Rest) < 3 || !d.Rest[0].Is("RENAME") || !d.Rest[1].Is("TO") {
		return nil
	}
	n := newName{kind: found.Kind, database: found.Database, schema: found.Schema, name: d.Rest[2].Name(), renamed: true}
	if strings.EqualFold(n.name, found.Name) && n.name != found.Name {
		return nil
	}
	err := c.refuseTakenName(n)
	if e, ok := err.(*sqlstate.Error); ok && e.Code == sqlstate.DuplicateObject { //nolint:errorlint // it was made here
		if found.Kind == "SEQUENCE" {
			return nil
		}
		e.Hint = ""
	}
	return err
}

// refuseTakenKey returns the error of a UNIQUE or PRIMARY KEY that is added under a name that a relation has.
func (c *Conn) refuseTakenKey(t *tabledef.Table, a definition.Alteration, added []string) error {
	for _, e := range added {
		if k, _, _, ok := definition.KeptIn(e); ok && (k.Kind == "u" || k.Kind == "p") && a.Name != "" {
			return c.refuseTakenName(newName{kind: "INDEX", database: t.Database, schema: t.Schema, name: k.Name})
		}
	}
	return nil
}

// refuseRowType returns the error of a DROP of a relation's type, or of a type's relation: each goes with the other.
func (c *Conn) refuseRowType(d definition.Statement) error {
	if d.Kind == "TYPE" {
		found, err := c.lookUpObject("TABLE", d.Name)
		if err != nil || found == nil || found.Kind == "INDEX" || found.Kind == "SEQUENCE" {
			return err
		}
		kind := strings.ToLower(found.Kind)
		return sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop type %s because %s %[1]s requires it", c.shownName(*found), kind).WithHint("You can drop %s %s instead.", kind, c.shownName(*found))
	}
	found, err := c.lookUpObject("TYPE", d.Name)
	if err != nil || found == nil || d.Kind == "SCHEMA" {
		return err
	}
	rows, err := c.collectText(`SELECT '' FROM duckdb_types() WHERE database_name = ` + native.Text(found.Database) + ` AND schema_name = ` + native.Text(found.Schema) + ` AND type_name = ` + native.Text(found.Name) +
		` AND starts_with(labels[1], '` + providers.KeptMark + `"kind":"c"')`)
	if err == nil && len(rows) > 0 {
		err = errOtherKind(found, d.Kind)
	}
	return err
}
