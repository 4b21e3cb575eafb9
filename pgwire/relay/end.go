package relay

import (
	"context"
	"errors"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay/descriptor"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// clientHungUp cancels the statement that runs, because the client has closed its side of the
// connection. What the client sent before is still handled.
func (s *session) clientHungUp() {
	if s.busy {
		s.cancel()
	}
	if !s.queue.empty() {
		s.cancelRunning(make(chan struct{}))
	}
}

// clientGone ends the session of a client that has left.
func (s *session) clientGone() {
	if s.phase == closed {
		return
	}
	s.cancel()
	s.close()
}

// endTerminated ends the session of a client that has sent Terminate, after the client got its last answers.
func (s *session) endTerminated() {
	s.phase = closing
	s.loop.touchSession(s)
}

// serverGone ends the session because its server has closed the connection.
func (s *session) serverGone(err error) {
	if s.phase == closed {
		return
	}
	s.relay.log.Debug("the server has gone", "source", s.relayed.Name, "error", err)
	s.server.ended = true
	if s.farewell { // the server has said why
		s.endFarewell()
		return
	}
	gone := sqlstate.New(sqlstate.ConnectionFailure, "the connection to source %q was lost", s.relayed.Name).
		WithHint("Connect again. If a COMMIT was under way, its result is not known; the audit log has its intent.")
	if !errors.Is(err, errEnded) {
		gone.Cause = err
	}
	s.killSession(gone)
}

// endFarewell ends the session behind the server's last word. While work is done for the session, it only notes that.
func (s *session) endFarewell() {
	err := sqlstate.New(sqlstate.AdminShutdown, "the server ended the session")
	if s.postponeEnd(err) {
		return
	}
	s.recordLost(err)
	s.phase = closing
	s.safe = len(s.client.out) // may leave once the record of what the server ended is written
	s.loop.touchSession(s)
}

// postponeEnd notes, while work is done for the session, that endWork ends it with an error. It returns false if there is no such work.
func (s *session) postponeEnd(err error) bool {
	if !s.busy && !s.syncing {
		return false
	}
	s.doom = err
	s.cancel()
	return true
}

// killSession ends the session with a FATAL error. While work is done for the session, it only notes the
// error.
func (s *session) killSession(err error) {
	if s.phase != open {
		return
	}
	if s.postponeEnd(err) {
		return
	}
	switch {
	case s.server.ended || s.queue.empty():
	case s.copying:
		s.failCopy()
	default: // the client does not wait for the result
		s.running = true
		s.cancelRunning(make(chan struct{}))
	}
	last := *sqlstate.From(err)
	s.recordLost(&last)
	if s.server.left() > 0 { // messages that were not sent yet must not run
		s.server.out, s.unitSent = s.server.out[:s.server.sent], true
	}
	last.Severity = reply.Fatal
	s.client.out = s.client.out[:s.safe]
	if !s.inFrame() {
		s.client.out = reply.Error(s.client.out, 'E', &last)
	}
	s.safe = len(s.client.out)
	s.phase = closing
	s.blocked = s.loop.now
	s.loop.touchSession(s)
}

// recordLost records that the statements under way are lost, for the reason given.
func (s *session) recordLost(err error) {
	for !s.queue.empty() {
		it := s.queue.first()
		s.endNaming(it, false)
		s.unsure = s.unsure || it.traits.Ends
		if !it.own && it.run.Open {
			it.run.End("", err, s.loop.now, &s.loop.ledger)
			it.run.Skip(err, s.loop.now, &s.loop.ledger)
		}
		s.decidePending(it, err)
		s.queue.pop(s.loop)
		s.unitSent = true // the server is not idle
	}
	s.doubting = 0
	s.guarding, s.moving, s.dropping, s.declaring, s.reading, s.holding = nil, 0, 0, 0, 0, 0
	s.endBindings(err)
	if s.changed { // in an implicit transaction, whose end is not known
		s.changed = false
		_ = s.relayed.Record(&s.relayed.Commit, err, &s.loop.ledger)
	}
	switch it := s.head.item; {
	case it != nil && s.head.intended:
		it.run.Skip(err, s.loop.now, &s.loop.ledger)
	case s.head.consent != nil && !s.head.recorded: // it was approved, and the server was not sent it
		_ = s.relayed.RecordUnrun(s.head.of, s.head.consent, err, &s.loop.ledger)
	default:
		return
	}
	s.head = head{}
}

// close ends the session and closes its sockets. While work is done for the session, close only notes
// that.
func (s *session) close() {
	if s.phase == closed {
		return
	}
	if s.busy || s.syncing { // endWork will close it
		s.gone = true
		s.cancel()
		return
	}
	idle := s.queue.empty() && !s.unitSent && s.status == byte(providers.Idle) && !s.server.ended && s.server.left() == 0 && s.rest == 0
	runs := (s.running || !s.queue.empty()) && !s.server.ended && !s.copying
	if s.copying && !s.queue.empty() && !s.server.ended {
		s.failCopy()
	}
	s.recordLost(sqlstate.New(sqlstate.AdminShutdown, "the client left before its answer"))
	if !idle && s.status != byte(providers.Idle) && !s.unsure {
		_ = s.relayed.Record(&s.relayed.Rollback, nil, &s.loop.ledger)
	}
	s.phase = closed
	s.status = byte(providers.Idle) // the end of an open transaction is on record by now
	how := providers.Broken
	switch {
	case idle:
		how = providers.Used
	case s.silent:
		how = providers.Silent
	}
	s.releaseBackend(how, runs)
	s.loop.close(s.client.fd)
	descriptor.HangUp(s.front.Conn, s.piped, &s.relay.work)
	s.loop.giveBack(s.client.out)
	s.loop.giveBack(s.in)
	s.client.out, s.in = nil, nil
	delete(s.loop.sessions, s.id)
	s.endFront()
}

// endFront tells the door, beside the loop, that the session is over.
func (s *session) endFront() {
	s.cancel()
	s.relay.work.Go(s.front.Ended)
}

// releaseBackend gives the backend back. running says that its statement has not ended.
func (s *session) releaseBackend(how providers.Release, running bool) {
	backend, link := s.backend, s.remote
	if backend == nil {
		return
	}
	link.access = s.access
	s.relayed.Backend.Store(0)
	s.backend, s.remote = nil, nil
	s.loop.poller.Remove(link.fd)
	s.loop.giveBack(s.server.out)
	s.server, s.ripe = socket{}, false
	if running {
		s.leaveBehind(backend, link)
		return
	}
	s.relay.releaseUnwatched(backend, link, how)
}

// releaseUnwatched gives back a backend that no loop watches any more.
func (r *Relay) releaseUnwatched(backend providers.Backend, link *remote, how providers.Release) {
	link.conn.Lend(false)
	backend.Release(how)
}

// cancelRunning asks the server to cancel the statement that runs, and closes asked when the request
// was delivered. The provider makes sure that the request does not hit the next session that has the
// backend.
func (s *session) cancelRunning(asked chan struct{}) {
	if s.busy && !s.intending { // a person, a catalog or a place in the pool is waited for
		s.canceled = true
		s.cancelWork(engine.ErrCanceled)
		close(asked)
		return
	}
	if s.backend == nil || s.queue.empty() || s.phase == closed {
		s.canceled = s.hasMessage()
		close(asked)
		return
	}
	if it := s.queue.first(); it.own && s.phase == open { // it must not hit that: cancelBehind sends it
		s.cancelHeld = true
		close(asked)
		return
	}
	if s.asked.IsZero() {
		s.asked = s.loop.now
		s.flushUnit()
	}
	backend := s.backend
	s.canceling++
	s.relay.work.Go(func() {
		defer s.loop.postWork(s.cancelDelivered)
		defer close(asked)
		s.requestCancel(backend)
	})
}

// cancelBehind sends the cancel request that has waited for the answer to a message of the relay's own. It is for the statement
// behind that, which may not be sent yet.
func (s *session) cancelBehind() {
	if s.cancelHeld {
		s.cancelHeld = false
		s.cancelRunning(make(chan struct{}))
	}
}

// hasMessage reports whether a message of the client's is in hand, which was not sent yet: it is judged or recorded, or waits until the
// server has answered all.
func (s *session) hasMessage() bool { return s.busy || s.quiet || s.head.item != nil }

// ensureUncanceled makes sure that no cancel request is under way that could hit a message of the relay's own.
func (s *session) ensureUncanceled() bool {
	s.quiet = s.canceling > 0
	return !s.quiet
}

// cancelDelivered goes on with what has waited until no cancel request was under way.
func (s *session) cancelDelivered() {
	if s.canceling--; s.canceling == 0 && s.phase == open {
		s.loop.runGuarded(s, s.goOn)
	}
}

// flushUnit sends a Flush in the middle of a unit, so that the server sends the answers that it keeps
// back. A server that only waits for the next message would otherwise look like one that does not
// answer.
func (s *session) flushUnit() {
	if s.unitSent && !s.copying && (s.rest == 0 || s.dropRest) && s.phase != closing {
		s.forwardToServer(emptyReply(request.Flush))
		s.loop.scheduleSession(s)
	}
}

// requestCancel delivers a cancel request, and reports whether the server took it.
func (s *session) requestCancel(backend providers.Backend) bool {
	ctx, cancel := context.WithTimeout(s.relay.requests, cancelLimit)
	defer cancel()
	err := backend.Cancel(ctx)
	if err != nil {
		s.relay.log.Warn("a statement could not be cancelled", "source", s.relayed.Name, "error", err)
	}
	return err == nil && ctx.Err() == nil
}

// leaveBehind gives back a backend that still runs a statement whose client has left. The server
// ignores a cancel request that comes between two messages, so it is sent up to three.
func (s *session) leaveBehind(backend providers.Backend, link *remote) {
	s.relay.work.Go(func() {
		for range 3 {
			if !s.requestCancel(backend) {
				break // another try would take as long
			}
			select {
			case <-time.After(100 * time.Millisecond):
			case <-s.relay.requests.Done():
			}
		}
		s.relay.releaseUnwatched(backend, link, providers.Broken)
	})
}

const (
	cancelLimit = 5 * time.Second // bounds the delivery of one cancel request
	cancelGrace = time.Second     // bounds the delivery of all when the relay ends
)
