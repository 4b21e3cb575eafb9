package queries

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// withTies writes FETCH FIRST n ROWS WITH TIES out: the rows of the first n ranks. The tree is still the
// client's.
func withTies(t *rewrite.Translation, root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if s, ok := m.(*pg_query.SelectStmt); ok && s.LimitOption == pg_query.LimitOption_LIMIT_OPTION_WITH_TIES {
			rankTies(t, s)
		}
	})
}

// rankTies rewrites a query whose list names its columns; any other keeps its WITH TIES, and is refused.
func rankTies(t *rewrite.Translation, s *pg_query.SelectStmt) {
	if len(s.SortClause) == 0 || len(s.DistinctClause) > 0 || s.Larg != nil || s.LimitOffset != nil || s.LimitCount == nil || len(s.TargetList) == 0 {
		return
	}
	const rows, place = "__ties", "__place"
	var outer []*pg_query.Node
	inner := proto.Clone(s).(*pg_query.SelectStmt) //nolint:forcetypeassert // a clone
	for i, n := range inner.TargetList {
		target := n.GetResTarget()
		if !trees.IsSingleColumn(n) || target.GetVal() == nil {
			return
		}
		name := target.Name
		if name == "" {
			name, _ = resultcolumns.Name(target.Val)
		}
		target.Name = "__" + strconv.Itoa(i+1)
		outer = append(outer, pg_query.MakeResTargetNodeWithNameAndVal(name, pg_query.MakeColumnRefNode(build.Names(rows, target.Name), build.Nowhere), build.Nowhere))
	}
	for _, n := range inner.SortClause {
		if by := n.GetSortBy(); !sortedByTarget(by, s.TargetList) {
			return
		}
	}
	rank := build.Call("rank")
	rank.GetFuncCall().Over = &pg_query.WindowDef{OrderClause: inner.SortClause, FrameOptions: build.DefaultFrame, Location: build.Nowhere}
	inner.TargetList = append(inner.TargetList, pg_query.MakeResTargetNodeWithNameAndVal(place, rank, build.Nowhere))
	inner.SortClause, inner.LimitCount, inner.LimitOption = nil, nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT
	from := build.Lateral(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: inner}}, &pg_query.Alias{Aliasname: rows})
	from.GetRangeSubselect().Lateral = false
	by := build.Select(from, outer...).GetSelectStmt()
	column := pg_query.MakeColumnRefNode(build.Names(rows, place), build.Nowhere)
	by.WhereClause = build.Binary("<=", column, s.LimitCount)
	by.SortClause = []*pg_query.Node{pg_query.MakeSortByNode(column, pg_query.SortByDir_SORTBY_DEFAULT, pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, build.Nowhere)}
	proto.Reset(s)
	proto.Merge(s, by)
	t.Changed = true
}

// sortedByTarget replaces a name or number in ORDER BY by the expression of the select list that it means, and
// reports whether there is one.
func sortedByTarget(by *pg_query.SortBy, targets []*pg_query.Node) bool {
	if at, ok := parse.IntConstant(by.Node); ok {
		if at < 1 || int(at) > len(targets) {
			return false
		}
		by.Node = targets[at-1].GetResTarget().GetVal()
		return true
	}
	if fields := by.Node.GetColumnRef().GetFields(); len(fields) == 1 {
		for _, n := range targets {
			if target := n.GetResTarget(); target.GetName() == fields[0].GetString_().GetSval() && target.GetName() != "" {
				by.Node = target.Val
				return true
			}
		}
	}
	return true
}
