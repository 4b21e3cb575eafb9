package mcp

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// admission says which calls work, and whose turn is next.
//
// A call has a place while it works. Where there is none for it, it waits for its
// turn. A call that waits for a person gives its place back, and takes one again
// before it goes on. Turns go round by principal, then by address, then by session,
// so that nobody is served less for being one beside many.
//
// Invariant: no call waits for a place that it could have. A place is free and a
// call waits only where its session, its address or its principal has as many
// places as it may have.
//
// What waits is bounded. Where one too many waits for its turn, the session that has
// the most waiting loses its last one: a flood pushes out itself. Safe for concurrent
// use.
type admission struct {
	limits admissionLimits

	mu   sync.Mutex
	all  *group
	away int // calls that wait for a person
}

// admissionLimits are numbers of calls; each is at least one.
type admissionLimits struct {
	places    int // that work at a time
	principal int // of these, one principal's
	address   int // one address's
	session   int // one session's
	waiting   int // that wait for their turn at a time, and as many for a person
	wait      time.Duration
}

// visitor is who calls. A patient one waits as long as its context allows, and has
// all places: it is a client on a pipe, and has only itself to wait for.
type visitor struct {
	principal, address, session string
	patient                     bool
}

// group is those whose calls count together: everybody's, of these a principal's,
// of these an address's, of these a session's. Only sessions have a queue.
type group struct {
	in      *group // nil: everybody's
	name    string
	limit   int    // calls that work at a time
	setting string // that says so
	whose   string // the limit is, in words
	calls   int    // in all: those that work, wait for their turn, or wait for a person
	working int
	waiting int // for their turn

	members map[string]*group
	turns   list.List     // of *group: the members that wait, the next one first
	turn    *list.Element // its own among turns, nil: it does not wait
	queue   list.List     // of *ticket, of a session
}

// ticket is one call's right to a place.
type ticket struct {
	of      *admission
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

func newAdmission(l admissionLimits) *admission {
	return &admission{limits: l, all: &group{setting: maxCalls, whose: ",", limit: l.places, members: map[string]*group{}}}
}

// enter takes a place for a call, as soon as it is its turn. Whoever has a ticket
// leaves once. *busy: there was no place in time, or too many wait; otherwise the
// error is that of ctx.
func (a *admission) enter(ctx context.Context, who visitor) (*ticket, error) {
	a.mu.Lock()
	t := &ticket{of: a, session: a.sessionOf(who), patient: who.patient}
	t.session.each(func(g *group) { g.calls++ })
	t.enqueue(false)
	a.admit()
	if t.state == ticketQueued && !who.patient && a.all.waiting > a.limits.waiting {
		a.sendAway(t.session)
	}
	a.mu.Unlock()
	return t, t.await(ctx)
}

// sessionOf finds the group of a visitor, and makes what is missing.
func (a *admission) sessionOf(who visitor) *group {
	l := a.limits
	if who.patient {
		l.principal, l.address, l.session = l.places, l.places, l.places
	}
	return a.all.member(who.principal, group{limit: l.principal, setting: maxCalls, whose: " for one principal, three quarters of"}).
		member(who.address, group{limit: l.address, setting: maxCalls, whose: " for one address, three quarters of"}).
		member(who.session, group{limit: l.session, setting: "mcp.max_calls_per_client", whose: " for one session,"})
}

const maxCalls = "mcp.max_calls"

func (g *group) member(name string, as group) *group {
	m := g.members[name]
	if m == nil {
		m = &group{in: g, name: name, limit: as.limit, setting: as.setting, whose: as.whose, members: map[string]*group{}}
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

// admit gives places to those whose turn it is, as long as there are any.
func (a *admission) admit() {
	for t := a.all.next(); t != nil; t = a.all.next() {
		t.dequeue()
		t.state = ticketWorks
		t.session.each(func(g *group) { g.working++ })
		close(t.turn)
	}
}

// next is whose turn it is among those of a group that may have a place. Whoever
// had a turn goes behind the others.
func (g *group) next() *ticket {
	if g.waiting == 0 || g.working >= g.limit {
		return nil
	}
	if first := g.queue.Front(); first != nil {
		return first.Value.(*ticket)
	}
	for e := g.turns.Front(); e != nil; e = e.Next() {
		if t := e.Value.(*group).next(); t != nil {
			g.turns.MoveToBack(e)
			return t
		}
	}
	return nil
}

// sendAway refuses the last call of the session that has the most waiting, and of
// those that have as many the newcomer's.
func (a *admission) sendAway(newcomer *group) {
	path := map[*group]bool{}
	newcomer.each(func(g *group) { path[g] = true })
	g := a.all
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
		if t := e.Value.(*ticket); !t.patient {
			t.refused = &busy{setting: "mcp.max_waiting_calls", limit: a.limits.waiting, all: true}
			t.out()
			close(t.turn)
			return
		}
	}
}

// await waits until the ticket has a place. Without one, it has left.
func (t *ticket) await(ctx context.Context) error {
	select {
	case <-t.turn:
		return t.refused
	default:
	}
	var tooLong <-chan time.Time
	if !t.patient {
		timer := time.NewTimer(t.of.limits.wait)
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
	full := t.session.full()
	t.out()
	if err := ctx.Err(); err != nil {
		return err
	}
	return full.busy(t.of.limits.wait)
}

// full is the widest of the limits that keep a session's calls waiting.
func (g *group) full() *group {
	widest := g
	g.each(func(g *group) {
		if g.working >= g.limit {
			widest = g
		}
	})
	return widest
}

func (g *group) busy(waited time.Duration) *busy {
	return &busy{setting: g.setting, whose: g.whose, limit: g.limit, all: g.in == nil, waited: waited}
}

// giveBack lets others work while a call waits for a person. Where too many wait for
// one already, the call keeps its place.
func (t *ticket) giveBack() {
	a := t.of
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.state != ticketWorks || a.away >= a.limits.waiting {
		return
	}
	t.session.each(func(g *group) { g.working-- })
	t.state = ticketAway
	a.away++
	a.admit()
}

// takeAgain takes a place for a call that gave its own back, before others of its
// session. Its errors are those of enter.
func (t *ticket) takeAgain(ctx context.Context) error {
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
	return t.await(ctx)
}

// leave gives back all that a call has.
func (t *ticket) leave() {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	t.out()
}

// out takes a ticket out of everything, once.
func (t *ticket) out() {
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

func (t *ticket) enqueue(first bool) {
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

func (t *ticket) dequeue() {
	t.session.queue.Remove(t.queued)
	t.session.each(func(g *group) {
		if g.waiting--; g.waiting == 0 && g.in != nil {
			g.in.turns.Remove(g.turn)
		}
	})
}

// working is how many calls have a place.
func (a *admission) working() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all.working
}
