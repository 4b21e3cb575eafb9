package relay

import (
	"encoding/binary"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkTimes ends what has lasted too long.
func (s *session) checkTimes() {
	if s.phase == closed {
		return
	}
	if s.client.hungUp {
		s.clientHungUp() // another of the statements that the client left behind may be running now
	}
	now, o := s.loop.now, s.relay.options
	if s.isUnanswered(now) {
		s.giveUp()
		return
	}
	if o.WriteTimeout > 0 && !s.blocked.IsZero() && now.Sub(s.blocked) > o.WriteTimeout {
		s.relay.log.Info("a client does not take its answer", "waited", now.Sub(s.blocked))
		s.cancel()
		s.close()
		return
	}
	if it := s.queue.first(); it != nil {
		if it.instead == nil && !s.holdsMessages() {
			s.cancelOverdue(it, now.Sub(s.busySince))
		}
		return
	}
	if s.busy || s.syncing || s.phase == closing || s.unitSent || s.idleSince.IsZero() {
		return
	}
	idle := now.Sub(s.idleSince)
	switch inBlock := s.inBlock() || s.status == 'E'; {
	case inBlock && o.IdleInTransaction > 0 && idle > o.IdleInTransaction:
		s.killSession(sqlstate.New(sqlstate.IdleInTransactionTimeout, "terminating connection due to idle-in-transaction timeout"))
	case !inBlock && o.IdleTimeout > 0 && idle > o.IdleTimeout:
		s.killSession(sqlstate.New(sqlstate.IdleSessionTimeout, "terminating connection due to idle-session timeout"))
	}
}

// cancelOverdue cancels a statement that has run for too long.
func (s *session) cancelOverdue(it *item, ran time.Duration) {
	if limit := s.relayed.TimeLimit; limit > 0 && ran > limit {
		it.instead, it.overdue = s.relayed.Overdue, true
		s.cancelRunning(make(chan struct{}))
	}
}

// answerLimit is how long a server may be silent after it was asked to cancel a statement, by the
// client, by the gateway's limit, or because the client has left. PostgreSQL answers within
// milliseconds, or within seconds on an overloaded machine. A server that does not has stopped, or the
// network is cut.
const answerLimit = 10 * time.Second

// isUnanswered reports whether the server has been silent for answerLimit after a cancel request, or
// after a message of the relay's own that the server answers at once. The server does not count as
// silent while it cannot send because the client does not read.
func (s *session) isUnanswered(now time.Time) bool {
	if s.queue.empty() || s.busy || s.syncing || s.phase == closing || s.client.left() > highWater {
		return false
	}
	since := s.asked
	if it := s.queue.first(); since.IsZero() && (it.own || it.instead != nil) {
		since = s.busySince
	}
	return !since.IsZero() && now.Sub(since) > answerLimit && now.Sub(s.heard) > answerLimit
}

// giveUp ends a session whose server does not answer, and drops its backend. The outcome of the
// statement stays unknown.
func (s *session) giveUp() {
	s.relay.log.Warn("the server does not answer: its connection is dropped", "source", s.relayed.Name, "waited", answerLimit)
	s.server.ended, s.silent = true, true // the server cannot be asked for anything
	if s.client.hungUp {
		s.clientGone()
		return
	}
	if instead := s.queue.first().instead; instead != nil && s.asked.IsZero() { // the message was refused, and that is on record
		s.killSession(instead)
		return
	}
	reason := "user request"
	if s.queue.first().instead != nil {
		reason = "statement timeout"
	}
	s.killSession(sqlstate.New(sqlstate.QueryCanceled, "canceling statement due to %s: source %q does not answer, and whether the statement was carried out is not known", reason, s.relayed.Name).
		WithHint("Connect again. The audit log has the intent of a change."))
}

// valuesIn returns how many bytes the values of a DataRow have; frame is its beginning.
func valuesIn(frame []byte) int64 {
	if len(frame) < rowHead {
		return 0
	}
	columns := int64(binary.BigEndian.Uint16(frame[headerSize:]))
	return int64(binary.BigEndian.Uint32(frame[1:])) + 1 - rowHead - 4*columns
}
