package relay

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

const (
	readSize = 256 << 10 // bytes read at once
	// bufferSize is that of a new buffer. Were it a power of two, all buffers would begin in the same few
	// lines of the processor's cache.
	bufferSize = 4864
	highWater  = 256 << 10 // bytes that may wait for one side; then the other side is not read
	maxRounds  = 8         // rounds of one session before other sessions have their turn
	keptOut    = 1 << 20   // longer buffers are not kept for reuse
	tick       = 250 * time.Millisecond
)

// loop is one goroutine that carries sessions. In each turn it waits for sockets, goes on with every
// session that has something to do, writes the records of all statements that ended, and only then
// sends the clients their answers.
type loop struct {
	relay    *Relay
	poller   *poll.Poller
	sessions map[uint64]*session // by their ids, which the tokens of both sockets of a session contain
	next     uint64

	others   int // processors beside this loop's, for each loop
	underWay int // sessions whose queue is not empty: their servers work
	flushing int // sessions that wait for the disk

	due     []*session // the sessions that have something to do in this turn
	spare   []*session // the memory of the last turn's list, for the next one
	touched []*session // the sessions whose answers may leave at the end of this turn
	ledger  engine.Ledger

	together bool // what leaves is sent together, at the end of the turn
	leaving  []*session
	sends    []poll.Send
	senders  []*session // of each of sends

	intents   *engine.Ledger   // the intents of this turn that must be on the disk
	intending []*session       // the sessions that wait for these intents
	prompt    []*session       // the sessions whose intents go with the records of this turn
	ledgers   []*engine.Ledger // ledgers to be used again
	buf       []byte
	free      [][]byte // buffers to be used again
	items     []*item  // items to be used again
	spent     []*item  // items to be used again from the next turn on
	now       time.Time
	ticked    time.Time

	mu     sync.Mutex
	posted []func()
	asleep bool
	ended  bool
}

func newLoop(r *Relay) (*loop, error) {
	p, err := poll.New()
	if err != nil {
		return nil, err
	}
	return &loop{relay: r, poller: p, together: p.Together(), others: runtime.GOMAXPROCS(0)/r.options.Loops - 1, intents: &engine.Ledger{}, sessions: map[uint64]*session{}, buf: make([]byte, readSize)}, nil
}

// postWork runs f on the loop; false if the loop has ended.
func (l *loop) postWork(f func()) bool {
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

// takePosted returns what was posted. sleep says that the loop will sleep, so that the next post wakes it.
func (l *loop) takePosted(sleep bool) []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.posted
	l.posted = nil
	l.asleep = sleep && len(list) == 0
	return list
}

// run is the loop's goroutine. It ends when the relay is shut down and no session is left.
func (l *loop) run() {
	defer l.poller.Close()
	for {
		wait := int(tick / time.Millisecond)
		posted := l.takePosted(len(l.due) == 0)
		if len(l.due) > 0 || len(posted) > 0 {
			wait = 0
		}
		l.poller.Hurry(l.underWay+l.flushing > l.others)
		if err := l.poller.Wait(wait, l.noteReady); err != nil {
			l.relay.log.Error("waiting for sockets", "error", err)
			time.Sleep(tick) // this should not happen; the loop must not spin then
		}
		l.now = time.Now()
		if posted == nil {
			posted = l.takePosted(false)
		}
		for _, f := range posted {
			l.runPosted(f)
		}
		l.runTurn()
		if l.now.Sub(l.ticked) >= tick {
			l.ticked = l.now
			l.checkTimes()
		}
		if l.checkEnd() {
			return
		}
	}
}

