package planner

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// distinctObjects is the alias of a query whose result has names of objects.
const distinctObjects = "objects_"

// orderByOIDs has a query that groups or unites its rows order them by the OIDs of what it shows the names of: its result is a query in
// FROM then, and the names are written outside of it. A query whose order is by something else stays as it is.
func (w objectWriter) orderByOIDs(statement *pg_query.Node) {
	s := statement.GetSelectStmt()
	first := trees.Leaves(s)[0]
	gathers := len(s.DistinctClause)+len(s.GroupClause) > 0 || s.Op != pg_query.SetOperation_SETOP_NONE
	if len(s.SortClause) == 0 || len(s.LockingClause) > 0 || len(first.TargetList) == 0 || !gathers {
		return
	}
	names, columns, targets := []string{}, []string{}, []*pg_query.Node{}
	shows := false
	for i, target := range first.TargetList {
		if !trees.IsSingleColumn(target) {
			return
		}
		value := target.GetResTarget().GetVal()
		name := target.GetResTarget().Name
		if name == "" {
			name, _ = resultcolumns.Name(value)
		}
		column := "column_" + strconv.Itoa(i+1)
		names, columns = append(names, name), append(columns, column)
		shown := pg_query.MakeColumnRefNode(build.Names(distinctObjects, column), build.Nowhere)
		if of, is := w.found.Shown[value]; is && !of.Array {
			shown, shows = build.Cast(shown, build.PlainType(of.Type)), true
			defer func() { w.found.Shown[shown] = of }() // when those within are out of it
		}
		targets = append(targets, pg_query.MakeResTargetNodeWithNameAndVal(name, shown, build.Nowhere))
	}
	order, ok := orderOfColumns(s.SortClause, names, columns)
	if !shows || !ok || !w.hideNames(s, len(targets)) {
		return
	}
	inner := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
	query := build.Select(build.Subselect(inner, &pg_query.Alias{Aliasname: distinctObjects, Colnames: build.Names(columns...)}), targets...)
	outer := query.GetSelectStmt()
	outer.SortClause, outer.LimitCount, outer.LimitOffset, outer.LimitOption = order, s.LimitCount, s.LimitOffset, s.LimitOption
	if len(s.DistinctClause) == 0 || s.DistinctClause[0].GetNode() == nil { // DISTINCT ON takes the first rows of its order
		s.SortClause = nil
	}
	s.LimitCount, s.LimitOffset, s.LimitOption = nil, nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT
	statement.Node = query.Node
}

// orderOfColumns is an ORDER BY of a query's result by columns with other names; ok is false where it is by something else.
func orderOfColumns(list []*pg_query.Node, names, columns []string) (order []*pg_query.Node, ok bool) {
	for _, n := range list {
		by := n.GetSortBy()
		at := -1
		if i, ordinal := parse.IntConstant(by.GetNode()); ordinal {
			at = int(i) - 1
		} else if fields := parse.NameParts(by.GetNode().GetColumnRef().GetFields()); len(fields) == 1 {
			for i, name := range names {
				if name == fields[0] {
					at = i
				}
			}
		}
		if at < 0 || at >= len(columns) || len(by.UseOp) > 0 {
			return nil, false
		}
		column := pg_query.MakeColumnRefNode(build.Names(distinctObjects, columns[at]), build.Nowhere)
		order = append(order, pg_query.MakeSortByNode(column, by.SortbyDir, by.SortbyNulls, build.Nowhere))
	}
	return order, true
}

// hideNames has the values of a query be OIDs that it showed as names; ok is false where one of its parts has no values of its own.
func (w objectWriter) hideNames(s *pg_query.SelectStmt, count int) bool {
	for _, part := range trees.Leaves(s) {
		if len(part.TargetList) != count {
			return false
		}
		for _, target := range part.TargetList {
			delete(w.found.Shown, target.GetResTarget().GetVal())
		}
	}
	return true
}
