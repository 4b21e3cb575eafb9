package pgcatalog

import (
	"strconv"
	"strings"
)

// pgType is a Postgres type that a DuckDB type maps to.
type pgType struct {
	oid, array uint32 // array is the OID of the type's array type
	size       int16  // typlen: bytes, -1 variable
	name       string // as format_type prints it
}

// The Postgres types of values.
var (
	pgBool        = pgType{16, 1000, 1, "boolean"}
	pgBytea       = pgType{17, 1001, -1, "bytea"}
	pgChar        = pgType{18, 1002, 1, `"char"`}
	pgName        = pgType{19, 1003, 64, "name"}
	pgInt8        = pgType{20, 1016, 8, "bigint"}
	pgInt2        = pgType{21, 1005, 2, "smallint"}
	pgInt2Vector  = pgType{22, 1006, -1, "int2vector"}
	pgInt4        = pgType{23, 1007, 4, "integer"}
	pgRegproc     = pgType{24, 1008, 4, "regproc"}
	pgText        = pgType{25, 1009, -1, "text"}
	pgOid         = pgType{26, 1028, 4, "oid"}
	pgXid         = pgType{28, 1011, 4, "xid"}
	pgOidVector   = pgType{30, 1013, -1, "oidvector"}
	pgJSON        = pgType{114, 199, -1, "json"}
	pgNodeTree    = pgType{194, 1009, -1, "pg_node_tree"}
	pgFloat4      = pgType{700, 1021, 4, "real"}
	pgFloat8      = pgType{701, 1022, 8, "double precision"}
	pgACLItem     = pgType{1033, 1034, 12, "aclitem"}
	pgVarchar     = pgType{1043, 1015, -1, "character varying"}
	pgDate        = pgType{1082, 1182, 4, "date"}
	pgTime        = pgType{1083, 1183, 8, "time without time zone"}
	pgTimestamp   = pgType{1114, 1115, 8, "timestamp without time zone"}
	pgTimestampTZ = pgType{1184, 1185, 8, "timestamp with time zone"}
	pgInterval    = pgType{1186, 1187, 16, "interval"}
	pgTimeTZ      = pgType{1266, 1270, 12, "time with time zone"}
	pgVarbit      = pgType{1562, 1563, -1, "bit varying"}
	pgNumeric     = pgType{1700, 1231, -1, "numeric"}
	pgRecord      = pgType{2249, 2287, -1, "record"}
	pgRegclass    = pgType{2205, 2210, 4, "regclass"}
	pgRegtype     = pgType{2206, 2211, 4, "regtype"}
	pgUUID        = pgType{2950, 2951, 16, "uuid"}
	pgJSONB       = pgType{3802, 3807, -1, "jsonb"}
	pgRegnspace   = pgType{4089, 4090, 4, "regnamespace"}
	pgRegrole     = pgType{4096, 4097, 4, "regrole"}
)

