package writes

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// SET (a, b) = (SELECT x, y …) becomes a = (SELECT x …), b = (SELECT y …): DuckDB sets one column at a time.

// IsDivisible reports whether each column of a query can be had by a query of its own: the rows are the same each time.
func IsDivisible(s *pg_query.SelectStmt, columns int) bool {
	plainList := !slices.ContainsFunc(s.TargetList, func(n *pg_query.Node) bool {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		return len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
	})
	return plainList && len(s.TargetList) == columns && s.Op == pg_query.SetOperation_SETOP_NONE && len(s.DistinctClause) == 0 &&
		len(s.SortClause) == 0 && s.WithClause == nil && !trees.IsVolatile(s.ProtoReflect())
}

// DivideSet gives each column of SET (…) = (SELECT …) a query of its own.
func DivideSet(t *rewrite.Translation, targets []*pg_query.Node) {
	for _, n := range targets {
		target := n.GetResTarget()
		several := target.GetVal().GetMultiAssignRef()
		query := several.GetSource().GetSubLink().GetSubselect().GetSelectStmt()
		if query == nil || !IsDivisible(query, int(several.Ncolumns)) {
			continue
		}
		own := proto.CloneOf(several.Source)
		list := own.GetSubLink().GetSubselect().GetSelectStmt()
		if len(list.GroupClause) == 0 { // an aggregate of one column makes all of them one row
			own.GetSubLink().Subselect = columnOf(list, int(several.Colno))
		} else {
			list.TargetList = list.TargetList[several.Colno-1 : several.Colno]
		}
		target.Val, t.Changed = own, true
	}
}

// columnOf selects one column of a query.
func columnOf(query *pg_query.SelectStmt, column int) *pg_query.Node {
	const rows = "__assigned"
	alias := &pg_query.Alias{Aliasname: rows}
	for i := range query.TargetList {
		alias.Colnames = append(alias.Colnames, pg_query.MakeStrNode("__"+strconv.Itoa(i+1)))
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{
		Subquery: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}, Alias: alias,
	}}}
	return build.Select(from, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(build.Names(rows, "__"+strconv.Itoa(column)), build.Nowhere), build.Nowhere))
}
