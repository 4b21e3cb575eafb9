package duckdialect

import pg_query "github.com/pganalyze/pg_query_go/v6"

// The look-up of an OID is a number where it is compared, and a name where a result shows it.

// showResult rewrites the values that the statement's result shows.
func (t *translation) showResult(root *pg_query.Node) {
	switch s := root.Node.(type) {
	case *pg_query.Node_SelectStmt:
		t.showSelect(s.SelectStmt, true)
	case *pg_query.Node_CreateTableAsStmt:
		t.showResult(s.CreateTableAsStmt.Query)
	}
}

// showSelect rewrites the list of a SELECT and of its subqueries in FROM.
func (t *translation) showSelect(s *pg_query.SelectStmt, outermost bool) {
	if s.Larg != nil {
		t.showSelect(s.Larg, outermost)
		t.showSelect(s.Rarg, outermost)
		return
	}
	for _, n := range s.TargetList {
		t.showValue(n.GetResTarget().GetVal(), outermost)
		if target := n.GetResTarget(); outermost && target != nil {
			t.showColumn(target)
		}
	}
	for _, n := range s.FromClause {
		if sub := n.GetRangeSubselect().GetSubquery().GetSelectStmt(); sub != nil {
			t.showSelect(sub, false)
		}
	}
}

// showValue turns the look-ups that a value may be into names. Below the outermost list, constants
// stay: they are more often compared than shown.
func (t *translation) showValue(n *pg_query.Node, outermost bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_FuncCall:
		if isLookup(n) {
			if last := e.FuncCall.Args[len(e.FuncCall.Args)-1]; outermost || last.GetAConst() == nil {
				t.nameOfOID(n)
			}
		}
	case *pg_query.Node_CaseExpr:
		for _, w := range e.CaseExpr.Args {
			t.showValue(w.GetCaseWhen().GetResult(), outermost)
		}
		t.showValue(e.CaseExpr.Defresult, outermost)
	case *pg_query.Node_SubLink:
		if e.SubLink.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK {
			t.showSelect(e.SubLink.Subselect.GetSelectStmt(), false)
		}
	}
}

// showColumn shows a vector column as Postgres does, "1 2 3", and a column of functions by name.
func (t *translation) showColumn(target *pg_query.ResTarget) {
	fields := target.Val.GetColumnRef().GetFields()
	if len(fields) == 0 {
		return
	}
	name := fields[len(fields)-1].GetString_().GetSval()
	var shown *pg_query.Node
	switch {
	case vectors[name]:
		shown = call("array_to_string", target.Val, text(" "))
	case procedures[name] && t.catalogs:
		shown = emulated("regproc_text", target.Val)
	default:
		return
	}
	if target.Name == "" {
		target.Name = name
	}
	target.Val, t.changed = shown, true
}
