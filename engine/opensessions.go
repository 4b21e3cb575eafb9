package engine

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/redact"
)

// OpenSession describes a session to others.
type OpenSession struct {
	ID, Door, Principal, Application, Version, RemoteAddr string
	Source, Mode                                          string // "": each call has its own
	Since                                                 time.Time
	// State is "active", "waiting for approval", "idle" or "idle in transaction".
	State string
	// Statement is what runs, without secrets, and Started is since when; "": nothing runs.
	Statement, Verb string
	Started         time.Time
}

// The states of a session.
const (
	SessionActive = "active"
	SessionIdle   = "idle"
	sessionWaits  = "waiting for approval"
	sessionInTx   = "idle in transaction"
)

// OpenSessions lists the open sessions, the oldest first. A door whose clients have no session between
// calls adds those clients itself.
func (e *Engine) OpenSessions() []OpenSession {
	list := e.open.list()
	slices.SortFunc(list, func(a, b OpenSession) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID)) })
	return list
}

// openSessions are the sessions of an engine. The zero value has none. It is safe for concurrent use.
type openSessions struct {
	mu   sync.Mutex
	open map[*Session]time.Time
}

func (o *openSessions) add(s *Session) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.open == nil {
		o.open = map[*Session]time.Time{}
	}
	o.open[s] = time.Now()
}

func (o *openSessions) remove(s *Session) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.open, s)
}

func (o *openSessions) list() []OpenSession {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]OpenSession, 0, len(o.open))
	for s, since := range o.open {
		list = append(list, s.described(since))
	}
	return list
}

// described describes a session by what may be read while another goroutine uses the session.
func (s *Session) described(since time.Time) OpenSession {
	one := OpenSession{
		ID: s.who.Session, Door: s.who.Door, Principal: s.who.Principal, Application: s.who.Application, Version: s.who.Version,
		RemoteAddr: s.who.RemoteAddr, Source: s.who.Source, Mode: s.who.Mode, Since: since, State: SessionIdle,
	}
	p, started := s.doing.plan.Load(), s.doing.started.Load()
	switch {
	case p != nil && s.doing.waits.Load():
		one.State = sessionWaits
	case p != nil:
		one.State = SessionActive
	case s.doing.inTx.Load():
		one.State = sessionInTx
	}
	if p != nil {
		one.Verb, one.Started = p.Verb, time.Unix(0, started)
		unknown := redact.Known{Prepared: func(string) (string, bool) { return "", false }}
		one.Statement = s.engine.config.Redactor.Executed(p.Text, unknown).Text
	}
	return one
}

// doing is what a session does, for readers in other goroutines. It costs a statement no allocation.
type doing struct {
	plan    atomic.Pointer[planner.Statement] // nil: nothing runs
	started atomic.Int64                      // nanoseconds
	waits   atomic.Bool                       // it waits for a person
	inTx    atomic.Bool
}

func (d *doing) noteBegin(p *planner.Statement, now time.Time) {
	d.started.Store(now.UnixNano())
	d.plan.Store(p)
}

// noteEnd notes that a statement has ended, unless a later one has begun.
func (d *doing) noteEnd(p *planner.Statement) { d.plan.CompareAndSwap(p, nil) }

// noteWait notes that a statement waits for a person, until done is called.
func (d *doing) noteWait(p *planner.Statement, since time.Time) (done func()) {
	d.noteBegin(p, since)
	d.waits.Store(true)
	return func() {
		d.waits.Store(false)
		d.noteEnd(p)
	}
}

func (d *doing) inTransaction(is bool) { d.inTx.Store(is) }
