package planner

import (
	"context"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A materialized view over APIs is a query, which the server keeps as it keeps the queries of views, and
// rows, which the source keeps. CREATE and REFRESH run the query, so they are judged by what the query
// does, and at least as a change, since others read other rows afterwards.

// nameKeptRows makes a name stand for the rows of a materialized view. 3D000: the rows are of a source
// that the client may not use.
func (e *viewExpander) nameKeptRows(ref *pg_query.RangeVar, v View) error {
	for _, source := range v.Sources {
		if !e.scope.Known(source) {
			return sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q, of which the rows of the view %q are", source, v.Name).
				At(parse.CharacterAt(e.text, int(ref.Location)))
		}
	}
	e.opened.kept[ref] = scans.Kept{Kept: providers.Kept{Name: v.Name, Table: v.Table}, Columns: v.Shape}
	return nil
}

// materializes plans CREATE MATERIALIZED VIEW.
func (p *Planner) materializes(ctx context.Context, st *Statement, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	n, place := one.Raw.Stmt.GetCreateTableAsStmt(), parse.CharacterAt(text, one.Offset)
	into := n.Into
	if len(into.Options) > 0 || into.AccessMethod != "" || into.TableSpaceName != "" || n.Query.GetSelectStmt() == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a materialized view over APIs is a name and a query: USING, WITH (…) and TABLESPACE are not supported").At(place)
	}
	if err := checkViewName(into.Rel, place); err != nil {
		return nil, err
	}
	change := &ViewChange{View: View{Name: into.Rel.Relname}, Replace: one.Replaces, IfNotExists: n.IfNotExists, Materialized: true}
	for _, name := range into.ColNames {
		change.Columns = append(change.Columns, name.GetString_().GetSval())
	}
	planned, err := p.planQuery(ctx, change, n.Query, one, text, scope, before)
	if err != nil {
		return nil, err
	}
	for _, r := range planned.Relations {
		change.Sources = appendNew(change.Sources, r.Provider)
	}
	return p.keepRows(ctx, st, change, into.SkipData, scope, "it keeps what the query of a view over APIs returns")
}

func appendNew(list []string, one string) []string {
	for _, other := range list {
		if other == one {
			return list
		}
	}
	return append(list, one)
}

// refreshesView plans REFRESH MATERIALIZED VIEW.
func (p *Planner) refreshesView(ctx context.Context, st *Statement, n *pg_query.RefreshMatViewStmt, scope *Scope, place int) (*Statement, error) {
	if n.Relation.Schemaname != "" || n.Relation.Catalogname != "" {
		return nil, errViewName(place)
	}
	v, ok := scope.view(n.Relation.Relname)
	switch {
	case !ok:
		return nil, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", n.Relation.Relname).At(parse.CharacterAt(st.Text, int(n.Relation.Location)-st.Offset))
	case v.Table == "":
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not a materialized view", v.Name).
			WithHint("A view is read when it is used, so that there is nothing to refresh.").At(place)
	}
	return p.keepRows(ctx, st, &ViewChange{View: v, Materialized: true, Refresh: true}, n.SkipData, scope, "it keeps anew what the query of a view over APIs returns")
}

// keepRows makes a statement run the query of a materialized view and keep its rows; with empty, it keeps
// no rows.
func (p *Planner) keepRows(ctx context.Context, st *Statement, change *ViewChange, empty bool, scope *Scope, reason string) (*Statement, error) {
	planned, err := p.planView(ctx, change.View, scope)
	if err != nil {
		return nil, err
	}
	if planned.Provider == providers.Several {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a materialized view over APIs reads no tables of databases").
			WithHint("CREATE VIEW makes a view that is read when it is used.").At(parse.CharacterAt(st.Text, 0))
	}
	query := *planned
	change.Query = &query
	planned.Text, planned.Offset, planned.Verb = st.Text, st.Offset, st.Verb
	planned.View, planned.Keep = change, &providers.Keep{Columns: change.Columns, Empty: empty}
	planned.executes, planned.uncached = true, true
	effects := []Effect{{Class: Mutate, What: "view " + change.Name, Reason: reason}}
	for _, e := range planned.Effects {
		if !empty {
			effects = append(effects, e)
		}
	}
	for i := range effects {
		effects[i].Offset = st.Offset
	}
	planned.Class = Mutate
	setEffects(planned, effects)
	return planned, nil
}

// planView plans the query of a view by its own text.
func (p *Planner) planView(ctx context.Context, v View, scope *Scope) (*Statement, error) {
	list, err := parse.Statements(v.SQL)
	if err != nil || len(list) != 1 {
		return nil, sqlstate.Wrap(err, sqlstate.DataCorrupted, "the view %q is kept as no query", v.Name).WithHint("Drop the view and create it again.")
	}
	planned, err := p.planStatement(ctx, list[0], v.SQL, scope, &batchState{})
	if err != nil {
		e := *sqlstate.From(err) // the position is in the view's query
		e.Position, e.Message = 0, "the view "+v.Name+": "+e.Message
		return nil, &e
	}
	return planned, nil
}
