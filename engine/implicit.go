package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Transactions that begin or end without a statement of the client's: the implicit transaction of a
// simple query of several statements, or of a pipeline up to its Sync.
//
// The engine opens and ends one itself where it runs the statements, and the COMMIT has an intent. A server that
// runs them as the client sent them ends it by itself. Then the intents of the changes in it are on disk each
// before its change runs, since no statement that could wait for a COMMIT's intent is in it
// (execution.inTransaction). An end that commits, and comes together with the outcomes, is not on record: the
// outcomes say it. Any other end is on record. If the transaction is still open when the outcome of a change is
// written, that is on record before the end (Relayed.Record).

// BeginImplicit opens the implicit transaction that holds the statements of one
// simple query, or of a pipeline up to its Sync; it does nothing inside of any
// transaction.
func (s *Session) BeginImplicit(ctx context.Context) error {
	if s.Status() != providers.Idle {
		return nil
	}
	started := time.Now()
	if err := s.sendControl(ctx, s.source.Name, "BEGIN"); err != nil {
		return cmp.Or(s.recordImplied("BEGIN", started, err), err)
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
	defer func() { s.endTransaction(committed) }()
	status, started := s.Status(), time.Now()
	if status == providers.Idle {
		return nil
	}
	if failed || status == providers.Failed {
		s.failed = false
		err := s.sendControl(context.WithoutCancel(ctx), s.source.Name, "ROLLBACK")
		if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure { // the transaction is gone with it
			s.dropConn(s.source.Name)
			err = nil
		}
		return errors.Join(err, s.recordImplied("ROLLBACK", started, err))
	}
	var l Ledger
	rec := s.impliedRecord("COMMIT")
	entry := l.batchOf(s).Begin(&rec)
	if err := l.Commit(s.engine, nil); err != nil {
		return joinCause(err, s.sendControl(context.WithoutCancel(ctx), s.source.Name, "ROLLBACK"))
	}
	err := s.sendControl(ctx, s.source.Name, "COMMIT")
	if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure {
		s.dropConn(s.source.Name)
	}
	l.batchOf(s).End(entry, s.impliedEnd("COMMIT", time.Since(started), err))
	err = cmp.Or(err, l.Commit(s.engine, nil))
	committed = err == nil
	return err
}

// followControl follows what a client's own transaction control does to the
// implicit transaction, and to the cursors in it: BEGIN makes it the client's, an
// end ends it.
func (s *Session) followControl(p *planner.Statement, err error) {
	if p.Control == planner.Begin && err == nil || s.Status() == providers.Idle {
		s.block = false
	}
	s.currentCursors()
}

// impliedRecord describes transaction control that no client wrote: BEGIN and the end of an
// implicit transaction, or the end of a transaction that its client left open.
func (s *Session) impliedRecord(verb string) audit.Record {
	rec := s.who
	rec.Decision, rec.Class, rec.Verb = audit.Allow, planner.Session.String(), verb
	return rec
}

// impliedEnd describes what came of transaction control that no client wrote.
func (s *Session) impliedEnd(tag string, took time.Duration, err error) audit.Outcome {
	return audit.Outcome{Duration: took, Err: s.safeError(err, "", audit.Record{}), Tag: tag}
}

// recordImplied records transaction control that no client wrote.
func (s *Session) recordImplied(verb string, started time.Time, err error) error {
	rec := s.impliedRecord(verb)
	return s.engine.config.Log.Write(rec.With(s.impliedEnd(verb, time.Since(started), err)))
}

// sendControl sends transaction control of the engine's own to a source.
func (s *Session) sendControl(ctx context.Context, source, verb string) error {
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	conn, err := s.connectionTo(ctx, source, false)
	if err != nil {
		return err
	}
	rows, err := conn.Query(ctx, providers.Statement{SQL: verb, Verb: verb, ReadOnly: true}, providers.Args{})
	if err != nil {
		return err
	}
	if err := providers.ReadToEnd(rows); err != nil {
		return joinCause(err, rows.Close())
	}
	return rows.Close()
}

// ExecuteAll runs a prepared batch as PostgreSQL runs a simple query ("Multiple Statements in a Simple
// Query"): until the first error, and obeying BEGIN and COMMIT among the statements. If there are
// several statements and one of them changes something, be it a setting, they run in an implicit transaction. each is
// called for every statement in turn, and reads the result to its end or closes it; its error ends the
// batch.
func (s *Session) ExecuteAll(ctx context.Context, batch []*Statement, each func(*Statement, *Result) error) error {
	wanted := len(batch) > 1 && anyChanges(batch)
	if err := s.consentBatch(ctx, batch); err != nil {
		return err
	}
	defer func() { s.agreed = nil }()
	for i := 0; i < len(batch); i++ {
		if batch[i].fails != nil {
			if rest := s.planLater(ctx, batch[i]); len(rest) > 0 {
				batch = append(batch[:i:i], rest...)
			}
		}
		st := batch[i]
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
	if err := result.ReadBy(func() error { return each(st, result) }); err != nil {
		return joinCause(err, result.Close())
	}
	if closing := result.Close(); closing != nil && !errors.Is(closing, io.EOF) {
		return closing
	}
	return nil
}

// ReadBy has a door read the result by f, to its end or an error. A panic of f is the statement's error.
func (r *Result) ReadBy(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = r.Fail(r.session.panicError(p))
		}
	}()
	return f()
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

// blockVerbs are the verbs of statements that change nothing but what ends with the transaction, or is undone with it.
var blockVerbs = map[string]bool{"SET": true, "RESET": true, "DECLARE CURSOR": true, "LOCK TABLE": true}

func anyChanges(batch []*Statement) bool {
	for _, st := range batch {
		if st.Changes() || blockVerbs[st.Verb()] {
			return true
		}
	}
	return false
}
