package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
)

// DuckDB takes time by the square of the number of terms of OR and AND to plan them, and cannot be interrupted while it
// plans.

// longChain is how many comparisons of one column with constants become a list.
const longChain = 16

// chain makes x IN (…) of x = 1 OR x = 2 …, and x NOT IN (…) of x <> 1 AND x <> 2 …, where there are many. Both mean the
// same for NULL, too. The terms keep their order, but for those that join the first one of their column.
func (t *translation) chain(n *pg_query.Node, b *pg_query.BoolExpr) {
	op := map[pg_query.BoolExprType]string{pg_query.BoolExprType_OR_EXPR: "=", pg_query.BoolExprType_AND_EXPR: "<>"}[b.Boolop]
	if len(b.Args) < longChain || op == "" {
		return
	}
	lists := map[string][]*pg_query.Node{} // the terms of a column
	for _, term := range b.Args {
		if key := chained(term, op); key != "" {
			lists[key] = append(lists[key], term)
		}
	}
	var left []*pg_query.Node
	for _, term := range b.Args {
		key := chained(term, op)
		list := lists[key]
		switch {
		case key == "" || len(list) < longChain:
			left = append(left, term)
		case term == list[0]:
			left = append(left, inList(list, op))
		}
	}
	switch {
	case len(left) == len(b.Args):
	case len(left) == 1:
		t.replaceNode(n, left[0])
	default:
		b.Args, t.changed = left, true
	}
}

// chained returns what terms of one list have in common, if the term compares a column with an integer or a text; "": it
// does not.
func chained(term *pg_query.Node, op string) string {
	e := term.GetAExpr()
	if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || len(e.Name) != 1 || e.Name[0].GetString_().GetSval() != op {
		return ""
	}
	column := e.Lexpr.GetColumnRef()
	if column == nil {
		return ""
	}
	kind := "number"
	switch e.Rexpr.GetAConst().GetVal().(type) {
	case *pg_query.A_Const_Ival:
	case *pg_query.A_Const_Sval:
		kind = "text"
	default:
		return ""
	}
	key := kind
	for _, field := range column.Fields {
		name := field.GetString_()
		if name == nil {
			return ""
		}
		key += "\x00" + name.Sval
	}
	return key
}

// inList is the IN or NOT IN of terms. The list belongs to the first of them.
func inList(terms []*pg_query.Node, op string) *pg_query.Node {
	values := make([]*pg_query.Node, len(terms))
	for i, term := range terms {
		values[i] = term.GetAExpr().Rexpr
	}
	list := &pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: values}}}
	return pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_IN, build.Names(op), terms[0].GetAExpr().Lexpr, list, build.Nowhere)
}
