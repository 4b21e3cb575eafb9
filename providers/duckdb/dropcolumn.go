package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// rebuildsWithout reports whether a column is dropped by making its table again: DuckDB drops no column before one that a
// key or an index has.
func (r *rebuilding) rebuildsWithout() bool {
	t := r.target
	has := slices.ContainsFunc(t.elements, func(e string) bool { return definition.IsColumn(e, r.alteration.Column) })
	keyed := len(t.indexes) > 0 || slices.ContainsFunc(t.constraints, func(n namedConstraint) bool { return n.kind == "u" || n.kind == "p" })
	return has && keyed && len(t.elements) > 1
}

// dropColumn prepares the statements that make the target again without a column, whose constraints are gone already.
func (r *rebuilding) dropColumn(c *Conn) error {
	t, column := r.target, r.alteration.Column
	if !r.rebuildsWithout() {
		return nil
	}
	elements := slices.DeleteFunc(slices.Clone(t.elements), func(e string) bool { return definition.IsColumn(e, column) })
	t.comments = slices.DeleteFunc(t.comments, func(sql string) bool {
		return strings.HasPrefix(strings.ToLower(sql), strings.ToLower("COMMENT ON COLUMN "+t.path()+"."+native.Ident(column)+" "))
	})
	again, err := t.againWithout(c, elements, column)
	t.rebuilt = again
	return err
}
