package pgcatalog

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// The names of the emulation. planner/duckdialect has the same names.
const (
	// Database is the database of the emulation, and TablesDatabase the one in memory that has its tables (Tables) and
	// what the emulation says of the instance (Place). No provider may have their names.
	Database         = "__pg"
	TablesDatabase   = "__pt"
	SessionsDatabase = "__ps" // the one in memory that has the tables of sessions with temporary objects (Space)
	// CatalogSchema stands for pg_catalog, InformationSchema for
	// information_schema: DuckDB reserves the real names.
	CatalogSchema     = "cat"
	InformationSchema = "info"
)

// Databases are the databases that a statement over the emulation may name.
var Databases = []string{Database, TablesDatabase, SessionsDatabase}

//go:embed data/*.tsv sql/*.sql
var files embed.FS

// Emulation is everything that the database of the emulation has. Its statements take seconds of a processor, since
// DuckDB binds each view and macro with all that it reads. So package duckdb attaches a file that they have made.
type Emulation struct {
	Tables *Tables
	parts  []*Part
}

// Part is a table, view or macro of the emulation.
type Part struct {
	Name string // the schema, a dot, and the name
	Kind string // table, view or macro

	Relation bool // the macro is a relation of PostgreSQL's, which depends on the session

	create func() string // the statement with placeholders
	source func() string // what create makes it from, where that is long; nil: create's statement is its own source
}

// Place is the embedded database that an emulation is for. It is all in which the emulations of two instances differ, so
// the statements read it from macros of TablesDatabase.
type Place struct {
	Name     string
	Anywhere bool // its tables are visible in every schema, whatever the search path is
	Started  time.Time
}

// Create returns the statement that makes the part. The parts before it must exist.
func (p *Part) Create() string { return replace(p.create()) }

// Source returns a text that differs where the part's statement does. It costs less than the statement where that has a
// data file.
func (p *Part) Source() string {
	if p.source != nil {
		return p.source()
	}
	return p.Create()
}

// AttachTables returns the statements that make TablesDatabase, which the emulation needs, and SessionsDatabase.
func AttachTables(at Place) []string {
	const in = TablesDatabase + "." + tabledCatalog + "."
	return []string{
		"ATTACH ':memory:' AS " + TablesDatabase + " (HIDDEN)",
		"ATTACH ':memory:' AS " + SessionsDatabase + " (HIDDEN)",
		"CREATE SCHEMA " + TablesDatabase + "." + tabledCatalog,
		"CREATE SCHEMA " + TablesDatabase + "." + tabledInformation,
		"CREATE MACRO " + in + placeName + "() AS " + literal(at.Name),
		"CREATE MACRO " + in + placeAnywhere + "() AS " + strconv.FormatBool(at.Anywhere),
		"CREATE MACRO " + in + placeStarted + "() AS " + literal(at.Started.UTC().Format("2006-01-02 15:04:05.999999+00")),
	}
}

// The macros that tell the place.
const (
	placeName     = "_place_name"
	placeAnywhere = "_place_anywhere"
	placeStarted  = "_place_started"
)

// Make returns the statements that make the emulation in Database, in order. Views read the database's current state, so
// nothing needs a refresh.
func Make() []string {
	statements := []string{"CREATE SCHEMA " + Database + "." + CatalogSchema, "CREATE SCHEMA " + Database + "." + InformationSchema}
	for _, p := range Get().Parts() {
		statements = append(statements, p.Create())
	}
	return statements
}

// Get returns the emulation, which is the same for every instance.
var Get = sync.OnceValue(func() *Emulation {
	in := installer{emulation: &Emulation{}}
	in.loadTypeNames()
	in.relations = systemRelations()
	in.loadSystemColumns()
	in.loadStatic()
	in.loadSettings()
	in.addStatements("scalars.sql")
	in.addStatements("sqlite.sql")
	in.addStatements("base.sql")
	in.addViews("catalog.sql", "pg_catalog")
	in.addEmpty("pg_catalog", sectionNames("derived.sql"))
	in.addStatements("lookups.sql")
	in.addViews("derived.sql", "pg_catalog")
	in.addViews("information.sql", "information_schema")
	in.addEmpty("information_schema", nil)
	in.emulation.Tables = in.tables()
	return in.emulation
})

// Parts returns every part, each behind those that it needs.
func (e *Emulation) Parts() []*Part { return e.parts }

// installer collects the parts.
type installer struct {
	emulation   *Emulation
	relations   []relation
	done        []string // relations that exist already
	definitions []string // of views and macros, with their placeholders
}

// replace replaces a statement's placeholders.
func replace(statement string) string { return placeholders.Replace(statement) }

