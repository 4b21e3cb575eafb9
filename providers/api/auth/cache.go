package auth

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// early is how long before its end a value is fetched anew, unless it lives shorter.
	early = time.Minute
	// unknownLife is for values that do not say when they end.
	unknownLife = 5 * time.Minute
	// failureLife is how long a failure stands: a wrong secret is not sent by each of
	// the requests that wait.
	failureLife = 5 * time.Second
	// dropPause is the least time between two drops of a value, so that a server that refuses every token does not
	// have each request fetch a new one.
	dropPause = 5 * time.Second
)

// cache keeps a value that was fetched with credentials: a token, the output of a
// command. One caller fetches, the others wait. The zero cache is empty.
type cache[T any] struct {
	mu      sync.Mutex
	flight  chan struct{} // closed when the fetch under way is done
	key     [32]byte      // of the credentials
	value   T
	err     error
	fetched time.Time
	until   time.Time // the value, or the failure, counts before
	dropped time.Time
}

// fetched is a value and its end; the zero time: not known.
type fetched[T any] struct {
	value T
	end   time.Time
}

// get returns the value for the credentials of a key. fetch runs on the context of the
// caller that fetches; if that one gives up, the next caller fetches.
func (c *cache[T]) get(ctx context.Context, key [32]byte, fetch func(context.Context) (fetched[T], error)) (T, error) {
	var none T
	for {
		c.mu.Lock()
		if c.key == key && time.Now().Before(c.until) {
			defer c.mu.Unlock()
			return c.value, c.err
		}
		flight := c.flight
		if flight == nil {
			c.flight = make(chan struct{})
			c.mu.Unlock()
			return c.fetch(ctx, key, fetch)
		}
		c.mu.Unlock()
		select {
		case <-flight:
		case <-ctx.Done():
			return none, ctx.Err()
		}
	}
}

func (c *cache[T]) fetch(ctx context.Context, key [32]byte, fetch func(context.Context) (fetched[T], error)) (value T, err error) {
	var got fetched[T]
	err = errors.New("the fetch did not end") // should it panic
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.store(ctx, key, got, err)
		close(c.flight)
		c.flight = nil
	}()
	got, err = fetch(ctx)
	return got.value, err
}

// store keeps what was fetched. A failure of a caller that gave up is not kept.
func (c *cache[T]) store(ctx context.Context, key [32]byte, got fetched[T], err error) {
	now := time.Now()
	c.key, c.value, c.err, c.fetched = key, got.value, err, now
	switch life := got.end.Sub(now); {
	case err != nil && ctx.Err() != nil:
		c.until = time.Time{}
	case err != nil:
		c.until = now.Add(failureLife)
	case got.end.IsZero():
		c.until = now.Add(unknownLife)
	default:
		c.until = got.end.Add(-min(early, life/5))
	}
}

// drop forgets the value of a request that was signed at a time and refused. It reports whether another
// value may be had: a younger one is kept, because another request has fetched it since.
func (c *cache[T]) drop(signed time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fetched.After(signed) {
		return true
	}
	now := time.Now()
	if now.Sub(c.dropped) < dropPause {
		return false
	}
	c.until, c.dropped = time.Time{}, now
	return true
}

// validUntil is until when the value counts, or false if there is none.
func (c *cache[T]) validUntil() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.until, c.err == nil && time.Now().Before(c.until)
}
