package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// listing is a table or view as DuckDB lists it. Its text has all columns and constraints of a table. A listing stays as
// it is, and the next catalog has the same one if the relation has not changed.
type listing struct {
	kind         string // "table" or "view"
	schema, name string
	number       uint64 // of DuckDB; ALTER keeps it
	text         string

	generated bool                       // the text of a table may have generated columns
	primary   []string                   // the columns of a table's primary key
	unique    []providers.UniqueKey      // that key, and the other ones in the text
	kept      []providers.KeptConstraint // of a table: those of domains, composite types and precisions
	refers    []providers.Name           // the tables to which its foreign keys refer
	unchecked bool                       // a CHECK of a table was added NOT VALID
	checked   bool                       // a table has a CHECK
	comment   string                     // of a table whose comment keeps collations of columns
	// named are the collations of columns that are not those of their types, by the columns' names, and numbered those of views by number.
	named    map[string]string
	numbered []string

	checkOption string // of a view
}

// generatedAlways stands in the definition of a table with generated columns, and maybe in others.
const generatedAlways = "GENERATED ALWAYS AS"

// keyOf is the key of a relation, as a row of listRelations or columnsOf begins.
func keyOf(row []string) string { return strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[1]) }

// listing returns the listing of a key, or nil.
func (s *Catalog) listing(key string) *listing {
	if s == nil {
		return nil
	}
	return s.listed[key]
}

// newListing reads a row of listRelations: schema, name, kind, text, number, and the comment behind two others. It returns the earlier listing of the name, which
// may be nil, if that is the same.
func newListing(row []string, earlier *listing) *listing {
	number, _ := strconv.ParseUint(row[4], 10, 64) // DuckDB returns a number
	l := &listing{kind: row[2], schema: row[0], name: row[1], number: number, text: row[3], comment: row[7]}
	if earlier != nil && l.kind == earlier.kind && l.schema == earlier.schema && l.name == earlier.name && l.number == earlier.number && l.text == earlier.text && l.comment == earlier.comment {
		return earlier
	}
	if l.kind == "table" {
		l.readText()
	}
	l.readKept()
	return l
}

// readText reads the text of a table.
func (l *listing) readText() {
	l.generated = strings.Contains(strings.ToUpper(l.text), generatedAlways)
	if !strings.Contains(l.text, "PRIMARY KEY") && !strings.Contains(l.text, "UNIQUE") && !strings.Contains(l.text, "CHECK") && !strings.Contains(l.text, "REFERENCES") {
		return
	}
	elements := definition.Elements(l.text)
	l.readKeys(elements)
	for _, e := range elements {
		k, _, _, ok := definition.KeptIn(e)
		switch {
		case ok && k.Kind == "f":
			l.refers = append(l.refers, providers.Name{Schema: cmp.Or(k.Schema, l.schema), Name: k.Table})
		case definition.Begins(e, "FOREIGN"):
			l.readForeignKey(e)
		case !definition.Begins(e, "CHECK"):
		case !ok:
			l.checked = true
		case k.Kind == "c":
			l.checked, l.unchecked = true, l.unchecked || k.Unchecked
		case k.Kind == "t", k.Kind == providers.KeptPrecision:
			l.kept = append(l.kept, k)
		}
	}
}

// readForeignKey reads the table to which a foreign key of DuckDB's refers, which is one of the same schema.
func (l *listing) readForeignKey(element string) {
	list := definition.Tokens(element)
	at := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("REFERENCES") })
	if at < 0 {
		return
	}
	if written, _ := definition.NameAt(element, list[at+1:]); written != "" {
		parts := definition.SplitName(written)
		l.refers = append(l.refers, providers.Name{Schema: l.schema, Name: parts[len(parts)-1]})
	}
}

