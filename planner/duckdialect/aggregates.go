package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// The type of sum(x) depends on the type of x, which only the source knows. So its type is left open:
// a mark around the argument and a type that no statement can have, with the same number. The source
// has DuckDB tell the type of the argument, takes the mark away and writes the type of the result.
const (
	// TypeMark is the function that marks an argument: pg__typed(7, x).
	TypeMark = "pg__typed"
	// OpenPrecision marks an open type: numeric(77777, 7).
	OpenPrecision = 77777
)

// sum leaves the type of a sum open.
func (t *translation) sum(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || f.AggStar {
		return false
	}
	t.open++
	number := build.Number(t.open)
	f.Args[0] = build.Call(TypeMark, number, f.Args[0])
	f.Funcname = build.Names("sum")
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{pg_query.MakeAConstIntNode(OpenPrecision, build.Nowhere), number}
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, open))
	return true
}

// sortDistinct puts the values of an aggregate with DISTINCT in order, as Postgres finds them so.
func (t *translation) sortDistinct(n *pg_query.Node, f *pg_query.FuncCall) bool {
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

// average divides a sum by the count, as the type of the sum wants it.
func (t *translation) average(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	total, count := proto.Clone(f).(*pg_query.FuncCall), proto.Clone(f).(*pg_query.FuncCall) //nolint:forcetypeassert // clones
	total.Funcname, count.Funcname = build.Names("sum"), build.Names("count")
	t.open++
	total.Args[0] = build.Call(TypeMark, build.Number(t.open), total.Args[0]) // sum is another aggregate for intervals
	t.ReplaceNode(n, build.Call("pg__div",
		&pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: total}}, &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: count}}))
	return true
}
