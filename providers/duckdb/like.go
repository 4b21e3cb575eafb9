package duckdb

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no LIKE in CREATE TABLE. The columns of the other table, and what INCLUDING names, stand in its place.

// likeOptions are the words that INCLUDING and EXCLUDING take. Words for what the embedded engine does not have change nothing.
var likeOptions = []string{"COMMENTS", "COMPRESSION", "CONSTRAINTS", "DEFAULTS", "GENERATED", "IDENTITY", "INDEXES", "STATISTICS", "STORAGE"}

// hasLike reports whether a statement is a CREATE TABLE with LIKE.
func hasLike(s providers.Statement) bool {
	return verb(s) == "CREATE TABLE" && slices.ContainsFunc(definition.Elements(s.SQL), definition.IsLike)
}

// expandLike replaces each LIKE by the elements that it stands for.
func (c *Conn) expandLike(s providers.Statement) (providers.Statement, error) {
	if !hasLike(s) {
		return s, nil
	}
	place, err := c.definedTable(s.SQL)
	if err != nil {
		return s, err
	}
	made := tabledef.Table{Database: place[0], Schema: place[1], Name: place[2]}
	elements := definition.Elements(s.SQL)
	var out []string
	for _, e := range elements {
		if !definition.IsLike(e) {
			out = append(out, e)
			continue
		}
		added, err := c.likeElements(e, &made, &s)
		if err != nil {
			return s, err
		}
		out = append(out, added...)
	}
	var names []string
	for _, e := range out {
		if list := definition.Tokens(e); definition.IsColumn(e, list[0].Name()) {
			name := strings.ToLower(list[0].Name())
			if slices.Contains(names, name) {
				return s, sqlstate.New(sqlstate.DuplicateColumn, "column %q specified more than once", list[0].Name())
			}
			names = append(names, name)
		}
	}
	open := strings.Index(s.SQL, elements[0])
	last := elements[len(elements)-1]
	end := strings.LastIndex(s.SQL, last) + len(last)
	if open < 0 || end < open {
		return s, tabledef.ErrNotRebuilt(place[2], "LIKE")
	}
	s.SQL = s.SQL[:open] + strings.Join(out, ", ") + s.SQL[end:]
	return s, nil
}

// likeElements returns the elements that a LIKE stands for. It adds to s what has to run before and after the statement.
func (c *Conn) likeElements(element string, of *tabledef.Table, s *providers.Statement) (out []string, err error) {
	written, rest := definition.NameAt(element, definition.Tokens(element)[1:])
	including := map[string]bool{}
	for i := 0; i+1 < len(rest); i += 2 {
		what := []string{strings.ToUpper(rest[i+1].Text)}
		if what[0] == "ALL" {
			what = likeOptions
		}
		for _, w := range what {
			including[w] = rest[i].Is("INCLUDING")
		}
	}
	found, err := c.lookUpObject("TABLE", written)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return nil, c.errNoRelation(written)
	case found.Kind == "SEQUENCE", found.Kind == "INDEX":
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not a table, view, materialized view, composite type, or foreign table", found.Name)
	}
	columns, err := c.collectText(`SELECT column_name, data_type, CAST(is_nullable AS VARCHAR), coalesce(column_default, '') FROM duckdb_columns() WHERE database_name = ` + native.Text(found.Database) +
		` AND schema_name = ` + native.Text(found.Schema) + ` AND table_name = ` + native.Text(found.Name) + ` ORDER BY column_index`)
	if err != nil {
		return nil, err
	}
	var from *tabledef.Table
	if found.Kind != "VIEW" {
		if from, err = c.readTableOf(found.Database, found.Schema, found.Name); err != nil {
			return nil, err
		}
	}
	for _, column := range columns {
		text := native.Ident(column[0]) + " " + column[1]
		if from != nil {
			behind, err := c.likeColumn(column, from, of, including, s)
			if err != nil {
				return nil, err
			}
			text += behind
		}
		out = append(out, text)
	}
	c.likeCollations(found, columns, of, s)
	if from == nil {
		return out, nil
	}
	if err := likeComments(from, of, including, s); err != nil {
		return nil, err
	}
	for _, e := range from.Elements {
		if k, _, _, ok := definition.KeptIn(e); ok && (k.Kind == "t" || k.Kind == providers.KeptPrecision) { // the types of columns are always copied
			out = append(out, e)
		}
	}
	return append(out, likeConstraints(from, of, including, s)...), nil
}

