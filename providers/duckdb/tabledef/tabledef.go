// Package tabledef reads the definition of a table as DuckDB keeps it, and makes the statements that make the table again with
// another one. DuckDB adds and drops no constraint, and alters no table that an index or a foreign key holds: such a table
// is made again of its elements, with its rows, comments and indexes.
//
// [Read] reads a [Table]: the columns and constraints that stand in its definition, its foreign keys of DuckDB, its indexes,
// and the names that the catalog shows of its constraints. [Table.AddedElements] and [Table.RenamedElements] are the
// elements with a constraint that is added or gets another name; [Table.MakeAgain] and [Table.MakeIndexes] are the statements.
// [Table.NameDuplicate] tells which constraint an error means. Who runs the statements, and in which order, is package
// duckdb's (rebuild.go).
package tabledef

import (
	"regexp"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Table is the definition of a table.
type Table struct {
	Database, Schema, Name string
	Elements               []string // of its definition: columns and constraints, without the foreign keys in Keys
	Keys                   []ForeignKey
	Indexes                []Index
	Comments               []string     // statements
	Constraints            []Constraint // other than the foreign keys of DuckDB
	Original               []string     // the elements as they were read
	Kept                   providers.KeptTable
	Computed               string // a generated column, quoted, whose values are to be copied as those of other columns are; "": none
}

// ForeignKey is a foreign key of a table.
type ForeignKey struct {
	Columns    []string
	Other      string // the table that is referred to, in the same schema
	Others     []string
	Name, text string
}

// Index is an index that a statement has made.
type Index struct {
	Create, Name, Body string
	Kept               providers.KeptIndex
}

// Read reads the definition of a table, which may be a temporary one. commented says that columns may have comments. It returns
// nil if there is none.
func Read(conn lib.Connection, database, schema, name string, commented bool) (*Table, error) {
	t := &Table{Database: database, Schema: schema, Name: name}
	where := ` WHERE database_name = ` + native.Text(database) + ` AND schema_name = ` + native.Text(schema) + ` AND table_name = ` + native.Text(name)
	rows, err := native.Collect(conn, `SELECT sql, coalesce(comment, '') FROM duckdb_tables()`+where)
	if err != nil || len(rows) != 1 {
		return nil, err
	}
	text := rows[0][0]
	t.Elements, t.Kept = definition.Elements(text), providers.ReadKeptTable(rows[0][1])
	if rows[0][1] != "" {
		t.Comments = append(t.Comments, "COMMENT ON TABLE "+t.Path()+" IS "+native.Text(rows[0][1]))
	}
	if rows = nil; commented {
		if rows, err = native.Collect(conn, `SELECT column_name, comment FROM duckdb_columns()`+where+` AND comment IS NOT NULL`); err != nil {
			return nil, err
		}
	}
	for _, row := range rows {
		t.Comments = append(t.Comments, "COMMENT ON COLUMN "+t.Path()+"."+native.Ident(row[0])+" IS "+native.Text(row[1]))
	}
	if rows, err = native.Collect(conn, `SELECT sql, index_name, coalesce(comment, '') FROM duckdb_indexes()`+where+` ORDER BY index_oid`); err != nil {
		return nil, err
	}
	for _, row := range rows {
		list := definition.Tokens(row[0])
		on := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("ON") })
		open := on + slices.IndexFunc(list[max(on, 0):], func(t definition.Token) bool { return t.Text == "(" })
		if on < 0 || open < on {
			return nil, ErrNotRebuilt(t.Name, "an index")
		}
		kept := providers.ReadKeptIndex(row[2])
		t.Indexes = append(t.Indexes, Index{row[0][:list[on].At], row[1], strings.TrimRight(row[0][list[open].At:], "; \n"), kept})
		if kept.Constraint != "" {
			t.Constraints = append(t.Constraints, Constraint{Name: row[1], Kind: kept.Constraint, Columns: kept.KeyColumns(), Element: -1, Mark: -1, Indexed: true})
		}
	}
	if !slices.ContainsFunc(constraintWords, func(word string) bool { return strings.Contains(text, word) }) {
		t.Original = slices.Clone(t.Elements)
		return t, nil
	}
	return t, t.readConstraints(conn, where)
}

