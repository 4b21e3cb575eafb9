package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// DuckDB writes an operand out for each value that it is compared with, and a macro writes an argument out wherever it uses it.
// PostgreSQL evaluates the operand once, which shows where it calls a volatile function.

// repeating are macros that use an argument more than once, or for each element of a list.
var repeating = parse.WordSet(`overlay split_part trim_array width_bucket mod fmod nullif round_even jsonb_typeof
	array_upper array_lower array_ndims array_dims array_fill array_positions array_remove array_replace array_pop_back array_to_string
	array_to_string_comma_default map_contains_entry roundbankers % from_json from_json_strict json_transform json_transform_strict
	__shallow_structure format_pg_type map_to_pg_oid
	_array_to_string _array_position _cardinality _slice2 _array_replace2 _subscript _array_set _array_set_nested _array_set_flat _array_set_slice _array_set_slices
	_substr _count_nulls _count_nonnulls _encode _decode`)

// once are macros of the emulation that evaluate each argument once. The others read the catalog, and cannot be bound.
var once = parse.WordSet(`_to_hex similar_to div _octet_length quote_ident`)

// repeatingAggregates are macros of aggregates that use an argument more than once.
var repeatingAggregates = parse.WordSet(`json_group_array json_group_object json_group_structure weighted_avg wavg`)

// BindsArguments reports whether volatile arguments of a macro are bound. emulated says that it is one of the emulation, and refused
// that a call with such an argument is.
func BindsArguments(macro string, emulated bool) (binds, refused bool) {
	if repeating[macro] {
		return true, false
	}
	return false, emulated && !once[macro] || repeatingAggregates[macro]
}

// bindVolatile binds volatile operands that would be evaluated again for each use.
func (t *translation) bindVolatile(root *pg_query.Node) {
	if !trees.IsVolatile(root.ProtoReflect()) {
		return
	}
	several := len(volatileCalls(root)) > 1
	var nodes []*pg_query.Node
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if n, ok := m.(*pg_query.Node); ok && t.Err == nil {
			t.bindOperand(n)
			nodes = append(nodes, n)
		}
	})
	if !several || t.Err != nil || t.Defining {
		return
	}
	for _, n := range nodes {
		t.keepApart(n)
	}
}

// keepApart hides a volatile comparison from DuckDB's optimizer, which would take it for one of the same value as another.
func (t *translation) keepApart(n *pg_query.Node) {
	e := n.GetAExpr()
	if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || !trees.IsVolatile(n.ProtoReflect()) {
		return
	}
	if _, op := parse.SplitName(e.Name); trees.Comparisons[op] {
		compared := &pg_query.Node{Node: n.Node}
		t.ReplaceNode(n, build.Call("list_extract", build.Call("list_value", compared), build.Number(1)))
	}
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
		case pg_query.A_Expr_Kind_AEXPR_OP:
			if _, op := parse.SplitName(e.AExpr.Name); op == "%" && e.AExpr.Lexpr != nil {
				t.bindOnce(n, op, &e.AExpr.Rexpr)
			}
		case pg_query.A_Expr_Kind_AEXPR_NULLIF:
			t.bindOnce(n, "NULLIF", &e.AExpr.Lexpr)
		}
	case *pg_query.Node_FuncCall:
		schema, name := parse.SplitName(e.FuncCall.Funcname)
		binds, refused := BindsArguments(name, strings.HasPrefix(schema, emulation.Database+"."))
		switch {
		case refused:
			t.refuseVolatile(e.FuncCall.Location, t.OriginalName(e.FuncCall), e.FuncCall.Args...)
		case binds:
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

// refuseVolatile refuses operands of which one is volatile.
func (t *translation) refuseVolatile(location int32, construct string, operands ...*pg_query.Node) {
	for _, operand := range operands {
		if operand != nil && trees.IsVolatile(operand.ProtoReflect()) {
			t.refuseRepeated(location, construct)
			return
		}
	}
}
