package relay

import (
	"encoding/binary"
	"slices"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
)

// handleParse handles Parse.
func (s *session) handleParse(frame []byte) bool {
	name, rest, ok := request.Text(frame[headerSize:])
	var sql []byte
	if ok {
		sql, rest, ok = request.Text(rest)
	}
	if !ok || len(rest) < 2 || len(rest) != 2+4*int(binary.BigEndian.Uint16(rest)) {
		return s.refuseInvalid(request.Parse)
	}
	if len(name) > longestName {
		return s.refuseMessage(request.Parse, tooLongName(name))
	}
	if s.relay.isOwnName(name) {
		return s.refuseMessage(request.Parse, reservedName(name))
	}
	types := make([]uint32, (len(rest)-2)/4)
	for i := range types {
		types[i] = binary.BigEndian.Uint32(rest[2+4*i:])
	}
	it := s.head.item
	if it == nil {
		it = s.loop.newItem(waitParse)
		it.text = string(sql)
		s.head.item, s.head.of = it, &it.batch
	}
	if !s.ensureJudged(types) {
		return false
	}
	if s.head.since.IsZero() {
		s.head.since = s.loop.now
	}
	if s.head.err != nil {
		return s.refuseMessage(request.Parse, s.head.err)
	}
	several := it.batch.Statements > 1
	if several { // the server refuses it with its own error
		it.batch = engine.Batch{}
	}
	st := &statement{batch: it.batch, loan: s.loan, judged: s.head.since, unread: s.unread}
	if st.local = st.batch.Local; st.local {
		return s.localParse(string(name), st)
	}
	if st.isLate() {
		return s.parseLate(string(name), st)
	}
	if ok, done := s.ensureBackend(request.Parse, &st.batch); !ok {
		return done
	}
	if !s.ensureUnitAccess(st) {
		return false
	}
	st.loan = s.loan
	if s.shares && len(name) > 0 && !several {
		return s.parseShared(name, st, frame, len(rest))
	}
	s.sendParse(st, string(name), frame, len(name), len(rest))
	return true
}

// sendParse sends a Parse of the client's; before and behind are the lengths of what stands before and
// behind its text.
func (s *session) sendParse(st *statement, name string, frame []byte, before, behind int) {
	it := s.head.item
	it.of, it.attempt = &st.batch, s.attemptIn(&st.attempt)
	s.head = head{}
	s.unitSent = true
	at := len(s.server.out)
	s.sendToServer(it, frame)
	s.compareAtEnd(st)
	s.beginNaming(it, &naming[*statement]{name: name, to: st}, nil)
	patchText(s.server.out[at+headerSize+before+1:len(s.server.out)-behind-1], st.batch.Patches)
}

// parseShared handles the Parse of a named statement where sessions share backends.
func (s *session) parseShared(name []byte, st *statement, frame []byte, behind int) bool {
	was, wait := s.statementOf(name)
	switch {
	case wait:
		return false
	case was != nil:
		return s.refuseMessage(request.Parse, reply.StatementExists(string(name)))
	}
	it := s.head.item
	st.global = s.relay.names.globalName(st.batch.Request.SQL, st.batch.Request.ParamTypes)
	s.remote.needs++
	if _, known := s.remote.known[st.global]; known {
		s.loop.dropItem(it)
		s.head = head{}
		s.notePrepared(st.global)
		it = s.oweItem(emptyReply('1'))
		s.beginNaming(it, &naming[*statement]{name: string(name), to: st}, nil)
		s.payClient()
		return true
	}
	it.global = st.global
	frame = withName(frame, len(frame), 0, string(name), st.global)
	s.sendParse(st, string(name), frame, len(st.global), behind)
	s.notePrepared(st.global)
	return true
}

// ensureUnitAccess makes sure that the unit that begins with a statement may write if it has to. What
// else follows in the unit is not known, so the unit may write, unless it is this statement alone.
func (s *session) ensureUnitAccess(st *statement) bool {
	if s.unitSent || !s.relayed.MayWrite {
		return true
	}
	want := engine.ReadWrite
	if st != nil && st.batch.Statements == 1 && isSingleUnit(s.ahead) {
		if want = st.batch.Access; st.batch.Asks && s.head.consent == nil { // it does not run before it is approved
			want = engine.AnyAccess
		}
	}
	return s.ensureAccess(want)
}

