package duckdialect

import (
	"encoding/json"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// A quoted array has the type of what stands beside it, which only the source knows where that is a column: its type is
// left open.

// Open types that follow from the type of a marked argument.
const (
	openSeries  = rewrite.OpenPrecision - 5 // integer for integers, and the argument's own otherwise
	openSame    = rewrite.OpenPrecision - 4 // the argument's own
	openElement = rewrite.OpenPrecision - 3 // an array of such values
)

// markOpen marks an expression, and returns the type that follows from the expression's.
func (t *translation) markOpen(n *pg_query.Node, precision int64) *pg_query.TypeName {
	t.Open++
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{build.Number(precision), build.Number(t.Open)}
	t.ReplaceNode(n, build.Call(rewrite.TypeMark, build.Number(t.Open), &pg_query.Node{Node: n.Node}))
	return open
}

// quotedList reads the quoted array of x = ANY('{…}').
func (t *translation) quotedList(e *pg_query.A_Expr) {
	s, ok := parse.TextConstant(e.Rexpr)
	items, end := constants.ArrayItems(s)
	if !ok || end == 0 || end != len(s) {
		return
	}
	kind := t.Shown(e.Lexpr)
	if _, isInt := parse.IntConstant(e.Lexpr); isInt {
		kind = "int4"
	}
	_, op := parse.SplitName(e.Name)
	switch {
	case kind == "unknown" || kind == "text" || kind == "varchar" || patterns.Likes[op] != "" || patterns.Operators[op].Fold || op == "~" || t.Env.SQLite || t.catalogs:
		t.ReplaceNode(e.Rexpr, constants.Array(s, build.PlainType("text")))
	case kind != "" && build.InGrammar(kind):
		t.ReplaceNode(e.Rexpr, constants.Array(s, build.PlainType(kind)))
	default:
		open := t.markOpen(e.Lexpr, openElement)
		t.ReplaceNode(e.Rexpr, build.Cast(build.Array(items...), open))
	}
}

// constantsBeside reads a quoted constant beside a char(n), or an array.
func (t *translation) constantsBeside(e *pg_query.A_Expr) {
	t.blankConstants(e.Lexpr, e.Rexpr)
	t.arrayConstants(e)
}

// arrayConstants reads a quoted array beside another array.
func (t *translation) arrayConstants(e *pg_query.A_Expr) {
	for _, pair := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		t.arrayConstant(pair[0], pair[1])
		if _, op := parse.SplitName(e.Name); op != "||" || t.ShowsArray(pair[1]) {
			t.quotedBeside(pair[0], pair[1])
		}
	}
}

// choiceConstants reads the quoted arrays beside a column or a call that is an array, as in COALESCE(tags, '{}'), or beside an array
// that is written.
func (t *translation) choiceConstants(choices []*pg_query.Node) {
	at := slices.IndexFunc(choices, func(n *pg_query.Node) bool {
		return (n.GetColumnRef() != nil || n.GetFuncCall() != nil) && t.ShowsArray(n)
	})
	if at < 0 {
		t.besideWritten(choices)
		return
	}
	beside := choices[at]
	for _, n := range choices {
		t.quotedBeside(n, beside)
	}
}

// besideWritten reads the quoted arrays beside an array that is written.
func (t *translation) besideWritten(values []*pg_query.Node) {
	if written := slices.IndexFunc(values, trees.IsArray); written >= 0 {
		for _, n := range values {
			t.arrayConstant(n, values[written])
		}
	}
}

// quotedBeside reads a quoted array beside a column, unless the text may be JSON.
func (t *translation) quotedBeside(literal, beside *pg_query.Node) {
	s, ok := parse.TextConstant(literal)
	if !ok || beside == nil || beside.GetColumnRef() == nil && beside.GetFuncCall() == nil || !t.ShowsArray(beside) && json.Valid([]byte(s)) || !strings.HasPrefix(s, "{") || t.Env.SQLite || t.catalogs {
		return
	}
	if emulation.ArrayColumns[trees.LastField(beside)] {
		return // of a catalog
	}
	items, end := constants.ArrayItems(s)
	if end == 0 || end != len(s) {
		return
	}
	t.ReplaceNode(literal, build.Cast(build.Array(items...), t.markOpen(beside, openSame)))
}

