package duckdialect

import (
	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/binding"
)

// bindNames binds the names of columns as PostgreSQL does, where DuckDB would do otherwise. The tree is still the client's.
func (t *translation) bindNames(root *pg_query.Node) {
	if t.Env.Exact == nil || t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	columns := func(schema, name string) (list []binding.Column, exact bool) {
		for _, c := range t.Env.Columns(schema, name) {
			list = append(list, binding.Column{Name: c.Name, Plain: c.Type != pgtype.JSONOID && c.Type != pgtype.JSONBOID && c.User == ""})
		}
		return list, t.Env.Exact(schema, name)
	}
	found := binding.Bind(root, binding.Source{Columns: columns, Lenient: t.Env.Rewritten, Ended: t.IsToEnd})
	if found.Err != nil && t.Err == nil {
		t.Err = t.PlaceError(found.Location, found.Err)
	}
	t.Changed = t.Changed || found.Changed
}
