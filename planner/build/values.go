package build

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Nowhere is the location of a node that the client did not write.
const Nowhere = -1

// once is how the names of parameters begin that BindOnce binds values to.
const once = "__once"

// BindOnce returns an expression of a value that is evaluated once, however often the expression uses it. The expression
// must have neither a subquery nor a window function. It may have other values that are bound.
func BindOnce(value *pg_query.Node, expression func(bound *pg_query.Node) *pg_query.Node) *pg_query.Node {
	bound := Column("") // its name is one that the expression does not have
	body := expression(bound)
	name := once
	for hasName(body, name) {
		name += "_"
	}
	bound.GetColumnRef().Fields[0].GetString_().Sval = name
	each := Call("list_transform", Call("list_value", value), Binary("->", Column(name), body))
	return Call("list_extract", each, Number(1))
}

// hasName reports whether an expression has a name.
func hasName(n *pg_query.Node, name string) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		s, ok := m.(*pg_query.String)
		found = found || ok && s.Sval == name
	})
	return found
}

// Text makes a text constant.
func Text(s string) *pg_query.Node { return pg_query.MakeAConstStrNode(s, Nowhere) }

// Number makes an integer constant.
func Number(i int64) *pg_query.Node { return pg_query.MakeAConstIntNode(i, Nowhere) }

// Numeral makes the numeric constant s.
func Numeral(s string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{
		Val:      &pg_query.A_Const_Fval{Fval: &pg_query.Float{Fval: s}},
		Location: Nowhere,
	}}}
}

// Null makes NULL.
func Null() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true, Location: Nowhere}}}
}

// Truth makes true or false, as the cast of a text.
func Truth(is bool) *pg_query.Node {
	word := "false"
	if is {
		word = "true"
	}
	return Cast(Text(word), PlainType("bool"))
}

// Names makes the parts of a name.
func Names(parts ...string) []*pg_query.Node {
	nodes := make([]*pg_query.Node, len(parts))
	for i, p := range parts {
		nodes[i] = pg_query.MakeStrNode(p)
	}
	return nodes
}

// Column makes the name of a column, which may be qualified.
func Column(parts ...string) *pg_query.Node {
	return pg_query.MakeColumnRefNode(Names(parts...), Nowhere)
}

// Field makes (value).field.
func Field(value *pg_query.Node, field string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: value, Indirection: Names(field)}}}
}

// Call makes a call of a function without a schema.
func Call(function string, args ...*pg_query.Node) *pg_query.Node {
	n := pg_query.MakeFuncCallNode(Names(function), args, Nowhere)
	n.GetFuncCall().Funcformat = pg_query.CoercionForm_COERCE_EXPLICIT_CALL
	return n
}

// Array makes ARRAY[…].
func Array(elements ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AArrayExpr{AArrayExpr: &pg_query.A_ArrayExpr{Elements: elements, Location: Nowhere}}}
}

// Texts makes an array of text constants, typed even if it is empty.
func Texts(values []string) *pg_query.Node {
	nodes := make([]*pg_query.Node, len(values))
	for i, v := range values {
		nodes[i] = Text(v)
	}
	return Cast(Array(nodes...), TextArray())
}

// Cast makes a cast to a type.
func Cast(arg *pg_query.Node, to *pg_query.TypeName) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_TypeCast{TypeCast: &pg_query.TypeCast{Arg: arg, TypeName: to, Location: Nowhere}}}
}

// Coalesce makes COALESCE(…).
func Coalesce(values ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_CoalesceExpr{CoalesceExpr: &pg_query.CoalesceExpr{Args: values, Location: Nowhere}}}
}

// When makes a branch of a Case.
func When(test, result *pg_query.Node) *pg_query.Node {
	return pg_query.MakeCaseWhenNode(test, result, Nowhere)
}

// Case makes CASE WHEN … END. Without otherwise, which may be nil, its ELSE is NULL.
func Case(otherwise *pg_query.Node, branches ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: &pg_query.CaseExpr{Args: branches, Defresult: otherwise, Location: Nowhere}}}
}

// Boolean makes a constant true or false, which Truth writes as the cast of a text.
func Boolean(value bool) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Val: &pg_query.A_Const_Boolval{Boolval: &pg_query.Boolean{Boolval: value}}, Location: Nowhere}}}
}
