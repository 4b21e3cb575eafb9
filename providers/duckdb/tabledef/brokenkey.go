package tabledef

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// NameDuplicate names the constraint of the table by which a key may not be there twice. told is what DuckDB tells of the key;
// finds reports whether a query finds rows. It is asked where DuckDB tells no columns, and several keys can have the value.
func (t *Table) NameDuplicate(e *sqlstate.Error, told, sql string, finds func(sql string) bool) {
	if t.nameExpression(e, told) {
		return
	}
	var columns []string
	if names, _, told := strings.Cut(strings.TrimPrefix(e.Detail, "Key ("), ")=("); told {
		columns = strings.Split(names, ", ")
	}
	if name, over := t.uniqueOver(columns, toldValue(e.Detail), sql, finds); name != "" {
		t.nameKey(e, name, over)
	}
}

// nameKey names the constraint, or the index, of which a key is there twice.
func (t *Table) nameKey(e *sqlstate.Error, name string, over []string) {
	e.Message = fmt.Sprintf("duplicate key value violates unique constraint %q", name)
	e.Schema, e.Table, e.Constraint = t.Schema, t.Name, name
	if value := toldValue(e.Detail); value != "" && len(over) > 0 {
		e.Detail = "Key (" + QuotedNames(over) + ")=(" + t.padKey(over, value) + ") already exists."
	}
}

// padKey fills the values of a key that are of type character with the blanks that PostgreSQL shows. value lists the values: "a, 1".
func (t *Table) padKey(columns []string, value string) string {
	parts := []string{value}
	if len(columns) > 1 {
		parts = strings.Split(value, ", ")
	}
	if len(parts) != len(columns) {
		return value
	}
	for i, column := range columns {
		if length := t.lengthOfChar(column); length > 0 && parts[i] != "NULL" {
			parts[i] += strings.Repeat(" ", max(length-utf8.RuneCountInString(parts[i]), 0))
		}
	}
	return strings.Join(parts, ", ")
}

// TypeOf is the type of a column, without what stands behind its name; "": the table has no such column.
func (t *Table) TypeOf(column string) string {
	if list := t.columnTokens(column); len(list) > 1 {
		return list[1].Name()
	}
	return ""
}

// lengthOfChar is the n of a column of type character(n), 0 for another column.
func (t *Table) lengthOfChar(column string) int {
	digits, _ := strings.CutPrefix(strings.ToLower(t.TypeOf(column)), "pg_bpchar_")
	length, _ := strconv.Atoi(digits)
	return length
}

// columnTokens are the tokens of the definition of a column, nil where the table has no such column.
func (t *Table) columnTokens(column string) []definition.Token {
	at := slices.IndexFunc(t.Elements, func(e string) bool { return definition.IsColumn(e, column) })
	if at < 0 {
		return nil
	}
	return definition.Tokens(t.Elements[at])
}

// QuotedNames lists columns as PostgreSQL writes them.
func QuotedNames(columns []string) string {
	out := make([]string, len(columns))
	for i, column := range columns {
		out[i] = rules.Quote(column)
	}
	return strings.Join(out, ", ")
}

// plainCall is the begin of an expression that stands in an index without parentheses of its own.
var plainCall = regexp.MustCompile(`^("[^"]+"|[A-Za-z_]\w*)\(`)

// ShownKeys lists the keys of an index as PostgreSQL tells them in an error. elements are those of DuckDB's index.
func ShownKeys(kept providers.KeptIndex, elements []string) []string {
	out := make([]string, len(elements))
	for i, element := range elements {
		switch {
		case len(kept.Keys) != len(elements):
			out[i] = rules.Quote(definition.LastName(catalog.ShownKey(element)))
		case kept.Keys[i].Column != "":
			out[i] = rules.Quote(kept.Keys[i].Column)
		case kept.Keys[i].Pretty != "":
			out[i] = providers.WithoutMarks(kept.Keys[i].Pretty)
			if !plainCall.MatchString(kept.Keys[i].Full) {
				out[i] = "(" + out[i] + ")"
			}
		default:
			out[i] = kept.Keys[i].Expression
		}
	}
	return out
}

