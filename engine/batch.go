package engine

import (
	"context"
	"errors"
	"io"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ExecuteAll runs a prepared batch as Postgres runs a simple query: where there
// is more than one statement and one of them changes something, in an implicit
// transaction, stopping at the first error, obeying BEGIN and COMMIT inside.
// each is called for every statement in turn and must read the result to its
// end or close it; the error it returns ends the batch.
// (PostgreSQL, "Multiple Statements in a Simple Query".)
func (s *Session) ExecuteAll(ctx context.Context, batch []*Statement, each func(*Statement, *Result) error) error {
	wanted := len(batch) > 1 && changes(batch)
	if err := s.agree(ctx, batch); err != nil {
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
			return joined(err, s.EndImplicit(context.WithoutCancel(ctx), true))
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
		return joined(err, result.Close())
	}
	if closing := result.Close(); closing != nil && !errors.Is(closing, io.EOF) {
		return closing
	}
	return nil
}

// joined keeps the first error's face: what happened while cleaning up is for
// the log.
func joined(first, second error) error {
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

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
