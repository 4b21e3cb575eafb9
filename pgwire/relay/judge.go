package relay

import (
	"context"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// judge finds out whether the text of the head item may run; false: that is
// being found out.
func (s *session) judge(types []uint32) bool {
	it := s.head.item
	if s.head.judged {
		if s.head.err == nil && it.batch.OfSession && !s.head.settled { // it is judged by what is prepared
			if s.head.settled = s.queue.empty(); !s.head.settled {
				return s.settledFirst()
			}
			s.head.judged = false
			return s.judge(types)
		}
		return true
	}
	if !s.ownReady() {
		return false
	}
	sql := it.text
	if s.relayed.Known(&it.batch, sql, types) {
		s.head.judged = true
		return true
	}
	s.work(func(ctx context.Context) {
		s.head.err = s.relayed.Judge(ctx, &it.batch, sql, types)
		s.head.judged = true
	})
	return false
}

// have reports whether the session has a backend. Else one is on its way, or the
// client was told why there is none, and then the message is done with.
func (s *session) have(kind byte) (ok, done bool) {
	if s.backend != nil {
		return true, false
	}
	if err := s.head.err; err != nil { // of the work that was to find one
		return false, s.refuse(kind, err)
	}
	if err := s.lost; err != nil {
		s.lost = nil
		return false, s.refuse(kind, err)
	}
	if backend := s.relayed.Source.BackendAtHand(s.backendOptions()); backend != nil {
		if link, err := s.relay.link(backend); err == nil {
			s.attach(backend, link)
			return s.phase != closing, false
		}
		backend.Release(providers.Broken)
	}
	s.work(func(ctx context.Context) {
		backend, err := s.relayed.Source.Backend(ctx, s.backendOptions())
		var link *remote
		if err == nil {
			if link, err = s.relay.link(backend); err != nil {
				backend.Release(providers.Broken)
			}
		}
		s.loop.post(func() {
			switch {
			case err != nil:
				s.lost = err
			case s.phase != open:
				s.relay.release(backend, link, providers.Broken)
			default:
				s.attach(backend, link)
			}
		})
	})
	return false, false
}

// admit sees to it that the server's next transaction may do what it has to, and
// no more; false: that has to wait until the server has answered all.
func (s *session) admit(want engine.Access) bool {
	s.quiet = false
	if !s.relayed.MayWrite || want == engine.AnyAccess || s.unitSent || s.remote != nil && s.remote.refuses {
		return true
	}
	if s.wishes {
		want = engine.ReadOnly
	}
	if s.access == want {
		return true
	}
	if !s.settledFirst() {
		return false
	}
	if s.status != byte(providers.Idle) {
		return true // the transaction is what it is
	}
	value := "off"
	if want == engine.ReadOnly {
		value = "on"
	}
	it := s.loop.item(waitQuery)
	it.own, it.switches = true, true
	s.send(it, s.relay.appendOwn(nil, "SET "+accessSetting+" = "+value))
	s.access = want
	return true
}

// intended puts on record what an execution changes; false: it is being done.
func (s *session) intended(it *item, b *engine.Batch, params int, args *providers.Args, consent *engine.Consent) bool {
	if s.head.intended {
		return true
	}
	pending, err := s.relayed.Begin(&it.run, b, params, args, consent, s.loop.now, &s.loop.intents)
	if err != nil {
		s.head.err = err
	}
	if !pending {
		s.head.intended = true
		return true
	}
	s.busy, s.intending = true, true
	s.loop.intending = append(s.loop.intending, s)
	return false
}

// follow notes what a statement does to the session.
func (s *session) follow(it *item, b *engine.Batch, t engine.Traits) {
	it.sets = s.shares && s.follows(t, b)
	s.pinned = s.pinned || t.Stays && !it.sets
	if t.Sets && it.kind == waitExecute {
		s.setIn = s.unit + 1
	}
	if t.SetsAccess || t.Discards {
		s.access = engine.AnyAccess
	}
	if t.Drops {
		s.dropping++
	}
	if t.Drops || t.Discards {
		s.remote.guarded = false
	}
	if t.Begins || t.Ends || t.Sets || t.Stays || t.Discards || t.Setting != nil { // the isolation may be another now
		s.remote.current = false
	}
	if it.moves = b.ChangesNames; it.moves {
		s.moving++
	}
	s.resets = s.resets || resetsName(t)
}

// refuse tells the client an error in the place of what it asked for; what led
// to it is on record. Where the server is in the middle of something, it is sent
// a message that it cannot understand in the place of the refused one: so it
// fails at the same place, and there is nothing to keep in step.
func (s *session) refuse(kind byte, err error) bool {
	s.dropHead()
	simple := kind == request.Query || kind == request.FunctionCall
	if s.queue.empty() && !s.unitSent && s.status == byte(providers.Idle) {
		out := reply.Error(nil, 'E', told(err))
		if simple {
			s.owe(out)
			s.owe(reply.Ready(nil, s.status))
			return true
		}
		s.owe(out)
		s.skipping = true
		return true
	}
	it := s.loop.item(waitParse)
	it.instead = err
	if simple {
		it.kind = waitQuery
		s.send(it, appendQuery(nil, refusedText))
		return true
	}
	s.send(it, appendParse(nil, refusedName, refusedText))
	s.unitSent, s.skipping = true, true
	return true
}

// told is an error as the client may see it.
func told(err error) *sqlstate.Error {
	e := *sqlstate.From(err)
	e.Severity = ""
	return &e
}
