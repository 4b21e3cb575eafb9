package engine

import (
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// declared are the cursors that the session has declared by SQL at its source: FETCH
// and MOVE are judged by what these run.
//
// A cursor whose code or names were changed since its DECLARE is told here: FETCH is
// planned anew each time, by today's catalog and by what cursors doubts.
func (s *Session) declared() *planner.Cursors {
	if s.Status() == providers.Idle {
		s.cursors.End()
	}
	return &s.cursors
}

// Named notes that the source has given a name to a portal of the protocol's, or
// closed one: it is not that of a cursor any more.
func (r *Relayed) Named(portal string) { r.session.cursors.Forget(portal) }