// constraintWords are one in DuckDB's text of each constraint that readConstraints reads. To list the constraints takes DuckDB as long as
// there are many tables.
var constraintWords = []string{"CHECK", "UNIQUE", "PRIMARY KEY", "FOREIGN KEY"}

// readConstraints finds the foreign keys, and the names that the catalog shows of the other constraints.
func (t *Table) readConstraints(conn lib.Connection, where string) error {
	rows, err := native.Collect(conn, `SELECT constraint_type, constraint_text, constraint_name, array_to_string(constraint_column_names, chr(31)),
		coalesce(referenced_table, ''), array_to_string(coalesce(referenced_column_names, []), chr(31))
		FROM duckdb_constraints()`+where+` AND constraint_type <> 'NOT NULL' ORDER BY constraint_index`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row[0] == "FOREIGN KEY" {
			at := slices.Index(t.Elements, row[1])
			if at < 0 || otherSchema(row[1], t.Schema) {
				return ErrNotRebuilt(t.Name, "a foreign key")
			}
			t.Elements = slices.Delete(t.Elements, at, at+1)
			t.Keys = append(t.Keys, ForeignKey{columndef.SplitUnits(row[3]), row[4], columndef.SplitUnits(row[5]), t.Name + "_" + strings.Join(columndef.SplitUnits(row[3]), "_") + "_fkey", row[1]})
		}
	}
	t.nameConstraints(rows)
	t.Original = slices.Clone(t.Elements)
	return nil
}

// otherSchema reports whether a foreign key refers to a table of another schema than its own.
func otherSchema(key, own string) bool {
	list := definition.Tokens(key)
	at := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("REFERENCES") }) + 1
	return at+1 < len(list) && list[at+1].Text == "." && !strings.EqualFold(list[at].Name(), own)
}

// ErrNotRebuilt is the error of an alteration of a table that has something that cannot be made again.
func ErrNotRebuilt(table, what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "this ALTER TABLE is not supported, because %q has or refers to %s that the embedded engine cannot make again", table, what).
		WithHint("Create another table, copy the rows, and drop this one.")
}

// Path is the quoted name of the table with its schema.
func (t *Table) Path() string {
	if t.Database == "temp" {
		return "temp.main." + native.Ident(t.Name)
	}
	return native.Ident(t.Schema) + "." + native.Ident(t.Name)
}

// AllElements is all elements of a table, with the foreign keys of DuckDB.
func (t *Table) AllElements() []string {
	list := slices.Clone(t.Elements)
	for _, k := range t.Keys {
		list = append(list, k.text)
	}
	return list
}

// MakeAgain is the statements that make the table again of elements, with the rows that it has, but without a column if one is
// named.
func (t *Table) MakeAgain(conn lib.Connection, elements []string, column string) ([]string, error) {
	columns, err := kept.Writable(conn, t.Path())
	if err != nil {
		return nil, err
	}
	columns = slices.DeleteFunc(columns, func(quoted string) bool { return column != "" && strings.EqualFold(quoted, native.Ident(column)) })
	if t.Computed != "" {
		columns = append(columns, t.Computed)
	}
	list, create := strings.Join(columns, ", "), "CREATE TABLE "
	if t.Database == "temp" {
		create = "CREATE TEMP TABLE "
	}
	steps := []string{
		copyRows(t.Path(), list),
		"DROP TABLE " + t.Path(),
		create + t.Path() + " (" + strings.Join(elements, ", ") + ")",
	}
	return slices.Concat(steps, returnRows(t.Path(), list, elements), t.Comments), nil
}

// copied has the rows of a table while the table is made again.
const copied = `temp.main."__rebuilt"`

// copyRows is the statement that copies columns of a table.
func copyRows(path, columns string) string {
	return "CREATE TEMP TABLE " + copied + " AS SELECT " + columns + " FROM " + path
}

// returnRows is the statements that fill a table of elements with the rows that copyRows has copied.
func returnRows(path, columns string, elements []string) []string {
	insert, drop := "INSERT INTO "+path+" ("+columns+") SELECT * FROM "+copied, "DROP TABLE "+copied
	if slices.ContainsFunc(elements, isUnchecked) {
		return []string{BeginCopy, insert, EndCopy, drop}
	}
	return []string{insert, drop}
}

