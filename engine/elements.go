package engine

import (
	"context"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// runElements runs the statements that make the objects of a new schema, in the transaction of the schema. Each is planned, judged, approved
// and recorded as one that the client has sent, when those before it have run. What a person has said to the whole is good for each that may
// do no more.
func (r *Result) runElements(ctx context.Context) error {
	s, made := r.session, r.statement.plan.Elements
	if made == nil {
		return nil
	}
	if err := providers.ReadToEnd(r.rows); err != nil { // the schema is made when its rows have ended
		return err
	}
	conn, ok := s.conns[r.statement.plan.Provider].(providers.Entering)
	if !ok {
		return sqlstate.New(sqlstate.InternalError, "the source has no search path to enter")
	}
	s.noteNames(r.statement.plan)
	defer conn.EnterSchema(made.Schema)()
	if s.agreed == nil && r.consent != nil {
		s.agreed = &agreement{consent: r.consent, worst: r.statement.plan.Class, altered: true}
		defer func() { s.agreed = nil }()
	}
	for _, e := range made.List {
		if err := r.runElement(ctx, e); err != nil {
			if !r.own {
				s.Fail()
			}
			return sqlstate.Shifted(err, utf8.RuneCountInString(r.statement.plan.Text[:e.Offset]))
		}
	}
	return nil
}

// runElement runs one of the statements.
func (r *Result) runElement(ctx context.Context, e planner.Element) error {
	s := r.session
	list, err := s.Prepare(ctx, Request{SQL: e.Text, Purpose: r.request.Purpose, Single: true, Tool: r.request.Tool})
	if err != nil {
		return err
	}
	if len(list) != 1 || list[0].plan.Provider != r.statement.plan.Provider {
		return sqlstate.New(sqlstate.FeatureNotSupported, "an object of CREATE SCHEMA cannot be made at another source")
	}
	return s.executeOne(ctx, list[0], func(_ *Statement, of *Result) error { return providers.ReadToEnd(of) })
}
