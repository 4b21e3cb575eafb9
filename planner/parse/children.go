package parse

import (
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Children calls f for the messages in the fields of m, but for those named, until f returns
// false; it reports whether f never did. They come in the order of the grammar, so that the same
// text gives the same plan and the same error: that of protobuf's own Range changes from build to
// build.
func Children(m protoreflect.Message, f func(protoreflect.Message) bool, but ...protoreflect.Name) bool {
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
