package postgres

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// snapshot is what names meant at one moment. Unqualified names are resolved by
// the search path that the role has when it logs in.
//
// # What is foreign
//
// Foreign is about user code that runs without its name standing in the text.
// Code in C can only be installed by a superuser; code in any other language
// by whoever may create functions. Hence:
//
//   - An operator is foreign unless it came with the server, or belongs to an
//     extension and its function is in C and not volatile (citext, PostGIS,
//     pgvector). CREATE OPERATOR by hand is foreign, whatever it calls.
//   - A type is foreign when naming it in a cast can run such code: a domain
//     with a CHECK, a type with a cast by a function that is volatile or not in
//     C, and what is built of them (arrays, ranges, composites, domains). Both
//     ends of such a cast count, even a built-in one.
//   - Enums, domains without CHECK, and composites of harmless types are not
//     foreign, nor are base types: their input functions are in C.
//   - Collations run no code. A name that is not known is foreign.
type snapshot struct {
	version   uint64
	path      []string // pg_catalog included, in order
	functions map[string][]providers.Function
	relations map[qualified]providers.Relation
	operators map[string][]string // schemas that have a foreign operator of that name
	types     map[qualified]bool  // foreign?
	typeNames map[uint32]string   // of users' types
}

type qualified struct{ schema, name string }

// Version changes with the contents.
func (s *snapshot) Version() uint64 { return s.version }

// Functions returns the candidates of a name.
func (s *snapshot) Functions(schema, name string) []providers.Function {
	var found []providers.Function
	for _, f := range s.functions[name] {
		if s.reaches(schema, f.Schema) {
			found = append(found, f)
		}
	}
	return found
}

// Relation returns the first relation of that name.
func (s *snapshot) Relation(schema, name string) (providers.Relation, bool) {
	for _, in := range s.where(schema) {
		if r, ok := s.relations[qualified{in, name}]; ok {
			return r, true
		}
	}
	return providers.Relation{}, false
}

// Operators returns what stands behind users' operators of that name.
func (s *snapshot) Operators(schema, name string) []providers.Function {
	for _, in := range s.operators[name] {
		if s.reaches(schema, in) {
			return []providers.Function{{Schema: in, Name: name}}
		}
	}
	return nil
}

// Type returns what the name of a type may mean.
func (s *snapshot) Type(schema, name string) (providers.Type, bool) {
	t := providers.Type{Schema: schema, Name: name}
	switch name {
	case "serial", "bigserial", "smallserial", "serial2", "serial4", "serial8":
		return t, true // words of CREATE TABLE, no types
	}
	known := false
	for _, in := range s.where(schema) {
		foreign, ok := s.types[qualified{in, name}]
		if foreign {
			t.Hidden = []providers.Hidden{{What: "type " + in + "." + name, Call: &providers.Function{Schema: in, Name: name}}}
		}
		_, relation := s.relations[qualified{in, name}] // its row type
		known = known || ok || relation
	}
	return t, known
}

// reaches reports whether a name qualified by schema ("" for not qualified)
// can mean an object in the schema in.
func (s *snapshot) reaches(schema, in string) bool {
	if schema != "" {
		return schema == in
	}
	return slices.Contains(s.path, in)
}

func (s *snapshot) where(schema string) []string {
	if schema != "" {
		return []string{schema}
	}
	return s.path
}
