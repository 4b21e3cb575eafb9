package relay

import (
	"context"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ensureJudged makes sure that the text of the head item is judged: head.err says why it may not run.
func (s *session) ensureJudged(types []uint32) bool {
	it := s.head.item
	if s.head.judged {
		if s.head.err == nil && it.batch.OfSession && !s.head.confirmed { // it is judged by what the session has prepared
			if s.head.confirmed = s.queue.empty(); !s.head.confirmed {
				return s.ensureAnswered()
			}
			s.head.judged = false
			return s.ensureJudged(types)
		}
		return true
	}
	if s.moving > 0 && !s.ensureAnswered() {
		return false
	}
	judged := s.relayed.Known(&it.batch, it.text, types)
	if judged == engine.Judged {
		s.head.judged = true
		return true
	}
	return s.judgeText(&it.batch, it.text, types, judged)
}

// judgeText begins to judge a text beside the loop. If the session's own connection has to be asked for
// that, judge waits until it can be asked. judge returns false, as the functions called ensure… do
// when they have begun what is missing.
func (s *session) judgeText(b *engine.Batch, sql string, types []uint32, judged engine.Judgement) bool {
	if !s.ensureOwnNames(judged == engine.UnjudgedOwn) {
		return false
	}
	s.workBeside(func(ctx context.Context) {
		s.head.setRefusal(s.relayed.Judge(ctx, b, sql, types))
		s.head.judged = true
	})
	return false
}

// ensureBackend makes sure that the session has a backend, for a message of a batch; nil: the batch is not
// known. done says, where ok is false, that the message is done with, because the client was told why
// there is no backend.
func (s *session) ensureBackend(kind byte, of *engine.Batch) (ok, done bool) {
	if s.backend != nil {
		return true, false
	}
	err := s.lost
	if s.lost = nil; err == nil {
		err = s.head.err // the work that looked for a backend has failed
	}
	if err != nil {
		return false, s.refuseUnrun(kind, of, s.head.consent, err)
	}
	if backend := s.relayed.Source.BackendAtHand(s.backendOptions()); backend != nil {
		if link, err := s.relay.linkBackend(backend); err == nil {
			s.attachBackend(backend, link)
			return s.phase != closing, false
		}
		backend.Release(providers.Broken)
	}
	s.workBeside(func(ctx context.Context) {
		backend, err := s.relayed.Source.Backend(ctx, s.backendOptions())
		var link *remote
		if err == nil {
			if link, err = s.relay.linkBackend(backend); err != nil {
				backend.Release(providers.Broken)
			}
		}
		s.loop.postWork(func() {
			switch {
			case err != nil:
				s.lost = err
			case s.phase != open:
				s.relay.releaseUnwatched(backend, link, providers.Broken)
			default:
				s.attachBackend(backend, link)
			}
		})
	})
	return false, false
}

// ensureAccess makes sure that the server's next transaction may write if it has to, and otherwise may
// not. The setting is switched when the server has answered all.
func (s *session) ensureAccess(want engine.Access) bool {
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
	if !s.ensureAnswered() {
		return false
	}
	if s.status != byte(providers.Idle) {
		return true // a transaction that is open keeps its access
	}
	if !s.ensureUncanceled() {
		return false
	}
	value := "off"
	if want == engine.ReadOnly {
		value = "on"
	}
	it := s.loop.newItem(waitQuery)
	it.own, it.switches = true, true
	s.sendToServer(it, s.relay.appendOwn(nil, "SET "+accessSetting+" = "+value))
	s.access = want
	return true
}

// ensureIntent makes sure that what an execution is about to change is on record.
func (s *session) ensureIntent(it *item, start engine.Start) bool {
	if s.head.intended {
		return true
	}
	if start.Batch.Turns && !s.ensureAnswered() { // which transactions are over is known then
		return false
	}
	start.Now = s.loop.now
	to, err := s.relayed.Begin(&it.run, start, s.loop.intents, &s.loop.ledger)
	if err != nil {
		s.head.err = err
		s.noteRecorded()
	}
	switch to {
	case nil:
		s.head.intended = true
		return true
	case s.loop.intents:
		s.loop.intending = append(s.loop.intending, s)
	default:
		s.loop.prompt = append(s.loop.prompt, s)
	}
	s.busy, s.intending = true, true
	return false
}

// noteTraits notes what a statement will do to the session when it runs.
func (s *session) noteTraits(it *item, b *engine.Batch, t engine.Traits) {
	it.sets = s.shares && s.settingsFollow(t, b)
	s.noteLeft(t, it.sets)
	if t.Sets && it.kind == waitExecute {
		s.setIn = s.unit + 1
	}
	if t.SetsAccess || t.Discards {
		s.access = engine.AnyAccess
	}
	if t.Drops {
		s.dropping++
	}
	if t.Declares {
		s.declaring++
	}
	if t.CopiesIn {
		s.reading++
	}
	if t.RunsUnread {
		s.noteUnread()
	}
	if t.Drops || t.Discards {
		s.remote.guarded = false
	}
	if t.Begins || t.Ends || t.Sets || t.Stays || t.Discards || t.Setting != nil { // the isolation level may be another one after it
		s.remote.current = false
	}
	if t.HoldsCode {
		s.holding++
	}
	if it.moves = b.ChangesNames; it.moves {
		s.moving++
	}
	s.resets = s.resets || resetsName(t)
}

// refuseUnrun refuses a message whose batch was let through, perhaps by an approval, or whose batch nobody was asked about yet. It puts
// that on record, unless head.recorded says that the outcome is there.
func (s *session) refuseUnrun(kind byte, b *engine.Batch, c *engine.Consent, err error) bool {
	switch {
	case s.head.recorded:
	case b != nil && b.Asks && c == nil:
		err = s.relayed.Refuse(b, err)
		s.noteRecorded()
	default:
		err = s.relayed.RecordUnrun(b, c, err, &s.loop.ledger)
		s.noteRecorded()
	}
	return s.refuseMessage(kind, err)
}

// refuseMessage tells the client an error instead of carrying out its message, and records the refusal
// unless head.recorded says that it is on record. If the server is in the middle of a unit or a
// transaction, it is sent, in the place of the refused message, one that it cannot understand: so the
// transaction fails on both sides at the same place. It reports, as all handlers of messages do, that the
// message is done with.
func (s *session) refuseMessage(kind byte, err error) bool {
	err = s.recordHead(err)
	s.dropHead()
	simple := kind == request.Query || kind == request.FunctionCall
	if s.queue.empty() && !s.unitSent && s.status == byte(providers.Idle) {
		out := reply.Error(nil, 'E', toldError(err))
		if simple {
			s.oweClient(out)
			s.oweClient(reply.Ready(nil, s.status))
			return true
		}
		s.oweClient(out)
		s.skipping = true
		return true
	}
	it := s.loop.newItem(waitParse)
	it.instead = err
	if simple {
		it.kind = waitQuery
		s.endUnit()
		s.sendToServer(it, queryMessage(refusedText))
		return true
	}
	s.sendToServer(it, appendParse(nil, refusedName, refusedText))
	s.unitSent, s.skipping = true, true
	return true
}

// toldError is an error as the client gets it.
func toldError(err error) *sqlstate.Error {
	e := *sqlstate.From(err)
	e.Severity = ""
	return &e
}
