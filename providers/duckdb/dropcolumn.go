package duckdb

import (
	"slices"
	"strings"
)

// rebuildsWithout reports whether a column is dropped by making its table again: DuckDB drops no column before one that a
// key or an index has.
func (r *rebuilding) rebuildsWithout() bool {
	t := r.target
	has := slices.ContainsFunc(t.elements, func(e string) bool { return isColumn(e, r.alteration.column) })
	keyed := len(t.indexes) > 0 || slices.ContainsFunc(t.constraints, func(n namedConstraint) bool { return n.kind == "u" || n.kind == "p" })
	return has && keyed && len(t.elements) > 1
}

// isColumn reports whether an element of a definition is a column of that name.
func isColumn(element, column string) bool {
	list := tokens(element)
	constraint := slices.ContainsFunc([]string{"CHECK", "UNIQUE", "PRIMARY", "FOREIGN", "CONSTRAINT"}, list[0].is) // the names of columns would be quoted
	return !constraint && strings.EqualFold(list[0].name(), column)
}

// dropColumn prepares the statements that make the target again without a column, whose constraints are gone already.
func (r *rebuilding) dropColumn(c *Conn) error {
	t, column := r.target, r.alteration.column
	if !r.rebuildsWithout() {
		return nil
	}
	elements := slices.DeleteFunc(slices.Clone(t.elements), func(e string) bool { return isColumn(e, column) })
	t.comments = slices.DeleteFunc(t.comments, func(sql string) bool {
		return strings.HasPrefix(strings.ToLower(sql), strings.ToLower("COMMENT ON COLUMN "+t.path()+"."+quoteIdents([]string{column})[0]+" "))
	})
	again, err := t.againWithout(c, elements, column)
	t.rebuilt = again
	return err
}
