package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Constructors of nodes.

// nowhere is the location of a node that the client did not write.
const nowhere = -1

func text(s string) *pg_query.Node { return pg_query.MakeAConstStrNode(s, nowhere) }

// named returns a constant of the type name.
func named(s string) *pg_query.Node { return cast(text(s), plainType("pg_name")) }

func number(i int64) *pg_query.Node { return pg_query.MakeAConstIntNode(i, nowhere) }

// numeral returns the numeric constant s.
func numeral(s string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{
		Val:      &pg_query.A_Const_Fval{Fval: &pg_query.Float{Fval: s}},
		Location: nowhere,
	}}}
}

func null() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: nowhere}}}
}

func names(parts ...string) []*pg_query.Node {
	nodes := make([]*pg_query.Node, len(parts))
	for i, p := range parts {
		nodes[i] = pg_query.MakeStrNode(p)
	}
	return nodes
}

// call returns a call of one of DuckDB's own functions.
func call(function string, args ...*pg_query.Node) *pg_query.Node {
	n := pg_query.MakeFuncCallNode(names(function), args, nowhere)
	n.GetFuncCall().Funcformat = pg_query.CoercionForm_COERCE_EXPLICIT_CALL
	return n
}

// emulated returns a call of one of the emulation's functions.
func emulated(function string, args ...*pg_query.Node) *pg_query.Node {
	n := call(function, args...)
	n.GetFuncCall().Funcname = names(Emulation, catalogSchema, function)
	return n
}

// array returns ARRAY[…].
func array(elements ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AArrayExpr{AArrayExpr: &pg_query.A_ArrayExpr{Elements: elements, Location: nowhere}}}
}

// texts returns an array of text constants, typed even if it is empty.
func texts(values []string) *pg_query.Node {
	nodes := make([]*pg_query.Node, len(values))
	for i, v := range values {
		nodes[i] = text(v)
	}
	return cast(array(nodes...), &pg_query.TypeName{
		Names: names("text"), Typemod: -1, ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: nowhere,
	})
}

// textArray is the type text[].
func textArray() *pg_query.TypeName {
	return &pg_query.TypeName{Names: names("text"), Typemod: -1, ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: nowhere}
}

// cast returns a cast to a type.
func cast(arg *pg_query.Node, to *pg_query.TypeName) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{Arg: arg, TypeName: to, Location: nowhere}}}
}

// plainType returns a type by its name in the grammar's spelling.
func plainType(name string) *pg_query.TypeName {
	n := &pg_query.TypeName{Names: names(name), Typemod: -1, Location: nowhere}
	if grammarTypes[name] {
		n.Names = names("pg_catalog", name)
	}
	return n
}

// binary returns a call of an operator.
func binary(op string, left, right *pg_query.Node) *pg_query.Node {
	return pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, names(op), left, right, nowhere)
}

// coalesce returns the first value that is not NULL.
func coalesce(values ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_CoalesceExpr{CoalesceExpr: &pg_query.CoalesceExpr{Args: values, Location: nowhere}}}
}

// not returns NOT x.
func not(x *pg_query.Node) *pg_query.Node {
	return pg_query.MakeBoolExprNode(pg_query.BoolExprType_NOT_EXPR, []*pg_query.Node{x}, nowhere)
}

// dotted returns the parts of a name.
func dotted(list []*pg_query.Node) []string {
	parts := make([]string, 0, 3)
	for _, n := range list {
		parts = append(parts, n.GetString_().GetSval())
	}
	return parts
}

// split returns the schema (all before the last part) and the last part.
func split(list []*pg_query.Node) (schema, name string) {
	switch len(list) {
	case 0:
		return "", ""
	case 1:
		return "", list[0].GetString_().GetSval()
	}
	parts := dotted(list)
	return strings.Join(parts[:len(parts)-1], "."), parts[len(parts)-1]
}

// stringConst returns the value of a string constant.
func stringConst(n *pg_query.Node) (string, bool) {
	if s, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Sval); ok {
		return s.Sval.GetSval(), true
	}
	return "", false
}

// intConst returns the value of an integer constant, with its sign.
func intConst(n *pg_query.Node) (int64, bool) {
	if i, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Ival); ok {
		return int64(i.Ival.GetIval()), true
	}
	if e := n.GetAExpr(); e != nil && e.Lexpr == nil && len(e.Name) == 1 && e.Name[0].GetString_().GetSval() == "-" {
		if i, ok := intConst(e.Rexpr); ok {
			return -i, true
		}
	}
	return 0, false
}
