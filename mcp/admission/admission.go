// Package admission decides which calls of agents work at a time, and whose turn is next.
//
// A call has a place while it works. If there is no place for it, the call waits for its
// turn. A call that waits for a person gives its place back, and takes a place again
// before it goes on. Turns go round by principal, then by address, then by session, so
// that a client with few calls is not served less than a client with many.
//
// Invariant: no call waits for a place that it could have. If a call waits while a place
// is free, its session, its address or its principal has all the places that it may have.
//
// The number of waiting calls is bounded. When one call too many waits for its turn, the
// session with the most waiting calls loses its last one: a flood pushes out itself.
package admission

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"
)

// Queue gives places to calls. It is safe for concurrent use.
type Queue struct {
	limits Limits

	mu   sync.Mutex
	all  *group
	away int // calls that wait for a person
}

// Limits are numbers of calls; each is at least one.
type Limits struct {
	Places    int           // calls that work at a time
	Principal int           // calls of one principal that work at a time
	Address   int           // calls of one address that work at a time
	Session   int           // calls of one session that work at a time
	Waiting   int           // calls that wait for their turn at a time, and calls that wait for a person
	Wait      time.Duration // how long a call waits for its turn at most
}

// Visitor says where a call comes from. A patient visitor waits as long as its context allows,
// and may take all places: it is a client on a pipe, which waits for its own calls only.
type Visitor struct {
	Principal, Address, Session string
	Patient                     bool
}

// group counts the calls of everybody, of one principal, of one address of the principal, or of one
// session of that address. Only sessions have a queue.
type group struct {
	in      *group // the group around this one; nil: the group counts everybody's calls
	name    string
	limit   int    // how many of its calls may work at a time
	setting string // the setting that has the limit
	whose   string // whose limit it is, in words
	calls   int    // all calls: at work, waiting for their turn, or waiting for a person
	working int
	waiting int // calls that wait for their turn

	members map[string]*group
	turns   list.List     // of *group: the members that wait, the next one first
	turn    *list.Element // its place in the turns of the group around it; nil: it does not wait
	queue   list.List     // of *Ticket: the waiting calls of a session
}

// Ticket is one call's right to a place.
type Ticket struct {
	of      *Queue
	session *group
	patient bool
	state   ticketState
	queued  *list.Element
	turn    chan struct{} // closed when it has a place, or has been sent away
	refused error         // why it was sent away
}

type ticketState uint8

const (
	ticketOut ticketState = iota // it has left, or never got in
	ticketQueued
	ticketWorks
	ticketAway // it waits for a person
)

// New returns a queue without calls.
func New(l Limits) *Queue {
	return &Queue{limits: l, all: &group{setting: maxCalls, whose: ",", limit: l.Places}}
}

// Enter takes a place for a call, as soon as it is its turn. The caller calls Leave on the
// ticket once. The error is *Full if there was no place in time or too many wait, and
// otherwise the error of ctx.
func (q *Queue) Enter(ctx context.Context, who Visitor) (*Ticket, error) {
	q.mu.Lock()
	t := &Ticket{of: q, session: q.sessionOf(who), patient: who.Patient}
	t.session.each(func(g *group) { g.calls++ })
	if q.all.waiting == 0 && t.session.hasRoom() { // no call waits before it
		t.work()
		q.mu.Unlock()
		return t, nil
	}
	t.enqueue(false)
	q.admit()
	if t.state == ticketQueued && !who.Patient && q.all.waiting > q.limits.Waiting {
		q.sendAway(t.session)
	}
	q.mu.Unlock()
	return t, t.awaitPlace(ctx)
}

// sessionOf returns the group of a visitor's session, and makes the groups that are missing.
func (q *Queue) sessionOf(who Visitor) *group {
	l := q.limits
	if who.Patient {
		l.Principal, l.Address, l.Session = l.Places, l.Places, l.Places
	}
	return q.all.member(who.Principal, group{limit: l.Principal, setting: maxCalls, whose: " for one principal, three quarters of"}).
		member(who.Address, group{limit: l.Address, setting: maxCalls, whose: " for one address, three quarters of"}).
		member(who.Session, group{limit: l.Session, setting: "mcp.max_calls_per_client", whose: " for one session,"})
}

const maxCalls = "mcp.max_calls"

func (g *group) member(name string, as group) *group {
	m := g.members[name]
	if m == nil {
		m = &group{in: g, name: name, limit: as.limit, setting: as.setting, whose: as.whose}
		if g.members == nil {
			g.members = map[string]*group{}
		}
		g.members[name] = m
	}
	return m
}

// each calls f for a session, its address, its principal, and everybody.
func (g *group) each(f func(*group)) {
	for ; g != nil; g = g.in {
		f(g)
	}
}

// admit gives free places to the tickets whose turn it is.
func (q *Queue) admit() {
	for t := q.all.next(); t != nil; t = q.all.next() {
		t.dequeue()
		t.work()
		close(t.turn)
	}
}

// work gives the ticket its place.
func (t *Ticket) work() {
	t.state = ticketWorks
	t.session.each(func(g *group) { g.working++ })
}

// hasRoom reports whether another call of a session could work.
func (g *group) hasRoom() bool {
	for ; g != nil; g = g.in {
		if g.working >= g.limit {
			return false
		}
	}
	return true
}

// next returns the ticket whose turn it is among the tickets of a group, or nil if none may have a place. A member that
// had its turn goes behind the others.
func (g *group) next() *Ticket {
	if g.waiting == 0 || g.working >= g.limit {
		return nil
	}
	if first := g.queue.Front(); first != nil {
		return first.Value.(*Ticket)
	}
	for e := g.turns.Front(); e != nil; e = e.Next() {
		if t := e.Value.(*group).next(); t != nil {
			g.turns.MoveToBack(e)
			return t
		}
	}
	return nil
}

