package discovery

import (
	"context"
	"sync"
)

// Cache keeps in memory what was made of the snapshots of connections, those that were used last. It may
// be used by many goroutines.
type Cache[T any] struct {
	most int // bytes

	mu   sync.Mutex
	kept map[string]*kept[T]
	turn int64 // counts uses
}

// kept is the value that a Cache has for one connection.
type kept[T any] struct {
	free  chan struct{} // holds one token; whoever has taken it may change the fields below
	value T
	bytes int   // of value; guarded by the cache's mu
	used  int64 // guarded by the cache's mu
}

// NewCache makes a Cache of so many bytes. One value that is larger is kept alone.
func NewCache[T any](most int) *Cache[T] { return &Cache[T]{most: most, kept: map[string]*kept[T]{}} }

// Use calls renew with the kept value of a connection, or with the zero value, and keeps the value that
// renew returns; renew also returns its size in bytes. The value of one connection is renewed by one
// goroutine at a time.
func (c *Cache[T]) Use(ctx context.Context, connection string, renew func(T) (T, int, error)) (T, error) {
	k := c.of(connection)
	var none T
	select {
	case <-k.free:
	case <-ctx.Done():
		return none, ctx.Err()
	}
	defer func() { k.free <- struct{}{} }()
	value, bytes, err := renew(k.value)
	if err != nil {
		return none, err
	}
	k.value = value
	c.evict(connection, k, bytes)
	return value, nil
}

func (c *Cache[T]) of(connection string) *kept[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kept[connection]
	if k == nil {
		k = &kept[T]{free: make(chan struct{}, 1)}
		k.free <- struct{}{}
		c.kept[connection] = k
	}
	c.turn++
	k.used = c.turn
	return k
}

// evict forgets what was used longest ago while more is kept than may be.
func (c *Cache[T]) evict(connection string, held *kept[T], bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	held.bytes = bytes
	sum := 0
	for _, k := range c.kept {
		sum += k.bytes
	}
	for sum > c.most {
		oldest := ""
		for name, k := range c.kept {
			if name != connection && (oldest == "" || k.used < c.kept[oldest].used) {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		sum -= c.kept[oldest].bytes
		delete(c.kept, oldest)
	}
}
