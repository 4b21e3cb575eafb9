package tabledef

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// NameDuplicate names the constraint of the table by which a key may not be there twice.
func (t *Table) NameDuplicate(e *sqlstate.Error) {
	if t.nameExpression(e) {
		return
	}
	var columns []string
	if names, _, told := strings.Cut(strings.TrimPrefix(e.Detail, "Key ("), ")=("); told {
		columns = strings.Split(names, ", ")
	}
	if name := t.uniqueOver(columns); name != "" {
		e.Message = fmt.Sprintf("duplicate key value violates unique constraint %q", name)
		e.Schema, e.Table, e.Constraint = t.Schema, t.Name, name
	}
}

// nameExpression names the unique index of an expression, or of some rows, that an error tells of.
func (t *Table) nameExpression(e *sqlstate.Error) bool {
	told := spelledAlike(e.Detail)
	for _, i := range t.Indexes {
		if !i.unique() || definition.NamesIn(i.Body) != nil {
			continue
		}
		keys := definition.Elements(i.Body)
		if !slices.ContainsFunc(keys, func(k string) bool { return !strings.Contains(told, spelledAlike(k)) }) {
			e.Message = fmt.Sprintf("duplicate key value violates unique constraint %q", i.Name)
			e.Schema, e.Table, e.Constraint = t.Schema, t.Name, i.Name
			if key, value := catalog.ShownKey(keys[0]), toldValue(e.Detail); len(keys) == 1 && value != "" {
				e.Detail = "Key (" + key + ")=(" + value + ") already exists."
			}
			return true
		}
	}
	return false
}

// unique reports whether an index is one of rows that are not there twice.
func (i Index) unique() bool {
	return slices.ContainsFunc(definition.Tokens(i.Create), func(t definition.Token) bool { return t.Is("UNIQUE") })
}

// plainCast is a cast of a constant, as DuckDB writes one in an error.
var plainCast = regexp.MustCompile(`(?i)cast\(('[^']*'|[^()']*) AS [a-z_ ]+(\([0-9, ]+\))?\)`)

// spelledAlike takes out of an expression what DuckDB writes otherwise in the definition of an index and in an error.
func spelledAlike(expression string) string {
	return strings.NewReplacer(" ", "", "(", "", ")", "", `"`, "").Replace(plainCast.ReplaceAllString(expression, "$1"))
}

// toldValue returns the value that an error tells of a key, or "" if it is not known.
func toldValue(detail string) string {
	detail = strings.TrimSuffix(strings.TrimSuffix(detail, " already exists."), ")")
	for _, between := range []string{")=(", ": "} {
		if _, value, ok := strings.Cut(detail, between); ok {
			return value
		}
	}
	return ""
}

// uniqueOver returns the name of the primary key, constraint or index that keeps columns unique, or of the only one
// there is if the columns are not told. It returns "" if there is none.
func (t *Table) uniqueOver(columns []string) string {
	var names []string
	add := func(name string, over []string) {
		if columns == nil || definition.SameNames(over, columns) {
			names = append(names, name)
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
	if len(names) == 0 || columns == nil && len(names) > 1 {
		return ""
	}
	return names[0]
}
