package parse

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Children calls f for the messages in the fields of m, but for those named, until f returns
// false; it reports whether f never did. They come in the order of the grammar, so that the same
// text gives the same plan and the same error: that of protobuf's own Range changes from build to
// build. The fields are those of the Go structs: a statement is walked some twenty times, and to ask
// protobuf for each field of each message takes four times as long.
func Children(m protoreflect.Message, f func(protoreflect.Message) bool, but ...protoreflect.Name) bool {
	return Parts(m.Interface(), func(child proto.Message) bool { return f(child.ProtoReflect()) }, but...)
}

// Parts is Children for who reads the Go structs: to make a struct of protobuf's Message takes longer than to find it.
func Parts(m proto.Message, f func(proto.Message) bool, but ...protoreflect.Name) bool {
	if len(but) == 0 {
		if all, known := commonParts(m, f); known {
			return all
		}
	}
	v := reflect.ValueOf(m)
	return v.IsNil() || eachField(v.Elem(), f, but)
}

// commonParts is Parts for the messages that most of a tree consists of, without reflection; known is false for others.
func commonParts(m proto.Message, f func(proto.Message) bool) (all, known bool) {
	switch m := m.(type) {
	case *pg_query.Node: // half of all messages
		return m.GetNode() == nil || f(heldBy(m)), true
	case *pg_query.String, *pg_query.Integer, *pg_query.Float, *pg_query.Boolean, *pg_query.A_Star, *pg_query.ParamRef:
		return true, true
	case *pg_query.ColumnRef:
		return eachNode(m.GetFields(), f), true
	case *pg_query.List:
		return eachNode(m.GetItems(), f), true
	case *pg_query.ResTarget:
		return eachNode(m.GetIndirection(), f) && oneNode(m.GetVal(), f), true
	case *pg_query.A_Expr:
		return eachNode(m.GetName(), f) && oneNode(m.GetLexpr(), f) && oneNode(m.GetRexpr(), f), true
	case *pg_query.TypeCast:
		return oneNode(m.GetArg(), f) && (m.GetTypeName() == nil || f(m.TypeName)), true
	case *pg_query.TypeName:
		return eachNode(m.GetNames(), f) && eachNode(m.GetTypmods(), f) && eachNode(m.GetArrayBounds(), f), true
	case *pg_query.FuncCall:
		return callParts(m, f), true
	}
	return false, false
}

func callParts(m *pg_query.FuncCall, f func(proto.Message) bool) bool {
	return eachNode(m.GetFuncname(), f) && eachNode(m.GetArgs(), f) && eachNode(m.GetAggOrder(), f) &&
		oneNode(m.GetAggFilter(), f) && (m.GetOver() == nil || f(m.Over))
}

// heldBy returns what a node holds.
func heldBy(n *pg_query.Node) proto.Message {
	switch held := n.Node.(type) {
	case *pg_query.Node_String_:
		return held.String_
	case *pg_query.Node_AConst:
		return held.AConst
	case *pg_query.Node_ColumnRef:
		return held.ColumnRef
	case *pg_query.Node_ResTarget:
		return held.ResTarget
	case *pg_query.Node_AExpr:
		return held.AExpr
	case *pg_query.Node_FuncCall:
		return held.FuncCall
	case *pg_query.Node_TypeCast:
		return held.TypeCast
	case *pg_query.Node_List:
		return held.List
	}
	return messageIn(reflect.ValueOf(n.Node).Elem().Field(0))
}

func eachNode(list []*pg_query.Node, f func(proto.Message) bool) bool {
	for _, n := range list {
		if !f(n) {
			return false
		}
	}
	return true
}

func oneNode(n *pg_query.Node, f func(proto.Message) bool) bool { return n == nil || f(n) }

func eachField(v reflect.Value, f func(proto.Message) bool, but []protoreflect.Name) bool {
	for _, field := range fieldsOf(v.Type()) {
		held := v.Field(field.index)
		if held.IsNil() || slices.Contains(but, field.name) {
			continue
		}
		switch held.Kind() {
		case reflect.Slice:
			for i := range held.Len() {
				if !f(messageIn(held.Index(i))) {
					return false
				}
			}
		case reflect.Interface: // a oneof holds a pointer to a struct of one field
			if !eachField(held.Elem().Elem(), f, but) {
				return false
			}
		default:
			if !f(messageIn(held)) {
				return false
			}
		}
	}
	return true
}

func messageIn(v reflect.Value) proto.Message { return v.Interface().(proto.Message) }

// field is a field of a struct that holds messages.
type field struct {
	index int
	name  protoreflect.Name // of the grammar; "" for a oneof
}

// known are the fields of structs, by reflect.Type: []field.
var known sync.Map

// fieldsOf are the fields of a struct of protobuf's that hold messages, in the order of the grammar.
func fieldsOf(t reflect.Type) []field {
	if list, ok := known.Load(t); ok {
		return list.([]field)
	}
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		_, oneof := f.Tag.Lookup("protobuf_oneof")
		if !oneof && !holdsMessages(f.Type) {
			continue
		}
		list = append(list, field{i, grammarName(f.Tag.Get("protobuf"))})
	}
	known.Store(t, list)
	return list
}

// holdsMessages reports whether a field's type is a message, or a list of messages.
func holdsMessages(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() == reflect.Pointer && t.Implements(reflect.TypeFor[proto.Message]())
}

// grammarName is the name that a field's tag has: "bytes,1,opt,name=alias,proto3,oneof".
func grammarName(tag string) protoreflect.Name {
	_, rest, _ := strings.Cut(tag, "name=")
	name, _, _ := strings.Cut(rest, ",")
	return protoreflect.Name(name)
}

// EachMessage calls f for every message of a tree.
func EachMessage(m protoreflect.Message, f func(proto.Message)) {
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		f(m)
		return Parts(m, visit)
	}
	visit(m.Interface())
}

// SetLocation gives a message its location, if it has one; -1: it stands in no text.
func SetLocation(m proto.Message, at int32) {
	r := m.ProtoReflect()
	if field := r.Descriptor().Fields().ByName("location"); field != nil && field.Kind() == protoreflect.Int32Kind {
		r.Set(field, protoreflect.ValueOfInt32(at))
	}
}

// Template parses a query of our own, whose parts are then replaced.
func Template(text string) *pg_query.Node {
	tree, err := pg_query.Parse(text)
	if err != nil {
		return nil // cannot happen: the texts are constants of this program
	}
	return tree.Stmts[0].Stmt
}

// TypeNamed parses a type as SQL spells it; nil: it is none. Its parts stand in no text.
func TypeNamed(spelled string) *pg_query.TypeName {
	tree, err := pg_query.Parse("SELECT NULL::" + spelled)
	if err != nil || len(tree.Stmts) != 1 {
		return nil
	}
	to := tree.Stmts[0].Stmt.GetSelectStmt().TargetList[0].GetResTarget().GetVal().GetTypeCast().GetTypeName()
	if to != nil {
		EachMessage(to.ProtoReflect(), func(m proto.Message) { SetLocation(m, -1) })
	}
	return to
}

// Unwrap returns what a node holds, or nil if it holds nothing.
func Unwrap(n *pg_query.Node) any {
	if n == nil || n.Node == nil {
		return nil
	}
	return reflect.ValueOf(n.Node).Elem().Field(0).Interface()
}
