package writes

import (
	"fmt"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL checks NOT NULL before it looks for a conflict. DuckDB checks the rows that it inserts alone, so a row with a NULL that
// conflicts would be left out silently.

// MustFill reports whether an INSERT … ON CONFLICT has columns that take no NULL.
func MustFill(s *pg_query.InsertStmt, columns []rewrite.Column) bool {
	if s.GetOnConflictClause() == nil {
		return false
	}
	return slices.ContainsFunc(columns, func(c rewrite.Column) bool { return c.NotNull })
}

// mustFill reports whether a value of an INSERT … ON CONFLICT may be a NULL that its column does not take.
func (h *holder) mustFill(c rewrite.Column, value *pg_query.Node) bool {
	return h.filled != nil && c.NotNull && value.GetSetToDefault() == nil && value.GetAConst() == nil
}

// fill returns an expression with the value that fails where the value is a NULL that the column does not take.
func (h *holder) fill(c rewrite.Column, value *pg_query.Node) *pg_query.Node {
	if !h.mustFill(c, value) {
		return value
	}
	object := rewrite.FaultObject(h.filled.Schemaname, h.filled.Relname, c.Name)
	fails := fmt.Sprintf("%s%s: null value in column %q of relation %q violates not-null constraint", sqlstate.NotNullViolation, object, c.Name, h.filled.Relname)
	return build.Coalesce(value, build.Call("error", build.Text(fails)))
}
