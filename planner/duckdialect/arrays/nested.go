package arrays

import (
	"math"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Arrays of several dimensions are lists of lists in DuckDB, whose functions take the lists inside for the elements. What
// the text shows of the dimensions is answered here.

// Dimensions returns the lengths of the dimensions of an array of arrays that is written out, or nil for another expression.
func Dimensions(n *pg_query.Node) []int {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	a := n.GetAArrayExpr()
	if a == nil || len(a.Elements) == 0 {
		return nil
	}
	if inner := Dimensions(a.Elements[0]); inner != nil {
		return append([]int{len(a.Elements)}, inner...)
	}
	return []int{len(a.Elements)}
}

// Flatten puts all elements of an array of arrays that is written out in a row.
func Flatten(n *pg_query.Node) *pg_query.Node {
	return flattenArray(n, len(Dimensions(n)))
}

// RequireSameLengths makes an array of arrays fail where the arrays differ in length: DuckDB has such arrays, and PostgreSQL has not.
func (t *Rules) RequireSameLengths(n *pg_query.Node, how string) {
	array := &pg_query.Node{Node: n.Node}
	t.ReplaceNode(n, build.Case(build.Null(), build.When(build.Call("pg__same_lengths", array, build.Text(how)), array)))
}

// Aggregate rewrites array_agg of arrays.
func (t *Rules) Aggregate(n *pg_query.Node, f *pg_query.FuncCall) bool {
	sorted := aggregates.SortDistinct(t.Types, n, f)
	if len(f.Args) == 1 && f.Over == nil && !t.Env.SQLite && t.mayBeArray(f.Args[0]) {
		t.NoteName(n, "array_agg")
		t.RequireSameLengths(n, "accumulated")
		return true
	}
	return sorted
}

// mayBeArray reports whether an expression is an array, or a column of which the text shows nothing.
func (t *Rules) mayBeArray(n *pg_query.Node) bool {
	return t.ShowsArray(n) || n.GetColumnRef() != nil && t.Shown(n) == ""
}

// KeepDimensions gives a cast of an array of arrays as many dimensions as the array has: DuckDB's types have them, and
// PostgreSQL's have not.
func (t *Rules) KeepDimensions(c *pg_query.TypeCast) {
	dims := max(len(Dimensions(c.Arg)), t.dimensionsOf(c.Arg))
	for given := len(c.TypeName.ArrayBounds); given > 0 && given < dims && !t.Env.SQLite; given++ {
		c.TypeName.ArrayBounds, t.Changed = append(c.TypeName.ArrayBounds, pg_query.MakeIntNode(-1)), true
	}
}

// nestedArray answers functions of an array of arrays that is written out.
func (t *Rules) nestedArray(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) == 0 {
		return false
	}
	dims := Dimensions(f.Args[0])
	if len(dims) < 2 {
		return false
	}
	integer := func(i int) *pg_query.Node { return build.Cast(build.Number(int64(i)), build.PlainType("int4")) }
	which, constant := int64(1), true
	if len(f.Args) == 2 {
		which, constant = parse.IntConstant(f.Args[1])
	}
	outside := which < 1 || int(which) > len(dims)
	var by *pg_query.Node
	switch {
	case name == "array_dims":
		var b strings.Builder
		for _, length := range dims {
			b.WriteString("[1:" + strconv.Itoa(length) + "]")
		}
		by = build.Text(b.String())
	case name == "array_ndims":
		by = integer(len(dims))
	case name == "cardinality":
		total := 1
		for _, length := range dims {
			total *= length
		}
		by = integer(total)
	case name == "array_to_string":
		f.Args[0], t.Changed = Flatten(f.Args[0]), true
		return false
	case !constant:
		return false
	case outside && (name == "array_length" || name == "array_upper" || name == "array_lower"):
		by = build.Cast(build.Null(), build.PlainType("int4"))
	case name == "array_length" || name == "array_upper":
		by = integer(dims[which-1])
	case name == "array_lower":
		by = integer(1)
	default:
		return false
	}
	t.ReplaceNode(n, by)
	return true
}

// Join joins arrays of different depths that are written out: one is an element of the other.
func (t *Rules) Join(n *pg_query.Node, e *pg_query.A_Expr) {
	left, right := Dimensions(e.Lexpr), Dimensions(e.Rexpr)
	switch {
	case len(left) > 0 && len(right) == len(left)+1:
		t.ReplaceNode(n, build.Call("list_prepend", e.Lexpr, e.Rexpr))
	case len(right) > 0 && len(left) == len(right)+1:
		t.ReplaceNode(n, build.Call("list_append", e.Lexpr, e.Rexpr))
	}
	if !Joinable(left, right) {
		t.NoteError(build.Nowhere, "2202E", incompatible).WithDetail("%s", whyUnlike(len(left), len(right)))
	}
}

