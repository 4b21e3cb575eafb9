// Package advisory is the advisory locks of PostgreSQL, among the sessions of a source that has none of its own: tools that
// migrate a database keep each other out by them.
//
// An engine has [Locks], and each session a [Holder]. [Locks.Call] answers a call of one of the functions. The engine says
// when a transaction ends ([Locks.EndTransaction]), when a session is given back ([Locks.Discard]), and when it ends
// ([Locks.End]). Sessions that would wait for each other get 40P01.
package advisory

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// lock is what is locked. PostgreSQL's locks of one bigint and of two integers are different ones.
type lock struct {
	source        string
	pair          bool
	first, second int64
}

// hold is a way to hold a lock.
type hold struct {
	shared      bool
	transaction bool // until the transaction ends; else until it is given back, or the session ends
}

// Holder is a session as far as locks know it. The zero value holds none.
type Holder struct{ locks bool } // it has held one

// Locks are the locks of all sessions. The zero value has none. Safe for concurrent use.
type Locks struct {
	mu      sync.Mutex
	held    map[lock]map[*Holder]map[hold]int
	waiting map[*Holder]wait
	changed chan struct{} // closed when a lock is given back; nil: nobody waits
}

// wait is what a session waits for.
type wait struct {
	key    lock
	shared bool
}

// maxAdvisory is how many locks all sessions together may hold.
const maxAdvisory = 100_000

// Call answers a call of one of the functions, for a session at a source. warn is told what the client is to be warned of.
func (l *Locks) Call(ctx context.Context, s *Holder, source, function string, values []*string, warn func(*sqlstate.Error)) ([]byte, error) {
	if function == "pg_advisory_unlock_all" {
		l.release(s, func(h hold) bool { return !h.transaction })
		return []byte{}, nil
	}
	of, err := keyOf(source, values)
	if of == nil || err != nil {
		return nil, err
	}
	as := hold{strings.HasSuffix(function, "_shared"), strings.Contains(function, "_xact_")}
	switch {
	case strings.HasPrefix(function, "pg_advisory_unlock"):
		if !l.giveBack(s, *of, as) {
			warn(notHeld(as))
			return []byte("f"), nil
		}
		return []byte("t"), nil
	case strings.HasPrefix(function, "pg_try_"):
		got, err := l.try(s, *of, as)
		return []byte(map[bool]string{true: "t", false: "f"}[got]), err
	}
	return []byte{}, l.takeWhenFree(ctx, s, *of, as)
}

// EndTransaction gives back the locks of the transaction that has ended.
func (l *Locks) EndTransaction(s *Holder) {
	l.release(s, func(h hold) bool { return h.transaction })
}

// Discard gives back the locks that are the session's, and not its transaction's.
func (l *Locks) Discard(s *Holder) {
	l.release(s, func(h hold) bool { return !h.transaction })
}

// End gives back all locks of a session that ends.
func (l *Locks) End(s *Holder) {
	l.release(s, func(hold) bool { return true })
}

// keyOf reads the arguments; nil: one is NULL.
func keyOf(source string, values []*string) (*lock, error) {
	of := &lock{source: source, pair: len(values) == 2}
	bits, name := 64, "bigint"
	if of.pair {
		bits, name = 32, "integer"
	}
	for i, v := range values {
		if v == nil {
			return nil, nil //nolint:nilnil // as of any strict function
		}
		n, err := strconv.ParseInt(strings.TrimSpace(*v), 10, bits)
		if err != nil {
			return nil, sqlstate.New(sqlstate.InvalidTextRepresent, "invalid input syntax for type %s: %q", name, *v)
		}
		*[]*int64{&of.first, &of.second}[i] = n
	}
	return of, nil
}

// notHeld is PostgreSQL's warning.
func notHeld(h hold) *sqlstate.Error {
	kind := "ExclusiveLock"
	if h.shared {
		kind = "ShareLock"
	}
	e := sqlstate.New("01000", "you don't own a lock of type %s", kind)
	e.Severity = "WARNING"
	return e
}

