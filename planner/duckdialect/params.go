package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// paramTypes maps types to the OIDs of the type and its array type. It has the types that DuckDB calls
// otherwise, and those that DuckDB forgets when the parameter is an argument of a macro.
var paramTypes = map[string][2]uint32{
	"oid": {26, 1028}, "name": {19, 1003}, "char": {18, 1002}, "xid": {28, 1011}, "jsonb": {3802, 3807},
	"varchar": {1043, 1015}, "bpchar": {1042, 1014}, "regclass": {2205, 2210}, "regtype": {2206, 2211},
	"bool": {16, 1000}, "bytea": {17, 1001}, "int8": {20, 1016}, "int2": {21, 1005}, "int4": {23, 1007}, "text": {25, 1009},
	"json": {114, 199}, "float4": {700, 1021}, "float8": {701, 1022}, "date": {1082, 1182}, "time": {1083, 1183},
	"timestamp": {1114, 1115}, "timestamptz": {1184, 1185}, "interval": {1186, 1187}, "numeric": {1700, 1231}, "uuid": {2950, 2951},
}

// ParamTypes returns the type OIDs of the parameters that the statement casts to a type of paramTypes:
// 26 for $1::oid. 0 means that DuckDB's type is right. A client that asks for the
// type of a parameter it did not declare must be told this one. tree is the client's, before
// Translate.
func ParamTypes(tree *pg_query.ParseResult) []uint32 {
	var out []uint32
	t := &rewrite.Translation{}
	for _, s := range tree.GetStmts() {
		t.EachMessage(s.ProtoReflect(), func(m any) {
			c, ok := m.(*pg_query.TypeCast)
			if !ok || c.GetArg().GetParamRef() == nil {
				return
			}
			schema, name := parse.SplitName(c.TypeName.GetNames())
			oids, known := paramTypes[name]
			n := int(c.Arg.GetParamRef().Number)
			if !known || schema != "" && schema != "pg_catalog" || n < 1 || n > maxParams {
				return
			}
			for len(out) < n {
				out = append(out, 0)
			}
			if out[n-1] = oids[0]; len(c.TypeName.ArrayBounds) > 0 {
				out[n-1] = oids[1]
			}
		})
	}
	return out
}

// maxParams is the protocol's limit.
const maxParams = 65535
