package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// currentCursors are the cursors that the session has declared by SQL at its source. FETCH and MOVE
// are planned each time by the queries of these cursors; planner.Cursors says when a name cannot be
// judged by its DECLARE any more.
func (s *Session) currentCursors() *planner.Cursors {
	if s.Status() == providers.Idle {
		s.cursors.EndTransaction()
	}
	return &s.cursors
}

// commitsCode reports whether a statement is a COMMIT that runs the query of a cursor WITH HOLD, with
// users' code in it.
func (s *Session) commitsCode(p *planner.Statement) bool {
	return p.Control == planner.Commit && p.Provider == s.source.Name && len(s.cursors.RunAtCommit()) > 0
}

// changedSince is the error of a COMMIT that would run other code than what was there when a cursor
// WITH HOLD was declared; nil: it would not, or the mode allows any code.
func (s *Session) changedSince(ctx context.Context, p *planner.Statement) error {
	if s.unasked() || !s.commitsCode(p) {
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

// heldHolds reports whether the code of a cursor WITH HOLD is what was declared.
func (s *Session) heldHolds(ctx context.Context, c planner.HeldCursor) (bool, error) {
	if c.Closure != nil {
		return c.Closure.Holds(ctx)
	}
	catalog, err := s.current.Catalog(ctx)
	return err == nil && catalog.Version() == c.Version, err
}
