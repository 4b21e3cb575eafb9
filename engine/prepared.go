package engine

import (
	"context"
	"errors"
	"slices"
	"time"

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

// prepared is a prepared statement of a session.
type prepared struct {
	text    string // as the source has it
	message string // the client's message that has prepared it
	since   time.Time
	bySQL   bool
	// described is what the source says of it; nil: the source has not been asked, or does not know.
	described *providers.Description
}

// preparedText is the text of a prepared statement.
func (s *Session) preparedText(name string) (text string, ok bool) {
	p, ok := s.prepared[name]
	return p.text, ok
}

// preparedTypes are the types of a prepared statement's parameters, as far as the source knows them.
func (s *Session) preparedTypes(name string) []uint32 {
	if d := s.prepared[name].described; d != nil {
		return d.Params
	}
	return nil
}

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
		s.prepared[name] = prepared{text: text, message: text, since: time.Now()}
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
	return planner.PreparedText(s.prepared[name].text)
}

// answersPrepared reports whether a statement is a PREPARE or DEALLOCATE that the engine answers.
func (s *Session) answersPrepared(p *planner.Statement) bool {
	return p.Prepared != nil && (p.Verb == "PREPARE" || p.Verb == "DEALLOCATE") && s.KeepsPrepared() && p.Provider == s.source.Name
}

// runPrepared answers PREPARE and DEALLOCATE. rememberEffects notes what they have changed.
func (s *Session) runPrepared(ctx context.Context, st *Statement) (providers.Rows, error) {
	p := st.plan
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
	described, err := s.describePrepared(ctx, p.Text)
	if err != nil {
		return nil, err
	}
	s.preparing = prepared{text: p.SQL, message: st.request.SQL, since: time.Now(), bySQL: true, described: described}
	return &ownresult.Rows{Command: "PREPARE"}, nil
}

// notePrepare notes a PREPARE that has succeeded.
func (s *Session) notePrepare(p *planner.Statement) {
	one := s.preparing
	if s.preparing = (prepared{}); one.text != p.SQL {
		one = prepared{text: p.SQL, message: p.Text, since: time.Now(), bySQL: true}
	}
	s.prepared[p.Prepared.Name] = one
}

// describePrepared has the source read a statement when it is prepared, so that its errors come at once.
func (s *Session) describePrepared(ctx context.Context, text string) (*providers.Description, error) {
	query := planner.PreparedQuery(text)
	if len(planner.PreparedTypes(text)) > 0 {
		var err error
		if query, err = planner.PreparedText(text); err != nil {
			return nil, err
		}
	}
	plans, err := s.planText(ctx, Request{SQL: query})
	if err != nil || len(plans) != 1 {
		return nil, err
	}
	st := &Statement{session: s, plan: plans[0], request: &Request{SQL: query}, of: 1}
	conn, err := s.connectionTo(ctx, st.plan.Provider, false)
	if err != nil {
		return nil, err
	}
	described, err := conn.Describe(ctx, st.sourceText())
	if sqlstate.CodeOf(err) == sqlstate.FeatureNotSupported && planner.ReturnsParameters(text) {
		return nil, nil //nolint:nilnil // EXECUTE has the values
	}
	return &described, st.placeError(err)
}

// keepsColumns is the error of an EXECUTE whose result has other columns than the statement had when it was prepared.
func (s *Session) keepsColumns(p *planner.Statement, rows providers.Rows) error {
	if p.Executes == nil {
		return nil
	}
	d := s.prepared[p.Executes.Name].described
	if d == nil || slices.EqualFunc(d.Columns, rows.Columns(), func(a, b providers.Column) bool { return a.Name == b.Name }) {
		return nil
	}
	return errors.Join(sqlstate.New(sqlstate.FeatureNotSupported, "cached plan must not change result type"), rows.Close())
}
