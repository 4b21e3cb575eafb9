package json

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// GroupValues tells the groups and the distinct rows of a query apart by the keys of the values of jsonb that they have. Of values that
// are equal one is shown.
func GroupValues(t *inference.Types, s *pg_query.SelectStmt) {
	if t.Env.SQLite || s.Larg != nil {
		return
	}
	if len(s.DistinctClause) == 1 && s.DistinctClause[0].GetNode() == nil && len(s.GroupClause) == 0 {
		distinctValues(t, s)
	}
	for _, g := range s.GroupClause {
		value := g
		if at, ok := parse.IntConstant(g); ok && at > 0 && int(at) <= len(s.TargetList) {
			value = s.TargetList[at-1].GetResTarget().GetVal()
		}
		if !IsValue(t, value) {
			value = labelled(s, value)
		}
		if IsValue(t, value) {
			groupValue(t, s, g, proto.CloneOf(value))
		}
	}
}

// labelled is the value of the select list that a name in GROUP BY means, or the expression itself.
func labelled(s *pg_query.SelectStmt, n *pg_query.Node) *pg_query.Node {
	for _, item := range s.TargetList {
		if target := item.GetResTarget(); target.GetName() != "" && len(n.GetColumnRef().GetFields()) == 1 && target.Name == trees.LastField(n) {
			return target.Val
		}
	}
	return n
}

// distinctValues makes DISTINCT one of the keys.
func distinctValues(t *inference.Types, s *pg_query.SelectStmt) {
	on, values := make([]*pg_query.Node, len(s.TargetList)), false
	for i, n := range s.TargetList {
		if !trees.IsSingleColumn(n) {
			return
		}
		on[i] = proto.CloneOf(n.GetResTarget().Val)
		if IsValue(t, on[i]) {
			on[i], values = key(on[i]), true
		}
	}
	if values {
		s.DistinctClause, t.Changed = on, true
	}
}

// groupValue groups by the key of a value, where the value stands in the select list by itself alone.
func groupValue(t *inference.Types, s *pg_query.SelectStmt, g, value *pg_query.Node) {
	var whole []*pg_query.ResTarget
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if !trees.IsSingleColumn(n) {
			return
		}
		if trees.SameExpression(trees.Unqualified(target.GetVal()), trees.Unqualified(value)) {
			whole = append(whole, target)
		} else if has(target.GetVal(), value) {
			return
		}
	}
	if has(s.HavingClause, value) {
		return
	}
	for _, target := range whole {
		if target.Name == "" {
			target.Name = trees.LastField(target.Val)
		}
		target.Val = build.Call("any_value", target.Val)
	}
	g.Node, t.Changed = key(value).Node, true
}

// has reports whether an expression has a column in it that a value has, too.
func has(n, value *pg_query.Node) bool {
	found, columns := false, map[string]bool{}
	trees.EachColumn(value.ProtoReflect(), func(c *pg_query.ColumnRef) { columns[lastName(c)] = true })
	if n != nil {
		trees.EachColumn(n.ProtoReflect(), func(c *pg_query.ColumnRef) { found = found || columns[lastName(c)] })
	}
	return found
}

func lastName(c *pg_query.ColumnRef) string {
	parts := parse.NameParts(c.Fields)
	return parts[len(parts)-1]
}

// CountValues counts distinct values of jsonb by their keys.
func CountValues(t *inference.Types, f *pg_query.FuncCall, name string) {
	if name == "count" && f.AggDistinct && len(f.Args) == 1 && !t.Env.SQLite && IsValue(t, f.Args[0]) {
		f.Args[0], t.Changed = key(f.Args[0]), true
	}
}

// listElements compares a jsonb with the elements of ARRAY[…], as with a list. Other arrays of jsonb are refused.
func listElements(t *inference.Types, e *pg_query.A_Expr, op string) {
	isAny, isAll := e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY, e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL
	if !isAny && !isAll || t.Env.SQLite || !trees.Comparisons[op] || !IsValue(t, e.Lexpr) {
		return
	}
	elements := e.Rexpr.GetAArrayExpr().GetElements()
	if len(elements) == 0 || !(isAny && op == "=" || isAll && op == "<>") {
		t.NoteUnsupported(e.Location, "a comparison of a jsonb with the elements of this array is not supported").WithHint("Write IN (…), or compare with each element of unnest.")
		return
	}
	e.Kind, e.Rexpr, t.Changed = pg_query.A_Expr_Kind_AEXPR_IN, pg_query.MakeListNode(elements), true
}
