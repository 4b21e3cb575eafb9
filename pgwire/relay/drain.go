package relay

import (
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
)

// This file ends sessions when the gateway shuts down: idle sessions at once, the others when their
// statement, pipeline or transaction is over. What lasts too long is ended by Session.Stop.

// drainSession makes the session end as soon as its statement, pipeline or transaction is over.
func (s *session) drainSession() {
	if s.phase != open {
		return
	}
	s.draining = true
	s.endDrained()
}

// endDrained ends the session if it is to be drained and has finished.
func (s *session) endDrained() {
	if s.draining && s.phase == open && s.hasFinished() && s.queue.empty() {
		s.killSession(errShutdown)
	}
}

// hasFinished reports whether no pipeline, no transaction and no new statement of the session is open.
// Answers of the server may be due.
func (s *session) hasFinished() bool {
	return !s.busy && !s.syncing && !s.head.intended && !s.head.asked && !s.unitSent && s.status == byte(providers.Idle) && s.rest == 0
}

// beginsStatement reports whether a message may begin a statement.
func beginsStatement(kind byte) bool {
	switch kind {
	case request.Query, request.Parse, request.Bind, request.Describe, request.Execute, request.Close, request.FunctionCall:
		return true
	}
	return false
}

// mayGoOn reports whether a message may still be handled, because it belongs to what the session may
// finish. If not, done says that the session has ended. If it has not, the server's answers decide
// whether it ends, and the message waits for them.
func (s *session) mayGoOn() (goesOn, done bool) {
	switch {
	case s.unitSent || s.head.intended || s.head.asked:
		return true, false
	case !s.ensureAnswered(): // a COMMIT may be under way, or a BEGIN
		return false, false
	case !s.hasFinished():
		return true, false
	}
	s.killSession(errShutdown)
	return false, true
}
