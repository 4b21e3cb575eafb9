package duckdialect

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Names of result columns. Postgres takes them from the expression; DuckDB uses the text of the
// expression. So every column whose names would differ gets Postgres's name as an alias before the
// rewriting.

// each calls f for every message of a tree.
func (t *translation) each(m protoreflect.Message, f func(any)) {
	parse.Children(m, func(child protoreflect.Message) bool {
		t.each(child, f)
		return true
	})
	f(m.Interface())
}

// eachChild calls f for the nodes that a node is made of.
func (t *translation) eachChild(n *pg_query.Node, f func(*pg_query.Node)) {
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		if child, ok := m.Interface().(*pg_query.Node); ok {
			f(child)
		} else {
			parse.Children(m, visit)
		}
		return true
	}
	parse.Children(n.ProtoReflect(), visit)
}

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

// nameSelect names the columns of a SELECT; of a set operation, those of its leftmost part.
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
		name, _ = figureName(f)
		r.Alias, t.changed = &pg_query.Alias{Aliasname: name}, true
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
		t.changed = true
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
	t.replaceNode(root, build.Select(from, pg_query.MakeResTargetNodeWithVal(star, build.Nowhere)))
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
		target.Name, _ = figureName(target.Val)
		t.changed = true
	}
}

// figureName returns the name that Postgres gives to an expression, and its strength: the name of a
// cast's type yields to the name of its argument.
func figureName(n *pg_query.Node) (name string, strength int) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		for _, f := range e.ColumnRef.Fields {
			if s := f.GetString_(); s != nil {
				name = s.Sval
			}
		}
		return name, 2
	case *pg_query.Node_AIndirection:
		for _, f := range e.AIndirection.Indirection {
			if s := f.GetString_(); s != nil {
				name = s.Sval
			}
		}
		if name != "" {
			return name, 2
		}
		return figureName(e.AIndirection.Arg)
	case *pg_query.Node_FuncCall:
		_, name = parse.SplitName(e.FuncCall.Funcname)
		return name, 2
	case *pg_query.Node_TypeCast:
		if name, strength = figureName(e.TypeCast.Arg); strength > 1 {
			return name, strength
		}
		_, name = parse.SplitName(e.TypeCast.TypeName.GetNames())
		return name, 1
	case *pg_query.Node_CollateClause:
		return figureName(e.CollateClause.Arg)
	case *pg_query.Node_CaseExpr:
		if name, strength = figureName(e.CaseExpr.Defresult); strength > 1 {
			return name, strength
		}
		return "case", 1
	case *pg_query.Node_SubLink:
		return figureSubLink(e.SubLink)
	case *pg_query.Node_SqlvalueFunction:
		return valueNames[e.SqlvalueFunction.Op], 2
	}
	if name, ok := fixedNames(n); ok {
		return name, 2
	}
	return "?column?", 0
}

func figureSubLink(s *pg_query.SubLink) (string, int) {
	switch s.SubLinkType {
	case pg_query.SubLinkType_EXISTS_SUBLINK:
		return "exists", 2
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		return "array", 2
	case pg_query.SubLinkType_EXPR_SUBLINK:
		query := s.Subselect.GetSelectStmt()
		for query.GetLarg() != nil {
			query = query.Larg
		}
		if list := query.GetTargetList(); len(list) > 0 {
			target := list[0].GetResTarget()
			if target.GetName() != "" {
				return target.Name, 2
			}
			return figureName(target.GetVal())
		}
	}
	return "?column?", 0
}

// fixedNames returns the name of an expression that has a fixed one.
func fixedNames(n *pg_query.Node) (string, bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_CoalesceExpr:
		return "coalesce", true
	case *pg_query.Node_MinMaxExpr:
		if e.MinMaxExpr.Op == pg_query.MinMaxOp_IS_LEAST {
			return "least", true
		}
		return "greatest", true
	case *pg_query.Node_AArrayExpr:
		return "array", true
	case *pg_query.Node_RowExpr:
		return "row", true
	case *pg_query.Node_XmlExpr:
		name := xmlNames[e.XmlExpr.Op]
		return name, name != ""
	case *pg_query.Node_GroupingFunc:
		return "grouping", true
	case *pg_query.Node_AExpr:
		if e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", true
		}
	}
	return "", false
}

// valueNames are the names of SQL's functions without brackets.
var valueNames = map[pg_query.SQLValueFunctionOp]string{
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:        "current_date",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME:        "current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N:      "current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:   "current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N: "current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME:           "localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME_N:         "localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:      "localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:    "localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_ROLE:        "current_role",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_USER:        "current_user",
	pg_query.SQLValueFunctionOp_SVFOP_USER:                "user",
	pg_query.SQLValueFunctionOp_SVFOP_SESSION_USER:        "session_user",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG:     "current_catalog",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA:      "current_schema",
}
