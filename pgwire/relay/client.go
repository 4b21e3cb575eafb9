package relay

import (
	"context"
	"encoding/binary"
	"math"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	headerSize = request.HeaderSize
	// mostQueued bounds the messages of a session that wait for their answers.
	mostQueued = 4096
	// bindHead is how much of a Bind is looked at for its names.
	bindHead = 64 << 10
	// accessSetting says what a session's transactions may do.
	accessSetting = "default_transaction_read_only"
	// nameSetting is what a session is called.
	nameSetting = "application_name"
)

// refusedName and refusedText are what the server is sent in the place of a
// message that was refused: it fails as it would have, and skips what follows.
const (
	refusedName = "_sallyport_refused"
	refusedText = "refused by sallyport"
)

// fromClient deals with what the client has sent and returns how many bytes of
// it need not be seen again.
func (s *session) fromClient(b []byte) (used int) {
	for !s.busy && !s.quiet && s.phase == open {
		if s.rest > 0 {
			n := min(s.rest, len(b)-used)
			if !s.dropRest {
				s.forward(b[used : used+n])
			}
			used += n
			if s.rest -= n; s.rest > 0 {
				return used
			}
			continue
		}
		if s.queue.len() >= mostQueued && !s.settledFirst() {
			return used
		}
		if len(b)-used < headerSize {
			return used
		}
		kind, size := request.Header(b[used:])
		limit, known := frameLimit(kind, s.relay.options.MaxMessage)
		if !known || size < 0 || size > limit {
			s.malformed(kind, size, known)
			return used
		}
		all := headerSize + size
		frame := b[used:min(used+all, len(b))]
		s.ahead = b[used:]
		if most := s.mostRead(kind); size > most {
			s.refuseUnread(kind, size, most)
			used += len(frame)
			s.rest, s.dropRest = all-len(frame), true
			continue
		}
		if len(frame) < all && kind != request.CopyData && (kind != request.Bind || len(frame) < bindHead || s.relayed.RecordsValues) {
			return used
		}
		if !s.message(kind, frame, all) {
			return used
		}
		used += len(frame)
		s.rest = all - len(frame)
	}
	return used
}

// frameLimit returns how long the body of a message may be; false if there is no such
// message. What passes as it comes may be as long as the server takes.
func frameLimit(kind byte, most int) (int, bool) {
	switch kind {
	case request.Bind, request.CopyData:
		return 1<<30 - 1, true
	case request.CopyFail:
		return most, true
	}
	return request.Limit(kind, most)
}

// roomFor returns in with room for more of its first message. The length is the
// client's word only, so the room is doubled as bytes arrive, up to that length.
func (s *session) roomFor(data []byte) []byte {
	need := len(s.in) + len(data)
	if need <= cap(s.in) || len(s.in) < headerSize {
		return s.in
	}
	all := headerSize + int(binary.BigEndian.Uint32(s.in[1:])) - 4
	return append(make([]byte, 0, max(need, min(all, 2*need))), s.in...)
}

// typesOfParse is how much of a Parse may be its name and its types.
const typesOfParse = 512 << 10

// mostRead is how long the body of a message may be to be read: a longer text
// would be refused, so it is refused before it takes memory.
func (s *session) mostRead(kind byte) int {
	switch kind {
	case request.Query:
		return s.relayed.MaxSQLBytes + 1
	case request.Parse:
		return s.relayed.MaxSQLBytes + typesOfParse
	}
	return math.MaxInt
}

// refuseUnread refuses a message by its length; its bytes are dropped as they come.
func (s *session) refuseUnread(kind byte, size, most int) {
	if s.skipping {
		s.dropHead()
		return
	}
	s.fail(kind, sqlstate.New(sqlstate.ProgramLimitExceeded, "the message is %d bytes long, the limit is %d", size, most).
		WithHint("Send the text in parts, or raise limits.max_sql_bytes."))
}

func (s *session) malformed(kind byte, size int, known bool) {
	if s.copying && !known {
		s.breakCopy(kind)
		return
	}
	if !s.copying && !s.settledFirst() { // what came before is answered first
		return
	}
	switch {
	case known && size < 0:
		s.kill(sqlstate.New(sqlstate.ProtocolViolation, "invalid message length"))
		return
	case known:
		s.kill(sqlstate.New(sqlstate.ProgramLimitExceeded, "a message of %d bytes is longer than the server takes (%d)", size, s.relay.options.MaxMessage))
		return
	}
	s.kill(sqlstate.New(sqlstate.ProtocolViolation, "invalid frontend message type %d", kind))
}

