package emulation

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// RefuseTarget refuses writing to the system catalogs.
func RefuseTarget(t *rewrite.Translation, r *pg_query.RangeVar) {
	if r != nil && (IsCatalog(r) || strings.EqualFold(r.Schemaname, "information_schema")) {
		t.NoteError(r.Location, sqlstate.InsufficientPrivilege, "permission denied: %q is a system catalog", r.Relname)
	}
}

// RefuseName refuses names of the emulation and of system schemas.
func RefuseName(t *rewrite.Translation, name []*pg_query.Node) {
	first := strings.ToLower(append(parse.NameParts(name), "")[0])
	if Databases[first] || first == "pg_catalog" || first == "information_schema" {
		t.NoteError(build.Nowhere, sqlstate.InsufficientPrivilege, "permission denied: %s is of the system", strings.Join(parse.NameParts(name), "."))
	}
}