// isSingleUnit reports whether what the client has sent begins with a whole unit of at most one statement.
func isSingleUnit(b []byte) bool {
	parses, binds, executes := 0, 0, 0
	for len(b) >= headerSize {
		switch b[0] {
		case request.Parse:
			parses++
		case request.Bind:
			binds++
		case request.Execute:
			executes++
		case request.Sync:
			return parses <= 1 && binds <= 1 && executes <= 1
		case request.Describe, request.Close, request.Flush:
		default:
			return false
		}
		size := 1 + int(binary.BigEndian.Uint32(b[1:]))
		if size < headerSize || size > len(b) {
			return false
		}
		b = b[size:]
	}
	return false
}

// handleBind handles Bind. The names have arrived, and perhaps not more of it.
func (s *session) handleBind(frame []byte, all int) bool {
	body := frame[headerSize:]
	name, rest, ok := request.Text(body)
	var of []byte
	if ok {
		of, rest, ok = request.Text(rest)
	}
	switch {
	case !ok:
		return s.refuseInvalid(request.Bind)
	case len(name) > longestName:
		return s.refuseMessage(request.Bind, tooLongName(name))
	}
	st, wait := s.statementOf(of)
	switch {
	case wait:
		return false
	case st == nil:
		return s.refuseMessage(request.Bind, reply.NoStatement(string(of)))
	case st.local && len(frame) < all:
		return s.refuseMessage(request.Bind, tooLong)
	case st.local:
		return s.localBind(string(name), st, rest)
	}
	s.head.of, s.head.attempt = &st.batch, s.attemptIn(&st.attempt)
	if ok, done := s.ensureBindConsent(st, rest, len(frame), all); !ok {
		return done
	}
	if ok, done := s.ensureBackend(request.Bind, &st.batch); !ok {
		return done
	}
	if !s.ensureUnitAccess(st) {
		return false
	}
	if s.head.consent == nil {
		if !s.ensureBindJudged(st) {
			return false
		}
		if ok, done := s.ensureBindConsent(st, rest, len(frame), all); !ok { // it needs an approval now
			return done
		}
	}
	p := s.newPortal()
	p.of, p.asked, p.consent = st, s.head.args, s.head.consent
	p.params, p.args = boundArgs(rest, s.relayed.RecordsValues)
	if !s.ensureBindIntent(st, p) {
		return false
	}
	if s.head.err != nil {
		return s.refuseMessage(request.Bind, s.head.err)
	}
	s.sendBind(st, p, string(name), string(of), frame, all)
	return true
}

// sendBind sends a Bind that makes a portal of the statement that the server knows by the name of.
func (s *session) sendBind(st *statement, p *portal, name, of string, frame []byte, all int) {
	it := s.head.item
	if it == nil {
		it = s.loop.newItem(waitBind)
	}
	it.of, it.attempt = s.head.of, s.head.attempt
	s.keepBinding(it, p)
	switch approved := s.head.consent != nil; {
	case approved, st.isLate(), s.mayBeAnother(st, of):
		anew := s.prepareAnew(st)
		if len(frame) == all {
			defer s.closeApproved(anew)
		} else { // the rest of the message has to be sent first
			s.left = append(s.left, anew)
		}
		frame = withName(frame, all, len(name)+1, of, anew)
	case s.shares:
		frame = withName(frame, all, len(name)+1, of, s.ensurePrepared(st))
	}
	s.head = head{}
	if st.batch.RunsUnread && st.batch.RunsWhenBound {
		s.noteUnread()
	}
	s.noteLeftByBind(&st.batch)
	p.unread = s.unread
	s.unitSent, s.bound, s.dropRest = true, true, false
	s.sendToServer(it, frame)
	p.attempt, st.attempt = st.attempt, attempt{} // another Bind is another attempt
	if p.consent == nil {
		s.compareAtEnd(st)
	}
	s.beginPortal(it, name, p)
	if !st.batch.OfSession {
		s.last, p.judged = p, s.loop.now
	}
}

