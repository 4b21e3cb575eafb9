package planner

import (
	"maps"
	"reflect"
	"sync"
	"sync/atomic"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// shapes caches the rule and the child fields of each message type, so that the walk by reflection
// costs little. Safe for concurrent use.
type shapes struct {
	policy *policy
	mu     sync.Mutex                              // held while a type is added
	byType atomic.Pointer[map[reflect.Type]*shape] // never changed; replaced by a larger map
}

func newShapes() *shapes {
	s := &shapes{policy: newPolicy()}
	s.byType.Store(&map[reflect.Type]*shape{})
	return s
}

// shape describes one struct type of the tree.
type shape struct {
	name   string
	rule   rule
	known  bool
	node   bool // Node, or a wrapper of its oneof: it has no meaning of its own
	fields []int
	with   int // index of the WithClause field, -1: none
	place  int // index of the Location field, -1: none
	// targets are the fields that are relations: on a statement, those that it works on.
	targets []int
}

var (
	withType   = reflect.TypeFor[*pg_query.WithClause]()
	targetType = reflect.TypeFor[*pg_query.RangeVar]()
	nodeType   = reflect.TypeFor[pg_query.Node]()
)

// shapeOf returns the shape of a struct type.
func (s *shapes) shapeOf(t reflect.Type) *shape {
	if sh := (*s.byType.Load())[t]; sh != nil {
		return sh
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	larger := maps.Clone(*s.byType.Load())
	larger[t] = s.makeShape(t)
	s.byType.Store(&larger)
	return larger[t]
}

// makeShape makes the shape of a struct type.
func (s *shapes) makeShape(t reflect.Type) *shape {
	sh := &shape{name: t.Name(), with: -1, place: -1}
	sh.rule, sh.known = s.policy.ruleOf(t.Name())
	// All struct types of the tree are messages, but for a oneof's wrappers.
	_, message := reflect.New(t).Interface().(interface{ ProtoMessage() })
	sh.node = t == nodeType || !message
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.IsExported():
		case f.Name == "Location" && f.Type.Kind() == reflect.Int32: // CREATE TABLESPACE has a Location that is text
			sh.place = i
		case f.Type == withType:
			sh.with = i
		case holdsMessages(f.Type):
			sh.fields = append(sh.fields, i)
			if f.Type == targetType {
				sh.targets = append(sh.targets, i)
			}
		}
	}
	return sh
}

// holdsMessages reports whether a field of type t can hold a message.
func holdsMessages(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface:
		return true
	case reflect.Slice, reflect.Map:
		return holdsMessages(t.Elem())
	default:
		return false
	}
}