// checkEnd reports whether the loop has to end, and ends it.
func (l *loop) checkEnd() bool {
	if len(l.sessions) > 0 || !l.relay.down.Load() {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = len(l.posted) == 0
	return l.ended
}

// noteReady notes what happened to a socket.
func (l *loop) noteReady(token uint64, what poll.Ready) {
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
	l.scheduleSession(s)
}

// scheduleSession gives a session a place in the next turn.
func (l *loop) scheduleSession(s *session) {
	if !s.isDue {
		s.isDue = true
		l.due = append(l.due, s)
	}
}

// runTurn goes on with every session that has something to do.
func (l *loop) runTurn() {
	due := l.due
	l.due = l.spare[:0] // for sessions that are scheduled meanwhile
	l.eachSession(&due, func(s *session) {
		s.isDue = false
		s.step()
		if len(l.leaving) >= mostLeaving {
			l.sendLeaving()
		}
	})
	clear(due)
	l.spare = due
	l.commitIntents()
	l.commitRecords()
	l.sendTogether()
}

// commitIntents writes the intents of this turn that must be on the disk. The sessions go on when they are.
func (l *loop) commitIntents() {
	if len(l.intending) == 0 {
		return
	}
	intents, sessions := l.intents, l.intending
	l.intents, l.intending = l.spareLedger(), nil
	l.flushing += len(sessions)
	_ = intents.Commit(l.relay.engine, func(error) { // each session finds its own error
		l.postWork(func() {
			l.flushing -= len(sessions)
			l.ledgers = append(l.ledgers, intents)
			l.resumeIntended(sessions)
		})
	})
}

// spareLedger returns an empty ledger.
func (l *loop) spareLedger() *engine.Ledger {
	n := len(l.ledgers)
	if n == 0 {
		return &engine.Ledger{}
	}
	spare := l.ledgers[n-1]
	l.ledgers = l.ledgers[:n-1]
	return spare
}

// resumeIntended goes on with the sessions whose intents were written.
func (l *loop) resumeIntended(sessions []*session) {
	l.eachSession(&sessions, func(s *session) {
		s.head.intended, s.intending, s.busy = true, false, false
		s.head.err = s.head.item.run.Begun()
		s.endWork()
	})
}

// commitRecords writes the records of what ended in this turn, and sends the clients what may leave.
func (l *loop) commitRecords() {
	l.eachSession(&l.touched, (*session).announceRows)
	if l.ledger.Waits(l.relay.engine) {
		l.commitDurably()
		return
	}
	failed := l.ledger.Commit(l.relay.engine, nil) != nil
	l.eachSession(&l.touched, func(s *session) { // a session that is killed meanwhile is added to the list
		var err error
		if failed {
			err = l.ledger.Unwritten[s.front.Session]
		}
		s.isTouched = false
		s.sendAnswers(err)
	})
	l.touched = l.touched[:0]
	l.reuseItems()
	if len(l.prompt) > 0 {
		l.resumeIntended(l.prompt)
		clear(l.prompt)
		l.prompt = l.prompt[:0]
		l.commitRecords() // of sessions that end in the place of going on
	}
}

// commitDurably does what commitRecords does where the records have to be durable before the answers
// leave: the loop goes on with the other sessions meanwhile.
func (l *loop) commitDurably() {
	ledger, touched, spent := l.ledger, l.touched, l.spent
	l.ledger, l.touched, l.spent = engine.Ledger{}, nil, nil
	for _, s := range touched {
		s.isTouched, s.syncing = false, true
	}
	_ = ledger.Commit(l.relay.engine, func(error) { // each session finds its own error
		l.postWork(func() { l.answerCommitted(touched, spent, &ledger) })
	})
}

// answerCommitted sends the clients what may leave after commitDurably.
func (l *loop) answerCommitted(touched []*session, spent []*item, ledger *engine.Ledger) {
	for _, s := range touched {
		s.syncing = false
		l.runGuarded(s, func() { s.sendAnswers(ledger.Unwritten[s.front.Session]) })
		s.endWork()
	}
	l.spent = append(l.spent, spent...)
}

// runGuarded runs f for a session. A panic ends this session only.
func (l *loop) runGuarded(s *session, f func()) {
	defer func() {
		if p := recover(); p != nil {
			l.endPanicked(s, p)
		}
	}()
	f()
}

// eachSession runs f by runGuarded for every session of a list, and for those that are added meanwhile.
func (l *loop) eachSession(list *[]*session, f func(*session)) {
	for next := 0; next < len(*list); {
		next = l.eachUntilPanic(*list, next, f)
	}
}

// eachUntilPanic runs f for the sessions of a list from one on. A panic of f ends its session;
// eachUntilPanic returns the place of the next one.
func (l *loop) eachUntilPanic(list []*session, from int, f func(*session)) (next int) {
	next = from
	defer func() {
		if p := recover(); p != nil {
			l.endPanicked(list[next-1], p)
		}
	}()
	for next < len(list) {
		next++
		f(list[next-1])
	}
	return next
}

func (l *loop) endPanicked(s *session, p any) {
	l.relay.log.Error("panic in a relayed session", "panic", p, "stack", string(debug.Stack()))
	s.killSession(errInternal)
}

// runPosted runs what was posted. A panic is logged.
func (l *loop) runPosted(f func()) {
	defer func() {
		if p := recover(); p != nil {
			l.relay.log.Error("panic in the loop of relayed sessions", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// touchSession notes that the answers of a session may leave at the end of the turn.
func (l *loop) touchSession(s *session) {
	if !s.isTouched {
		s.isTouched = true
		l.touched = append(l.touched, s)
	}
}

// checkTimes ends what has lasted too long, in every session.
func (l *loop) checkTimes() {
	for _, s := range l.sessions {
		l.runGuarded(s, s.checkTimes)
	}
	l.commitRecords()
	l.sendTogether()
}

// addSession gives the loop a session, and watches its sockets.
func (l *loop) addSession(s *session) error {
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

// emptyBuffer returns an empty buffer.
func (l *loop) emptyBuffer() []byte {
	if n := len(l.free); n > 0 {
		b := l.free[n-1]
		l.free = l.free[:n-1]
		return b
	}
	return make([]byte, 0, bufferSize)
}

// giveBack keeps a buffer for reuse.
func (l *loop) giveBack(b []byte) {
	const most = 256
	if cap(b) > 0 && cap(b) <= keptOut && len(l.free) < most {
		l.free = append(l.free, b[:0])
	}
}

// close closes a file descriptor that the loop has watched.
func (l *loop) close(fd int) {
	l.poller.Remove(fd)
	_ = unix.Close(fd)
}
