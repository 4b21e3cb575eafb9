package build

import pg_query "github.com/pganalyze/pg_query_go/v6"

// Binary makes a call of an operator.
func Binary(op string, left, right *pg_query.Node) *pg_query.Node {
	return pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, Names(op), left, right, Nowhere)
}

// Not makes NOT x.
func Not(x *pg_query.Node) *pg_query.Node {
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_NOT_EXPR, []*pg_query.Node{x}, Nowhere)
}

// And makes the conjunction of two or more conditions, and returns a single one as it is.
func And(conditions ...*pg_query.Node) *pg_query.Node {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, conditions, Nowhere)
}

// Or makes the disjunction of two or more conditions, and returns a single one as it is.
func Or(conditions ...*pg_query.Node) *pg_query.Node {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_OR_EXPR, conditions, Nowhere)
}

// IsNull makes x IS NULL.
func IsNull(x *pg_query.Node) *pg_query.Node { return nullTest(x, pg_query.NullTestType_IS_NULL) }

// IsNotNull makes x IS NOT NULL.
func IsNotNull(x *pg_query.Node) *pg_query.Node {
	return nullTest(x, pg_query.NullTestType_IS_NOT_NULL)
}

func nullTest(x *pg_query.Node, kind pg_query.NullTestType) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: x, Nulltesttype: kind, Location: Nowhere}}}
}

// Both returns a condition that is true where two are. A condition that is nil is not there.
func Both(a, b *pg_query.Node) *pg_query.Node {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, []*pg_query.Node{a, b}, -1)
}