var placeholders = strings.NewReplacer(
	"@cat", Database+"."+CatalogSchema,
	"@info", Database+"."+InformationSchema,
	"@db", TablesDatabase+"."+tabledCatalog+"."+placeName+"()",
	"@anywhere", TablesDatabase+"."+tabledCatalog+"."+placeAnywhere+"()",
	"@started", TablesDatabase+"."+tabledCatalog+"."+placeStarted+"()",
	"@fields", whenFields(),
)

// whenFields are the branches of a CASE over the fields of an interval's modifier, with the fields' names behind a blank.
func whenFields() string {
	var b strings.Builder
	for _, bits := range slices.Sorted(maps.Keys(providers.IntervalFields)) {
		fmt.Fprintf(&b, " when %d then ' %s'", bits, providers.IntervalFields[bits])
	}
	return strings.TrimSpace(b.String())
}

// add adds a part. Its statement is made when it is needed: those with data are long.
func (in *installer) add(kind, name string, statement func() string) {
	in.emulation.parts = append(in.emulation.parts, &Part{Name: strings.TrimPrefix(name, "@"), Kind: kind, create: statement})
}

// define adds the object that a CREATE statement makes as a part.
func (in *installer) define(statement string) {
	m := definition.FindStringSubmatchIndex(statement)
	if m == nil {
		panic("pgcatalog: a statement that makes nothing: " + statement) // caught by every test
	}
	kind, name := strings.ToLower(statement[m[2]:m[3]]), statement[m[4]:m[5]]+"."+statement[m[6]:m[7]]
	in.add(kind, name, func() string { return statement })
	in.definitions = append(in.definitions, statement)
}

// loadTypeNames makes the table _type_names, which is TypeOID for SQL.
func (in *installer) loadTypeNames() {
	names := slices.Concat(slices.Collect(maps.Keys(duckTypes)), slices.Collect(maps.Keys(aliasTypes)))
	slices.Sort(names)
	rows := make([]string, 0, len(names))
	for _, name := range names {
		t := typeOf(name)
		rows = append(rows, fmt.Sprintf("(%s, %d, %d, %d)", literal(name), t.oid, t.array, t.size))
	}
	statement := "CREATE TABLE @cat._type_names AS SELECT name, oid::BIGINT AS oid, array_oid::BIGINT AS array_oid, size::SMALLINT AS size" +
		" FROM (VALUES " + strings.Join(rows, ", ") + ") t(name, oid, array_oid, size)"
	in.add("table", "@cat._type_names", func() string { return statement })
}

// loadSystemColumns makes the tables _system_columns, _type_display and _function_arguments from their data files.
func (in *installer) loadSystemColumns() {
	in.addData("@cat._system_columns", "system_columns.tsv", []column{
		{"schema", "VARCHAR"},
		{"name", "VARCHAR"},
		{"oid", "BIGINT"},
		{"kind", "VARCHAR"},
		{"number", "SMALLINT"},
		{"column_name", "VARCHAR"},
		{"type", "BIGINT"},
		{"typmod", "INTEGER"},
		{"not_null", "BOOLEAN"},
	})
	in.addData("@cat._type_display", "type_display.tsv", []column{{"oid", "BIGINT"}, {"name", "VARCHAR"}})
	in.addData("@cat._function_arguments", "function_arguments.tsv", []column{{"oid", "BIGINT"}, {"arguments", "VARCHAR"}, {"identity", "VARCHAR"}})
}

// addData adds a table with a data file's rows.
func (in *installer) addData(name, file string, columns []column) {
	in.add("table", name, func() string { return "CREATE TABLE " + name + " AS " + selectFrom(file, columns) })
	in.emulation.parts[len(in.emulation.parts)-1].source = func() string {
		return name + " " + file + " " + selectOf("", columns) + readFile("data/"+file)
	}
}

// halfStatic are the relations with a static and a live part. The static part is a table whose name
// begins with an underscore.
var halfStatic = []string{"pg_type", "pg_proc", "pg_description", "pg_range"}

// loadStatic makes a table of every relation that has a data file.
func (in *installer) loadStatic() {
	for _, r := range in.relations {
		file := r.name + ".tsv"
		if _, err := files.Open("data/" + file); err != nil {
			continue
		}
		if slices.Contains(halfStatic, r.name) {
			in.addData("@cat._"+r.name, file, r.columns)
			continue
		}
		in.addData("@cat."+r.name, file, r.columns)
		in.done = append(in.done, r.name)
	}
	in.add("macro", "@cat.pg_get_keywords", tableMacroKeywords)
}

