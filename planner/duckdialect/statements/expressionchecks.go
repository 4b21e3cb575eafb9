package statements

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The expressions of definitions, their storage parameters, and the options of sequences.

// expressionKind is where an expression of a definition stands.
type expressionKind struct {
	one, many string // "DEFAULT expression", "DEFAULT expressions"
	mutable   string // what an expression that is not immutable is told; "": it may be that
	columns   bool   // it may name columns
}

var (
	inDefault   = expressionKind{"DEFAULT expression", "DEFAULT expressions", "", false}
	inGenerated = expressionKind{"column generation expression", "column generation expressions", "generation expression is not immutable", true}
	inCheck     = expressionKind{"check constraint", "check constraints", "", true}
	inIndex     = expressionKind{"index expression", "index expressions", "functions in index expression must be marked IMMUTABLE", true}
	inPredicate = expressionKind{"index predicate", "index predicates", "functions in index predicate must be marked IMMUTABLE", true}
)

// returnsSets are PostgreSQL's functions that return several rows.
var returnsSets = parse.WordSet(`generate_series generate_subscripts unnest json_array_elements json_array_elements_text json_each json_each_text json_object_keys
	jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query regexp_matches regexp_split_to_table string_to_table`)

// mutableFunctions are functions of PostgreSQL that are not immutable whatever their arguments are.
var mutableFunctions = parse.WordSet(`now clock_timestamp statement_timestamp transaction_timestamp timeofday random gen_random_uuid nextval currval lastval
	to_char to_date to_number to_timestamp concat concat_ws format array_to_string json_build_object json_build_array jsonb_build_object
	jsonb_build_array to_json to_jsonb row_to_json current_setting pg_backend_pid txid_current inet_client_addr pg_typeof version current_schema current_database`)

// checkDefined refuses what an expression of a definition has no place for.
func (t *Rules) checkDefined(n *pg_query.Node, kind expressionKind, scope definedColumns) {
	if n == nil {
		return
	}
	t.checkPart(n.ProtoReflect(), kind, scope)
}

// checkPart looks at one message of the expression, and at those in it.
func (t *Rules) checkPart(m protoreflect.Message, kind expressionKind, scope definedColumns) {
	switch n := m.Interface().(type) {
	case *pg_query.SubLink:
		t.NoteUnsupported(n.Location, "cannot use subquery in %s", kind.one)
		return
	case *pg_query.ColumnRef:
		t.checkPartColumn(n, kind, scope)
	case *pg_query.SQLValueFunction:
		if kind.mutable != "" {
			t.NoteError(build.Nowhere, "42P17", "%s", kind.mutable)
		}
	case *pg_query.TypeCast:
		if kind.mutable != "" && castsByZone(scope.valueType(n.Arg), n.TypeName) {
			t.NoteError(build.Nowhere, "42P17", "%s", kind.mutable)
		}
	case *pg_query.FuncCall:
		schema, name := parse.SplitName(n.Funcname)
		if schema != "" && schema != "pg_catalog" {
			break
		}
		switch {
		case n.Over != nil:
			t.NoteError(n.Location, "42P20", "window functions are not allowed in %s", kind.many)
		case functionnames.IsAggregate(name):
			t.NoteError(n.Location, "42803", "aggregate functions are not allowed in %s", kind.many)
		case returnsSets[name]:
			t.NoteUnsupported(n.Location, "set-returning functions are not allowed in %s", kind.many)
		case kind.mutable != "" && mutableFunctions[name]:
			t.NoteError(build.Nowhere, "42P17", "%s", kind.mutable)
		case kind.one == inIndex.one || kind.one == inPredicate.one:
			t.checkIndexed(n, schema, name, scope)
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		t.checkPart(child, kind, scope)
		return true
	})
}

// checkPartColumn looks at a column that an expression names.
func (t *Rules) checkPartColumn(c *pg_query.ColumnRef, kind expressionKind, scope definedColumns) {
	parts := parse.NameParts(c.Fields)
	switch {
	case !kind.columns:
		t.NoteUnsupported(c.Location, "cannot use column reference in %s", kind.one)
	case len(parts) != 1 || kind.one != inGenerated.one:
	case scope.known && scope.columns[parts[0]] == nil && !parse.SystemColumns[parts[0]]:
		t.NoteError(c.Location, sqlstate.UndefinedColumn, "column %q does not exist", parts[0])
	case trees.HasConstraint(scope.columns[parts[0]].GetConstraints(), pg_query.ConstrType_CONSTR_GENERATED):
		t.NoteError(c.Location, "42P17", "cannot use generated column %q in column generation expression", parts[0]).
			WithDetail("A generated column cannot reference another generated column.")
	}
}

