package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
)

// computeNumeric replaces a function of constants of which one is a numeric by its value.
func (t *translation) computeNumeric(n *pg_query.Node, name string, arguments ...*pg_query.Node) bool {
	if t.env.SQLite {
		return false
	}
	numbers, isNumeric := make([]string, len(arguments)), false
	for i, a := range arguments {
		s, ok := constantNumber(a)
		if !ok {
			return false
		}
		_, isInt := intConst(a)
		isNumeric = isNumeric || !isInt
		numbers[i] = s
	}
	shown, scale, ok := constants.Computed(name, numbers, isNumeric)
	if !ok {
		return false
	}
	to := plainType("numeric")
	to.Typmods = []*pg_query.Node{number(constants.WidestNumber), number(int64(scale))}
	t.replaceNode(n, cast(text(shown), to))
	return true
}
