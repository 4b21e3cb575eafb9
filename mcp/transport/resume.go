package transport

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Bounds of the kept events.
const (
	maxStreamEvents = 64 // events of one stream; the oldest are dropped first
	maxStreams      = 16 // streams of one session
	maxStreamBytes  = 64 << 20
)

// streams keep the events of streams of the 2025 revisions, so that a client whose connection
// broke can come back and read on (Last-Event-ID). The events, their bytes and the number of
// streams are bounded. A stream is forgotten with its session, or soon after its end. Safe for
// concurrent use.
//
// The library has a store for this, and it keeps every stream of a session as
// long as the session lives, with its ResponseWriter, whatever the store does.
type streams struct {
	window time.Duration // how long a stream waits for its client to come back

	mu    sync.Mutex
	order []*stream // the oldest first
	bytes int
}

// stream has the events that were sent in answer to one request. streams.mu guards it.
type stream struct {
	in          *streams
	session, id string
	granted     string // what the token of its request granted: see auth.Principal.Granted
	abandon     func() // called once the client cannot come back for the answer

	kept    []event
	next    int // number of the next event
	over    bool
	gone    bool          // the stream is not kept any more: it cannot be resumed
	moved   bool          // the client reads on elsewhere
	readers int           // connections that read the stream
	changed chan struct{} // closed when there is more to read
	expiry  *time.Timer
}

type event struct {
	number int
	data   []byte
}

func newStreams(window time.Duration) *streams { return &streams{window: window} }

// open starts a stream that has one reader: the connection of its request.
func (s *streams) open(session, id, granted string, abandon func()) *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := &stream{in: s, session: session, id: id, granted: granted, abandon: abandon, readers: 1, changed: make(chan struct{})}
	same := 0
	for _, old := range slices.Backward(slices.Clone(s.order)) {
		if old.session != session {
			continue
		}
		if same++; same >= maxStreams {
			s.dropStream(old)
		}
	}
	s.order = append(s.order, st)
	return st
}

// addEvent keeps an event. It returns the event's id, or "" if the stream cannot be resumed from it, and
// whether the event is to be sent on the connection of the request.
func (st *stream) addEvent(data []byte, last bool) (id string, direct bool) {
	s := st.in
	s.mu.Lock()
	defer s.mu.Unlock()
	st.over = st.over || last
	if !st.gone {
		id = st.eventID(st.next)
		st.kept = append(st.kept, event{st.next, data})
		st.next++
		s.bytes += len(data)
		if len(st.kept) > maxStreamEvents {
			s.bytes -= len(st.kept[0].data)
			st.kept = slices.Delete(st.kept, 0, 1)
		}
		for s.bytes > maxStreamBytes {
			s.dropStream(s.order[0])
		}
	}
	close(st.changed)
	st.changed = make(chan struct{})
	return id, !st.moved
}

func (st *stream) eventID(number int) string { return st.id + "." + strconv.Itoa(number) }

// noteEnd notes that no event follows.
func (st *stream) noteEnd() {
	st.in.mu.Lock()
	defer st.in.mu.Unlock()
	st.over = true
	close(st.changed)
	st.changed = make(chan struct{})
}

// resume finds the stream of an event of a session, and makes the caller the stream's reader in place of
// the last one. A token that grants something else than that of the request does not read what the request is answered.
func (s *streams) resume(session, lastEvent, granted string) (st *stream, from int, ok bool) {
	id, number, _ := strings.Cut(lastEvent, ".")
	from, err := strconv.Atoi(number)
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.order, func(st *stream) bool { return st.id == id && st.session == session && st.granted == granted })
	if at < 0 || err != nil || from < 0 || from >= s.order[at].next {
		return nil, 0, false
	}
	st = s.order[at]
	st.moved = true
	st.readers++
	if st.expiry != nil {
		st.expiry.Stop()
	}
	return st, from + 1, true
}

// eventsSince returns the events from a number on, whether the stream's last event is among them, and a channel that is closed
// when there are more.
func (st *stream) eventsSince(number int) (events []event, over bool, changed <-chan struct{}) {
	st.in.mu.Lock()
	defer st.in.mu.Unlock()
	for _, e := range st.kept {
		if e.number >= number {
			events = append(events, e)
		}
	}
	return events, st.over || st.gone, st.changed
}

// leaveStream is called for each reader that is gone. If no reader is left, and none comes in time, the stream is forgotten and
// its call abandoned.
func (st *stream) leaveStream() {
	s := st.in
	s.mu.Lock()
	defer s.mu.Unlock()
	if st.readers--; st.readers > 0 {
		return
	}
	if st.gone {
		st.abandon()
		return
	}
	st.expiry = time.AfterFunc(s.window, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if st.readers == 0 {
			s.dropStream(st)
		}
	})
}

// purgeSession forgets the streams of a session.
func (s *streams) purgeSession(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range slices.Clone(s.order) {
		if st.session == session {
			s.dropStream(st)
		}
	}
}

// close forgets all streams.
func (s *streams) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range slices.Clone(s.order) {
		s.dropStream(st)
	}
}

// dropStream forgets a stream. Its call goes on as long as a connection reads the stream.
func (s *streams) dropStream(st *stream) {
	if st.gone {
		return
	}
	st.gone = true
	for _, e := range st.kept {
		s.bytes -= len(e.data)
	}
	st.kept = nil
	s.order = slices.DeleteFunc(s.order, func(other *stream) bool { return other == st })
	close(st.changed)
	st.changed = make(chan struct{})
	if st.expiry != nil {
		st.expiry.Stop()
	}
	if st.readers == 0 {
		st.abandon()
	}
}
