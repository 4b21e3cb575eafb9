package numerics

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Remainder computes a remainder of numerics in the type of quotients where a product or a sum is in it: those have so
// many digits in DuckDB that its own remainder would be of floating-point numbers.
func Remainder(t *inference.Types, left, right **pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	wide, isNumeric := false, false
	for _, side := range []*pg_query.Node{*left, *right} {
		if side == nil {
			return
		}
		isNumeric = isNumeric || t.Shown(side) == "numeric"
		t.EachMessage(side.ProtoReflect(), func(m any) {
			switch m := m.(type) {
			case *pg_query.A_Expr:
				_, op := parse.SplitName(m.Name)
				wide = wide || op == "*"
			case *pg_query.TypeCast:
				width, _ := parse.IntConstant(trees.Single(m.TypeName.GetTypmods()[:min(1, len(m.TypeName.GetTypmods()))]))
				wide = wide || t.Shown(side) == "numeric" && width >= constants.WidestNumber-1 && width <= constants.WidestNumber
			case *pg_query.FuncCall:
				wide = wide || t.OriginalName(m) == "sum"
			}
		})
	}
	a, b := digitsHeld(t, *left), digitsHeld(t, *right)
	wide = wide || a.known && b.known && !a.fitsWith(b)
	if wide && isNumeric {
		*left, *right, t.Changed = build.Cast(*left, Quotient()), build.Cast(*right, Quotient()), true
	}
}

// Quotient is the widest type that is rounded.
func Quotient() *pg_query.TypeName { return widestNumeric(inference.QuotientScale) }

// widestNumeric is the type of numerics with as many digits as DuckDB has, and so many of them behind the point.
func widestNumeric(scale int) *pg_query.TypeName {
	to := build.PlainType("numeric")
	to.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(int64(scale))}
	return to
}

// DivideDeep divides numerics of more digits behind the point than quotients have here as numerics of any width, or refuses the quotient
// where the text does not show the types of all numerics.
func DivideDeep(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr) bool {
	if Floats[t.Inferred(e.Lexpr)] || Floats[t.Inferred(e.Rexpr)] || !t.IsDeep(e.Lexpr, e.Rexpr) {
		return false
	}
	if t.Simple && IsNumber(t, e.Lexpr) && IsNumber(t, e.Rexpr) {
		t.ReplaceNode(n, build.Call(inference.WideStart+"div", widened(t, e.Lexpr, e.Location), widened(t, e.Rexpr, e.Location)))
		return true
	}
	t.NoteUnsupported(e.Location, "a quotient of numerics with more than %d digits behind the point is not supported", inference.QuotientScale)
	return true
}
