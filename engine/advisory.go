package engine

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// The advisory locks of PostgreSQL, among the sessions of a source that has none of its own: tools that
// migrate a database keep each other out by them.

// advisoryKey is what is locked. PostgreSQL's locks of one bigint and of two integers are different ones.
type advisoryKey struct {
	source        string
	pair          bool
	first, second int64
}

// advisoryHold is a way to hold a lock.
type advisoryHold struct {
	shared      bool
	transaction bool // until the transaction ends; else until it is given back, or the session ends
}

// advisoryLocks are the locks of all sessions. The zero value has none. Safe for concurrent use.
type advisoryLocks struct {
	mu      sync.Mutex
	held    map[advisoryKey]map[*Session]map[advisoryHold]int
	waiting map[*Session]advisoryWait
	changed chan struct{} // closed when a lock is given back; nil: nobody waits
}

// advisoryWait is what a session waits for.
type advisoryWait struct {
	key    advisoryKey
	shared bool
}

// maxAdvisory is how many locks all sessions together may hold.
const maxAdvisory = 100_000

// advisoryCall answers a call of one of the functions.
func (s *Session) advisoryCall(ctx context.Context, function string, values []*string) ([]byte, error) {
	l := &s.engine.advisory
	if function == "pg_advisory_unlock_all" {
		l.release(s, func(h advisoryHold) bool { return !h.transaction })
		return []byte{}, nil
	}
	key, err := s.advisoryKey(values)
	if key == nil || err != nil {
		return nil, err
	}
	hold := advisoryHold{strings.HasSuffix(function, "_shared"), strings.Contains(function, "_xact_")}
	switch {
	case strings.HasPrefix(function, "pg_advisory_unlock"):
		if !l.giveBack(s, *key, hold) {
			s.warnNotHeld(hold)
			return []byte("f"), nil
		}
		return []byte("t"), nil
	case strings.HasPrefix(function, "pg_try_"):
		got, err := l.try(s, *key, hold)
		return []byte(map[bool]string{true: "t", false: "f"}[got]), err
	}
	return []byte{}, l.takeWhenFree(ctx, s, *key, hold)
}

// advisoryKey reads the arguments; nil: one is NULL.
func (s *Session) advisoryKey(values []*string) (*advisoryKey, error) {
	key := &advisoryKey{source: s.source.Name, pair: len(values) == 2}
	bits, name := 64, "bigint"
	if key.pair {
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
		*[]*int64{&key.first, &key.second}[i] = n
	}
	return key, nil
}

func (s *Session) warnNotHeld(h advisoryHold) {
	if s.client.OnNotice == nil {
		return
	}
	kind := "ExclusiveLock"
	if h.shared {
		kind = "ShareLock"
	}
	e := sqlstate.New("01000", "you don't own a lock of type %s", kind)
	e.Severity = "WARNING"
	s.client.OnNotice(e)
}

// isFree reports whether no other session holds the lock in a way that conflicts. The caller holds mu, as
// those of take and waitsFor do.
func (l *advisoryLocks) isFree(s *Session, key advisoryKey, shared bool) bool {
	for other, holds := range l.held[key] {
		for h := range holds {
			if other != s && !(shared && h.shared) {
				return false
			}
		}
	}
	return true
}

func (l *advisoryLocks) take(s *Session, key advisoryKey, h advisoryHold) error {
	if l.held == nil {
		l.held = map[advisoryKey]map[*Session]map[advisoryHold]int{}
	}
	if l.held[key] == nil {
		if len(l.held) >= maxAdvisory {
			return sqlstate.New("53200", "there are more than %d advisory locks", maxAdvisory)
		}
		l.held[key] = map[*Session]map[advisoryHold]int{}
	}
	if l.held[key][s] == nil {
		l.held[key][s] = map[advisoryHold]int{}
	}
	l.held[key][s][h]++
	s.locks = true
	return nil
}

// try takes the lock if it is free.
func (l *advisoryLocks) try(s *Session, key advisoryKey, h advisoryHold) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isFree(s, key, h.shared) {
		return false, nil
	}
	err := l.take(s, key, h)
	return err == nil, err
}

// takeWhenFree waits until the lock is free, and takes it.
func (l *advisoryLocks) takeWhenFree(ctx context.Context, s *Session, key advisoryKey, h advisoryHold) error {
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
func (l *advisoryLocks) tryOrWait(s *Session, key advisoryKey, h advisoryHold) (<-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, s)
	if l.isFree(s, key, h.shared) {
		return nil, l.take(s, key, h)
	}
	if l.waiting == nil {
		l.waiting = map[*Session]advisoryWait{}
	}
	l.waiting[s] = advisoryWait{key, h.shared}
	if l.waitsFor(s, s, map[*Session]bool{}) {
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
func (l *advisoryLocks) waitsFor(s, last *Session, seen map[*Session]bool) bool {
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
func (l *advisoryLocks) giveBack(s *Session, key advisoryKey, h advisoryHold) bool {
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
func (l *advisoryLocks) drop(s *Session, key advisoryKey, h advisoryHold) {
	if delete(l.held[key][s], h); len(l.held[key][s]) == 0 {
		delete(l.held[key], s)
	}
	if len(l.held[key]) == 0 {
		delete(l.held, key)
	}
}

// tell wakes those that wait.
func (l *advisoryLocks) tell() {
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// release gives back the locks that a session holds in the ways that which selects.
func (l *advisoryLocks) release(s *Session, which func(advisoryHold) bool) {
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

// endAdvisory gives back the locks of the transaction that has ended.
func (s *Session) endAdvisory() {
	s.engine.advisory.release(s, func(h advisoryHold) bool { return h.transaction })
}
