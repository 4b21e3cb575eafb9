package scans

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// The rows that feed an input are read twice: for the values, and by the statement. What the statement
// would see otherwise than the query of the values does must not feed, since rows would be lost.

// feeds reports whether the values of an expression over an item are those that the statement sees.
func (t *taker) feeds(i *item, expr *pg_query.Node) bool {
	return !t.changing(i) && (strict(expr) || !i.nullable())
}

// changing reports whether an item may have other rows each time that it is read.
func (t *taker) changing(i *item) (found bool) {
	query := selectNode(target(pg_query.MakeAConstIntNode(1, -1)), i.node)
	t.addWith(query.GetSelectStmt(), i.level.with)
	each(query.ProtoReflect(), func(m any) {
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

// nullable reports whether an outer join may have the item without a row.
func (i *item) nullable() bool {
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

// strict reports whether an expression is certainly NULL where its columns are.
func strict(n *pg_query.Node) bool {
	switch n := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return true
	case *pg_query.Node_TypeCast:
		return strict(n.TypeCast.Arg)
	case *pg_query.Node_AExpr:
		return n.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (strict(n.AExpr.Lexpr) || strict(n.AExpr.Rexpr))
	case *pg_query.Node_FuncCall:
		name := n.FuncCall.Funcname[len(n.FuncCall.Funcname)-1].GetString_().GetSval()
		return slices.Contains(strictFunctions, name) && slices.ContainsFunc(n.FuncCall.Args, strict)
	}
	return false
}

var strictFunctions = []string{"lower", "upper", "btrim", "ltrim", "rtrim", "substr", "substring", "replace", "split_part", "left", "right"}
