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

// This file has people asked about what needs their approval, before the server
// learns of it. While somebody is asked the session stands still: nothing that
// came before is under way, nothing that the client sends is looked at, and the server
// is sent nothing. What ends the wait is the decision, its time, a cancel request,
// the client's or the server's end, and ours.

// mostBehind bounds what is kept of what a client sends behind a statement that
// waits, in bytes.
const mostBehind = 1 << 20

// mostNotices bounds the notices that wait for their client, in bytes.
const mostNotices = 64 << 10

// agreed sees to it that one execution of a batch has the approval that it needs;
// false: that is being seen to. Then s.head.err says why there is none, or
// s.head.consent is it.
func (s *session) agreed(b *engine.Batch, args providers.Args) bool {
	if !b.Asks || s.head.asked || s.head.err != nil {
		return true
	}
	if !s.rests() {
		return false
	}
	readings := s.readings()
	s.wait(func(ctx context.Context) {
		s.head.consent, s.head.err = s.relayed.Consent(ctx, b, args, readings, s.notify)
		if s.head.err == nil && s.head.consent == nil {
			s.head.err = errInternal
		}
		s.head.asked = true
	})
	return false
}

// covered is agreed for a portal that was approved when it was bound, and is
// executed now.
func (s *session) covered(p *portal) bool {
	b := &p.of.batch
	if s.head.judged {
		return true
	}
	if !s.settledFirst() {
		return false
	}
	readings := s.readings()
	s.work(func(ctx context.Context) {
		s.head.err = s.relayed.Covers(ctx, b, p.asked, readings, p.consent, p.begun)
		s.head.judged = true
	})
	return false
}

// rests sees to it that nothing is under way, and that as little as possible is
// held while somebody waits: a backend that others could use, or locks that the
// server took when it looked at a statement of this unit; false: not yet.
func (s *session) rests() bool {
	switch {
	case !s.settledFirst():
		return false
	case s.passing > 0: // half a message has left
		s.quiet = true
		return false
	case s.unitSent && !s.bound && s.status == byte(providers.Idle): // nothing of the unit has run
		it := s.loop.item(waitSync)
		it.own = true
		s.unitSent = false
		s.send(it, reply0(request.Sync))
		return s.settledFirst()
	}
	s.lend()
	return true
}

// readings are the settings by which texts and values are read, as they are now. Where
// something was set by a message in this unit, the server tells what it is at the unit's end.
func (s *session) readings() engine.Readings {
	readings := s.read
	readings.Unknown = s.setIn == s.unit+1
	return readings
}

// keepSet is called when a Sync is counted that ends no unit.
func (s *session) keepSet() {
	if s.setIn > 0 {
		s.setIn = s.unit + 1
	}
}

// prepareAnew prepares a statement for an approved Bind, by the settings that hold
// now, and returns its name. That is a new one each time: after a Bind that fails
// the statement stays for a while, and no client may know it under another text.
func (s *session) prepareAnew(st *statement) string {
	name := globalPrefix + rand.Text()
	s.prepareThere(name, st)
	return name
}

// closeApproved drops what prepareAnew has made. The server skips that where the Bind has
// failed; then freeLeft does it.
func (s *session) closeApproved(name string) {
	it := s.loop.item(waitClose)
	it.own, it.frees = true, name
	s.send(it, appendClose(nil, 'S', name))
}

// freeLeft drops the statements that prepareAnew has made and that are still there, when the
// server has answered all and no unit is open.
func (s *session) freeLeft() {
	if len(s.left) == 0 || !s.queue.empty() || s.unitSent || s.backend == nil || s.phase != open || s.passing > 0 || s.rest > 0 || len(s.part) > 0 {
		return
	}
	for _, name := range s.left {
		it := s.loop.item(waitClose)
		it.own = true
		s.send(it, appendClose(nil, 'S', name))
	}
	s.left = nil
	it := s.loop.item(waitSync)
	it.own = true
	s.send(it, reply0(request.Sync))
}

// wait is work that may take as long as people need: it can be cancelled, and
// the client gets notices meanwhile.
func (s *session) wait(f func(ctx context.Context)) {
	s.waiting = true
	s.work(f)
}

// notify sends the client a notice while it waits, from any goroutine.
func (s *session) notify(e *sqlstate.Error) {
	s.loop.post(func() {
		if s.waiting && len(s.notices) < mostNotices {
			s.notices = reply.Error(s.notices, 'N', e)
			s.loop.schedule(s)
		}
	})
}

// readAhead keeps what the client sends while it waits: that it leaves comes behind
// all that it has sent.
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
		s.in = s.loop.buffer()
	}
	s.in = append(s.in, s.loop.buf[:n]...)
	return n > 0
}

// tellNotices puts notices where the client gets them next: nothing is under way.
func (s *session) tellNotices() {
	if len(s.notices) == 0 || s.phase == closing {
		return
	}
	s.emit(s.notices)
	s.safe = len(s.client.out)
	s.notices = nil
}

// serverHungUp is called when the server's side of its connection is closed: what
// waits for an approval need not wait any more.
func (s *session) serverHungUp() {
	if s.waiting {
		s.serverGone(errEnded)
	}
}
