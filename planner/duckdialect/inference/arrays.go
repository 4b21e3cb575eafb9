package inference

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/trees"
)

// arrayCalls are functions that return arrays.
var arrayCalls = map[string]bool{
	"regexp_match": true, "string_to_array": true, "regexp_split_to_array": true, "array_append": true, "array_prepend": true, "array_cat": true,
	"array_remove": true, "array_replace": true, "array_positions": true, "array_fill": true, "trim_array": true, "array_agg": true,
}

// ShowsArray reports whether the text shows that a value is an array.
func (t *Types) ShowsArray(n *pg_query.Node) bool {
	f := n.GetFuncCall()
	return slices.ContainsFunc(trees.Choices(n), t.ShowsArray) || trees.IsArray(n) || IsArray(t.Shown(n)) || f != nil && arrayCalls[t.OriginalName(f)]
}
