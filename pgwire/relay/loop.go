package relay

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	readSize  = 256 << 10 // bytes read at once
	highWater = 256 << 10 // bytes that wait for a side to take them before the other is not read any more
	maxRounds = 8         // of one session before others have their turn
	keptOut   = 1 << 20   // buffers longer than that are not kept
	tick      = 250 * time.Millisecond
)

// loop carries sessions: one goroutine that waits for sockets, lets each session
// go as far as it can, writes the records of all that ended in that turn, and
// only then sends the clients their answers.
type loop struct {
	relay    *Relay
	poller   *poll.Poller
	sessions map[uint64]*session // by the half of their sockets' tokens that they share
	next     uint64

	due     []*session // have something to do in this turn
	spare   []*session // the memory of the last turn's due
	touched []*session // did something in this turn
	ledger  engine.Ledger

	intents   engine.Ledger // of this turn
	intending []*session    // that wait for them
	buf       []byte
	free      [][]byte // buffers that nobody uses
	items     []*item  // the same
	spent     []*item  // to be used again after this turn
	now       time.Time
	ticked    time.Time

	mu     sync.Mutex
	posted []func()
	asleep bool
	ended  bool
}

func newLoop(r *Relay) (*loop, error) {
	p, err := poll.New(runtime.GOMAXPROCS(0) <= r.options.Loops)
	if err != nil {
		return nil, err
	}
	return &loop{relay: r, poller: p, sessions: map[uint64]*session{}, buf: make([]byte, readSize)}, nil
}

// post has f run by the loop; false if the loop has ended.
func (l *loop) post(f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.posted = append(l.posted, f)
	if l.asleep {
		l.asleep = false
		l.poller.Wake()
	}
	return true
}

// take returns what was posted. Before the loop sleeps it says so, so that who
// posts wakes it.
func (l *loop) take(sleep bool) []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.posted
	l.posted = nil
	l.asleep = sleep && len(list) == 0
	return list
}

// run is the loop's goroutine; it ends when the relay is down and no session is
// left.
func (l *loop) run() {
	defer l.poller.Close()
	for {
		wait := int(tick / time.Millisecond)
		posted := l.take(len(l.due) == 0)
		if len(l.due) > 0 || len(posted) > 0 {
			wait = 0
		}
		if err := l.poller.Wait(wait, l.ready); err != nil {
			l.relay.log.Error("waiting for sockets", "error", err)
			time.Sleep(tick) // it cannot be; not to spin is all that is left
		}
		l.now = time.Now()
		if posted == nil {
			posted = l.take(false)
		}
		for _, f := range posted {
			l.carefully(f)
		}
		l.turn()
		if l.now.Sub(l.ticked) >= tick {
			l.ticked = l.now
			l.checkTimes()
		}
		if l.done() {
			return
		}
	}
}

