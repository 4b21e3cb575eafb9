package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// Validator tells an operator what the gate would decide. It has no door, and runs nothing at any source,
// so it needs no record. It does not give its Engine away.
type Validator struct{ engine *Engine }

// NewValidator is New without a record: Config.Log is not used. The caller closes the sources.
func NewValidator(c Config) (*Validator, error) {
	c.Log = nil
	e, err := newEngine(c)
	if err != nil {
		return nil, err
	}
	return &Validator{e}, nil
}

// Validate plans and judges a text for a source, "" being the default, in the configuration's mode, as
// Session.Prepare would for the wire. A statement that would be refused is no error. Errors: Prepare's
// for text that cannot be understood; 3D000: there is no such source.
func (v *Validator) Validate(ctx context.Context, source, text string) ([]Validation, error) {
	return v.validateText(ctx, Client{Principal: auth.Fixed("validate", auth.Local), own: true, Source: source}, text)
}

// ValidateAs is Validate for a principal, as its roles narrow the gate.
func (v *Validator) ValidateAs(ctx context.Context, who auth.Principal, source, text string) ([]Validation, error) {
	return v.validateText(ctx, Client{Principal: who, Source: source}, text)
}

func (v *Validator) validateText(ctx context.Context, c Client, text string) ([]Validation, error) {
	c.Door, c.Ceiling = "validate", gate.FullAccess
	s, err := v.engine.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	defer s.releaseConnections()
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	a := v.engine.config.Approvals
	return s.validateText(ctx, Request{SQL: text, Purpose: gate.AnyPurpose}, deciders(a.Desk, a.Elicitation, "the person at an MCP client that can ask"))
}

// Class is the class that the gate would judge a statement by. A statement that cannot be understood
// is unknown.
func (v *Validator) Class(ctx context.Context, source, text string) (string, error) {
	s, err := v.engine.Open(ctx, Client{Door: "validate", Principal: auth.Fixed("validate", auth.Local), own: true, Source: source, Ceiling: gate.FullAccess})
	if err != nil {
		return "", err
	}
	defer s.releaseConnections()
	plans, err := s.planText(ctx, Request{SQL: text, Purpose: gate.AnyPurpose})
	switch {
	case err != nil && ctx.Err() != nil:
		return "", err
	case err != nil || len(plans) != 1:
		return planner.Unknown.String(), nil //nolint:nilerr // that it is unknown is the answer
	}
	return plans[0].Class.String(), nil
}

// releaseConnections closes the connections of a session that has run nothing.
func (s *Session) releaseConnections() {
	s.engine.sessions.Remove(&s.entry)
	for name, c := range s.conns {
		if err := c.Close(); err != nil {
			s.engine.log.Debug("closing a connection", "source", name, "error", err)
		}
	}
	clear(s.conns)
}

// Default names the source of texts that name no source.
func (v *Validator) Default() string { return v.engine.config.Default }

// Examine is Engine.Examine.
func (v *Validator) Examine(ctx context.Context, source string) (Posture, bool) {
	return v.engine.Examine(ctx, source)
}
