package emulation

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// The names of the emulation, which providers/duckdb/pgcatalog makes.
const (
	Database    = "__pg" // the database of the emulation; no client may name it
	Tables      = "__pt" // the database of its tables; no client may name it, either
	OfSessions  = "__ps" // the database of the tables of sessions with temporary objects, as well
	Catalog     = "cat"  // its schema for pg_catalog
	Information = "info" // its schema for information_schema
)

// Name returns a constant of the type name.
func Name(s string) *pg_query.Node { return build.Cast(build.Text(s), build.PlainType("pg_name")) }

// Call returns a call of one of the emulation's functions.
func Call(function string, args ...*pg_query.Node) *pg_query.Node {
	n := build.Call(function, args...)
	n.GetFuncCall().Funcname = build.Names(Database, Catalog, function)
	return n
}

// IsLookup reports whether an expression is a look-up of an object's OID by its name.
func IsLookup(n *pg_query.Node) bool {
	schema, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return schema == Database+"."+Catalog && strings.HasPrefix(name, "reg") && strings.HasSuffix(name, "_oid")
}

// IsOwnedSequence reports whether an expression is the OID of the sequence that belongs to a column.
func IsOwnedSequence(n *pg_query.Node) bool {
	schema, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return schema == Database+"."+Catalog && name == "_serial_sequence"
}

// TriedLookup is the type of the objects that an expression looks up by a name that may mean nothing, as to_regclass does, or "".
func TriedLookup(n *pg_query.Node) string {
	schema, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	if kind, ok := strings.CutPrefix(name, "to_"); ok && schema == Database+"."+Catalog && strings.HasPrefix(kind, "reg") {
		return kind
	}
	return ""
}
