// Package opensessions is what other goroutines may know of an engine's sessions: who they are, what they do, and how they are
// signaled.
//
// A [Set] has an [Entry] for each session. The session's goroutine notes in its entry what it does, which costs a statement no
// allocation; any goroutine reads it ([Set.List]), and finds the entry by a number that clients know ([Set.ByPID]).
package opensessions

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/planner"
)

// Session describes a session to others.
type Session struct {
	ID, Door, Principal, Application, Version, RemoteAddr string
	Source, Mode                                          string // "": each call has its own
	Since                                                 time.Time
	PID                                                   uint32 // the number that clients know the session by; 0: there is none
	// State is "active", "waiting for approval", "idle" or "idle in transaction".
	State string
	// Statement is what runs, and Started is since when; "": nothing runs.
	Statement, Verb string
	Started         time.Time
}

// The states of a session.
const (
	Active = "active"
	Idle   = "idle"
	waits  = "waiting for approval"
	inTx   = "idle in transaction"
)

// Entry is a session in a Set. The exported fields but for Backend are set before it is added, and never changed.
type Entry struct {
	Who       Session       // its State, Statement and what belongs to these are left empty
	PID       uint32        // the number that clients know the session by; 0: there is none
	Cancel    func()        // cancels what the session runs
	Terminate func()        // ends the session; nil: it cannot be ended from outside
	Backend   atomic.Uint32 // of its source that the session has now; 0: none, or it is shared

	plan    atomic.Pointer[planner.Statement] // nil: nothing runs
	started atomic.Int64                      // nanoseconds
	waits   atomic.Bool                       // it waits for a person
	inTx    atomic.Bool
}

// NoteBegin notes that a statement begins.
func (e *Entry) NoteBegin(p *planner.Statement, now time.Time) {
	e.started.Store(now.UnixNano())
	e.plan.Store(p)
}

// NoteEnd notes that a statement has ended, unless a later one has begun.
func (e *Entry) NoteEnd(p *planner.Statement) { e.plan.CompareAndSwap(p, nil) }

// NoteWait notes that a statement waits for a person, until done is called.
func (e *Entry) NoteWait(p *planner.Statement, since time.Time) (done func()) {
	e.NoteBegin(p, since)
	e.waits.Store(true)
	return func() {
		e.waits.Store(false)
		e.NoteEnd(p)
	}
}

// NoteTransaction notes whether a transaction is open.
func (e *Entry) NoteTransaction(is bool) {
	if e.inTx.Load() != is { // a store costs more
		e.inTx.Store(is)
	}
}

// described describes a session by what may be read while another goroutine uses the session.
func (e *Entry) described() Session {
	one := e.Who
	one.PID = e.PID
	one.State = Idle
	p, started := e.plan.Load(), e.started.Load()
	switch {
	case p != nil && e.waits.Load():
		one.State = waits
	case p != nil:
		one.State = Active
	case e.inTx.Load():
		one.State = inTx
	}
	if p != nil {
		one.Statement, one.Verb, one.Started = p.Text, p.Verb, time.Unix(0, started)
	}
	return one
}

// Set are the open sessions of an engine. The zero value has none. It is safe for concurrent use.
type Set struct {
	mu   sync.Mutex
	open map[*Entry]bool
}

// Add adds a session.
func (s *Set) Add(e *Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[*Entry]bool{}
	}
	s.open[e] = true
}

// Remove removes a session that ends.
func (s *Set) Remove(e *Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, e)
}

// List describes the sessions, in no order. Their statements have their secrets.
func (s *Set) List() []Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Session, 0, len(s.open))
	for e := range s.open {
		list = append(list, e.described())
	}
	return list
}

// ByPID finds a session by the number that its door has given it. It returns nil if there is none.
func (s *Set) ByPID(pid uint32) *Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	for e := range s.open {
		if e.PID == pid && pid != 0 {
			return e
		}
	}
	return nil
}

// OwnsBackend reports whether a backend of a source belongs to a session of a principal, and to no
// session of another.
func (s *Set) OwnsBackend(principal, source string, pid uint32) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := false
	for e := range s.open {
		if e.Backend.Load() != pid || e.Who.Source != source {
			continue
		}
		if e.Who.Principal != principal {
			return false
		}
		own = true
	}
	return own
}
