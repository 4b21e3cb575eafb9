package relay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// longestReply bounds the messages of a server that are read whole: errors, tags, settings.
const longestReply = 1 << 20

// rowHead is the part of a DataRow, or of a row of COPY, that is read: its header and its number of columns.
const rowHead = headerSize + 2

// announceAfter is how many bytes of a read's answer are kept back until its record is written.
const announceAfter = 32 << 10

// fromServer handles what the server has sent.
func (s *session) fromServer(b []byte) {
	if len(s.part) > 0 {
		s.part = append(s.part, b...)
		b = s.part
	}
	used := 0
	for used < len(b) && s.phase == open && !s.verifying {
		if s.passing > 0 {
			n := min(s.passing, len(b)-used)
			if !s.hiding {
				s.passRest(b[used : used+n])
			}
			used += n
			s.passing -= n
			continue
		}
		if len(b)-used < headerSize {
			break
		}
		kind, size := b[used], int(binary.BigEndian.Uint32(b[used+1:]))
		if size < 4 {
			s.serverGone(errors.New("a message of the server's has no length"))
			return
		}
		all := 1 + size
		if (s.readsWhole(kind) || kind == 'D' && s.queue.first().readsRow()) && len(b)-used < all {
			if all > longestReply {
				s.serverGone(errors.New("a message of the server's is too long"))
				return
			}
			break
		}
		if (kind == 'D' || kind == 'd') && len(b)-used < min(rowHead, all) {
			break
		}
		frame := b[used:min(used+all, len(b))]
		s.hiding = !s.fromServerMessage(kind, frame)
		if !s.hiding {
			s.emitToClient(frame)
			s.markSafe(kind)
		}
		s.leaveQueue(kind)
		used += len(frame)
		s.passing = all - len(frame)
	}
	s.keepPart(b[used:])
	if s.farewell && s.phase == open { // nothing follows: the backend must not go to another session
		s.serverGone(errEnded)
		return
	}
	s.recordOpen()
	if len(s.client.out)-s.safe > announceAfter {
		s.announceRows()
	}
	s.goOn()
}

// goOn does what has waited until the server had answered all, if it has.
func (s *session) goOn() {
	if s.canceling == 0 {
		s.freeLeft()
		if s.queue.empty() {
			s.restoreName()
		}
	}
	s.noteAnswered()
	s.loanEnds()
}

// noteAnswered goes on with what has waited until the server had answered all, if it has.
func (s *session) noteAnswered() {
	if s.queue.empty() {
		s.idleSince = s.loop.now
		s.resumeQuiet()
	}
}

// keepPart keeps the beginning of a message until the rest of it arrives.
func (s *session) keepPart(b []byte) {
	switch {
	case len(b) == 0:
		if s.part != nil {
			s.loop.giveBack(s.part)
			s.part = nil
		}
	case s.part == nil:
		s.part = append(s.loop.emptyBuffer(), b...)
	default:
		s.part = s.part[:copy(s.part, b)]
	}
}

// readsWhole reports whether messages of a kind are read whole.
func (s *session) readsWhole(kind byte) bool {
	switch kind {
	case 'C', 'E', 'H', 'S', 'Z':
		return true
	case 'N':
		return s.relayed.Tell != nil
	}
	return false
}

// emitToClient adds bytes to what the client will be sent.
func (s *session) emitToClient(b []byte) {
	if s.client.out == nil {
		s.client.out = s.loop.emptyBuffer()
	}
	s.client.out = append(s.client.out, b...)
	s.readySent = false
}

// passRest adds more of a message to what the client will be sent. If the beginning of the message may leave, so may this: cut
// in the middle of a message, the client could not read what follows.
func (s *session) passRest(b []byte) {
	mayLeave := s.safe == len(s.client.out)
	s.emitToClient(b)
	if mayLeave {
		s.safe = len(s.client.out)
	} else {
		s.markSafe(0)
	}
}

// markSafe notes that all output so far has its records, or needs none.
func (s *session) markSafe(kind byte) {
	it := s.queue.first()
	if it == nil || kind == 'Z' { // the comparisons of what it ends have passed; one of a later simple query may have the same unit
		s.safe = len(s.client.out)
		return
	}
	if s.awaitsGuard(it) || len(it.ours) > 0 && kind != 'G' && kind != 'W' {
		return
	}
	switch it.kind {
	case waitQuery, waitExecute:
		if it.run.Unrecorded && kind != 'G' && kind != 'W' {
			return // a read that is not on record yet
		}
	default:
	}
	s.safe = len(s.client.out)
}

