package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Sources are what the session's client may be told of its sources. A door asks them inside of Inspect,
// so that the call is on record.
func (s *Session) Sources() *inspect.Sources {
	return &inspect.Sources{
		Default:  s.source.Name,
		Provider: func(name string) (providers.Provider, error) { return s.engine.sourceFor(s.client, name) },
		Plan: func(ctx context.Context, text string) ([]*planner.Statement, error) {
			return s.plan(ctx, Request{SQL: text})
		},
		Mode:     s.mode,
		Rights:   s.rights,
		Rules:    s.engine.config.Approvals.Rules,
		Deciders: s.whoDecides(),
		Path:     s.names.path,
	}
}

// suggest adds the names that are near to an error about a name in the statement.
func (st *Statement) suggest(ctx context.Context, e *sqlstate.Error) error {
	return st.session.Sources().Suggest(ctx, st.plan, st.request.SQL, e)
}
