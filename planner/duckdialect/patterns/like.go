package patterns

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Likes are DuckDB's functions for LIKE with ESCAPE.
var Likes = map[string]string{
	"~~": "like_escape", "!~~": "not_like_escape", "~~*": "ilike_escape", "!~~*": "not_ilike_escape",
}

// Like rewrites LIKE … ESCAPE. The tree has ESCAPE as a call around the pattern.
//
// DuckDB tries all places for each % of a pattern, unless the pattern is a constant of % and texts alone. What could take
// time by the square of a text's length, or more, is our own function's.
func Like(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) {
	if Likes[op] == "" {
		return
	}
	if t.Shown(e.Lexpr) == "bytea" {
		t.NoteUnsupported(e.Location, "LIKE of bytea is not supported")
		return
	}
	pattern, escape, escaped := e.Rexpr, build.Text(`\`), false
	f := e.Rexpr.GetFuncCall()
	if schema, name := parse.SplitName(f.GetFuncname()); schema == "pg_catalog" && name == "like_escape" && len(f.Args) == 2 {
		pattern, escape, escaped = f.Args[0], f.Args[1], true
	}
	constant, is := parse.TextConstant(pattern)
	by, known := parse.TextConstant(escape)
	isNull := pattern.GetAConst() != nil && !is
	switch {
	case isNull && !escaped:
	case !is && !isNull, !known, !quickPattern(constant, by, strings.HasSuffix(op, "*")):
		function := "pg__like"
		if strings.HasSuffix(op, "*") {
			function = "pg__ilike"
		}
		matches := build.Call(function, e.Lexpr, pattern, escape)
		if strings.HasPrefix(op, "!") {
			matches = build.Not(matches)
		}
		t.ReplaceNode(n, matches)
	case escaped || strings.Contains(constant, by): // Postgres escapes by a backslash where nothing is said, DuckDB by nothing
		t.ReplaceNode(n, build.Call(Likes[op], e.Lexpr, pattern, escape))
	}
}

// quickPattern reports whether DuckDB compares a text with a pattern in time by the length of both.
func quickPattern(pattern, escape string, folds bool) bool {
	if !folds && !strings.Contains(pattern, "_") && (escape == "" || !strings.Contains(pattern, escape)) {
		return true
	}
	return strings.Count(strings.TrimRight(pattern, "%"), "%") <= 1
}

// Pad has our own functions fill texts: DuckDB's have no bound.
func Pad(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 3 {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	return t.ReplaceCall(n, name, build.Call("pg__"+name, f.Args...))
}

// mostGrowth is how much longer than the words that it replaces a constant may be. DuckDB's replace has no bound.
const mostGrowth = 16

// Replace hands a replace that could make a very long text of a short one to our own function.
func Replace(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 3 {
		return false
	}
	from, known := parse.TextConstant(f.Args[1])
	by, is := parse.TextConstant(f.Args[2])
	if known && is && len(by) <= mostGrowth*len(from) {
		return false
	}
	return t.ReplaceCall(n, "replace", build.Call("pg__replace", f.Args...))
}

// Compare bounds the texts whose distance DuckDB tells in time, and memory, by the product of their lengths: it cannot be
// interrupted there.
func Compare(_ *inference.Types, _ *pg_query.Node, f *pg_query.FuncCall) bool {
	for i := range f.Args[:min(len(f.Args), 2)] {
		f.Args[i] = build.Call("pg__compared", f.Args[i])
	}
	return false
}
