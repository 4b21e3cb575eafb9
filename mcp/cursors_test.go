package mcp

import (
	"fmt"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// clock is a time that tests move.
type clock struct{ now time.Time }

func (c *clock) tell() time.Time { return c.now }

func cursorsAt(c *clock) *cursors {
	s := newCursors()
	s.now = c.tell
	return s
}

// rowsOf is a row of so many bytes, an even number.
func rowsOf(bytes int) render.Rows {
	var r render.Rows
	value := make([]byte, (bytes-30)/2) // 30 are what stands around it
	for i := range value {
		value[i] = 'x'
	}
	r.Add([]providers.Column{{}}, providers.Row{value}, render.Caps{Bytes: bytes})
	return r
}

func TestCursorServesOnce(t *testing.T) {
	s := cursorsAt(&clock{time.Unix(0, 0)})
	alice := owner{"alice", "s1", auth.Principal{Roles: []string{"reads", "sees"}, Client: "c"}.Granted()}
	handle := s.add(&cursor{owner: alice, rest: rowsOf(100), given: 7})
	for _, stranger := range []owner{
		{"bob", "s1", alice.Granted},
		{"alice", "s2", alice.Granted},
		{"alice", "", alice.Granted},
		{"", "", ""},
		{"alice", "s1", auth.Principal{Roles: []string{"reads"}, Client: "c"}.Granted()},
		{"alice", "s1", auth.Principal{Roles: []string{"reads", "sees"}, Client: "d"}.Granted()},
	} {
		if c, err := s.take(handle, stranger); c != nil || sqlstate.CodeOf(err) != sqlstate.InvalidCursorName {
			t.Errorf("%v: %v, %v", stranger, c, err)
		}
	}
	_, unknown := s.take("nothing", alice)
	if _, foreign := s.take(handle, owner{"bob", "s1", alice.Granted}); foreign.Error() != unknown.Error() {
		t.Errorf("a foreign handle is told apart from an unknown one: %v, %v", foreign, unknown)
	}
	if c, err := s.take(handle, owner{"alice", "s1", auth.Principal{Roles: []string{"sees", "reads"}, Client: "c"}.Granted()}); err != nil || c.given != 7 {
		t.Errorf("its owner: %v, %v", c, err)
	}
	if c, err := s.take(handle, alice); err == nil {
		t.Errorf("again: %v", c)
	}
	if s.size != 0 || s.order.Len() != 0 || len(s.byID) != 0 {
		t.Errorf("something is left: %d bytes, %d cursors", s.size, s.order.Len())
	}
}

func TestCursorExpires(t *testing.T) {
	at := &clock{time.Unix(0, 0)}
	s := cursorsAt(at)
	me := owner{Principal: "me"}
	handle := s.add(&cursor{owner: me, rest: rowsOf(100)})
	at.now = at.now.Add(cursorLifetime - 1)
	c, err := s.take(handle, me)
	if err != nil {
		t.Fatalf("before its time: %v", err)
	}
	handle = s.add(c)
	at.now = at.now.Add(cursorLifetime)
	if _, err := s.take(handle, me); sqlstate.CodeOf(err) != sqlstate.InvalidCursorName {
		t.Errorf("after its time: %v", err)
	}
	if s.size != 0 {
		t.Errorf("an expired cursor keeps %d bytes", s.size)
	}
}

func TestCursorsAreBounded(t *testing.T) {
	s := cursorsAt(&clock{time.Unix(0, 0)})
	// One principal has so many, and its oldest makes room.
	var handles []string
	for i := range cursorsOfOne + 2 {
		handles = append(handles, s.add(&cursor{owner: owner{Principal: "alice", Session: fmt.Sprint(i)}, rest: rowsOf(1000)}))
	}
	if s.order.Len() != cursorsOfOne || s.byID[handles[0]] != nil || s.byID[handles[1]] != nil || s.byID[handles[2]] == nil {
		t.Errorf("%d cursors", s.order.Len())
	}
	// All of them together have so many bytes, and nobody makes room by what
	// belongs to others.
	for i := 0; s.size+cursorBytes <= cursorsBytes; i++ {
		if s.add(&cursor{owner: owner{Principal: fmt.Sprintf("p%d", i)}, rest: rowsOf(cursorBytes)}) == "" {
			t.Fatalf("no room at %d bytes", s.size)
		}
	}
	before := s.order.Len()
	if handle := s.add(&cursor{owner: owner{Principal: "carol"}, rest: rowsOf(cursorBytes)}); handle != "" || s.order.Len() != before {
		t.Errorf("room was made for a newcomer: %d cursors of %d", s.order.Len(), before)
	}
	if handle := s.add(&cursor{owner: owner{Principal: "p0"}, rest: rowsOf(cursorBytes)}); handle == "" || s.order.Len() != before {
		t.Errorf("no room by its own: %d cursors of %d", s.order.Len(), before)
	}
	if s.size > cursorsBytes {
		t.Errorf("%d bytes", s.size)
	}
}