// Types whose values read or show otherwise by the session's settings, and functions that return texts.
var (
	writtenTypes   = parse.WordSet(`text varchar bpchar name`)
	datedTypes     = parse.WordSet(`date timestamp timestamptz interval`) // as texts
	readTypes      = parse.WordSet(`date timestamp timestamptz time timetz interval`)
	zonelessTypes  = parse.WordSet(`date timestamp time`)
	writeFunctions = parse.WordSet(`lower upper initcap substr substring left right trim btrim ltrim rtrim replace translate split_part lpad rpad regexp_replace reverse repeat`)
)

// castsByZone reports a cast that is not immutable: a setting of the session, such as its time zone or DateStyle, decides of its value.
func castsByZone(from string, to *pg_query.TypeName) bool {
	schema, name := parse.SplitName(to.GetNames())
	if schema != "" && schema != "pg_catalog" || len(to.GetArrayBounds()) > 0 {
		return false
	}
	switch {
	case writtenTypes[from]:
		return readTypes[name]
	case writtenTypes[name]:
		return datedTypes[from]
	case from == "timestamptz":
		return zonelessTypes[name] || name == "timetz"
	case name == "timestamptz":
		return from == "date" || from == "timestamp"
	}
	return from == "time" && name == "timetz"
}

// checkIndexed refuses a function of an index that is not there: DuckDB's index is over columns, so it does not look.
func (t *Rules) checkIndexed(f *pg_query.FuncCall, schema, name string, scope definedColumns) {
	var types []string
	for _, a := range f.Args {
		types = append(types, cmp.Or(inference.Spelled(scope.valueType(a)), "unknown"))
	}
	of := ""
	if len(f.Args) == 1 {
		of = scope.valueType(f.Args[0])
	}
	if schema == "" && !functionnames.InPostgres(name) || oneText[name] && notWritten[of] {
		t.NoteError(f.Location, sqlstate.UndefinedFunction, "function %s(%s) does not exist", name, strings.Join(types, ", ")).
			WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
	}
}

// Functions of one text, and types that are not read as texts.
var (
	oneText    = parse.WordSet(`lower upper initcap reverse btrim ltrim rtrim`)
	notWritten = parse.WordSet(`int2 int4 int8 numeric float4 float8 bool date timestamp timestamptz time interval uuid json jsonb`)
)

// valueType returns the short name of the type of a value over columns, or "" if it is not known. A constant has none.
func (d definedColumns) valueType(n *pg_query.Node) string {
	switch v := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		if parts := parse.NameParts(v.ColumnRef.Fields); len(parts) > 0 {
			return d.typeOf(parts[len(parts)-1])
		}
	case *pg_query.Node_TypeCast:
		if schema, name := parse.SplitName(v.TypeCast.TypeName.GetNames()); (schema == "" || schema == "pg_catalog") && len(v.TypeCast.TypeName.GetArrayBounds()) == 0 {
			return name
		}
	case *pg_query.Node_AExpr:
		switch op := strings.Join(parse.Strings(v.AExpr.Name), "."); {
		case op == "->>", op == "#>>", op == "||" && (writtenTypes[d.valueType(v.AExpr.Lexpr)] || writtenTypes[d.valueType(v.AExpr.Rexpr)]):
			return "text"
		}
	case *pg_query.Node_FuncCall:
		if schema, name := parse.SplitName(v.FuncCall.Funcname); (schema == "" || schema == "pg_catalog") && writeFunctions[name] {
			return "text"
		}
	}
	return ""
}

// indexMethods are PostgreSQL's kinds of indexes.
var indexMethods = parse.WordSet(`btree hash gist gin spgist brin`)

