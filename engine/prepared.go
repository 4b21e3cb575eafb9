package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A source with DuckDB's dialect has no PREPARE as PostgreSQL has it. Its sessions keep what was
// prepared, by SQL or by the protocol, under one set of names. The planner plans an EXECUTE as the
// statement that it runs.

// maxPrepared is how many prepared statements a session keeps.
const maxPrepared = 10_000

// KeepsPrepared reports whether the engine keeps the session's prepared statements, instead of its source. Then
// what the client prepares by Parse and by PREPARE has its names in common.
func (s *Session) KeepsPrepared() bool {
	return s.relayed == nil && s.source.Dialect == providers.DuckDB
}

// NotePrepared notes that the client has prepared a statement by a Parse, so that EXECUTE finds it.
// With text "" the statement is gone.
func (s *Session) NotePrepared(name, text string) {
	switch {
	case !s.KeepsPrepared() || name == "":
	case text == "":
		delete(s.prepared, name)
	default:
		s.prepared[name] = text
	}
}

// HasPrepared reports whether a prepared statement has that name, whether Parse or PREPARE has made
// it.
func (s *Session) HasPrepared(name string) bool {
	_, ok := s.prepared[name]
	return ok
}

// PreparedText is the text of a prepared statement, whether Parse or PREPARE has made it.
func (s *Session) PreparedText(name string) (string, error) {
	return planner.PreparedText(s.prepared[name])
}

// answersPrepared reports whether a statement is a PREPARE or DEALLOCATE that the engine answers.
func (s *Session) answersPrepared(p *planner.Statement) bool {
	return p.Prepared != nil && (p.Verb == "PREPARE" || p.Verb == "DEALLOCATE") && s.KeepsPrepared() && p.Provider == s.source.Name
}

// runPrepared answers PREPARE and DEALLOCATE. remember notes what they have changed.
func (s *Session) runPrepared(ctx context.Context, p *planner.Statement) (providers.Rows, error) {
	name, known := p.Prepared.Name, s.HasPrepared(p.Prepared.Name)
	switch {
	case p.Prepared.Gone && name == "":
		return &ownresult.Rows{Command: "DEALLOCATE ALL"}, nil
	case p.Prepared.Gone && !known:
		return nil, sqlstate.New(sqlstate.InvalidStatementName, "prepared statement %q does not exist", name)
	case p.Prepared.Gone:
		return &ownresult.Rows{Command: "DEALLOCATE"}, nil
	case known:
		return nil, sqlstate.New(sqlstate.DuplicatePrepared, "prepared statement %q already exists", name)
	case len(s.prepared) >= maxPrepared:
		return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "this session holds too many prepared statements").
			WithHint("DEALLOCATE those that are no longer needed.")
	}
	if err := s.checkPrepared(ctx, planner.PreparedQuery(p.Text)); err != nil {
		return nil, err
	}
	return &ownresult.Rows{Command: "PREPARE"}, nil
}

// checkPrepared has the source read a statement when it is prepared, so that its errors come at once.
func (s *Session) checkPrepared(ctx context.Context, text string) error {
	plans, err := s.planText(ctx, Request{SQL: text})
	if err != nil || len(plans) != 1 {
		return err
	}
	st := &Statement{session: s, plan: plans[0], request: &Request{SQL: text}, of: 1}
	conn, err := s.connectionTo(ctx, st.plan.Provider, false)
	if err != nil {
		return err
	}
	_, err = conn.Describe(ctx, st.sourceText())
	return st.placeError(err)
}
