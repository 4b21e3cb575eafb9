package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Advised gives an error about a text, sent to a source, the hint how PostgreSQL says
// what the text says in another system's way, where one is known.
func (s *Session) Advised(sql string, err error) error {
	if err == nil {
		return nil
	}
	e := *sqlstate.From(err)
	said := planner.Advice(sql, &e, s.source.Dialect == providers.DuckDB)
	if said == "" {
		return err
	}
	return e.WithHint("%s", said)
}

// Suggest adds the names that are near to an error about a name that is not there,
// and where none is, the columns that there are.
func (st *Statement) Suggest(ctx context.Context, err error) error {
	switch sqlstate.CodeOf(err) {
	case sqlstate.UndefinedTable, sqlstate.InvalidSchemaName, sqlstate.UndefinedColumn:
		return st.suggest(ctx, sqlstate.From(err))
	}
	return err
}

// futile says why a source would refuse a statement that calls functions, whoever
// approved it; "" where it would not, or does not say.
func (s *Session) futile(ctx context.Context, p *planner.Statement) string {
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

// refusedAnyway refuses, in place of the gate, what a tool came with and the source
// would refuse: nobody is asked about it, and no other tool is named for it.
func (s *Session) refusedAnyway(ctx context.Context, worst *Statement) error {
	if !worst.request.Single || worst.decision.Verdict == gate.Allow || worst.decision.Class != planner.Exec {
		return nil
	}
	why := s.futile(ctx, worst.plan)
	if why == "" {
		return nil
	}
	e := *sqlstate.From(refusal(worst.request.SQL, worst.decision))
	return e.WithHint("%s", why)
}
