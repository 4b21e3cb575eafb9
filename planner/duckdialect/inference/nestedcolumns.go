package inference

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// noteNested notes the columns of a query in FROM or WITH that are arrays of arrays which the query writes out.
func (t *Types) noteNested(s *pg_query.SelectStmt, names []string) {
	s = parse.FirstQuery(s)
	note := func(i int, own string, value *pg_query.Node) {
		if i < len(names) {
			own = names[i]
		}
		if dims := t.depthOf(value); dims > 1 && own != "" {
			if t.Nested == nil {
				t.Nested = map[string]int{}
			}
			t.Nested[own] = dims
		}
	}
	for i, n := range s.GetTargetList() {
		target := n.GetResTarget()
		if !trees.IsSingleColumn(n) {
			return
		}
		own := target.GetName()
		if own == "" {
			own = trees.LastField(target.GetVal())
		}
		note(i, own, target.GetVal())
	}
	if rows := s.GetValuesLists(); len(rows) > 0 {
		for i, n := range rows[0].GetList().GetItems() {
			note(i, "", n)
		}
	}
}

// depthOf is how many dimensions an array has that is written out, or that is such a column; 0: another expression.
func (t *Types) depthOf(n *pg_query.Node) int {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return t.Nested[trees.LastField(n)]
	case *pg_query.Node_TypeCast:
		text, quoted := parse.TextConstant(e.TypeCast.Arg)
		if items, end := constants.ArrayItems(text); quoted && end == len(text) && len(items) > 0 && len(e.TypeCast.TypeName.GetArrayBounds()) > 0 {
			return t.depthOf(build.Array(items...))
		}
		return t.depthOf(e.TypeCast.Arg)
	case *pg_query.Node_AArrayExpr:
		if elements := e.AArrayExpr.Elements; len(elements) > 0 {
			return 1 + t.depthOf(elements[0])
		}
		return 1
	}
	return 0
}
