package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Calls with a syntax of their own in the grammar.

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
