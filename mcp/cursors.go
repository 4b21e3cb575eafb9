package mcp

import (
	"container/list"
	"crypto/rand"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Bounds of the rows that are read ahead, and kept in memory for clients that may ask for more. held.go
// keeps the results that the rows come from.
const (
	cursorPages    = 10 // of as many rows as the first, and
	cursorRows     = 10_000
	cursorBytes    = 1 << 20
	cursorTime     = 500 * time.Millisecond // spent on reading ahead
	cursorsOfOne   = 32                     // of one principal; its oldest makes room
	cursorsBytes   = 32 << 20               // of all
	cursorLifetime = 5 * time.Minute        // since the page before
)

// owner is the principal and the session that may use a cursor, and what its token granted: a token with
// fewer roles, or of another program, does not go on with what a wider one has read. Clients of 2026-07-28 have no
// session.
type owner struct{ Principal, Session, Granted string }

// cursor is the rest of a result.
type cursor struct {
	owner   owner
	columns []providers.Column
	rest    render.Rows
	given   int64 // how many rows were handed out before
	more    *held // the result that rest comes from, if it is not at its end
	lost    bool  // the result has more than rest, and is closed
	plain   bool  // see resultSet
	// what the query was asked with, for pages that say nothing else
	limit  int64
	format string

	handle  string
	expires time.Time
	size    int
}

// cursors keep rows that clients have not read yet, within bounds. A handle serves once, and
// its page comes with the next handle. A client that asks for a page again, because the answer
// was lost, gets an error and never misses rows. Safe for concurrent use.
type cursors struct {
	now func() time.Time

	mu    sync.Mutex
	byID  map[string]*list.Element
	order *list.List // of *cursor, the oldest first
	size  int
}

func newCursors() *cursors {
	return &cursors{now: time.Now, byID: map[string]*list.Element{}, order: list.New()}
}

// add stores a cursor and returns its handle; "" where there is no room. Room is
// made of the owner's own cursors alone: nobody can push out another's.
func (s *cursors) add(c *cursor) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	c.size = c.rest.Size()
	for s.size+c.size > cursorsBytes || s.of(c.owner.Principal) >= cursorsOfOne {
		if !s.dropOldest(c.owner.Principal) {
			return ""
		}
	}
	c.handle, c.expires = rand.Text(), s.now().Add(cursorLifetime)
	s.byID[c.handle] = s.order.PushBack(c)
	s.size += c.size
	return c.handle
}

// take returns the cursor of a handle and forgets it. 34000: there is none for
// this owner; nothing tells whether there is one for another.
func (s *cursors) take(handle string, by owner) (*cursor, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	if e, ok := s.byID[handle]; ok {
		if c := e.Value.(*cursor); c.owner == by {
			s.drop(e)
			return c, nil
		}
	}
	return nil, sqlstate.New(sqlstate.InvalidCursorName, "there is no such cursor for you").
		WithHint("A cursor gives one page and is gone after %d minutes; each page names the next cursor. Run the query again.", int(cursorLifetime.Minutes()))
}

func (s *cursors) sweep() {
	now := s.now()
	for e := s.order.Front(); e != nil && !now.Before(e.Value.(*cursor).expires); e = s.order.Front() {
		s.drop(e)
	}
}

func (s *cursors) of(principal string) (n int) {
	for e := s.order.Front(); e != nil; e = e.Next() {
		if e.Value.(*cursor).owner.Principal == principal {
			n++
		}
	}
	return n
}

func (s *cursors) dropOldest(principal string) bool {
	for e := s.order.Front(); e != nil; e = e.Next() {
		if e.Value.(*cursor).owner.Principal == principal {
			s.drop(e)
			return true
		}
	}
	return false
}

func (s *cursors) drop(e *list.Element) {
	c := s.order.Remove(e).(*cursor)
	delete(s.byID, c.handle)
	s.size -= c.size
}
