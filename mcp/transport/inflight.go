package transport

import (
	"errors"
	"sync"
)

var (
	errFull       = errors.New("the server has no room for more")
	errClientFull = errors.New("the client has no room for more")
)

// inflight bounds the streams on which clients only listen, in all and for each client.
// Safe for concurrent use.
type inflight struct {
	all, each int

	mu      sync.Mutex
	clients map[string]int
	ends    map[int]func() // the functions that end streams
	last    int
}

func newInflight(all, each int) *inflight {
	return &inflight{all: all, each: min(each, all), clients: map[string]int{}, ends: map[int]func(){}}
}

// enter takes a place for a client, or returns the limit that was met. The caller calls leave
// once. endAll calls end, which may be nil.
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

func (f *inflight) leave(client string, place int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.ends, place)
	if f.clients[client]--; f.clients[client] <= 0 {
		delete(f.clients, client)
	}
}

// endAll asks all streams to end. It does not wait.
func (f *inflight) endAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, end := range f.ends {
		if end != nil {
			end()
		}
	}
}
