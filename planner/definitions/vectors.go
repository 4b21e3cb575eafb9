package definitions

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The vectors of the catalogs are arrays whose first element has the number 0. The embedded engine knows them by the names of their columns,
// and has no array that begins at 0 but for what is shown of them.

// emptyVectors are the names of vectors of relations that have no rows here.
var emptyVectors = parse.WordSet(`prattrs partattrs partclass partcollation stxkeys`)

// extending are the functions that make another array of a vector, which begins at 0 as well.
var extending = parse.WordSet(`array_append array_prepend array_cat array_remove array_replace`)

// counting are the functions whose result depends on the number of the first element.
var counting = parse.WordSet(`array_lower array_upper array_dims array_position array_positions generate_subscripts`)

func isVector(oid uint32) bool { return oid == int2vectorOID || oid == oidvectorOID }

// knowVector refuses what depends on the number of the first element of a vector whose column has another name than in the catalog.
func (a *analysis) knowVector(typ uint32, written *pg_query.Node) {
	if a.objects == nil || !isVector(typ) {
		return
	}
	parts := parse.NameParts(written.GetColumnRef().GetFields())
	if len(parts) == 0 {
		return
	}
	name := parts[len(parts)-1]
	if _, behind, _ := strings.Cut(name, "_"); parse.IsVectorColumn(name) || emptyVectors[name] || emptyVectors[behind] {
		return
	}
	a.refuseVector(sqlstate.New(sqlstate.FeatureNotSupported, "a column of type %s under the name %q is not supported here", a.typeOf(typ).name, name).
		WithHint("Keep the name that it has in the catalog."))
}

// knowVectors refuses a call of a function of arrays with a vector that the embedded engine would take for an array which begins at 1.
func (a *analysis) knowVectors(name string, args []*pg_query.Node, types []uint32) {
	for i, typ := range types {
		if a.objects == nil || !isVector(typ) || i >= len(args) {
			continue
		}
		if extending[name] {
			a.refuseVector(sqlstate.New(sqlstate.FeatureNotSupported, "function %s of type %s is not supported", name, a.typeOf(typ).name).
				WithHint("Make it an array that begins at 1: ARRAY(SELECT unnest(…))."))
		}
		if counting[name] {
			a.knowVector(typ, args[i])
		}
	}
}

func (a *analysis) refuseVector(err *sqlstate.Error) {
	if a.objects.Refused == nil {
		a.objects.Refused = err
	}
}
