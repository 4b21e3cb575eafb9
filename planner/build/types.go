package build

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// grammarTypes are the types that the grammar spells itself.
var grammarTypes = parse.WordSet(`int2 int4 int8 float4 float8 bool numeric varchar bpchar interval time timetz timestamp timestamptz`)

// InGrammar reports whether the grammar spells a type itself, as it does int4, which is written integer. Such a name stands in
// pg_catalog in trees.
func InGrammar(name string) bool { return grammarTypes[name] }

// PlainType makes a type of its name alone.
func PlainType(name string) *pg_query.TypeName {
	n := &pg_query.TypeName{Names: Names(name), Typemod: -1, Location: Nowhere}
	if grammarTypes[name] {
		n.Names = Names("pg_catalog", name)
	}
	return n
}

// TextArray makes the type text[].
func TextArray() *pg_query.TypeName {
	return &pg_query.TypeName{Names: Names("text"), Typemod: -1, ArrayBounds: []*pg_query.Node{pg_query.MakeIntNode(-1)}, Location: Nowhere}
}
