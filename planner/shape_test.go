package planner

import (
	"reflect"
	"slices"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/sallyportdb/sallyport/planner/policy"
)

// TestEveryFieldIsWalked puts a call into every field of every message that has a rule; the walk
// must find the call, or refuse the message.
func TestEveryFieldIsWalked(t *testing.T) {
	shapes := policy.NewShapes()
	planted := 0
	for i := range pg_query.File_pg_query_proto.Messages().Len() {
		name := string(pg_query.File_pg_query_proto.Messages().Get(i).Name())
		if _, ruled := shapes.RuleOf(name); !ruled || name == "Node" {
			continue // every other message is in a Node
		}
		kind, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName("pg_query." + name))
		if err != nil {
			t.Fatal(err)
		}
		fields := kind.Descriptor().Fields()
		for i := range fields.Len() {
			m, field := kind.New(), fields.Get(i)
			if field.Message() == nil || !plant(m, field, nil) {
				continue
			}
			planted++
			w := &walker{shapes: shapes}
			w.walkField(reflect.ValueOf(m.Interface()))
			found := slices.ContainsFunc(w.effects, func(e Effect) bool { return e.Class == Unknown })
			for _, n := range w.names {
				found = found || n.name == "planted"
			}
			// The walk reads EXPLAIN's options itself: by the grammar they are constants.
			if !found && field.FullName() != "pg_query.ExplainStmt.options" {
				t.Errorf("%s: what is in it is not found", field.FullName())
			}
		}
	}
	if planted < 300 {
		t.Errorf("only %d fields can hold anything", planted)
	}
}

// plant puts a call into a field, or into the first field that can hold one of the message there.
func plant(m protoreflect.Message, field protoreflect.FieldDescriptor, above []protoreflect.FullName) bool {
	name := field.Message().FullName()
	if slices.Contains(above, name) {
		return false
	}
	var value protoreflect.Value
	if field.IsList() {
		value = m.NewField(field).List().NewElement()
	} else {
		value = m.NewField(field)
	}
	if name == "pg_query.Node" {
		word := &pg_query.Node{Node: &pg_query.Node_String_{String_: &pg_query.String{Sval: "planted"}}}
		call := &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: &pg_query.FuncCall{Funcname: []*pg_query.Node{word}}}}
		value = protoreflect.ValueOfMessage(call.ProtoReflect())
	} else {
		inner, found := field.Message().Fields(), false
		for i := 0; i < inner.Len() && !found; i++ {
			found = inner.Get(i).Message() != nil && plant(value.Message(), inner.Get(i), append(above, name))
		}
		if !found {
			return false
		}
	}
	if field.IsList() {
		m.Mutable(field).List().Append(value)
	} else {
		m.Set(field, value)
	}
	return true
}
