package pgcatalog

import (
	"maps"
	"slices"
	"strings"
)

// Alias is a type of DuckDB's under a name of its own. It stands for a type of Postgres that DuckDB
// does not have: its values are those of Base, and a result's column of the alias has the Postgres
// type that [TypeOID] returns for Name. DuckDB keeps the alias through expressions that return one
// of their arguments (max, coalesce, CASE, array_agg, UNION), as Postgres keeps the type. A function
// of Base takes the alias because every instance casts it implicitly to Base; JSONBAlias alone has
// functions of its own instead, as ranges have.
type Alias struct{ Name, Base string }

// Aliases returns the aliases that every instance must have before the emulation is made.
func Aliases() []Alias {
	list := make([]Alias, 0, len(aliasTypes))
	for _, name := range slices.Sorted(maps.Keys(aliasTypes)) {
		list = append(list, Alias{name, aliasTypes[name].base})
	}
	return list
}

// Kept reports an alias whose values are kept otherwise than they are shown, so that they are no texts: jsonb, ranges,
// addresses.
func (a Alias) Kept() bool {
	return a.Name == JSONBAlias || strings.HasSuffix(a.Name, RangeEnding) || a.Name == "PG_INET" || a.Name == "PG_CIDR" || a.Name == WideAlias ||
		slices.Contains(RareAliases, a.Name)
}

// Aliases that the package duckdb writes otherwise than their base.
const (
	FunctionAlias  = "PG_REGPROC"    // the OID of a built-in function, shown as its name
	SmallsAlias    = "PG_INT2VECTOR" // the elements of an int2vector, which is shown as "1 2"
	IdentityVector = "PG_OIDVECTOR"  // the elements of an oidvector
	WideAlias      = "PG_WIDE"       // a numeric of any width
	JSONBAlias     = "PG_JSONB"      // a text in the form of jsonb
	MoneyAlias     = "PG_MONEY"      // the key of an amount of cents
	// MultirangeEnding ends the names of multiranges, which are kept as the keys of their ranges.
	MultirangeEnding = "MULTIRANGE"
	RangeEnding      = "RANGE" // ends the names of ranges, which are texts in a form of their own
)

// RareAliases are types that are mostly in queries alone: tables have columns of points, tsvector and jsonpath, and of no other of them.
var RareAliases = []string{
	MoneyAlias, "PG_POINT", "PG_LSEG", "PG_BOX", "PG_PATH", "PG_POLYGON", "PG_CIRCLE", "PG_LINE", "PG_TSVECTOR", "PG_TSQUERY", "PG_XML", "PG_JSONPATH",
	"PG_INT4MULTIRANGE", "PG_INT8MULTIRANGE", "PG_NUMMULTIRANGE", "PG_TSMULTIRANGE", "PG_TSTZMULTIRANGE", "PG_DATEMULTIRANGE",
}

