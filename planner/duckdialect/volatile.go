package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// readVolatile writes out or refuses what DuckDB evaluates less often than PostgreSQL, if it is volatile: operands that PostgreSQL
// evaluates for each comparison, and conditions that DuckDB has of another query's rows.
func (t *translation) readVolatile(root *pg_query.Node) {
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if t.Err != nil {
			return
		}
		switch m := m.(type) {
		case *pg_query.Node:
			t.readBetween(m)
		case *pg_query.SubLink:
			_, op := parse.SplitName(m.OperName)
			each := m.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK || op != "" && op != "="
			if m.Testexpr != nil && each {
				t.refuseVolatile(m.Location, "ANY or ALL of a query", m.Testexpr)
			}
		case *pg_query.SelectStmt:
			if len(m.FromClause) > 0 {
				alike := constantColumns(m.FromClause, m.WithClause)
				t.checkCondition(m.WhereClause, alike)
				t.checkCondition(m.HavingClause, nil)
			}
		case *pg_query.JoinExpr:
			t.checkCondition(m.Quals, constantColumns([]*pg_query.Node{m.Larg, m.Rarg}, nil))
		case *pg_query.UpdateStmt:
			t.checkCondition(m.WhereClause, constantColumns(m.FromClause, m.WithClause))
		case *pg_query.DeleteStmt:
			t.checkCondition(m.WhereClause, constantColumns(m.UsingClause, m.WithClause))
		case *pg_query.MergeStmt:
			t.checkCondition(m.JoinCondition, nil)
		}
	})
}

// readBetween writes BETWEEN out where its operand is volatile, and refuses what PostgreSQL evaluates more than once and draws from
// a sequence.
func (t *translation) readBetween(n *pg_query.Node) {
	e := n.GetAExpr()
	list := e.GetRexpr().GetList().GetItems()
	if e == nil || len(list) < 2 || !trees.IsVolatile(n.ProtoReflect()) {
		return
	}
	symmetric := e.Kind == pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM || e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_IN:
		if e.Lexpr.GetRowExpr() != nil {
			t.refuseVolatile(e.Location, "IN of rows", e.Lexpr)
		}
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		if !symmetric && !trees.IsVolatile(e.Lexpr.ProtoReflect()) {
			return
		}
		if drawsSequence(n) {
			t.refuseRepeated(e.Location, "BETWEEN")
			return
		}
		between := func(from, to *pg_query.Node) *pg_query.Node {
			return build.And(build.Binary(">=", proto.CloneOf(e.Lexpr), proto.CloneOf(from)), build.Binary("<=", proto.CloneOf(e.Lexpr), proto.CloneOf(to)))
		}
		by := between(list[0], list[1])
		if symmetric {
			by = build.Or(by, between(list[1], list[0]))
		}
		if e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN || e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM {
			by = build.Not(by)
		}
		t.ReplaceNode(n, by)
	}
}

// drawsSequence reports whether an expression changes a sequence.
func drawsSequence(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		f, ok := m.(*pg_query.FuncCall)
		_, name := parse.SplitName(f.GetFuncname())
		found = found || ok && (name == "nextval" || name == "setval")
	})
	return found
}

// constantColumns are the names of the columns of queries in FROM that read no relation. PostgreSQL puts their values in the place
// of the names, so conditions of them are conditions of the rows beside.
func constantColumns(from []*pg_query.Node, with *pg_query.WithClause) map[string]bool {
	names := map[string]bool{}
	add := func(query *pg_query.Node, renamed []*pg_query.Node) {
		s := query.GetSelectStmt()
		if s == nil || len(s.FromClause) > 0 {
			return
		}
		for i, n := range s.TargetList {
			name := n.GetResTarget().GetName()
			if i < len(renamed) {
				name = renamed[i].GetString_().GetSval()
			}
			names[name] = true
		}
	}
	var visit func(n *pg_query.Node)
	visit = func(n *pg_query.Node) {
		switch r := n.GetNode().(type) {
		case *pg_query.Node_JoinExpr:
			visit(r.JoinExpr.Larg)
			visit(r.JoinExpr.Rarg)
		case *pg_query.Node_RangeSubselect:
			add(r.RangeSubselect.Subquery, r.RangeSubselect.GetAlias().GetColnames())
		case *pg_query.Node_RangeVar:
			for _, c := range with.GetCtes() {
				if cte := c.GetCommonTableExpr(); cte.GetCtename() == r.RangeVar.Relname && r.RangeVar.Schemaname == "" {
					add(cte.Ctequery, cte.Aliascolnames)
				}
			}
		}
	}
	for _, n := range from {
		visit(n)
	}
	delete(names, "")
	return names
}

// checkCondition refuses volatile conditions that name no column of the rows that they are about, beside a subquery or columns of a
// query of one row: DuckDB evaluates them once for each row of that query.
func (t *translation) checkCondition(n *pg_query.Node, constant map[string]bool) {
	if n == nil || t.Err != nil {
		return
	}
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		for _, part := range b.Args {
			t.checkCondition(part, constant)
		}
		return
	}
	var call *pg_query.FuncCall
	elsewhere, here := false, false
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch m := m.Interface().(type) {
		case *pg_query.SubLink:
			elsewhere = elsewhere || m.Testexpr == nil
			return m.Testexpr == nil || visit(m.Testexpr.ProtoReflect())
		case *pg_query.ColumnRef:
			if constant[trees.LastField(&pg_query.Node{Node: &pg_query.Node_ColumnRef{ColumnRef: m}})] {
				elsewhere = true
			} else {
				here = true
			}
		case *pg_query.FuncCall:
			if trees.IsVolatileCall(m) {
				call = m
			}
		}
		return parse.Children(m, visit)
	}
	visit(n.ProtoReflect())
	if call != nil && elsewhere && !here {
		_, name := parse.SplitName(call.Funcname)
		t.NoteUnsupported(call.Location, "%s in a condition with a subquery and without a column is not supported", name).
			WithHint("Compute it in the select list of a subquery in FROM, and compare its column.")
	}
}