// BeginCopy and EndCopy stand around the copy of rows that constraints which were added NOT VALID are not checked of. Who runs BeginCopy
// runs EndCopy also after an error.
const (
	BeginCopy = "SET VARIABLE " + providers.CopiesVariable + " = true"
	EndCopy   = "RESET VARIABLE " + providers.CopiesVariable
)

// isUnchecked reports whether an element is a constraint that was added NOT VALID.
func isUnchecked(element string) bool {
	k, _, _, ok := definition.KeptIn(element)
	return ok && k.Unchecked
}

// copiesGuard is the part of such a constraint by which the rows pass that are copied.
var copiesGuard = regexp.MustCompile(`\(getvariable\('` + providers.CopiesVariable + `'\) IS NOT NULL\) OR `)

// Validated returns the elements of the table with a constraint that all rows are held to; ok is false if they were before.
func (t *Table) Validated(n *Constraint) (elements []string, ok bool) {
	if n.Mark < 0 || !isUnchecked(t.Elements[n.Mark]) {
		return nil, false
	}
	elements = slices.Clone(t.Elements)
	elements[n.Mark] = WithoutNotValid(elements[n.Mark])
	return elements, true
}

// WithoutNotValid returns an element, with a constraint that was added NOT VALID as one that all rows are held to.
func WithoutNotValid(element string) string {
	k, start, end, ok := definition.KeptIn(element)
	if !ok || !k.Unchecked {
		return element
	}
	k.Unchecked = false
	return copiesGuard.ReplaceAllString(element[:start]+native.Text(k.Text())+element[end:], "")
}

// RenameKept renames a column in what is kept of an index.
func (i *Index) RenameKept(from, to string) {
	for _, list := range [][]string{i.Kept.Columns, i.Kept.Include} {
		for n := range list {
			if list[n] == from {
				list[n] = to
			}
		}
	}
	for n := range i.Kept.Keys {
		key := &i.Kept.Keys[n]
		if key.Column == from {
			key.Column = to
		}
		key.Expression = definition.ReplaceColumn(key.Expression, from, to)
		key.Value = definition.ReplaceColumn(key.Value, from, to)
		key.Full, key.Pretty = rules.Rename(key.Full, from, to), rules.Rename(key.Pretty, from, to)
	}
	i.Kept.Where = definition.ReplaceColumn(i.Kept.Where, from, to)
	i.Kept.Full, i.Kept.Pretty = rules.Rename(i.Kept.Full, from, to), rules.Rename(i.Kept.Pretty, from, to)
	i.Kept.Chosen = definition.ReplaceColumn(i.Kept.Chosen, from, to)
}

// ForgetShown forgets how expressions over a column are shown, whose type is another one now.
func (i *Index) ForgetShown(column string) {
	for n := range i.Kept.Keys {
		if key := &i.Kept.Keys[n]; definition.NamesColumn(key.Expression, column) {
			key.Full, key.Pretty = "", ""
		}
	}
	if definition.NamesColumn(i.Kept.Where, column) {
		i.Kept.Full, i.Kept.Pretty = "", ""
	}
}

// MakeIndexes is the statements that make the indexes of the table.
func (t *Table) MakeIndexes() (list []string) {
	for _, i := range t.Indexes {
		list = append(list, i.Create+"ON "+t.Path()+" "+i.Body)
		if comment := i.Kept.Text(); comment != "" {
			list = append(list, "COMMENT ON INDEX "+native.Path(t.Database, t.Schema, i.Name)+" IS "+native.Text(comment))
		}
	}
	return list
}

// WithoutConstraint takes PRIMARY KEY or UNIQUE away from a column. The column of a primary key stays NOT NULL.
func WithoutConstraint(element string, list []definition.Token, primary bool) (string, error) {
	for i, t := range slices.Backward(list) {
		switch {
		case primary && t.Is("KEY") && list[i-1].Is("PRIMARY"):
			return element[:list[i-1].At] + "NOT NULL" + element[t.End:], nil
		case !primary && t.Is("UNIQUE"):
			return element[:t.At] + element[t.End:], nil
		}
	}
	return "", ErrNotRebuilt("", "")
}
