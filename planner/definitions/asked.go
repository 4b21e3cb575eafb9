package definitions

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// AskedTypes analyses a statement for the types of the arguments of its calls of pg_typeof, as PostgreSQL names them, by the places of
// the calls. A call whose argument's type the analysis does not know is not among them.
func AskedTypes(statement *pg_query.Node, source Source) map[int32]string {
	a := begin(source)
	a.asked = map[int32]string{}
	reachesEnd(func() { a.statement(statement) }) // or as far as it is known
	return a.asked
}

// noteAsked notes the type of the argument of pg_typeof.
func (a *analysis) noteAsked(f *pg_query.FuncCall, args []*node) {
	if a.asked == nil || f.Location <= 0 || len(args) != 1 {
		return
	}
	a.asked[f.Location] = a.askedType(args[0].typ)
}

// askedType is the text of a type as a regtype. The schema of a type of users is left out where the name alone means the type.
func (a *analysis) askedType(oid uint32) string {
	if oid == unknownOID {
		return "unknown"
	}
	shown := strings.TrimSuffix(a.showType(oid, -1), "[]")
	suffix := ""
	if t := a.typeOf(oid); t.category == 'A' && t.element != 0 && a.typeOf(t.element).array == oid {
		suffix, oid = "[]", t.element
	}
	switch oid {
	case bpcharOID:
		return "character" + suffix
	case bitOID:
		return "bit" + suffix
	}
	if t := a.own[oid]; t != nil {
		_, bare, _ := strings.Cut(shown, providers.SchemaEnds)
		if found, ok := a.source.Type("", t.name); ok && bare != "" && (found.User != nil && found.User.Schema == t.schema || found.Enum != nil && found.Enum.Schema == t.schema) {
			return bare + suffix
		}
	}
	return strings.NewReplacer(providers.SchemaStarts, "", providers.SchemaEnds, "").Replace(shown) + suffix
}