// fromServerMessage handles a message of the server's, and reports whether the client gets it.
func (s *session) fromServerMessage(kind byte, frame []byte) bool {
	it := s.queue.first()
	switch kind {
	case 'S', 'A', 'N', 'E':
		return s.fromServerUnasked(kind, frame, it)
	}
	if it == nil {
		s.serverGone(errors.New("an answer of the server's that nothing asked for: " + strconv.QuoteRune(rune(kind))))
		return false
	}
	if len(it.ours) > 0 && s.isOurs(it, kind, frame) || it.tally != nil && s.takeTally(it, kind, frame) {
		return false
	}
	switch kind {
	case 'D':
		return s.handleRow(it, frame)
	case '1', '2', '3', 'n':
		return !it.own && !it.simple && it.kind != waitQuery // the client sent a simple query, and expects none of these
	case 'C', 'I':
		if it.held && s.undoExcess(it, frame) {
			return false
		}
		if !it.own {
			s.recordEnd(it, frame)
		}
		if s.phase != open { // the rows before could not be put on record
			return false
		}
	case 'V':
		it.run.Row(0)
		it.run.End("SELECT 1", nil, s.loop.now, &s.loop.ledger)
	case 's':
		if it.held {
			s.undoExecution(it, errInParts)
			return false
		}
		s.tellCut(s.endStatement(it, ""))
	case 'H':
		it.beginCopyOut(frame)
	case 'd':
		return s.handleCopied(it, frame) && !it.own
	case 'G', 'W':
		return s.copyIn(it)
	case 'Z':
		s.handleReady(it, frame[headerSize])
	}
	return !it.own
}

// fromServerUnasked handles what a server may send at any time.
func (s *session) fromServerUnasked(kind byte, frame []byte, it *item) bool {
	switch kind {
	case 'S':
		return s.handleParameter(frame[headerSize:], it)
	case 'E':
		return s.serverError(it, frame)
	case 'N':
		return (it == nil || !it.own) && !s.tellNarrowed(it, frame)
	default: // a notification
		return it == nil || !it.own
	}
}

// handleRow handles a DataRow, and reports whether the client gets it.
func (s *session) handleRow(it *item, frame []byte) bool {
	if it.kind == waitGuard {
		s.guardRow(it.of, frame)
		return false
	}
	return it.run.Row(valuesIn(frame)) && !it.own
}

// leaveQueue moves on in the queue when a message was handled.
func (s *session) leaveQueue(kind byte) {
	it := s.queue.first()
	if it == nil || s.phase != open {
		return
	}
	done := false
	if it.kind == waitGuard {
		if done, kind = s.guardPassed(it, kind), 0; done {
			s.decidePending(it, nil)
		}
	}
	switch kind {
	case '1':
		if done = it.kind == waitParse; done && it.lent != nil {
			it.lent.loan = s.loan
		}
	case '2':
		done = it.kind == waitBind
	case '3':
		done = it.kind == waitClose || it.kind == waitExecute && it.tally.isOver()
	case 'T', 'n':
		done = it.kind == waitDescribe
	case 'C', 'I', 's':
		done = it.kind == waitExecute && it.tally == nil
	case 'Z':
		done = it.kind == waitSync || it.kind == waitQuery
		s.readySent = done && !s.hiding
	}
	if !done {
		return
	}
	s.endNaming(it, true)
	s.bindAnswered(it)
	passed := it.kind == waitGuard
	s.itemLeft(it)
	if passed && !s.awaitsGuard(it) {
		s.safe = len(s.client.out)
	}
	own := it.own
	s.queue.pop(s.loop)
	s.busySince, s.asked = s.loop.now, time.Time{}
	s.payClient()
	if own {
		s.cancelBehind()
	}
	if passed {
		s.sendLateSync()
	}
}

// recordOpen records that the implicit transaction of changes goes on when their outcomes are written. So the
// record of its end is expected: where none follows, nobody knows whether the changes were committed.
func (s *session) recordOpen() {
	if s.changed && !s.begun && s.failed == nil && s.isImplicit() {
		s.begun = true
		_ = s.relayed.Record(&s.relayed.Opened, nil, &s.loop.ledger)
	}
}

// handleReady handles ReadyForQuery, which ends the first item.
func (s *session) handleReady(it *item, status byte) {
	before := s.isImplicit()
	s.status = status
	s.endBindings(nil)
	if status == byte(providers.Idle) {
		s.relayed.Ended(s.failed == nil, s.head.intended || s.intending || s.queue.len() > 1)
		switch {
		case before && s.changed && s.failed != nil:
			_ = s.relayed.Record(&s.relayed.Rollback, nil, &s.loop.ledger)
		case before && s.changed && s.begun:
			_ = s.relayed.Record(&s.relayed.Commit, nil, &s.loop.ledger)
		}
		s.retirePortal(s.portals.plain)
		s.portals.clear()
		switch {
		case s.altered:
			s.relayed.Source.Altered(nil)
		case len(s.made) > 0:
			s.relayed.Source.Altered(s.made)
		}
		s.altered, s.made = false, s.made[:0]
	}
	s.blockOver, s.changed, s.begun, s.failed = false, false, false, nil
	s.ofAccess, s.discards = false, false
	it.run.Skip(errSkipped, s.loop.now, &s.loop.ledger)
	s.decidePending(it, errSkipped)
}

var errSkipped = sqlstate.New(sqlstate.InFailedTransaction, "not run: an error before it ended the batch")

