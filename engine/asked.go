package engine

import "sync"

// asked counts the calls that wait for each request.
type asked struct {
	mu    sync.Mutex
	calls map[string]int
}

// enter counts a call until leave.
func (a *asked) enter(id string) (leave func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calls == nil {
		a.calls = map[string]int{}
	}
	a.calls[id]++
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.calls[id]--; a.calls[id] == 0 {
			delete(a.calls, id)
		}
	}
}

// alone reports whether one call waits for a request, and no other.
func (a *asked) alone(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[id] == 1
}
