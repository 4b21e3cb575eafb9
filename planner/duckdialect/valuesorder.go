package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// orderColumn is the column that keepValuesOrder adds.
const orderColumn = "__row"

// keepValuesOrder orders the rows of a VALUES list in FROM as they are written, where calls of the
// emulation in the select list become joins, after which DuckDB's rows come in another order. PostgreSQL promises no order either,
// but psql's \gdesc relies on it.
func (t *translation) keepValuesOrder(s *pg_query.SelectStmt) {
	if len(s.FromClause) != 1 || len(s.SortClause)+len(s.GroupClause)+len(s.DistinctClause) > 0 || s.HavingClause != nil || s.Op != pg_query.SetOperation_SETOP_NONE {
		return
	}
	from := s.FromClause[0].GetRangeSubselect()
	list := from.GetSubquery().GetSelectStmt()
	if list == nil || len(list.ValuesLists) < 2 || len(list.SortClause) > 0 || list.LimitCount != nil || list.LimitOffset != nil ||
		len(from.GetAlias().GetColnames()) != len(list.ValuesLists[0].GetList().GetItems()) {
		return
	}
	joined := false
	for _, n := range s.TargetList {
		f := n.GetResTarget().GetVal().GetFuncCall()
		if n.GetResTarget().GetVal().GetColumnRef() != nil && !trees.IsSingleColumn(n) || f != nil && functions[t.OriginalName(f)].list {
			return
		}
		schema, _ := parse.SplitName(f.GetFuncname())
		joined = joined || schema == emulation.Database+"."+emulation.Catalog
		if t.aggregates(n) {
			return
		}
	}
	if !joined {
		return
	}
	for i, row := range list.ValuesLists {
		row.GetList().Items = append(row.GetList().Items, build.Number(int64(i)))
	}
	from.Alias.Colnames = append(from.Alias.Colnames, pg_query.MakeStrNode(orderColumn))
	column := pg_query.MakeColumnRefNode(build.Names(from.Alias.Aliasname, orderColumn), build.Nowhere)
	s.SortClause = []*pg_query.Node{pg_query.MakeSortByNode(column, pg_query.SortByDir_SORTBY_DEFAULT, pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, build.Nowhere)}
	t.Changed = true
}

// aggregates reports whether an expression has a call of an aggregate in it.
func (t *translation) aggregates(n *pg_query.Node) bool {
	found := false
	t.EachMessage(n.ProtoReflect(), func(m any) {
		f, ok := m.(*pg_query.FuncCall)
		found = found || ok && f.Over == nil && functionnames.IsAggregate(t.OriginalName(f))
	})
	return found
}