// isFree reports whether no other session holds the lock in a way that conflicts. The caller holds mu, as
// those of take and waitsFor do.
func (l *Locks) isFree(s *Holder, key lock, shared bool) bool {
	for other, holds := range l.held[key] {
		for h := range holds {
			if other != s && !(shared && h.shared) {
				return false
			}
		}
	}
	return true
}

func (l *Locks) take(s *Holder, key lock, h hold) error {
	if l.held == nil {
		l.held = map[lock]map[*Holder]map[hold]int{}
	}
	if l.held[key] == nil {
		if len(l.held) >= maxAdvisory {
			return sqlstate.New("53200", "there are more than %d advisory locks", maxAdvisory)
		}
		l.held[key] = map[*Holder]map[hold]int{}
	}
	if l.held[key][s] == nil {
		l.held[key][s] = map[hold]int{}
	}
	l.held[key][s][h]++
	s.locks = true
	return nil
}

// try takes the lock if it is free.
func (l *Locks) try(s *Holder, key lock, h hold) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isFree(s, key, h.shared) {
		return false, nil
	}
	err := l.take(s, key, h)
	return err == nil, err
}

// takeWhenFree waits until the lock is free, and takes it.
func (l *Locks) takeWhenFree(ctx context.Context, s *Holder, key lock, h hold) error {
	for {
		changed, err := l.tryOrWait(s, key, h)
		if changed == nil || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			l.mu.Lock()
			delete(l.waiting, s)
			l.mu.Unlock()
			return sqlstate.From(ctx.Err())
		}
	}
}

// tryOrWait takes the lock, or returns a channel that is closed when a lock is given back.
func (l *Locks) tryOrWait(s *Holder, key lock, h hold) (<-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, s)
	if l.isFree(s, key, h.shared) {
		return nil, l.take(s, key, h)
	}
	if l.waiting == nil {
		l.waiting = map[*Holder]wait{}
	}
	l.waiting[s] = wait{key, h.shared}
	if l.waitsFor(s, s, map[*Holder]bool{}) {
		delete(l.waiting, s)
		return nil, sqlstate.New("40P01", "deadlock detected").
			WithHint("Two sessions wait for an advisory lock of each other: end one of them.")
	}
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.changed, nil
}

// waitsFor reports whether a session waits for the last one, directly or through other sessions that wait.
func (l *Locks) waitsFor(s, last *Holder, seen map[*Holder]bool) bool {
	wait, waits := l.waiting[s]
	if !waits || seen[s] {
		return false
	}
	seen[s] = true
	for other, holds := range l.held[wait.key] {
		for h := range holds {
			if other != s && !(wait.shared && h.shared) && (other == last || l.waitsFor(other, last, seen)) {
				return true
			}
		}
	}
	return false
}

// giveBack gives a lock back once, and reports whether the session had it.
func (l *Locks) giveBack(s *Holder, key lock, h hold) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[key][s][h] == 0 {
		return false
	}
	if l.held[key][s][h]--; l.held[key][s][h] == 0 {
		l.drop(s, key, h)
	}
	l.tell()
	return true
}

// drop forgets one way in which a session holds a lock. The callers of drop and of tell hold mu.
func (l *Locks) drop(s *Holder, key lock, h hold) {
	if delete(l.held[key][s], h); len(l.held[key][s]) == 0 {
		delete(l.held[key], s)
	}
	if len(l.held[key]) == 0 {
		delete(l.held, key)
	}
}

// tell wakes those that wait.
func (l *Locks) tell() {
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// release gives back the locks that a session holds in the ways that which selects.
func (l *Locks) release(s *Holder, which func(hold) bool) {
	if !s.locks { // it never held one
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, sessions := range l.held {
		for h := range sessions[s] {
			if which(h) {
				l.drop(s, key, h)
			}
		}
	}
	l.tell()
}
