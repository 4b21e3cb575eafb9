package admission

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
)

// waits enters a Visitor who has to wait, and returns where his turn is told.
func (q *Queue) waits(ctx context.Context, t *testing.T, who Visitor) <-chan *Ticket {
	t.Helper()
	before := q.queued()
	turn := make(chan *Ticket, 1)
	go func() {
		if ticket, err := q.Enter(ctx, who); err == nil {
			turn <- ticket
		} else {
			close(turn)
		}
	}()
	waittest.Eventually(t, "the call waits", func() bool { return q.queued() != before })
	return turn
}

func (q *Queue) queued() int {
	return q.Counts().Waiting
}

func (q *Queue) works(t *testing.T, who Visitor) *Ticket {
	t.Helper()
	ticket, err := q.Enter(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func by(principal, address, session string) Visitor {
	return Visitor{Principal: principal, Address: address, Session: session}
}

// Turns go round by principal, then by address, then by session; whoever has many
// waiting is served no more often for it.
func TestAdmissionIsFair(t *testing.T) {
	a := New(Limits{Places: 1, Principal: 1, Address: 1, Session: 1, Waiting: 100, Wait: time.Minute})
	holder := a.works(t, by("z", "z", "z"))
	var order []string
	var turns []<-chan *Ticket
	var names []string
	for _, who := range []struct {
		Visitor
		calls int
	}{{by("a", "1", "x"), 4}, {by("a", "1", "y"), 2}, {by("a", "2", "x"), 2}, {by("b", "1", "x"), 2}} {
		for range who.calls {
			turns = append(turns, a.waits(t.Context(), t, who.Visitor))
			names = append(names, who.Principal+who.Address+who.Session)
		}
	}
	for last := holder; len(turns) > 0; {
		last.Leave()
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
			last.Leave()
		}
	}
	want := "[a1x b1x a2x b1x a1y a2x a1x a1y a1x a1x]"
	if fmt.Sprint(order) != want {
		t.Errorf("served %v\nwant   %s", order, want)
	}
	a.empty(t)
}

// empty fails if anything is left over.
func (q *Queue) empty(t *testing.T) {
	t.Helper()
	q.mu.Lock()
	defer q.mu.Unlock()
	if g := q.all; g.calls+g.working+g.waiting+q.away != 0 || len(g.members) != 0 || g.turns.Len() != 0 {
		t.Errorf("left over: %d calls, %d work, %d wait, %d are away; %d groups", g.calls, g.working, g.waiting, q.away, len(g.members))
	}
}

// A session, an address and a principal have no more than their places, and others
// get the rest at once.
func TestAdmissionShares(t *testing.T) {
	a := New(Limits{Places: 8, Principal: 6, Address: 4, Session: 2, Waiting: 100, Wait: time.Minute})
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	var held []*Ticket
	for _, step := range []struct {
		who  Visitor
		want int // places that it gets of three
	}{
		{by("a", "1", "x"), 2}, {by("a", "1", "y"), 2}, {by("a", "1", "z"), 0}, // an address has four
		{by("a", "2", "x"), 2}, {by("a", "3", "x"), 0}, // a principal has six
		{by("b", "1", "x"), 2}, {by("c", "1", "x"), 0},
	} {
		got := 0
		for range 3 {
			if ticket, err := a.Enter(hurried, step.who); err == nil {
				held, got = append(held, ticket), got+1
			}
		}
		if got != step.want {
			t.Errorf("%v got %d places, want %d", step.who, got, step.want)
		}
	}
	for _, h := range held {
		h.Leave()
		h.Leave() // a second time does nothing
	}
	a.empty(t)
}

// A call that waits for a person has no place, others work, and it goes before the
// others of its session when it goes on.
func TestAdmissionPerson(t *testing.T) {
	a := New(Limits{Places: 1, Principal: 1, Address: 1, Session: 1, Waiting: 3, Wait: time.Minute})
	me, you := by("a", "1", "x"), by("b", "1", "x")
	asks := a.works(t, me)
	asks.GiveBack()
	asks.GiveBack()
	works := a.works(t, you)
	later := a.waits(t.Context(), t, me)
	again := make(chan error, 1)
	go func() { again <- asks.TakeAgain(t.Context()) }()
	waittest.Eventually(t, "two calls wait", func() bool { return a.queued() == 2 })
	works.Leave()
	if err := <-again; err != nil || len(later) != 0 {
		t.Errorf("it should have had the next turn: %v, %d", err, len(later))
	}
	if err := asks.TakeAgain(t.Context()); err != nil {
		t.Error(err)
	}
	asks.Leave()
	(<-later).Leave()
	a.empty(t)

	// As many may be away as may wait; whoever comes then keeps its place.
	var all []*Ticket
	for range 3 {
		one := a.works(t, me)
		one.GiveBack()
		all = append(all, one)
	}
	keeps := a.works(t, me)
	if keeps.GiveBack(); a.Counts().Working != 1 {
		t.Error("it gave its place back, and nothing bounds those who wait")
	}
	for _, one := range append(all, keeps) {
		one.Leave()
	}
	a.empty(t)
}

// What is refused says which limit it met: the queue's, to the session that has the
// most waiting, or the time's.
func TestAdmissionRefuses(t *testing.T) {
	a := New(Limits{Places: 2, Principal: 2, Address: 2, Session: 1, Waiting: 3, Wait: time.Minute})
	works, other := a.works(t, by("a", "1", "x")), a.works(t, by("b", "1", "x"))
	var flood []<-chan *Ticket
	for range 3 {
		flood = append(flood, a.waits(t.Context(), t, by("a", "1", "x")))
	}
	var full *Full
	if _, err := a.Enter(t.Context(), by("a", "1", "x")); !errors.As(err, &full) || full.Setting != "mcp.max_waiting_calls" || !full.All {
		t.Errorf("one too many of a flood: %v", err)
	}
	guest := make(chan *Ticket)
	go func() {
		ticket, err := a.Enter(t.Context(), by("b", "2", "x"))
		if err != nil {
			t.Error("a flood has kept another out:", err)
		}
		guest <- ticket
	}()
	if _, served := <-flood[2]; served {
		t.Error("the last one of the flood should have made room")
	}
	other.Leave()
	(<-guest).Leave()
	a.limits.Wait = time.Millisecond
	if _, err := a.Enter(t.Context(), by("a", "1", "x")); !errors.As(err, &full) || full.Setting != "mcp.max_calls_per_client" || full.All {
		t.Errorf("in vain: %v", err)
	}
	works.Leave()
	(<-flood[0]).Leave()
	(<-flood[1]).Leave()
	a.empty(t)
}

// A client on a pipe waits as long as it is there, however many wait.
func TestAdmissionPatient(t *testing.T) {
	a := New(Limits{Places: 1, Principal: 1, Address: 1, Session: 1, Waiting: 1, Wait: time.Nanosecond})
	pipe := Visitor{Session: "stdio", Patient: true}
	works := a.works(t, pipe)
	var turns []<-chan *Ticket
	for range 5 {
		turns = append(turns, a.waits(t.Context(), t, pipe))
	}
	if _, err := a.Enter(t.Context(), by("a", "1", "x")); err == nil {
		t.Error("another should have been refused")
	}
	works.Leave()
	for _, turn := range turns {
		(<-turn).Leave()
	}
	a.empty(t)
}

// TestAdmissionHolds has many visitors come, wait for people, lose patience and
// leave, and looks at the invariant all the while.
func TestAdmissionHolds(t *testing.T) {
	limits := Limits{Places: 5, Principal: 4, Address: 3, Session: 2, Waiting: 30, Wait: 3 * time.Millisecond}
	a := New(limits)
	var all sync.WaitGroup
	for worker := range 60 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 7)) //nolint:gosec // a test's
			pick := func() string { return fmt.Sprint(random.IntN(3)) }
			for range 200 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(4000))*time.Microsecond)
				ticket, err := a.Enter(ctx, Visitor{pick(), pick(), pick(), worker == 0})
				if err == nil {
					if random.IntN(3) == 0 {
						ticket.GiveBack()
						a.check(t)
						_ = ticket.TakeAgain(ctx) // it leaves in any case
					}
					a.check(t)
					ticket.Leave()
				}
				cancel()
			}
		})
	}
	all.Wait()
	a.empty(t)
}

// check looks at the invariant, and at all sums.
func (q *Queue) check(t *testing.T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.all.next() != nil {
		t.Error("a call waits for a place that it could have")
	}
	q.all.check(t)
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
