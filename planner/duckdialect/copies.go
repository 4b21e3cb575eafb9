package duckdialect

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Many rules write an operand more than once. noteVolatile gives each call of a volatile function a location of its own before
// any rule has changed the statement, and copies keep the location. So bindCopies finds all that was copied, whichever rule did it.

// visitedCall is a call of a volatile function with the messages that it is in, the statement first.
type visitedCall struct {
	call *pg_query.FuncCall
	path []visited
}

// visited is a message, and which child it is of the message before.
type visited struct {
	message proto.Message
	child   int
}

// volatileCalls returns the calls of volatile functions in a statement.
func volatileCalls(root *pg_query.Node) (calls []visitedCall) {
	var path []visited
	var visit func(m proto.Message, child int)
	visit = func(m proto.Message, child int) {
		path = append(path, visited{m, child})
		if f, ok := m.(*pg_query.FuncCall); ok && trees.IsVolatileCall(f) {
			calls = append(calls, visitedCall{f, slices.Clone(path)})
		}
		next := 0
		parse.Parts(m, func(part proto.Message) bool {
			visit(part, next)
			next++
			return true
		})
		path = path[:len(path)-1]
	}
	visit(root, 0)
	return calls
}

// noteVolatile gives each call of a volatile function a location of its own, and notes how many subqueries it is in.
func (t *translation) noteVolatile(root *pg_query.Node) {
	t.subqueriesAround = map[int32]int{}
	for i, c := range volatileCalls(root) {
		if _, taken := t.subqueriesAround[c.call.Location]; taken || c.call.Location < 0 {
			c.call.Location = build.Nowhere - 1 - int32(i)
		}
		t.subqueriesAround[c.call.Location] = countSubqueries(c.path)
	}
}

// countSubqueries counts the subqueries of expressions that a path leads through.
func countSubqueries(path []visited) (n int) {
	for _, at := range path {
		if _, ok := at.message.(*pg_query.SubLink); ok {
			n++
		}
	}
	return n
}

// callKey tells the copies of one call from those of others.
type callKey struct {
	location int32
	text     string // of a call that the statement did not have
}

// bindCopies binds the operands that rules have copied and that call volatile functions.
func (t *translation) bindCopies(root *pg_query.Node) {
	if t.subqueriesAround == nil {
		return
	}
	copies, order := map[callKey][]visitedCall{}, []callKey(nil)
	for _, c := range volatileCalls(root) {
		at := callKey{location: c.call.Location}
		within, known := t.subqueriesAround[c.call.Location]
		if known && countSubqueries(c.path) > within {
			t.refuseCopied(c.call)
			return
		}
		if !known { // rules give the calls that they make no location: the draws of two identity columns are no copies
			at.text = c.call.String()
		}
		if len(copies[at]) == 0 {
			order = append(order, at)
		}
		copies[at] = append(copies[at], c)
	}
	done := map[proto.Message]bool{}
	for _, at := range order {
		if list := copies[at]; len(list) > 1 && t.Err == nil && !done[list[0].call] {
			t.bindCopied(list, done)
		}
	}
}

// refuseCopied refuses a call that would be evaluated more than once.
func (t *translation) refuseCopied(f *pg_query.FuncCall) {
	t.NoteUnsupported(f.Location, "%s in an operand that is evaluated more than once is not supported", t.OriginalName(f)).
		WithHint("Compute it in a subquery in FROM.")
}

// bindCopied binds the operand that has a call, whose copies are listed, to a parameter of the expression that has them all.
// done are the calls that are bound already.
func (t *translation) bindCopied(copies []visitedCall, done map[proto.Message]bool) {
	whole := commonPath(copies)
	for whole > 0 && !isValue(copies[0].path[whole].message) {
		whole--
	}
	operands := copiedOperands(copies, whole)
	n, _ := copies[0].path[whole].message.(*pg_query.Node)
	if whole == 0 || operands == nil || repeatsRows(copies, whole) || hasSubqueryOrWindow(n, operands) {
		t.refuseCopied(copies[0].call)
		return
	}
	parse.EachMessage(operands[0].ProtoReflect(), func(m proto.Message) { done[m] = true })
	value := &pg_query.Node{Node: operands[0].Node}
	body := &pg_query.Node{Node: n.Node}
	t.ReplaceNode(n, build.BindOnce(value, func(bound *pg_query.Node) *pg_query.Node {
		for _, operand := range operands {
			operand.Node = bound.Node
		}
		return body
	}))
}

// commonPath returns how deep the last message is that all copies are in.
func commonPath(copies []visitedCall) int {
	first := copies[0].path
	for depth := range first {
		for _, c := range copies[1:] {
			if depth >= len(c.path) || c.path[depth] != first[depth] {
				return depth - 1
			}
		}
	}
	return len(first) - 1
}

// copiedOperands returns the largest values around the copies of a call that are all the same, below a depth. nil: there are none.
func copiedOperands(copies []visitedCall, below int) (operands []*pg_query.Node) {
	for up := 1; ; up++ {
		level := make([]*pg_query.Node, len(copies))
		for i, c := range copies {
			at := len(c.path) - 1 - up
			if at <= below || !proto.Equal(c.path[at].message, copies[0].path[len(copies[0].path)-1-up].message) {
				return operands
			}
			level[i], _ = c.path[at].message.(*pg_query.Node)
		}
		if level[0] != nil && isValue(level[0]) {
			operands = level
		}
	}
}

// isValue reports whether a message is an expression of one value, rather than a part of one or of a query.
func isValue(m proto.Message) bool {
	n, ok := m.(*pg_query.Node)
	if !ok {
		return false
	}
	switch n.Node.(type) {
	case *pg_query.Node_AExpr, *pg_query.Node_BoolExpr, *pg_query.Node_FuncCall, *pg_query.Node_TypeCast, *pg_query.Node_CaseExpr,
		*pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_NullTest, *pg_query.Node_BooleanTest, *pg_query.Node_AArrayExpr,
		*pg_query.Node_RowExpr, *pg_query.Node_AIndirection, *pg_query.Node_CollateClause, *pg_query.Node_SubLink:
		return true
	}
	return false
}

// repeatsRows reports whether a copy is in an aggregate, a window function or a query below a depth, which has other rows.
func repeatsRows(copies []visitedCall, below int) bool {
	for _, c := range copies {
		for _, at := range c.path[below:] {
			switch m := at.message.(type) {
			case *pg_query.SelectStmt:
				return true
			case *pg_query.FuncCall:
				_, name := parse.SplitName(m.Funcname)
				if m.Over != nil || m.AggStar || m.AggDistinct || len(m.AggOrder) > 0 || m.AggFilter != nil || functionnames.IsAggregate(name) {
					return true
				}
			}
		}
	}
	return false
}

// hasSubqueryOrWindow reports whether an expression has a subquery or a window function outside of operands.
func hasSubqueryOrWindow(n *pg_query.Node, operands []*pg_query.Node) (found bool) {
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch m := m.Interface().(type) {
		case *pg_query.Node:
			if slices.Contains(operands, m) {
				return true
			}
		case *pg_query.SubLink:
			found = true
		case *pg_query.FuncCall:
			found = found || m.Over != nil
		}
		return !found && parse.Children(m, visit)
	}
	visit(n.ProtoReflect())
	return found
}
