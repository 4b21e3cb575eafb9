// Package cancellation ends what a session does for the message in hand when a cancel request comes, at whatever step.
package cancellation

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Cancels holds what a cancel request ends. PostgreSQL obeys a request that comes while it handles a
// message, at whatever step, and drops one that comes between two messages. Doors say where a message
// begins and ends by BeginMessage and EndMessage.
type Cancels struct {
	mu      sync.Mutex
	handled bool    // a message is handled
	pending bool    // a request has come in this message, and no step was there to be ended, or has ended yet
	steps   []*step // the steps that run now, and the open result
}

// step is one step of a message: planning, waiting for an approval, running.
type step struct{ cancel context.CancelCauseFunc }

// ErrCanceled is the cause of a context that a cancel request has ended.
var ErrCanceled = errors.New("canceled by the client")

// BeginMessage says that the session begins to handle a message of its client. Until EndMessage a Cancel
// is kept for the next step if it comes between two steps.
func (c *Cancels) BeginMessage() { c.setHandled(true) }

// EndMessage says that the message is handled.
func (c *Cancels) EndMessage() { c.setHandled(false) }

func (c *Cancels) setHandled(handled bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handled, c.pending = handled, false
}

// Cancel ends what the session does now. Between two messages it ends nothing but an open result.
// Any goroutine may call it.
func (c *Cancels) Cancel() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending = c.handled
	for _, step := range c.steps {
		step.cancel(ErrCanceled)
	}
}

// WithCancel makes a context that Cancel ends, without a time limit. It is ended already if Cancel was called
// earlier in this message and has ended nothing.
func (c *Cancels) WithCancel(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	own := &step{cancel}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.steps = append(c.steps, own)
	if c.pending {
		cancel(ErrCanceled)
	}
	return ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.steps = slices.DeleteFunc(c.steps, func(s *step) bool { return s == own })
		if errors.Is(context.Cause(ctx), ErrCanceled) {
			c.pending = false
		}
		cancel(nil)
	}
}

// EndedEarly is the error of a step that a cancel request or the time limit has ended; nil: neither has. Where the client has
// left, a step that needs nothing more goes on: what the client sent before may have run, and has its record.
func EndedEarly(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, ErrCanceled) || errors.Is(cause, context.DeadlineExceeded) {
		return ctx.Err()
	}
	return nil
}
