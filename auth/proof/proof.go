// Package proof watches that a token stays good while something goes on that it was shown for: a call, a
// stream, a session. Both doors end what they carry by it.
//
// A Watch verifies the token every second. Once the token has expired, was revoked, or says something else,
// the Watch ends what was going on. While nobody can say whether the token is good, things go on for ten
// seconds.
package proof

import (
	"context"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// interval is how often a token is verified again.
	interval = time.Second
	// patience is how long things go on while a token cannot be verified.
	patience = 10 * time.Second
)

// Watch verifies one token again and again.
type Watch struct {
	verify  func(context.Context) error
	end     func(why error)
	running *sync.WaitGroup

	ctx    context.Context //nolint:containedctx // of the verification that runs
	cancel context.CancelFunc

	mu      sync.Mutex // guards what follows
	timer   *time.Timer
	stopped bool
	unknown time.Time // since when the token cannot be verified; zero: it can
}

// Begin watches until Stop is called, or the token is not good any more: end is called then, once, and
// never after Stop. end may not wait, nor call Stop. 57P03 from verify says that nobody knows. Whoever begins a
// watch waits for running after Stop.
func Begin(ctx context.Context, verify func(context.Context) error, end func(why error), running *sync.WaitGroup) *Watch {
	w := &Watch{verify: verify, end: end, running: running}
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(interval, w.look)
	return w
}

// Stop ends the watch. A verification that runs is canceled, and counts in running until it is over.
func (w *Watch) Stop() {
	w.cancel()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	w.timer.Stop()
}

// look verifies the token once.
func (w *Watch) look() {
	w.mu.Lock()
	if w.stopped {
		w.mu.Unlock()
		return
	}
	w.running.Add(1)
	w.mu.Unlock()
	defer w.running.Done()
	err := w.verify(w.ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.stopped:
		return
	case err == nil:
		w.unknown = time.Time{}
	case w.unknown.IsZero():
		w.unknown = time.Now()
	}
	if err != nil && (sqlstate.CodeOf(err) != sqlstate.CannotConnectNow || time.Since(w.unknown) >= patience) {
		w.stopped = true
		w.end(err)
		return
	}
	w.timer.Reset(interval)
}
