package relay

import (
	"errors"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file carries the data of a COPY FROM STDIN, and ends a COPY whose client breaks the protocol.
//
// A server that reads COPY data ignores a Sync, and one whose COPY has failed answers it. Which of both a Sync meets that is under way
// nobody knows, and then all later answers would be taken for those of other messages. So the server gets none: what follows a COPY waits
// until the server asks for the data or has answered, and a Sync between the data is not passed on: a client cannot count on an answer.
//
// While a server reads COPY data it ignores
// cancel requests, so only CopyFail or the end of the connection ends the COPY.

// inCopy reports whether a client may send a message while the server reads COPY data. A Terminate
// ends the session without an answer. (src/backend/commands/copyfromparse.c, CopyGetData)
func inCopy(kind byte) bool {
	switch kind {
	case request.CopyData, request.CopyDone, request.CopyFail, request.Flush, request.Sync, request.Terminate:
		return true
	}
	return false
}

// handleCopy passes COPY data, or its end, on to a server that reads them. Any other server ignores them.
func (s *session) handleCopy(kind byte, frame []byte) {
	if !s.copying {
		return
	}
	s.forwardToServer(frame)
	if kind == request.CopyData {
		s.dropRest = false
		return
	}
	s.copying, s.ripe = false, true
	if s.syncLater {
		s.ensureAnswered()
	}
}

// copyIn notes that the server reads COPY data, and reports whether the client may be told.
func (s *session) copyIn(it *item) bool {
	if !it.traits.CopiesIn {
		s.serverGone(errors.New("the server reads COPY data that nothing said it would"))
		return false
	}
	s.decidePending(it, nil) // their answers leave with this one
	s.copying = true
	if s.quiet {
		s.quiet = false // a message that waits for the end of the COPY would wait for ever
		s.loop.scheduleSession(s)
	}
	return !it.own
}

// errUnsynchronized is the server's last message to a client that breaks a COPY.
var errUnsynchronized = sqlstate.New(sqlstate.ProtocolViolation, "terminating connection because protocol synchronization was lost")

// breakCopy ends a COPY, and its session, because the client sent a message that is not allowed in a
// COPY. The client gets the error that the server would send. The message is not passed on, because
// the COPY may have failed by now.
func (s *session) breakCopy(kind byte) {
	err := sqlstate.New(sqlstate.ProtocolViolation, "unexpected message type 0x%02X during COPY from stdin", kind)
	s.dropHead()
	it := s.queue.first()
	it.run.End("", err, s.loop.now, &s.loop.ledger)
	it.run.Skip(errSkipped, s.loop.now, &s.loop.ledger)
	s.client.out = s.client.out[:s.safe]
	if !s.inFrame() {
		s.client.out = reply.Error(s.client.out, 'E', err)
		s.safe = len(s.client.out)
	}
	s.killSession(errUnsynchronized)
}

// failCopy sends a CopyFail to a server that reads COPY data, without waiting: the server takes the
// rows back and logs why. If it cannot be sent, the end of the connection has the same effect.
func (s *session) failCopy() {
	if s.rest > 0 || s.server.left() > 0 || !s.server.writable { // in the middle of a message
		return
	}
	b, at := reply.Begin(nil, request.CopyFail)
	_, _ = s.server.poller.Write(s.server.fd, reply.End(reply.Text(b, "the client has broken the COPY or left"), at))
}
