package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Numbers of which DuckDB's arithmetic or casts would lose digits.

const (
	narrowDecimal = 18 // how many digits a decimal has that DuckDB computes with as a bigint, and fails where the result has more
	exactDouble   = 15 // every numeric of so many digits is the nearest of the double precision that it is cast to
)

// digitsOf counts the digits of a number that is written out.
func digitsOf(s string) int { return len(strings.Trim(strings.Replace(s, ".", "", 1), "-")) }

// foldArithmetic computes with constants whose result may have more digits than DuckDB's arithmetic leaves room for.
func (t *translation) foldArithmetic(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || op != "+" && op != "-" && op != "*" {
		return false
	}
	left, isLeft := trees.Number(e.Lexpr)
	right, isRight := trees.Number(e.Rexpr)
	if !isLeft || !isRight || !strings.Contains(left+right, ".") || digitsOf(left)+digitsOf(right) < narrowDecimal {
		return false
	}
	return t.computeNumeric(n, op, e.Lexpr, e.Rexpr)
}

var floats = map[string]bool{"float8": true, "float4": true}

// exactCast casts a numeric to a floating-point number by its digits: DuckDB divides.
func (t *translation) exactCast(c *pg_query.TypeCast) {
	if len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite {
		return
	}
	if s, ok := trees.Number(c.Arg); ok {
		if digitsOf(s) > exactDouble {
			c.Arg, t.Changed = build.Text(s), true
		}
	} else if t.Shown(c.Arg) == "numeric" {
		c.Arg, t.Changed = build.Cast(c.Arg, build.PlainType("varchar")), true
	}
}

// exactBeside makes constants floating-point numbers by their digits, where one of the values is one.
func (t *translation) exactBeside(values ...*pg_query.Node) {
	kind := ""
	for _, n := range values {
		if of := t.Shown(n); floats[of] {
			kind = of
		}
	}
	if kind == "" || t.Env.SQLite {
		return
	}
	for _, n := range values {
		if s, ok := trees.Number(n); ok && digitsOf(s) > exactDouble {
			if _, isInt := parse.IntConstant(n); !isInt {
				t.ReplaceNode(n, build.Cast(build.Text(s), build.PlainType("float8")))
			}
		}
	}
}

// numbersToString writes numbers of several scales, of which DuckDB's arrays have one, as texts.
func (t *translation) numbersToString(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 0 || t.Env.SQLite {
		return false
	}
	elements := f.Args[0].GetAArrayExpr().GetElements()
	if !severalScales(elements) {
		return false
	}
	for _, e := range elements {
		if s, ok := trees.Number(e); ok {
			t.ReplaceNode(e, build.Text(s))
		}
	}
	return false
}

// leastInteger gives the least integer its type: DuckDB negates 2147483648, which is none.
func (t *translation) leastInteger(n *pg_query.Node, c *pg_query.A_Const) bool {
	const least = "-2147483648"
	if c.GetFval().GetFval() != least || t.Env.SQLite {
		return false
	}
	t.ReplaceNode(n, build.Cast(build.Text(least), build.PlainType("int4")))
	return true
}

// setSeed returns a void, which is no NULL.
func (t *translation) setSeed(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	void := func(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType("pg_void")) }
	call := &pg_query.Node{Node: n.Node}
	return t.ReplaceCall(n, "setseed", build.Case(void(build.Text("")),
		build.When(build.IsNull(f.Args[0]), void(build.Null())), build.When(build.IsNotNull(call), void(build.Null()))))
}
