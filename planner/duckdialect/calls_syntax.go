package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Calls with a syntax of their own in the grammar.

// withinGroup removes WITHIN GROUP from an aggregate: DuckDB's function has the order in its
// brackets.
func (t *translation) withinGroup(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if _, name := parse.SplitName(f.Funcname); name == "percentile_cont" {
		if t.sortsIntervals(f) {
			t.NoteUnsupported(f.Location, "percentile_cont of intervals is not supported")
			return true
		}
		if t.percentiles(n, f) {
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
func (t *translation) sortsIntervals(f *pg_query.FuncCall) bool {
	if len(f.AggOrder) != 1 {
		return false
	}
	value := f.AggOrder[0].GetSortBy().GetNode()
	if e := value.GetAExpr(); e != nil {
		return t.Shown(e.Lexpr) == "interval" || t.Shown(e.Rexpr) == "interval"
	}
	return t.Shown(value) == "interval"
}

// percentiles computes percentile_cont as Postgres does, whose last digit depends on how it is done.
func (t *translation) percentiles(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if !f.AggWithinGroup || len(f.AggOrder) != 1 || len(f.Args) != 1 || t.Env.SQLite {
		return false
	}
	value := build.Cast(f.AggOrder[0].GetSortBy().GetNode(), build.PlainType("float8"))
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
	if _, constant := trees.Number(shares); !constant {
		return false
	}
	return t.ReplaceCall(n, "percentile_cont", at(shares))
}

// overlaps turns (a, b) OVERLAPS (c, d) into comparisons.
func (t *translation) overlaps(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 4 {
		return false
	}
	a, b, c, d := f.Args[0], periodEnd(f.Args[0], f.Args[1]), f.Args[2], periodEnd(f.Args[2], f.Args[3])
	first, last := build.Call("least", a, b), build.Call("greatest", a, b)
	otherFirst, otherLast := build.Call("least", c, d), build.Call("greatest", c, d)
	meet := pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, []*pg_query.Node{
		build.Binary("<", first, otherLast), build.Binary("<", otherFirst, last),
	}, build.Nowhere)
	unknown := build.Or(build.IsNull(a), build.IsNull(b), build.IsNull(c), build.IsNull(d))
	t.ReplaceNode(n, build.Case(build.Or(build.Binary("=", first, otherFirst), meet), build.When(unknown, rewrite.Failing("OVERLAPS with a NULL is not supported"))))
	return true
}

// periodEnd returns the end of a period whose second half is a time or a duration.
func periodEnd(start, last *pg_query.Node) *pg_query.Node {
	if _, name := parse.SplitName(last.GetTypeCast().GetTypeName().GetNames()); name == "interval" {
		return build.Binary("+", start, last)
	}
	return last
}

// normalize refuses every form but NFC, which is the only one that DuckDB has.
func (t *translation) normalize(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 2 {
		if form, _ := parse.TextConstant(f.Args[1]); form != "NFC" {
			t.NoteUnsupported(f.Location, "this form of normalization is not supported").WithHint("Use NFC.")
			return true
		}
	}
	by := build.Call("nfc_normalize", f.Args[0])
	if _, name := parse.SplitName(f.Funcname); name == "is_normalized" {
		t.ReplaceNode(n, build.Binary("=", f.Args[0], by))
		return true
	}
	return t.ReplaceCall(n, "normalize", by)
}
