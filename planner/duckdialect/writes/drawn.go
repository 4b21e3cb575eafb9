package writes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
)

// DrawInOrder has the rows of VALUES draw the numbers of columns that stand before a column of a domain in the table, and that the
// statement leaves out: PostgreSQL computes a row in the order of its columns, so a number is drawn and gone when the domain refuses the
// row. DuckDB computes the defaults behind all rows, unless they stand among the values.
func DrawInOrder(t *rewrite.Translation, s *pg_query.InsertStmt, columns []rewrite.Column) {
	query := s.GetSelectStmt().GetSelectStmt()
	if len(s.GetCols()) == 0 || len(query.GetValuesLists()) == 0 || query.LimitCount != nil || query.LimitOffset != nil || len(query.SortClause) > 0 {
		return
	}
	listed := func(c rewrite.Column) bool {
		return slices.ContainsFunc(s.Cols, func(n *pg_query.Node) bool { return n.GetResTarget().GetName() == c.Name })
	}
	last := -1
	for i, c := range columns {
		if c.User != "" && listed(c) {
			last = i
		}
	}
	var drawn []*pg_query.Node
	for _, c := range columns[:last+1] {
		if c.Draws != "" && !listed(c) {
			drawn = append(drawn, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: c.Name, Location: build.Nowhere}}})
		}
	}
	if len(drawn) == 0 {
		return
	}
	s.Cols, t.Changed = append(drawn, s.Cols...), true
	for _, row := range query.ValuesLists {
		list := row.GetList()
		values := make([]*pg_query.Node, len(drawn), len(drawn)+len(list.Items))
		for i := range values {
			values[i] = &pg_query.Node{Node: &pg_query.Node_SetToDefault{SetToDefault: &pg_query.SetToDefault{Location: build.Nowhere}}}
		}
		list.Items = append(values, list.Items...)
	}
}
