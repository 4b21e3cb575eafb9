package catalog

import (
	"context"
	"crypto/md5" //nolint:gosec // it tells texts apart that the server makes itself
	"encoding/hex"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// closure has the marks of all objects by which one statement was understood.
type closure struct {
	c       *Catalog
	store   *store
	marks   []mark        // sorted
	version atomic.Uint64 // of the store that it was compared with last
	used    atomic.Int64  // when it was asked last, since the catalog's birth
	held    atomic.Int64  // when a comparison began that it held, since then
	gone    atomic.Bool   // the store does not compare it any more
	path    []string      // by which its names were looked up
	guard   atomic.Pointer[[]string]
	ask     providers.Asker // of an open transaction that has made something; nil: none has
}

// Believed reports whether the store has all marks of the closure unchanged, and was compared with the server lately.
func (cl *closure) Believed() bool {
	now := time.Since(cl.c.born)
	cl.c.keepAhead(now)
	if cl.gone.Load() || cl.store != cl.c.store || !cl.c.fresh(now) {
		return false
	}
	cl.used.Store(int64(now))
	version := cl.store.version.Load()
	if cl.version.Load() == version {
		return true
	}
	if !cl.store.has(cl.marks) {
		return false
	}
	cl.version.Store(version)
	return true
}

// Kept reports whether the store compares the closure.
func (cl *closure) Kept() bool { return !cl.gone.Load() }

// ComparedSince reports whether the closure, or the whole store, was compared with the server since a time.
func (cl *closure) ComparedSince(then time.Time) bool {
	at := then.Sub(cl.c.born)
	if time.Duration(cl.held.Load()) >= at {
		return true
	}
	last := cl.c.last.Load()
	return last != nil && last.began >= at && cl.Believed()
}

// Holds compares the closure with the server. If the session's open transaction has made something, the session's own
// connection is asked; while that connection is busy, the closure does not hold.
func (cl *closure) Holds(ctx context.Context) (bool, error) {
	if cl.ask == nil {
		return cl.c.holds(ctx, cl)
	}
	tags, began := cl.tags(), time.Since(cl.c.born)
	lists, err := cl.ask(ctx, askPrints(tags))
	if err != nil {
		if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure {
			return false, err
		}
		return false, nil
	}
	same := slices.Equal(marksOf(tags, lists[0]), cl.marks)
	if same {
		cl.held.Store(int64(began))
	}
	return same, nil
}

// HoldsForAll compares the closure with what all sessions see.
func (cl *closure) HoldsForAll(ctx context.Context, altered []providers.Name) (bool, error) {
	if cl.ask != nil && len(altered) > 0 {
		cl = cl.without(cl.relationTags(altered))
	}
	return cl.c.holds(ctx, cl)
}

func printsOf(marks []mark) map[string]string {
	prints := make(map[string]string, len(marks))
	for _, m := range marks {
		prints[m.tag] = m.print
	}
	return prints
}

func (cl *closure) tags() []string {
	tags := make([]string, len(cl.marks))
	for i, m := range cl.marks {
		tags[i] = m.tag
	}
	return tags
}

// same reports whether the prints are still the same. Objects of an open transaction are left
// out, since no other session sees them.
func (cl *closure) same(now map[string]string) bool {
	for _, m := range cl.marks {
		if print := now[m.tag]; print != m.print && (cl.ask == nil || print != "") {
			return false
		}
	}
	return true
}

// digest is the value that guardSQL returns while the closure holds.
func (cl *closure) digest() string { return cl.digestOf(func(m mark) string { return m.print }) }

// digestOf is a digest by prints that differ from those of the closure.
func (cl *closure) digestOf(print func(mark) string) string {
	var all strings.Builder
	temporary := func(schema string) bool { return strings.HasPrefix(schema, "pg_temp_") }
	all.WriteString("path " + strings.Join(slices.DeleteFunc(slices.Clone(cl.path), temporary), " ") + "\n")
	for _, m := range cl.marks {
		if print := print(m); print != "" {
			all.WriteString(m.tag + "=" + print + "\n")
		}
	}
	sum := md5.Sum([]byte(all.String())) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}

// comparison is a closure whose caller waits until it has been compared.
type comparison struct {
	closure *closure
	done    chan struct{}
	holds   bool
	err     error
}

// holds compares a closure with the server, together with the closures of other waiting callers. The comparison begins
// after the call.
func (c *Catalog) holds(ctx context.Context, cl *closure) (bool, error) {
	mine := &comparison{closure: cl, done: make(chan struct{})}
	c.mu.Lock()
	c.line = append(c.line, mine)
	c.mu.Unlock()
	select {
	case <-mine.done:
		return mine.holds, mine.err
	case <-ctx.Done():
		return false, sqlstate.From(ctx.Err())
	case c.turn <- struct{}{}:
	}
	defer func() { <-c.turn }()
	select {
	case <-mine.done:
		return mine.holds, mine.err
	default:
	}
	c.mu.Lock()
	line := c.line
	c.line = nil
	c.mu.Unlock()
	if err := c.compareAll(ctx, line); ctx.Err() != nil && err != nil { // the others compare by themselves
		c.mu.Lock()
		c.line = append(slices.DeleteFunc(line, func(one *comparison) bool { return one == mine }), c.line...)
		c.mu.Unlock()
		return false, err
	}
	for _, one := range line {
		close(one.done)
	}
	return mine.holds, mine.err
}

// note keeps the current prints of some marks.
func (c *Catalog) note(now []mark) {
	if c.store.updatePrints(now) {
		c.changed.Store(int64(time.Since(c.born)))
	}
}

// compareAll compares closures. The caller has the turn.
func (c *Catalog) compareAll(ctx context.Context, line []*comparison) error {
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	tags := map[string]bool{}
	for _, one := range line {
		for _, m := range one.closure.marks {
			tags[m.tag] = true
		}
	}
	began := time.Since(c.born)
	now, err := c.prints(ctx, tags)
	prints := printsOf(now)
	if err == nil {
		c.note(now)
	}
	for _, one := range line {
		if one.holds, one.err = err == nil && one.closure.same(prints), err; one.holds && one.closure.ask == nil {
			one.closure.held.Store(int64(began))
		}
	}
	return err
}
