package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// ParamTypes returns the type OIDs of the parameters that the statement casts to a type of inference.TypeOIDs:
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
			oids, known := inference.TypeOIDs[name]
			n := int(c.Arg.GetParamRef().Number)
			if !known || schema != "" && schema != "pg_catalog" || n < 1 || n > inference.MaxParams {
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
