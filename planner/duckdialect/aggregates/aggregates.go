package aggregates

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Sum leaves the type of a sum open.
func Sum(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || f.AggStar {
		return false
	}
	t.Open++
	number := build.Number(t.Open)
	f.Args[0] = MarkType(t, f.Args[0], number)
	f.Funcname = build.Names("sum")
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{pg_query.MakeAConstIntNode(rewrite.OpenPrecision, build.Nowhere), number}
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, open))
	return true
}

// MarkType marks a value, whose type DuckDB then tells. It tells none of an expression with a subquery, which a function of the
// emulation may have within: the mark is then inside of the subquery, or around a value of the same type that is never computed.
func MarkType(t *inference.Types, value, number *pg_query.Node) *pg_query.Node {
	if !trees.HasSubquery(value) && emulation.CallWithin(value) == nil {
		return build.Call(rewrite.TypeMark, number, value)
	}
	if target := selectedValue(value); target != nil && !trees.HasSubquery(target.Val) {
		target.Val = build.Call(rewrite.TypeMark, number, target.Val)
		return value
	}
	alike := proto.CloneOf(value)
	switch kind := t.Inferred(value); kind {
	case "int2", "int4", "int8", "float4", "float8":
		alike = build.Cast(build.Null(), build.PlainType(kind))
	default:
		if !replaceSubqueries(t, alike) {
			return build.Call(rewrite.TypeMark, number, value)
		}
	}
	return build.Case(value, build.When(build.Boolean(false), build.Call(rewrite.TypeMark, number, alike)))
}

// selectedValue is the only column of a subquery that is a value, nil for another expression.
func selectedValue(n *pg_query.Node) *pg_query.ResTarget {
	link := n.GetSubLink()
	target := trees.OnlyTarget(link)
	if link.GetSubLinkType() != pg_query.SubLinkType_EXPR_SUBLINK || len(link.Subselect.GetSelectStmt().GetDistinctClause()) > 0 || trees.IsStar(target.GetVal()) {
		return nil
	}
	return target
}

// replaceSubqueries puts a NULL of its type in the place of each subquery, also of one within a function of the emulation, and reports
// whether the text shows all types.
func replaceSubqueries(t *inference.Types, n *pg_query.Node) bool {
	known := true
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		node, ok := m.(*pg_query.Node)
		if !ok {
			return
		}
		var kind string
		switch e := node.GetNode().(type) {
		case *pg_query.Node_SubLink:
			kind = "bool"
			switch e.SubLink.SubLinkType {
			case pg_query.SubLinkType_EXPR_SUBLINK:
				kind = t.Inferred(selectedValue(node).GetVal())
			case pg_query.SubLinkType_ARRAY_SUBLINK:
				kind = ""
			}
		case *pg_query.Node_FuncCall:
			if emulation.CallWithin(&pg_query.FuncCall{Funcname: e.FuncCall.Funcname}) == nil {
				return
			}
			kind = t.Inferred(node)
		default:
			return
		}
		if kind == "" || kind == "unknown" || kind == "numeric" || strings.HasSuffix(kind, "[]") {
			known = false
			return
		}
		node.Node = build.Cast(build.Null(), build.PlainType(kind)).Node
	})
	return known
}

// SortDistinct puts the values of an aggregate with DISTINCT in order, as Postgres finds them so.
func SortDistinct(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if !f.AggDistinct || len(f.Args) == 0 {
		return false
	}
	if _, name := parse.SplitName(f.Funcname); name == "array_agg" && sortsComputed(t, f) {
		by := f.AggOrder
		f.Funcname, f.AggOrder = build.Names("list"), nil
		return t.ReplaceCall(n, name, sortedList(&pg_query.Node{Node: n.Node}, by))
	}
	if len(f.AggOrder) == 0 {
		f.AggOrder, t.Changed = []*pg_query.Node{{Node: &pg_query.Node_SortBy{SortBy: &pg_query.SortBy{
			Node: f.Args[0], SortbyDir: pg_query.SortByDir_SORTBY_DEFAULT, SortbyNulls: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, Location: build.Nowhere,
		}}}}, true
	}
	return false
}

// JoinTexts reads a delimiter that is NULL as none, and puts the texts of an aggregate with DISTINCT in order.
func JoinTexts(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 2 && f.Args[1].GetAConst().GetIsnull() {
		f.Args[1], t.Changed = build.Text(""), true
	}
	if len(f.Args) == 2 && !t.Env.SQLite && dependsOnRow(f.Args[1]) {
		return joinEach(t, n, f)
	}
	if !f.AggDistinct || len(f.Args) != 2 || !sortsComputed(t, f) {
		return SortDistinct(t, n, f)
	}
	delimiter, isConstant := parse.TextConstant(f.Args[1])
	if !isConstant {
		return SortDistinct(t, n, f)
	}
	by := f.AggOrder
	listNotNull(f)
	f.Args, f.AggOrder = f.Args[:1], nil
	return t.ReplaceCall(n, "string_agg", build.Call("array_to_string", sortedList(&pg_query.Node{Node: n.Node}, by), build.Text(delimiter)))
}

// dependsOnRow reports whether an expression has a column in it, or a query that may have one.
func dependsOnRow(n *pg_query.Node) bool {
	found := trees.HasSubquery(n)
	trees.EachColumn(n.ProtoReflect(), func(*pg_query.ColumnRef) { found = true })
	return found
}

