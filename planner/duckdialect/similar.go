package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
)

// Patterns of SIMILAR TO, and regular expressions with the ends of words: see package constants.

// edges rewrites a constant regular expression.
func (t *translation) edges(n *pg_query.Node) {
	s, ok := stringConst(n)
	if !ok {
		return
	}
	pattern, ok := constants.WordEdges(s)
	if !ok {
		t.noteUnsupported(n.GetAConst().GetLocation(), `\m and \M that stand beside no letter are not supported`)
		return
	}
	if pattern != s {
		t.replaceNode(n, text(pattern))
	}
}

// similarPart is substring(x SIMILAR pattern ESCAPE e): what matches the part of the pattern between two e".
func (t *translation) similarPart(n *pg_query.Node, f *pg_query.FuncCall) bool {
	pattern, constant := stringConst(f.Args[1])
	escape, single := stringConst(f.Args[2])
	if !constant || !single {
		return false
	}
	parts := strings.Split(pattern, escape+`"`)
	if len(escape) != 1 || len(parts) != 3 {
		t.noteUnsupported(f.Location, "this pattern of substring is not supported")
		return true
	}
	for i, p := range parts {
		parts[i] = constants.SimilarPattern(strings.ReplaceAll(strings.ReplaceAll(p, `\`, `\\`), escape, `\`))
	}
	parts[0] = strings.ReplaceAll(parts[0], ".*", ".*?") // as little as there is
	expression := "^(?:" + parts[0] + ")(" + parts[1] + ")(?:" + parts[2] + ")$"
	return t.replaceCall(n, "substring", call("pg__regexp_substr", f.Args[0], text(expression), number(1), number(1), text(""), number(1)))
}
