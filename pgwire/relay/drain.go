package relay

import (
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
)

// This file ends sessions when the server ends: at once those that do nothing, the
// others when the statement, the pipeline or the transaction is over that they are
// in. What lasts too long is stopped (Session.Stop).

// drain has the session end when nothing is to be finished.
func (s *session) drain() {
	if s.phase != open {
		return
	}
	s.draining = true
	s.endDrained()
}

// endDrained ends a session that is to end and has nothing to finish.
func (s *session) endDrained() {
	if s.draining && s.phase == open && s.finished() && s.queue.empty() {
		s.kill(errShutdown)
	}
}

// finished reports whether the session is in no pipeline and no transaction, and
// begins no statement, but for what the server has not answered.
func (s *session) finished() bool {
	return !s.busy && !s.settling && !s.head.intended && !s.head.asked && !s.unitSent && s.status == byte(providers.Idle) && s.rest == 0
}

// begins reports whether a message may begin something.
func begins(kind byte) bool {
	switch kind {
	case request.Query, request.Parse, request.Bind, request.Describe, request.Execute, request.Close, request.FunctionCall:
		return true
	}
	return false
}

// goesOn reports whether a message belongs to what the session may finish. Else,
// done says that the session has ended; if it has not, the answers of the server
// decide.
func (s *session) goesOn() (goesOn, done bool) {
	switch {
	case s.unitSent || s.head.intended || s.head.asked:
		return true, false
	case !s.settledFirst(): // a COMMIT may be under way, or a BEGIN
		return false, false
	case !s.finished():
		return true, false
	}
	s.kill(errShutdown)
	return false, true
}