// done ends the loop when it is to.
func (l *loop) done() bool {
	if len(l.sessions) > 0 || !l.relay.down.Load() {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = len(l.posted) == 0
	return l.ended
}

// ready notes what happened to a socket.
func (l *loop) ready(token uint64, what poll.Ready) {
	s := l.sessions[token>>1]
	if s == nil {
		return
	}
	k := &s.client
	if token&1 == 1 {
		k = &s.server
	}
	if token&1 == 1 && s.backend == nil {
		return
	}
	k.readable = k.readable || what&poll.Readable != 0
	k.writable = k.writable || what&poll.Writable != 0
	k.hungUp = k.hungUp || what&poll.HungUp != 0
	switch {
	case what&poll.HungUp == 0:
	case token&1 == 0:
		s.clientHungUp()
	default:
		s.serverHungUp()
	}
	l.schedule(s)
}

// schedule gives a session a place in the next turn.
func (l *loop) schedule(s *session) {
	if !s.isDue {
		s.isDue = true
		l.due = append(l.due, s)
	}
}

// turn lets every session that is due go on.
func (l *loop) turn() {
	due := l.due
	l.due = l.spare[:0] // for those that are scheduled meanwhile
	l.each(&due, func(s *session) {
		s.isDue = false
		s.step()
	})
	clear(due)
	l.spare = due
	l.intend()
	l.settle()
}

// intend writes what the sessions intended in this turn, and lets them go on when
// it is durable.
func (l *loop) intend() {
	if len(l.intending) == 0 {
		return
	}
	if !l.intents.Waits(l.relay.engine) {
		_ = l.intents.Commit(l.relay.engine) // each has its own error
		l.intended(l.intending, nil)
		clear(l.intending)
		l.intending = l.intending[:0]
		return
	}
	intents, sessions := l.intents, l.intending
	l.intents, l.intending = engine.Ledger{}, nil
	l.relay.work.Go(func() {
		err := errInternal // of who panics
		defer func() {
			if p := recover(); p != nil {
				l.relay.log.Error("panic beside relayed sessions", "panic", p, "stack", string(debug.Stack()))
			}
			l.post(func() { l.intended(sessions, err) })
		}()
		_ = intents.Commit(l.relay.engine)
		err = nil
	})
}

// intended lets sessions go on whose intents are written, but for err.
func (l *loop) intended(sessions []*session, err *sqlstate.Error) {
	l.each(&sessions, func(s *session) {
		s.head.intended, s.intending, s.busy = true, false, false
		if s.head.err = s.head.item.run.Begun(); err != nil {
			s.head.err = err
		}
		s.free()
	})
}

// settle writes the records of what ended in this turn and sends the clients
// what may leave.
func (l *loop) settle() {
	l.each(&l.touched, (*session).announce)
	failed := false
	if !l.ledger.Empty() {
		if l.ledger.Waits(l.relay.engine) {
			l.settleLater()
			return
		}
		failed = l.ledger.Commit(l.relay.engine) != nil
	}
	l.each(&l.touched, func(s *session) { // who is killed meanwhile is added
		var err error
		if failed {
			err = l.ledger.Unwritten(s.relayed)
		}
		s.isTouched = false
		s.answer(err)
	})
	l.touched = l.touched[:0]
	l.reuse()
}

// settleLater is settle where the records have to be durable before the answers
// leave: the loop goes on with the other sessions meanwhile.
func (l *loop) settleLater() {
	ledger, touched, spent := l.ledger, l.touched, l.spent
	l.ledger, l.touched, l.spent = engine.Ledger{}, nil, nil
	for _, s := range touched {
		s.isTouched, s.settling = false, true
	}
	l.relay.work.Go(func() {
		var err error = errInternal // of who panics
		defer func() {
			if p := recover(); p != nil {
				l.relay.log.Error("panic beside relayed sessions", "panic", p, "stack", string(debug.Stack()))
			}
			l.post(func() { l.settledLater(touched, spent, &ledger, err) })
		}()
		_ = ledger.Commit(l.relay.engine) // each has its own error
		err = nil
	})
}

// settledLater sends the clients what may leave when the records are durable, or
// are not; err says that it is not known of any.
func (l *loop) settledLater(touched []*session, spent []*item, ledger *engine.Ledger, err error) {
	for _, s := range touched {
		s.settling = false
		l.guarded(s, func() { s.answer(cmp.Or(err, ledger.Unwritten(s.relayed))) })
		s.free()
	}
	l.spent = append(l.spent, spent...)
}

// guarded ends a session that panics, and that one only.
func (l *loop) guarded(s *session, f func()) {
	defer func() {
		if p := recover(); p != nil {
			l.panicked(s, p)
		}
	}()
	f()
}

// each is guarded for every session of a list, and for those that are added to it
// meanwhile.
func (l *loop) each(list *[]*session, f func(*session)) {
	for next := 0; next < len(*list); {
		next = l.some(*list, next, f)
	}
}

// some is each from a session on, up to one that panics; it returns the next.
func (l *loop) some(list []*session, from int, f func(*session)) (next int) {
	next = from
	defer func() {
		if p := recover(); p != nil {
			l.panicked(list[next-1], p)
		}
	}()
	for next < len(list) {
		next++
		f(list[next-1])
	}
	return next
}

func (l *loop) panicked(s *session, p any) {
	l.relay.log.Error("panic in a relayed session", "panic", p, "stack", string(debug.Stack()))
	s.kill(errInternal)
}

// carefully runs what was posted.
func (l *loop) carefully(f func()) {
	defer func() {
		if p := recover(); p != nil {
			l.relay.log.Error("panic in the loop of relayed sessions", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// touch has a session settled at the end of the turn.
func (l *loop) touch(s *session) {
	if !s.isTouched {
		s.isTouched = true
		l.touched = append(l.touched, s)
	}
}

// checkTimes ends what has lasted too long.
func (l *loop) checkTimes() {
	for _, s := range l.sessions {
		l.guarded(s, s.checkTimes)
	}
	l.settle()
}

// add makes a session the loop's; its sockets are watched from now on.
func (l *loop) add(s *session) error {
	l.next++
	s.id = l.next
	l.sessions[s.id] = s
	s.client.token, s.client.poller = s.id<<1, l.poller
	if err := l.poller.Add(s.client.fd, s.client.token); err != nil {
		delete(l.sessions, s.id)
		return err
	}
	return nil
}

// buffer returns an empty buffer.
func (l *loop) buffer() []byte {
	if n := len(l.free); n > 0 {
		b := l.free[n-1]
		l.free = l.free[:n-1]
		return b
	}
	return make([]byte, 0, 8<<10)
}

// giveBack keeps a buffer for the next who needs one.
func (l *loop) giveBack(b []byte) {
	const most = 64
	if cap(b) > 0 && cap(b) <= keptOut && len(l.free) < most {
		l.free = append(l.free, b[:0])
	}
}

// close closes a file descriptor that the loop has watched.
func (l *loop) close(fd int) {
	l.poller.Remove(fd)
	_ = unix.Close(fd)
}
