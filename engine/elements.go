package engine

import (
	"context"
	"errors"
	"io"
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
	for { // the schema is made when its rows have ended
		if _, err := r.rows.Next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
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
			before := utf8.RuneCountInString(r.statement.plan.Text[:e.Offset])
			placed := *sqlstate.From(err)
			if placed.Position > 0 {
				placed.Position += before
			}
			return &placed
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
	return s.executeOne(ctx, list[0], func(_ *Statement, of *Result) error {
		for {
			if _, err := of.Next(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
}
