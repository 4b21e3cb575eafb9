package statements

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's indexes have neither operator classes nor tablespaces. A name that PostgreSQL does not know is refused all the same.

// operatorClasses are the types of PostgreSQL's operator classes, by the access method. A class without a type is named after it: int4_ops
// is of int4.
var operatorClasses = map[string]map[string]string{
	"btree": classes(`array:anyarray bit bool bpchar bytea char cidr:inet date float4 float8 inet int2 int4 int8 interval macaddr macaddr8 name numeric oid
		oidvector record record_image:record text time timestamptz timetz varbit varchar:text timestamp text_pattern:text varchar_pattern:text
		bpchar_pattern:bpchar money tid xid8 uuid pg_lsn enum:anyenum tsvector tsquery range:anyrange multirange:anymultirange jsonb`),
	"hash": classes(`array:anyarray bpchar char cidr:inet date float4 float8 inet int2 int4 int8 interval macaddr macaddr8 name numeric oid oidvector record
		text time timestamptz timetz varchar:text timestamp bool bytea xid xid8 cid tid text_pattern:text varchar_pattern:text bpchar_pattern:bpchar
		aclitem uuid pg_lsn enum:anyenum range:anyrange multirange:anymultirange jsonb`),
	"gist":   classes(`inet box point poly:polygon circle tsvector tsquery range:anyrange multirange:anymultirange`),
	"spgist": classes(`inet range:anyrange box quad_point:point kd_point:point text poly:polygon`),
	"gin":    classes(`array:anyarray tsvector jsonb jsonb_path:jsonb`),
	"brin": classes(`bytea_minmax:bytea bytea_bloom:bytea char_minmax:char char_bloom:char name_minmax:name name_bloom:name bit_minmax:bit varbit_minmax:varbit
		text_minmax:text text_bloom:text bpchar_minmax:bpchar bpchar_bloom:bpchar inet_inclusion:inet range_inclusion:anyrange box_inclusion:box ` +
		eachClass(`int2 int4 int8 oid tid float4 float8 macaddr macaddr8 inet time date timestamp timestamptz interval timetz numeric uuid pg_lsn`)),
}

// classes reads a list of class:type.
func classes(list string) map[string]string {
	all := map[string]string{}
	for _, word := range strings.Fields(list) {
		class, kind, named := strings.Cut(word, ":")
		if !named {
			kind = class
		}
		all[class+"_ops"] = kind
	}
	return all
}

// eachClass lists the classes of BRIN that each of the types has.
func eachClass(types string) string {
	var b strings.Builder
	for _, kind := range strings.Fields(types) {
		for _, ending := range []string{"_minmax:", "_minmax_multi:", "_bloom:"} {
			b.WriteString(kind + ending + kind + " ")
		}
	}
	return b.String()
}

// sameBits are types whose values an operator class of another type takes as they are.
var sameBits = map[string]string{"varchar": "text bpchar", "text": "bpchar", "bit": "varbit", "varbit": "bit", "cidr": "inet", "int4": "oid"}

// checkOperatorClass refuses an operator class that PostgreSQL does not have, or that is of another type than the key. scope has the types
// of the table's columns, which may be arrays and types of users as well.
func (t *Rules) checkOperatorClass(e *pg_query.IndexElem, method string, columns []rewrite.Column, scope definedColumns) {
	if len(e.GetOpclass()) == 0 {
		return
	}
	schema, class := parse.SplitName(e.Opclass)
	kind, known := operatorClasses[method][class]
	switch {
	case schema != "" && schema != "pg_catalog":
		t.NoteUnsupported(build.Nowhere, "an operator class of schema %q is not supported", schema)
		return
	case !known:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "operator class %q does not exist for access method %q", class, method)
		return
	}
	of, spelled := "", ""
	switch c, isColumn := rewrite.ColumnNamed(columns, e.Name); {
	case e.Expr != nil:
		of = scope.valueType(e.Expr)
		spelled = inference.Spelled(of)
	case !isColumn:
		return
	case c.Array:
		of = "anyarray"
	case c.Enum != nil:
		of = "anyenum"
	case c.Range != "":
		of = c.Range
	case c.User != "":
		if user := t.users.ByID(c.User); user != nil && user.Kind == "c" {
			of = "record"
		}
	default:
		of = inference.Names[c.Type]
		spelled = inference.Spelled(of)
	}
	switch {
	case of == "" || of == kind || slices.Contains(strings.Fields(sameBits[of]), kind) ||
		kind == "anyrange" && strings.HasSuffix(of, "range") || kind == "anymultirange" && strings.HasSuffix(of, "multirange"):
	case spelled == "":
		t.NoteUnsupported(build.Nowhere, "operator class %q for such a key is not supported", class)
	default:
		t.NoteError(build.Nowhere, sqlstate.DatatypeMismatch, "operator class %q does not accept data type %s", class, spelled)
	}
}

// checkTablespace refuses a tablespace other than the one that every database has.
func (t *Rules) checkTablespace(name string) {
	switch name {
	case "", "pg_default":
	case "pg_global":
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "only shared relations can be placed in pg_global tablespace")
	default:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "tablespace %q does not exist", name)
	}
}