// NameAdded names the constraint that an ALTER TABLE adds, or the index that a CREATE INDEX makes, of which a key of the table's rows is
// there twice. It returns false for another statement.
func (t *Table) NameAdded(e *sqlstate.Error, sql string) bool {
	if d, ok := definition.Parse(sql); ok && d.Verb == "CREATE" && d.Kind == "INDEX" {
		e.Schema, e.Table, e.Constraint = t.Schema, t.Name, definition.LastName(d.Name)
		e.Detail = ""
		return true
	}
	a, ok := definition.ParseAlteration(sql)
	if !ok || a.Action != definition.AddConstraint {
		return false
	}
	elements, err := t.AddedElements(a)
	if columns := definition.NamesIn(a.Body); err != nil && len(columns) > 0 { // the statement adds a column of the key, too
		name := t.Name + "_" + strings.Join(columns, "_") + "_key"
		if list := definition.Tokens(a.Body); list[0].Is("PRIMARY") {
			name = t.Name + "_pkey"
		}
		t.nameKey(e, cmp.Or(a.Name, name), columns)
		return true
	}
	if err != nil {
		return false
	}
	for _, element := range elements {
		if k, _, _, ok := definition.KeptIn(element); ok && (k.Kind == "u" || k.Kind == "p") {
			t.nameKey(e, k.Name, k.Columns)
			return true
		}
	}
	return false
}

// SayDefined says what PostgreSQL says where rows that a table has do not fit what a statement defines.
func SayDefined(e *sqlstate.Error) {
	switch {
	case e.Code == sqlstate.NotNullViolation && e.Column != "":
		e.Message = fmt.Sprintf("column %q of relation %q contains null values", e.Column, e.Table)
	case e.Constraint == "":
	case e.Code == sqlstate.CheckViolation:
		e.Message = fmt.Sprintf("check constraint %q of relation %q is violated by some row", e.Constraint, e.Table)
	case e.Code == sqlstate.UniqueViolation:
		e.Message = fmt.Sprintf("could not create unique index %q", e.Constraint)
		e.Detail = strings.Replace(e.Detail, ") already exists.", ") is duplicated.", 1)
	}
}

// NameCheck names the CHECK that a row violates.
func NameCheck(e *sqlstate.Error, name string) {
	e.Message = fmt.Sprintf("new row for relation %q violates check constraint %q", e.Table, name)
	e.Constraint = name
}

// NameBroken names the CHECK of the table that an error tells the expression of.
func (t *Table) NameBroken(e *sqlstate.Error, expression string) {
	told := spelledAlike(expression)
	for _, k := range t.Constraints {
		if k.Kind == "c" && spelledAlike(t.Elements[k.Element]) == told {
			NameCheck(e, k.Name)
			return
		}
	}
}

// nameExpression names the unique index of an expression, or of some rows, that an error tells of.
func (t *Table) nameExpression(e *sqlstate.Error, key string) bool {
	var may []Index // those whose columns are told; the conditions tell them apart
	for _, i := range t.Indexes {
		if _, _, ok := toldKey(i.Kept, key); ok && i.unique() {
			may = append(may, i)
		}
	}
	if len(may) > 1 {
		may = slices.DeleteFunc(may, func(i Index) bool { return !i.isTold(key) })
	}
	if len(may) == 1 {
		columns, values, _ := toldKey(may[0].Kept, key)
		e.Detail = "Key (" + columns + ")=(" + values + ") already exists."
		t.nameIndex(e, may[0])
		return true
	}
	for _, i := range t.Indexes {
		keys := definition.Elements(i.Body)
		if i.unique() && strings.Contains(strings.TrimPrefix(i.Body, "("), "(") && i.isTold(e.Detail) {
			t.nameIndex(e, i)
			if value := toldValue(e.Detail); value != "" {
				e.Detail = "Key (" + strings.Join(ShownKeys(i.Kept, keys), ", ") + ")=(" + value + ") already exists."
			}
			return true
		}
	}
	return false
}

// isTold reports whether a text of DuckDB's has all keys of an index.
func (i Index) isTold(text string) bool {
	told := spelledAlike(text)
	return !slices.ContainsFunc(definition.Elements(i.Body), func(k string) bool { return !strings.Contains(told, spelledAlike(k)) })
}

func (t *Table) nameIndex(e *sqlstate.Error, i Index) {
	e.Message = fmt.Sprintf("duplicate key value violates unique constraint %q", i.Name)
	e.Schema, e.Table, e.Constraint = t.Schema, t.Name, i.Name
}

// unique reports whether an index is one of rows that are not there twice.
func (i Index) unique() bool {
	return slices.ContainsFunc(definition.Tokens(i.Create), func(t definition.Token) bool { return t.Is("UNIQUE") })
}

// plainCast is a cast of a constant, as DuckDB writes one in an error.
var plainCast = regexp.MustCompile(`(?i)cast\(('[^']*'|[^()']*) AS [a-z_0-9 ]+(\([0-9, ]+\))?\)`)

