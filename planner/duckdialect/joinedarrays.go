package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Arrays that || joins: DuckDB's || is NULL where one of two arrays is, and has no element of most types.

// joinedElements are types of which DuckDB joins an array with no element.
var joinedElements = parse.WordSet(`bool int2 float4 date timestamp timestamptz time timetz interval uuid bit`)

// joinParts joins two arrays, which lists says, or an array and an element.
func (t *translation) joinParts(n *pg_query.Node, e *pg_query.A_Expr, lists bool) bool {
	if lists {
		t.ReplaceNode(n, t.joinLists(e.Lexpr, e.Rexpr))
		return true
	}
	return t.joinElement(n, "list_append", e.Lexpr, e.Rexpr) || t.joinElement(n, "list_prepend", e.Rexpr, e.Lexpr)
}

// joinLimited joins an array with a varchar(n) on either side, and reports whether one is.
func (t *translation) joinLimited(n *pg_query.Node, e *pg_query.A_Expr) bool {
	return t.joinLimitedElement(n, "list_append", e.Lexpr, e.Rexpr) || t.joinLimitedElement(n, "list_prepend", e.Rexpr, e.Lexpr)
}

// joinLimitedElement joins an array with a varchar(n), whose length the result has not: DuckDB joins an array with elements of its own type alone.
func (t *translation) joinLimitedElement(n *pg_query.Node, by string, array, element *pg_query.Node) bool {
	if text, ok := t.TextOf(element); !ok || text.Kind != "varchar" || text.Length <= 0 || !t.ShowsArray(array) {
		return false
	}
	of := build.PlainType(writes.PlainVarchar)
	list := proto.CloneOf(of)
	list.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	array, element = build.Cast(array, list), build.Cast(element, of)
	if by == "list_prepend" {
		array, element = element, array
	}
	t.ReplaceNode(n, build.Call(by, array, element))
	return true
}

// joinNested joins arrays of arrays.
func (t *translation) joinNested(n *pg_query.Node, e *pg_query.A_Expr, lists bool) bool {
	joined := &pg_query.Node{Node: n.Node}
	if lists {
		joined = t.joinLists(e.Lexpr, e.Rexpr)
	}
	return !t.Env.SQLite && t.arrays.JoinNested(n, e.Lexpr, e.Rexpr, joined)
}

// joinElement joins an array with an element of its type.
func (t *translation) joinElement(n *pg_query.Node, by string, array, element *pg_query.Node) bool {
	kind := t.Inferred(element)
	if inference.WrittenBits(element) != "" {
		kind = "bit"
	}
	if !joinedElements[kind] || t.Inferred(array) != kind+"[]" && !(trees.IsArray(array) && t.elementsShow(array, kind)) {
		return false
	}
	args := []*pg_query.Node{array, element}
	if by == "list_prepend" {
		args = []*pg_query.Node{element, array}
	}
	t.ReplaceNode(n, build.Call(by, args...))
	return true
}

// joinLists joins two arrays, which is NULL where both are. An array that is joined itself is read once.
func (t *translation) joinLists(left, right *pg_query.Node) *pg_query.Node {
	lists := []*pg_query.Node{left, right}
	if before := t.joinedLists[left.GetCaseExpr()]; before != nil {
		lists = append(slices.Clone(before), right)
	}
	var absent []*pg_query.Node
	for _, list := range lists {
		absent = append(absent, build.IsNull(list))
	}
	joined := build.Case(build.Call("list_concat", lists...), build.When(build.And(absent...), build.Null()))
	if t.joinedLists == nil {
		t.joinedLists = map[*pg_query.CaseExpr][]*pg_query.Node{}
	}
	t.joinedLists[joined.GetCaseExpr()] = lists
	return joined
}

// joinsLists reports whether the text shows that both sides of || are arrays, of a type of which the source joins none with NULL.
func (t *translation) joinsLists(e *pg_query.A_Expr) bool {
	quoted := func(n *pg_query.Node) bool {
		s, ok := parse.TextConstant(n)
		return ok && strings.HasPrefix(s, "{")
	}
	left, right := t.isJoined(e.Lexpr) || t.ShowsArray(e.Lexpr), t.isJoined(e.Rexpr) || t.ShowsArray(e.Rexpr)
	return (left && (right || quoted(e.Rexpr)) || right && quoted(e.Lexpr)) && (t.joinsNulls(e.Lexpr) || t.joinsNulls(e.Rexpr))
}

// joinedNatively are the types of arrays that the source's own || joins, of which one may be NULL.
var joinedNatively = parse.WordSet(`int4[] int8[] float8[] text[]`)

// joinsNulls reports whether DuckDB's || of arrays of the type of a value is NULL where one of them is.
func (t *translation) joinsNulls(array *pg_query.Node) bool {
	kind := t.Inferred(array)
	return t.isJoined(array) || strings.HasSuffix(kind, "[]") && !joinedNatively[kind]
}

// isJoined reports whether joinLists has made a value.
func (t *translation) isJoined(n *pg_query.Node) bool { return t.joinedLists[n.GetCaseExpr()] != nil }

// elementsShow reports whether all elements of an array that is written out are of a type.
func (t *translation) elementsShow(array *pg_query.Node, kind string) bool {
	elements := array.GetAArrayExpr().GetElements()
	return len(elements) > 0 && !slices.ContainsFunc(elements, func(n *pg_query.Node) bool { return t.Inferred(n) != kind })
}
