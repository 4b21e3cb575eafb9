package emulation

import (
	_ "embed"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// queryList has the functions of the emulation with a query within. A test of providers/duckdb writes it.
//
//go:embed queries.txt
var queryList string

var queries = parse.WordSet(queryList)

// HasQuery reports whether a function of the emulation has a query within: DuckDB takes none in RETURNING, in DO UPDATE and in what
// tables are defined by.
func HasQuery(function string) bool { return queries[function] }

// CallWithin returns a call of a function of the emulation with a query within, in a part of a translated tree, or nil.
func CallWithin(part proto.Message) (found *pg_query.FuncCall) {
	parse.EachMessage(part.ProtoReflect(), func(m proto.Message) {
		f, ok := m.(*pg_query.FuncCall)
		if !ok || found != nil {
			return
		}
		if schema, name := parse.SplitName(f.Funcname); schema == Database+"."+Catalog && HasQuery(name) {
			found = f
		}
	})
	return found
}

// ShownName is how a message names a function of the emulation: regclass_oid looks up a name of regclass.
func ShownName(f *pg_query.FuncCall) string {
	_, name := parse.SplitName(f.Funcname)
	if kind, _, isLookup := strings.Cut(name, "_"); isLookup && strings.HasPrefix(kind, "reg") {
		return "the type " + kind
	}
	return strings.TrimPrefix(name, "_")
}