// checkIndex looks at CREATE INDEX, of a table that is there.
func (t *Rules) checkIndex(s *pg_query.IndexStmt) {
	if t.Env.Columns == nil || len(t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())) == 0 {
		return
	}
	method := cmp.Or(s.AccessMethod, "btree")
	t.checkTablespace(s.TableSpace)
	switch {
	case !indexMethods[method]:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "access method %q does not exist", method)
	case s.Unique && method != "btree":
		t.NoteUnsupported(build.Nowhere, "access method %q does not support unique indexes", method)
	case len(s.IndexIncludingParams) > 0 && (method == "hash" || method == "gin" || method == "brin"):
		t.NoteUnsupported(build.Nowhere, "access method %q does not support included columns", method)
	case len(s.IndexParams) > 1 && (method == "hash" || method == "spgist"):
		t.NoteUnsupported(build.Nowhere, "access method %q does not support multicolumn indexes", method)
	}
	if method == "btree" {
		t.checkParameters(s.Options, btreeParameters)
	}
	scope := definedColumns{types: map[string]string{}}
	for _, column := range t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()) {
		if column.User == "" && !column.Array {
			scope.types[column.Name] = inference.Names[column.Type]
		}
	}
	for _, p := range s.IndexParams {
		t.checkDefined(p.GetIndexElem().GetExpr(), inIndex, scope)
		t.checkOperatorClass(p.GetIndexElem(), method, t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()), scope)
	}
	t.checkDefined(s.WhereClause, inPredicate, scope)
	for _, column := range t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()) {
		if isColumn(s.WhereClause, column.Name) && column.User == "" && !column.Array {
			t.checkBoolean("WHERE", inference.Names[column.Type])
		}
	}
}

// btreeParameters are the storage parameters that PostgreSQL has for indexes.
var btreeParameters = parse.WordSet(`fillfactor deduplicate_items`)

// checkParameters refuses storage parameters of indexes that PostgreSQL does not have.
func (t *Rules) checkParameters(options []*pg_query.Node, known map[string]bool) {
	for _, n := range options {
		o := n.GetDefElem()
		switch {
		case o.GetDefnamespace() != "":
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter namespace %q", o.Defnamespace)
		case !known[o.GetDefname()]:
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter %q", o.GetDefname())
		case o.Defname == "fillfactor":
			t.checkParameter(o.Defname, parse.OptionValue(o), tableParameters[o.Defname])
		case o.Defname == "deduplicate_items":
			t.checkParameter(o.Defname, parse.OptionValue(o), parameter{kind: 'b'})
		}
	}
}

// checkSequence looks at the options of a sequence.
func (t *Rules) checkSequence(options []*pg_query.Node) {
	most := map[string]int64{"int2": 1<<15 - 1, "int4": 1<<31 - 1}
	kind := ""
	for i, n := range options {
		o := n.GetDefElem()
		if slices.ContainsFunc(options[:i], func(other *pg_query.Node) bool { return other.GetDefElem().GetDefname() == o.GetDefname() }) {
			t.NoteError(o.GetLocation(), sqlstate.SyntaxError, "conflicting or redundant options")
		}
		if words := parse.Strings(o.GetArg().GetList().GetItems()); o.GetDefname() == "owned_by" && len(words) == 1 && words[0] != "none" {
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "invalid OWNED BY option").WithHint("Specify OWNED BY table.column or OWNED BY NONE.")
		}
		if o.GetDefname() == "as" {
			_, kind = parse.SplitName(o.GetArg().GetTypeName().GetNames())
		}
	}
	for _, n := range options {
		o := n.GetDefElem()
		value, ok := int64(o.GetArg().GetInteger().GetIval()), o.GetArg().GetInteger() != nil
		switch {
		case !ok:
		case o.Defname == "cache" && value <= 0:
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "CACHE (%d) must be greater than zero", value)
		case o.Defname == "maxvalue" && most[kind] != 0 && (value > most[kind] || value < -most[kind]-1):
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "MAXVALUE (%d) is out of range for sequence data type %s", value, inference.Spelled(kind))
		case o.Defname == "minvalue" && most[kind] != 0 && (value > most[kind] || value < -most[kind]-1):
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "MINVALUE (%d) is out of range for sequence data type %s", value, inference.Spelled(kind))
		case o.Defname == "increment" && value == 0:
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "INCREMENT must not be zero")
		}
	}
}
