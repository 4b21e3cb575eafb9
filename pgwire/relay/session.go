package relay

import (
	"context"
	"runtime/debug"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay/descriptor"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// session is one client's session, in its loop. Only the loop's goroutine touches it; while it is
// busy, only the goroutine beside the loop does. It is made of the types that it embeds, and each type
// says what is always true of it (TestSessionInvariants).
type session struct {
	relay      *Relay
	loop       *loop
	id         uint64
	front      Client
	piped      chan struct{} // closed when the pipe has carried its last byte; nil: there is no pipe
	relayed    *engine.Relayed
	ctx        context.Context //nolint:containedctx // for the work beside the loop
	cancel     context.CancelFunc
	cancelWork context.CancelCauseFunc // of the work beside the loop
	canceled   bool                    // a cancel request has come for the message in hand, before it was sent

	client, server socket
	tag            string // the last that the server has told, to be told again
	isDue          bool   // is in loop.due
	isTouched      bool   // is in loop.touched
	isLeaving      bool   // is in loop.leaving
	answering      bool   // … and what may leave to the client is sent then

	lifetime
	waits
	input
	unitState
	lease
	namings
	output
	times
}

func (s *session) backendOptions() providers.BackendOptions {
	o := providers.BackendOptions{ApplicationName: s.front.Application, Settings: s.front.Settings, Principal: s.relayed.Principal}
	if s.shares {
		o.ApplicationName = "" // the name is one of the settings that follow the session
	}
	return o
}

// txStatus is the transaction status as far as it is known. While something is under way, a
// transaction may have been opened.
func (s *session) txStatus() providers.TxStatus {
	if s.told.status != 0 {
		return providers.TxStatus(s.told.status)
	}
	if s.phase == closed || s.queue.empty() && !s.unitSent {
		return providers.TxStatus(s.status)
	}
	if s.status == byte(providers.Idle) {
		return providers.InTransaction
	}
	return providers.TxStatus(s.status)
}

// inBlock reports whether a transaction block is open: the server has said so, and nothing that it was
// sent since may have ended the block.
func (s *session) inBlock() bool {
	if s.status != byte(providers.InTransaction) || s.blockOver {
		return false
	}
	for _, it := range s.queue.waiting() {
		if it.kind == waitQuery || it.kind == waitExecute || it.kind == waitSync {
			return false
		}
	}
	return true
}

// isOutdated reports whether the login has another search path by now than when the backend was opened.
func (s *session) isOutdated() bool { return s.backend != nil && s.backend.Outdated() }

// isImplicit reports whether no transaction block is open, as far as is known, so that what a unit does
// is committed by the unit's end. Only ReadyForQuery tells the status; blockOver says that a statement
// of this unit has already ended the block.
func (s *session) isImplicit() bool { return s.status == byte(providers.Idle) || s.blockOver }

// enterLoop takes the sockets from the runtime's poller, greets the client, and gives the session to its
// loop.
func (s *session) enterLoop(backend providers.Backend) (err error) {
	out := append(make([]byte, 0, 1<<10), s.front.Hello...)
	for name, value := range backend.Parameters() {
		s.noteReading(name, value)
		if name == accessSetting && s.relayed.MayWrite {
			value = onOff(s.begins)
		}
		if name == nameSetting {
			s.called = value
		}
		out = reply.ParameterStatus(out, name, value)
	}
	out = append(out, s.front.Key(backend.PID())...)
	out = reply.Ready(out, byte(providers.Idle))
	s.client.out, s.client.writable, s.client.readable = out, true, true
	s.safe, s.solid = len(out), len(out)

	link, err := s.relay.linkBackend(backend)
	if err != nil {
		return err
	}
	if s.client.fd, s.piped, err = descriptor.Of(s.front.Conn, &s.relay.work); err != nil {
		link.conn.Lend(false)
		return err
	}
	if !s.loop.postWork(func() { s.beginInLoop(backend, link) }) {
		link.conn.Lend(false)
		_ = unix.Close(s.client.fd)
		return errShutdown
	}
	return nil
}

// beginInLoop makes the session a part of its loop. It runs on the loop.
func (s *session) beginInLoop(backend providers.Backend, link *remote) {
	if err := s.loop.addSession(s); err != nil {
		s.relay.log.Error("a session cannot be watched", "error", err)
		_ = unix.Close(s.client.fd)
		s.relay.releaseUnwatched(backend, link, providers.Broken)
		s.endFront()
		return
	}
	s.attachBackend(backend, link)
	s.front.Begun(&Session{s})
	s.idleSince = time.Now()
	s.loop.touchSession(s)
	s.loop.scheduleSession(s)
	s.loanEnds()
}

// attachBackend gives the session a backend.
func (s *session) attachBackend(backend providers.Backend, link *remote) {
	s.backend, s.remote = backend, link
	s.loan++
	s.soiled = false
	s.access = link.access
	if !s.shares {
		s.relayed.Backend.Store(backend.PID())
	}
	s.server = socket{fd: link.fd, token: s.id<<1 | 1, poller: s.loop.poller, writable: true, readable: true}
	if err := s.loop.poller.Add(link.fd, s.server.token); err != nil {
		s.relay.log.Error("a backend cannot be watched", "error", err)
		s.killSession(errInternal)
	}
	if s.shares {
		s.forgetDrawn()
		s.applySettings()
	}
}

// step goes on with the session as far as that is possible without waiting.
func (s *session) step() {
	if s.phase == closed || s.syncing {
		return
	}
	s.loop.touchSession(s)
	s.tellNotices()
	for range maxRounds {
		before := s.busy
		if s.server.left() > highWater {
			s.sendServerNow() // that makes room for more from the client
		}
		moved := s.readServer()
		s.ensureLateSync()
		moved = s.readClient() || moved
		s.sendServer()
		s.loanEnds()
		s.endDrained()
		if s.phase == closed || !moved || s.busy && !before {
			return
		}
	}
	s.loop.scheduleSession(s) // there is more to do, and other sessions wait
}

// readServer handles what the server sent, if the client reads fast enough, and reports whether there
// was anything. An error from the server is passed on before the intent of what follows it is on
// record, so that a client with a long pipeline can stop.
func (s *session) readServer() bool {
	if s.backend == nil || s.verifying || s.busy && !s.intending || s.intendsAttempt() || s.doom != nil || s.phase == closed || !s.server.readable || s.client.left() > highWater {
		return false
	}
	n, err := s.server.read(s.loop.buf)
	if err != nil {
		s.serverGone(err)
		return false
	}
	if n > 0 {
		s.heard = s.loop.now
		s.fromServer(s.loop.buf[:n])
	}
	return n > 0
}

// readClient handles what the client sent, if the server reads fast enough.
func (s *session) readClient() bool {
	if s.waiting {
		return s.readAhead()
	}
	if s.busy || s.verifying || s.awaitsSync() || s.phase != open || s.server.left() > highWater || s.client.left() > highWater {
		return false
	}
	moved := false
	if len(s.in) > 0 {
		before := len(s.in)
		s.in = s.in[:copy(s.in, s.in[s.fromClient(s.in):])]
		if moved = len(s.in) < before; len(s.in) == 0 {
			s.loop.giveBack(s.in)
			s.in = nil
		}
		if s.busy || s.quiet || s.phase == closed {
			return moved
		}
	}
	if !s.client.readable {
		return moved
	}
	n, err := s.client.read(s.loop.buf)
	if err != nil {
		s.clientGone()
		return false
	}
	if n == 0 {
		return moved
	}
	data := s.loop.buf[:n]
	if len(s.in) > 0 {
		s.in = append(s.roomFor(data), data...)
		s.in = s.in[:copy(s.in, s.in[s.fromClient(s.in):])]
	} else if used := s.fromClient(data); used < n && s.phase != closed {
		s.in = append(s.loop.emptyBuffer(), data[used:]...)
	}
	return true
}

// holdsMessages reports whether messages for the server wait until the execution that they prepare has its
// intent on record. So the server is woken once for both.
func (s *session) holdsMessages() bool { return s.intending && !s.ripe }

// hasForServer reports whether there are messages for the server that were let through.
func (s *session) hasForServer() bool {
	return s.backend != nil && s.server.left() > 0 && !s.holdsMessages()
}

// sendServer sends the server the messages that were let through, at the end of the turn if the loop sends together.
func (s *session) sendServer() {
	switch {
	case !s.hasForServer():
	case s.loop.together:
		s.loop.noteLeaving(s)
	default:
		s.sendServerNow()
	}
}

// sendServerNow sends the server the messages that were let through at once.
func (s *session) sendServerNow() {
	if s.hasForServer() {
		s.sentServer(s.server.write(len(s.server.out)))
	}
}

// sentServer goes on when messages were sent to the server; err says why they cannot be.
func (s *session) sentServer(err error) {
	if err != nil {
		s.serverGone(err)
		return
	}
	if s.server.left() == 0 {
		s.loop.giveBack(s.server.out)
		s.server.out, s.server.sent, s.ripe = nil, 0, false
	}
}

// announceRows records a statement whose answer has begun and not ended, so that the part of the answer
// that is here may leave.
func (s *session) announceRows() {
	if s.phase == closed || s.busy || s.safe == len(s.client.out) {
		return
	}
	pending := s.undecided()
	if pending != nil && len(s.client.out)-s.safe <= announceAfter {
		return // it is kept back
	}
	it := s.queue.first()
	if it == nil || pending == nil && !it.run.Open {
		s.safe = len(s.client.out)
		return
	}
	if err := it.run.Announce(pending); err != nil {
		if !s.solidMid { // nothing of the answer has left
			s.client.out = s.client.out[:s.solid]
			s.safe, s.hiding = s.solid, true
		}
		s.killSession(err)
		return
	}
	s.safe = len(s.client.out)
}

// sendAnswers sends the client what may leave. err says that the records of this turn could not be written.
func (s *session) sendAnswers(err error) {
	if s.phase == closed {
		return
	}
	if err != nil && s.safe > s.solid {
		s.takeBackAnswer(err)
		if s.phase == closed {
			return
		}
	}
	s.solid, s.solidMid = s.safe, s.inFrame()
	if s.loop.together && s.client.sent < s.solid && s.client.writable {
		s.answering = true
		s.loop.noteLeaving(s)
		return
	}
	s.endSending(s.client.write(s.solid))
}

// endSending goes on when the client was sent what may leave; err says that it cannot be.
func (s *session) endSending(err error) {
	if err != nil {
		s.clientGone()
		return
	}
	switch {
	case s.client.sent == len(s.client.out):
		s.loop.giveBack(s.client.out)
		s.client.out, s.client.sent, s.safe, s.solid = nil, 0, 0, 0
		s.blocked = time.Time{}
		if s.phase == closing {
			s.close()
			return
		}
	case s.client.sent < s.solid && s.blocked.IsZero():
		s.blocked = s.loop.now
	case s.client.sent == s.solid:
		s.blocked = time.Time{}
		s.compactOutput()
	}
	if !s.busy && (s.server.readable && s.client.left() <= highWater || len(s.in) > 0 && !s.quiet) {
		s.loop.scheduleSession(s)
	}
}

// inFrame reports whether a part of a message of the server's has been passed on, and not all of it.
func (s *session) inFrame() bool { return s.passing > 0 && !s.hiding }

// compactOutput removes the bytes that were sent from the front of the client's buffer.
func (s *session) compactOutput() {
	n := s.client.sent
	s.client.out = s.client.out[:copy(s.client.out, s.client.out[n:])]
	s.client.sent, s.safe, s.solid = 0, s.safe-n, s.solid-n
}

// takeBackAnswer takes back this turn's answer, because its record could not be written. If no byte of the
// answer has left, the client gets the error instead; otherwise the session ends.
func (s *session) takeBackAnswer(err error) {
	whole := s.readySent
	s.client.out = s.client.out[:s.solid]
	s.safe = s.solid
	if s.phase == closing || s.solidMid {
		s.phase = closing
		last := *sqlstate.From(err)
		last.Severity = reply.Fatal
		if !s.solidMid {
			s.client.out = reply.Error(s.client.out, 'E', &last)
		}
		s.safe = len(s.client.out)
		return
	}
	if !whole || !s.queue.empty() || s.unitSent || s.status != byte(providers.Idle) {
		s.killSession(err)
		return
	}
	s.client.out = reply.Error(s.client.out, 'E', sqlstate.From(err))
	s.client.out = reply.Ready(s.client.out, s.status)
	s.safe = len(s.client.out)
}

// workBeside runs f in a goroutine beside the loop. The loop does not touch the session until f has
// returned; then it handles the first message again, which finds the result of f in head. A panic of f
// becomes head.err. A cancel request ends the context.
func (s *session) workBeside(f func(ctx context.Context)) {
	s.busy = true
	ctx, cancel := context.WithCancelCause(s.ctx)
	s.cancelWork = cancel
	if s.canceled {
		cancel(engine.ErrCanceled)
	}
	s.sendServerNow() // f may use the connection
	s.relay.work.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				s.relay.log.Error("panic beside a relayed session", "panic", p, "stack", string(debug.Stack()))
				s.head.err, s.head.judged = errInternal, true
			}
			s.loop.postWork(func() {
				cancel(nil)
				s.takeTold()
				s.busy, s.waiting = false, false
				if s.head.recorded {
					s.noteRecorded()
				}
				s.endWork()
			})
		}()
		f(ctx)
	})
}

// endWork ends work: the loop goes on with the session.
func (s *session) endWork() {
	switch err := s.doom; {
	case s.gone:
		s.loop.runGuarded(s, s.close)
	case err != nil && s.farewell && s.server.ended:
		s.doom = nil
		s.loop.runGuarded(s, s.endFarewell)
	case err != nil:
		s.doom = nil
		s.loop.runGuarded(s, func() { s.killSession(err) })
	default:
		s.loop.scheduleSession(s)
	}
}
