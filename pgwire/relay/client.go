package relay

import (
	"cmp"
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
	// mostQueued bounds the messages of a session that are in the queue.
	mostQueued = 4096
	// bindHead is how much of a Bind is read for its names.
	bindHead = 64 << 10
	// accessSetting is the setting that makes transactions read-only by default.
	accessSetting = "default_transaction_read_only"
	// nameSetting is the setting that has the application's name.
	nameSetting = "application_name"
)

// refusedName and refusedText stand in the message that the server is sent in the place of a refused
// message. The server cannot understand that message. So its transaction fails there, and it skips
// the messages that follow, as it does after any error.
const (
	refusedName = "_sallyport_refused"
	refusedText = "refused by sallyport"
)

// fromClient handles what the client has sent, and returns how many bytes of it are done with.
func (s *session) fromClient(b []byte) (used int) {
	for !s.busy && !s.quiet && !s.awaitsSync() && s.phase == open {
		if s.rest > 0 {
			n := min(s.rest, len(b)-used)
			if !s.dropRest {
				s.forwardToServer(b[used : used+n])
			}
			used += n
			if s.rest -= n; s.rest > 0 {
				return used
			}
			continue
		}
		if s.queue.len() >= mostQueued && !s.ensureAnswered() {
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
		if !s.handleMessage(kind, frame, all) {
			return used
		}
		s.canceled = false
		used += len(frame)
		s.rest = all - len(frame)
	}
	return used
}

// frameLimit returns how long the body of a message may be; false if there is no such message. A
// message that passes unread may be as long as the server accepts.
func frameLimit(kind byte, most int) (int, bool) {
	switch kind {
	case request.Bind, request.CopyData:
		return 1<<30 - 1, true
	case request.CopyFail:
		return most, true
	}
	return request.Limit(kind, most)
}

// roomFor returns in with room for more of its first message. The length is only what the client
// claims, so the room is doubled as bytes arrive, up to that length.
func (s *session) roomFor(data []byte) []byte {
	need := len(s.in) + len(data)
	if need <= cap(s.in) || len(s.in) < headerSize {
		return s.in
	}
	all := headerSize + int(binary.BigEndian.Uint32(s.in[1:])) - 4
	return append(make([]byte, 0, max(need, min(all, 2*need))), s.in...)
}

// typesOfParse bounds the name and the parameter types of a Parse.
const typesOfParse = 512 << 10

// mostRead is how long the body of a message may be that has to be read whole. A longer text would be
// refused, so it is refused before it takes memory.
func (s *session) mostRead(kind byte) int {
	switch kind {
	case request.Query:
		return s.relayed.MaxSQLBytes + 1
	case request.Parse:
		return s.relayed.MaxSQLBytes + typesOfParse
	}
	return math.MaxInt
}

// refuseUnread refuses a message for its length; its bytes are dropped as they come.
func (s *session) refuseUnread(kind byte, size, most int) {
	if s.skipping {
		s.dropHead()
		return
	}
	s.refuseMessage(kind, sqlstate.New(sqlstate.ProgramLimitExceeded, "the message is %d bytes long, the limit is %d", size, most).
		WithHint("Send the text in parts, or raise limits.max_sql_bytes."))
}

func (s *session) malformed(kind byte, size int, known bool) {
	if s.copying && !known {
		s.breakCopy(kind)
		return
	}
	if !s.copying && !s.ensureAnswered() { // the messages before it are answered first
		return
	}
	switch {
	case known && size < 0:
		s.killSession(sqlstate.New(sqlstate.ProtocolViolation, "invalid message length"))
		return
	case known:
		s.killSession(sqlstate.New(sqlstate.ProgramLimitExceeded, "a message of %d bytes is longer than the server takes (%d)", size, s.relay.options.MaxMessage))
		return
	}
	s.killSession(sqlstate.New(sqlstate.ProtocolViolation, "invalid frontend message type %d", kind))
}

// handleMessage handles one message; all is its length, and frame as much of it as has arrived. It reports
// whether the message is done with. If not, message is called with it again when what it waits for has
// happened.
func (s *session) handleMessage(kind byte, frame []byte, all int) bool {
	s.dropRest = true // unless the message is passed on, the rest of it is dropped
	if s.skipping && kind != request.Sync && kind != request.Terminate {
		s.dropHead()
		return true
	}
	if ok, done := s.hasPlace(kind); !ok {
		return done
	}
	switch kind {
	case request.Query:
		return s.handleQuery(frame)
	case request.Parse:
		return s.handleParse(frame)
	case request.Bind:
		return s.handleBind(frame, all)
	case request.Describe:
		return s.handleDescribe(frame)
	case request.Execute:
		return s.handleExecute(frame)
	case request.Close:
		return s.closeObject(frame)
	case request.Flush:
		if len(frame) > headerSize && !s.copying {
			return s.refuseInvalid(kind)
		}
		if s.unitSent {
			s.forwardToServer(frame)
		}
		return true
	case request.Sync:
		return s.handleSync(frame)
	case request.Terminate:
		return s.handleTerminate()
	case request.FunctionCall:
		return s.handleFunctionCall(frame)
	case request.CopyDone, request.CopyFail, request.CopyData:
		s.handleCopy(kind, frame)
	}
	return true
}

// hasPlace reports whether a message may be handled now. If not, done says that the message is done
// with, because the session ends.
func (s *session) hasPlace(kind byte) (ok, done bool) {
	switch {
	case s.copying && !inCopy(kind):
		s.breakCopy(kind)
		return false, true
	case s.resets && beginsStatement(kind) && !s.unitSent && !s.ensureAnswered(): // the session's own name is restored first
		return false, false
	case s.reading > 0 && !s.copying && !s.ensureAnswered(): // what the message is depends on whether the server reads COPY data
		return false, false
	case s.draining && beginsStatement(kind):
		return s.mayGoOn()
	}
	return true, false
}

// handleTerminate handles Terminate. The messages before it are answered first, as a server does.
func (s *session) handleTerminate() bool {
	if s.copying { // the server waits for data that will not come
		s.clientGone()
		return true
	}
	if !s.client.hungUp && !s.ensureAnswered() {
		return false
	}
	s.endTerminated()
	return true
}

// forwardToServer sends bytes to the server.
func (s *session) forwardToServer(b []byte) {
	if s.server.out == nil {
		s.server.out = s.loop.emptyBuffer()
	}
	s.server.out = append(s.server.out, b...)
}

// sendToServer sends a message to the server and puts the item that waits for its answer into the queue.
func (s *session) sendToServer(it *item, frame []byte) {
	it.unit = s.unit
	if s.queue.empty() {
		s.busySince, s.asked = s.loop.now, time.Time{}
	}
	s.queue.push(s.loop, it)
	s.forwardToServer(frame)
	if s.canceled && !it.own && it.instead == nil { // the server drops a request that comes before its message
		s.canceled = false
		s.loop.postWork(func() { s.cancelRunning(make(chan struct{})) })
	}
	// The relay's own messages are sent at once: a cancel request that comes late must not hit them.
	s.ripe = s.ripe || it.own || it.kind == waitQuery || it.kind == waitExecute
}

// oweClient puts bytes of the relay's own where the client expects an answer.
func (s *session) oweClient(b []byte) {
	if s.queue.empty() { // an item would live to the end of the turn
		s.tellClient(b)
		return
	}
	s.oweItem(b)
	s.payClient()
}

// tellClient sends the client bytes of the relay's own, which need no record.
func (s *session) tellClient(b []byte) {
	s.emitToClient(b)
	s.readySent = len(b) == 6 && b[0] == 'Z'
	s.safe = len(s.client.out)
}

// oweItem does as oweClient, and returns the item, for a caller that adds to it before the client gets it.
func (s *session) oweItem(b []byte) *item {
	it := s.loop.newItem(waitLocal)
	it.bytes, it.unit = b, s.unit
	s.queue.push(s.loop, it)
	return it
}

// payClient moves what is owed at the front of the queue to the client's buffer.
func (s *session) payClient() {
	for {
		it := s.queue.first()
		if it == nil || it.kind != waitLocal {
			return
		}
		s.tellClient(it.bytes)
		s.endNaming(it, true)
		s.queue.pop(s.loop)
	}
}

// refuseInvalid refuses a message that is malformed.
func (s *session) refuseInvalid(kind byte) bool {
	return s.refuseMessage(kind, sqlstate.New(sqlstate.ProtocolViolation, "invalid message format"))
}

// dropHead forgets the message that is handled now.
func (s *session) dropHead() {
	if it := s.head.item; it != nil {
		if s.head.intended {
			it.run.Skip(errSkipped, s.loop.now, &s.loop.ledger)
		}
		s.loop.dropItem(it)
	}
	s.head, s.lost = head{}, nil
	s.quiet = false
}

// ensureAnswered makes sure that the server has answered all that it was sent. In the middle of a unit
// a Flush makes the server send its answers.
func (s *session) ensureAnswered() bool {
	if s.quiet = !s.queue.empty(); !s.quiet {
		return true
	}
	if s.unitSent {
		s.forwardToServer(emptyReply(request.Flush))
	}
	return false
}

// handleQuery handles Query.
func (s *session) handleQuery(frame []byte) bool {
	sql, rest, ok := request.Text(frame[headerSize:])
	if !ok || len(rest) > 0 {
		return s.refuseInvalid(request.Query)
	}
	return s.handleSimple(request.Query, frame, sql, nil, providers.Args{})
}

// handleSimple handles a message that carries out a text, with values of these types, and whose answer ends in ReadyForQuery.
func (s *session) handleSimple(kind byte, frame, sql []byte, types []uint32, args providers.Args) bool {
	it := s.head.item
	if it == nil {
		it = s.loop.newItem(waitQuery)
		it.text = string(sql)
		s.head.item, s.head.of = it, &it.batch
	}
	if !s.ensureJudged(types) {
		return false
	}
	if s.head.err != nil {
		return s.refuseMessage(kind, s.head.err)
	}
	if it.batch.Local {
		return s.localQuery(it)
	}
	if ok, done := s.ensureQueryConsent(kind, it, args); !ok {
		return done
	}
	if ok, done := s.ensureBackend(kind, &it.batch); !ok {
		return done
	}
	if !s.endsGuarded(&it.batch) {
		return false
	}
	if ok, done := s.ensureUnitMayEnd(kind, it); !ok {
		return done
	}
	it.traits, s.head.args = it.batch.Traits, args
	if !s.ensureAccess(it.batch.Access) || !s.ensureIntent(it, engine.Start{Batch: &it.batch, Params: len(args.Values), Args: &s.head.args, Consent: s.head.consent}) {
		return false
	}
	if s.head.err != nil {
		return s.refuseMessage(kind, s.head.err)
	}
	consent := s.head.consent
	s.head, s.last = head{}, nil
	endsLate := s.endsLate(kind, &it.batch, consent)
	s.endUnit()
	s.noteTraits(it, &it.batch, it.traits)
	switch {
	case it.run.Bound:
		s.sendHeld(it)
		return true
	case kind == request.Query && s.guardedQuery(it, consent):
		return true
	case endsLate:
		s.sendGuarded(it, nil)
		return true
	}
	at := len(s.server.out)
	s.sendToServer(it, frame)
	if kind == request.Query {
		s.statements.plain, s.statements.comingPlain = nil, nil // a simple query drops the unnamed statement
		patchText(s.server.out[at+headerSize:len(s.server.out)-1], it.batch.Patches)
	}
	return true
}

// patchText turns a text of the client's into the text for the source.
func patchText(text []byte, patches []engine.Patch) {
	for _, p := range patches {
		copy(text[p.Offset:], p.SQL)
	}
}

// handleSync handles Sync, which ends a unit of the extended protocol.
func (s *session) handleSync(frame []byte) bool {
	if s.copying { // the server ignores it
		return true
	}
	if !s.ensureUnitCompared() || !s.ensureEndJudged() {
		return false
	}
	if err := cmp.Or(s.head.endErr, s.head.err); err != nil {
		s.head.recorded = true
		s.refuseMessage(request.Parse, err)
	}
	s.head = head{}
	s.skipping, s.bound = false, false
	s.unit++
	if !s.unitSent && s.queue.empty() {
		s.oweClient(reply.Ready(nil, s.status))
		return true
	}
	s.unitSent = false
	s.sendToServer(s.loop.newItem(waitSync), frame)
	return true
}

func queryMessage(sql string) []byte {
	b, at := reply.Begin(nil, request.Query)
	return reply.End(reply.Text(b, sql), at)
}

// appendOwn appends a statement of the relay's own by the extended protocol, since a simple query
// would drop the client's unnamed statement. Its answer ends in ReadyForQuery.
func (r *Relay) appendOwn(b []byte, sql string) []byte {
	b = appendParse(appendClose(b, 'S', r.own), r.own, sql) // see appendAsk
	b, at := reply.Begin(b, request.Bind)
	b = reply.End(append(reply.Text(reply.Text(b, ""), r.own), 0, 0, 0, 0, 0, 0), at)
	b, at = reply.Begin(b, request.Execute)
	b = reply.End(append(reply.Text(b, ""), 0, 0, 0, 0), at)
	b = appendClose(b, 'S', r.own)
	return append(b, emptyReply(request.Sync)...)
}

func appendParse(b []byte, name, sql string) []byte {
	b, at := reply.Begin(b, request.Parse)
	b = reply.Text(reply.Text(b, name), sql)
	return reply.End(append(b, 0, 0), at)
}
