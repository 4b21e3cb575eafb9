package mcp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// waits enters a visitor who has to wait, and returns where his turn is told.
func (a *admission) waits(ctx context.Context, t *testing.T, who visitor) <-chan *ticket {
	t.Helper()
	before := a.queued()
	turn := make(chan *ticket, 1)
	go func() {
		if ticket, err := a.enter(ctx, who); err == nil {
			turn <- ticket
		} else {
			close(turn)
		}
	}()
	for a.queued() == before {
		time.Sleep(time.Millisecond)
	}
	return turn
}

func (a *admission) queued() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all.waiting
}

func (a *admission) works(t *testing.T, who visitor) *ticket {
	t.Helper()
	ticket, err := a.enter(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func by(principal, address, session string) visitor {
	return visitor{principal: principal, address: address, session: session}
}

// Turns go round by principal, then by address, then by session; whoever has many
// waiting is served no more often for it.
func TestAdmissionIsFair(t *testing.T) {
	a := newAdmission(admissionLimits{places: 1, principal: 1, address: 1, session: 1, waiting: 100, wait: time.Minute})
	holder := a.works(t, by("z", "z", "z"))
	var order []string
	var turns []<-chan *ticket
	var names []string
	for _, who := range []struct {
		visitor
		calls int
	}{{by("a", "1", "x"), 4}, {by("a", "1", "y"), 2}, {by("a", "2", "x"), 2}, {by("b", "1", "x"), 2}} {
		for range who.calls {
			turns = append(turns, a.waits(t.Context(), t, who.visitor))
			names = append(names, who.principal+who.address+who.session)
		}
	}
	for last := holder; len(turns) > 0; {
		last.leave()
		next := -1
		for next < 0 {
			for i, turn := range turns {
				select {
				case last = <-turn:
					next = i
				default:
				}
			}
		}
		order = append(order, names[next])
		turns, names = slices.Delete(turns, next, next+1), slices.Delete(names, next, next+1)
		if len(turns) == 0 {
			last.leave()
		}
	}
	want := "[a1x b1x a2x b1x a1y a2x a1x a1y a1x a1x]"
	if fmt.Sprint(order) != want {
		t.Errorf("served %v\nwant   %s", order, want)
	}
	a.empty(t)
}

// empty fails if anything is left over.
func (a *admission) empty(t *testing.T) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if g := a.all; g.calls+g.working+g.waiting+a.away != 0 || len(g.members) != 0 || g.turns.Len() != 0 {
		t.Errorf("left over: %d calls, %d work, %d wait, %d are away; %d groups", g.calls, g.working, g.waiting, a.away, len(g.members))
	}
}

// A session, an address and a principal have no more than their places, and others
// get the rest at once.
func TestAdmissionShares(t *testing.T) {
	a := newAdmission(admissionLimits{places: 8, principal: 6, address: 4, session: 2, waiting: 100, wait: time.Minute})
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	var held []*ticket
	for _, step := range []struct {
		who  visitor
		want int // places that it gets of three
	}{
		{by("a", "1", "x"), 2}, {by("a", "1", "y"), 2}, {by("a", "1", "z"), 0}, // an address has four
		{by("a", "2", "x"), 2}, {by("a", "3", "x"), 0}, // a principal has six
		{by("b", "1", "x"), 2}, {by("c", "1", "x"), 0},
	} {
		got := 0
		for range 3 {
			if ticket, err := a.enter(hurried, step.who); err == nil {
				held, got = append(held, ticket), got+1
			}
		}
		if got != step.want {
			t.Errorf("%v got %d places, want %d", step.who, got, step.want)
		}
	}
	for _, h := range held {
		h.leave()
		h.leave() // a second time does nothing
	}
	a.empty(t)
}

// A call that waits for a person has no place, others work, and it goes before the
// others of its session when it goes on.
func TestAdmissionPerson(t *testing.T) {
	a := newAdmission(admissionLimits{places: 1, principal: 1, address: 1, session: 1, waiting: 3, wait: time.Minute})
	me, you := by("a", "1", "x"), by("b", "1", "x")
	asks := a.works(t, me)
	asks.giveBack()
	asks.giveBack()
	works := a.works(t, you)
	later := a.waits(t.Context(), t, me)
	again := make(chan error, 1)
	go func() { again <- asks.takeAgain(t.Context()) }()
	for a.queued() != 2 {
		time.Sleep(time.Millisecond)
	}
	works.leave()
	if err := <-again; err != nil || len(later) != 0 {
		t.Errorf("it should have had the next turn: %v, %d", err, len(later))
	}
	if err := asks.takeAgain(t.Context()); err != nil {
		t.Error(err)
	}
	asks.leave()
	(<-later).leave()
	a.empty(t)

	// As many may be away as may wait; whoever comes then keeps its place.
	var all []*ticket
	for range 3 {
		one := a.works(t, me)
		one.giveBack()
		all = append(all, one)
	}
	keeps := a.works(t, me)
	if keeps.giveBack(); a.working() != 1 {
		t.Error("it gave its place back, and nothing bounds those who wait")
	}
	for _, one := range append(all, keeps) {
		one.leave()
	}
	a.empty(t)
}

// What is refused says which limit it met: the queue's, to the session that has the
// most waiting, or the time's.
func TestAdmissionRefuses(t *testing.T) {
	a := newAdmission(admissionLimits{places: 2, principal: 2, address: 2, session: 1, waiting: 3, wait: time.Minute})
	works, other := a.works(t, by("a", "1", "x")), a.works(t, by("b", "1", "x"))
	var flood []<-chan *ticket
	for range 3 {
		flood = append(flood, a.waits(t.Context(), t, by("a", "1", "x")))
	}
	var full *busy
	if _, err := a.enter(t.Context(), by("a", "1", "x")); !errors.As(err, &full) || full.setting != "mcp.max_waiting_calls" || !full.all {
		t.Errorf("one too many of a flood: %v", err)
	}
	guest := make(chan *ticket)
	go func() {
		ticket, err := a.enter(t.Context(), by("b", "2", "x"))
		if err != nil {
			t.Error("a flood has kept another out:", err)
		}
		guest <- ticket
	}()
	if _, served := <-flood[2]; served {
		t.Error("the last one of the flood should have made room")
	}
	other.leave()
	(<-guest).leave()
	a.limits.wait = time.Millisecond
	if _, err := a.enter(t.Context(), by("a", "1", "x")); !errors.As(err, &full) || full.setting != "mcp.max_calls_per_client" || full.all {
		t.Errorf("in vain: %v", err)
	}
	works.leave()
	(<-flood[0]).leave()
	(<-flood[1]).leave()
	a.empty(t)
}

// A client on a pipe waits as long as it is there, however many wait.
func TestAdmissionPatient(t *testing.T) {
	a := newAdmission(admissionLimits{places: 1, principal: 1, address: 1, session: 1, waiting: 1, wait: time.Nanosecond})
	pipe := visitor{session: "stdio", patient: true}
	works := a.works(t, pipe)
	var turns []<-chan *ticket
	for range 5 {
		turns = append(turns, a.waits(t.Context(), t, pipe))
	}
	if _, err := a.enter(t.Context(), by("a", "1", "x")); err == nil {
		t.Error("another should have been refused")
	}
	works.leave()
	for _, turn := range turns {
		(<-turn).leave()
	}
	a.empty(t)
}

// TestAdmissionHolds has many visitors come, wait for people, lose patience and
// leave, and looks at the invariant all the while.
func TestAdmissionHolds(t *testing.T) {
	limits := admissionLimits{places: 5, principal: 4, address: 3, session: 2, waiting: 30, wait: 3 * time.Millisecond}
	a := newAdmission(limits)
	var all sync.WaitGroup
	for worker := range 60 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 7)) //nolint:gosec // a test's
			pick := func() string { return fmt.Sprint(random.IntN(3)) }
			for range 200 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(4000))*time.Microsecond)
				ticket, err := a.enter(ctx, visitor{pick(), pick(), pick(), worker == 0})
				if err == nil {
					if random.IntN(3) == 0 {
						ticket.giveBack()
						a.check(t)
						_ = ticket.takeAgain(ctx) // it leaves in any case
					}
					a.check(t)
					ticket.leave()
				}
				cancel()
			}
		})
	}
	all.Wait()
	a.empty(t)
}

// check looks at the invariant, and at all sums.
func (a *admission) check(t *testing.T) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all.next() != nil {
		t.Error("a call waits for a place that it could have")
	}
	a.all.check(t)
}

func (g *group) check(t *testing.T) {
	working, waiting, calls, turns := 0, g.queue.Len(), 0, 0
	for _, m := range g.members {
		working, waiting, calls = working+m.working, waiting+m.waiting, calls+m.calls
		if m.waiting > 0 {
			turns++
		}
		m.check(t)
	}
	if g.working > g.limit || len(g.members) > 0 && (working != g.working || calls != g.calls) || waiting != g.waiting || turns != g.turns.Len() {
		t.Errorf("%q: %d of %d work, %d wait, %d turns; its members: %d, %d, %d", g.name, g.working, g.limit, g.waiting, g.turns.Len(), working, waiting, turns)
	}
}
