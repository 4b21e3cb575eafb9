package planner

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// writeTyped writes the casts of arguments that PostgreSQL makes and DuckDB would make otherwise, and calls that fail for rows as
// expressions that do. A statement that keeps its text fails itself.
func writeTyped(statement *pg_query.Node, found definitions.Checked, env *rewrite.Env) error {
	if len(found.Typed)+len(found.Failing)+len(found.Strings)+len(found.CollationsFor) == 0 {
		return nil
	}
	if len(found.Failing) > 0 && !runsAtOnce(statement) {
		return found.Failing[0].Error
	}
	env.Placed = true
	for value, one := range found.Typed {
		castArgument(value, one)
	}
	for call := range found.Strings {
		castInPlace(call, build.PlainType("text"))
	}
	if runsAtOnce(statement) {
		writeCollationsFor(statement, found.CollationsFor)
	}
	if len(found.Failing) > 0 {
		writeFailing(statement, found.Failing)
	}
	return nil
}

// writeFailing writes calls that fail for rows. The names of columns follow from the calls, so they are written before.
func writeFailing(statement *pg_query.Node, list []definitions.Failing) {
	failing, nodes := map[*pg_query.FuncCall]definitions.Failing{}, map[*pg_query.Node]bool{}
	for _, one := range list {
		if one.Node != nil {
			nodes[one.Node] = true
		} else {
			failing[one.Call] = one
		}
	}
	nameTargets(statement, func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			_, fails := failing[m]
			return fails
		case *pg_query.Node:
			return nodes[m]
		}
		return false
	})
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		n, _ := m.(*pg_query.Node)
		if one, ok := failing[n.GetFuncCall()]; ok {
			n.Node = failsForRows(one).Node
		}
	})
	for _, one := range list { // those in others come before them
		if nodes[one.Node] {
			one.Node.Node = failsWithValues(one).Node
			delete(nodes, one.Node)
		}
	}
}

// writeCollationsFor writes the answers of calls of pg_collation_for. Their arguments are computed still: they may make one row of many.
func writeCollationsFor(statement *pg_query.Node, answers map[*pg_query.Node]string) {
	if len(answers) == 0 {
		return
	}
	nameTargets(statement, isNodeOf(answers))
	for call, collation := range answers {
		answer := func() *pg_query.Node { return build.Cast(build.Text(collation), build.PlainType("text")) }
		if collation == "" {
			answer = func() *pg_query.Node { return build.Cast(build.Null(), build.PlainType("text")) }
		}
		call.Node = build.Case(answer(), build.When(build.IsNull(call.GetFuncCall().Args[0]), answer())).Node
	}
}

// runsAtOnce reports whether nothing keeps the text of a statement.
func runsAtOnce(statement *pg_query.Node) bool {
	switch statement.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
		return true
	}
	return false
}

// nameTargets gives the columns of results that have parts which are about to be written anew the names that they have.
func nameTargets(statement *pg_query.Node, isWritten func(proto.Message) bool) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		target, ok := m.(*pg_query.ResTarget)
		if !ok || target.Name != "" || target.Val == nil {
			return
		}
		found := false
		var visit func(m proto.Message) bool
		visit = func(m proto.Message) bool {
			found = found || isWritten(m)
			return !found && parse.Parts(m, visit)
		}
		if visit(target.Val); found {
			target.Name, _ = resultcolumns.Name(target.Val)
		}
	})
}

// isNodeOf tells the nodes that have something in a map.
func isNodeOf[V any](nodes map[*pg_query.Node]V) func(proto.Message) bool {
	return func(m proto.Message) bool {
		n, ok := m.(*pg_query.Node)
		if ok {
			_, ok = nodes[n]
		}
		return ok
	}
}

// castArgument casts an argument to a type. A whole number is written as one.
func castArgument(value *pg_query.Node, one definitions.Typed) {
	to := build.PlainType(one.Type)
	if one.Array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	if quoted := value.GetAConst().GetSval(); quoted != nil && one.Type == "int4" && !one.Array {
		if i, err := strconv.ParseInt(quoted.Sval, 10, 32); err == nil && i >= 0 {
			value.Node = build.Number(i).Node
			return
		}
	}
	castInPlace(value, to)
}

// castInPlace writes the cast of an expression in its place.
func castInPlace(n *pg_query.Node, to *pg_query.TypeName) {
	n.Node = build.Cast(&pg_query.Node{Node: n.Node}, to).Node
}

// writeCastCalls writes calls that are casts to the types of their names.
func writeCastCalls(statement *pg_query.Node, found map[*pg_query.Node]string, env *rewrite.Env) {
	if len(found) == 0 {
		return
	}
	nameTargets(statement, isNodeOf(found))
	env.Placed = true
	for n, to := range found {
		if f := n.GetFuncCall(); f != nil {
			n.Node = build.Cast(f.Args[0], build.PlainType(to)).Node
		} else if j := n.GetJsonParseExpr(); j != nil {
			n.Node = build.Cast(j.Expr.RawExpr, build.PlainType(to)).Node
		}
	}
}

// failsForRows is an expression that fails as a call does.
func failsForRows(one definitions.Failing) *pg_query.Node {
	fails := build.Call("error", build.Text(string(one.Error.Code)+": "+one.Error.Message))
	return build.Cast(build.Case(build.Null(), build.When(build.IsNotNull(one.Call.Args[1]), fails)), build.PlainType(one.Type))
}

// failsWithValues is an expression that fails where none of some values in it is NULL.
func failsWithValues(one definitions.Failing) *pg_query.Node {
	fails := build.Call("error", build.Text(string(one.Error.Code)+": "+one.Error.Message+sqlstate.HintLine+one.Error.Hint))
	present := make([]*pg_query.Node, len(one.Values))
	for i, n := range one.Values {
		present[i] = build.IsNotNull(proto.CloneOf(n))
	}
	return build.Case(&pg_query.Node{Node: one.Node.Node}, build.When(build.And(present...), fails))
}
