package duckdialect

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Names of result columns. Postgres takes them from the expression; DuckDB uses the text of the
// expression. So every column whose names would differ gets Postgres's name as an alias before the
// rewriting.

// nameColumns names the result columns of the statement, of its subqueries in FROM and of its common table
// expressions.
func (t *translation) nameColumns(root *pg_query.Node) {
	switch s := root.Node.(type) {
	case *pg_query.Node_SelectStmt:
		t.nameSelect(s.SelectStmt)
	case *pg_query.Node_InsertStmt:
		t.nameTargets(s.InsertStmt.ReturningList)
		t.nameWith(s.InsertStmt.WithClause)
		if query := s.InsertStmt.SelectStmt.GetSelectStmt(); query != nil {
			t.nameWith(query.WithClause)
			t.nameSources(query)
		}
	case *pg_query.Node_UpdateStmt:
		t.nameTargets(s.UpdateStmt.ReturningList)
		t.nameWith(s.UpdateStmt.WithClause)
		t.nameFrom(s.UpdateStmt.FromClause)
	case *pg_query.Node_DeleteStmt:
		t.nameTargets(s.DeleteStmt.ReturningList)
		t.nameWith(s.DeleteStmt.WithClause)
		t.nameFrom(s.DeleteStmt.UsingClause)
	case *pg_query.Node_MergeStmt:
		t.nameWith(s.MergeStmt.WithClause)
		t.nameFrom([]*pg_query.Node{s.MergeStmt.SourceRelation})
	case *pg_query.Node_CreateTableAsStmt:
		t.nameColumns(s.CreateTableAsStmt.Query)
	case *pg_query.Node_ViewStmt:
		t.nameColumns(s.ViewStmt.Query)
	case *pg_query.Node_ExplainStmt:
		t.nameColumns(s.ExplainStmt.Query)
	}
}

// nameSelect names the columns of a SELECT. In a set operation it names those of the leftmost part.
func (t *translation) nameSelect(s *pg_query.SelectStmt) {
	t.nameWith(s.WithClause)
	if s.Larg != nil {
		t.nameSelect(s.Larg)
		t.nameSources(s.Rarg)
		return
	}
	t.nameTargets(s.TargetList)
	t.nameFrom(s.FromClause)
}

// nameWith names the columns of the queries of a WITH.
func (t *translation) nameWith(clause *pg_query.WithClause) {
	for _, c := range clause.GetCtes() {
		t.nameColumns(c.GetCommonTableExpr().GetCtequery())
	}
}

// nameSources names the columns of subqueries in FROM of the other parts of a set operation.
func (t *translation) nameSources(s *pg_query.SelectStmt) {
	if s.Larg != nil {
		t.nameSources(s.Larg)
		t.nameSources(s.Rarg)
		return
	}
	t.nameFrom(s.FromClause)
}

func (t *translation) nameFrom(from []*pg_query.Node) {
	for _, n := range from {
		switch item := n.Node.(type) {
		case *pg_query.Node_RangeSubselect:
			t.nameColumns(item.RangeSubselect.Subquery)
			t.nameValues(item.RangeSubselect)
		case *pg_query.Node_RangeFunction:
			t.nameFunction(item.RangeFunction)
		case *pg_query.Node_JoinExpr:
			t.nameFrom([]*pg_query.Node{item.JoinExpr.Larg, item.JoinExpr.Rarg})
		}
	}
}

// nameFunction names a function in FROM that may become a constant.
func (t *translation) nameFunction(r *pg_query.RangeFunction) {
	f := r.Functions[0].GetList().GetItems()[0]
	if _, name := parse.SplitName(f.GetFuncCall().GetFuncname()); r.Alias == nil && (f.GetFuncCall() == nil || valueCalls[name]) {
		name, _ = resultcolumns.Name(f)
		r.Alias, t.Changed = &pg_query.Alias{Aliasname: name}, true
	}
}

// valueCalls are the functions that become constants.
var valueCalls = parse.WordSet(`current_schema current_database current_catalog version`)

// nameValues names the columns of VALUES in FROM: column1, column2…
func (t *translation) nameValues(s *pg_query.RangeSubselect) {
	rows := s.Subquery.GetSelectStmt().GetValuesLists()
	if len(rows) == 0 || s.Alias == nil {
		return
	}
	for i := len(s.Alias.Colnames); i < len(rows[0].GetList().GetItems()); i++ {
		s.Alias.Colnames = append(s.Alias.Colnames, pg_query.MakeStrNode("column"+strconv.Itoa(i+1)))
		t.Changed = true
	}
}

// valuesRows wraps a statement that is VALUES … in a SELECT, so that its columns can be named.
func (t *translation) valuesRows(root *pg_query.Node) {
	s := root.GetSelectStmt()
	if len(s.GetValuesLists()) == 0 {
		return
	}
	from := build.Lateral(&pg_query.Node{Node: root.Node}, &pg_query.Alias{Aliasname: "values"})
	from.GetRangeSubselect().Lateral = false
	star := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, build.Nowhere)
	t.ReplaceNode(root, build.Select(from, pg_query.MakeResTargetNodeWithVal(star, build.Nowhere)))
	outer := root.GetSelectStmt()
	outer.SortClause, outer.LimitCount, outer.LimitOffset, outer.WithClause, outer.LimitOption = s.SortClause, s.LimitCount, s.LimitOffset, s.WithClause, s.LimitOption
	s.SortClause, s.LimitCount, s.LimitOffset, s.WithClause, s.LimitOption = nil, nil, nil, nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT
}

func (t *translation) nameTargets(list []*pg_query.Node) {
	for _, n := range list {
		target := n.GetResTarget()
		if target == nil || target.Name != "" || target.Val.GetColumnRef() != nil {
			continue
		}
		target.Name, _ = resultcolumns.Name(target.Val)
		t.Changed = true
	}
}
