package planner

import (
	"errors"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// noteDefinitions has the translation know how PostgreSQL shows what the statement defines.
func (r *resolver) noteDefinitions(one parse.Statement, env *rewrite.Env) (err error) {
	if one.Raw.Stmt.GetIndexStmt() != nil && !env.Unsettled {
		env.ShownExpression = r.shownExpression(env.Types)
	}
	env.Definition, err = r.definitionOf(one, *env)
	return err
}

// definitionOf is what the embedded engine keeps of the query of a new view, as PostgreSQL shows it. A query that package
// definitions does not know is shown as it was written. The error is that of a view that PostgreSQL refuses. Where it is empty, the catalogs show DuckDB's text.
func (r *resolver) definitionOf(one parse.Statement, env rewrite.Env) (string, error) {
	n := one.Raw.Stmt
	if n.GetViewStmt() == nil && n.GetCreateTableAsStmt().GetObjtype() != pg_query.ObjectType_OBJECT_MATVIEW || env.Unsettled {
		return "", nil
	}
	list, err := parse.Statements(one.Text) // the tree may not be what was written
	if err != nil || len(list) != 1 {
		return "", err
	}
	n = list[0].Raw.Stmt
	query, names := n.GetViewStmt().GetQuery(), n.GetViewStmt().GetAliases()
	if s := n.GetCreateTableAsStmt(); s != nil {
		query, names = s.Query, s.GetInto().GetColNames()
	}
	found, err := definitions.View(query, parse.Strings(names), r.definitionSource(env.Types))
	if err == nil {
		return providers.ShownQuery(found).Text(), nil
	}
	if refused := (*sqlstate.Error)(nil); errors.As(err, &refused) {
		return "", err
	}
	if len(names) > 0 || tooLarge(one.Text, query) {
		return "", nil //nolint:nilerr // it is shown as DuckDB keeps it
	}
	written, err := parse.Deparsed(one, query, "this view")
	if err != nil || strings.ContainsAny(written, definitions.SchemaStarts+definitions.SchemaEnds) {
		return "", nil //nolint:nilerr // it is shown as DuckDB keeps it
	}
	written = " " + written + ";"
	return providers.ShownQuery{Full: written, Pretty: written}.Text(), nil
}

// definitionSource tells package definitions what names mean.
func (r *resolver) definitionSource(types []*providers.UserType) definitions.Source {
	return definitions.Source{
		Relation: r.meantOf, Type: r.source.Catalog.Type, Types: types,
		Users: func(name string) bool {
			return slices.ContainsFunc(r.source.Catalog.Functions("", name), func(f providers.Function) bool { return !f.Builtin })
		},
	}
}

// shownExpression shows an expression of an index of a table: see rewrite.Env.
func (r *resolver) shownExpression(types []*providers.UserType) func(table *pg_query.RangeVar, e *pg_query.Node, condition bool) (full, pretty string) {
	return func(table *pg_query.RangeVar, e *pg_query.Node, condition bool) (full, pretty string) {
		found, err := definitions.Expression(e, table.GetSchemaname(), table.GetRelname(), condition, r.definitionSource(types))
		if err != nil {
			return "", ""
		}
		return found.Full, found.Pretty
	}
}
