package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/views"
)

// apiKind is the kind of sources whose views the server keeps itself.
const apiKind = "api"

// viewsFor finds views over APIs, for sessions of a source. It returns nil if the source has none.
func (e *Engine) viewsFor(source providers.Info) func(name string) (planner.View, bool) {
	store := e.config.Views
	if store == nil || source.Kind != apiKind {
		return nil
	}
	return func(name string) (planner.View, bool) {
		v, ok := store.Get(name)
		found := planner.View{Name: v.Name, SQL: v.SQL, Columns: v.Columns, Sources: v.Sources}
		if v.Materialized {
			found.Table = v.Table()
			for _, c := range v.Shape {
				found.Shape = append(found.Shape, c.Name)
			}
		}
		return found, ok
	}
}

// changeViews runs CREATE VIEW and DROP VIEW. 25001: a transaction is open, and changes of views
// cannot be rolled back; 0A000: the query may hold a secret.
func (s *Session) changeViews(ctx context.Context, p *planner.Statement) (providers.Rows, error) {
	if s.Status() != providers.Idle {
		return nil, sqlstate.New(sqlstate.ActiveTransaction, "%s of a view over APIs cannot run inside a transaction block", p.Verb).WithHint("End the transaction first.")
	}
	conn, err := s.connectionTo(ctx, p.Provider, false)
	if err != nil {
		return nil, err
	}
	if p.View.Query == nil {
		return &ownresult.Rows{Command: p.Verb}, s.dropViews(ctx, conn, p.View)
	}
	v, err := s.viewOf(ctx, conn, p.View)
	if err != nil {
		return nil, err
	}
	return &ownresult.Rows{Command: p.Verb}, s.engine.config.Views.Put(v, p.View.Replace)
}

// dropViews drops views, and the rows of materialized ones.
func (s *Session) dropViews(ctx context.Context, conn providers.Conn, change *planner.ViewChange) error {
	dropped, err := s.engine.config.Views.Drop(change.Names, change.IfExists, change.Materialized)
	if err != nil || !change.Materialized {
		return err
	}
	return dropRows(ctx, conn, dropped...)
}

// dropRows drops the rows of materialized views.
func dropRows(ctx context.Context, conn providers.Conn, list ...views.View) error {
	keeper, ok := conn.(providers.Keeper)
	if !ok {
		return nil
	}
	var tables []string
	for _, v := range list {
		tables = append(tables, v.Table())
	}
	return keeper.Forget(ctx, tables...)
}

// viewOf is a view that is made, with the columns that its query has now.
func (s *Session) viewOf(ctx context.Context, conn providers.Conn, change *planner.ViewChange) (views.View, error) {
	v := views.View{
		Name: change.Name, SQL: change.SQL, Columns: change.Columns, Owner: s.client.Principal.Name, Created: time.Now().UTC().Truncate(time.Second),
		Materialized: change.Materialized, Sources: change.Sources,
	}
	if s.withoutSecrets(change.SQL).Text != change.SQL {
		return v, sqlstate.New(sqlstate.FeatureNotSupported, "the view's query holds what may be a secret, and views are kept on disk").
			WithHint("Leave the secret out of the view: credentials are in the server's configuration.")
	}
	query := &Statement{session: s, plan: change.Query, request: &Request{}}
	d, err := conn.Describe(ctx, query.sourceText())
	if err != nil {
		return v, sqlstate.Unplaced(err)
	}
	if len(change.Columns) > len(d.Columns) {
		return v, sqlstate.New(sqlstate.SyntaxError, "CREATE %s specifies more column names than columns", strings.ToUpper(v.Kind()))
	}
	for i, c := range d.Columns {
		column := views.Column{Name: c.Name, Type: c.TypeName}
		if i < len(change.Columns) {
			column.Name = change.Columns[i]
		}
		if slices.ContainsFunc(v.Shape, func(o views.Column) bool { return strings.EqualFold(o.Name, column.Name) }) {
			return v, sqlstate.New(sqlstate.DuplicateColumn, "column %q specified more than once", column.Name).WithHint("Give it another name by AS.")
		}
		v.Shape = append(v.Shape, column)
	}
	return v, nil
}

// keepRows runs CREATE and REFRESH MATERIALIZED VIEW: the source keeps the rows, then the server the view.
func (s *Session) keepRows(ctx context.Context, conn providers.Conn, p *planner.Statement, text providers.Statement, args providers.Args) (providers.Rows, error) {
	store, change, keep := s.engine.config.Views, p.View, *p.Keep
	text.Keep = &keep
	if change.Refresh {
		keep.Table = change.Table
		return conn.Query(ctx, text, args)
	}
	old, there := store.Get(change.Name)
	switch {
	case there && change.IfNotExists:
		return &ownresult.Rows{Command: p.Verb}, nil
	case there && (!change.Replace || !old.Materialized):
		return nil, store.Put(views.View{Name: change.Name, Materialized: true}, change.Replace)
	}
	v, err := s.viewOf(ctx, conn, change)
	if err != nil {
		return nil, err
	}
	keep.Table = v.Table()
	rows, err := conn.Query(ctx, text, args)
	if err != nil {
		return nil, err
	}
	if err := store.Put(v, change.Replace); err != nil {
		return nil, errors.Join(err, rows.Close(), dropRows(ctx, conn, v))
	}
	if there && old.Table() != v.Table() {
		return rows, dropRows(ctx, conn, old)
	}
	return rows, nil
}
