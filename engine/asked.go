package engine

import "sync"

// asked counts, for each request, the calls that wait for it.
type asked struct {
	mu    sync.Mutex
	calls map[string]int
}

// enter counts a call until leave is called. leave reports whether the call was the last one; a second
// leave does nothing.
func (a *asked) enter(id string) (leave func() (last bool)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calls == nil {
		a.calls = map[string]int{}
	}
	a.calls[id]++
	left := false
	return func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		if left {
			return false
		}
		left = true
		if a.calls[id]--; a.calls[id] > 0 {
			return false
		}
		delete(a.calls, id)
		return true
	}
}

// isAwaited reports whether a call waits for a request.
func (a *asked) isAwaited(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[id] > 0
}
