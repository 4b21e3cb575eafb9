package aggregates

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// WithinGroup removes WITHIN GROUP from an aggregate: DuckDB's function has the order in its
// brackets.
func WithinGroup(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	for i, a := range f.Args {
		_, name := parse.SplitName(f.Funcname)
		s, quoted := parse.TextConstant(a)
		switch {
		case a.GetParamRef() != nil:
			t.NoteUnsupported(f.Location, "a parameter as the fraction of %s is not supported", name).WithHint("Write the fraction.")
			return true
		case quoted && name == "percentile_cont" && !strings.Contains(s, "{"):
			f.Args[i], t.Changed = build.Cast(a, build.PlainType("float8")), true
		}
	}
	if _, name := parse.SplitName(f.Funcname); name == "percentile_cont" {
		if percentiles(t, n, f) {
			return true
		}
		for _, n := range f.AggOrder {
			n.GetSortBy().Node, t.Changed = build.Cast(n.GetSortBy().GetNode(), build.PlainType("float8")), true
		}
	}
	if f.AggWithinGroup {
		f.AggWithinGroup, t.Changed = false, true
	}
	return false
}

// sortsIntervals reports whether the text shows that the values of an ordered aggregate are intervals.
func sortsIntervals(t *inference.Types, f *pg_query.FuncCall) bool {
	if len(f.AggOrder) != 1 {
		return false
	}
	value := f.AggOrder[0].GetSortBy().GetNode()
	if e := value.GetAExpr(); e != nil {
		return t.Inferred(value) == "interval" || t.Shown(e.Lexpr) == "interval" || t.Shown(e.Rexpr) == "interval"
	}
	return t.Inferred(value) == "interval"
}

// percentiles computes percentile_cont as Postgres does, whose last digit depends on how it is done. Of values whose type the text does
// not show, the source has a function for numbers, and one for intervals.
func percentiles(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if !f.AggWithinGroup || len(f.AggOrder) != 1 || len(f.Args) != 1 || t.Env.SQLite {
		return false
	}
	value := f.AggOrder[0].GetSortBy().GetNode()
	if kind := t.Inferred(value); kind != "" && kind != "interval" && !sortsIntervals(t, f) || t.Wide {
		value = build.Cast(value, build.PlainType("float8"))
	}
	f.AggOrder[0].GetSortBy().Node = value
	known := build.Not(build.IsNull(value))
	if f.AggFilter != nil {
		known = build.And(f.AggFilter, known)
	}
	list := build.Call("list", value)
	list.GetFuncCall().AggOrder, list.GetFuncCall().AggFilter = f.AggOrder, known
	at := func(share *pg_query.Node) *pg_query.Node {
		return build.Call("pg__percentile", list, build.Cast(share, build.PlainType("float8")))
	}
	shares := f.Args[0]
	if c := shares.GetTypeCast(); c != nil && c.Arg.GetAArrayExpr() != nil {
		shares = c.Arg
	}
	if a := shares.GetAArrayExpr(); a != nil {
		values := make([]*pg_query.Node, len(a.Elements))
		for i, share := range a.Elements {
			values[i] = at(share)
		}
		return t.ReplaceCall(n, "percentile_cont", build.Array(values...))
	}
	if _, constant := trees.Number(shares); !constant && !shares.GetAConst().GetIsnull() {
		return false
	}
	return t.ReplaceCall(n, "percentile_cont", at(shares))
}
