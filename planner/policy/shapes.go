package policy

import (
	"maps"
	"reflect"
	"sync"
	"sync/atomic"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Shapes caches the rule and the child fields of each message type, so that the walk by reflection
// costs little. Safe for concurrent use.
type Shapes struct {
	rules  map[string]Rule                         // of each node type by its name; never changed
	mu     sync.Mutex                              // held while a type is added
	byType atomic.Pointer[map[reflect.Type]*Shape] // never changed; replaced by a larger map
}

// NewShapes returns a cache without entries.
func NewShapes() *Shapes {
	s := &Shapes{rules: allRules()}
	s.byType.Store(&map[reflect.Type]*Shape{})
	return s
}

// RuleOf returns the rule of a node type by its name in the parser's tree.
func (s *Shapes) RuleOf(name string) (Rule, bool) {
	r, ok := s.rules[name]
	return r, ok
}

// allRules returns both tables in one map.
func allRules() map[string]Rule {
	rules := make(map[string]Rule, len(statementRules)+len(parts))
	for _, name := range parts {
		rules[name] = part
	}
	maps.Copy(rules, statementRules)
	return rules
}

// Shape describes one struct type of the tree.
type Shape struct {
	Name   string
	Rule   Rule
	Known  bool // a type without a rule is refused
	Node   bool // Node itself, or a wrapper of one of its kinds, which mean nothing by themselves
	Fields []int
	With   int // index of the WithClause field, -1: none
	Place  int // index of the Location field, -1: none
	// targets are the fields that are relations: on a statement, those that it works on.
	Targets []int
}

var (
	withType   = reflect.TypeFor[*pg_query.WithClause]()
	targetType = reflect.TypeFor[*pg_query.RangeVar]()
	nodeType   = reflect.TypeFor[pg_query.Node]()
)

// ShapeOf returns the shape of a struct type.
func (s *Shapes) ShapeOf(t reflect.Type) *Shape {
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
func (s *Shapes) makeShape(t reflect.Type) *Shape {
	sh := &Shape{Name: t.Name(), With: -1, Place: -1}
	sh.Rule, sh.Known = s.RuleOf(t.Name())
	// All struct types of the tree are messages, but for a oneof's wrappers.
	_, message := reflect.New(t).Interface().(interface{ ProtoMessage() })
	sh.Node = t == nodeType || !message
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.IsExported():
		case f.Name == "Location" && f.Type.Kind() == reflect.Int32: // CREATE TABLESPACE has a Location that is text
			sh.Place = i
		case f.Type == withType:
			sh.With = i
		case holdsMessages(f.Type):
			sh.Fields = append(sh.Fields, i)
			if f.Type == targetType {
				sh.Targets = append(sh.Targets, i)
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
