package usertypes

import (
	"maps"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// functionRows are the functions of an item of FROM whose names mean rows.
func functionRows(n *pg_query.Node) map[string]bool {
	if join := n.GetJoinExpr(); join != nil {
		names := functionRows(join.Larg)
		maps.Copy(names, functionRows(join.Rarg))
		return names
	}
	if r := n.GetRangeFunction(); r.GetAlias() != nil && trees.HasRows(r) {
		return map[string]bool{r.GetAlias().GetAliasname(): true}
	}
	return map[string]bool{}
}

// formFunctionRows gives the rows of functions that queries within a query select the form of rows. Where the statement takes fields of
// rows, or makes JSON of them, the rows keep their names.
func (t *Rules) formFunctionRows(s *pg_query.SelectStmt) {
	if s == nil || t.Env.SQLite || strings.Contains(strings.ToLower(t.Text), "json") {
		return
	}
	takesFields := false
	var rows []*pg_query.ResTarget
	t.EachMessage(s.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.A_Indirection:
			takesFields = takesFields || m.Indirection[0].GetAIndices() == nil
		case *pg_query.SelectStmt:
			if m != s {
				rows = append(rows, selectedFunctionRows(m)...)
			}
		}
	})
	if takesFields {
		return
	}
	for _, target := range rows {
		if target.Name == "" {
			target.Name = trees.LastField(target.Val)
		}
		target.Val, t.Changed = build.Call("struct_values", target.Val), true
	}
}

// selectedFunctionRows are the targets of a query that are rows of functions in its FROM.
func selectedFunctionRows(s *pg_query.SelectStmt) (targets []*pg_query.ResTarget) {
	names := map[string]bool{}
	for _, from := range s.FromClause {
		maps.Copy(names, functionRows(from))
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if names[trees.LastField(target.GetVal())] && len(target.Val.GetColumnRef().Fields) == 1 {
			targets = append(targets, target)
		}
	}
	return targets
}

// formWithin gives the rows that an expression of the select list has for its value, or in a row, the form of rows.
func (t *Rules) formWithin(n *pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_RowExpr:
		for _, a := range e.RowExpr.Args {
			t.formWithin(a)
		}
	case *pg_query.Node_CoalesceExpr:
		for _, a := range e.CoalesceExpr.Args {
			t.formWithin(a)
		}
	case *pg_query.Node_CaseExpr:
		for _, a := range e.CaseExpr.Args {
			t.formWithin(a.GetCaseWhen().GetResult())
		}
		t.formWithin(e.CaseExpr.Defresult)
	case *pg_query.Node_ColumnRef:
		name := trees.LastField(n)
		if _, isColumn := t.ColumnTypes[name]; len(e.ColumnRef.Fields) == 1 && t.rows[name] && !isColumn {
			t.ReplaceNode(n, build.Call("struct_values", &pg_query.Node{Node: n.Node}))
		}
	}
}
