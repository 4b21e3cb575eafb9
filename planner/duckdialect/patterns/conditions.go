package patterns

import (
	"errors"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/are"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// CheckConditions refuses constant expressions that no text can be matched with, in conditions of WHERE, HAVING and ON: PostgreSQL reads them
// when it plans the query, to tell how many rows there will be. Elsewhere they fail once there is a text to match. The tree is the
// client's.
func CheckConditions(t *inference.Types, root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			checkCondition(t, m.WhereClause)
			checkCondition(t, m.HavingClause)
		case *pg_query.UpdateStmt:
			checkCondition(t, m.WhereClause)
		case *pg_query.DeleteStmt:
			checkCondition(t, m.WhereClause)
		case *pg_query.JoinExpr:
			checkCondition(t, m.Quals)
		}
	})
}

// checkCondition refuses them in one condition.
func checkCondition(t *inference.Types, n *pg_query.Node) {
	for _, part := range n.GetBoolExpr().GetArgs() {
		checkCondition(t, part)
	}
	e := n.GetAExpr()
	_, op := parse.SplitName(e.GetName())
	operator, matches := Operators[op]
	source, constant := "", false
	switch {
	case e.GetKind() == pg_query.A_Expr_Kind_AEXPR_OP && matches:
		source, constant = parse.TextConstant(e.Rexpr)
	case e.GetKind() == pg_query.A_Expr_Kind_AEXPR_SIMILAR && len(e.Rexpr.GetFuncCall().GetArgs()) == 1:
		source, constant = parse.TextConstant(e.Rexpr.GetFuncCall().Args[0])
		source = similarSource(source)
	}
	if !constant || !hasColumn(e.Lexpr) {
		return
	}
	if _, err := are.Compile(source, are.Options{Fold: operator.Fold}); errors.Is(err, are.ErrSyntax) {
		t.NoteError(build.Nowhere, "2201B", "%v", err)
	}
}

// hasColumn reports whether an expression names a column.
func hasColumn(n *pg_query.Node) (found bool) {
	trees.EachColumn(n.ProtoReflect(), func(*pg_query.ColumnRef) { found = true })
	return found
}
