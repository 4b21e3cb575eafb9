// Package catalog knows what names mean at a source: functions and operators, relations with their columns, keys and hidden
// parts, enums, domains and composite types. A [Catalog] is the providers.Catalog of one state of the source.
//
// A [Source] says of what a catalog is read, a [Lister] runs the queries over DuckDB's listings: [Source.Read] reads what is
// committed, [Source.ReadOwn] what a session sees in a transaction that has changed names. Every change of names has the
// listings be read again, so each is read once and nothing is joined. What tables are like is taken from the catalog before
// where DuckDB's text of the table is the same (listing.go); the thousands of built-in functions are read once for all
// instances, and the users' functions only when these have changed.
//
// Who keeps the catalog, and when it is read again, is package duckdb's. Package hierarchy lists what there is for people.
package catalog

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
)

// Catalog is what names mean at a state of the source. It stays as it is. DuckDB's names have no case, quoted or not, so all names here
// are in lower case.
type Catalog struct {
	version   uint64
	macros    uint64   // the part of the version that functions depend on
	typed     uint64   // and types
	rest      uint64   // and the relations beside views
	database  string   // the provider's own database
	path      []string // the schemas of unqualified names; main follows
	functions map[string][]providers.Function
	relations map[string]providers.Relation // by schema, a zero byte, and name
	owned     map[string]sequence.Kept      // the sequences of which it is kept whether a column owns them
	unknown   []string                      // entries of Source.Harmless that name nothing
	types     []*providers.UserType
	enums     []*providers.Enum
	written   []*providers.Macro   // the macros of users
	kept      []*providers.Routine // all functions in LANGUAGE sql
	routines  map[string][]*providers.Routine
	listed    map[string]*listing   // the tables and views; keys are those of relations
	columns   map[string][][]string // of these, as rows of columnsOf
	userTypes [][]string            // the rows of listTypes
	rows      [][]string            // the rows of listRelations
	unchecked [][]string            // the rows of loadConstraints
	// temporaries are a session's; nil: it has none.
	temporaries *providers.Temporaries
}

var (
	_ providers.Catalog   = (*Catalog)(nil)
	_ providers.Routines  = (*Catalog)(nil)
	_ providers.UserTyped = (*Catalog)(nil)
	_ providers.Shadowed  = (*Catalog)(nil)
)

// Source is what a catalog is read of.
type Source struct {
	Database string            // its name
	Path     []string          // the schemas of unqualified names
	Harmless []string          // macros and functions, as schema.name, that the operator declares harmless
	Views    map[string]string // the definitions of the server's own views, by schema.name
	AtOpen   map[string]uint64 // what numbers has returned at the opening
	NoMacros bool              // it has no macros of users, which then need not be looked for among DuckDB's thousands of functions
}

// Lister runs a query of ours that lists objects.
type Lister func(sql string) ([][]string, error)

// Moment is when a catalog is read: how often the source has changed, and how often functions, types, and what is neither
// one of these nor a view nor a schema have.
type Moment struct{ Version, Macros, Types, Rest uint64 }

// Read reads the catalog at a moment. Functions and types that have not changed since an earlier catalog, which may be nil, are
// taken from there, and columns that are the same. All that a list returns must be of one moment.
func (src Source) Read(list Lister, at Moment, earlier *Catalog) (*Catalog, error) {
	s := &Catalog{
		version:   at.Version,
		macros:    at.Macros,
		typed:     at.Types,
		rest:      at.Rest,
		database:  strings.ToLower(src.Database),
		path:      src.Path,
		routines:  map[string][]*providers.Routine{},
		relations: map[string]providers.Relation{},
	}
	if err := src.loadFunctions(s, earlier, list); err != nil {
		return nil, err
	}
	if err := src.loadRelations(s, list, earlier); err != nil {
		return nil, err
	}
	return s, nil
}

// ReadOwn reads relations and types as a session sees them, and returns the catalog with these.
func (src Source) ReadOwn(list Lister, of *Catalog) (*Catalog, error) {
	own := *of
	own.relations, own.types, own.enums, own.columns, own.unchecked = map[string]providers.Relation{}, nil, nil, nil, nil
	if err := src.loadRelations(&own, list, nil); err != nil {
		return nil, err
	}
	return &own, nil
}

// Numbers returns the numbers of the relations, by schema, a zero byte, and name. DuckDB numbers the relations of a file anew at
// each start, so only the numbers of those that were made since then identify a relation.
//
// stored says whether there are materialized views.
func (src Source) Numbers(list Lister) (numbers map[string]uint64, stored bool, err error) {
	s := &Catalog{relations: map[string]providers.Relation{}}
	if _, err := src.listRelations(s, list, nil); err != nil {
		return nil, false, err
	}
	numbers = map[string]uint64{}
	for key, r := range s.relations {
		numbers[key] = r.ID
		stored = stored || r.Kind == "materialized view"
	}
	return numbers, stored, nil
}