// ensureBindConsent makes sure that a Bind is approved, with its values; rest is what follows its
// names. People are asked before the Bind, because binding plans the statement, and planning may run
// code of it. done says, where ok is false, that the message is done with.
func (s *session) ensureBindConsent(st *statement, rest []byte, have, all int) (ok, done bool) {
	switch asks := st.batch.Asks || st.batch.Weighs; {
	case s.head.err != nil:
		return false, s.refuseMessage(request.Bind, s.head.err)
	case !asks || s.head.asked:
		return true, false
	case all > headerSize+s.relay.options.MaxMessage:
		return false, s.refuseMessage(request.Bind, tooLong)
	case have < all:
		return false, false // the values have to arrive first
	}
	if s.head.args, ok = request.Arguments(rest, false); !ok {
		return false, s.refuseInvalid(request.Bind)
	}
	if ok, done := s.ensureMayCommit(request.Bind, &st.batch, nil); !ok { // nobody is asked about what is then refused
		return false, done
	}
	if !s.ensureConsent(&st.batch, s.head.args) {
		return false, false
	}
	return false, s.refuseMessage(request.Bind, s.head.err)
}

// boundArgs reads how many values are bound, and the values themselves if they are recorded. Values
// that cannot be read are left to the server, which refuses them.
func boundArgs(b []byte, values bool) (n int, args providers.Args) {
	if values {
		args, _ = request.Arguments(b, false)
	}
	return request.CountArguments(b), args
}

// handleDescribe handles Describe.
func (s *session) handleDescribe(frame []byte) bool {
	object, name, ok := readObject(frame)
	if !ok || object != 'S' && object != 'P' {
		return s.refuseInvalid(request.Describe)
	}
	var st *statement
	var p *portal
	var wait bool
	if object == 'S' {
		st, wait = s.statementOf(name)
	} else if p, wait = s.portalOf(name); p != nil {
		st = p.of
	}
	switch {
	case wait:
		return false
	case st != nil && st.local:
		return s.localDescribe(st, p)
	case st != nil && object == 'S':
		return s.describeStatement(st, string(name), frame)
	case object == 'S':
		return s.refuseMessage(request.Describe, reply.NoStatement(string(name)))
	}
	if ok, done := s.ensureBackend(request.Describe, st.batchOf()); !ok {
		return done
	}
	if !s.ensureUnitAccess(st) {
		return false
	}
	s.sendDescribe(st, p, string(name), frame)
	return true
}

// sendDescribe sends the Describe of a statement, or of one of its portals; nil: what has the name is not known.
func (s *session) sendDescribe(st *statement, p *portal, name string, frame []byte) {
	it := s.loop.newItem(waitDescribe)
	it.of = st.batchOf()
	switch {
	case p != nil:
		it.attempt = s.attemptIn(&p.attempt)
	case st != nil:
		it.attempt = s.attemptIn(&st.attempt)
		if s.shares {
			frame = withName(frame, len(frame), 1, name, s.ensurePrepared(st))
		}
	}
	s.unitSent = true
	s.sendToServer(it, frame)
}

// readObject reads a Describe or a Close.
func readObject(frame []byte) (kind byte, name []byte, ok bool) {
	if len(frame) < headerSize+2 {
		return 0, nil, false
	}
	name, rest, ok := request.Text(frame[headerSize+1:])
	return frame[headerSize], name, ok && len(rest) == 0
}

// closeObject handles Close.
func (s *session) closeObject(frame []byte) bool {
	kind, name, ok := readObject(frame)
	if !ok || kind != 'S' && kind != 'P' {
		return s.refuseInvalid(request.Close)
	}
	if s.relay.isOwnName(name) {
		return s.refuseMessage(request.Close, reservedName(name))
	}
	var wait, ours bool
	if kind == 'S' {
		var st *statement
		st, wait = s.statementOf(name)
		ours = st != nil && (st.local || st.late || st.global != "")
	} else {
		var p *portal
		p, wait = s.portalOf(name)
		ours = p != nil && p.of.local
	}
	if wait {
		return false
	}
	var it *item
	if ours {
		it = s.oweItem(emptyReply('3'))
	} else {
		if ok, done := s.ensureBackend(request.Close, nil); !ok {
			return done
		}
		if !s.ensureUnitAccess(nil) {
			return false
		}
		it = s.loop.newItem(waitClose)
		s.unitSent = true
		s.sendToServer(it, frame)
	}
	if kind == 'S' {
		s.beginNaming(it, &naming[*statement]{name: string(name)}, nil)
	} else {
		s.beginNaming(it, nil, &naming[*portal]{name: string(name)})
	}
	s.payClient()
	return true
}