// tableMacroKeywords makes pg_get_keywords().
func tableMacroKeywords() string {
	columns := []column{
		{"word", "VARCHAR"}, {"catcode", "PG_CHAR"}, {"barelabel", "BOOLEAN"}, {"catdesc", "VARCHAR"}, {"baredesc", "VARCHAR"},
	}
	return "CREATE MACRO @cat.pg_get_keywords() AS TABLE " + selectFrom("pg_keywords.tsv", columns)
}

// addStatements adds every statement of a file.
func (in *installer) addStatements(file string) {
	for _, s := range strings.Split(readFile("sql/"+file), ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			in.define(s)
		}
	}
}

// section matches a relation's heading: "--- name" or "--- name(parameter, …)".
var section = regexp.MustCompile(`(?m)^--- (\w+)(?:\((.*)\))?$`)

// addViews makes a view, or a macro if it has parameters, of every section of a file. It has exactly
// Postgres's columns; those that the section does not give are NULL.
func (in *installer) addViews(file, schema string) {
	text := readFile("sql/" + file)
	heads := section.FindAllStringSubmatchIndex(text, -1)
	for i, head := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		name, body := text[head[2]:head[3]], strings.TrimSpace(text[head[1]:end])
		r := in.relation(schema, name)
		query := "SELECT " + r.joinColumns(func(c column) string { return quote(c.name) + "::" + c.duck + " AS " + quote(c.name) }) +
			" FROM (" + r.emptyQuery() + " UNION ALL BY NAME SELECT * FROM (" + body + "))"
		if head[4] >= 0 {
			in.define("CREATE MACRO " + r.qualifiedName() + "(" + text[head[4]:head[5]] + ") AS TABLE " + query)
			in.emulation.parts[len(in.emulation.parts)-1].Relation = true
		} else {
			in.define("CREATE VIEW " + r.qualifiedName() + " AS " + query)
		}
		in.done = append(in.done, name)
	}
}

// sectionNames lists the relations that a file defines.
func sectionNames(file string) []string {
	var names []string
	for _, m := range section.FindAllStringSubmatch(readFile("sql/"+file), -1) {
		names = append(names, m[1])
	}
	return names
}

// addEmpty makes a relation without rows of every relation of the schema that does not exist yet and is not in later. It is
// a view: DuckDB sees that the view has no rows, and plans nothing of what a statement joins with it. Of a table DuckDB
// knows that only while it runs a plan.
func (in *installer) addEmpty(schema string, later []string) {
	for _, r := range in.relations {
		if r.schema == schema && !slices.Contains(in.done, r.name) && !slices.Contains(later, r.name) {
			in.add("view", r.qualifiedName(), func() string { return "CREATE VIEW " + r.qualifiedName() + " AS " + r.emptyQuery() })
		}
	}
}

// relation finds a system relation.
func (in *installer) relation(schema, name string) relation {
	for _, r := range in.relations {
		if r.schema == schema && r.name == name {
			return r
		}
	}
	return relation{schema: schema, name: name}
}

// relation is a system relation of Postgres 15.
type relation struct {
	schema, name string
	columns      []column
}

// column is a column of a relation, with the DuckDB type that holds it.
type column struct {
	name, duck string
}

// qualifiedName returns the relation's name in the emulation.
func (r relation) qualifiedName() string {
	if r.schema == "information_schema" {
		return "@info." + r.name
	}
	return "@cat." + r.name
}

// joinColumns joins the results of f for every column.
func (r relation) joinColumns(f func(column) string) string {
	parts := make([]string, len(r.columns))
	for i, c := range r.columns {
		parts[i] = f(c)
	}
	return strings.Join(parts, ", ")
}

// emptyQuery returns a query with the relation's columns and no rows.
func (r relation) emptyQuery() string {
	return "SELECT " + r.joinColumns(func(c column) string { return "NULL::" + c.duck + " AS " + quote(c.name) }) + " WHERE false"
}

// systemRelations reads system_columns.tsv.
func systemRelations() []relation {
	var relations []relation
	for _, line := range strings.Split(strings.TrimSpace(readFile("data/system_columns.tsv")), "\n") {
		fields := strings.Split(line, "\t")
		last := len(relations) - 1
		if last < 0 || relations[last].name != fields[1] || relations[last].schema != fields[0] {
			relations = append(relations, relation{schema: fields[0], name: fields[1]})
			last++
		}
		oid, err := strconv.ParseUint(fields[6], 10, 32)
		if err != nil {
			continue
		}
		typmod, _ := strconv.Atoi(fields[7]) // a number, as the file's
		relations[last].columns = append(relations[last].columns, column{fields[5], holder(uint32(oid), typmod)})
	}
	return relations
}