// Within returns the catalog with another search path.
func (s *Catalog) Within(path []string) *Catalog {
	in := *s
	in.path = path
	return &in
}

// KeptRoutines returns all functions in LANGUAGE sql, if they are those of a count of changes.
func (s *Catalog) KeptRoutines(macros uint64) (all []*providers.Routine, known bool) {
	if s == nil || s.macros != macros {
		return nil, false
	}
	return s.kept, true
}

// UnknownHarmless are the entries of Source.Harmless that name nothing.
func (s *Catalog) UnknownHarmless() []string { return s.unknown }

// builtinSchema is the schema in which clients expect built-in functions.
const builtinSchema = "pg_catalog"

// emulatedSchemas maps the emulation's schemas to Postgres's names.
var emulatedSchemas = map[string]string{
	pgcatalog.CatalogSchema:     builtinSchema,
	pgcatalog.InformationSchema: "information_schema",
}

// Version changes with every DDL statement.
func (s *Catalog) Version() uint64 { return s.version }

// Functions returns the candidates for a name. DuckDB's own are also in the schema main, because
// view definitions spell them so.
func (s *Catalog) Functions(schema, name string) []providers.Function {
	all := s.functions[strings.ToLower(name)]
	if schema == "" {
		return all
	}
	schema = strings.ToLower(schema)
	var found []providers.Function
	for _, f := range all {
		if f.Schema == schema || schema == "main" && f.Schema == builtinSchema {
			found = append(found, f)
		}
	}
	return found
}

// Relation finds a table or view.
func (s *Catalog) Relation(schema, name string) (providers.Relation, bool) {
	schemas := []string{strings.ToLower(schema)}
	switch schemas[0] {
	case "":
		schemas = append(providers.LookupPath(s.path), "main")
	case s.database: // database.table, unless there is a schema of that name
		schemas = slices.Concat(schemas, s.path, []string{"main"})
	}
	for _, schema := range schemas {
		if r, ok := s.relations[schema+"\x00"+strings.ToLower(name)]; ok {
			return r, true
		}
	}
	return providers.Relation{}, false
}

// Operators returns users' macros with an operator's name, which DuckDB calls instead of the
// operator.
func (s *Catalog) Operators(_, name string) []providers.Function {
	var users []providers.Function
	for _, f := range s.Functions("", name) {
		if !f.Builtin {
			users = append(users, f)
		}
	}
	return users
}

// TypeOf knows every type, as Type does.
func (s *Catalog) TypeOf(uint32) (providers.Type, bool) { return providers.Type{}, true }

// Routines returns the functions of a name.
func (s *Catalog) Routines(schema, name string) []*providers.Routine {
	schemas := []string{strings.ToLower(schema)}
	if schema == "" {
		schemas = s.path
	}
	var found []*providers.Routine
	for _, schema := range schemas {
		for _, r := range s.routines[name] {
			if r.Schema == schema {
				found = append(found, r)
			}
		}
	}
	return found
}

// HasRoutines reports whether any function is kept.
func (s *Catalog) HasRoutines() bool { return len(s.routines) > 0 }

// RoutinePath lists the schemas of the search path.
func (s *Catalog) RoutinePath() []string { return s.path }

// HasEnums reports whether there is an enum.
func (s *Catalog) HasEnums() bool { return len(s.enums) > 0 }

// UserTypes returns all domains and composite types.
func (s *Catalog) UserTypes() []*providers.UserType { return s.types }

// Type knows every name: types run no code here, and the source itself refuses an unknown type.
func (s *Catalog) Type(schema, name string) (providers.Type, bool) {
	t := providers.Type{Schema: schema, Name: name}
	if len(s.types)+len(s.enums) == 0 {
		return t, true
	}
	schemas := []string{strings.ToLower(schema)}
	if schema == "" {
		schemas = slices.Concat(s.path, []string{"main"})
	}
	for _, in := range schemas {
		for _, u := range s.types {
			if strings.EqualFold(u.Schema, in) && strings.EqualFold(u.Name, name) {
				t.User = u
				return t, true
			}
		}
		for _, e := range s.enums {
			if strings.EqualFold(e.Schema, in) && strings.EqualFold(e.Name, name) {
				t.Enum = e
				return t, true
			}
		}
	}
	return t, true
}
