package approval

import (
	"context"
	"slices"
)

// watcher is one Watch: the requests that changed and that it has not sent yet.
// The store's lock guards dirty.
type watcher struct {
	dirty []*entry
	wake  chan struct{}
}

// Watch sends every change from now on: the request, as it then is. A slow
// reader gets the newest state of each request that changed, and may miss the
// ones in between; it holds nobody up. The channel is closed when the context
// ends or the store is closed. To see all there is, call List after Watch.
func (s *Store) Watch(ctx context.Context) <-chan Request {
	out := make(chan Request)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(out)
		return out
	}
	w := &watcher{wake: make(chan struct{}, 1)}
	s.watchers[w] = struct{}{}
	s.wg.Go(func() {
		defer close(out)
		s.feed(ctx, w, out)
		s.mu.Lock()
		delete(s.watchers, w)
		s.mu.Unlock()
	})
	return out
}

// feed sends a watcher's changes until the context or the store ends.
func (s *Store) feed(ctx context.Context, w *watcher, out chan Request) {
	for {
		send, wake, next := out, w.wake, Request{}
		s.mu.Lock()
		if len(w.dirty) > 0 {
			next, wake = w.dirty[0].Request, nil
			w.dirty = slices.Delete(w.dirty, 0, 1)
		} else {
			send = nil
		}
		s.mu.Unlock()
		select {
		case send <- next:
		case <-wake:
		case <-ctx.Done():
			return
		case <-s.done:
			return
		}
	}
}

// mark notes a change; each request is there once, so the list is no longer
// than the store's.
func (w *watcher) mark(e *entry) {
	if !slices.Contains(w.dirty, e) {
		w.dirty = append(w.dirty, e)
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *watcher) dropEntry(e *entry) {
	w.dirty = slices.DeleteFunc(w.dirty, func(d *entry) bool { return d == e })
}
