package planner

import (
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// How a text reads the catalog of its source without naming a relation of it: by functions, types, and values of types
// that turn numbers of objects into names, and names into numbers.

// useRowType notes a type whose values are rows of a relation: the type tells the columns of the relation.
func (r *resolver) useRowType(t providers.Type, offset int) {
	if len(r.within) > 0 {
		return
	}
	if t.TellsNames && !objectTypes[t.Name] || t.TellsNames && offset < 0 {
		r.useCatalog(t.Name, offset)
	}
	r.useRows(t.RowsOf, offset)
}

// useRows notes whole rows of relations.
func (r *resolver) useRows(of []providers.Name, offset int) {
	for _, rows := range of {
		r.uses.add(Use{
			Relation: Relation{Provider: r.source.Info.Name, Service: rows.Schema, Resource: rows.Name},
			As:       qualified(rows.Schema, rows.Name), Events: providers.Read, Within: slices.Clone(r.within), Offset: offset,
		})
	}
}

// useAbsentType notes a type that the source does not have as an absent relation is noted. So the error is
// the one for the row type of a relation that the principal may not see.
func (r *resolver) useAbsentType(n name) {
	service := n.schema
	if service == "" {
		service = r.source.Info.Default
	}
	r.uses.add(Use{
		Relation: Relation{Provider: r.source.Info.Name, Service: service, Resource: n.name},
		As:       qualified(n.schema, n.name), Events: providers.Read, Absent: true, Within: slices.Clone(r.within), Offset: n.offset,
	})
}

// useFunctions notes the functions, and the types, by which a text reads the source's catalog.
func (r *resolver) useFunctions(w *walker) {
	for _, n := range w.names {
		name := strings.ToLower(n.name)
		if n.kind == functionName && len(r.within) == 0 && tellsSequences[name] {
			r.uses.noteDoubt("function " + name + ", which tells numbers of a sequence")
		}
		if r.tellsNames(n, name) {
			r.useCatalog(name, n.offset)
		}
	}
	if r.source.Info.Dialect == providers.DuckDB && len(r.within) == 0 {
		r.useTypesOfRows(w)
	}
}

// useTypesOfRows notes whole rows of the relations that names of types mean in the embedded engine, whose catalog does not tell of the types of
// rows: a cast to such a type, and what is read of a document, has the columns of the relation.
func (r *resolver) useTypesOfRows(w *walker) {
	for _, n := range w.names {
		if n.kind == typeName && n.schema != "pg_catalog" && n.schema != "information_schema" && (n.schema != "" || !duckdialect.HasType(n.name)) {
			r.useRowsNamed(n)
		}
	}
}

// serverTypes are the server's own types, by name.
var serverTypes = sync.OnceValue(pgtype.NewMap)

// useRowsNamed notes whole rows of the relation that the name of a type means, or that there is none.
func (r *resolver) useRowsNamed(n name) {
	if _, known := serverTypes().TypeForName(n.name); known && (n.schema == "" || n.schema == "pg_catalog") {
		return
	}
	if t, _ := r.source.Catalog.Type(n.schema, n.name); t.User != nil || t.Enum != nil {
		return
	}
	if relation, known := r.source.Catalog.Relation(n.schema, n.name); !known {
		r.useAbsentType(n)
	} else if !relation.Builtin {
		r.useRows([]providers.Name{{Schema: relation.Schema, Name: relation.Name}}, n.offset)
	}
}

// useCatalog notes that a text reads the source's catalog by a function or a type.
func (r *resolver) useCatalog(name string, offset int) {
	r.uses.add(Use{
		Relation: Relation{Provider: r.source.Info.Name, Service: "pg_catalog", Resource: name},
		As:       name, Events: providers.Read, Builtin: true, Within: slices.Clone(r.within), Offset: offset,
	})
}

// tellsNames reports whether a function or a type tells of objects of the source by their names or numbers. lower is the
// name in lower case.
func (r *resolver) tellsNames(n name, lower string) bool {
	named := objectTypes[lower] && !r.adding // the default of a serial column names its sequence
	switch n.kind {
	case typeName:
		return named
	case functionName:
		if lower == typeOfValue {
			return !n.spelled
		}
		return named || readsCatalog(lower) || r.takesNames(n)
	case attributeName:
		return lower == typeOfValue || r.takesNames(n)
	default:
		return false
	}
}

// takesNames reports whether a user's function of that name takes or returns values that name objects: a text that stands
// for such an argument is looked up.
func (r *resolver) takesNames(n name) bool {
	return slices.ContainsFunc(r.source.Catalog.Functions(n.schema, n.name), func(f providers.Function) bool { return f.TellsNames })
}

// typeOfValue is the function whose result is a regtype. A text beside that result, as in UNION or COALESCE, becomes a
// regtype, too: it is looked up as the name of a type, and each relation is one.
const typeOfValue = "pg_typeof"

// resultsOf are the columns of a statement that is a plain SELECT: their values meet no others.
func resultsOf(n *pg_query.Node) []*pg_query.Node {
	s := n.GetSelectStmt()
	if s == nil || s.Op != pg_query.SetOperation_SETOP_NONE || s.IntoClause != nil {
		return nil
	}
	return s.TargetList
}

// isResult reports whether a call of pg_typeof is itself a column of the result.
func isResult(n *pg_query.FuncCall, columns []*pg_query.Node) bool {
	words := parse.Strings(n.Funcname)
	return len(words) > 0 && words[len(words)-1] == typeOfValue &&
		slices.ContainsFunc(columns, func(c *pg_query.Node) bool { return c.GetResTarget().GetVal().GetFuncCall() == n })
}

// spellsType returns the call of pg_typeof whose result a cast turns into a text, or nil if the cast does not.
func spellsType(cast *pg_query.TypeCast) *pg_query.FuncCall {
	if words := parse.Strings(cast.GetTypeName().GetNames()); len(words) > 0 && len(cast.GetTypeName().GetArrayBounds()) == 0 && spellings[words[len(words)-1]] {
		return cast.Arg.GetFuncCall()
	}
	return nil
}

// spellings are the types to which a regtype is cast as a text.
var spellings = parse.WordSet("text varchar")

// useColumnTypes notes what the columns of a relation are made of, where the text may read or write them: names of objects
// of the source, and rows of other relations.
func (r *resolver) useColumnTypes(m *mention, u *Use) {
	if m.relation == nil || m.relation.Builtin {
		return
	}
	for i := range m.relation.Typed {
		c := &m.relation.Typed[i]
		if !c.TellsNames && len(c.RowsOf) == 0 {
			continue
		}
		if column := strings.ToLower(c.Name); u.Reads(column) != "" || u.Writes(column) || m.event == 0 && !m.write {
			if c.TellsNames {
				r.useCatalog(c.TypeName, u.Offset)
			}
			r.useRows(c.RowsOf, u.Offset)
		}
	}
}

// tellsSequences are the functions that tell numbers which a sequence has given, by the sequence's name or, after a
// trigger took one, without any. nextval and setval are no mere reads: see seenFunctions.
var tellsSequences = parse.WordSet("currval lastval")

// objectTypes are the types that turn numbers of objects into names, also where they are called like functions.
var objectTypes = parse.WordSet("regclass regtype regproc regprocedure regrole regnamespace")

// catalogFunctions tell of objects by their number or name. pg_get_, pg_stat_get_ and others are found
// by their beginning.
var catalogFunctions = map[string]bool{
	"obj_description": true, "col_description": true, "shobj_description": true, "row_security_active": true,
	"format_type": true, "pg_input_is_valid": true, "pg_input_error_info": true, "pg_describe_object": true, "pg_identify_object": true, "pg_identify_object_as_address": true,
	"pg_relation_size": true, "pg_table_size": true, "pg_total_relation_size": true, "pg_indexes_size": true,
	"pg_relation_filepath": true, "pg_relation_filenode": true, "pg_filenode_relation": true, "pg_partition_tree": true,
	"pg_partition_ancestors": true, "pg_partition_root": true, "pg_sequence_last_value": true, "pg_column_is_updatable": true,
	"pg_relation_is_updatable": true, "lo_get": true, "loread": true, "currtid2": true, "pg_prepared_statement": true, "pg_prepared_xact": true, "pg_cursor": true,
	"pg_show_all_settings": true, "pg_index_has_property": true, "pg_index_column_has_property": true, "pg_relation_is_publishable": true, "pg_nextoid": true,
	"pg_sequence_parameters": true, "pg_stat_have_stats": true, "enum_in": true,
	"pg_check_frozen": true, "pg_check_visible": true, "pg_freespace": true, "pg_relpages": true, "pgrowlocks": true, "verify_heapam": true,
}

func readsCatalog(name string) bool {
	if catalogFunctions[name] {
		return true
	}
	for of := range objectTypes { // regclassin, regclassout
		if strings.HasPrefix(name, of) {
			return true
		}
	}
	for _, begin := range []string{"pg_get_", "pg_stat_get_", "pg_stat_statements", "to_reg", "duckdb_", "pragma_", "pg_lock_status", "heap_page", "pg_buffercache", "pg_visibility", "pgstat", "has_"} {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return false
}
