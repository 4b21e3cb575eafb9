package numerics

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// integerDigits are how many digits the integers have.
var integerDigits = map[string]int{"int2": 5, "int4": 10, "int8": 19}

// RefuseMixed refuses values among which an expression chooses, or that stand in one column of several queries, if a decimal of DuckDB's
// has too few digits for all of them: DuckDB would round some to make room before the point of others.
func RefuseMixed(t *inference.Types, values []*pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	whole, scale, scales := 0, 0, map[int]bool{}
	for _, n := range values {
		w, s, ok := digitsOf(t, n)
		if !ok {
			continue
		}
		whole, scale, scales[s] = max(whole, w), max(scale, s), true
	}
	if len(scales) > 1 && whole+scale > constants.WidestNumber {
		t.NoteUnsupported(build.Nowhere, "numerics that together need more than %d digits, %d before and %d behind the point, are not supported in one place", constants.WidestNumber, whole, scale).
			WithHint("Cast each to one type, as in x::numeric(20,10).")
	}
}

// writtenDigits returns how many digits a constant, as trees.Number has it, has before and behind the point.
func writtenDigits(number string) (whole, scale int) {
	before, behind, _ := strings.Cut(strings.TrimLeft(number, "-0"), ".")
	return len(before), len(behind)
}

// digitsOf returns how many digits a number has before and behind the point by its type; ok is false where the text does not show it.
func digitsOf(t *inference.Types, n *pg_query.Node) (whole, scale int, ok bool) {
	if s, constant := trees.Number(n); constant {
		whole, scale = writtenDigits(s)
		return whole, scale, true
	}
	if digits := integerDigits[t.Shown(n)]; digits > 0 {
		return digits, 0, true
	}
	if c := n.GetColumnRef(); c != nil && t.Shown(n) == "numeric" {
		return t.ColumnDigits(c)
	}
	c := n.GetTypeCast()
	if _, name := parse.SplitName(c.GetTypeName().GetNames()); name != "numeric" || len(c.TypeName.ArrayBounds) > 0 || len(c.TypeName.Typmods) != 2 || !WrittenPrecision(c.TypeName) {
		return 0, 0, false
	}
	width, known := parse.IntConstant(c.TypeName.Typmods[0])
	digits, also := parse.IntConstant(c.TypeName.Typmods[1])
	return int(width - digits), int(digits), known && also && width <= constants.WidestNumber
}