// sendAway refuses the last call of the session with the most waiting calls. If several sessions have as many, the
// newcomer's call is refused.
func (q *Queue) sendAway(newcomer *group) {
	path := map[*group]bool{}
	newcomer.each(func(g *group) { path[g] = true })
	g := q.all
	for g.turns.Len() > 0 {
		var most *group
		for e := g.turns.Front(); e != nil; e = e.Next() {
			m := e.Value.(*group)
			if most == nil || m.waiting > most.waiting || m.waiting == most.waiting && path[m] {
				most = m
			}
		}
		g = most
	}
	for e := g.queue.Back(); e != nil; e = e.Prev() {
		if t := e.Value.(*Ticket); !t.patient {
			t.refused = &Full{Setting: "mcp.max_waiting_calls", Limit: q.limits.Waiting, All: true}
			t.out()
			close(t.turn)
			return
		}
	}
}

// awaitPlace waits until the ticket has a place. A ticket that gets no place has left the queue when awaitPlace returns.
func (t *Ticket) awaitPlace(ctx context.Context) error {
	select {
	case <-t.turn:
		return t.refused
	default:
	}
	var tooLong <-chan time.Time
	if !t.patient {
		timer := time.NewTimer(t.of.limits.Wait)
		defer timer.Stop()
		tooLong = timer.C
	}
	select {
	case <-t.turn:
	case <-ctx.Done():
	case <-tooLong:
	}
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	if t.state != ticketQueued { // its turn may have come just now
		return t.refused
	}
	limit := t.session.full()
	t.out()
	if err := ctx.Err(); err != nil {
		return err
	}
	return limit.fullError(t.of.limits.Wait)
}

// full returns the error of the widest limit that keeps a session's calls waiting.
func (g *group) full() *group {
	widest := g
	g.each(func(g *group) {
		if g.working >= g.limit {
			widest = g
		}
	})
	return widest
}

// fullError returns the error of a call that got no place within a limit, after it waited for some time.
func (g *group) fullError(waited time.Duration) *Full {
	return &Full{Setting: g.setting, whose: g.whose, Limit: g.limit, All: g.in == nil, waited: waited}
}

// GiveBack gives the place of a call to others while the call waits for a person. If too many calls wait for a person
// already, the call keeps its place.
func (t *Ticket) GiveBack() {
	a := t.of
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.state != ticketWorks || a.away >= a.limits.Waiting {
		return
	}
	t.session.each(func(g *group) { g.working-- })
	t.state = ticketAway
	a.away++
	a.admit()
}

// TakeAgain takes a place for a call that gave its own back, before others of its session.
// Its errors are the errors of Enter.
func (t *Ticket) TakeAgain(ctx context.Context) error {
	a := t.of
	a.mu.Lock()
	if t.state != ticketAway {
		a.mu.Unlock()
		return nil
	}
	a.away--
	t.enqueue(true)
	a.admit()
	a.mu.Unlock()
	return t.awaitPlace(ctx)
}

// Leave gives back all that a call has.
func (t *Ticket) Leave() {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	t.out()
}

// out takes a ticket out of all counts and queues. Further calls of out do nothing.
func (t *Ticket) out() {
	switch t.state {
	case ticketOut:
		return
	case ticketQueued:
		t.dequeue()
	case ticketWorks:
		t.session.each(func(g *group) { g.working-- })
	case ticketAway:
		t.of.away--
	}
	t.state = ticketOut
	t.session.each(func(g *group) {
		if g.calls--; g.calls == 0 && g.in != nil {
			delete(g.in.members, g.name)
		}
	})
	t.of.admit()
}

// enqueue puts the ticket into its session's queue: behind the others, or first.
func (t *Ticket) enqueue(first bool) {
	t.state, t.turn = ticketQueued, make(chan struct{})
	if first {
		t.queued = t.session.queue.PushFront(t)
	} else {
		t.queued = t.session.queue.PushBack(t)
	}
	t.session.each(func(g *group) {
		if g.waiting++; g.waiting == 1 && g.in != nil {
			g.turn = g.in.turns.PushBack(g)
		}
	})
}

// dequeue takes the ticket out of its session's queue.
func (t *Ticket) dequeue() {
	t.session.queue.Remove(t.queued)
	t.session.each(func(g *group) {
		if g.waiting--; g.waiting == 0 && g.in != nil {
			g.in.turns.Remove(g.turn)
		}
	})
}

// Counts are numbers of calls at a moment.
type Counts struct {
	Working int
	Waiting int // calls that wait for their turn
	Away    int // calls that wait for a person
}

// Counts counts the calls.
func (q *Queue) Counts() Counts {
	q.mu.Lock()
	defer q.mu.Unlock()
	return Counts{Working: q.all.working, Waiting: q.all.waiting, Away: q.away}
}

// Full is the error of a call that got no place.
type Full struct {
	Setting string // the setting that has the limit
	Limit   int
	All     bool          // the limit is everybody's, not this client's alone
	whose   string        // whose limit it is, in words
	waited  time.Duration // how long the call waited; 0: there was no room to wait
}

func (f *Full) Error() string {
	if f.waited == 0 {
		return fmt.Sprintf("the server is busy: %d calls wait already, the limit (%s)", f.Limit, f.Setting)
	}
	return fmt.Sprintf("the server is busy: no place became free in %v; %d calls at a time is the limit%s %s", f.waited, f.Limit, f.whose, f.Setting)
}
