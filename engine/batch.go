package engine

import (
	"context"
	"errors"
	"io"
	"time"

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

// BeginImplicit opens the implicit transaction that holds the statements of one
// simple query, or of a pipeline up to its Sync; it does nothing inside of any
// transaction.
func (s *Session) BeginImplicit(ctx context.Context) error {
	if s.Status() != providers.Idle {
		return nil
	}
	started := time.Now()
	if err := s.say(ctx, s.source.Name, "BEGIN"); err != nil {
		return first(s.recordImplied("BEGIN", started, err), err)
	}
	s.block = true
	return nil
}

// EndImplicit commits the implicit transaction, or rolls it back if it failed.
// It does nothing where none is open. The end is on record, as every end is.
func (s *Session) EndImplicit(ctx context.Context, failed bool) error {
	if !s.block {
		return nil
	}
	s.block = false
	defer s.currentCursors()
	committed := false
	defer func() { s.endNotify(committed) }()
	status, started := s.Status(), time.Now()
	if status == providers.Idle {
		return nil
	}
	if failed || status == providers.Failed {
		s.failed = false
		err := s.say(context.WithoutCancel(ctx), s.source.Name, "ROLLBACK")
		if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure { // the transaction is gone with it
			s.drop(s.source.Name)
			err = nil
		}
		return errors.Join(err, s.recordImplied("ROLLBACK", started, err))
	}
	entry, err := s.engine.config.Log.Begin(s.implied("COMMIT"))
	if err != nil {
		return joined(err, s.say(context.WithoutCancel(ctx), s.source.Name, "ROLLBACK"))
	}
	err = s.say(ctx, s.source.Name, "COMMIT")
	if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure {
		s.drop(s.source.Name)
	}
	err = first(err, entry.End(s.impliedEnd("COMMIT", time.Since(started), err)))
	committed = err == nil
	return err
}

// controlled follows what a client's own transaction control does to the
// implicit transaction, and to the cursors in it: BEGIN makes it the client's, an
// end ends it.
func (s *Session) controlled(p *planner.Statement, err error) {
	if p.Control == planner.Begin && err == nil || s.Status() == providers.Idle {
		s.block = false
	}
	s.currentCursors()
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// say sends transaction control of the engine's own to a source.
func (s *Session) say(ctx context.Context, source, verb string) error {
	ctx, done := s.running(ctx)
	defer done()
	conn, err := s.conn(ctx, source, false)
	if err != nil {
		return err
	}
	rows, err := conn.Query(ctx, providers.Statement{SQL: verb, Verb: verb, ReadOnly: true}, providers.Args{})
	if err != nil {
		return err
	}
	for err == nil {
		_, err = rows.Next()
	}
	if !errors.Is(err, io.EOF) {
		return joined(err, rows.Close())
	}
	return rows.Close()
}
