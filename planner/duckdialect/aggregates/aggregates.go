package aggregates

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
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
	f.Args[0] = build.Call(rewrite.TypeMark, number, f.Args[0])
	f.Funcname = build.Names("sum")
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{pg_query.MakeAConstIntNode(rewrite.OpenPrecision, build.Nowhere), number}
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, open))
	return true
}

// SortDistinct puts the values of an aggregate with DISTINCT in order, as Postgres finds them so.
func SortDistinct(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if f.AggDistinct && len(f.AggOrder) == 0 && len(f.Args) > 0 {
		if _, name := parse.SplitName(f.Funcname); name == "array_agg" && f.Args[0].GetColumnRef() == nil && !t.Env.SQLite { // DuckDB does not find computed values again
			f.Funcname = build.Names("list")
			return t.ReplaceCall(n, name, build.Call("list_sort", &pg_query.Node{Node: n.Node}, build.Text("ASC"), build.Text("NULLS LAST")))
		}
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
	return SortDistinct(t, n, f)
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
