package relay

import (
	"context"
	"crypto/rand"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file asks people for approval before the server gets a statement. While they are asked, the
// session stands still: nothing is under way, the client's messages are not handled, and the server is
// sent nothing. The decision ends the wait, or its time limit, a cancel request, or the end of the
// client, the server or the gateway.

// mostBehind bounds the bytes that a client may send behind a statement that waits for its approval.
const mostBehind = 1 << 20

// mostNotices bounds the bytes of notices that are kept for a client.
const mostNotices = 64 << 10

// ensureConsent makes sure that one execution of a batch costs no more than its role allows, and has the
// approval that it needs. The answer is in head.consent, or head.err says why there is none.
func (s *session) ensureConsent(b *engine.Batch, args providers.Args) bool {
	if !b.Asks && !b.Weighs || s.head.asked || s.head.err != nil {
		return true
	}
	if !s.ensureAtRest() || !s.ensureOwnNames(b.Asks && s.backend != nil) {
		return false
	}
	readings := s.currentReadings()
	s.workForPerson(func(ctx context.Context) {
		var err error
		s.head.consent, err = s.relayed.Consent(ctx, b, args, readings, s.noticeClient)
		s.head.setRefusal(err)
		if err == nil && s.head.consent == nil && b.Asks { // which is not on record
			s.head.err = errInternal
		}
		s.head.asked, s.head.endJudged = true, false // something may have changed meanwhile
	})
	return false
}

// ensureQueryConsent is ensureConsent for a simple query, or a function call. Nobody is asked about a message that may not end the
// transaction of the messages before it. done says, where ok is false, that the message is done with.
func (s *session) ensureQueryConsent(kind byte, it *item, args providers.Args) (ok, done bool) {
	if it.batch.Asks && !s.head.asked {
		if ok, done := s.ensureUnitMayEnd(kind, it); !ok {
			return false, done
		}
	}
	switch {
	case !s.ensureConsent(&it.batch, args):
		return false, false
	case s.head.err != nil:
		return false, s.refuseMessage(kind, s.head.err)
	}
	return true, false
}

// ensureCovered makes sure that a portal that was approved when it was bound is still covered by that
// approval when it is executed.
func (s *session) ensureCovered(p *portal) bool {
	b := &p.of.batch
	if s.head.judged {
		return true
	}
	if !s.ensureAnswered() {
		return false
	}
	readings := s.currentReadings()
	s.workBeside(func(ctx context.Context) {
		s.head.setRefusal(s.relayed.Covers(ctx, b, p.asked, readings, p.consent, p.begun))
		s.head.judged = true
	})
	return false
}

// ensureAtRest makes sure that nothing is under way, and that as little as possible is held while
// people are asked: no backend that others could use, and no locks that the server took for a
// statement of this unit.
func (s *session) ensureAtRest() bool {
	switch {
	case !s.ensureAnswered():
		return false
	case s.passing > 0: // a part of a message has been passed on
		s.quiet = true
		return false
	case len(s.unguarded) > 0 && s.unitSent && !s.bound && s.status == byte(providers.Idle):
		return s.ensureUnitCompared() && s.ensureAnswered()
	case s.unitSent && !s.bound && s.status == byte(providers.Idle): // nothing in the unit has run
		if !s.ensureUncanceled() {
			return false
		}
		it := s.loop.newItem(waitSync)
		it.own = true
		s.unitSent = false
		s.sendToServer(it, emptyReply(request.Sync))
		return s.ensureAnswered()
	}
	s.lendBackend()
	return true
}

// currentReadings are the settings by which texts and values are read now. After a message of this unit has
// set something they are unknown, since the server reports settings at the unit's end.
func (s *session) currentReadings() engine.Readings {
	readings := s.read
	readings.Unknown = s.setIn == s.unit+1
	return readings
}

// noteReading notes a setting that the server reports, if texts and values are read by it.
func (s *session) noteReading(name, value string) {
	switch name {
	case "DateStyle":
		s.read.DateStyle = value
	case "IntervalStyle":
		s.read.IntervalStyle = value
	case "TimeZone":
		s.read.TimeZone = value
	}
}

// prepareAnew prepares a statement for an approved Bind, by the settings that are in force now, and
// returns its name. The name is a new one each time: after a Bind that fails the statement stays for a
// while, and must not be taken for another.
func (s *session) prepareAnew(st *statement) string {
	name := globalPrefix + rand.Text()
	s.prepareThere(name, st)
	return name
}

// closeApproved closes a statement of prepareAnew. The server skips that if the Bind has failed; then
// freeLeft closes it.
func (s *session) closeApproved(name string) {
	it := s.loop.newItem(waitClose)
	it.own, it.frees = true, name
	s.sendToServer(it, appendClose(nil, 'S', name))
}

// freeLeft closes the statements of prepareAnew that were left, when the server has answered all and
// no unit is open.
func (s *session) freeLeft() {
	if len(s.left) == 0 || !s.queue.empty() || s.unitSent || s.backend == nil || s.phase != open || s.passing > 0 || s.rest > 0 || len(s.part) > 0 {
		return
	}
	for _, name := range s.left {
		it := s.loop.newItem(waitClose)
		it.own = true
		s.sendToServer(it, appendClose(nil, 'S', name))
	}
	s.left = nil
	it := s.loop.newItem(waitSync)
	it.own = true
	s.sendToServer(it, emptyReply(request.Sync))
}

// workForPerson is work that waits for a person: it can be cancelled, and the client gets notices
// meanwhile.
func (s *session) workForPerson(f func(ctx context.Context)) {
	s.waiting = true
	s.workBeside(f)
}

// noticeClient sends the client a notice while a person is asked. Any goroutine may call it.
func (s *session) noticeClient(e *sqlstate.Error) {
	s.loop.postWork(func() {
		if s.waiting && len(s.notices) < mostNotices {
			s.notices = reply.Error(s.notices, 'N', e)
			s.loop.scheduleSession(s)
		}
	})
}

// readAhead reads the client's messages while a person is asked: the end of the connection comes behind all
// messages that the client has sent, so it is noticed only if these are read.
func (s *session) readAhead() bool {
	if s.phase != open || s.gone || !s.client.readable || len(s.in) >= mostBehind {
		return false
	}
	n, err := s.client.read(s.loop.buf)
	if err != nil {
		s.clientGone()
		return false
	}
	if n > 0 && s.in == nil {
		s.in = s.loop.emptyBuffer()
	}
	s.in = append(s.in, s.loop.buf[:n]...)
	return n > 0
}

// tellNotices adds the notices to what the client will be sent.
func (s *session) tellNotices() {
	if len(s.notices) == 0 || s.phase == closing {
		return
	}
	s.emitToClient(s.notices)
	s.safe = len(s.client.out)
	s.notices = nil
}

// serverHungUp is called when the server has closed its side of the connection. A statement that waits
// for an approval need not wait any longer.
func (s *session) serverHungUp() {
	if s.waiting {
		s.serverGone(errEnded)
	}
}
