package arrays

import (
	"fmt"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// incompatible is the error of arrays that || does not join. DuckDB joins any lists.
const incompatible = "cannot concatenate incompatible arrays"

// failJoin fails with that error.
func failJoin(detail string) *pg_query.Node {
	return build.Call("error", build.Text("2202E: "+incompatible+sqlstate.DetailLine+detail))
}

// The details of that error.
const (
	unlikeRows  = "Arrays with differing element dimensions are not compatible for concatenation."
	unlikeArray = "Arrays with differing dimensions are not compatible for concatenation."
)

// whyUnlike is the detail of the error for arrays of so many dimensions.
func whyUnlike(left, right int) string {
	switch left - right {
	case 0:
		return unlikeRows
	case 1, -1:
		return unlikeArray
	}
	return fmt.Sprintf("Arrays of %d and %d dimensions are not compatible for concatenation.", left, right)
}

// JoinNested joins a column that is an array of arrays with another array, and reports whether the operator is rewritten: both have the same
// lengths behind the first dimension, or the other array is one more row. joined is what the operator otherwise becomes.
func (t *Rules) JoinNested(n *pg_query.Node, left, right, joined *pg_query.Node) bool {
	l, r := t.joinedDepth(left), t.joinedDepth(right)
	if l < 2 && r < 2 || len(Dimensions(left)) > 1 && len(Dimensions(right)) > 1 || trees.IsVolatile(n.ProtoReflect()) {
		return false
	}
	switch {
	case l == r:
		var differ []*pg_query.Node
		for at := 2; at <= l; at++ {
			differ = append(differ, build.Binary("<>", lengthOf(left, at), lengthOf(right, at)))
		}
		t.ReplaceNode(n, build.Case(joined, build.When(build.Or(differ...), failJoin(unlikeRows))))
	case l == 2 && r == 1:
		t.appendRow(n, left, right, build.Call("list_append", left, right))
	case l == 1 && r == 2:
		t.appendRow(n, right, left, build.Call("list_prepend", left, right))
	default:
		return false
	}
	return true
}

// appendRow makes a row of an array of two dimensions of another array.
func (t *Rules) appendRow(n *pg_query.Node, array, row, joined *pg_query.Node) {
	length := build.Call("len", proto.CloneOf(row))
	t.ReplaceNode(n, build.Case(build.Call("error", build.Text("0A000: || of an empty array and a row of an array of two dimensions is not supported")),
		build.When(build.Binary("=", lengthOf(array, 2), length), joined),
		build.When(build.Binary("<>", lengthOf(array, 2), proto.CloneOf(length)), failJoin(unlikeArray))))
}

// joinedDepth is how many dimensions an array has; 0: nobody knows.
func (t *Rules) joinedDepth(n *pg_query.Node) int {
	if dims := max(len(Dimensions(n)), t.dimensionsOf(n)); dims > 0 {
		return dims
	}
	if n.GetColumnRef() != nil && t.ShowsArray(n) {
		return 1
	}
	return 0
}

// lengthOf is the length of a dimension of an array of arrays.
func lengthOf(n *pg_query.Node, at int) *pg_query.Node {
	if dims := Dimensions(n); dims != nil {
		return build.Number(int64(dims[at-1]))
	}
	return build.Call("pg__array_size", proto.CloneOf(n), build.Number(int64(at)))
}