// likeCollations has the collations of the columns of a view copied.
func (c *Conn) likeCollations(found *object.Object, columns [][]string, of *tabledef.Table, s *providers.Statement) {
	if found.Kind != "VIEW" && found.Kind != matview {
		return
	}
	shown, _ := providers.ParseShownQuery(c.queryOfView(*found))
	change := providers.TableChange{}
	for i, name := range shown.Collations {
		if name != "" && i < len(columns) {
			change.Columns = append(change.Columns, providers.StoredColumn{Name: columns[i][0], Collation: name})
		}
	}
	if len(change.Columns) > 0 {
		s.After = append(s.After, "COMMENT ON TABLE "+of.Path()+" IS "+native.Text(change.Text()))
	}
}

// likeComments has the comments of columns copied, and their storage; their collations are copied always. It refuses to copy the comments
// of constraints.
func likeComments(from, of *tabledef.Table, including map[string]bool, s *providers.Statement) error {
	change := providers.TableChange{}
	for _, c := range from.Kept.Columns {
		if c.Target = nil; !including["STORAGE"] {
			c.Storage = ""
		}
		if c.Storage != "" || c.Collation != "" {
			change.Columns = append(change.Columns, c)
		}
	}
	if len(change.Columns) > 0 {
		s.After = append(s.After, "COMMENT ON TABLE "+of.Path()+" IS "+native.Text(change.Text()))
	}
	if !including["COMMENTS"] {
		return nil
	}
	if len(from.Kept.Constraints) > 0 && (including["CONSTRAINTS"] || including["INDEXES"]) {
		return sqlstate.New(sqlstate.FeatureNotSupported, "LIKE … INCLUDING COMMENTS of a table whose constraints have comments is not supported").
			WithHint("Write EXCLUDING COMMENTS, and comment on the new constraints.")
	}
	for _, comment := range from.Comments {
		if strings.HasPrefix(comment, "COMMENT ON COLUMN") {
			s.After = append(s.After, strings.Replace(comment, from.Path(), of.Path(), 1))
		}
	}
	return nil
}

// likeColumn is what LIKE copies of a column behind its type.
func (c *Conn) likeColumn(column []string, from, of *tabledef.Table, including map[string]bool, s *providers.Statement) (out string, err error) {
	at := slices.IndexFunc(from.Elements, func(e string) bool { return definition.IsColumn(e, column[0]) })
	generated := at >= 0 && columndef.Computes(from.Elements[at])
	identity := columndef.IdentityOf(column[3])
	switch {
	case column[3] == "":
	case generated:
		if including["GENERATED"] {
			out += " GENERATED ALWAYS AS (" + column[3] + ")"
		}
	case identity != 0 && including["IDENTITY"]:
		sequence := of.Name + "_" + column[0] + "_seq"
		create, place, in := "CREATE SEQUENCE ", native.Ident(of.Schema)+".", of.Schema
		if of.Database == "temp" {
			create, place, in = "CREATE TEMPORARY SEQUENCE ", "", "temp"
		}
		options, err := c.likeSequence(column[3], from)
		if err != nil {
			return "", err
		}
		s.Before = append(s.Before, create+place+native.Ident(sequence)+options)
		next := "pg__drawn(nextval(" + native.Text(place+native.Ident(sequence)) + "), " + native.Text(native.Ident(in)+"."+native.Ident(sequence)) + ")"
		if out += " DEFAULT (" + next + " + 0)"; identity == 'a' {
			out = " DEFAULT (0 + " + next + ")"
		}
	case identity == 0 && including["DEFAULTS"]:
		out += " DEFAULT (" + column[3] + ")"
	}
	if column[2] == "false" {
		out += " NOT NULL"
	}
	return out, nil
}

