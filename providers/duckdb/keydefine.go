package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// definesKeys reports whether a statement defines constraints that the source keeps.
func definesKeys(s providers.Statement) bool {
	return (verb(s) == "CREATE TABLE" || verb(s) == "ALTER TABLE") && strings.Contains(s.SQL, "'"+providers.KeptMark) && !definition.Begins(s.SQL, "COMMENT")
}

// defineKeys runs a statement that defines foreign keys: it looks up the tables that they refer to, and checks the existing rows.
func (c *Conn) defineKeys(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	err = c.inOne(func() error {
		keys, err := c.resolveKeys(&s)
		if err != nil {
			return err
		}
		if rows, err = c.runChangingKept(ctx, s, args); err != nil {
			return err
		}
		for _, k := range keys {
			if err := c.checkKeyTypes(k); err != nil {
				return err
			}
			c.tx.keys.Refers(k)
			c.tx.keys.Define(k)
			if verb(s) == "CREATE TABLE" || k.Unchecked {
				continue
			}
			if err := c.checkRefers(k, false); err != nil {
				return err
			}
		}
		return nil
	})
	return rows, err
}

// resolveKeys replaces the foreign keys in a text by the tables and columns that they mean now.
func (c *Conn) resolveKeys(s *providers.Statement) (keys []foreignkey.Key, err error) {
	table, err := c.definedTable(s.SQL)
	if err != nil {
		return nil, err
	}
	for from := 0; ; {
		k, start, end, ok := definition.KeptIn(s.SQL[from:])
		if !ok {
			return keys, nil
		}
		start, end = start+from, end+from
		from = end
		if k.Kind != "f" {
			continue
		}
		key := foreignkey.Key{Database: table[0], OwnSchema: table[1], OwnTable: table[2], KeptConstraint: k}
		if err := c.resolveKey(&key, s.SQL); err != nil {
			return nil, err
		}
		key.Unlogged = false
		keys = append(keys, key)
		text := native.Text(key.Text())
		s.SQL = s.SQL[:start] + text + s.SQL[end:]
		from = start + len(text)
	}
}

// definedTable is the database, the schema and the name of the table that a CREATE TABLE or ALTER TABLE is about.
func (c *Conn) definedTable(sql string) ([]string, error) {
	d, _ := definition.Parse(sql)
	if d.Verb == "ALTER" {
		found, err := c.lookUpTable(d.Name)
		if err == nil && found == nil {
			err = c.errNoRelation(d.Name)
		}
		return found, err
	}
	parts := definition.SplitName(d.Name)
	if len(parts) == 0 {
		return nil, sqlstate.New(sqlstate.SyntaxError, "CREATE TABLE has no name")
	}
	list := definition.Tokens(sql)
	name := parts[len(parts)-1]
	switch {
	case list[1].Is("TEMP"), list[1].Is("TEMPORARY"):
		return []string{"temp", "main", name}, nil
	case len(parts) > 1:
		return []string{c.provider.options.Name, parts[len(parts)-2], name}, nil
	case c.creationSchema() != "":
		return []string{c.provider.options.Name, c.creationSchema(), name}, nil
	}
	return nil, sqlstate.NoSchemaSelected()
}

// resolveKey finds the table that a key refers to, and the columns.
func (c *Conn) resolveKey(k *foreignkey.Key, sql string) error {
	written := native.Ident(k.Table)
	if k.Schema != "" {
		written = native.Ident(k.Schema) + "." + written
	}
	itself := strings.EqualFold(k.Table, k.OwnTable) && (k.Schema == "" || strings.EqualFold(k.Schema, k.OwnSchema)) && strings.HasPrefix(strings.ToUpper(definition.Tokens(sql)[0].Text), "CREATE")
	var parent referredKeys
	if itself {
		k.Schema, k.Table = k.OwnSchema, k.OwnTable
		parent.elements = definition.Elements(sql)
		parent.unique, parent.primary = definition.UniqueIn(parent.elements)
	} else {
		found, err := c.lookUpTable(written)
		if err != nil {
			return err
		}
		if found == nil {
			return c.errNoParent(k, written)
		}
		t, err := c.readTableOf(found[0], found[1], found[2])
		if err != nil || t == nil {
			return err
		}
		if err := c.checkPersistence(k, sql, t); err != nil {
			return err
		}
		k.Schema, k.Table = found[1], found[2]
		parent = keysOf(t)
	}
	return parent.checkReferring(k)
}

