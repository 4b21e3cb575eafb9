package duckdb

import (
	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// registerTypes makes the types of Postgres's that DuckDB does not have. They are of the instance,
// beside DuckDB's own types, so that no search path hides them.
func (p *Provider) registerTypes() error {
	for _, a := range pgcatalog.Aliases() {
		if !p.registerType(p.admin, a) {
			return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB cannot have the type %s", p.options.Name, a.Name)
		}
	}
	return nil
}

func (p *Provider) registerType(conn lib.Connection, a pgcatalog.Alias) bool {
	base, alias := vector.Logical(a.Base), vector.Logical(a.Base)
	defer lib.DestroyLogicalType(&base)
	defer lib.DestroyLogicalType(&alias)
	lib.LogicalTypeSetAlias(alias, a.Name)
	return lib.RegisterLogicalType(conn, alias, lib.CreateTypeInfo{}) == lib.StateSuccess &&
		(a.Kept() || functions.CastSameValues(p.admin, alias, base))
}
