package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Bounds of slices of arrays.

// nullBounds makes a slice NULL where a bound of it is, which DuckDB takes for none.
func (t *translation) nullBounds(n *pg_query.Node, bounds ...*pg_query.Node) {
	var missing []*pg_query.Node
	for _, b := range bounds {
		if _, constant := parse.IntConstant(b); b != nil && !constant && !trees.IsVolatile(b.ProtoReflect()) {
			missing = append(missing, build.IsNull(b))
		}
	}
	if len(missing) > 0 {
		t.ReplaceNode(n, build.Case(&pg_query.Node{Node: n.Node}, build.When(build.Or(missing...), build.Null())))
	}
}

// bound keeps a bound of a slice from being counted from the end.
func (t *translation) bound(n *pg_query.Node, least int64) *pg_query.Node {
	if i, ok := parse.IntConstant(n); n == nil || ok && i >= least {
		return n
	}
	t.Changed = true
	return build.Call("greatest", n, build.Number(least))
}
