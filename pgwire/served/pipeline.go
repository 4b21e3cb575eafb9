package served

import (
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
)

// This file is the implicit transaction of a pipeline: what a client sends up to its Sync takes effect as
// a whole or not at all.

// beginImplicit opens the implicit transaction before a statement that changes something, even if only a
// setting. If Sync follows at once, the statement is a transaction by itself, and no other is opened
// around it.
func (s *Session) beginImplicit(st *engine.Statement) error {
	changes := st.Changes() || st.Verb() == "SET"
	if !changes || s.engine.Status() != providers.Idle || s.client.syncFollows() {
		return nil
	}
	if s.client.phase.Load() > draining {
		return reply.Shutdown() // the server ends, and the statement has not begun
	}
	if err := s.engine.BeginImplicit(s.ctx); err != nil {
		return err
	}
	s.implicit = true
	return nil
}

// followControl follows the client's own transaction control: BEGIN makes the implicit
// transaction the client's, COMMIT and ROLLBACK end it.
func (s *Session) followControl(st *engine.Statement) {
	begins := st.Verb() == "BEGIN" || st.Verb() == "START TRANSACTION"
	s.implicit = s.implicit && !begins && s.engine.Status() != providers.Idle
}

// restsAtEngine reports whether no transaction is open.
func (s *Session) restsAtEngine() bool {
	return !s.implicit && s.engine.Status() == providers.Idle
}

// endImplicit ends the implicit transaction, if one is open. The client is told of a failed COMMIT; of the
// error that failed the pipeline it was told before.
func (s *Session) endImplicit() {
	err := s.endAtEngine()
	s.flushNotices()
	switch {
	case err != nil && s.failed:
		s.log.Warn("rolling back a pipeline", "error", err)
	case err != nil:
		s.client.out = reply.Error(s.client.out, 'E', s.fail(err))
	}
}

func (s *Session) endAtEngine() (err error) {
	defer s.recoverAs(&err)
	return s.engine.EndImplicit(s.ctx, s.failed)
}
