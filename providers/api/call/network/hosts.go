package network

import (
	"context"
	"sync"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Hosts limit how many requests wait for the answers of one host. A place is held until
// the answer begins: who reads slowly keeps nobody waiting.
type Hosts struct {
	mu     sync.Mutex
	places map[string]*place
	limit  int
}

type place struct {
	free  chan struct{}
	users int
}

// NewHosts allows so many requests to wait for each host.
func NewHosts(limit int) *Hosts { return &Hosts{places: map[string]*place{}, limit: limit} }

// Enter waits for a place, and returns what gives it back.
func (h *Hosts) Enter(ctx context.Context, host string) (release func(), err error) {
	h.mu.Lock()
	p := h.places[host]
	if p == nil {
		p = &place{free: make(chan struct{}, h.limit)}
		h.places[host] = p
	}
	p.users++
	h.mu.Unlock()
	leave := func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if p.users--; p.users == 0 {
			delete(h.places, host)
		}
	}
	select {
	case p.free <- struct{}{}:
		return func() { <-p.free; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, sqlstate.From(context.Cause(ctx))
	}
}
