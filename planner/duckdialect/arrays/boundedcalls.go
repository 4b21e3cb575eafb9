package arrays

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// mostSearched bounds the elements that a search is written out for.
const mostSearched = 100

// text is the array as PostgreSQL writes it.
func (b bounded) text() *pg_query.Node {
	return build.Binary("||", build.Text(b.shown()+"="), build.Call("pg__show_row", b.list))
}

func int4(i int64) *pg_query.Node { return build.Cast(build.Number(i), build.PlainType("int4")) }

// boundedFunction answers a function of such an array.
func (t *Rules) boundedFunction(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if len(f.Args) == 0 {
		return false
	}
	if _, second := t.boundedOf(f.Args[len(f.Args)-1]); second && name == "array_prepend" && len(f.Args) == 2 {
		return t.joinBounded(n, f.Args[0], f.Args[1])
	}
	b, ok := t.boundedOf(f.Args[0])
	if !ok {
		return false
	}
	var by *pg_query.Node
	switch name {
	case "array_dims":
		by = build.Text(b.shown())
	case "array_ndims":
		by = int4(int64(len(b.lows)))
	case "cardinality":
		total := int64(1)
		for _, length := range b.lengths {
			total *= length
		}
		by = int4(total)
	case "array_length", "array_lower", "array_upper":
		by = t.boundOf(f, b, name)
	case "array_position":
		by = t.positionIn(f, b)
	case "array_append":
		return len(f.Args) == 2 && t.joinBounded(n, f.Args[0], f.Args[1])
	case "generate_subscripts":
		by = subscriptsOf(f, b)
	case "unnest", "array_to_string":
		f.Args[0], t.Changed = b.flat(), true
		return false
	case "array_to_json", "to_json", "to_jsonb":
		f.Args[0], t.Changed = b.list, true
		return false
	}
	if by == nil {
		t.NoteUnsupported(f.Location, "%s of an array with bounds of its own is not supported", name)
		return true
	}
	t.ReplaceNode(n, by)
	t.NoteName(n, name)
	return true
}

// boundOf is a bound, or the length, of the dimension that a call asks for.
func (t *Rules) boundOf(f *pg_query.FuncCall, b bounded, name string) *pg_query.Node {
	if len(f.Args) != 2 {
		return nil
	}
	var cases []*pg_query.Node
	for i, low := range b.lows {
		value := map[string]int64{"array_length": b.lengths[i], "array_lower": low, "array_upper": low + b.lengths[i] - 1}[name]
		if which, constant := parse.IntConstant(f.Args[1]); !constant {
			cases = append(cases, build.When(build.Binary("=", f.Args[1], build.Number(int64(i+1))), int4(value)))
		} else if which == int64(i+1) {
			return int4(value)
		}
	}
	none := build.Cast(build.Null(), build.PlainType("int4"))
	if len(cases) == 0 || trees.IsVolatile(f.Args[1].ProtoReflect()) {
		if _, constant := parse.IntConstant(f.Args[1]); !constant {
			return nil
		}
		return none
	}
	return build.Case(none, cases...)
}

// subscriptsOf are the numbers of the elements of a dimension.
func subscriptsOf(f *pg_query.FuncCall, b bounded) *pg_query.Node {
	which, constant := parse.IntConstant(f.Args[len(f.Args)-1])
	if len(f.Args) != 2 || !constant || which < 1 || int(which) > len(b.lows) {
		return nil
	}
	low := b.lows[which-1]
	return build.Cast(build.Call("unnest", build.Call("generate_series", build.Number(low), build.Number(low+b.lengths[which-1]-1))), build.PlainType("int4"))
}

// positionIn finds the first element that is a value.
func (t *Rules) positionIn(f *pg_query.FuncCall, b bounded) *pg_query.Node {
	if len(b.lows) > 1 {
		t.NoteUnsupported(f.Location, "searching for elements in multidimensional arrays is not supported")
		return build.Null()
	}
	if len(f.Args) != 2 || b.lengths[0] > mostSearched || trees.IsVolatile(f.Args[1].ProtoReflect()) {
		return nil
	}
	var cases []*pg_query.Node
	for i, element := range b.listElements() {
		same := pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT, build.Names("="), build.Cast(element, b.kind), build.Cast(f.Args[1], b.kind), build.Nowhere)
		cases = append(cases, build.When(same, int4(b.lows[0]+int64(i))))
	}
	return build.Case(build.Cast(build.Null(), build.PlainType("int4")), cases...)
}

