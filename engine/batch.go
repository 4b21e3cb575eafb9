package engine

import (
	"context"
	"errors"
	"io"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ExecuteAll runs a prepared batch as PostgreSQL runs a simple query ("Multiple Statements in a Simple
// Query"): until the first error, and obeying BEGIN and COMMIT among the statements. If there are
// several statements and one of them changes something, they run in an implicit transaction. each is
// called for every statement in turn, and reads the result to its end or closes it; its error ends the
// batch.
func (s *Session) ExecuteAll(ctx context.Context, batch []*Statement, each func(*Statement, *Result) error) error {
	wanted := len(batch) > 1 && changes(batch)
	if err := s.consentBatch(ctx, batch); err != nil {
		return err
	}
	defer func() { s.agreed = nil }()
	for _, st := range batch {
		if wanted && st.plan.Control == planner.NoControl {
			if err := s.BeginImplicit(ctx); err != nil {
				return err
			}
		}
		if err := s.executeOne(ctx, st, each); err != nil {
			return joinCause(err, s.EndImplicit(context.WithoutCancel(ctx), true))
		}
	}
	return s.EndImplicit(ctx, false)
}

// executeOne runs one statement and has its result read.
func (s *Session) executeOne(ctx context.Context, st *Statement, each func(*Statement, *Result) error) error {
	result, err := s.Execute(ctx, st, providers.Args{}, Options{})
	if err != nil {
		return err
	}
	if err := each(st, result); err != nil {
		return joinCause(err, result.Close())
	}
	if closing := result.Close(); closing != nil && !errors.Is(closing, io.EOF) {
		return closing
	}
	return nil
}

// joinCause is the first error with the second among its causes, for the log.
func joinCause(first, second error) error {
	if second == nil {
		return first
	}
	e := *sqlstate.From(first)
	e.Cause = errors.Join(e.Cause, second)
	return &e
}

func changes(batch []*Statement) bool {
	for _, st := range batch {
		if st.Changes() {
			return true
		}
	}
	return false
}