// checkPersistence returns the error of a key that refers to a table which may be empty while the key's own table is not.
func (c *Conn) checkPersistence(k *foreignkey.Key, sql string, parent *tabledef.Table) error {
	temporary, unlogged := k.Database == "temp", k.Unlogged
	if definition.Begins(sql, "ALTER") && !temporary {
		own, err := c.readTableOf(k.Database, k.OwnSchema, k.OwnTable)
		if err != nil {
			return err
		}
		unlogged = own != nil && own.Kept.Unlogged
	}
	switch {
	case temporary && parent.Database != "temp":
		return sqlstate.New(sqlstate.InvalidTableDefinition, "constraints on temporary tables may reference only temporary tables")
	case temporary:
		return nil
	case unlogged && parent.Database == "temp":
		return sqlstate.New(sqlstate.InvalidTableDefinition, "constraints on unlogged tables may reference only permanent or unlogged tables")
	case !unlogged && (parent.Database == "temp" || parent.Kept.Unlogged):
		return sqlstate.New(sqlstate.InvalidTableDefinition, "constraints on permanent tables may reference only permanent tables")
	}
	return nil
}

// referredKeys are the elements of a table that a key refers to, and its keys.
type referredKeys struct {
	elements, primary []string
	unique            [][]string
	deferrable        []providers.KeptIndex
}

// keysOf reads the keys of a table.
func keysOf(t *tabledef.Table) (p referredKeys) {
	p.elements = t.Elements
	p.unique, p.primary = definition.UniqueIn(t.Elements)
	for _, i := range t.Indexes {
		switch columns := i.Kept.KeyColumns(); {
		case i.Kept.Deferrable:
			p.deferrable = append(p.deferrable, i.Kept)
		case !strings.Contains(strings.ToUpper(i.Create), " UNIQUE "):
		case i.Kept.Constraint == "p":
			p.primary = columns
		case len(columns) > 0 && i.Kept.Plain():
			p.unique = append(p.unique, columns)
		default:
			p.unique = append(p.unique, definition.NamesIn(i.Body))
		}
	}
	return p
}

// checkReferring finds the columns that a key refers to, and returns the error of a key that refers to no key.
func (p referredKeys) checkReferring(k *foreignkey.Key) error {
	for _, u := range p.deferrable {
		if u.Constraint == "p" && len(k.Others) == 0 {
			return errDeferrable("primary key", k.Table)
		}
	}
	if len(k.Others) == 0 {
		if k.Others = p.primary; len(p.primary) == 0 {
			return sqlstate.New(sqlstate.UndefinedObject, "there is no primary key for referenced table %q", k.Table)
		}
	}
	if len(k.Others) != len(k.Columns) {
		return sqlstate.New("42830", "number of referencing and referenced columns for foreign key disagree")
	}
	for _, other := range k.Others {
		if !slices.ContainsFunc(p.elements, func(e string) bool { return definition.IsColumn(e, other) }) {
			return sqlstate.New(sqlstate.UndefinedColumn, "column %q referenced in foreign key constraint does not exist", other)
		}
	}
	if !slices.ContainsFunc(append(p.unique, p.primary), func(u []string) bool { return definition.SameNames(u, k.Others) }) {
		if slices.ContainsFunc(p.deferrable, func(u providers.KeptIndex) bool { return definition.SameNames(u.KeyColumns(), k.Others) }) {
			return errDeferrable("unique constraint", k.Table)
		}
		return sqlstate.New("42830", "there is no unique constraint matching given keys for referenced table %q", k.Table)
	}
	return nil
}