// Joinable reports whether arrays of such lengths can be joined: behind the first dimension they have the same ones.
func Joinable(left, right []int) bool {
	if len(left) == 0 || len(right) == 0 {
		return true // empty, or unknown
	}
	switch len(left) - len(right) {
	case 0:
		return slices.Equal(left[1:], right[1:])
	case 1:
		return slices.Equal(left[1:], right)
	case -1:
		return slices.Equal(left, right[1:])
	}
	return false
}

// searches are the functions that look for an element, with what PostgreSQL says that they do.
var searches = map[string]string{"array_position": "searching for elements in", "array_positions": "searching for elements in", "array_remove": "removing elements from"}

// searchNested refuses to look for an element in an array of several dimensions, as PostgreSQL does, and replaces one.
func (t *Rules) searchNested(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) == 0 {
		return false
	}
	if does := searches[name]; does != "" && len(f.Args) > 1 && len(Dimensions(f.Args[0])) > 1 {
		t.NoteUnsupported(f.Location, "%s multidimensional arrays is not supported", does)
	}
	if name != "array_replace" || len(f.Args) != 3 || Dimensions(f.Args[1]) != nil {
		return false
	}
	switch dims := max(len(Dimensions(f.Args[0])), t.dimensionsOf(f.Args[0])); {
	case dims == 2:
		return t.ReplaceCall(n, name, emulation.Call("_array_replace2", f.Args...))
	case dims > 2:
		t.NoteUnsupported(f.Location, "array_replace of an array of more than two dimensions is not supported")
	}
	return false
}

// FindPosition looks for a value from a position on.
func (t *Rules) FindPosition(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 2 && parse.IsVectorColumn(trees.LastField(f.Args[0])) { // whose subscripts begin at 0
		return t.ReplaceCall(n, "array_position", emulation.Call("_vector_position", f.Args...))
	}
	return len(f.Args) == 3 && t.ReplaceCall(n, "array_position", emulation.Call("_array_position", f.Args...))
}

// mostFilled bounds the arrays that Fill writes out.
const mostFilled = 10_000

// Fill writes an array of several dimensions out.
func (t *Rules) Fill(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 3 {
		return t.fillFrom(n, f)
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
		length, ok := parse.IntConstant(dims[i])
		if total *= length; !ok || length < 1 || total > mostFilled {
			total = 0
			break
		}
		elements := make([]*pg_query.Node, length)
		for at := range elements {
			elements[at] = filled
		}
		filled = build.Array(elements...)
	}
	if total == 0 || len(dims) == 0 {
		t.NoteUnsupported(f.Location, "array_fill of these dimensions is not supported").WithHint("Write array_fill(value, ARRAY[length]).")
		return true
	}
	t.ReplaceNode(n, filled)
	return true
}

// fillFrom writes an array out whose first element is not numbered 1.
func (t *Rules) fillFrom(n *pg_query.Node, f *pg_query.FuncCall) bool {
	lengths, lows := f.Args[1].GetAArrayExpr().GetElements(), f.Args[2].GetAArrayExpr().GetElements()
	if len(lows) > 0 && len(lows) == len(lengths) && !slices.ContainsFunc(lows, func(n *pg_query.Node) bool { low, ok := parse.IntConstant(n); return !ok || low != 1 }) {
		f.Args, t.Changed = f.Args[:2], true
		return t.Fill(n, f)
	}
	kind := t.Shown(f.Args[0])
	if len(lows) != len(lengths) && len(lows) > 0 && len(lengths) > 0 {
		t.NoteError(build.Nowhere, "2202E", "wrong number of array subscripts").WithDetail("Low bound array has different size than dimensions array.")
		return true
	}
	if arrayOIDs[kind] == 0 || len(lows) == 0 || len(lows) != len(lengths) {
		t.NoteUnsupported(f.Location, "array_fill with these lower bounds is not supported")
		return true
	}
	to := build.PlainType(kind)
	if kind == "numeric" {
		number, constant := trees.Number(f.Args[0])
		if !constant {
			t.NoteUnsupported(f.Location, "array_fill with these lower bounds is not supported")
			return true
		}
		_, fraction, _ := strings.Cut(number, ".")
		to.Typmods = []*pg_query.Node{build.Number(constants.WidestNumber), build.Number(int64(len(fraction)))}
	}
	array, total, starts := f.Args[0], int64(1), make([]int64, len(lows))
	for i := len(lows) - 1; i >= 0; i-- {
		length, known := parse.IntConstant(lengths[i])
		low, also := parse.IntConstant(lows[i])
		if total *= length; !known || !also || length < 1 || total > mostFilled {
			t.NoteUnsupported(f.Location, "array_fill with these lower bounds is not supported")
			return true
		}
		array, starts[i] = build.Array(slices.Repeat([]*pg_query.Node{array}, int(length))...), low
	}
	t.markBounded(n, newBounded(starts, array, to))
	return true
}

