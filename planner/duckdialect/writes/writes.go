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
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
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
	checkTargets(t, root, columns)
	leaveGenerated(t, root, columns)
	checkIdentity(t, root, override, columns)
	mergeForms(t, root.GetMergeStmt(), columns)
}

// checkTargets refuses columns that the table does not have in ON CONFLICT and MERGE, and an INSERT of a query with too many columns.
func checkTargets(t *rewrite.Translation, root *pg_query.Node, columns []rewrite.Column) {
	if len(columns) == 0 || t.Env.SQLite {
		return
	}
	if s := root.GetInsertStmt(); s != nil {
		checkNames(t, s.OnConflictClause.GetTargetList(), columns, s.Relation)
		named := len(columns)
		if len(s.Cols) > 0 {
			named = len(s.Cols)
		}
		if query := s.GetSelectStmt().GetSelectStmt(); query != nil && len(query.ValuesLists) == 0 {
			if width, known := WidthOf(t, query, s.WithClause); known && width > named {
				t.NoteError(build.Nowhere, sqlstate.SyntaxError, "INSERT has more expressions than target columns")
			}
		}
	}
	for _, n := range root.GetMergeStmt().GetMergeWhenClauses() {
		checkNames(t, n.GetMergeWhenClause().TargetList, columns, root.GetMergeStmt().Relation)
	}
}

// checkNames refuses targets that are no columns of the table.
func checkNames(t *rewrite.Translation, targets []*pg_query.Node, columns []rewrite.Column, table *pg_query.RangeVar) {
	for _, n := range targets {
		target := n.GetResTarget()
		if !providers.IsScaleColumn(target.GetName()) && !slices.ContainsFunc(columns, func(c rewrite.Column) bool { return strings.EqualFold(c.Name, target.GetName()) }) {
			t.NoteError(target.GetLocation(), sqlstate.UndefinedColumn, "column %q of relation %q does not exist", target.GetName(), table.Relname)
		}
	}
}
