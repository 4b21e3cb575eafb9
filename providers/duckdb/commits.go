package duckdb

import "sync/atomic"

// commits counts the commits of changes at a source, so that a transaction can tell whether somebody else has
// committed since its snapshot.
type commits struct {
	running atomic.Int64  // commits, and statements that commit what they change, that have begun and not ended
	ended   atomic.Uint64 // those that have ended
}

// since says which commits a snapshot has.
type since struct {
	ended uint64
	sure  bool // nothing was being committed when it was taken
}

// begin is called before changes are committed, and the function that it returns when they are, or will not be.
func (c *commits) begin() (end func()) {
	c.running.Add(1)
	return func() {
		c.ended.Add(1)
		c.running.Add(-1)
	}
}

// snapshot is called before a snapshot is taken.
func (c *commits) snapshot() since {
	ended := c.ended.Load()
	return since{ended, c.running.Load() == 0 && c.ended.Load() == ended}
}

// sameSince reports whether a snapshot that was taken just now has the same commits as an earlier one.
func (c *commits) sameSince(s since) bool {
	return s.sure && c.running.Load() == 0 && c.ended.Load() == s.ended
}
