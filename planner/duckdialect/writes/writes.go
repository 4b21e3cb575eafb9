// Package writes has the rules for INSERT, UPDATE, DELETE and MERGE: what may be assigned to which column, and the clauses that
// DuckDB has otherwise.
//
//   - Columns of limited length (lengths.go): [HoldAssigned] holds assigned values to the length. Definitions of
//     columns get such types by [LimitColumn].
//   - Columns that make their own values: generated columns (generated.go) and identity columns (identity.go), by
//     [Prepare].
//   - SET (…) = (SELECT …) (multiassign.go), ON CONFLICT (conflicts.go), MERGE (merges.go) and RETURNING (returned.go).
//
// [NameTarget] and [DivideSet] run before all else, [Prepare] and [CheckConflicts] while names are still the client's, and
// [HoldAssigned] once all of the tree was visited.
package writes

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
)

// Target is the table that an INSERT, UPDATE or MERGE writes, nil for another statement.
func Target(root *pg_query.Node) *pg_query.RangeVar {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		return s.InsertStmt.Relation
	case *pg_query.Node_UpdateStmt:
		return s.UpdateStmt.Relation
	case *pg_query.Node_MergeStmt:
		return s.MergeStmt.Relation
	}
	return nil
}

// Prepare rewrites what a statement assigns to columns that make their own values, and the clauses of MERGE. The
// tree is still the client's, but for OVERRIDING, which override has.
func Prepare(t *rewrite.Translation, root *pg_query.Node, override pg_query.OverridingKind, columns []rewrite.Column) {
	leaveGenerated(t, root, columns)
	checkIdentity(t, root, override, columns)
	mergeForms(t, root.GetMergeStmt(), columns)
}
