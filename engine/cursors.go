package engine

import (
	"context"
	"maps"
	"time"

	"github.com/sallyportdb/sallyport/engine/cursors"
	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// currentCursors are the cursors that the session has declared by SQL at its source. FETCH and MOVE
// are planned each time by the queries of these cursors; planner.Cursors says when a name cannot be
// judged by its DECLARE any more.
func (s *Session) currentCursors() *planner.Cursors {
	if s.Status() == providers.Idle {
		s.cursors.ForgetUnheld()
	}
	return &s.cursors
}

// noteCursors notes what a statement that the source has run did to the cursors. A COMMIT whose tag is ROLLBACK could only roll back.
func (s *Session) noteCursors(p *planner.Statement, tag string) {
	s.opened.FollowRows(endsTransaction(p), keepsRows[p.Verb])
	if endsTransaction(p) || p.Verb == prepareTransaction {
		s.approved, s.defers = nil, false
	}
	if s.approved != nil && p.Control == planner.Savepoint && p.Verb == "ROLLBACK" {
		s.approved.restored = s.Status() == providers.Failed
	}
	if tag == "ROLLBACK" && (p.Control == planner.Commit || p.Verb == prepareTransaction) {
		s.endCursors(false)
		return
	}
	s.cursors.Follow(p)
	if p.Cursor != nil { // another cursor has the name, or none has
		delete(s.fetched, p.Cursor.Name)
	}
}

// fetchedOf returns what the FETCHes of a cursor have returned so far. A cursor that the session has not declared counts as the one of
// its name up to the end of the transaction.
func (s *Session) fetchedOf(name string) *Whole {
	w := s.fetched[name]
	if w == nil {
		if s.fetched == nil {
			s.fetched = map[string]*Whole{}
		}
		w = &Whole{}
		s.fetched[name] = w
	}
	return w
}

// endCursors notes what the end of a transaction did to the cursors.
func (s *Session) endCursors(committed bool) {
	s.cursors.EndTransaction(committed)
	maps.DeleteFunc(s.fetched, func(name string, _ *Whole) bool { _, stays := s.cursors.SQL(name); return !stays })
}

// commitsCode reports whether a statement is a COMMIT that runs the query of a cursor WITH HOLD, with
// users' code in it.
func (s *Session) commitsCode(p *planner.Statement) bool {
	return p.Control == planner.Commit && p.Provider == s.source.Name && len(s.cursors.RunAtCommit()) > 0
}

// changedSince returns the error of a statement that would run other code, at the end of the transaction, than there was when a cursor WITH
// HOLD was declared, or when a change was approved. nil: the code is the same, or the mode allows any code.
func (s *Session) changedSince(ctx context.Context, p *planner.Statement, v gate.Verdict) error {
	if !s.asksNobody() && s.mayRunCode(p, v) {
		if err := s.approvedSince(ctx); err != nil {
			return err
		}
	}
	if s.asksNobody() || !s.commitsCode(p) {
		return nil
	}
	for _, c := range s.cursors.RunAtCommit() {
		if same, err := s.heldHolds(ctx, c); err != nil {
			return err
		} else if !same {
			return sqlstate.New(sqlstate.ObjectNotInState, "the cursor %q runs code when the transaction commits, and code was changed since it was declared", c.Name).
				WithHint("Roll back, and declare it again.")
		}
	}
	return nil
}

// heldHolds reports whether a cursor WITH HOLD still runs the code that it was declared with. What the open transaction has changed
// itself, only the session's own connection sees.
func (s *Session) heldHolds(ctx context.Context, c planner.HeldCursor) (bool, error) {
	if c.Closure == nil {
		catalog, err := s.current.Catalog(ctx)
		return err == nil && catalog.Version() == c.Version, err
	}
	same, err := c.Closure.Holds(ctx)
	guarded, ok := c.Closure.(providers.Guarded)
	if ask := s.connectionAsker(); err == nil && same && ok && s.names.altered && ask != nil && s.Status() != providers.Failed {
		same, err = guarded.HoldsIn(ctx, ask)
	}
	return same, err
}

// answersCursor reports whether a statement is about a cursor that the engine keeps, for a source that has
// none (package cursors).
func (s *Session) answersCursor(p *planner.Statement) bool {
	return s.KeepsPrepared() && p.Provider == s.source.Name &&
		(p.Fetch != nil || p.Cursor != nil && (p.Verb == "DECLARE CURSOR" || p.Verb == "CLOSE CURSOR"))
}

// HasCursor reports whether the session may have a cursor of that name.
func (s *Session) HasCursor(name string) bool { return !s.KeepsPrepared() || s.opened.Has(name) }

// isDeclare reports whether a statement is the DECLARE of a cursor that the engine keeps.
func (s *Session) isDeclare(p *planner.Statement) bool {
	return s.answersCursor(p) && p.Fetch == nil && !p.Cursor.Gone
}

// describeCursor describes what a FETCH returns.
func (s *Session) describeCursor(p *planner.Statement) (d providers.Description) {
	if p.Fetch != nil && !p.Fetch.Move {
		d.Columns, _ = s.opened.Find(p.Fetch.Cursor) // the FETCH itself says what is wrong, when it runs
	}
	return d
}

// runCursor runs DECLARE, FETCH, MOVE and CLOSE. What CLOSE closes is closed by followCursors.
func (s *Session) runCursor(ctx context.Context, st *Statement, args providers.Args) (providers.Rows, error) {
	p := st.plan
	switch {
	case p.Fetch != nil:
		return s.opened.Fetch(ctx, p.Fetch)
	case p.Cursor.Gone && p.Cursor.Name == "":
		return &ownresult.Rows{Command: "CLOSE CURSOR ALL"}, nil
	case p.Cursor.Gone:
		if _, err := s.opened.Find(p.Cursor.Name); err != nil {
			return nil, err
		}
		return &ownresult.Rows{Command: "CLOSE CURSOR"}, nil
	}
	return s.declareCursor(ctx, st, args)
}

// declareCursor begins the query of a cursor that is declared.
func (s *Session) declareCursor(ctx context.Context, st *Statement, args providers.Args) (providers.Rows, error) {
	name, inTransaction := st.plan.Cursor.Name, s.Status() != providers.Idle
	if err := s.opened.Room(name); err != nil {
		return nil, err
	}
	if !inTransaction && !st.plan.Cursor.Hold {
		return nil, sqlstate.New(sqlstate.NoActiveTransaction, "DECLARE CURSOR can only be used in transaction blocks")
	}
	conn, err := s.connectionTo(ctx, st.plan.Provider, false)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx)) // the cursor outlives the DECLARE
	defer context.AfterFunc(ctx, cancel)()
	text := st.sourceText()
	text.Verb, text.Cursor = "SELECT", true
	rows, err := conn.Query(life, text, providers.Args{Values: args.Values, Formats: args.Formats})
	if err != nil {
		cancel()
		return nil, err
	}
	declared := cursors.Declared{Message: st.request.SQL, Since: time.Now(), Hold: st.plan.Cursor.Hold, Scrolls: st.plan.Cursor.Scrolls, Points: st.plan.Cursor.Points}
	s.opened.Declare(name, rows, cancel, declared, inTransaction)
	return &ownresult.Rows{Command: "DECLARE CURSOR"}, nil
}

// followCursors closes the cursors that the session does not have any more.
func (s *Session) followCursors() {
	s.opened.CloseExcept(func(name string) bool { _, has := s.cursors.SQL(name); return has })
}
