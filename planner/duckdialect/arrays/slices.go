package arrays

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// writtenSubscript answers subscripts of an array of arrays that is written out: an element takes as many as there are
// dimensions, and one slice makes slices of all.
func (t *Rules) writtenSubscript(n *pg_query.Node, x *pg_query.A_Indirection) bool {
	dims := Dimensions(x.Arg)
	if len(dims) < 2 || t.Env.SQLite {
		return false
	}
	subscripts, slice := readSubscripts(x)
	switch {
	case !subscripts:
		return false
	case slice:
		return t.writtenSlice(n, x, dims)
	case len(x.Indirection) == len(dims):
		return false
	}
	t.ReplaceNode(n, t.noElement(x.Arg))
	return true
}

// readSubscripts reports whether only subscripts follow an array, and whether one of them is a slice.
func readSubscripts(x *pg_query.A_Indirection) (all, slice bool) {
	for _, i := range x.Indirection {
		if i.GetAIndices() == nil {
			return false, false
		}
		slice = slice || i.GetAIndices().IsSlice
	}
	return true, slice
}

// noElement is NULL of the type of an array's elements.
func (t *Rules) noElement(a *pg_query.Node) *pg_query.Node {
	if c := a.GetTypeCast(); c != nil {
		return build.Cast(build.Null(), &pg_query.TypeName{Names: c.TypeName.Names, Typmods: c.TypeName.Typmods, Typemod: -1, Location: build.Nowhere})
	}
	for a.GetAArrayExpr() != nil {
		a = a.GetAArrayExpr().Elements[0]
	}
	return build.Case(build.Null(), build.When(build.Truth(false), a))
}

// writtenSlice cuts an array of arrays by bounds that are constants.
func (t *Rules) writtenSlice(n *pg_query.Node, x *pg_query.A_Indirection, dims []int) bool {
	var cuts [][2]int64
	for at, i := range x.Indirection {
		indices, size := i.GetAIndices(), int64(0)
		if at < len(dims) {
			size = int64(dims[at])
		}
		cut := [2]int64{1, size}
		for end, bound := range []*pg_query.Node{indices.Lidx, indices.Uidx} {
			if bound == nil {
				continue
			}
			value, constant := parse.IntConstant(bound)
			if !constant {
				return false
			}
			cut[end] = value
		}
		cuts = append(cuts, [2]int64{max(cut[0], 1), min(cut[1], size)})
	}
	inner := x.Arg
	c := inner.GetTypeCast()
	if c != nil {
		inner = c.Arg
	}
	part := sliced(inner, cuts)
	if part == nil || len(cuts) > len(dims) {
		empty := &pg_query.TypeName{Names: build.Names("int4"), Typemod: -1, ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: build.Nowhere}
		if c == nil {
			return false
		}
		empty.Names, empty.Typmods = c.TypeName.Names, c.TypeName.Typmods
		t.ReplaceNode(n, build.Cast(build.Array(), empty))
		return true
	}
	if c != nil {
		part = build.Cast(part, c.TypeName)
	}
	t.ReplaceNode(n, part)
	return true
}

// sliced returns the part of an array between the bounds of each dimension, or nil if it has no elements.
func sliced(n *pg_query.Node, cuts [][2]int64) *pg_query.Node {
	a := n.GetAArrayExpr()
	if len(cuts) == 0 || a == nil {
		return n
	}
	var elements []*pg_query.Node
	for i := cuts[0][0]; i <= cuts[0][1]; i++ {
		part := sliced(a.Elements[i-1], cuts[1:])
		if part == nil {
			return nil
		}
		elements = append(elements, part)
	}
	if len(elements) == 0 {
		return nil
	}
	return build.Array(elements...)
}
