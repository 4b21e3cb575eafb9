package checks

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// checkAggregateOrder refuses an aggregate with DISTINCT in an order of other values than those it takes, and leaves constants out of
// the order of another one: DuckDB refuses them.
func (t *checker) checkAggregateOrder(f *pg_query.FuncCall) {
	if t.Env.SQLite || f.AggWithinGroup || len(f.AggOrder) == 0 {
		return
	}
	if !f.AggDistinct {
		f.AggOrder = slices.DeleteFunc(f.AggOrder, func(n *pg_query.Node) bool {
			c := n.GetSortBy().GetNode().GetAConst()
			constant := c != nil && c.GetIval() == nil && n.GetSortBy().SortbyDir != pg_query.SortByDir_SORTBY_USING
			t.Changed = t.Changed || constant
			return constant
		})
		return
	}
	for _, n := range f.AggOrder {
		by := trees.Unqualified(n.GetSortBy().GetNode())
		if !slices.ContainsFunc(f.Args, func(a *pg_query.Node) bool { return trees.SameExpression(trees.Unqualified(a), by) }) {
			t.NoteError(build.Nowhere, "42P10", "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list")
			return
		}
	}
}
