package numerics

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Roots, powers and logarithms of numerics, whose scale follows from each value: no decimal of DuckDB's has them.

// rootFunctions are functions that return a numeric with a scale of its own.
var rootFunctions = parse.WordSet(`sqrt exp ln log log10`)

// isRoot reports a root, a power or a logarithm of numerics in a statement that shows the types of all numerics.
func isRoot(t *inference.Types, f *pg_query.FuncCall, name string) bool {
	return t.Simple && rootFunctions[name] && areNumerics(t, f.Args...)
}

// raises reports a power of numerics in such a statement. Powers of constants are computed elsewhere.
func raises(t *inference.Types, e *pg_query.A_Expr, op string) bool {
	if !t.Simple || op != "^" || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil {
		return false
	}
	_, left := trees.Number(e.Lexpr)
	_, right := trees.Number(e.Rexpr)
	return !(left && right) && areNumerics(t, e.Lexpr, e.Rexpr)
}

// areNumerics reports whether the text shows that all values are numerics or integers, and one a numeric.
func areNumerics(t *inference.Types, list ...*pg_query.Node) bool {
	one := false
	for _, n := range list {
		if !IsNumber(t, n) || IsMean(n) && !isMeanOfNumbers(t, n) {
			return false
		}
		one = one || isNumeric(t, n)
	}
	return one
}

// isNumeric reports whether the text shows that a number is a numeric.
func isNumeric(t *inference.Types, n *pg_query.Node) bool {
	if c := n.GetTypeCast(); isOpenType(c.GetTypeName()) {
		f := c.Arg.GetFuncCall() // a sum, of which the argument is marked
		return len(f.GetArgs()) == 1 && len(f.Args[0].GetFuncCall().GetArgs()) == 2 && sumsNumeric(t, f.Args[0].GetFuncCall().Args[1])
	}
	if t.Shown(n) == "numeric" || IsMean(n) {
		return true
	}
	if e := n.GetAExpr(); e != nil {
		return e.Lexpr != nil && isNumeric(t, e.Lexpr) || isNumeric(t, e.Rexpr)
	}
	f := n.GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	return name == "pg__div" && len(f.Args) == 2 && (isNumeric(t, f.Args[0]) || isNumeric(t, f.Args[1]))
}

// sumsNumeric reports whether the sum of such values is a numeric.
func sumsNumeric(t *inference.Types, n *pg_query.Node) bool {
	return t.Shown(n) == "int8" || isNumeric(t, n)
}

// isOpenType reports whether the source finds the type when it knows those of the columns.
func isOpenType(to *pg_query.TypeName) bool {
	if len(to.GetTypmods()) == 0 {
		return false
	}
	width, _ := parse.IntConstant(to.Typmods[0])
	return width > widestWritten
}

// widestWritten is how many digits a numeric has at most that a client writes: what has more stands for an open type.
const widestWritten = 1000

// isMeanOfNumbers reports whether an average is one of integers or numerics: others are of floating-point numbers, or intervals.
func isMeanOfNumbers(t *inference.Types, n *pg_query.Node) bool {
	args := n.GetFuncCall().GetArgs()
	if len(args) == 0 {
		return false
	}
	sum := args[0].GetFuncCall().GetArgs()
	if len(sum) != 1 || len(sum[0].GetFuncCall().GetArgs()) != 2 {
		return false
	}
	value := sum[0].GetFuncCall().Args[1]
	return inference.Numbers[t.Shown(value)] || isNumeric(t, value)
}

// groupsPlainly reports whether the groups of a query are told apart by columns: what computes a numeric may be one of any width.
func groupsPlainly(s *pg_query.SelectStmt) bool {
	for _, g := range s.GroupClause {
		if at, ok := parse.IntConstant(g); ok && at > 0 && int(at) <= len(s.TargetList) {
			g = s.TargetList[at-1].GetResTarget().GetVal()
		}
		fields := g.GetColumnRef().GetFields()
		if len(fields) == 0 {
			return false
		}
		name := fields[len(fields)-1].GetString_().GetSval()
		for _, target := range s.TargetList {
			if r := target.GetResTarget(); r.GetName() == name && r.GetVal().GetColumnRef() == nil {
				return false
			}
		}
	}
	return true
}