// aliasTypes are the aliases, with the types that they stand for.
var aliasTypes = map[string]struct {
	base   string
	stands pgType
}{
	"PG_CHAR":           {"VARCHAR", pgChar},
	"PG_NAME":           {"VARCHAR", pgName},
	"PG_VARCHAR":        {"VARCHAR", pgVarchar},
	"PG_BPCHAR":         {"VARCHAR", pgBpchar},
	"PG_VARCHAR3":       {"VARCHAR", pgVarchar.limited(7, "character varying(3)")},
	"PG_BIT":            {"BIT", pgBit},
	"PG_VARBIT":         {"BIT", pgVarbit},
	"PG_TIMESTAMPTZ2":   {"TIMESTAMPTZ", pgTimestampTZ.limited(2, "timestamp(2) with time zone")},
	"PG_OID":            {"BIGINT", pgOid},
	"PG_XID":            {"BIGINT", pgXid},
	FunctionAlias:       {"BIGINT", pgRegproc},
	SmallsAlias:         {"SMALLINT", pgInt2.inVector(22, "int2vector")},
	IdentityVector:      {"BIGINT", pgOid.inVector(30, "oidvector")},
	"PG_NODE_TREE":      {"VARCHAR", pgNodeTree},
	"PG_ACLITEM":        {"VARCHAR", pgACLItem},
	JSONBAlias:          {"VARCHAR", pgJSONB},
	"PG_NUMERIC":        {"VARCHAR", pgNumeric},
	WideAlias:           {"VARCHAR", pgNumeric},
	MoneyAlias:          {"VARCHAR", pgType{oid: 790, array: 791, size: 8, name: "money"}},
	"PG_POINT":          {"VARCHAR", pgType{oid: 600, array: 1017, size: 16, name: "point"}},
	"PG_LSEG":           {"VARCHAR", pgType{oid: 601, array: 1018, size: 32, name: "lseg"}},
	"PG_PATH":           {"VARCHAR", pgType{oid: 602, array: 1019, size: -1, name: "path"}},
	"PG_BOX":            {"VARCHAR", pgType{oid: 603, array: 1020, size: 32, name: "box"}},
	"PG_POLYGON":        {"VARCHAR", pgType{oid: 604, array: 1027, size: -1, name: "polygon"}},
	"PG_LINE":           {"VARCHAR", pgType{oid: 628, array: 629, size: 24, name: "line"}},
	"PG_CIRCLE":         {"VARCHAR", pgType{oid: 718, array: 719, size: 24, name: "circle"}},
	"PG_TSVECTOR":       {"VARCHAR", pgType{oid: 3614, array: 3643, size: -1, name: "tsvector"}},
	"PG_TSQUERY":        {"VARCHAR", pgType{oid: 3615, array: 3645, size: -1, name: "tsquery"}},
	"PG_JSONPATH":       {"VARCHAR", pgType{oid: 4072, array: 4073, size: -1, name: "jsonpath"}},
	"PG_XML":            {"VARCHAR", pgType{oid: 142, array: 143, size: -1, name: "xml"}},
	"PG_INT4MULTIRANGE": {"VARCHAR", pgType{oid: 4451, array: 6150, size: -1, name: "int4multirange"}},
	"PG_NUMMULTIRANGE":  {"VARCHAR", pgType{oid: 4532, array: 6151, size: -1, name: "nummultirange"}},
	"PG_TSMULTIRANGE":   {"VARCHAR", pgType{oid: 4533, array: 6152, size: -1, name: "tsmultirange"}},
	"PG_TSTZMULTIRANGE": {"VARCHAR", pgType{oid: 4534, array: 6153, size: -1, name: "tstzmultirange"}},
	"PG_DATEMULTIRANGE": {"VARCHAR", pgType{oid: 4535, array: 6155, size: -1, name: "datemultirange"}},
	"PG_INT8MULTIRANGE": {"VARCHAR", pgType{oid: 4536, array: 6157, size: -1, name: "int8multirange"}},
	"PG_INET":           {"VARCHAR", pgType{oid: 869, array: 1041, size: -1, name: "inet"}},
	"PG_INT4RANGE":      {"VARCHAR", pgType{oid: 3904, array: 3905, size: -1, name: "int4range"}},
	"PG_NUMRANGE":       {"VARCHAR", pgType{oid: 3906, array: 3907, size: -1, name: "numrange"}},
	"PG_TSRANGE":        {"VARCHAR", pgType{oid: 3908, array: 3909, size: -1, name: "tsrange"}},
	"PG_TSTZRANGE":      {"VARCHAR", pgType{oid: 3910, array: 3911, size: -1, name: "tstzrange"}},
	"PG_DATERANGE":      {"VARCHAR", pgType{oid: 3912, array: 3913, size: -1, name: "daterange"}},
	"PG_INT8RANGE":      {"VARCHAR", pgType{oid: 3926, array: 3927, size: -1, name: "int8range"}},
	"PG_CIDR":           {"VARCHAR", pgType{oid: 650, array: 651, size: -1, name: "cidr"}},
	"PG_MACADDR":        {"VARCHAR", pgType{oid: 829, array: 1040, size: 6, name: "macaddr"}},
	"PG_MACADDR8":       {"VARCHAR", pgType{oid: 774, array: 775, size: 8, name: "macaddr8"}},
	"PG_VOID":           {"VARCHAR", pgType{oid: 2278, size: 4, name: "void"}},
	"PG_TID":            {"VARCHAR", pgType{oid: 27, array: 1010, size: 6, name: "tid"}},
	"PG_PG_SNAPSHOT":    {"VARCHAR", pgType{oid: 5038, array: 5039, size: -1, name: "pg_snapshot"}},
	"PG_PG_LSN":         {"VARCHAR", pgType{oid: 3220, array: 3221, size: 8, name: "pg_lsn"}},
	"PG_NDISTINCT":      {"VARCHAR", pgType{oid: 3361, size: -1, name: "pg_ndistinct"}},
	"PG_DEPENDENCIES":   {"VARCHAR", pgType{oid: 3402, size: -1, name: "pg_dependencies"}},
	"PG_MCV_LIST":       {"VARCHAR", pgType{oid: 5017, size: -1, name: "pg_mcv_list"}},
	"PG_STATISTICS":     {"VARCHAR", pgType{oid: 10028, size: -1, name: "pg_statistic[]"}},
	"PG_ANYARRAY":       {"VARCHAR", pgType{oid: 2277, size: -1, name: "anyarray"}},
	"PG_REGPROC_NAME":   {"VARCHAR", pgRegproc},
	"PG_REGPROCEDURE":   {"VARCHAR", pgType{oid: 2202, array: 2207, size: 4, name: "regprocedure"}},
	"PG_REGOPER":        {"VARCHAR", pgType{oid: 2203, array: 2208, size: 4, name: "regoper"}},
	"PG_REGOPERATOR":    {"VARCHAR", pgType{oid: 2204, array: 2209, size: 4, name: "regoperator"}},
	"PG_REGCLASS":       {"VARCHAR", pgRegclass},
	"PG_REGTYPE":        {"VARCHAR", pgRegtype},
	"PG_REGNAMESPACE":   {"VARCHAR", pgRegnspace},
	"PG_REGROLE":        {"VARCHAR", pgRegrole},
	"PG_REGCONFIG":      {"VARCHAR", pgType{oid: 3734, array: 3735, size: 4, name: "regconfig"}},
	"PG_REGDICTIONARY":  {"VARCHAR", pgType{oid: 3769, array: 3770, size: 4, name: "regdictionary"}},
	"PG_REGCOLLATION":   {"VARCHAR", pgType{oid: 4191, array: 4192, size: 4, name: "regcollation"}},
}

