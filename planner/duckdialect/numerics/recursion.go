package numerics

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// HoldRecursion refuses what a recursive query would lose: DuckDB gives its columns the decimals of the first part, and rounds the
// numerics of the others to them. Where the first part has a decimal that stands for a numeric without a precision, the source's casts
// refuse that, so a constant becomes one.
func HoldRecursion(t *inference.Types, c *pg_query.CommonTableExpr) {
	s := c.GetCtequery().GetSelectStmt()
	if t.Env.SQLite || s == nil || s.Op != pg_query.SetOperation_SETOP_UNION || !readsName(t, s.Rarg, c.Ctename) {
		return
	}
	first := trees.Leaves(s.Larg)[0]
	for column := 0; ; column++ {
		anchors := outputs(first, column)
		if len(anchors) == 0 {
			return
		}
		if isNumeric(t, anchors[0]) {
			holdColumn(t, first, s.Rarg, column, anchors)
		}
	}
}

// holdColumn does so for one column, in which the first part has such values.
func holdColumn(t *inference.Types, first, others *pg_query.SelectStmt, column int, anchors []*pg_query.Node) {
	anchor := digitsHeld(t, anchors[0])
	if anchor.checked {
		return
	}
	var deep []*pg_query.Node
	divides := false
	for _, leaf := range trees.Leaves(others) {
		for _, n := range outputs(leaf, column) {
			scale, ok := resultScale(t, n, anchor.scale)
			if kind := t.Shown(n); n.GetColumnRef() != nil || anchor.known && ok && scale <= anchor.scale || kind != "" && kind != "numeric" {
				continue
			}
			deep, divides = append(deep, n), divides || ok && scale >= inference.QuotientScale
		}
	}
	_, isConstant := trees.Number(anchors[0])
	switch {
	case len(deep) == 0 && !(isConstant && anchor.known):
	case isConstant || !anchor.known:
		to := widestNumeric(providers.LooseScale)
		switch {
		case len(deep) == 0: // the constant is short, and what the others add to it may be long
			to = widestNumeric(anchor.scale)
		case divides:
			to = Quotient()
		}
		if column < len(first.TargetList) && !isStar(first) {
			nameConstant(first.TargetList[column].GetResTarget())
		}
		for _, n := range anchors {
			t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, to))
		}
	default:
		for _, n := range deep {
			holdTo(t, n, anchor.scale)
		}
	}
}

// resultScale returns how many digits behind the point a value has, where the columns of the recursive query have so many.
func resultScale(t *inference.Types, n *pg_query.Node, own int) (scale int, ok bool) {
	if of := digitsHeld(t, n); of.known {
		return of.scale, true
	}
	if n.GetColumnRef() != nil {
		return own, true
	}
	e := n.GetAExpr()
	if e == nil || e.Lexpr == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return 0, false
	}
	left, known := resultScale(t, e.Lexpr, own)
	right, also := resultScale(t, e.Rexpr, own)
	switch _, op := parse.SplitName(e.Name); op {
	case "+", "-", "%":
		return max(left, right), known && also
	case "*":
		return left + right, known && also
	case "/":
		return inference.QuotientScale, true
	}
	return 0, false
}

// readsName reports whether a query reads a relation of a name.
func readsName(t *inference.Types, s *pg_query.SelectStmt, name string) (reads bool) {
	t.EachMessage(s.ProtoReflect(), func(m any) {
		if r, ok := m.(*pg_query.RangeVar); ok {
			reads = reads || r.Relname == name && r.Schemaname == ""
		}
	})
	return reads
}

// holdTo refuses a value that has more digits behind the point.
func holdTo(t *inference.Types, n *pg_query.Node, scale int) {
	text := build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("varchar"))
	t.ReplaceNode(n, build.Cast(build.Call("pg__hold_scale", text, build.Number(int64(scale))), widestNumeric(scale)))
}
