package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// shifts are the functions that shift integers, whose bits beyond the width are lost.
var (
	shifts     = map[string]string{"<<": "pg__shift_left", ">>": "pg__shift_right"}
	wholeTypes = map[string]bool{"int2": true, "int4": true, "int8": true}
)

// withoutSign is the number behind a minus, or behind ~.
func withoutSign(n *pg_query.Node) *pg_query.Node {
	if e := n.GetAExpr(); e.GetKind() == pg_query.A_Expr_Kind_AEXPR_OP && e.Lexpr == nil {
		if _, op := parse.SplitName(e.Name); op == "-" || op == "~" {
			return e.Rexpr
		}
	}
	return n
}

// shiftBits shifts an integer as Postgres does: DuckDB refuses negative numbers, and bits that are lost.
func (t *translation) shiftBits(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	by := shifts[op]
	if kind := t.Shown(e.Lexpr); by != "" && e.Lexpr != nil && (kind == "bit" || kind == "varbit") && !t.Env.SQLite {
		return t.shiftString(n, e, op)
	}
	if by == "" || e.Lexpr == nil || !wholeTypes[t.Shown(withoutSign(e.Lexpr))] || !wholeTypes[t.Shown(e.Rexpr)] || t.Env.SQLite {
		return false
	}
	t.ReplaceNode(n, build.Call(by, e.Lexpr, build.Cast(e.Rexpr, build.PlainType("int4"))))
	return true
}

// shiftString shifts a bit string, to the other side by a negative number.
func (t *translation) shiftString(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	other := map[string]string{"<<": ">>", ">>": "<<"}[op]
	if i, constant := parse.IntConstant(e.Rexpr); constant && i >= 0 || trees.IsVolatile(e.Rexpr.ProtoReflect()) {
		return false
	}
	zero := build.Number(0)
	t.ReplaceNode(n, build.Case(build.Binary(op, e.Lexpr, e.Rexpr), build.When(build.Binary("<", e.Rexpr, zero), build.Binary(other, e.Lexpr, build.Binary("-", zero, e.Rexpr)))))
	return true
}

// fixInteger gives a whole number in arithmetic with a smallint, or in bits with one, the type integer: DuckDB would take it
// for a smallint, too.
func (t *translation) fixInteger(n, other *pg_query.Node) {
	if _, ok := parse.IntConstant(n); !ok || other == nil {
		return
	}
	if _, ok := other.GetAConst().GetVal().(*pg_query.A_Const_Fval); ok {
		return
	}
	if _, ok := parse.IntConstant(other); !ok {
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("int4")))
	}
}

// fixBits gives whole numbers the type integer in operators of bits.
func (t *translation) fixBits(e *pg_query.A_Expr, op string) {
	if (op == "&" || op == "|" || op == "#") && e.Lexpr != nil && !t.Env.SQLite {
		t.fixInteger(e.Lexpr, e.Rexpr)
		t.fixInteger(e.Rexpr, e.Lexpr)
	}
}