// dimensionsOf returns the number of dimensions of a column that is an array of arrays, of a part of one, or of what such are joined
// to; 0 for another expression.
func (t *Rules) dimensionsOf(n *pg_query.Node) int {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_FuncCall:
		switch _, name := parse.SplitName(e.FuncCall.Funcname); name {
		case "_slice2", "_array_replace2":
			return 2
		case "list_append", "list_prepend", "list_concat":
			return t.mostDimensions(e.FuncCall.Args...)
		}
		return 0
	case *pg_query.Node_CaseExpr:
		most := t.mostDimensions(e.CaseExpr.Defresult)
		for _, w := range e.CaseExpr.Args {
			most = max(most, t.dimensionsOf(w.GetCaseWhen().Result))
		}
		return most
	case *pg_query.Node_TypeCast:
		if len(e.TypeCast.TypeName.GetArrayBounds()) == 0 {
			return 0
		}
		return t.dimensionsOf(e.TypeCast.Arg)
	case *pg_query.Node_AExpr:
		if _, op := parse.SplitName(e.AExpr.Name); op == "||" && e.AExpr.Lexpr != nil {
			return t.mostDimensions(e.AExpr.Lexpr, e.AExpr.Rexpr)
		}
		return 0
	}
	return t.Nested[trees.LastField(n)]
}

// mostDimensions is the greatest number of dimensions that dimensionsOf tells of one of some expressions.
func (t *Rules) mostDimensions(list ...*pg_query.Node) (most int) {
	for _, n := range list {
		most = max(most, t.dimensionsOf(n))
	}
	return most
}

// nestedSubscript takes an element or a part out of a column of arrays of arrays.
func (t *Rules) nestedSubscript(n *pg_query.Node, x *pg_query.A_Indirection) bool {
	dims := t.dimensionsOf(x.Arg)
	if dims < 2 || t.Env.SQLite {
		return false
	}
	subscripts, slice := readSubscripts(x)
	switch {
	case !subscripts:
		return false
	case !slice && len(x.Indirection) == dims:
		return false
	case !slice: // there is no element with fewer numbers, or with more
		inner := x.Arg
		for range dims {
			inner = &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: inner, Indirection: []*pg_query.Node{
				{Node: &pg_query.Node_AIndices{AIndices: &pg_query.A_Indices{Uidx: build.Number(1)}}},
			}}}}
		}
		t.ReplaceNode(n, build.Case(build.Null(), build.When(build.Truth(false), inner)))
	case dims != 2 || len(x.Indirection) > dims:
		t.NoteUnsupported(build.Nowhere, "a slice of an array of more than two dimensions is not supported")
	default:
		var missing []*pg_query.Node
		cut := []*pg_query.Node{x.Arg, build.Number(1), build.Number(math.MaxInt32), build.Number(1), build.Number(math.MaxInt32)}
		for i, part := range x.Indirection {
			of := part.GetAIndices()
			for _, bound := range []*pg_query.Node{of.Lidx, of.Uidx} {
				if _, constant := parse.IntConstant(bound); bound != nil && !constant && !trees.IsVolatile(bound.ProtoReflect()) {
					missing = append(missing, build.IsNull(proto.CloneOf(bound)))
				}
			}
			if of.Lidx != nil {
				cut[2*i+1] = build.Call("greatest", of.Lidx, build.Number(1))
			}
			if of.Uidx != nil {
				cut[2*i+2] = of.Uidx
			}
		}
		slice := emulation.Call("_slice2", cut...)
		if len(missing) > 0 { // a slice by a NULL is NULL
			slice = build.Case(slice, build.When(build.Or(missing...), build.Null()))
		}
		t.ReplaceNode(n, slice)
	}
	return true
}

// FlattenUnnested unnests arrays of arrays down to their elements.
func (t *Rules) FlattenUnnested(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	for i, a := range f.Args {
		for range t.dimensionsOf(a) - 1 {
			f.Args[i], t.Changed = build.Call("flatten", f.Args[i]), true
		}
		if len(Dimensions(a)) > 1 {
			f.Args[i], t.Changed = Flatten(a), true
		}
	}
	return false
}

// severalSubscripts refuses a slice of an array of arrays: DuckDB would cut the slice again.
func (t *Rules) severalSubscripts(x *pg_query.A_Indirection) {
	for _, i := range x.Indirection {
		if i.GetAIndices().GetIsSlice() && len(x.Indirection) > 1 {
			t.NoteUnsupported(build.Nowhere, "a slice of an array of several dimensions is not supported")
		}
	}
}