// resumeQuiet goes on with a message that has waited until the server had answered all.
func (s *session) resumeQuiet() {
	if s.quiet {
		s.quiet = false
		s.loop.scheduleSession(s)
	}
}

// serverError handles an ErrorResponse, and reports whether the client gets it unchanged.
func (s *session) serverError(it *item, frame []byte) bool {
	e := parseError(frame[headerSize:])
	narrow := s.relayed.Tell != nil && it != nil
	if narrow {
		e = s.relayed.Tell(e, it.batchOf())
	}
	s.farewell = s.farewell || e.Severity == "FATAL" || e.Severity == "PANIC"
	if it == nil { // an error that answers nothing: the server ends the session
		return true
	}
	if it.comparesClosure() {
		s.guardFailed(it, e)
		return false
	}
	if it.switches && e.Code == sqlstate.InsufficientPrivilege {
		s.access, s.remote.refuses = engine.ReadOnly, true // what follows is refused by the server itself
		return false
	}
	if it.forgets && (e.Code == sqlstate.SyntaxError || e.Code == sqlstate.FeatureNotSupported) {
		s.remote.draws = true
		return false
	}
	if it.own && !it.tell {
		s.serverGone(e)
		return false
	}
	s.failed = e
	it.held, it.tally = false, nil
	instead := it.instead
	if instead == nil {
		s.recordFailure(it, e)
	} else if it.overdue {
		s.recordFailure(it, instead)
	} // otherwise the refusal is on record
	s.copying = false
	switch {
	case instead != nil:
		s.emitToClient(reply.Error(nil, 'E', toldError(instead)))
		s.safe = len(s.client.out)
	case narrow:
		s.emitToClient(reply.Error(nil, 'E', e))
		s.markSafe('E')
	}
	if it.kind != waitQuery && it.kind != waitSync {
		if it.unit == s.unit { // the client's Sync has not come yet
			s.skipping, s.unitSent = true, true
		}
		s.skipRest()
		s.sendLateSync()
	}
	return instead == nil && !narrow
}

// recordFailure records an error of the server's for the item that it answers.
func (s *session) recordFailure(it *item, err error) {
	s.decidePending(it, nil) // the statements before it have run; a ROLLBACK undoes them
	switch {
	case it.run.Open:
		it.run.End("", err, s.loop.now, &s.loop.ledger)
		it.run.Skip(errSkipped, s.loop.now, &s.loop.ledger)
	case it.kind == waitSync || it.kind == waitQuery:
		_ = s.relayed.Record(&s.relayed.Rollback, err, &s.loop.ledger)
		s.changed = false // the ROLLBACK is on record
	default:
		s.failAttempt(it, err)
	}
}

// skipRest removes the items that the server skips after an error: the first item, and all that follow
// it in its unit, up to the Sync. The client gets the error for the first.
func (s *session) skipRest() {
	unit := s.queue.first().unit
	for it := s.queue.first(); it != nil && it.kind != waitSync && it.unit == unit; it = s.queue.first() {
		it.run.Skip(errSkipped, s.loop.now, &s.loop.ledger)
		s.decidePending(it, errSkipped)
		s.bindFailed(it, errSkipped)
		s.endNaming(it, false)
		s.itemLeft(it)
		switch {
		case it.frees != "":
			s.left = append(s.left, it.frees)
		case it.global == "":
		case it.kind == waitClose: // the statement stays
			s.remote.known[it.global] = 0
		default:
			delete(s.remote.known, it.global)
		}
		s.queue.pop(s.loop)
	}
	s.payClient()
}

// itemLeft updates what is counted of the queue when an item leaves it.
func (s *session) itemLeft(it *item) {
	if it.traits.Drops {
		s.dropping--
	}
	if it.traits.HoldsCode {
		s.holding--
	}
	if it.traits.Declares {
		s.declaring--
	}
	if it.traits.CopiesIn {
		s.reading--
	}
	if it.moves {
		s.moving--
	}
	if it.kind == waitGuard {
		s.guardOver(it)
	}
}

// handleParameter handles a ParameterStatus, and reports whether the client gets it.
func (s *session) handleParameter(body []byte, it *item) bool {
	name, rest, ok := request.Text(body)
	value, _, valid := request.Text(rest)
	if !ok || !valid {
		return true
	}
	s.noteReading(string(name), string(value))
	switch string(name) {
	case "standard_conforming_strings":
		if string(value) != "on" {
			s.pinLost(string(name))
			return false
		}
	case "client_encoding":
		if string(value) != "UTF8" {
			s.pinLost(string(name))
			return false
		}
	case nameSetting:
		return s.tellName(string(value), it)
	case accessSetting:
		return s.tellAccess(bytes.Equal(value, []byte("on")), it)
	}
	return true
}

// pinLost ends a session in which texts would be read differently from now on.
func (s *session) pinLost(name string) {
	s.server.ended = true
	s.killSession(sqlstate.New(sqlstate.FeatureNotSupported, "a statement changed %s, which must not change", name).
		WithHint("The gateway and the server must read text alike."))
}
