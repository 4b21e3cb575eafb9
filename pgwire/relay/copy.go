package relay

import (
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file ends a COPY whose client breaks the protocol. While a server reads COPY data it ignores
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
