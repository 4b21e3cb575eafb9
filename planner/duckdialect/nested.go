package duckdialect

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Arrays of several dimensions are lists of lists in DuckDB, whose functions take the lists inside for the elements. What
// the text shows of the dimensions is answered here.

// bounds are the lengths of an array that is written out; nil: it is not, or is not an array of arrays.
func bounds(n *pg_query.Node) []int {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	a := n.GetAArrayExpr()
	if a == nil || len(a.Elements) == 0 {
		return nil
	}
	if inner := bounds(a.Elements[0]); inner != nil {
		return append([]int{len(a.Elements)}, inner...)
	}
	return []int{len(a.Elements)}
}

// flattened puts all elements of an array of arrays that is written out in a row.
func flattened(n *pg_query.Node) *pg_query.Node {
	for range len(bounds(n)) - 1 {
		n = call("flatten", n)
	}
	return n
}

// nestedArray answers functions of an array of arrays that is written out.
func (t *translation) nestedArray(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) == 0 {
		return false
	}
	dims := bounds(f.Args[0])
	if len(dims) < 2 {
		return false
	}
	integer := func(i int) *pg_query.Node { return cast(number(int64(i)), plainType("int4")) }
	which, constant := int64(1), true
	if len(f.Args) == 2 {
		which, constant = intConst(f.Args[1])
	}
	outside := which < 1 || int(which) > len(dims)
	var by *pg_query.Node
	switch {
	case name == "array_dims":
		var b strings.Builder
		for _, length := range dims {
			b.WriteString("[1:" + strconv.Itoa(length) + "]")
		}
		by = text(b.String())
	case name == "array_ndims":
		by = integer(len(dims))
	case name == "cardinality":
		total := 1
		for _, length := range dims {
			total *= length
		}
		by = integer(total)
	case name == "array_to_string":
		f.Args[0], t.changed = flattened(f.Args[0]), true
		return false
	case !constant:
		return false
	case outside && (name == "array_length" || name == "array_upper" || name == "array_lower"):
		by = cast(null(), plainType("int4"))
	case name == "array_length" || name == "array_upper":
		by = integer(dims[which-1])
	case name == "array_lower":
		by = integer(1)
	default:
		return false
	}
	t.replaceNode(n, by)
	return true
}

// joinNested joins arrays of different depths that are written out: one is an element of the other.
func (t *translation) joinNested(n *pg_query.Node, e *pg_query.A_Expr) {
	left, right := bounds(e.Lexpr), bounds(e.Rexpr)
	switch {
	case len(left) > 0 && len(right) == len(left)+1:
		t.replaceNode(n, call("list_prepend", e.Lexpr, e.Rexpr))
	case len(right) > 0 && len(left) == len(right)+1:
		t.replaceNode(n, call("list_append", e.Lexpr, e.Rexpr))
	}
}

// mostFilled bounds the arrays that fillArray writes out.
const mostFilled = 10_000

// fillArray writes an array of several dimensions out.
func (t *translation) fillArray(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 3 {
		t.noteUnsupported(f.Location, "array_fill with lower bounds is not supported")
		return true
	}
	if len(f.Args) != 2 {
		return false
	}
	dims := f.Args[1].GetAArrayExpr().GetElements()
	if len(dims) == 1 {
		return false
	}
	total, filled := int64(1), f.Args[0]
	for i := len(dims) - 1; i >= 0; i-- {
		length, ok := intConst(dims[i])
		if total *= length; !ok || length < 1 || total > mostFilled {
			total = 0
			break
		}
		elements := make([]*pg_query.Node, length)
		for at := range elements {
			elements[at] = filled
		}
		filled = array(elements...)
	}
	if total == 0 || len(dims) == 0 {
		t.noteUnsupported(f.Location, "array_fill of these dimensions is not supported").WithHint("Write array_fill(value, ARRAY[length]).")
		return true
	}
	t.replaceNode(n, filled)
	return true
}

// flatArray unnests arrays of arrays down to their elements.
func (t *translation) flatArray(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	for i, a := range f.Args {
		if len(bounds(a)) > 1 {
			f.Args[i], t.changed = flattened(a), true
		}
	}
	return false
}

// severalSubscripts refuses a slice of an array of arrays: DuckDB would cut the slice again.
func (t *translation) severalSubscripts(x *pg_query.A_Indirection) {
	for _, i := range x.Indirection {
		if i.GetAIndices().GetIsSlice() && len(x.Indirection) > 1 {
			t.noteUnsupported(nowhere, "a slice of an array of several dimensions is not supported")
		}
	}
}
