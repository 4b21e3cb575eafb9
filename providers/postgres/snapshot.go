package postgres

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// snapshot is what names meant at one moment. Unqualified names are resolved by
// the search path that the role has when it logs in. Who gets slices or
// functions of it must not change them.
//
// It tells what code hides behind a name; whether that code only reads is for
// the planner to judge. Calls may lead in a circle: a cast's function takes the
// type that the cast belongs to.
type snapshot struct {
	version   uint64
	revision  string                          // of users' code
	unread    int                             // definitions that were locked
	path      []string                        // pg_catalog included, in order
	functions map[string][]providers.Function // by name, then schema
	relations map[qualified]*providers.Relation
	operators map[string][]operator // users'
	types     map[qualified]meaning
	typesByID map[uint32]qualified // users'
	typeNames map[uint32]string    // of users' types
	unmatched []string             // entries of the allow-list without a function
}

type qualified struct{ schema, name string }

func newSnapshot() *snapshot {
	return &snapshot{
		functions: map[string][]providers.Function{},
		relations: map[qualified]*providers.Relation{},
		operators: map[string][]operator{},
		types:     map[qualified]meaning{},
		typesByID: map[uint32]qualified{},
		typeNames: map[uint32]string{},
	}
}

// Version changes with the contents.
func (s *snapshot) Version() uint64 { return s.version }

// Revision is that of users' code.
func (s *snapshot) Revision() string { return s.revision }

// Functions returns the candidates of a name.
func (s *snapshot) Functions(schema, name string) []providers.Function {
	all := s.functions[name]
	outside := func(f providers.Function) bool { return !s.reaches(schema, f.Schema) }
	if !slices.ContainsFunc(all, outside) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), outside)
}

// Relation returns the first relation of that name.
func (s *snapshot) Relation(schema, name string) (providers.Relation, bool) {
	for _, in := range s.where(schema) {
		if r, ok := s.relations[qualified{in, name}]; ok {
			return *r, true
		}
	}
	return providers.Relation{}, false
}

// Operators returns what stands behind users' operators of that name.
func (s *snapshot) Operators(schema, name string) []providers.Function {
	var found []providers.Function
	for _, o := range s.operators[name] {
		known := func(f providers.Function) bool { return f.ID == o.function.ID && slices.Equal(f.Operands, o.operands) }
		if s.reaches(schema, o.schema) && !slices.ContainsFunc(found, known) {
			f := *o.function
			f.Operands = o.operands
			found = append(found, f)
		}
	}
	return found
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
		found, ok := s.types[qualified{in, name}]
		known = known || ok
		if len(t.Hidden) == 0 {
			t.Hidden = found.hidden
		} else if len(found.hidden) > 0 {
			t.Hidden = slices.Concat(t.Hidden, found.hidden)
		}
		t.Types = append(t.Types, found.types...)
	}
	return t, known
}

// TypeOf returns a type by its OID.
func (s *snapshot) TypeOf(oid uint32) (providers.Type, bool) {
	if oid < firstUser {
		return providers.Type{}, true
	}
	name, known := s.typesByID[oid]
	found := s.types[name]
	return providers.Type{Schema: name.schema, Name: name.name, Hidden: found.hidden, Types: found.types}, known
}

// meaning is what a type hides, and the types in it that casts to built-in ones
// start from.
type meaning struct {
	hidden []providers.Hidden
	types  []uint64
}

// reaches reports whether a name qualified by schema ("" for not qualified)
// can mean an object in the schema in.
func (s *snapshot) reaches(schema, in string) bool {
	if schema != "" {
		return schema == in
	}
	return slices.Contains(s.path, in)
}

// where lists the schemas that a name qualified by schema is looked for in.
func (s *snapshot) where(schema string) []string {
	if schema != "" {
		return []string{schema}
	}
	return s.path
}
