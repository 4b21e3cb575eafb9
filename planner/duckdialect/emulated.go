package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
)

// named returns a constant of the type name.
func named(s string) *pg_query.Node { return build.Cast(build.Text(s), build.PlainType("pg_name")) }

// emulated returns a call of one of the emulation's functions.
func emulated(function string, args ...*pg_query.Node) *pg_query.Node {
	n := build.Call(function, args...)
	n.GetFuncCall().Funcname = build.Names(Emulation, catalogSchema, function)
	return n
}
