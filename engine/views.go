package engine

import (
	"time"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/views"
)

// apiKind is the kind of sources whose views the server keeps itself.
const apiKind = "api"

// viewsFor finds views over APIs, for sessions of a source; nil: the source has none.
func (e *Engine) viewsFor(source providers.Info) func(name string) (planner.View, bool) {
	store := e.config.Views
	if store == nil || source.Kind != apiKind {
		return nil
	}
	return func(name string) (planner.View, bool) {
		v, ok := store.Get(name)
		return planner.View{Name: v.Name, SQL: v.SQL, Columns: v.Columns}, ok
	}
}

// changeViews runs CREATE VIEW and DROP VIEW. 25001: a transaction is open, and changes of views
// cannot be rolled back; 0A000: the query may hold a secret.
func (s *Session) changeViews(p *planner.Statement) (providers.Rows, error) {
	store, change := s.engine.config.Views, p.View
	if s.Status() != providers.Idle {
		return nil, sqlstate.New(sqlstate.ActiveTransaction, "%s of a view over APIs cannot run inside a transaction block", p.Verb).WithHint("End the transaction first.")
	}
	done := &listing{tag: p.Verb}
	if change.SQL == "" {
		return done, store.Drop(change.Names, change.IfExists)
	}
	if s.safe(change.SQL).Text != change.SQL {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the view's query holds what may be a secret, and views are kept on disk").
			WithHint("Leave the secret out of the view: credentials are in the server's configuration.")
	}
	return done, store.Put(views.View{
		Name: change.Name, SQL: change.SQL, Columns: change.Columns, Owner: s.client.Principal, Created: time.Now().UTC().Truncate(time.Second),
	}, change.Replace)
}