// errDeferrable is the error of a foreign key that refers to a deferrable key.
func errDeferrable(what, table string) error {
	return sqlstate.New("55000", "cannot use a deferrable %s for referenced table %q", what, table)
}

// errNoParent is the error of a foreign key that refers to something other than a table.
func (c *Conn) errNoParent(k *foreignkey.Key, written string) error {
	if found, err := c.lookUpObject("TABLE", written); err == nil && found != nil {
		return sqlstate.New(sqlstate.WrongObjectType, "referenced relation %q is not a table", k.Table)
	}
	return c.errNoRelation(written)
}

// families are the types whose values Postgres compares with one another.
var families = map[string]string{
	"TINYINT": "number", "SMALLINT": "number", "INTEGER": "number", "BIGINT": "number", "HUGEINT": "number", "DECIMAL": "number", "FLOAT": "number", "DOUBLE": "number",
	"VARCHAR": "text", "PG_VARCHAR": "text", "PG_BPCHAR": "text", "PG_NAME": "text",
	"DATE": "date", "TIMESTAMP": "date", "TIMESTAMP WITH TIME ZONE": "date",
}

// checkKeyTypes returns the error of a key whose columns are not there, or cannot be compared with those that they refer to.
func (c *Conn) checkKeyTypes(k foreignkey.Key) error {
	kinds := func(schema, table string) (map[string]string, error) {
		rows, err := c.collectText(`SELECT lower(column_name), data_type FROM duckdb_columns() WHERE database_name = ` + native.Text(k.Database) + ` AND schema_name = ` +
			native.Text(schema) + ` AND table_name = ` + native.Text(table))
		out := map[string]string{}
		for _, row := range rows {
			out[row[0]] = row[1]
		}
		return out, err
	}
	own, err := kinds(k.OwnSchema, k.OwnTable)
	if err != nil {
		return err
	}
	others, err := kinds(k.Schema, k.Table)
	if err != nil {
		return err
	}
	for i, column := range k.Columns {
		a, ok := own[strings.ToLower(column)]
		b, there := others[strings.ToLower(k.Others[i])]
		switch {
		case !ok:
			return sqlstate.New(sqlstate.UndefinedColumn, "column %q referenced in foreign key constraint does not exist", column)
		case !there:
			return sqlstate.New(sqlstate.UndefinedColumn, "column %q referenced in foreign key constraint does not exist", k.Others[i])
		case a != b && (familyOf(a) == "" || familyOf(a) != familyOf(b) || widthOfNumber(a) > widthOfNumber(b)):
			return sqlstate.New("42804", "foreign key constraint %q cannot be implemented", k.Name).
				WithDetail("Key columns %q and %q are of incompatible types: %s and %s.", column, k.Others[i], spelledType(a), spelledType(b))
		}
	}
	return nil
}

// widthOfNumber orders the kinds of numbers, because PostgreSQL casts them implicitly only to a wider kind. 0: not a number.
func widthOfNumber(kind string) int {
	if at := strings.IndexByte(kind, '('); at > 0 {
		kind = kind[:at]
	}
	return map[string]int{"TINYINT": 1, "SMALLINT": 1, "INTEGER": 1, "BIGINT": 1, "DECIMAL": 2, "FLOAT": 3, "DOUBLE": 3}[kind]
}

func familyOf(kind string) string {
	if at := strings.IndexByte(kind, '('); at > 0 {
		kind = kind[:at]
	}
	for _, limited := range []string{"PG_VARCHAR", "PG_BPCHAR"} {
		if strings.HasPrefix(kind, limited) {
			return "text"
		}
	}
	return families[kind]
}

// spelledType is a type of DuckDB's as PostgreSQL's errors name it.
func spelledType(duck string) string {
	name, _, _ := strings.Cut(duck, "(")
	known, _, _ := strings.Cut(shownType(name), "(")
	return known
}
