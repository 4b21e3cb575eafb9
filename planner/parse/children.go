package parse

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Children calls f for the messages in the fields of m, but for those named, until f returns
// false; it reports whether f never did. They come in the order of the grammar, so that the same
// text gives the same plan and the same error: that of protobuf's own Range changes from build to
// build.
func Children(m protoreflect.Message, f func(protoreflect.Message) bool, but ...protoreflect.Name) bool {
	if _, ok := m.Interface().(*pg_query.Node); ok { // one of some 270 messages: asking for each takes long
		held := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
		return held == nil || slices.Contains(but, held.Name()) || f(m.Get(held).Message())
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Kind() != protoreflect.MessageKind || !m.Has(field) || slices.Contains(but, field.Name()) {
			continue
		}
		value := m.Get(field)
		if !field.IsList() {
			if !f(value.Message()) {
				return false
			}
			continue
		}
		for list, i := value.List(), 0; i < list.Len(); i++ {
			if !f(list.Get(i).Message()) {
				return false
			}
		}
	}
	return true
}

// EachMessage calls f for every message of a tree.
func EachMessage(m protoreflect.Message, f func(proto.Message)) {
	f(m.Interface())
	Children(m, func(child protoreflect.Message) bool {
		EachMessage(child, f)
		return true
	})
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
