// Package commits counts the commits of changes at a source, so that who has a snapshot can tell whether somebody else has
// committed since.
package commits

import "sync/atomic"

// Counter counts the commits of changes at a source.
type Counter struct {
	running atomic.Int64  // commits, and statements that commit what they change, that have begun and not ended
	ended   atomic.Uint64 // those that have ended
}

// Since says which commits a snapshot has.
type Since struct {
	ended uint64
	sure  bool // nothing was being committed when it was taken
}

// Begin is called before changes are committed, and the function that it returns when they are, or will not be.
func (c *Counter) Begin() (end func()) {
	c.running.Add(1)
	return func() {
		c.ended.Add(1)
		c.running.Add(-1)
	}
}

// Runs reports whether something is being committed.
func (c *Counter) Runs() bool { return c.running.Load() > 0 }

// Snapshot is called before a snapshot is taken.
func (c *Counter) Snapshot() Since {
	ended := c.ended.Load()
	return Since{ended, c.running.Load() == 0 && c.ended.Load() == ended}
}

// SameSince reports whether a snapshot that was taken just now has the same commits as an earlier one.
func (c *Counter) SameSince(s Since) bool {
	return s.sure && c.running.Load() == 0 && c.ended.Load() == s.ended
}
