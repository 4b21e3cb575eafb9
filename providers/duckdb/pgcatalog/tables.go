package pgcatalog

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The schemas of the tables that hold what the live part of the emulation answers. They and their database are as long
// as the names that they stand for, so that positions in a statement stay.
const (
	tabledCatalog     = "tab"
	tabledInformation = "itab"
)

// Space is where tables are: those that all sessions share, or those of one session that has temporary objects.
type Space struct{ catalog, information string } // a database, a dot and a schema

// Shared is the space of the tables that all sessions share.
var Shared = Space{TablesDatabase + "." + tabledCatalog, TablesDatabase + "." + tabledInformation}

// MostSessions is how many sessions have a space of their own at a time: the tables of one take up to 30 MB of memory.
const MostSessions = 16

// SessionSpace returns the space of a session with a number below MostSessions. Its names have two digits, and so the length of
// those that they stand for.
func SessionSpace(number int) Space {
	name := "_" + itoa(number/10) + itoa(number%10)
	return Space{SessionsDatabase + "." + name, SessionsDatabase + ".i" + name}
}

// Open returns the statements that make the space of a session.
func (s Space) Open() []string {
	return []string{"CREATE SCHEMA " + s.catalog, "CREATE SCHEMA " + s.information}
}

// Close returns the statements that drop the space of a session with its tables.
func (s Space) Close() []string {
	return []string{"DROP SCHEMA IF EXISTS " + s.information + " CASCADE", "DROP SCHEMA IF EXISTS " + s.catalog + " CASCADE"}
}

// Schema returns the database and schema of the tables that stand for relations of a schema of the emulation.
func (s Space) Schema(of string) string {
	if of == InformationSchema {
		return s.information
	}
	return s.catalog
}

// Tables are the relations of the live part as tables, and its macros over these tables. A view
// over DuckDB's own catalog costs a hundred times what a table costs, because every statement
// expands and binds it anew. Nothing here exists in the database until it is needed: each object is
// made by its statement, and a table is filled anew by the same statement.
type Tables struct {
	objects map[string]*Object // by schema, a dot, and name
}

// Object is a relation or a macro of the live part.
type Object struct {
	Name string
	// Filled says that the object is a table, whose rows are of the moment when it was made.
	Filled bool
	// Functions says that the rows depend on the database's functions, Sizes that they depend on the sizes of tables, Views,
	// Types and Schemas that they depend on such objects, Rest that they depend on anything else that DDL changes.
	Functions, Sizes, Views, Types, Schemas, Rest bool
	// Relations says that the rows depend on which relations there are.
	Relations bool
	Needs     []*Object // the objects that must exist before this one, in order

	create string // the statement with placeholders
}

// Create returns the statement that makes the object in a space, or makes it anew.
func (o *Object) Create(in Space) string {
	return replace(strings.NewReplacer(placeCatalog, in.catalog, placeInformation, in.information).Replace(o.create))
}

// The placeholders of the schemas of a space.
const placeCatalog, placeInformation = "@tables", "@itables"

// sized are the relations with sizes of tables, which change without DDL.
var sized = []string{"cat.pg_class", "cat.pg_stat_all_tables", "cat.pg_stat_user_tables", "cat._sizes__", "cat._index_sizes__", "cat._sequences__"}

// ofTables are the relations that list the columns of tables: their rows are joined with constraints and indexes, which only tables
// have.
var ofTables = []string{"cat._shapes", "cat._places"}

var (
	definition = regexp.MustCompile(`(?i)create (table|view|macro) @(cat|info)\.(\w+)`)
	reference  = regexp.MustCompile(`@(cat|info)\.(\w+)`)
	ofDuckDB   = regexp.MustCompile(`\b(?:duckdb_\w+|pragma_database_size)\(\)`)
	asQuery    = regexp.MustCompile(`(?i)\sas\s`)
)

// tables returns the objects of the live part. A definition follows those that it refers to.
func (in *installer) tables() *Tables {
	t := &Tables{objects: map[string]*Object{}}
	for _, statement := range in.definitions {
		m := definition.FindStringSubmatchIndex(statement)
		kind := strings.ToLower(statement[m[2]:m[3]])
		if kind == "table" {
			continue
		}
		o := &Object{Name: statement[m[4]:m[5]] + "." + statement[m[6]:m[7]], Filled: kind == "view"}
		body := statement[m[1]:]
		if !t.readSources(o, body) {
			continue
		}
		t.objects[o.Name] = o
		if o.Filled {
			body = " AS " + body[asQuery.FindStringIndex(body)[1]:]
		}
		o.create = "CREATE OR REPLACE " + map[bool]string{true: "TABLE ", false: "MACRO "}[o.Filled] + t.tabled(o.Name) + reference.ReplaceAllStringFunc(body, func(name string) string {
			return t.tabled(name[1:])
		})
	}
	return t
}

// readSources finds what an object depends on, and reports whether it belongs to the live part.
func (t *Tables) readSources(o *Object, body string) bool {
	live := false
	for _, call := range ofDuckDB.FindAllString(body, -1) {
		live = true
		switch call {
		case "duckdb_functions()":
			o.Functions = true
		case "duckdb_views()":
			o.Views, o.Relations = true, true
		case "duckdb_types()":
			o.Types = true
		case "duckdb_schemas()":
			o.Schemas, o.Relations = true, true
		case "duckdb_columns()":
			o.Views, o.Rest, o.Relations = !slices.Contains(ofTables, o.Name), true, true
		case "duckdb_tables()":
			o.Rest, o.Relations = true, true
		default:
			o.Rest = true
		}
	}
	for _, m := range reference.FindAllStringSubmatch(body, -1) {
		need := t.objects[m[1]+"."+m[2]]
		if need == nil {
			continue
		}
		live = true
		o.Functions, o.Views, o.Types = o.Functions || need.Functions, o.Views || need.Views, o.Types || need.Types
		o.Schemas, o.Rest = o.Schemas || need.Schemas, o.Rest || need.Rest
		o.Relations = o.Relations || need.Relations
		for _, n := range append(slices.Clone(need.Needs), need) {
			if !slices.Contains(o.Needs, n) {
				o.Needs = append(o.Needs, n)
			}
		}
	}
	o.Sizes = slices.Contains(sized, o.Name)
	return live
}

// tabled returns the qualified name of an object of the emulation, in a space if it belongs to the live part.
func (t *Tables) tabled(name string) string {
	schema, object, _ := strings.Cut(name, ".")
	if t.objects[name] == nil {
		return "@" + name
	}
	return Space{placeCatalog, placeInformation}.Schema(schema) + "." + object
}

// Find returns the object of that name, which is a schema of the emulation, a dot and a name, or nil.
func (t *Tables) Find(name string) *Object { return t.objects[name] }

// All returns every object, each behind those that it needs.
func (t *Tables) All() []*Object {
	var all []*Object
	for _, name := range slices.Sorted(maps.Keys(t.objects)) {
		o := t.objects[name]
		for _, n := range append(slices.Clone(o.Needs), o) {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}
