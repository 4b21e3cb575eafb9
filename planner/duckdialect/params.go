package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// paramTypes maps types that DuckDB calls otherwise to the OIDs of the type and its array type.
var paramTypes = map[string][2]uint32{
	"oid": {26, 1028}, "name": {19, 1003}, "char": {18, 1002}, "xid": {28, 1011}, "jsonb": {3802, 3807},
	"varchar": {1043, 1015}, "bpchar": {1042, 1014}, "regclass": {2205, 2210}, "regtype": {2206, 2211},
}

// ParamTypes returns the type OIDs of the parameters that the statement casts to a type that DuckDB
// calls otherwise: 26 for $1::oid. 0 means that DuckDB's type is right. A client that asks for the
// type of a parameter it did not declare must be told this one. tree is the client's, before
// Translate.
func ParamTypes(tree *pg_query.ParseResult) []uint32 {
	var out []uint32
	t := &translation{}
	for _, s := range tree.GetStmts() {
		t.each(s.ProtoReflect(), func(m any) {
			c, ok := m.(*pg_query.TypeCast)
			if !ok || c.GetArg().GetParamRef() == nil {
				return
			}
			schema, name := split(c.TypeName.GetNames())
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
