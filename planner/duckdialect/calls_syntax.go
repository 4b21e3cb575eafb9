package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Calls with a syntax of their own in the grammar.

// overlaps turns (a, b) OVERLAPS (c, d) into comparisons. A period of which one half is unknown begins with the other half.
func (t *translation) overlaps(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 4 {
		return false
	}
	first, last := t.period(f.Args[0], f.Args[1])
	otherFirst, otherLast := t.period(f.Args[2], f.Args[3])
	known := build.And(build.Not(build.IsNull(last)), build.Not(build.IsNull(otherLast)))
	reaches := func(start, end *pg_query.Node) *pg_query.Node {
		return build.Case(build.Null(), build.When(build.Binary("<", start, end), build.Truth(true)), build.When(known, build.Truth(false)))
	}
	t.ReplaceNode(n, build.Case(build.Null(),
		build.When(build.Binary(">", first, otherFirst), reaches(first, otherLast)),
		build.When(build.Binary("<", first, otherFirst), reaches(otherFirst, last)),
		build.When(build.And(build.Binary("=", first, otherFirst), known), build.Truth(true))))
	return true
}

// period returns the start of a period, and its end, which is NULL if either half is. The second half is a time or a duration.
func (t *translation) period(start, second *pg_query.Node) (first, last *pg_query.Node) {
	if t.isInterval(second) || t.Inferred(second) == "interval" {
		sum := build.Binary("+", start, second)
		t.addInterval(sum, sum.GetAExpr(), "+")
		second = sum
	}
	unknown := build.Or(build.IsNull(start), build.IsNull(second))
	least, greatest := build.Call("least", start, second), build.Call("greatest", start, second)
	if t.Shown(start) == "timetz" { // which DuckDB's functions compare by their parts
		least, greatest = extremeZoned([]*pg_query.Node{start, second}, false), extremeZoned([]*pg_query.Node{start, second}, true)
	}
	return least, build.Case(greatest, build.When(unknown, build.Null()))
}

// normalize has the source's function for every form but NFC, which DuckDB has.
func (t *translation) normalize(n *pg_query.Node, f *pg_query.FuncCall) bool {
	by := build.Call("nfc_normalize", f.Args[0])
	if len(f.Args) == 2 {
		switch form, _ := parse.TextConstant(f.Args[1]); form {
		case "NFC":
		case "NFD", "NFKC", "NFKD":
			by = build.Call("pg__normalize", f.Args[0], build.Text(form))
		default:
			t.NoteUnsupported(f.Location, "this form of normalization is not supported").WithHint("Use NFC, NFD, NFKC or NFKD.")
			return true
		}
	}
	if _, name := parse.SplitName(f.Funcname); name == "is_normalized" {
		t.ReplaceNode(n, build.Binary("=", f.Args[0], by))
		return true
	}
	return t.ReplaceCall(n, "normalize", by)
}
