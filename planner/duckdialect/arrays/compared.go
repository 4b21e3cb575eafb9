package arrays

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// PostgreSQL compares arrays of any dimensions: first the elements in a row, then their number, then the dimensions. To DuckDB arrays
// of several dimensions are lists of lists, which it compares list by list, and not at all where one is nested deeper than the other.

// depthOf is how many dimensions an array has, 0 where the text does not show it.
func (t *Rules) depthOf(n *pg_query.Node) int {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AArrayExpr:
		if len(e.AArrayExpr.Elements) == 0 {
			return 1
		}
		return 1 + t.depthOf(e.AArrayExpr.Elements[0])
	case *pg_query.Node_TypeCast:
		if len(e.TypeCast.TypeName.GetArrayBounds()) == 0 {
			return 0
		}
		return max(len(e.TypeCast.TypeName.ArrayBounds), t.depthOf(e.TypeCast.Arg))
	case *pg_query.Node_ColumnRef:
		if dims := t.dimensionsOf(n); dims > 1 {
			return dims
		}
		if t.ShowsArray(n) {
			return 1
		}
	case *pg_query.Node_SubLink:
		if e.SubLink.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK {
			return t.depthOf(trees.OnlyTarget(e.SubLink).GetVal())
		}
	}
	return 0
}

// flattenArray puts the elements of an array of so many dimensions in a row.
func flattenArray(n *pg_query.Node, depth int) *pg_query.Node {
	for range depth - 1 {
		n = build.Call("flatten", n)
	}
	return n
}

// orderOf is a row by which arrays are compared as PostgreSQL does: the elements, and the dimensions.
func orderOf(n *pg_query.Node, depth int) *pg_query.Node {
	copied := func() *pg_query.Node { return proto.CloneOf(n) }
	sizes, inner := []*pg_query.Node{build.Number(int64(depth))}, copied()
	for range depth {
		sizes = append(sizes, build.Call("len", inner))
		inner = build.Call("list_extract", proto.CloneOf(inner), build.Number(1))
	}
	empty := build.When(build.Binary("=", build.Call("len", flattenArray(copied(), depth)), build.Number(0)), build.Array(build.Number(0)))
	row := build.Row(flattenArray(copied(), depth), build.Case(build.Array(sizes...), empty))
	return build.Case(nil, build.When(build.IsNotNull(copied()), row))
}

// comparedBy are the values that an operator compares.
func comparedBy(e *pg_query.A_Expr) []**pg_query.Node {
	items := e.Rexpr.GetList().GetItems()
	if len(items) == 0 {
		return []**pg_query.Node{&e.Lexpr, &e.Rexpr}
	}
	sides := []**pg_query.Node{&e.Lexpr}
	for i := range items {
		sides = append(sides, &items[i])
	}
	return sides
}

// Compare rewrites a comparison of arrays of which one has several dimensions.
func (t *Rules) Compare(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	if t.Env.SQLite || e.Lexpr == nil {
		return false
	}
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY || e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL {
		if depth := t.depthOf(e.Rexpr); depth > 1 {
			e.Rexpr, t.Changed = flattenArray(e.Rexpr, depth), true
		}
		return false
	}
	sides := comparedBy(e)
	depths, deepest, same := make([]int, len(sides)), 0, true
	for i, side := range sides {
		if depths[i] = t.depthOf(*side); depths[i] == 0 || trees.IsVolatile((*side).ProtoReflect()) {
			return false
		}
		deepest, same = max(deepest, depths[i]), same && depths[i] == depths[0]
	}
	contains := e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (op == "@>" || op == "<@" || op == "&&")
	orders := op != "=" && op != "<>"
	switch {
	case deepest < 2, same && !orders && !contains, e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && !trees.Comparisons[op] && !contains:
		return false
	case contains:
		for i, side := range sides {
			*side = flattenArray(*side, depths[i])
		}
		t.Changed = true
		return false
	}
	value := proto.CloneOf(e.Lexpr)
	for i, side := range sides {
		*side = orderOf(*side, depths[i])
	}
	t.Changed = true
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
		t.ReplaceNode(n, build.Case(value, build.When(build.Binary("=", e.Lexpr, e.Rexpr), build.Null())))
	}
	return true
}

// Order has arrays of several dimensions sorted as they are compared.
func (t *Rules) Order(by *pg_query.SortBy) {
	if depth := t.depthOf(by.Node); depth > 1 && !t.Env.SQLite && !trees.IsVolatile(by.Node.ProtoReflect()) {
		by.Node, t.Changed = orderOf(by.Node, depth), true
	}
}

// findMost finds the greatest or the least array of several dimensions, as they are compared.
func (t *Rules) findMost(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if name != "max" && name != "min" || len(f.Args) != 1 || t.Env.SQLite {
		return false
	}
	depth := t.depthOf(f.Args[0])
	if depth < 2 || trees.IsVolatile(f.Args[0].ProtoReflect()) {
		return false
	}
	t.NoteName(n, name)
	f.Funcname, f.Args, t.Changed = build.Names("arg_"+name), append(f.Args, orderOf(f.Args[0], depth)), true
	return true
}
