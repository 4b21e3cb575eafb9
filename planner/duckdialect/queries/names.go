package queries

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Names of result columns. Postgres takes them from the expression; DuckDB uses the text of the
// expression. So every column whose names would differ gets Postgres's name as an alias before the
// rewriting.

// nameColumns names the result columns of the statement, of its subqueries in FROM and of its common table
// expressions. Subqueries in expressions are nameInner's.
func nameColumns(t *rewrite.Translation, root *pg_query.Node) {
	switch s := root.Node.(type) {
	case *pg_query.Node_SelectStmt:
		nameSelect(t, s.SelectStmt)
	case *pg_query.Node_InsertStmt:
		nameTargets(t, s.InsertStmt.ReturningList)
		nameWith(t, s.InsertStmt.WithClause)
		if query := s.InsertStmt.SelectStmt.GetSelectStmt(); query != nil {
			nameSources(t, query)
		}
	case *pg_query.Node_UpdateStmt:
		nameTargets(t, s.UpdateStmt.ReturningList)
		nameWith(t, s.UpdateStmt.WithClause)
		nameFrom(t, s.UpdateStmt.FromClause)
	case *pg_query.Node_DeleteStmt:
		nameTargets(t, s.DeleteStmt.ReturningList)
		nameWith(t, s.DeleteStmt.WithClause)
		nameFrom(t, s.DeleteStmt.UsingClause)
	case *pg_query.Node_MergeStmt:
		nameWith(t, s.MergeStmt.WithClause)
		nameFrom(t, []*pg_query.Node{s.MergeStmt.SourceRelation})
	case *pg_query.Node_CreateTableAsStmt:
		valuesRows(t, s.CreateTableAsStmt.Query)
		nameColumns(t, s.CreateTableAsStmt.Query)
	case *pg_query.Node_ViewStmt:
		valuesRows(t, s.ViewStmt.Query)
		nameColumns(t, s.ViewStmt.Query)
	case *pg_query.Node_ExplainStmt:
		nameColumns(t, s.ExplainStmt.Query)
	}
}

// nameSelect names the columns of a SELECT. In a set operation it names those of the leftmost part.
func nameSelect(t *rewrite.Translation, s *pg_query.SelectStmt) {
	nameWith(t, s.WithClause)
	if s.Larg != nil {
		valuesPart(t, s.Larg)
		nameSelect(t, s.Larg)
		nameSources(t, s.Rarg)
		return
	}
	nameTargets(t, s.TargetList)
	nameFrom(t, s.FromClause)
}

// valuesPart wraps the VALUES … that a set operation begins with in a SELECT, so that its columns can be named.
func valuesPart(t *rewrite.Translation, s *pg_query.SelectStmt) {
	if len(s.ValuesLists) == 0 {
		return
	}
	part := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: proto.Clone(s).(*pg_query.SelectStmt)}} //nolint:forcetypeassert // a clone
	valuesRows(t, part)
	proto.Reset(s)
	proto.Merge(s, part.GetSelectStmt())
}

// nameWith names the columns of the queries of a WITH.
func nameWith(t *rewrite.Translation, clause *pg_query.WithClause) {
	for _, c := range clause.GetCtes() {
		valuesRows(t, c.GetCommonTableExpr().GetCtequery())
		nameColumns(t, c.GetCommonTableExpr().GetCtequery())
	}
}

// nameInner names the columns of what the subqueries in expressions read. Their own columns nobody names.
func nameInner(t *rewrite.Translation, root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if link, ok := m.(*pg_query.SubLink); ok && link.Subselect.GetSelectStmt() != nil {
			nameSources(t, link.Subselect.GetSelectStmt())
		}
	})
}

// nameSources names the columns of subqueries in FROM and in WITH of a query whose own columns nobody names: of a further part
// of a set operation, say.
func nameSources(t *rewrite.Translation, s *pg_query.SelectStmt) {
	nameWith(t, s.WithClause)
	if s.Larg != nil {
		nameSources(t, s.Larg)
		nameSources(t, s.Rarg)
		return
	}
	nameFrom(t, s.FromClause)
}

func nameFrom(t *rewrite.Translation, from []*pg_query.Node) {
	for _, n := range from {
		switch item := n.Node.(type) {
		case *pg_query.Node_RangeSubselect:
			nameColumns(t, item.RangeSubselect.Subquery)
			nameValues(t, item.RangeSubselect)
		case *pg_query.Node_RangeFunction:
			nameFunction(t, item.RangeFunction)
		case *pg_query.Node_JoinExpr:
			nameFrom(t, []*pg_query.Node{item.JoinExpr.Larg, item.JoinExpr.Rarg})
		}
	}
}

// nameFunction names a function in FROM that may become a constant.
func nameFunction(t *rewrite.Translation, r *pg_query.RangeFunction) {
	f := r.Functions[0].GetList().GetItems()[0]
	if _, name := parse.SplitName(f.GetFuncCall().GetFuncname()); r.Alias == nil && (f.GetFuncCall() == nil || valueCalls[name]) {
		name, _ = resultcolumns.Name(f)
		r.Alias, t.Changed = &pg_query.Alias{Aliasname: name}, true
	}
}

// valueCalls are the functions that become constants.
var valueCalls = parse.WordSet(`current_schema current_database current_catalog version`)

// nameValues names the columns of VALUES in FROM: column1, column2…
func nameValues(t *rewrite.Translation, s *pg_query.RangeSubselect) {
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
func valuesRows(t *rewrite.Translation, root *pg_query.Node) {
	s := root.GetSelectStmt()
	if len(s.GetValuesLists()) == 0 {
		return
	}
	from := build.Lateral(&pg_query.Node{Node: root.Node}, &pg_query.Alias{Aliasname: "values"})
	from.GetRangeSubselect().Lateral = false
	t.ReplaceNode(root, build.Select(from, build.Target(build.Star(), "")))
	outer := root.GetSelectStmt()
	outer.SortClause, outer.LimitCount, outer.LimitOffset, outer.WithClause, outer.LimitOption = s.SortClause, s.LimitCount, s.LimitOffset, s.WithClause, s.LimitOption
	s.SortClause, s.LimitCount, s.LimitOffset, s.WithClause, s.LimitOption = nil, nil, nil, nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT
}

func nameTargets(t *rewrite.Translation, list []*pg_query.Node) {
	for _, n := range list {
		target := n.GetResTarget()
		if target == nil || target.Name != "" || target.Val.GetColumnRef() != nil {
			continue
		}
		target.Name, _ = resultcolumns.Name(target.Val)
		t.Changed = true
	}
}

// NameExpressions names the columns of results, at any depth, that are expressions. It runs before rules that make other
// expressions of them.
func NameExpressions(t *rewrite.Translation, root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			nameTargets(t, m.TargetList)
		case *pg_query.InsertStmt:
			nameTargets(t, m.ReturningList)
		case *pg_query.UpdateStmt:
			nameTargets(t, m.ReturningList)
		case *pg_query.DeleteStmt:
			nameTargets(t, m.ReturningList)
		}
	})
}
