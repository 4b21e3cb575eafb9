package pgcatalog

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The names of the emulation. planner/duckdialect has the same names.
const (
	// Database is the attached in-memory database of the emulation. No provider may have its name.
	Database = "__pg"
	// CatalogSchema stands for pg_catalog, InformationSchema for
	// information_schema: DuckDB reserves the real names.
	CatalogSchema     = "cat"
	InformationSchema = "info"
)

//go:embed data/*.tsv sql/*.sql
var files embed.FS

// Install returns the statements that build the emulation for the embedded database catalogName in
// the attached database Database. They must run once and in order, on any connection of the
// instance. Views read the database's current state, so nothing needs a refresh.
func Install(catalogName string) []string {
	statements, _ := New(catalogName)
	return statements
}

// New returns the statements of Install, and the tables that can stand for the views that these
// make.
func New(catalogName string) ([]string, *Tables) {
	in := installer{catalog: catalogName}
	in.add("CREATE SCHEMA @cat")
	in.add("CREATE SCHEMA @info")
	in.loadTypeNames()
	in.relations = systemRelations()
	in.loadSystemColumns()
	in.loadStatic()
	in.addStatements("scalars.sql")
	in.addStatements("sqlite.sql")
	in.addStatements("base.sql")
	in.addViews("catalog.sql", "pg_catalog")
	in.addEmpty("pg_catalog", sectionNames("derived.sql"))
	in.addStatements("lookups.sql")
	in.addViews("derived.sql", "pg_catalog")
	in.addViews("information.sql", "information_schema")
	in.addEmpty("information_schema", nil)
	return in.out, in.tables()
}

// installer collects the statements.
type installer struct {
	catalog     string
	relations   []relation
	done        []string // relations that exist already
	out         []string
	definitions []string // of views and macros, with their placeholders
}

// add appends a statement, with its placeholders replaced.
func (in *installer) add(statement string) {
	in.out = append(in.out, in.replace(statement))
}

// replace replaces a statement's placeholders.
func (in *installer) replace(statement string) string {
	return strings.NewReplacer(
		"@cat", Database+"."+CatalogSchema,
		"@info", Database+"."+InformationSchema,
		"@db", literal(in.catalog),
	).Replace(statement)
}

// define adds the statement of a view or macro.
func (in *installer) define(statement string) {
	in.add(statement)
	in.definitions = append(in.definitions, statement)
}

// loadTypeNames makes the table _type_names, which is TypeOID for SQL.
func (in *installer) loadTypeNames() {
	names := make([]string, 0, len(duckTypes))
	for name := range duckTypes {
		names = append(names, name)
	}
	slices.Sort(names)
	rows := make([]string, 0, len(names))
	for _, name := range names {
		t := duckTypes[name]
		rows = append(rows, fmt.Sprintf("(%s, %d, %d, %d)", literal(name), t.oid, t.array, t.size))
	}
	in.add("CREATE TABLE @cat._type_names AS SELECT name, oid::BIGINT AS oid, array_oid::BIGINT AS array_oid, size::SMALLINT AS size" +
		" FROM (VALUES " + strings.Join(rows, ", ") + ") t(name, oid, array_oid, size)")
}

// loadSystemColumns makes the tables _system_columns and _type_display from their data files.
func (in *installer) loadSystemColumns() {
	in.add(tableFrom("@cat._system_columns", "system_columns.tsv", []column{
		{"schema", "VARCHAR"},
		{"name", "VARCHAR"},
		{"oid", "BIGINT"},
		{"kind", "VARCHAR"},
		{"number", "SMALLINT"},
		{"column_name", "VARCHAR"},
		{"type", "BIGINT"},
		{"typmod", "INTEGER"},
		{"not_null", "BOOLEAN"},
	}))
	in.add(tableFrom("@cat._type_display", "type_display.tsv", []column{{"oid", "BIGINT"}, {"name", "VARCHAR"}}))
}

// halfStatic are the relations with a static and a live part. The static part is a table whose name
// begins with an underscore.
var halfStatic = []string{"pg_type", "pg_proc", "pg_description", "pg_settings"}

// loadStatic makes a table of every relation that has a data file.
func (in *installer) loadStatic() {
	for _, r := range in.relations {
		file := r.name + ".tsv"
		if _, err := files.Open("data/" + file); err != nil {
			continue
		}
		if slices.Contains(halfStatic, r.name) {
			in.add(tableFrom("@cat._"+r.name, file, r.columns))
			continue
		}
		in.add(tableFrom("@cat."+r.name, file, r.columns))
		in.done = append(in.done, r.name)
	}
	in.add(tableMacroKeywords())
}

// tableMacroKeywords makes pg_get_keywords().
func tableMacroKeywords() string {
	columns := []column{
		{"word", "VARCHAR"}, {"catcode", "VARCHAR"}, {"barelabel", "BOOLEAN"}, {"catdesc", "VARCHAR"}, {"baredesc", "VARCHAR"},
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

// addEmpty makes an empty table for every relation of the schema that does not exist yet and is not in
// later.
func (in *installer) addEmpty(schema string, later []string) {
	for _, r := range in.relations {
		if r.schema == schema && !slices.Contains(in.done, r.name) && !slices.Contains(later, r.name) {
			in.add("CREATE TABLE " + r.qualifiedName() + " (" + r.joinColumns(func(c column) string { return quote(c.name) + " " + c.duck }) + ")")
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
		relations[last].columns = append(relations[last].columns, column{fields[5], holder(uint32(oid))})
	}
	return relations
}

// holders maps the types of catalog columns to the DuckDB types that hold them; other types are
// VARCHAR. OIDs and types that are OIDs underneath are BIGINT.
var holders = map[uint32]string{
	16: "BOOLEAN", 20: "BIGINT", 21: "SMALLINT", 23: "INTEGER", 700: "FLOAT", 701: "DOUBLE",
	24: "BIGINT", 26: "BIGINT", 28: "BIGINT", 2206: "BIGINT",
	22: "SMALLINT[]", 30: "BIGINT[]", 1000: "BOOLEAN[]", 1002: "VARCHAR[]", 1003: "VARCHAR[]", 1005: "SMALLINT[]",
	1007: "INTEGER[]", 1009: "VARCHAR[]", 1021: "FLOAT[]", 1022: "DOUBLE[]", 1028: "BIGINT[]", 1034: "VARCHAR[]",
	2211: "BIGINT[]", 1184: "TIMESTAMPTZ", 1186: "INTERVAL",
}

// holder returns the DuckDB type for a column of a Postgres type.
func holder(oid uint32) string {
	if t, ok := holders[oid]; ok {
		return t
	}
	return "VARCHAR"
}