// spelledAlike takes out of an expression what DuckDB writes otherwise in the definition of an index and in an error.
func spelledAlike(expression string) string {
	return strings.NewReplacer(" ", "", "(", "", ")", "").Replace(plainCast.ReplaceAllString(strings.ReplaceAll(expression, `"`, ""), "$1"))
}

// toldValue returns the value that an error tells of a key, or "" if it is not known.
func toldValue(detail string) string {
	detail = strings.TrimSuffix(strings.TrimSuffix(detail, " already exists."), ")")
	for _, between := range []string{")=(", ": "} {
		if _, value, ok := strings.Cut(detail, between); ok {
			return value
		}
	}
	if value, ok := strings.CutPrefix(detail, "Key ("); ok { // without the columns
		return value
	}
	return ""
}

// uniqueOver returns the name and the columns of the primary key, constraint or index that keeps columns unique. If the columns are not
// told, it is the only one that can have a value, or the only one by which a row with the value is there. The name is "" if there is none.
func (t *Table) uniqueOver(columns []string, value, sql string, finds func(sql string) bool) (string, []string) {
	type key struct {
		name string
		over []string
	}
	var keys []key
	add := func(name string, over []string) {
		if columns == nil && t.mayHave(over, value) || definition.SameNames(over, columns) {
			keys = append(keys, key{name, over})
		}
	}
	for _, k := range t.Constraints {
		if k.Kind == "p" || k.Kind == "u" {
			add(k.Name, k.Columns)
		}
	}
	for _, i := range t.Indexes {
		var over []string
		for _, t := range definition.Tokens(i.Body) {
			if !strings.Contains("(),;", t.Text) {
				over = append(over, t.Name())
			}
		}
		if i.unique() {
			add(i.Name, over)
		}
	}
	if columns == nil && len(keys) > 1 {
		if rows, ok := definition.ReadInserted(sql); ok {
			twice := slices.DeleteFunc(slices.Clone(keys), func(k key) bool { q := t.twiceAmong(rows, k.over); return q == "" || !finds(q) })
			if len(twice) == 1 {
				return twice[0].name, twice[0].over
			}
		}
		keys = slices.DeleteFunc(keys, func(k key) bool { return !finds(t.havingKey(k.over, value)) })
	}
	if len(keys) == 0 || columns == nil && len(keys) > 1 {
		return "", nil
	}
	return keys[0].name, keys[0].over
}

// twiceAmong is a query that finds a key twice among the rows of an INSERT, "" where these do not have all of its columns.
func (t *Table) twiceAmong(rows definition.InsertedRows, over []string) string {
	columns := rows.Columns
	if columns == nil {
		for _, e := range t.Elements {
			if name := definition.Tokens(e)[0].Name(); definition.IsColumn(e, name) {
				columns = append(columns, name)
			}
		}
	}
	names, keys := make([]string, len(columns)), make([]string, len(over))
	for i, name := range columns {
		names[i] = rules.Quote(strings.ToLower(name))
	}
	for i, name := range over {
		if keys[i] = rules.Quote(strings.ToLower(name)); !slices.Contains(names, keys[i]) {
			return ""
		}
	}
	return "SELECT 'there' FROM (" + rows.Values + ") q(" + strings.Join(names, ", ") + ") WHERE " + strings.Join(keys, " IS NOT NULL AND ") + " IS NOT NULL GROUP BY " +
		strings.Join(keys, ", ") + " HAVING count(*) > 1 LIMIT 1"
}

// havingKey is a query of the rows of the table whose columns have the values that DuckDB lists: "a, 1".
func (t *Table) havingKey(columns []string, value string) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = "CAST(" + rules.Quote(column) + " AS VARCHAR)"
	}
	return "SELECT 'there' FROM " + rules.Quote(t.Schema) + "." + rules.Quote(t.Name) + " WHERE concat_ws(', ', " + strings.Join(list, ", ") + ") = " + native.Text(value) + " LIMIT 1"
}

// integer is the text of an integer.
var integer = regexp.MustCompile(`^-?[0-9]+$`)

// integers are DuckDB's types of integers.
var integers = []string{"SMALLINT", "INTEGER", "BIGINT"}

// mayHave reports whether a key over columns can have a value, whose parts DuckDB lists: "a, 1".
func (t *Table) mayHave(columns []string, value string) bool {
	if len(columns) != 1 {
		return strings.Count(value, ", ") >= len(columns)-1
	}
	list := t.columnTokens(columns[0])
	if length := t.lengthOfChar(columns[0]); length > 0 && utf8.RuneCountInString(value) > length {
		return false
	}
	return integer.MatchString(value) || len(list) < 2 || !slices.ContainsFunc(integers, list[1].Is)
}