// CompareBounded rewrites an operator of such an array: another array has other bounds, and no bounds matter to the operators of elements.
func (t *Rules) CompareBounded(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	left, leftOwn := t.boundedOf(e.Lexpr)
	right, rightOwn := t.boundedOf(e.Rexpr)
	if !leftOwn && !rightOwn {
		return false
	}
	other := e.Rexpr
	if rightOwn {
		other = e.Lexpr
	}
	_, quoted := parse.TextConstant(other)
	switch {
	case op == "@>" || op == "<@" || op == "&&":
		t.FlattenBounded(&e.Lexpr)
		t.FlattenBounded(&e.Rexpr)
		return false
	case op == "||" && t.joinBounded(n, e.Lexpr, e.Rexpr):
	case op != "=" && op != "<>" || quoted && !(leftOwn && rightOwn):
		t.NoteUnsupported(e.Location, "%s of an array with bounds of its own is not supported", op)
	case leftOwn && rightOwn && left.shown() == right.shown():
		e.Lexpr, e.Rexpr, t.Changed = left.list, right.list, true
		return false
	case leftOwn && rightOwn || Dimensions(other) != nil:
		t.ReplaceNode(n, build.Truth(op == "<>"))
	default: // a value that is computed has the usual bounds
		t.ReplaceNode(n, build.Case(build.Truth(op == "<>"), build.When(build.IsNull(other), build.Null())))
	}
	return true
}

// joinBounded joins such an array of one dimension with an element, or with an array that is written out: the result begins where the array
// begins that is on the left, or that an element is joined with.
func (t *Rules) joinBounded(n, left, right *pg_query.Node) bool {
	own, isLeft := t.boundedOf(left)
	other, isRight := t.boundedOf(right)
	low := int64(1) // of an array on the left
	var elements []*pg_query.Node
	switch {
	case isLeft && isRight:
		if lastName(own.kind) != lastName(other.kind) || len(other.lows) != 1 {
			return false
		}
		low, elements = own.lows[0], slices.Concat(own.listElements(), other.listElements())
	case isLeft:
		added, ok := t.addedTo(own, right)
		if !ok {
			return false
		}
		low, elements = own.lows[0], slices.Concat(own.listElements(), added)
	default:
		own = other
		added, ok := t.addedTo(own, left)
		if !ok {
			return false
		}
		if Dimensions(left) == nil {
			low = own.lows[0]
		}
		elements = slices.Concat(added, own.listElements())
	}
	if len(own.lows) != 1 {
		return false
	}
	joined := build.Array(elements...)
	if low == 1 {
		t.ReplaceNode(n, build.Cast(joined, listOf(own.kind, 1)))
	} else {
		t.markBounded(n, newBounded([]int64{low}, joined, own.kind))
	}
	return true
}

// listElements are the values of such an array of one dimension.
func (b bounded) listElements() []*pg_query.Node { return b.array().GetAArrayExpr().Elements }

// addedTo are the elements that an operand of || adds to such an array, where they are of its type.
func (t *Rules) addedTo(b bounded, n *pg_query.Node) (added []*pg_query.Node, ok bool) {
	switch len(Dimensions(n)) {
	case 0:
		return []*pg_query.Node{n}, !t.ShowsArray(n) && !trees.IsVolatile(n.ProtoReflect()) && t.Inferred(n) == lastName(b.kind)
	case 1:
		for n.GetTypeCast() != nil {
			if lastName(n.GetTypeCast().TypeName) != lastName(b.kind) {
				return nil, false
			}
			n = n.GetTypeCast().Arg
		}
		return n.GetAArrayExpr().Elements, true
	}
	return nil, false
}

// FlattenBounded puts the elements of such an array in one dimension with the usual bounds.
func (t *Rules) FlattenBounded(n **pg_query.Node) {
	if b, ok := t.boundedOf(*n); ok {
		*n, t.Changed = b.flat(), true
	}
}

// CastBounded makes a text of such an array.
func (t *Rules) CastBounded(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	b, ok := t.boundedOf(c.Arg)
	if !ok || len(c.TypeName.ArrayBounds) > 0 || len(c.TypeName.Typmods) > 0 || name != "text" && name != "varchar" || arrayOIDs[lastName(b.kind)] == 0 {
		return false
	}
	t.ReplaceNode(n, build.Cast(b.text(), build.PlainType("text")))
	return true
}
