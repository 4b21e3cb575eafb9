package arrays

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// boundedSubscript takes an element, or a part, out of an array with bounds of its own.
func (t *Rules) boundedSubscript(n *pg_query.Node, x *pg_query.A_Indirection) bool {
	b, ok := t.boundedOf(x.Arg)
	if !ok {
		return false
	}
	subscripts, slice := readSubscripts(x)
	none := build.Cast(build.Null(), b.kind)
	switch {
	case !subscripts:
		t.NoteUnsupported(build.Nowhere, "this subscript of an array with bounds of its own is not supported")
	case slice:
		t.boundedSlice(n, x, b)
	case len(x.Indirection) != len(b.lows):
		t.ReplaceNode(n, none)
	default:
		t.boundedElement(n, x, b, none)
	}
	return true
}

// boundedElement takes an element out of such an array.
func (t *Rules) boundedElement(n *pg_query.Node, x *pg_query.A_Indirection, b bounded, none *pg_query.Node) {
	written, computed := b.array(), b.list
	var inside []*pg_query.Node
	for i, part := range x.Indirection {
		index, low, high := part.GetAIndices().GetUidx(), b.lows[i], b.lows[i]+b.lengths[i]-1
		at, constant := parse.IntConstant(index)
		_, quoted := parse.TextConstant(index)
		switch {
		case constant && (at < low || at > high):
			t.ReplaceNode(n, none)
			return
		case constant:
			if written != nil {
				written = written.GetAArrayExpr().Elements[at-low]
			}
			computed = build.Call("list_extract", computed, build.Number(at-low+1))
			continue
		case quoted || trees.IsVolatile(index.ProtoReflect()):
			t.NoteUnsupported(build.Nowhere, "this subscript of an array with bounds of its own is not supported")
			return
		}
		written = nil
		inside = append(inside, build.Binary(">=", index, build.Number(low)), build.Binary("<=", index, build.Number(high)))
		computed = build.Call("list_extract", computed, build.Cast(build.Binary("-", index, build.Number(low-1)), build.PlainType("int8")))
	}
	if written != nil {
		t.ReplaceNode(n, build.Cast(written, b.kind))
		return
	}
	t.ReplaceNode(n, build.Case(none, build.When(build.And(inside...), computed)))
}

// boundedSlice cuts such an array by bounds that are constants. What it returns has the usual bounds.
func (t *Rules) boundedSlice(n *pg_query.Node, x *pg_query.A_Indirection, b bounded) {
	var cuts [][2]int64
	for i, part := range x.Indirection {
		if i >= len(b.lows) {
			t.ReplaceNode(n, build.Cast(build.Array(), listOf(b.kind, 1)))
			return
		}
		of, low, high := part.GetAIndices(), b.lows[i], b.lows[i]+b.lengths[i]-1
		cut := [2]int64{low, high}
		if !of.IsSlice {
			cut[0] = 1
		}
		for end, bound := range []*pg_query.Node{of.Lidx, of.Uidx} {
			if bound == nil {
				continue
			}
			value, constant := parse.IntConstant(bound)
			if !constant {
				t.NoteUnsupported(build.Nowhere, "a slice of an array with bounds of its own by a computed bound is not supported")
				return
			}
			cut[end] = value
		}
		cuts = append(cuts, [2]int64{max(cut[0], low) - low + 1, min(cut[1], high) - low + 1})
	}
	part := sliced(b.array(), cuts)
	if part == nil {
		t.ReplaceNode(n, build.Cast(build.Array(), listOf(b.kind, 1)))
		return
	}
	t.ReplaceNode(n, build.Cast(part, listOf(b.kind, len(b.lows))))
}
