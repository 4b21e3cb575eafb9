package scans

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// The rows that feed an input are read twice: by the query of the values, and by the statement. An expression that may differ
// between the two must not feed an input, since rows would be lost.

// mayFeed reports whether an expression over an item has the same values in the statement as in a query of its own.
func (t *taker) mayFeed(i *item, expr *pg_query.Node) bool {
	return !t.mayChangeBetweenReads(i) && (isStrict(expr) || !i.isNullable())
}

// mayChangeBetweenReads reports whether two reads of an item may return different rows.
func (t *taker) mayChangeBetweenReads(i *item) (found bool) {
	query := selectNode(targetOf(pg_query.MakeAConstIntNode(1, -1)), i.node)
	t.addWith(query.GetSelectStmt(), i.level.with)
	eachMessage(query.ProtoReflect(), func(m any) {
		switch n := m.(type) {
		case *pg_query.RangeTableSample:
			found = true
		case *pg_query.FuncCall:
			found = found || slices.Contains(changingFunctions, n.Funcname[len(n.Funcname)-1].GetString_().GetSval())
		}
	})
	return found
}

var changingFunctions = []string{"random", "random_normal", "setseed", "gen_random_uuid", "uuid", "uuidv4", "uuidv7", "nextval", "clock_timestamp", "timeofday"}

// isNullable reports whether an outer join may fill the columns of an item with NULL.
func (i *item) isNullable() bool {
	return slices.ContainsFunc(i.path, func(s step) bool {
		switch s.join.expr.Jointype {
		case pg_query.JoinType_JOIN_LEFT:
			return s.right
		case pg_query.JoinType_JOIN_RIGHT:
			return !s.right
		case pg_query.JoinType_JOIN_FULL:
			return true
		}
		return false
	})
}

// isStrict reports whether an expression is certainly NULL where its columns are.
func isStrict(n *pg_query.Node) bool {
	switch n := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return true
	case *pg_query.Node_TypeCast:
		return isStrict(n.TypeCast.Arg)
	case *pg_query.Node_AExpr:
		return n.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (isStrict(n.AExpr.Lexpr) || isStrict(n.AExpr.Rexpr))
	case *pg_query.Node_FuncCall:
		name := n.FuncCall.Funcname[len(n.FuncCall.Funcname)-1].GetString_().GetSval()
		return slices.Contains(strictFunctions, name) && slices.ContainsFunc(n.FuncCall.Args, isStrict)
	}
	return false
}

var strictFunctions = []string{"lower", "upper", "btrim", "ltrim", "rtrim", "substr", "substring", "replace", "split_part", "left", "right"}
