package numerics

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// Fold replaces a function of constants of which one is a numeric by its value.
func Fold(t *inference.Types, n *pg_query.Node, name string, arguments ...*pg_query.Node) bool {
	if t.Env.SQLite {
		return false
	}
	numbers, isNumeric := make([]string, len(arguments)), false
	for i, a := range arguments {
		s, ok := trees.Number(a)
		if !ok {
			return false
		}
		_, isInt := parse.IntConstant(a)
		isNumeric = isNumeric || !isInt
		numbers[i] = s
	}
	value, failed, ok := constants.Computed(name, numbers, isNumeric)
	switch {
	case !ok:
		return false
	case failed != "":
		t.ReplaceNode(n, build.Call("error", build.Text(failed)))
	default:
		t.ReplaceNode(n, Constant(t, value))
	}
	return true
}

// FoldQuotient replaces a quotient of constants that has more digits behind its point than the source's quotients.
func FoldQuotient(t *inference.Types, n, left, right *pg_query.Node) bool {
	a, known := trees.Number(left)
	b, also := trees.Number(right)
	if !known || !also || t.Env.SQLite || t.Inferred(left) != "numeric" && t.Inferred(right) != "numeric" {
		return false
	}
	x, err := numeric.Parse(a)
	y, failed := numeric.Parse(b)
	if err != nil || failed != nil {
		return false
	}
	q, err := x.Div(y)
	if err != nil || q.Scale() <= inference.QuotientScale {
		return false
	}
	t.ReplaceNode(n, Constant(t, q))
	return true
}

// narrowest is the width of constants with few digits. DuckDB rounds what stands beside a number of the widest type, in a column or
// an expression that is one of both.
const narrowest = 28

// Constant writes a numeric with its scale: as a decimal, or as a number of any width.
func Constant(t *inference.Types, value numeric.Number) *pg_query.Node {
	shown, scale := value.String(), value.Scale()
	width := constants.WidestNumber
	if providers.IsUnscaled(scale) { // the source shows the widest such decimal without the zeros at its end
		width--
	}
	if digits := strings.TrimLeft(strings.Trim(strings.Replace(shown, ".", "", 1), "-"), "0"); value.Finite() && len(digits) <= width && scale <= width {
		if fits := max(len(digits), scale, narrowest); fits < width-1 {
			width = fits
		}
		to := build.PlainType("numeric")
		to.Typmods = []*pg_query.Node{build.Number(int64(width)), build.Number(int64(scale))}
		return build.Cast(build.Text(shown), to)
	}
	return wideConstant(t, shown)
}