// readKeys reads the keys of a table from its elements.
func (l *listing) readKeys(elements []string) {
	unique, primary := definition.UniqueIn(elements)
	if l.primary = primary; primary != nil {
		l.unique = append(l.unique, providers.UniqueKey{Name: l.name + "_pkey", Columns: primary})
	}
	for _, columns := range unique {
		l.unique = append(l.unique, providers.UniqueKey{Name: l.name + "_" + strings.Join(columns, "_") + "_key", Columns: columns})
	}
	for _, e := range elements {
		k, _, _, ok := definition.KeptIn(e)
		if !ok || k.Kind != "u" && k.Kind != "p" {
			continue
		}
		if i := slices.IndexFunc(l.unique, func(u providers.UniqueKey) bool { return definition.SameNames(u.Columns, k.Columns) }); i >= 0 {
			l.unique[i].Name = k.Name
		}
	}
}

// listedKeys are the keys of the tables and views in the order in which these were made.
func (s *Catalog) listedKeys() []string {
	return slices.SortedFunc(maps.Keys(s.listed), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.listed[a].number, s.listed[b].number), cmp.Compare(a, b))
	})
}

// columnsOf lists the columns of all relations: schema, relation, name, type, default or expression, whether it has one, whether it
// may be NULL.
const columnsOf = `SELECT schema_name, table_name, column_name, data_type, coalesce(column_default, ''), CAST(column_default IS NOT NULL AS VARCHAR), CAST(is_nullable AS VARCHAR)
	FROM duckdb_columns() WHERE database_name = `

// fewTables is how many tables are asked for their columns one by one: to list all columns takes DuckDB as long as the database is
// large.
const fewTables = 4

// listColumns reads the columns of tables and views, in the order of each, as far as they are not taken from an earlier catalog.
func (src Source) listColumns(s *Catalog, list Lister, earlier *Catalog) error {
	if tables, ok := s.takeColumns(earlier); ok {
		for _, key := range tables {
			l := s.listed[key]
			rows, err := list(`SELECT ` + native.Text(l.schema) + `, ` + native.Text(l.name) + `, name, type, coalesce(dflt_value, ''), CAST(dflt_value IS NOT NULL AS VARCHAR), CAST(NOT "notnull" AS VARCHAR), CAST(cid AS VARCHAR)
				FROM pragma_table_info(` + native.Text(native.Path(src.Database, l.schema, l.name)) + `)`)
			if err != nil {
				return err
			}
			slices.SortFunc(rows, func(a, b []string) int { return cmp.Or(len(a[7])-len(b[7]), cmp.Compare(a[7], b[7])) }) // as numbers
			for i, row := range rows {
				rows[i] = row[:7:7]
			}
			s.columns[key] = rows
		}
		return nil
	}
	rows, err := list(columnsOf + native.Text(src.Database) + ` ORDER BY table_oid, column_index`)
	if err != nil {
		return err
	}
	s.columns = map[string][][]string{}
	for _, row := range rows {
		if key := keyOf(row); s.listed[key] != nil {
			s.columns[key] = append(s.columns[key], row)
		}
	}
	return nil
}

// takeColumns takes the columns of tables that are listed as in an earlier catalog from there, and returns the keys of the few
// other tables. It returns false if all columns are to be read. That is so where there are views: DuckDB notes other columns of a
// view whenever a statement that reads the view finds them.
func (s *Catalog) takeColumns(earlier *Catalog) (tables []string, ok bool) {
	if earlier == nil || earlier.columns == nil {
		return nil, false
	}
	columns := make(map[string][][]string, len(s.listed))
	for key, l := range s.listed {
		switch {
		case l.kind == "view":
			return nil, false
		case l == earlier.listed[key]:
			columns[key] = earlier.columns[key]
		case len(tables) == fewTables, strings.Contains(s.database+l.schema+l.name, `"`): // pragma_table_info reads no quote in a name
			return nil, false
		default:
			tables = append(tables, key)
		}
	}
	s.columns = columns
	return tables, true
}
