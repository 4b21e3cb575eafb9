package parse

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Deparse returns a tree as SQL. pg_query writes no brackets in many places where the grammar needs them: (a OR b) IS NULL becomes
// a OR b IS NULL, which is another expression. So operands stand in brackets of their own here, wherever an operator binds less than
// what it is an operand of. The tree stays as it is.
func Deparse(tree *pg_query.ParseResult) (string, error) {
	if lacksBrackets(tree.ProtoReflect()) {
		tree = proto.CloneOf(tree)
		writeBrackets(tree.ProtoReflect())
	}
	return pg_query.Deparse(tree)
}

// lacksBrackets reports whether a tree has an operand that pg_query does not put into brackets.
func lacksBrackets(m protoreflect.Message) bool {
	found := false
	eachLoose(m.Interface(), func(**pg_query.Node) { found = true })
	if !found {
		Children(m, func(child protoreflect.Message) bool {
			found = lacksBrackets(child)
			return !found
		})
	}
	return found
}

// writeBrackets puts brackets around such operands: a row of one value that is written without ROW.
func writeBrackets(m protoreflect.Message) {
	Children(m, func(child protoreflect.Message) bool {
		writeBrackets(child)
		return true
	})
	eachLoose(m.Interface(), func(operand **pg_query.Node) {
		*operand = &pg_query.Node{Node: &pg_query.Node_RowExpr{RowExpr: &pg_query.RowExpr{
			Args: []*pg_query.Node{*operand}, RowFormat: pg_query.CoercionForm_COERCE_IMPLICIT_CAST, Location: -1,
		}}}
	})
}

// eachLoose calls f for every operand of an expression that needs brackets and does not get them.
func eachLoose(m proto.Message, f func(**pg_query.Node)) {
	check := func(operand **pg_query.Node, loose func(*pg_query.Node) bool) {
		if *operand != nil && loose(*operand) {
			f(operand)
		}
	}
	switch e := m.(type) {
	case *pg_query.A_Expr:
		eachLooseOperand(e, check)
	case *pg_query.NullTest:
		check(&e.Arg, bindsLess)
	case *pg_query.BooleanTest:
		check(&e.Arg, func(n *pg_query.Node) bool { return isDistinct(n) || isTested(n) })
	case *pg_query.SubLink:
		check(&e.Testexpr, bindsAsComparison)
	case *pg_query.CollateClause:
		check(&e.Arg, func(n *pg_query.Node) bool { return isOperation(n) && n.GetAExpr() == nil })
	case *pg_query.TypeCast:
		check(&e.Arg, isTested)
	case *pg_query.FuncCall:
		eachLooseArgument(e, check)
	case *pg_query.A_Indirection:
		check(&e.Arg, isUnbracketed)
	case *pg_query.XmlExpr:
		if e.Op == pg_query.XmlExprOp_IS_DOCUMENT {
			check(&e.Args[0], bindsLess)
		}
	case *pg_query.Constraint:
		if e.Contype == pg_query.ConstrType_CONSTR_DEFAULT {
			check(&e.RawExpr, func(n *pg_query.Node) bool { return isOperation(n) && !isComputed(n) })
		}
	case *pg_query.IndexElem:
		check(&e.Expr, func(n *pg_query.Node) bool {
			f := n.GetFuncCall()
			return isTested(n) || f.GetOver() != nil || f.GetAggFilter() != nil || f.GetAggWithinGroup()
		})
	}
}

// eachLooseArgument is eachLoose for the arguments of a function that is written in words of the grammar.
func eachLooseArgument(e *pg_query.FuncCall, check func(**pg_query.Node, func(*pg_query.Node) bool)) {
	n := &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: e}}
	switch {
	case isZoned(n):
		check(&e.Args[0], isOperation)
		check(&e.Args[1], func(n *pg_query.Node) bool { return isOperation(n) && n.GetAExpr() == nil })
	case isWords(n, "is_normalized"):
		check(&e.Args[0], bindsLess)
	case isPattern(e):
		for i := range e.Args {
			check(&e.Args[i], bindsAsTest)
		}
	}
}

