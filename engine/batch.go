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
	b := block{session: s, wanted: len(batch) > 1 && changes(batch)}
	for _, st := range batch {
		if err := b.before(ctx, st); err != nil {
			return errors.Join(err, b.rollback(ctx))
		}
		err := s.executeOne(ctx, st, each)
		if err != nil {
			return joined(err, b.rollback(ctx))
		}
		b.after(st)
	}
	return b.commit(ctx)
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
		if st.plan.Class != planner.Read && st.plan.Class != planner.Session {
			return true
		}
	}
	return false
}

// block is the implicit transaction around a batch.
type block struct {
	session *Session
	wanted  bool
	open    bool
}

// before opens the block where the next statement needs one.
func (b *block) before(ctx context.Context, st *Statement) error {
	if !b.wanted || b.open || b.session.Status() != providers.Idle || st.plan.Control != planner.NoControl {
		return nil
	}
	if err := b.say(ctx, "BEGIN"); err != nil {
		return err
	}
	b.open = true
	return nil
}

// after notices that a statement ended the block, or made it the client's own.
func (b *block) after(st *Statement) {
	if st.plan.Control == planner.Begin || b.session.Status() == providers.Idle {
		b.open = false
	}
}

func (b *block) commit(ctx context.Context) error {
	if !b.open {
		return nil
	}
	b.open = false
	return b.say(ctx, "COMMIT")
}

func (b *block) rollback(ctx context.Context) error {
	if !b.open {
		return nil
	}
	b.open = false
	return b.say(context.WithoutCancel(ctx), "ROLLBACK")
}

// say sends transaction control of the engine's own; the client's statements
// are what the record tells of.
func (b *block) say(ctx context.Context, verb string) error {
	s := b.session
	ctx, done := s.running(ctx)
	defer done()
	conn, err := s.conn(ctx, s.source.Name)
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