// message deals with one message; all is its length, frame as much of it as is
// there. It reports whether it is done with: else the same message comes again
// when what it waits for has come.
func (s *session) message(kind byte, frame []byte, all int) bool {
	s.dropRest = true // of what is not passed on, nothing is
	if s.skipping && kind != request.Sync && kind != request.Terminate {
		s.dropHead()
		return true
	}
	if ok, done := s.hasPlace(kind); !ok {
		return done
	}
	switch kind {
	case request.Query:
		return s.query(frame)
	case request.Parse:
		return s.parse(frame)
	case request.Bind:
		return s.bind(frame, all)
	case request.Describe:
		return s.describe(frame)
	case request.Execute:
		return s.execute(frame)
	case request.Close:
		return s.closeObject(frame)
	case request.Flush:
		if len(frame) > headerSize && !s.copying {
			return s.invalid(kind)
		}
		if s.unitSent {
			s.forward(frame)
		}
		return true
	case request.Sync:
		return s.sync(frame)
	case request.Terminate:
		return s.terminate()
	case request.FunctionCall:
		return s.call(frame)
	case request.CopyDone, request.CopyFail: // the server ignores a body of CopyDone
		s.copying = false
		if !s.queue.empty() {
			s.send(s.loop.item(waitCopyEnd), frame)
		}
		return true
	case request.CopyData:
		if !s.queue.empty() { // else the server drops it, too: it comes after a COPY that failed
			s.dropRest = false
			s.forward(frame)
		}
		return true
	}
	return true
}

// hasPlace reports whether a message may come now. Else, done says that it was
// dealt with: the session ends.
func (s *session) hasPlace(kind byte) (ok, done bool) {
	switch {
	case s.copying && !inCopy(kind):
		s.breakCopy(kind)
		return false, true
	case s.resets && begins(kind) && !s.unitSent && !s.settledFirst(): // the session's own name comes first
		return false, false
	case s.draining && begins(kind):
		return s.goesOn()
	}
	return true, false
}

// terminate deals with a client's goodbye: what came before is answered first, as
// the server does.
func (s *session) terminate() bool {
	if s.copying { // the server waits for data that will never come
		s.clientGone()
		return true
	}
	if !s.client.hungUp && !s.settledFirst() {
		return false
	}
	s.leaves()
	return true
}

// forward sends bytes to the server.
func (s *session) forward(b []byte) {
	if s.server.out == nil {
		s.server.out = s.loop.buffer()
	}
	s.server.out = append(s.server.out, b...)
}

// send sends a message whose answer is waited for.
func (s *session) send(it *item, frame []byte) {
	it.unit = s.unit
	if s.queue.empty() {
		s.busySince, s.asked = s.loop.now, time.Time{}
	}
	s.queue.push(it)
	s.forward(frame)
	// What is ours goes at once: a cancel request that comes late must not hit it.
	s.ripe = s.ripe || it.own || it.kind == waitQuery || it.kind == waitExecute || it.kind == waitCopyEnd
}

// owe puts bytes of ours where the client expects an answer.
func (s *session) owe(b []byte) {
	if s.queue.empty() { // an item for it would live to the end of the turn
		s.tell(b)
		return
	}
	s.owed(b)
	s.pay()
}

// tell sends the client bytes of ours, which need no record.
func (s *session) tell(b []byte) {
	s.emit(b)
	s.readySent = len(b) == 6 && b[0] == 'Z'
	s.safe = len(s.client.out)
}

// owed is owe, for who has more to say of it before it is paid.
func (s *session) owed(b []byte) *item {
	it := s.loop.item(waitLocal)
	it.bytes, it.unit = b, s.unit
	s.queue.push(it)
	return it
}

// pay sends what is owed before the next answer of the server's.
func (s *session) pay() {
	for {
		it := s.queue.first()
		if it == nil || it.kind != waitLocal && it.kind != waitCopyEnd {
			return
		}
		if it.kind == waitLocal {
			s.tell(it.bytes)
		}
		s.named(it, true)
		s.queue.pop(s.loop)
	}
}

// invalid refuses a message that is not what it says.
func (s *session) invalid(kind byte) bool {
	return s.fail(kind, sqlstate.New(sqlstate.ProtocolViolation, "invalid message format"))
}

// fail refuses a message for a reason that is not on record yet.
func (s *session) fail(kind byte, err error) bool {
	b := &engine.Batch{}
	if it := s.head.item; it != nil && it.batch.Statements > 0 {
		b = &it.batch
	}
	return s.refuse(kind, s.relayed.Refuse(b, err))
}

// dropHead forgets the message that is being dealt with.
func (s *session) dropHead() {
	if it := s.head.item; it != nil {
		if s.head.intended {
			it.run.Skip(errSkipped, s.loop.now, &s.loop.ledger)
		}
		s.loop.drop(it)
	}
	s.head = head{}
	s.quiet = false
}

