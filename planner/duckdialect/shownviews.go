package duckdialect

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/providers"
)

// keepDefinition puts what a new view keeps of its definition into its query, as the first query of WITH.
func (t *translation) keepDefinition(root *pg_query.Node) {
	query := root.GetViewStmt().GetQuery().GetSelectStmt()
	if s := root.GetCreateTableAsStmt(); s.GetObjtype() == pg_query.ObjectType_OBJECT_MATVIEW {
		query = s.GetQuery().GetSelectStmt()
	}
	if query == nil || t.Env.Definition == "" {
		return
	}
	kept := &pg_query.CommonTableExpr{
		Ctename: providers.ShownName, Ctematerialized: pg_query.CTEMaterialize_CTEMaterializeDefault,
		Ctequery: build.Select(nil, build.Target(build.Text(t.Env.Definition), "")),
	}
	if query.WithClause == nil {
		query.WithClause = &pg_query.WithClause{}
	}
	query.WithClause.Ctes = slices.Concat([]*pg_query.Node{{Node: &pg_query.Node_CommonTableExpr{CommonTableExpr: kept}}}, query.WithClause.Ctes)
	t.Changed = true
}

// refuseShownName refuses a query of WITH that has the name of what a view keeps of its definition.
func (t *translation) refuseShownName(c *pg_query.CommonTableExpr) {
	if c.Ctename == providers.ShownName {
		t.NoteError(c.Location, "42939", "the name %q is reserved", c.Ctename)
	}
}
