package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// computeNumeric replaces a function of constants of which one is a numeric by its value.
func (t *translation) computeNumeric(n *pg_query.Node, name string, arguments ...*pg_query.Node) bool {
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
		t.ReplaceNode(n, t.numericConstant(value))
	}
	return true
}

// numericConstant writes a numeric with its scale: as a decimal, or as a number of any width.
func (t *translation) numericConstant(value numeric.Number) *pg_query.Node {
	shown, scale := value.String(), value.Scale()
	width := constants.WidestNumber
	if trimmedScales[scale] {
		width--
	}
	if digits := strings.TrimLeft(strings.Trim(strings.Replace(shown, ".", "", 1), "-"), "0"); value.Finite() && len(digits) <= width && scale <= width {
		to := build.PlainType("numeric")
		to.Typmods = []*pg_query.Node{build.Number(int64(width)), build.Number(int64(scale))}
		return build.Cast(build.Text(shown), to)
	}
	return t.wideConstant(shown)
}

// trimmedScales are the scales of the widest types that the source shows without zeros at their ends: see vector.LooseType.
var trimmedScales = map[int]bool{9: true, 15: true, 20: true}
