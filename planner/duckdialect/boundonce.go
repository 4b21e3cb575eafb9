package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// DuckDB writes an operand out for each value that it is compared with, and a macro writes an argument out wherever it uses it.
// PostgreSQL evaluates the operand once, which shows where it calls a volatile function.

// repeating are macros of the emulation that use an argument more than once.
var repeating = parse.WordSet(`overlay split_part array_upper trim_array array_fill _array_to_string`)

// bindVolatile binds volatile operands that would be evaluated again for each use.
func (t *translation) bindVolatile(root *pg_query.Node) {
	if !trees.IsVolatile(root.ProtoReflect()) {
		return
	}
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if n, ok := m.(*pg_query.Node); ok && t.Err == nil {
			t.bindOperand(n)
		}
	})
}

// bindOperand binds the operand of a node, if DuckDB would repeat it.
func (t *translation) bindOperand(n *pg_query.Node) {
	switch e := n.Node.(type) {
	case *pg_query.Node_CaseExpr:
		if len(e.CaseExpr.Args) > 1 && e.CaseExpr.Arg != nil {
			t.bindOnce(n, "CASE", &e.CaseExpr.Arg)
		}
	case *pg_query.Node_AExpr:
		switch e.AExpr.Kind {
		case pg_query.A_Expr_Kind_AEXPR_IN:
			if len(e.AExpr.Rexpr.GetList().GetItems()) > 1 {
				t.bindOnce(n, "IN", &e.AExpr.Lexpr)
			}
		case pg_query.A_Expr_Kind_AEXPR_NULLIF:
			t.bindOnce(n, "NULLIF", &e.AExpr.Lexpr)
		}
	case *pg_query.Node_FuncCall:
		if _, name := parse.SplitName(e.FuncCall.Funcname); repeating[name] {
			for i := range e.FuncCall.Args {
				t.bindOnce(n, name, &e.FuncCall.Args[i])
			}
		}
	}
}

// bindOnce makes a node of an expression the value of that expression with its volatile operand bound to a parameter.
func (t *translation) bindOnce(n *pg_query.Node, construct string, operand **pg_query.Node) {
	if !trees.IsVolatile((*operand).ProtoReflect()) {
		return
	}
	value := *operand
	*operand = nil
	body := &pg_query.Node{Node: n.Node}
	parse.EachMessage(body.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.SubLink:
			t.refuseRepeated(m.Location, construct+" with a subquery")
		case *pg_query.FuncCall:
			if m.Over != nil {
				t.refuseRepeated(m.Location, construct+" with a window function")
			}
		}
	})
	t.ReplaceNode(n, build.BindOnce(value, func(bound *pg_query.Node) *pg_query.Node {
		*operand = bound
		return body
	}))
}

// refuseRepeated refuses a volatile operand that would be evaluated more than once.
func (t *translation) refuseRepeated(location int32, construct string) {
	t.NoteUnsupported(location, "a volatile function in an operand of %s is not supported", construct).
		WithHint("Compute it in a subquery in FROM.")
}

// refusesVolatile refuses operands of a rewriting that repeats them, if one is volatile, and reports whether it has.
func (t *translation) refusesVolatile(location int32, construct string, operands ...*pg_query.Node) bool {
	for _, operand := range operands {
		if operand != nil && trees.IsVolatile(operand.ProtoReflect()) {
			t.refuseRepeated(location, construct)
			return true
		}
	}
	return false
}