func emptyReply(kind byte) []byte { return []byte{kind, 0, 0, 0, 4} }

// handleExecute handles Execute.
func (s *session) handleExecute(frame []byte) bool {
	name, rest, ok := request.Text(frame[headerSize:])
	if !ok || len(rest) != 4 {
		return s.refuseInvalid(request.Execute)
	}
	p, wait := s.portalOf(name)
	switch {
	case wait:
		return false
	case p == nil:
		return s.refuseMessage(request.Execute, s.noPortal(name))
	case p.of.local:
		return s.localExecute(p, int32(binary.BigEndian.Uint32(rest)))
	}
	if ok, done := s.ensureBackend(request.Execute, &p.of.batch); !ok {
		return done
	}
	if !s.ensureUnitAccess(p.of) {
		return false
	}
	b := &p.of.batch
	s.head.of, s.head.attempt = b, s.attemptIn(&p.attempt)
	it := s.head.item
	if it == nil {
		it = s.loop.newItem(waitExecute)
		s.head.item = it
	}
	if b.Statements > 0 {
		if p.consent != nil && !s.ensureCovered(p) || p.consent == nil && !s.justJudged(p) && !s.ensureFresh(b) {
			return false
		}
		if s.head.err != nil {
			return s.refuseMessage(request.Execute, s.head.err)
		}
		if !s.endsGuarded(b) {
			return false
		}
		if ok, done := s.ensureMayCommit(request.Execute, b, p.consent); !ok {
			return done
		}
		it.traits = b.Traits
		if !s.ensureIntent(it, engine.Start{Batch: b, Params: p.params, Args: &p.args, Consent: p.consent, Bound: p.takeBinding(), Whole: &p.whole}) {
			return false
		}
		if s.head.err != nil {
			return s.refuseMessage(request.Execute, s.head.err)
		}
		s.noteTraits(it, b, it.traits)
		p.unread = s.unread
	}
	it.of, it.attempt, p.attempt = b, s.head.attempt, attempt{} // another Execute is another attempt
	s.head = head{}
	s.unitSent, s.bound, s.last, p.begun = true, true, nil, true
	s.sendToServer(it, s.withTally(it, frame))
	if it.run.Bound {
		s.holdNext(it)
		return true
	}
	s.unguarded = slices.DeleteFunc(s.unguarded, func(x *engine.Batch) bool { return x == b })
	it.decides = s.sendGuards(b, b.Guards(s.readsOnly(), p.consent))
	return true
}

// justJudged reports whether a portal was judged and bound in this turn, and nothing was executed
// since.
func (s *session) justJudged(p *portal) bool {
	return s.last == p && p.judged.Equal(s.loop.now) && s.sameNames(&p.of.batch)
}

// sameNames reports whether names mean what they meant when a batch was judged, and nothing under way
// may change that.
func (s *session) sameNames(b *engine.Batch) bool {
	return s.moving == 0 && b.Fresh(true, nil) == engine.Judged
}

// ensureFresh makes sure that a batch means what it meant when it was judged; otherwise the batch is
// judged again. Behind its intent it is not: a refusal would be a second outcome.
func (s *session) ensureFresh(b *engine.Batch) bool {
	if s.head.judged || s.head.intended {
		return true
	}
	if (s.moving > 0 || b.OfSession) && !s.ensureAnswered() {
		return false
	}
	judged := b.Fresh(false, nil)
	if judged == engine.Judged {
		s.head.judged = true
		return true
	}
	return s.judgeText(b, b.Request.SQL, b.Request.ParamTypes, judged)
}
