package engine

import (
	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// LISTEN and NOTIFY of a source that does not have them (package notify). Steps are carried out when the
// transaction is committed and on record.

// answersNotify reports whether a statement is a LISTEN, UNLISTEN or NOTIFY that the engine answers.
func (s *Session) answersNotify(p *planner.Statement) bool {
	return p.Notify != nil && s.KeepsPrepared() && p.Provider == s.source.Name
}

// runNotify answers LISTEN, UNLISTEN and NOTIFY.
func (s *Session) runNotify(p *planner.Statement) (providers.Rows, error) {
	if err := s.listener.Add(p.Verb, p.Notify.Channel, p.Notify.Payload); err != nil {
		return nil, err
	}
	return &ownresult.Rows{Command: p.Verb}, nil
}

// followTransaction notes what a statement that has succeeded did to the steps for the commit, and to the
// locks of the session.
func (s *Session) followTransaction(p *planner.Statement) {
	switch {
	case p.Verb == "DISCARD" && p.Prepared != nil:
		_ = s.listener.Add("UNLISTEN", "", "") // DISCARD ALL runs in no transaction block, so there is room for one step
		s.engine.advisory.Discard(&s.locks)
	case p.Control != planner.Savepoint:
	case p.Verb == "SAVEPOINT":
		s.listener.Savepoint(p.Savepoint())
	case p.Verb == "RELEASE":
		s.listener.Release(p.Savepoint())
	case p.Verb == "ROLLBACK":
		s.listener.RollbackTo(p.Savepoint())
	}
}

// endTransaction carries out the steps of a transaction that was committed, forgets them otherwise, with the cursors
// that it has declared, and gives back the locks of the transaction.
func (s *Session) endTransaction(committed bool) {
	s.approved, s.defers = nil, false
	s.endCursors(committed)
	s.followCursors()
	s.engine.advisory.EndTransaction(&s.locks)
	s.engine.channels.EndTransaction(&s.listener, committed)
}

// Listens reports whether the session listens to anything.
func (s *Session) Listens() bool { return s.listener.Listens() }

// leaveChannels removes a session that ends from all channels, and gives its locks back.
func (s *Session) leaveChannels() {
	s.engine.advisory.End(&s.locks)
	s.engine.channels.End(&s.listener)
}
