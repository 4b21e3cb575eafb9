package json

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Path passes the steps of a path as a list.
func Path(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) < 1 || f.FuncVariadic {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	if strings.HasPrefix(name, "jsonb") {
		Constant(t, n, f)
	}
	by := "pg__json_path"
	if strings.HasSuffix(name, "_text") {
		by = "pg__json_path_text"
	}
	steps := build.Cast(build.Array(f.Args[1:]...), build.PlainType("text"))
	steps.GetTypeCast().TypeName.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	return t.ReplaceCall(n, name, build.Call(by, f.Args[0], steps))
}

// Plain takes the second argument of row_to_json and array_to_json: where it is true, each part of the value stands in a line of its own.
func Plain(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	feeds := f.Args[1].GetAConst().GetBoolval()
	if feeds == nil {
		t.NoteUnsupported(f.Location, "%s with line feeds, or without, by a computed value is not supported", name)
		return false
	}
	f.Args, t.Changed = f.Args[:1], true
	if !feeds.Boolval {
		return false
	}
	return t.ReplaceCall(n, name, build.Call("pg__json_lines", build.Call("pg__to_json", f.Args[0])))
}

// Aggregate makes JSON of lists of the values, which are collected as the call says.
func Aggregate(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	by := "pg__" + name
	if f.AggDistinct && len(f.Args) > 1 {
		sortPairs(t, f, name)
		by += "_distinct"
	}
	aggregates.SortDistinct(t, n, f)
	lists := make([]*pg_query.Node, len(f.Args))
	for i, argument := range f.Args {
		list := proto.Clone(f).(*pg_query.FuncCall) //nolint:forcetypeassert // a clone
		list.Funcname, list.Args = build.Names("list"), []*pg_query.Node{argument}
		lists[i] = &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: list}}
	}
	return t.ReplaceCall(n, name, build.Call(by, lists...))
}

// sortPairs has the pairs of an aggregate with DISTINCT come in order, as those of which the source's function takes each once.
func sortPairs(t *inference.Types, f *pg_query.FuncCall, name string) {
	for _, a := range f.Args {
		if trees.IsVolatile(a.ProtoReflect()) {
			t.NoteUnsupported(f.Location, "%s with DISTINCT of values that are computed anew each time is not supported", name)
		}
		f.AggOrder = append(f.AggOrder, &pg_query.Node{Node: &pg_query.Node_SortBy{SortBy: &pg_query.SortBy{
			Node: proto.CloneOf(a), SortbyDir: pg_query.SortByDir_SORTBY_DEFAULT, SortbyNulls: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, Location: build.Nowhere,
		}}})
	}
	f.AggDistinct, t.Changed = false, true
}