// holders maps the types of catalog columns to the DuckDB types that hold them; other types are
// VARCHAR. OIDs and types that are OIDs underneath are BIGINT.
var holders = map[uint32]string{
	16: "BOOLEAN", 17: "BLOB", 18: "PG_CHAR", 19: "PG_NAME", 20: "BIGINT", 21: "SMALLINT", 23: "INTEGER",
	22: SmallsAlias + "[]", 24: FunctionAlias, 26: "PG_OID", 28: "PG_XID", 30: IdentityVector + "[]",
	194: "PG_NODE_TREE", 700: "FLOAT", 701: "DOUBLE", 869: "PG_INET",
	1000: "BOOLEAN[]", 1002: "PG_CHAR[]", 1003: "PG_NAME[]", 1005: "SMALLINT[]",
	1007: "INTEGER[]", 1009: "VARCHAR[]", 1021: "FLOAT[]", 1022: "DOUBLE[]", 1028: "PG_OID[]", 1034: "PG_ACLITEM[]",
	1043: "PG_VARCHAR", 1184: "TIMESTAMPTZ", 1186: "INTERVAL", 1700: "HUGEINT",
	2206: "PG_REGTYPE", 2211: "PG_REGTYPE[]", 2277: "PG_ANYARRAY", 3220: "PG_PG_LSN",
	3361: "PG_NDISTINCT", 3402: "PG_DEPENDENCIES", 5017: "PG_MCV_LIST", 10028: "PG_STATISTICS",
}

// holder returns the DuckDB type for a column of a Postgres type.
func holder(oid uint32, typmod int) string {
	switch {
	case oid == 1043 && typmod == 7:
		return "PG_VARCHAR3"
	case oid == 1184 && typmod == 2:
		return "PG_TIMESTAMPTZ2"
	}
	if t, ok := holders[oid]; ok {
		return t
	}
	return "VARCHAR"
}
