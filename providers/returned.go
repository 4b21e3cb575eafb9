package providers

import "sync/atomic"

// Returned remembers of a statement, and of all statements that differ from it in constants alone, whether its results
// were small. A source may then ask for the next one otherwise: what it returns stays the same. The zero value remembers
// nothing; nil is as good. It is safe for concurrent use.
type Returned struct{ seen atomic.Uint32 }

const (
	returnedFew uint32 = iota + 1
	returnedMany
)

// Note notes one result. A large one is never forgotten.
func (r *Returned) Note(few bool) {
	switch {
	case r == nil:
	case !few:
		r.seen.Store(returnedMany)
	default:
		r.seen.CompareAndSwap(0, returnedFew)
	}
}

// Few reports whether there were results and all of them were small.
func (r *Returned) Few() bool { return r != nil && r.seen.Load() == returnedFew }