// listNotNull makes an aggregate the list of the values of its first argument that are not NULL.
func listNotNull(f *pg_query.FuncCall) {
	filter := build.IsNotNull(f.Args[0])
	if f.AggFilter != nil {
		filter = build.And(f.AggFilter, filter)
	}
	f.Funcname, f.AggFilter = build.Names("list"), filter
}

// joinEach joins texts of which each has its own delimiter: the first row's is left out.
func joinEach(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if f.AggDistinct {
		t.NoteUnsupported(f.Location, "string_agg with DISTINCT and a delimiter that is computed of each row is not supported")
		return true
	}
	listNotNull(f)
	f.Args = []*pg_query.Node{build.Array(build.Coalesce(f.Args[1], build.Text("")), f.Args[0])}
	return t.ReplaceCall(n, "string_agg", build.Call("pg__joined_each", &pg_query.Node{Node: n.Node}))
}

// JoinBytes joins bytes, each behind its delimiter but the first. It returns why it is not supported.
func JoinBytes(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) (unsupported string) {
	delimiter := build.Coalesce(f.Args[1], build.Call("unhex", build.Text("")))
	listNotNull(f)
	if !f.AggDistinct {
		f.Args = []*pg_query.Node{build.Array(delimiter, f.Args[0])}
		t.ReplaceNode(n, build.Call(inference.JoinedBytes, &pg_query.Node{Node: n.Node}))
		return ""
	}
	by := f.AggOrder
	switch {
	case dependsOnRow(f.Args[1]):
		return "string_agg with DISTINCT and a delimiter that is computed of each row is not supported"
	case f.Over != nil, len(by) > 1, len(by) == 1 && (by[0].GetSortBy().SortbyDir == pg_query.SortByDir_SORTBY_USING || !trees.SameExpression(by[0].GetSortBy().Node, f.Args[0])):
		return "string_agg of bytea with DISTINCT in this order is not supported"
	}
	f.Args, f.AggOrder = f.Args[:1], nil
	t.ReplaceNode(n, build.Call(inference.JoinedBytes, sortedList(&pg_query.Node{Node: n.Node}, by), delimiter))
	return ""
}

// sortsComputed reports whether an aggregate with DISTINCT has its values, which are computed, in their own order. DuckDB does not find
// them again in ORDER BY if a function of ours computes them.
func sortsComputed(t *inference.Types, f *pg_query.FuncCall) bool {
	if f.Over != nil || f.Args[0].GetColumnRef() != nil || t.Env.SQLite {
		return false
	}
	if len(f.AggOrder) == 1 {
		by := f.AggOrder[0].GetSortBy()
		return by.SortbyDir != pg_query.SortByDir_SORTBY_USING && trees.SameExpression(by.Node, f.Args[0])
	}
	return len(f.AggOrder) == 0
}

// sortedList sorts a list as an item of ORDER BY says, or as ORDER BY does if it says nothing.
func sortedList(list *pg_query.Node, by []*pg_query.Node) *pg_query.Node {
	order, nulls := "ASC", "NULLS LAST"
	if len(by) > 0 {
		s := by[0].GetSortBy()
		if s.SortbyDir == pg_query.SortByDir_SORTBY_DESC {
			order = "DESC"
		}
		if parse.NullsFirst(s.SortbyDir, s.SortbyNulls) {
			nulls = "NULLS FIRST"
		}
	}
	return build.Call("list_sort", list, build.Text(order), build.Text(nulls))
}

// neverNull reports whether the text shows that a volatile value is not NULL.
func neverNull(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AConst:
		return !e.AConst.Isnull
	case *pg_query.Node_TypeCast:
		return neverNull(e.TypeCast.Arg)
	case *pg_query.Node_AExpr:
		return e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && (e.AExpr.Lexpr == nil || neverNull(e.AExpr.Lexpr)) && neverNull(e.AExpr.Rexpr)
	case *pg_query.Node_FuncCall:
		_, name := parse.SplitName(e.FuncCall.Funcname)
		for _, a := range e.FuncCall.Args {
			if !neverNull(a) {
				return false
			}
		}
		return trees.IsVolatileCall(e.FuncCall) || rounding[strings.TrimPrefix(name, "pg__")]
	}
	return false
}

// rounding are functions whose results are not NULL where their arguments are not.
var rounding = parse.WordSet(`round round_even floor ceil ceiling trunc abs typed drawn`)

// Average divides a sum by the count, as the type of the sum wants it.
func Average(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	total, count := proto.Clone(f).(*pg_query.FuncCall), proto.Clone(f).(*pg_query.FuncCall) //nolint:forcetypeassert // clones
	total.Funcname, count.Funcname = build.Names("sum"), build.Names("count")
	if !f.AggDistinct && trees.IsVolatile(f.Args[0].ProtoReflect()) && neverNull(f.Args[0]) { // it is evaluated once
		count.Args, count.AggStar = nil, true
	}
	t.Open++
	total.Args[0] = build.Call(rewrite.TypeMark, build.Number(t.Open), total.Args[0]) // sum is another aggregate for intervals
	t.ReplaceNode(n, build.Call("pg__div",
		&pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: total}}, &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: count}}))
	n.GetFuncCall().Location = f.Location
	return true
}