// subscriptRows are the positions that generate_subscripts returns, of which positions are DuckDB's: those of a vector are counted from 0,
// and DuckDB knows those of the first dimension in their order alone.
func subscriptRows(f *pg_query.FuncCall, positions *pg_query.Node) *pg_query.Node {
	if len(f.GetArgs()) == 0 {
		return positions
	}
	if parse.IsVectorColumn(trees.LastField(f.Args[0])) {
		return build.Binary("-", positions, build.Number(1))
	}
	if len(f.Args) == 1 || len(f.Args) == 2 && f.Args[1].GetAConst().GetIval().GetIval() == 1 {
		return positions
	}
	series := build.Call("generate_series", build.Number(1), emulation.Call("array_upper", f.Args[:2]...))
	if len(f.Args) > 2 {
		series = build.Case(series, build.When(f.Args[2], build.Call("list_reverse", series)))
	}
	return build.Call("unnest", series)
}

// unnestTargets makes rows of the sets in an expression of the select list. An expression that stands at several places of
// the tree is read once: read at each, a few nested functions would take minutes.
func (t *translation) unnestTargets(n *pg_query.Node, seen map[*pg_query.Node]bool) {
	if n.GetSubLink() != nil || seen[n] {
		return
	}
	seen[n] = true
	if f := n.GetFuncCall(); f != nil {
		name := t.OriginalName(f)
		switch {
		case name == "generate_subscripts":
			t.ReplaceNode(n, build.Cast(subscriptRows(f, &pg_query.Node{Node: n.Node}), build.PlainType("int4")))
			return
		case functions[name].list:
			kind := t.typeOfSeries(name, f)
			t.ReplaceNode(n, build.Call("unnest", &pg_query.Node{Node: n.Node}))
			if kind != nil {
				t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, kind))
			}
			return
		}
		if _, native := parse.SplitName(f.Funcname); native == "unnest" {
			return
		}
	}
	trees.EachChild(n, func(child *pg_query.Node) { t.unnestTargets(child, seen) })
}

// countsElements are functions of arrays whose results are integers.
var countsElements = parse.WordSet(`array_upper array_lower array_length cardinality array_ndims`)

// areIntegers reports whether the text shows that all values are of type integer, or smaller.
func (t *translation) areIntegers(list []*pg_query.Node) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(n *pg_query.Node) bool { kind := t.Inferred(n); return kind != "int4" && kind != "int2" })
}

// typeOfSeries is the type of the numbers of a series, which are of type bigint in DuckDB; nil: DuckDB's own is right.
func (t *translation) typeOfSeries(name string, f *pg_query.FuncCall) *pg_query.TypeName {
	if name != "generate_series" || t.Env.SQLite {
		return nil
	}
	if smallIntegers(f) || t.areIntegers(f.Args) {
		return build.PlainType("int4")
	}
	var other *pg_query.Node
	for _, a := range f.Args {
		if _, ok := parse.IntConstant(a); ok {
			continue
		}
		if other != nil || a.GetAConst() != nil || a.GetTypeCast() != nil && a.GetTypeCast().Arg.GetFuncCall() == nil {
			return nil
		}
		other = a
	}
	plainCall := ""
	for _, n := range []*pg_query.Node{other, other.GetTypeCast().GetArg()} {
		if f := n.GetFuncCall(); f != nil {
			plainCall = t.OriginalName(f)
		}
	}
	switch {
	case integers[plainCall] || countsElements[plainCall]:
		return build.PlainType("int4")
	case other == nil || plainCall == rewrite.TypeMark || t.catalogs:
		return nil
	}
	return t.markOpen(other, openSeries)
}
