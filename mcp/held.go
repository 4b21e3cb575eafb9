package mcp

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// How many results stay open at their sources for clients that go on reading, and for
// how long: each has a connection and a snapshot there.
const (
	heldOfOne    = 2               // of one owner; its oldest makes room
	heldOfAll    = 4               // a source has ten connections for MCP unless it is told otherwise
	heldIdle     = time.Minute     // since the page before
	heldLifetime = 5 * time.Minute // in all; a statement's own limit may be shorter
)

// held is a result that is not at its end.
type held struct {
	owner   owner
	session *engine.Session
	result  *engine.Result
	end     context.CancelFunc // of the statement
	began   time.Time
	idle    *time.Timer // nil: a call is reading
}

// holds keep results open. A result that nobody goes on with is closed by its timer,
// which close waits for. Safe for concurrent use.
type holds struct {
	idle, lifetime time.Duration
	closed         func(*held) // closes the session of one

	mu      sync.Mutex
	all     []*held // the oldest first
	ended   bool
	closing sync.WaitGroup
}

func newHolds(closed func(*held)) *holds {
	return &holds{idle: heldIdle, lifetime: heldLifetime, closed: closed}
}

// open takes a place for a result that is about to be read. It returns nil if there is none.
func (h *holds) open(by owner) *held {
	h.mu.Lock()
	defer h.mu.Unlock()
	own := 0
	for _, x := range h.all {
		if x.owner == by {
			own++
		}
	}
	if own >= heldOfOne || len(h.all) >= heldOfAll {
		oldest := slices.IndexFunc(h.all, func(x *held) bool { return x.owner == by && x.idle != nil })
		if oldest < 0 {
			return nil
		}
		h.dropLocked(h.all[oldest])
	}
	if h.ended {
		return nil
	}
	x := &held{owner: by, began: time.Now()}
	h.all = append(h.all, x)
	return x
}

// holdOpen leaves a result open until it is taken, or its time is over.
func (h *holds) holdOpen(x *held) {
	h.mu.Lock()
	defer h.mu.Unlock()
	left := h.lifetime - time.Since(x.began)
	if h.ended || left <= 0 {
		h.dropLocked(x)
		return
	}
	x.idle = time.AfterFunc(min(h.idle, left), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if x.idle != nil {
			h.dropLocked(x)
		}
	})
}

// take has a call go on reading. It returns false if the result is not open any more.
func (h *holds) take(x *held) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Contains(h.all, x) || x.idle == nil {
		return false
	}
	x.idle.Stop()
	x.idle = nil
	return true
}

// drop closes a result and gives its place back.
func (h *holds) drop(x *held) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dropLocked(x)
}

// dropLocked has a result closed on a goroutine of its own, because the source may take its
// time and the caller holds the lock.
func (h *holds) dropLocked(x *held) {
	at := slices.Index(h.all, x)
	if at < 0 {
		return
	}
	h.all = slices.Delete(h.all, at, at+1)
	if x.idle != nil {
		x.idle.Stop()
		x.idle = nil
	}
	if x.result == nil {
		return // the place was taken, and no result came
	}
	h.closing.Add(1)
	go func() {
		defer h.closing.Done()
		h.closed(x)
	}()
}

// closeSession closes the results of a session that is over.
func (h *holds) closeSession(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, x := range slices.Clone(h.all) {
		if x.owner.Session == session && session != "" && x.idle != nil {
			h.dropLocked(x)
		}
	}
}

// close closes all results that nobody reads, takes no more, and waits.
func (h *holds) close() {
	h.mu.Lock()
	h.ended = true
	for _, x := range slices.Clone(h.all) {
		if x.idle != nil {
			h.dropLocked(x)
		}
	}
	h.mu.Unlock()
	h.closing.Wait()
}

// closeHeld ends a result before its end, and puts that on record.
func (s *Server) closeHeld(x *held) {
	if err := x.result.Cut("cursor"); err != nil {
		s.log.Debug("closing a result that nobody went on with", "error", cause(err))
	}
	s.closeSession(x.session)
	x.end()
}

// pageOn reads the next page of a result that is open still, behind the rows that are
// here.
func (s *Server) pageOn(ctx context.Context, at *cursor, limit render.Caps) (*resultSet, error) {
	x := at.more
	stop := context.AfterFunc(ctx, x.end)
	set, err := readPage(ctx, x.result, at.rest, limit, restHeld)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err == nil && set.open {
		set.more = x
		return set, nil
	}
	s.holds.drop(x)
	return set, err
}
