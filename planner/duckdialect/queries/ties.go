package queries

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// withTies writes FETCH FIRST n ROWS WITH TIES out: the rows of the first n ranks. The tree is still the
// client's.
func withTies(t *rewrite.Translation, root *pg_query.Node) {
	var queries []*pg_query.SelectStmt
	named := map[string]bool{} // by WITH
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.CommonTableExpr:
			named[m.Ctename] = true
		case *pg_query.SelectStmt:
			if m.LimitOption == pg_query.LimitOption_LIMIT_OPTION_WITH_TIES {
				queries = append(queries, m)
			}
		}
	})
	for _, s := range queries {
		if isCounted(t, s.LimitCount, "2201W", "LIMIT") && isCounted(t, s.LimitOffset, "2201X", "OFFSET") {
			writeStar(t, s, named)
			rankTies(t, s)
		}
	}
}

// rankTies rewrites a query whose list names its columns; any other keeps its WITH TIES, and is refused.
func rankTies(t *rewrite.Translation, s *pg_query.SelectStmt) {
	if len(s.SortClause) == 0 || len(s.DistinctClause) > 0 || s.Larg != nil || s.LimitCount == nil || len(s.TargetList) == 0 {
		return
	}
	const rows, place, number = "__ties", "__place", "__number"
	var outer []*pg_query.Node
	inner := proto.CloneOf(s)
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
		outer = append(outer, build.Target(build.Column(rows, target.Name), name))
	}
	for _, n := range inner.SortClause {
		if by := n.GetSortBy(); !sortedByTarget(by, s.TargetList) {
			return
		}
	}
	if slices.ContainsFunc(inner.SortClause, hasWindow) { // whose results the rank is computed over
		sortOutside(inner)
	}
	rank := build.Call("rank")
	rank.GetFuncCall().Over = &pg_query.WindowDef{OrderClause: inner.SortClause, FrameOptions: build.DefaultFrame, Location: build.Nowhere}
	inner.TargetList = append(inner.TargetList, build.Target(rank, place))
	if s.LimitOffset != nil {
		row := build.Call("row_number")
		row.GetFuncCall().Over = proto.CloneOf(rank.GetFuncCall().Over)
		inner.TargetList = append(inner.TargetList, build.Target(row, number))
	}
	inner.SortClause, inner.LimitCount, inner.LimitOffset, inner.LimitOption = nil, nil, nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT
	from := build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: inner}}, build.Alias(rows))
	by := build.Select(from, outer...).GetSelectStmt()
	column := build.Column(rows, place)
	by.WhereClause = build.Binary("<=", column, s.LimitCount)
	if s.LimitOffset != nil { // the rows behind those that are left out, to the last one of the rank of the last
		by.WhereClause = build.And(build.Binary("<=", column, build.Binary("+", s.LimitCount, s.LimitOffset)),
			build.Binary(">", build.Column(rows, number), proto.CloneOf(s.LimitOffset)))
	}
	by.SortClause = []*pg_query.Node{pg_query.MakeSortByNode(column, pg_query.SortByDir_SORTBY_DEFAULT, pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, build.Nowhere)}
	proto.Reset(s)
	proto.Merge(s, by)
	t.Changed = true
}

// hasWindow reports whether an expression calls a function over a window.
func hasWindow(n *pg_query.Node) bool {
	found := false
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		f, ok := m.(*pg_query.FuncCall)
		found = found || ok && f.Over != nil
	})
	return found
}

// sortOutside makes a query, whose columns have numbers for names, one that sorts by columns of a query within it.
func sortOutside(s *pg_query.SelectStmt) {
	const rows = "__sorted"
	within := proto.CloneOf(s)
	var list []*pg_query.Node
	for _, n := range s.TargetList {
		name := n.GetResTarget().Name
		list = append(list, build.Target(build.Column(rows, name), name))
	}
	for i, n := range within.SortClause {
		name, by := "__by"+strconv.Itoa(i+1), s.SortClause[i].GetSortBy()
		within.TargetList = append(within.TargetList, build.Target(n.GetSortBy().Node, name))
		by.Node = build.Column(rows, name)
	}
	within.SortClause, within.LimitCount, within.LimitOffset, within.LimitOption, within.WithClause = nil, nil, nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT, nil
	from := build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: within}}, build.Alias(rows))
	outside := build.Select(from, list...).GetSelectStmt()
	outside.SortClause, outside.WithClause = s.SortClause, s.WithClause
	proto.Reset(s)
	proto.Merge(s, outside)
}

// isCounted reports whether a number of rows is a constant or a parameter, and not below 0.
func isCounted(t *rewrite.Translation, n *pg_query.Node, code sqlstate.Code, clause string) bool {
	number, constant := parse.IntConstant(n)
	if constant && number < 0 {
		t.NoteError(build.Nowhere, code, "%s must not be negative", clause)
	}
	return n == nil || constant || n.GetParamRef() != nil
}

// writeStar writes a star out that means the columns of one table.
func writeStar(t *rewrite.Translation, s *pg_query.SelectStmt, named map[string]bool) {
	if len(s.FromClause) != 1 {
		return
	}
	table := s.FromClause[0].GetRangeVar()
	star := s.TargetList[0].GetResTarget().GetVal().GetColumnRef()
	if table == nil || named[table.Relname] || t.Env.Columns == nil || len(s.TargetList) != 1 || len(star.GetFields()) != 1 || star.Fields[0].GetAStar() == nil {
		return
	}
	var list []*pg_query.Node
	for _, c := range t.Env.Columns(table.Schemaname, table.Relname) {
		list = append(list, build.Target(build.Column(c.Name), ""))
	}
	if len(list) > 0 {
		s.TargetList = list
	}
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
