package arrays

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
)

// Rules is the state of a translation for the rules of arrays.
type Rules struct {
	*inference.Types
	bounded map[*pg_query.FuncCall]bounded // the arrays that marks stand for: see bounded.go
}

// RewriteCall rewrites a call with an array that is written out, and reports whether it has.
func (t *Rules) RewriteCall(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	return t.searchNested(n, f, name) || t.boundedFunction(n, f, name) || t.nestedArray(n, f, name) || t.findMost(n, f, name)
}

// RewriteSubscript rewrites a subscript, and reports whether nothing is left to rewrite.
func (t *Rules) RewriteSubscript(n *pg_query.Node, x *pg_query.A_Indirection) bool {
	if t.boundedSubscript(n, x) || t.nestedSubscript(n, x) || t.writtenSubscript(n, x) {
		return true
	}
	t.severalSubscripts(x)
	return false
}
