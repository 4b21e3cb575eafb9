package emulation

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Types maps the names of types to DuckDB's, of which those of pgcatalog's aliases begin with pg_. ""
// has no counterpart.
var Types = map[string]string{
	"name": "pg_name", "char": "pg_char", "bpchar": "varchar", "unknown": "text", "cstring": "text", "refcursor": "text",
	"oid": "pg_oid", "xid": "pg_xid", "cid": "int8", "xid8": "int8", "tid": "pg_tid", "pg_snapshot": "pg_pg_snapshot", "aclitem": "pg_aclitem",
	"pg_node_tree": "pg_node_tree", "pg_lsn": "pg_pg_lsn", "jsonb": JSONB, "json": "json", "int2vector": "pg_int2vector[]", "oidvector": "pg_oidvector[]",
	"bit": "bit", "varbit": "bit",
	"inet": "pg_inet", "cidr": "pg_cidr", "macaddr": "pg_macaddr", "macaddr8": "pg_macaddr8", "money": "pg_money", "xml": "pg_xml", "tsvector": "pg_tsvector", "tsquery": "pg_tsquery",
	"int4multirange": "pg_int4multirange", "int8multirange": "pg_int8multirange", "nummultirange": "pg_nummultirange", "tsmultirange": "pg_tsmultirange", "tstzmultirange": "pg_tstzmultirange", "datemultirange": "pg_datemultirange",
	"point": "pg_point", "line": "pg_line", "lseg": "pg_lseg", "box": "pg_box", "path": "pg_path", "polygon": "pg_polygon", "circle": "pg_circle", "jsonpath": "pg_jsonpath",
	"int4range": "pg_int4range", "int8range": "pg_int8range", "numrange": "pg_numrange", "tsrange": "pg_tsrange", "tstzrange": "pg_tstzrange", "daterange": "pg_daterange",
}

// JSONB is the source's type for jsonb.
const JSONB = "pg_jsonb"

// IsJSONB reports whether an expression is a cast to jsonb, as rules write it.
func IsJSONB(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetTypeCast().GetTypeName().GetNames())
	return name == JSONB
}