// eachLooseOperand is eachLoose for the operands of an operator.
func eachLooseOperand(e *pg_query.A_Expr, check func(**pg_query.Node, func(*pg_query.Node) bool)) {
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		check(&e.Lexpr, isTested)
		check(&e.Rexpr, func(n *pg_query.Node) bool {
			return isTested(n) || e.Lexpr == nil && (n.GetCollateClause() != nil || isZoned(n))
		})
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		check(&e.Lexpr, bindsLess)
		check(&e.Rexpr, bindsAsTest)
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL, pg_query.A_Expr_Kind_AEXPR_IN:
		check(&e.Lexpr, bindsAsComparison)
	case pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE, pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		check(&e.Lexpr, bindsAsComparison)
		check(&e.Rexpr, bindsAsTest)
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		check(&e.Lexpr, bindsAsComparison)
		for i := range e.Rexpr.GetList().GetItems() {
			check(&e.Rexpr.GetList().Items[i], func(n *pg_query.Node) bool {
				return bindsAsTest(n) || n.GetCollateClause() != nil || isZoned(n)
			})
		}
	}
}

// comparisons are the operators that bind less than all others.
var comparisons = WordSet(`= <> != < > <= >=`)

// isDistinct reports whether an expression is IS DISTINCT FROM.
func isDistinct(n *pg_query.Node) bool {
	e := n.GetAExpr()
	return e.GetKind() == pg_query.A_Expr_Kind_AEXPR_DISTINCT || e.GetKind() == pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT
}

// bindsLess reports whether an expression binds less than IS NULL does, and pg_query does not see that.
func bindsLess(n *pg_query.Node) bool { return n.GetBoolExpr() != nil || isDistinct(n) || isTested(n) }

// isPattern reports whether a call is how the grammar reads the pattern of SIMILAR TO, or one with ESCAPE.
func isPattern(f *pg_query.FuncCall) bool {
	schema, name := SplitName(f.Funcname)
	return schema == "pg_catalog" && (name == "like_escape" || name == "similar_to_escape")
}

// isTested reports whether an expression is a test of a subquery's rows, of two spans of time, or of what a value looks like: IS DOCUMENT.
func isTested(n *pg_query.Node) bool {
	return n.GetSubLink().GetTestexpr() != nil || n.GetXmlExpr().GetOp() == pg_query.XmlExprOp_IS_DOCUMENT || n.GetJsonIsPredicate() != nil || isWords(n, "is_normalized") || isWords(n, "overlaps")
}

// isZoned reports whether an expression is AT TIME ZONE.
func isZoned(n *pg_query.Node) bool {
	return len(n.GetFuncCall().GetArgs()) == 2 && isWords(n, "timezone")
}

// isWords reports whether an expression is the call of a function that is written in words of the grammar.
func isWords(n *pg_query.Node, function string) bool {
	f := n.GetFuncCall()
	if f.GetFuncformat() != pg_query.CoercionForm_COERCE_SQL_SYNTAX {
		return false
	}
	_, name := SplitName(f.Funcname)
	return name == function
}

// bindsAsComparison reports whether an expression binds no more than a comparison does.
func bindsAsComparison(n *pg_query.Node) bool {
	e := n.GetAExpr()
	switch {
	case n.GetBoolExpr() != nil:
		return true
	case e == nil || e.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF:
		return false
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP:
		_, op := SplitName(e.Name)
		return comparisons[op]
	}
	return true
}

// bindsAsTest reports whether an expression binds no more than IS NULL or a test of rows does.
func bindsAsTest(n *pg_query.Node) bool {
	return bindsAsComparison(n) || isTested(n) || n.GetNullTest() != nil || n.GetBooleanTest() != nil
}

// isComputed reports whether an expression is one of two values by an operator, as 1 + 2.
func isComputed(n *pg_query.Node) bool {
	return n.GetAExpr().GetKind() == pg_query.A_Expr_Kind_AEXPR_OP
}

// isOperation reports whether an expression is written with an operator.
func isOperation(n *pg_query.Node) bool {
	return bindsAsTest(n) || isZoned(n) || n.GetAExpr() != nil && n.GetAExpr().Kind != pg_query.A_Expr_Kind_AEXPR_NULLIF
}

// isUnbracketed reports whether an expression has no brackets before a subscript or a field.
func isUnbracketed(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_BoolExpr, *pg_query.Node_NullTest, *pg_query.Node_BooleanTest, *pg_query.Node_CollateClause, *pg_query.Node_CaseExpr,
		*pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_AConst, *pg_query.Node_SqlvalueFunction, *pg_query.Node_XmlExpr, *pg_query.Node_JsonIsPredicate:
		return true
	case *pg_query.Node_SubLink:
		return e.SubLink.SubLinkType != pg_query.SubLinkType_EXPR_SUBLINK
	}
	return false
}
