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
		s.clientHungUp() // the next statement of those that it left behind may run by now
	}
	now, o := s.loop.now, s.relay.options
	if s.unanswered(now) {
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
		if it.instead == nil && !s.holds() {
			s.cancelOverdue(it, now.Sub(s.busySince))
		}
		return
	}
	if s.busy || s.settling || s.phase == closing || s.unitSent || s.idleSince.IsZero() {
		return
	}
	idle := now.Sub(s.idleSince)
	switch inBlock := s.inBlock() || s.status == 'E'; {
	case inBlock && o.IdleInTransaction > 0 && idle > o.IdleInTransaction:
		s.kill(sqlstate.New(sqlstate.IdleInTransactionTimeout, "terminating connection due to idle-in-transaction timeout"))
	case !inBlock && o.IdleTimeout > 0 && idle > o.IdleTimeout:
		s.kill(sqlstate.New(sqlstate.IdleSessionTimeout, "terminating connection due to idle-session timeout"))
	}
}

// cancelOverdue has a statement cancelled that has run for too long.
func (s *session) cancelOverdue(it *item, ran time.Duration) {
	if err := s.relayed.Overdue(ran); err != nil {
		it.instead, it.overdue = err, true
		s.cancelRunning(make(chan struct{}))
	}
}

// answerLimit is how long a server may be silent after it was asked to cancel a
// statement: by the client, by the gateway's limit, or because the client left.
// PostgreSQL answers that in milliseconds, on a machine with far too much to do in
// seconds; a server that does not has stopped, or the network between has.
const answerLimit = 10 * time.Second

// unanswered reports whether the server has had its time to answer a cancel
// request, or a message of ours that takes it no time, and has said nothing. A server
// that cannot say anything because the client does not read is not meant.
func (s *session) unanswered(now time.Time) bool {
	if s.queue.empty() || s.busy || s.settling || s.phase == closing || s.client.left() > highWater {
		return false
	}
	since := s.asked
	if it := s.queue.first(); since.IsZero() && (it.own || it.instead != nil) {
		since = s.busySince
	}
	return !since.IsZero() && now.Sub(since) > answerLimit && now.Sub(s.heard) > answerLimit
}

// giveUp ends a session whose server does not answer: the backend is dropped, and
// nobody knows what came of the statement.
func (s *session) giveUp() {
	s.relay.log.Warn("the server does not answer: its connection is dropped", "source", s.relayed.Name, "waited", answerLimit)
	s.server.ended, s.silent = true, true // nothing can be asked of it
	if s.client.hungUp {
		s.clientGone()
		return
	}
	if instead := s.queue.first().instead; instead != nil && s.asked.IsZero() { // it was refused, and is on record
		s.kill(instead)
		return
	}
	reason := "user request"
	if s.queue.first().instead != nil {
		reason = "statement timeout"
	}
	s.kill(sqlstate.New(sqlstate.QueryCanceled, "canceling statement due to %s: source %q does not answer, and whether the statement was carried out is not known", reason, s.relayed.Name).
		WithHint("Connect again. The audit log has the intent of a change."))
}

// valuesIn returns how many bytes the values of a DataRow have, of which the beginning is there.
func valuesIn(frame []byte) int64 {
	if len(frame) < rowHead {
		return 0
	}
	columns := int64(binary.BigEndian.Uint16(frame[headerSize:]))
	return int64(binary.BigEndian.Uint32(frame[1:])) + 1 - rowHead - 4*columns
}