// likeSequence are the options of the sequence of an identity column, for another one.
func (c *Conn) likeSequence(expression string, from *tabledef.Table) (string, error) {
	names := columndef.SequencesIn(expression)
	if len(names) == 0 {
		return "", tabledef.ErrNotRebuilt(from.Name, "an identity column")
	}
	parts := definition.SplitName(names[0])
	s, err := c.readSequence(object.Object{Kind: "SEQUENCE", Database: from.Database, Schema: from.Schema, Name: parts[len(parts)-1]})
	if err != nil || s.Step == "" {
		return "", cmp.Or(err, tabledef.ErrNotRebuilt(from.Name, "an identity column"))
	}
	s.Start, s.Kept = s.Kept.Start, sequence.Kept{}
	return s.Options(), nil
}

// likeConstraints are the CHECKs and keys that LIKE copies, and the indexes, which are made behind the statement.
func likeConstraints(t, of *tabledef.Table, including map[string]bool, s *providers.Statement) (out []string) {
	for _, k := range t.Constraints {
		switch {
		case k.Indexed: // it is an index below
		case k.Kind == "c" && including["CONSTRAINTS"]:
			text := tabledef.WithoutNotValid(t.Elements[k.Element]) // PostgreSQL's copy is valid: it has no rows yet
			list := definition.Tokens(text)
			if k.Mark < 0 && list[0].Is("CHECK") {
				kept := providers.KeptConstraint{Kind: "c", Name: k.Name}
				text = "CHECK ((" + native.Text(kept.Text()) + " IS NOT NULL) AND " + strings.TrimSpace(text[len("CHECK"):]) + ")"
			}
			if list[0].Is("CHECK") {
				out = append(out, text)
			}
		case k.Kind == "p" && including["INDEXES"]:
			out = append(out, "PRIMARY KEY ("+strings.Join(native.Idents(k.Columns), ", ")+")")
		case k.Kind == "u" && including["INDEXES"]:
			out = append(out, "UNIQUE ("+strings.Join(native.Idents(k.Columns), ", ")+")")
		}
	}
	if !including["INDEXES"] {
		return out
	}
	taken := map[string]bool{}
	for _, i := range t.Indexes {
		unique := ""
		if strings.Contains(strings.ToUpper(i.Create), " UNIQUE ") {
			unique = "UNIQUE "
		}
		name := likeName(of.Name, i, taken)
		switch i.Kept.Constraint {
		case "p":
			name = of.Name + "_pkey"
		case "u":
			name = of.Name + "_" + strings.Join(slices.Concat(i.Kept.KeyColumns(), i.Kept.Include), "_") + "_key"
		case "x":
			name = strings.TrimSuffix(name, "_idx") + "_excl"
		}
		s.After = append(s.After, "CREATE "+unique+"INDEX "+native.Ident(name)+" ON "+of.Path()+" "+i.Body)
		if kept := i.Kept; len(kept.Keys) > 0 {
			kept.Comment = ""
			s.After = append(s.After, "COMMENT ON INDEX "+native.Ident(of.Schema)+"."+native.Ident(name)+" IS "+native.Text(kept.Text()))
		}
	}
	return out
}

// likeName is the name of the copy of an index: ChooseIndexName. A number is added to a name that another copy has.
func likeName(table string, i tabledef.Index, taken map[string]bool) string {
	parts := definition.NamesIn(i.Body)
	if len(i.Kept.Keys) > 0 {
		parts = nil
		for _, k := range i.Kept.Keys {
			part := k.Column
			if list := definition.Tokens(k.Expression); part == "" && len(list) > 1 && list[1].Text == "(" && list[0].Text != "(" {
				part = list[0].Name()
			} else if part == "" {
				part = "expr"
			}
			parts = append(parts, part)
		}
		parts = append(parts, i.Kept.Include...)
	}
	base := table + "_" + strings.Join(parts, "_") + "_idx"
	name := base
	for n := 1; taken[strings.ToLower(name)]; n++ {
		name = base + strconv.Itoa(n)
	}
	taken[strings.ToLower(name)] = true
	return name
}
