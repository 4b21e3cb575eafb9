package numerics

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// Numbers of which DuckDB's arithmetic or casts would lose digits.

// How many digits numbers hold.
const (
	narrowDecimal = 18 // how many digits a decimal has that DuckDB computes with as a bigint, and fails where the result has more
	ExactDigits   = 15 // every numeric of so many digits is the nearest of the double precision that it is cast to
)

// CountDigits counts the digits of a number that is written out.
func CountDigits(s string) int { return len(strings.Trim(strings.Replace(s, ".", "", 1), "-")) }

// FoldArithmetic computes with constants whose result may have more digits than DuckDB's arithmetic leaves room for.
func FoldArithmetic(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || op != "+" && op != "-" && op != "*" {
		return false
	}
	left, isLeft := trees.Number(e.Lexpr)
	right, isRight := trees.Number(e.Rexpr)
	if !isLeft || !isRight || !strings.Contains(left+right, ".") || CountDigits(left)+CountDigits(right) < narrowDecimal {
		return false
	}
	return Fold(t, n, op, e.Lexpr, e.Rexpr)
}

// Floats are the floating-point types.
var Floats = map[string]bool{"float8": true, "float4": true}

// CastExactly casts a numeric to a floating-point number by its digits: DuckDB divides.
func CastExactly(t *inference.Types, c *pg_query.TypeCast) {
	if len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite {
		return
	}
	if s, ok := trees.Number(c.Arg); ok {
		if CountDigits(s) > ExactDigits {
			c.Arg, t.Changed = build.Text(s), true
		}
	} else if t.Shown(c.Arg) == "numeric" {
		c.Arg, t.Changed = build.Cast(c.Arg, build.PlainType("varchar")), true
	}
}

// RoundFirst rounds what a client casts to a numeric of a precision whose decimal stands for a numeric without one, too: the source
// refuses casts to it that lose digits.
func RoundFirst(t *inference.Types, c *pg_query.TypeCast) bool {
	if t.Env.SQLite || !WrittenPrecision(c.TypeName) || len(c.TypeName.Typmods) != 2 || len(c.TypeName.ArrayBounds) > 0 {
		return false
	}
	width, isInt := parse.IntConstant(c.TypeName.Typmods[0])
	scale, isScale := parse.IntConstant(c.TypeName.Typmods[1])
	if !isInt || !isScale || width != providers.WidestDecimal || !providers.RoundsFirst(width, scale) {
		return false
	}
	_, quoted := parse.TextConstant(c.Arg)
	_, constant := trees.Number(c.Arg)
	if (quoted || constant || integerDigits[t.Shown(c.Arg)] > 0) && !providers.KeepsDigits(width, scale) {
		return false
	}
	rounded := build.PlainType("numeric")
	rounded.Typmods = []*pg_query.Node{build.Number(providers.UnscaledWidth), build.Number(scale)}
	c.Arg, t.Changed = build.Cast(c.Arg, rounded), true
	return true
}

// CastBeside makes constants floating-point numbers by their digits, where one of the values is one.
func CastBeside(t *inference.Types, values ...*pg_query.Node) {
	kind := ""
	for _, n := range values {
		if of := t.Shown(n); Floats[of] {
			kind = of
		}
	}
	if kind == "" || t.Env.SQLite {
		return
	}
	for _, n := range values {
		if s, ok := trees.Number(n); ok && CountDigits(s) > ExactDigits {
			if _, isInt := parse.IntConstant(n); !isInt {
				t.ReplaceNode(n, build.Cast(build.Text(s), build.PlainType("float8")))
			}
		}
	}
}

// NumbersToString writes numbers of several scales, of which DuckDB's arrays have one, as texts.
func NumbersToString(t *inference.Types, _ *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 0 || t.Env.SQLite {
		return false
	}
	elements := f.Args[0].GetAArrayExpr().GetElements()
	if t.AnyWide(elements...) {
		for _, e := range elements {
			t.ReplaceNode(e, build.Call(inference.WideStart+"text", widened(t, &pg_query.Node{Node: e.Node}, f.Location)))
		}
		return false
	}
	if !SeveralScales(elements) {
		return false
	}
	for _, e := range elements {
		if s, ok := trees.Number(e); ok {
			t.ReplaceNode(e, build.Text(s))
		}
	}
	return false
}

// leastIntegers are the least integers, and their types. DuckDB negates their opposites, which are none.
var leastIntegers = map[string]string{"-2147483648": "int4", "-9223372036854775808": "int8"}

// LeastInteger gives the least integer its type.
func LeastInteger(t *inference.Types, n *pg_query.Node, c *pg_query.A_Const) bool {
	least := c.GetFval().GetFval()
	kind := leastIntegers[least]
	if kind == "" || t.Env.SQLite {
		return false
	}
	t.ReplaceNode(n, build.Cast(build.Text(least), build.PlainType(kind)))
	return true
}

// SetSeed returns a void, which is no NULL.
func SetSeed(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	void := func(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType("pg_void")) }
	call := &pg_query.Node{Node: n.Node}
	return t.ReplaceCall(n, "setseed", build.Case(void(build.Text("")),
		build.When(build.IsNull(f.Args[0]), void(build.Null())), build.When(build.IsNotNull(call), void(build.Null()))))
}

// SeveralScales reports whether a list consists of constants of several scales.
func SeveralScales(list []*pg_query.Node) bool {
	scales := map[int]bool{}
	for _, n := range list {
		s, constant := trees.Number(n)
		if n.GetAConst().GetIsnull() {
			continue
		}
		if !constant {
			return false
		}
		_, fraction, _ := strings.Cut(s, ".")
		scales[len(fraction)] = true
	}
	return len(scales) > 1
}
