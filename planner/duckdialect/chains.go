package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
)

// DuckDB takes time by the square of the number of terms of OR and AND to plan them, and cannot be interrupted while it
// plans.

const (
	// longChain is how many comparisons of one column with constants become a list.
	longChain = 16
	// longFilter is of how many alternatives DuckDB may make a filter for each column. It makes them one within the
	// other, each with a copy of the others: of 1,000 (a = 1 AND b = 2) in 1.3 s, of 5,000 in 40 s.
	longFilter = 250
)

// chain bounds what a chain takes. It makes x IN (…) of x = 1 OR x = 2 …, and x NOT IN (…) of x <> 1 AND x <> 2 …, where there are many. Both mean the
// same for NULL, too. The terms keep their order, but for those that join the first one of their column.
func (t *translation) chain(n *pg_query.Node, b *pg_query.BoolExpr) {
	t.listChain(n, b)
	if held := n.GetBoolExpr(); held != nil && t.Err == nil {
		t.boundChain(n, held)
	}
}

// alternatives tells of an OR how many terms it has, with the terms of ORs inside it.
type alternatives struct {
	count int
	pairs bool // an AND is one of them
}

// boundChain refuses a chain that takes too long to plan, and writes = true behind an OR from which DuckDB would derive
// filters for too long. That means the same, for NULL, too.
func (t *translation) boundChain(n *pg_query.Node, b *pg_query.BoolExpr) {
	if err := limits.CheckTerms(len(b.Args)); err != nil {
		t.Err = err
		return
	}
	if b.Boolop != pg_query.BoolExprType_OR_EXPR {
		return
	}
	var found alternatives
	for _, term := range b.Args {
		within := term.GetBoolExpr()
		switch inner, isOr := t.alternatives[within]; {
		case isOr:
			found.count, found.pairs = found.count+inner.count, found.pairs || inner.pairs
		default:
			found.count++
			found.pairs = found.pairs || within.GetBoolop() == pg_query.BoolExprType_AND_EXPR
		}
	}
	if found.pairs && found.count > longFilter {
		t.ReplaceNode(n, pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, build.Names("="), &pg_query.Node{Node: n.Node}, build.Boolean(true), build.Nowhere))
		return
	}
	if t.alternatives == nil {
		t.alternatives = map[*pg_query.BoolExpr]alternatives{}
	}
	t.alternatives[b] = found
}

// listChain makes the lists.
func (t *translation) listChain(n *pg_query.Node, b *pg_query.BoolExpr) {
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
		t.ReplaceNode(n, left[0])
	default:
		b.Args, t.Changed = left, true
	}
}

// chained returns what terms of one list have in common, if the term compares a column with an integer or a text, or ""
// if it does not.
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
