package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// definitionOf is what the embedded engine keeps of the query of a new view, as PostgreSQL shows it. A query that package
// definitions does not know is shown as it was written. Where it is empty, the catalogs show DuckDB's text.
func (r *resolver) definitionOf(one parse.Statement, env rewrite.Env) string {
	n := one.Raw.Stmt
	if n.GetViewStmt() == nil && n.GetCreateTableAsStmt().GetObjtype() != pg_query.ObjectType_OBJECT_MATVIEW || env.Unsettled {
		return ""
	}
	list, err := parse.Statements(one.Text) // the tree may not be what was written
	if err != nil || len(list) != 1 {
		return ""
	}
	n = list[0].Raw.Stmt
	query, names := n.GetViewStmt().GetQuery(), n.GetViewStmt().GetAliases()
	if s := n.GetCreateTableAsStmt(); s != nil {
		query, names = s.Query, s.GetInto().GetColNames()
	}
	found, err := definitions.View(query, parse.Strings(names), definitions.Source{Relation: r.meant, Type: r.source.Catalog.Type, Types: env.Types})
	if err == nil {
		return providers.ShownQuery(found).Text()
	}
	if len(names) > 0 || len(one.Text) > limits.ShortText && limits.CheckSize(query.ProtoReflect()) != nil {
		return ""
	}
	written, err := parse.Deparsed(one, query, "this view")
	if err != nil || strings.ContainsAny(written, definitions.SchemaStarts+definitions.SchemaEnds) {
		return ""
	}
	written = " " + written + ";"
	return providers.ShownQuery{Full: written, Pretty: written}.Text()
}
