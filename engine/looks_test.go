package engine

import (
	"fmt"
	"testing"
)

// TestLooksAreShared: a principal that asks for too many loses its own oldest ones, and nobody else's; the same
// holds among the sessions of one principal.
func TestLooksAreShared(t *testing.T) {
	var l looks
	keep := func(id, principal, session string) { l.add(id, &looked{principal: principal, session: session}) }
	keep("quiet", "bob", "s1")
	keep("calm", "alice", "s2")
	for i := range 3 * maxLooks {
		keep(fmt.Sprint("loud", i), "alice", "s1")
	}
	if l.lookFor("quiet") == nil || l.lookFor("calm") == nil {
		t.Error("one session used it up for others")
	}
	if len(l.known) != maxLooks || len(l.order) != maxLooks || l.lookFor("loud0") != nil || l.lookFor(fmt.Sprint("loud", 3*maxLooks-1)) == nil {
		t.Errorf("%d, %d", len(l.known), len(l.order))
	}
	for i := range maxLooks / 2 { // many principals have their share
		keep(fmt.Sprint("p", i), fmt.Sprint("p", i), "s")
	}
	if l.lookFor("calm") == nil || len(l.known) != maxLooks {
		t.Errorf("the last of a principal went before others' %d", len(l.known))
	}
	keep("p1", "p1", "s") // again
	if len(l.order) != maxLooks {
		t.Error(len(l.order))
	}
}
