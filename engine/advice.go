package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/advice"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Advised adds a hint to an error about a text that is written for another system: how PostgreSQL
// writes the same.
func (s *Session) Advised(sql string, err error) error {
	if err == nil {
		return nil
	}
	e := *sqlstate.From(err)
	said := advice.Advice(sql, &e, s.source.Dialect == providers.DuckDB)
	if said == "" {
		return err
	}
	return e.WithHint("%s", said)
}

// Suggest adds, to an error about a name that does not exist, the names that are near, or else the
// columns that exist.
func (st *Statement) Suggest(ctx context.Context, err error) error {
	switch sqlstate.CodeOf(err) {
	case sqlstate.UndefinedTable, sqlstate.InvalidSchemaName, sqlstate.UndefinedColumn:
		return st.addSuggestions(ctx, sqlstate.From(err))
	}
	return err
}

// whyFutile says why a source would refuse a statement that calls functions, even if it were approved. It returns "" if
// it would not, or does not tell.
func (s *Session) whyFutile(ctx context.Context, p *planner.Statement) string {
	if p == nil || p.Class != planner.Exec {
		return ""
	}
	source, err := s.engine.sourceFor(s.client, p.Provider)
	if err != nil {
		return ""
	}
	refuser, ok := source.(providers.Refuser)
	if !ok {
		return ""
	}
	for _, e := range p.Effects {
		if e.Kind != planner.FunctionCall || e.Class != planner.Exec || e.Hidden() {
			continue
		}
		if why, err := refuser.Refuses(ctx, e.Name); err == nil && why != "" {
			return why
		}
	}
	return ""
}

// refusedAnyway refuses a tool's statement that the source would refuse in any case: people are not
// asked about it, and the hint names no other tool.
func (s *Session) refusedAnyway(ctx context.Context, worst *Statement) error {
	if !worst.request.Single || worst.decision.Verdict == gate.Allow || worst.decision.Class != planner.Exec {
		return nil
	}
	why := s.whyFutile(ctx, worst.plan)
	if why == "" {
		return nil
	}
	e := *sqlstate.From(refusalError(worst.request.SQL, worst.decision))
	return e.WithHint("%s", why)
}

// Sources are what the session's client may be told of its sources. A door asks them inside of Inspect,
// so that the call is on record.
func (s *Session) Sources() *inspect.Sources {
	return &inspect.Sources{
		Default:  s.source.Name,
		Provider: func(name string) (providers.Provider, error) { return s.engine.sourceFor(s.client, name) },
		Plan: func(ctx context.Context, text string) ([]*planner.Statement, error) {
			return s.planText(ctx, Request{SQL: text})
		},
		Mode:     s.mode,
		Rights:   s.rights,
		Rules:    s.engine.config.Approvals.Rules,
		Deciders: s.whoDecides(),
		Path:     s.names.path,
	}
}

// addSuggestions adds the names that are near to an error about a name in the statement.
func (st *Statement) addSuggestions(ctx context.Context, e *sqlstate.Error) error {
	return st.session.Sources().Suggest(ctx, st.plan, st.request.SQL, e)
}