// duckTypes maps the names of DuckDB's types, without parameters, and of the alias types that
// Install creates, to Postgres types.
//
// An integer type that Postgres does not have becomes the next wider type that holds every value,
// or numeric if it is wider than bigint. Nested values (STRUCT, MAP, UNION, VARIANT) are json, an
// ENUM is text.
var duckTypes = map[string]pgType{
	"BOOLEAN":                  pgBool,
	"BOOL":                     pgBool,
	"TINYINT":                  pgInt2,
	"UTINYINT":                 pgInt2,
	"SMALLINT":                 pgInt2,
	"USMALLINT":                pgInt4,
	"INTEGER":                  pgInt4,
	"INT":                      pgInt4,
	"UINTEGER":                 pgInt8,
	"BIGINT":                   pgInt8,
	"UBIGINT":                  pgNumeric,
	"HUGEINT":                  pgNumeric,
	"UHUGEINT":                 pgNumeric,
	"BIGNUM":                   pgNumeric,
	"DECIMAL":                  pgNumeric,
	"NUMERIC":                  pgNumeric,
	"FLOAT":                    pgFloat4,
	"REAL":                     pgFloat4,
	"DOUBLE":                   pgFloat8,
	"VARCHAR":                  pgText,
	"TEXT":                     pgText,
	"CHAR":                     pgText,
	"ENUM":                     pgText,
	"SQLNULL":                  pgText,
	`"NULL"`:                   pgText,
	"GEOMETRY":                 pgText,
	"BLOB":                     pgBytea,
	"BYTEA":                    pgBytea,
	"BIT":                      pgVarbit,
	"UUID":                     pgUUID,
	"DATE":                     pgDate,
	"TIME":                     pgTime,
	"TIME_NS":                  pgTime,
	"TIMETZ":                   pgTimeTZ,
	"TIME WITH TIME ZONE":      pgTimeTZ,
	"TIMESTAMP":                pgTimestamp,
	"DATETIME":                 pgTimestamp,
	"TIMESTAMP_S":              pgTimestamp,
	"TIMESTAMP_MS":             pgTimestamp,
	"TIMESTAMP_NS":             pgTimestamp,
	"TIMESTAMPTZ":              pgTimestampTZ,
	"TIMESTAMP WITH TIME ZONE": pgTimestampTZ,
	"INTERVAL":                 pgInterval,
	"JSON":                     pgJSON,
	"STRUCT":                   pgJSON,
	"MAP":                      pgJSON,
	"UNION":                    pgJSON,
	"VARIANT":                  pgJSON,

	"PG_CHAR":         pgChar,
	"PG_NAME":         pgName,
	"PG_OID":          pgOid,
	"PG_XID":          pgXid,
	"PG_REGPROC":      pgRegproc,
	"PG_REGCLASS":     pgRegclass,
	"PG_REGTYPE":      pgRegtype,
	"PG_REGNAMESPACE": pgRegnspace,
	"PG_REGROLE":      pgRegrole,
	"PG_INT2VECTOR":   pgInt2Vector,
	"PG_OIDVECTOR":    pgOidVector,
	"PG_NODE_TREE":    pgNodeTree,
	"PG_ACLITEM":      pgACLItem,
	"PG_VARCHAR":      pgVarchar,
	"PG_JSONB":        pgJSONB,
	"PG_RECORD":       pgRecord,
}

// scaleless are the decimals that stand for numeric without a scale: of a column, of a value that was
// cast, and of a quotient.
var scaleless = map[string]bool{"(38,9)": true, "(38,15)": true, "(38,20)": true}

// TypeOID returns the Postgres type that stands for a DuckDB type. duckType is the name that DuckDB
// prints or the driver reports ("DECIMAL(10,2)", "INTEGER[]", "TIMESTAMP WITH TIME ZONE", an alias
// such as "JSON"), not case-sensitive. The returned name is Postgres's, as format_type prints it,
// with its parameters. A list or array is the array of its innermost element, whatever its
// dimensions, as in Postgres. An unknown type is text.
//
// The text of values must agree: where TypeOID returns json for a STRUCT, MAP, UNION or VARIANT,
// the value's text is JSON.
func TypeOID(duckType string) (oid uint32, typmod int32, size int16, name string) {
	base, isArray := strings.TrimSpace(duckType), false
	for strings.HasSuffix(base, "]") {
		open := strings.LastIndexByte(base, '[')
		if open < 0 {
			break
		}
		base, isArray = base[:open], true
	}
	params := ""
	if open := strings.IndexByte(base, '('); open >= 0 {
		base, params = strings.TrimSpace(base[:open]), base[open:]
	}
	t, known := duckTypes[strings.ToUpper(base)]
	if !known {
		t = pgText
	}
	typmod, name = -1, t.name
	if t == pgNumeric {
		if precision, scale, ok := decimalParams(params); ok && !scaleless[params] {
			typmod = int32(precision<<16|scale) + 4
			name = "numeric(" + strconv.Itoa(precision) + "," + strconv.Itoa(scale) + ")"
		}
	}
	if isArray {
		return t.array, typmod, -1, name + "[]"
	}
	return t.oid, typmod, t.size, name
}

// decimalParams reads "(10,2)".
func decimalParams(s string) (precision, scale int, ok bool) {
	s, found := strings.CutPrefix(s, "(")
	if !found {
		return 0, 0, false
	}
	s, _ = strings.CutSuffix(s, ")")
	first, second, two := strings.Cut(s, ",")
	precision, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return 0, 0, false
	}
	if !two {
		return precision, 0, true
	}
	scale, err = strconv.Atoi(strings.TrimSpace(second))
	return precision, scale, err == nil
}