// settledFirst waits until the server has answered all that it was sent: false until
// then. In the middle of a unit it is asked to send what it has.
func (s *session) settledFirst() bool {
	if s.quiet = !s.queue.empty(); !s.quiet {
		return true
	}
	if s.unitSent {
		s.forward(reply0(request.Flush))
	}
	return false
}

// query deals with a simple query.
func (s *session) query(frame []byte) bool {
	sql, rest, ok := request.Text(frame[headerSize:])
	if !ok || len(rest) > 0 {
		return s.invalid(request.Query)
	}
	return s.simple(request.Query, frame, sql, providers.Args{})
}

// simple deals with a message that asks for what a text says, and whose answer
// ends in ReadyForQuery.
func (s *session) simple(kind byte, frame, sql []byte, args providers.Args) bool {
	it := s.head.item
	if it == nil {
		it = s.loop.item(waitQuery)
		it.text = string(sql)
		s.head.item = it
	}
	if !s.judge(nil) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(kind, s.head.err)
	}
	if it.batch.Local {
		return s.localQuery(it)
	}
	if !s.agreed(&it.batch, args) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(kind, s.head.err)
	}
	if ok, done := s.have(kind); !ok {
		return done
	}
	if !s.endsGuarded(&it.batch) {
		return false
	}
	it.traits = it.batch.Traits
	if !s.admit(it.batch.Access(s.head.consent)) || !s.intended(it, &it.batch, 0, nil, s.head.consent) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(kind, s.head.err)
	}
	consent := s.head.consent
	s.head, s.last = head{}, nil
	s.follow(it, &it.batch, it.traits)
	if it.run.Bound() {
		s.sendHeld(it)
		return true
	}
	if kind == request.Query && consent == nil && s.guardedQuery(it) {
		return true
	}
	at := len(s.server.out)
	s.send(it, frame)
	if kind == request.Query {
		s.statements.plain, s.statements.comingPlain = nil, nil // a simple query drops it
		it.batch.Patch(s.server.out[at+headerSize : len(s.server.out)-1])
	}
	return true
}

// sync ends a unit of the extended protocol.
func (s *session) sync(frame []byte) bool {
	if !s.endJudged() || !s.syncGuarded() {
		return false
	}
	if err := s.head.err; err != nil {
		s.refuse(request.Parse, err)
	}
	s.head = head{}
	if s.unitSent && !s.skipping && !s.copying { // they were planned, and planning may run code
		for _, b := range s.unguarded {
			s.sendGuards(b, b.Guards(s.backed(), nil))
		}
	}
	s.skipping, s.bound, s.unguarded = false, false, nil
	s.unit++
	if s.copying { // the server ignores it
		s.keepSet()
		s.forward(frame)
		return true
	}
	if !s.unitSent && s.queue.empty() {
		s.owe(reply.Ready(nil, s.status))
		return true
	}
	s.unitSent = false
	s.send(s.loop.item(waitSync), frame)
	return true
}

// endJudged sees to it that the end of an implicit transaction runs no code that was
// changed; false: that is being found out.
func (s *session) endJudged() bool {
	if s.head.judged || !s.unitSent || s.copying || s.skipping || !s.implicit() || !s.relayed.EndRunsCode() {
		return true
	}
	if !s.ownReady() {
		return false
	}
	s.work(func(ctx context.Context) {
		s.head.err = s.relayed.JudgeEnd(ctx)
		s.head.judged = true
	})
	return false
}

func appendQuery(b []byte, sql string) []byte {
	b, at := reply.Begin(b, request.Query)
	return reply.End(reply.Text(b, sql), at)
}

// appendOwn appends a statement of ours by the extended protocol: a simple query
// would drop the client's unnamed statement. Its answer ends in ReadyForQuery.
func (r *Relay) appendOwn(b []byte, sql string) []byte {
	b = appendParse(b, r.own, sql)
	b, at := reply.Begin(b, request.Bind)
	b = reply.End(append(reply.Text(reply.Text(b, ""), r.own), 0, 0, 0, 0, 0, 0), at)
	b, at = reply.Begin(b, request.Execute)
	b = reply.End(append(reply.Text(b, ""), 0, 0, 0, 0), at)
	b = appendClose(b, 'S', r.own)
	return append(b, reply0(request.Sync)...)
}

func appendParse(b []byte, name, sql string) []byte {
	b, at := reply.Begin(b, request.Parse)
	b = reply.Text(reply.Text(b, name), sql)
	return reply.End(append(b, 0, 0), at)
}
