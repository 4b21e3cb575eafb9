package catalog

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// While sessions use the catalog, one goroutine compares the stored answers with the server before the last comparison
// is too old to be believed, so that no session waits for a comparison. The goroutine ends when no session has asked
// for idleAhead.
const (
	idleAhead = time.Second
	leastRest = 10 * time.Millisecond // between two looks
	failRest  = 5 * time.Second       // between two that failed, at most
)

type ahead struct {
	asked   atomic.Int64 // when somebody peeked last, since the catalog's birth
	running atomic.Bool
}

// keepAhead starts the goroutine that looks ahead, if it does not run: a session has asked whether the catalog is to be
// believed.
func (c *Catalog) keepAhead(now time.Duration) {
	c.ahead.asked.Store(int64(now))
	if !c.ahead.running.Load() && c.ahead.running.CompareAndSwap(false, true) && !c.options.Run(c.lookAheadUntilClosed) {
		c.ahead.running.Store(false) // it is being closed
	}
}

// LooksAhead reports whether sessions ask about the catalog, so that it is looked at ahead of time.
func (c *Catalog) LooksAhead() bool { return c.ahead.running.Load() }

// Warm reads what every statement needs, unless it is known. It is called while a session's first connection is made.
func (c *Catalog) Warm() {
	if c.globals() == nil {
		c.keepAhead(time.Since(c.born))
	}
}

// lookAheadUntilClosed looks ahead until no session asks any more, or the provider is closed.
func (c *Catalog) lookAheadUntilClosed() {
	ctx, cancel := context.WithCancel(context.Background())
	var watch sync.WaitGroup
	watch.Go(func() {
		select {
		case <-c.options.Stop:
			cancel()
		case <-ctx.Done():
		}
	})
	defer watch.Wait()
	defer cancel()

	timer := time.NewTimer(0)
	defer timer.Stop()
	rest := leastRest
	for {
		select {
		case <-timer.C:
		case <-ctx.Done():
			c.ahead.running.Store(false)
			return
		}
		if c.unasked() {
			c.ahead.running.Store(false)
			if c.unasked() || !c.ahead.running.CompareAndSwap(false, true) {
				return
			}
		}
		if err := c.renew(ctx); err != nil {
			rest = min(2*rest, failRest)
			timer.Reset(rest)
			continue
		}
		rest = leastRest
		timer.Reset(max(leastRest, c.last.Load().due(c.options.TTL)-time.Since(c.born)))
	}
}

func (c *Catalog) unasked() bool {
	return time.Since(c.born)-time.Duration(c.ahead.asked.Load()) > idleAhead
}

// renew looks at the catalog, unless another caller has just done so.
func (c *Catalog) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-c.turn }()
	now := time.Since(c.born)
	if l := c.last.Load(); c.fresh(now) && now < l.due(c.options.TTL) {
		return nil
	}
	return c.look(ctx)
}

// due is the time at which to begin the next look, so that it ends while this look is still believed.
func (l *look) due(ttl time.Duration) time.Duration {
	return l.until - min(max(ttl/4, 3*l.took), (l.until-l.began)*3/4)
}
