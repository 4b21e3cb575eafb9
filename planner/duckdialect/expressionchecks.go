package duckdialect

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
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
	to_char to_date to_number to_timestamp concat concat_ws format quote_nullable array_to_string json_build_object json_build_array jsonb_build_object
	jsonb_build_array to_json to_jsonb row_to_json current_setting pg_backend_pid txid_current inet_client_addr pg_typeof version current_schema current_database`)

// checkDefined refuses what an expression of a definition has no place for.
func (t *translation) checkDefined(n *pg_query.Node, kind expressionKind, scope definedColumns) {
	if n == nil {
		return
	}
	t.checkPart(n.ProtoReflect(), kind, scope)
}

// checkPart looks at one message of the expression, and at those in it.
func (t *translation) checkPart(m protoreflect.Message, kind expressionKind, scope definedColumns) {
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
	case *pg_query.FuncCall:
		schema, name := parse.SplitName(n.Funcname)
		if schema != "" && schema != "pg_catalog" {
			break
		}
		switch {
		case n.Over != nil:
			t.NoteError(n.Location, "42P20", "window functions are not allowed in %s", kind.many)
		case IsAggregate(name):
			t.NoteError(n.Location, "42803", "aggregate functions are not allowed in %s", kind.many)
		case returnsSets[name]:
			t.NoteUnsupported(n.Location, "set-returning functions are not allowed in %s", kind.many)
		case kind.mutable != "" && mutableFunctions[name]:
			t.NoteError(build.Nowhere, "42P17", "%s", kind.mutable)
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		t.checkPart(child, kind, scope)
		return true
	})
}

// checkPartColumn looks at a column that an expression names.
func (t *translation) checkPartColumn(c *pg_query.ColumnRef, kind expressionKind, scope definedColumns) {
	parts := parse.NameParts(c.Fields)
	switch {
	case !kind.columns:
		t.NoteUnsupported(c.Location, "cannot use column reference in %s", kind.one)
	case len(parts) != 1 || kind.one != inGenerated.one:
	case scope.known && scope.columns[parts[0]] == nil && !parse.SystemColumns[parts[0]]:
		t.NoteError(c.Location, sqlstate.UndefinedColumn, "column %q does not exist", parts[0])
	case hasConstraint(scope.columns[parts[0]].GetConstraints(), pg_query.ConstrType_CONSTR_GENERATED):
		t.NoteError(c.Location, "42P17", "cannot use generated column %q in column generation expression", parts[0])
	}
}

// indexMethods are PostgreSQL's kinds of indexes.
var indexMethods = parse.WordSet(`btree hash gist gin spgist brin`)

// checkIndex looks at CREATE INDEX, of a table that is there.
func (t *translation) checkIndex(s *pg_query.IndexStmt) {
	if t.Env.Columns == nil || len(t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())) == 0 {
		return
	}
	method := cmp.Or(s.AccessMethod, "btree")
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
	for _, p := range s.IndexParams {
		t.checkDefined(p.GetIndexElem().GetExpr(), inIndex, definedColumns{})
	}
	t.checkDefined(s.WhereClause, inPredicate, definedColumns{})
	for _, column := range t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()) {
		if isColumn(s.WhereClause, column.Name) && column.User == "" && !column.Array {
			t.checkBoolean("WHERE", inference.Names[column.Type])
		}
	}
}

// The storage parameters that PostgreSQL has.
var (
	btreeParameters = parse.WordSet(`fillfactor deduplicate_items`)
	tableParameters = parse.WordSet(`fillfactor toast_tuple_target parallel_workers user_catalog_table vacuum_index_cleanup vacuum_truncate oids
		log_autovacuum_min_duration autovacuum_enabled autovacuum_vacuum_threshold autovacuum_vacuum_insert_threshold autovacuum_analyze_threshold
		autovacuum_vacuum_cost_limit autovacuum_freeze_min_age autovacuum_multixact_freeze_min_age autovacuum_freeze_max_age
		autovacuum_multixact_freeze_max_age autovacuum_freeze_table_age autovacuum_multixact_freeze_table_age autovacuum_vacuum_scale_factor
		autovacuum_vacuum_insert_scale_factor autovacuum_analyze_scale_factor autovacuum_vacuum_cost_delay`)
)

// checkParameters refuses storage parameters that PostgreSQL does not have.
func (t *translation) checkParameters(options []*pg_query.Node, known map[string]bool) {
	for _, n := range options {
		o := n.GetDefElem()
		switch {
		case o.GetDefnamespace() == "toast":
		case o.GetDefnamespace() != "":
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter namespace %q", o.Defnamespace)
		case !known[o.GetDefname()]:
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "unrecognized parameter %q", o.GetDefname())
		case o.Defname == "fillfactor" && o.GetArg().GetInteger() != nil && (o.Arg.GetInteger().Ival < 10 || o.Arg.GetInteger().Ival > 100):
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "value %d out of bounds for option %q", o.Arg.GetInteger().Ival, o.Defname)
		case o.Defname == "oids" && truthy(o.GetArg()):
			t.NoteUnsupported(build.Nowhere, "tables declared WITH OIDS are not supported")
		}
	}
}

// checkSequence looks at the options of a sequence.
func (t *translation) checkSequence(options []*pg_query.Node) {
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
