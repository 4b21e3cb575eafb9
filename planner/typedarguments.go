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
)

// writeTyped writes the casts of arguments that PostgreSQL makes and DuckDB would make otherwise, and calls that fail for rows as
// expressions that do. A statement that keeps its text fails itself.
func writeTyped(statement *pg_query.Node, found definitions.Checked, env *rewrite.Env) error {
	if len(found.Typed)+len(found.Failing) == 0 {
		return nil
	}
	if len(found.Failing) > 0 && !runsAtOnce(statement) {
		return found.Failing[0].Error
	}
	env.Placed = true
	for _, one := range found.Typed {
		castTo(one)
	}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		target, ok := m.(*pg_query.ResTarget)
		if !ok || target.Name != "" {
			return
		}
		// The names of columns follow from the calls.
		for _, one := range found.Failing {
			if has(target.Val, one.Call) {
				target.Name, _ = resultcolumns.Name(target.Val)
			}
		}
	})
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		if !ok || n.GetFuncCall() == nil {
			return
		}
		for _, one := range found.Failing {
			if n.GetFuncCall() == one.Call {
				n.Node = failsForRows(one).Node
				return
			}
		}
	})
	return nil
}

// runsAtOnce reports whether nothing keeps the text of a statement.
func runsAtOnce(statement *pg_query.Node) bool {
	switch statement.GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
		return true
	}
	return false
}

// has reports whether an expression has a call, outside of its subqueries.
func has(n *pg_query.Node, call *pg_query.FuncCall) (found bool) {
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		if _, query := m.(*pg_query.SelectStmt); query {
			return true
		}
		f, is := m.(*pg_query.FuncCall)
		found = found || is && f == call
		return !found && parse.Parts(m, visit)
	}
	if n != nil {
		visit(n)
	}
	return found
}

// castTo writes the type of an argument. A whole number is written as one.
func castTo(one definitions.Typed) {
	to := build.PlainType(one.Type)
	if one.Array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	if quoted := one.Value.GetAConst().GetSval(); quoted != nil && one.Type == "int4" && !one.Array {
		if i, err := strconv.ParseInt(quoted.Sval, 10, 32); err == nil && i >= 0 {
			one.Value.Node = build.Number(i).Node
			return
		}
	}
	value := &pg_query.Node{Node: one.Value.Node}
	one.Value.Node = build.Cast(value, to).Node
}

// failsForRows is an expression that fails as a call does.
func failsForRows(one definitions.Failing) *pg_query.Node {
	fails := build.Call("error", build.Text(string(one.Error.Code)+": "+one.Error.Message))
	return build.Cast(build.Case(build.Null(), build.When(build.IsNotNull(one.Call.Args[1]), fails)), build.PlainType(one.Type))
}
