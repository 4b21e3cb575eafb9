package mcp

import (
	"context"
	"errors"
	"sync"
)

var (
	errFull       = errors.New("the server has no room for more")
	errClientFull = errors.New("the client has no room for more")
)

// inflight bounds what goes on at the same time: in all, and for each client,
// so that none of them takes all the room. Safe for concurrent use.
type inflight struct {
	all, each int

	mu      sync.Mutex
	clients map[string]int
	ends    map[int]func() // of what is going on, to end it from outside
	last    int
	freed   chan struct{} // if somebody waits: closed when a place becomes free
}

func newInflight(all, each int) *inflight {
	return &inflight{all: all, each: min(each, all), clients: map[string]int{}, ends: map[int]func(){}}
}

// enter takes a place for a client, or says which limit forbids it. Whoever
// got one leaves it once. endAll calls end; nil is fine.
func (f *inflight) enter(client string, end func()) (leave func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case len(f.ends) >= f.all:
		return nil, errFull
	case f.clients[client] >= f.each:
		return nil, errClientFull
	}
	f.last++
	place := f.last
	f.ends[place] = end
	f.clients[client]++
	return func() { f.leave(client, place) }, nil
}

// wait takes a place as soon as there is one, for a client on a pipe: it has
// only itself to wait for. Without a place it returns when ctx ends.
func (f *inflight) wait(ctx context.Context) (leave func()) {
	for {
		f.mu.Lock()
		if len(f.ends) < f.all {
			f.last++
			place := f.last
			f.ends[place] = nil
			f.mu.Unlock()
			return func() { f.leave("", place) }
		}
		if f.freed == nil {
			f.freed = make(chan struct{})
		}
		freed := f.freed
		f.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return func() {}
		}
	}
}

func (f *inflight) leave(client string, place int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.ends, place)
	if f.clients[client]--; f.clients[client] <= 0 {
		delete(f.clients, client)
	}
	if f.freed != nil {
		close(f.freed)
		f.freed = nil
	}
}

func (f *inflight) busy() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.ends)
}

// endAll asks everything to end; it does not wait.
func (f *inflight) endAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, end := range f.ends {
		if end != nil {
			end()
		}
	}
}
