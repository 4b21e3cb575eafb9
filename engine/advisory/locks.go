// Package advisory is the locks of PostgreSQL, among the sessions of a source that has none of its own: advisory locks, by
// which tools that migrate a database keep each other out, and locks of tables.
//
// An engine has [Locks], and each session a [Holder]. [Locks.Call] answers a call of one of the functions of advisory
// locks. [Locks.LockTables] takes the locks of a statement: what changes a table has it in [RowExclusive], LOCK TABLE in
// the mode that it names. There are no locks of rows: FOR UPDATE and FOR SHARE lock the whole table against changes, in
// [ShareRowExclusive] and [Share]. Readers wait for [AccessExclusive] alone ([Locks.AwaitReadable]).
//
// The engine says when a transaction ends ([Locks.EndTransaction]), when a session is given back ([Locks.Discard]), and
// when it ends ([Locks.End]). Sessions that would wait for each other get 40P01.
package advisory

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// lock is what is locked. PostgreSQL's locks of one bigint and of two integers are different ones.
type lock struct {
	source        string
	pair          bool
	first, second int64
	table         string // schema.name; "": the lock is an advisory one
}

// hold is a way to hold a lock. Advisory locks are held in Share and Exclusive, as in PostgreSQL.
type hold struct {
	mode        Mode
	transaction bool // until the transaction ends; else until it is given back, or the session ends
	rows        bool // see Table
}

// Holder is a session as far as locks know it. The zero value holds none.
type Holder struct {
	PID       uint32 // and Principal: for List
	Principal string

	mine  map[lock]bool // what it may hold; Locks.mu guards it
	reads bool          // its transaction has begun to read
	since uint64        // the changes of tables before that
}

// Locks are the locks of all sessions. The zero value has none. Safe for concurrent use.
type Locks struct {
	mu      sync.Mutex
	held    map[lock]map[*Holder]map[hold]int
	waiting map[*Holder]wait
	freed   chan struct{} // closed when a lock is given back; nil: nobody waits
	shut    atomic.Int64  // how many locks of tables keep readers out

	changed   map[lock]uint64 // tables, and the change after which they were last given back
	changes   uint64
	forgotten uint64 // changes up to this one are not in changed
}

// wait is what a session waits for.
type wait struct {
	key  lock
	mode Mode
}

// maxAdvisory is how many locks all sessions together may hold, and of how many tables the last change is known.
const maxAdvisory = 100_000

// Call answers a call of one of the functions, for a session at a source. warn is told what the client is to be warned of.
func (l *Locks) Call(ctx context.Context, s *Holder, source, function string, values []*string, warn func(*sqlstate.Error)) ([]byte, error) {
	if function == "pg_advisory_unlock_all" {
		l.releaseHolds(s, func(h hold) bool { return !h.transaction })
		return []byte{}, nil
	}
	of, err := keyOf(source, values)
	if of == nil || err != nil {
		return nil, err
	}
	as := hold{mode: Exclusive, transaction: strings.Contains(function, "_xact_")}
	if strings.HasSuffix(function, "_shared") {
		as.mode = Share
	}
	switch {
	case strings.HasPrefix(function, "pg_advisory_unlock"):
		if !l.giveBack(s, *of, as) {
			warn(notHeld(as))
			return []byte("f"), nil
		}
		return []byte("t"), nil
	case strings.HasPrefix(function, "pg_try_"):
		got, err := l.tryLock(s, *of, as)
		return []byte(map[bool]string{true: "t", false: "f"}[got]), err
	}
	return []byte{}, l.takeWhenFree(ctx, s, *of, as)
}

// EndTransaction gives back the locks of the transaction that has ended.
func (l *Locks) EndTransaction(s *Holder) {
	s.reads = false
	l.releaseHolds(s, func(h hold) bool { return h.transaction })
}

// Discard gives back the locks that are the session's, and not its transaction's.
func (l *Locks) Discard(s *Holder) {
	l.releaseHolds(s, func(h hold) bool { return !h.transaction })
}

// End gives back all locks of a session that ends.
func (l *Locks) End(s *Holder) {
	l.releaseHolds(s, func(hold) bool { return true })
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
	e := sqlstate.New("01000", "you don't own a lock of type %s", h.mode)
	e.Severity = "WARNING"
	return e
}

// isFree reports whether no other session holds the lock in a way that conflicts. The caller holds mu, as
// those of addHold and waitsFor do.
func (l *Locks) isFree(s *Holder, key lock, mode Mode) bool {
	for other, holds := range l.held[key] {
		for h := range holds {
			if other != s && mode.conflicts(h.mode) {
				return false
			}
		}
	}
	return true
}

func (l *Locks) addHold(s *Holder, key lock, h hold) error {
	if l.held == nil {
		l.held = map[lock]map[*Holder]map[hold]int{}
	}
	if l.held[key] == nil {
		if len(l.held) >= maxAdvisory {
			return sqlstate.New("53200", "there are more than %d locks", maxAdvisory)
		}
		l.held[key] = map[*Holder]map[hold]int{}
	}
	if l.held[key][s] == nil {
		l.held[key][s] = map[hold]int{}
	}
	if l.held[key][s][h]++; l.held[key][s][h] == 1 && key.table != "" && h.mode == AccessExclusive {
		l.shut.Add(1)
	}
	if s.mine == nil {
		s.mine = map[lock]bool{}
	}
	s.mine[key] = true
	return nil
}

// tryLock takes the lock if it is free.
func (l *Locks) tryLock(s *Holder, key lock, h hold) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isFree(s, key, h.mode) {
		return false, nil
	}
	err := l.addHold(s, key, h)
	return err == nil, err
}

// takeWhenFree waits until the lock is free, and takes it.
func (l *Locks) takeWhenFree(ctx context.Context, s *Holder, key lock, h hold) error {
	for {
		freed, err := l.tryOrWait(s, key, h)
		if freed == nil || err != nil {
			return err
		}
		select {
		case <-freed:
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
	if l.isFree(s, key, h.mode) {
		return nil, l.addHold(s, key, h)
	}
	if l.waiting == nil {
		l.waiting = map[*Holder]wait{}
	}
	l.waiting[s] = wait{key, h.mode}
	if l.waitsFor(s, s, map[*Holder]bool{}) {
		delete(l.waiting, s)
		return nil, sqlstate.New("40P01", "deadlock detected").
			WithHint("Two sessions wait for a lock of each other: retry the transaction.")
	}
	if l.freed == nil {
		l.freed = make(chan struct{})
	}
	return l.freed, nil
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
			if other != s && wait.mode.conflicts(h.mode) && (other == last || l.waitsFor(other, last, seen)) {
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
		l.removeHold(s, key, h)
	}
	l.wakeWaiters()
	return true
}

// removeHold forgets one way in which a session holds a lock. The callers of removeHold and of wakeWaiters hold mu.
func (l *Locks) removeHold(s *Holder, key lock, h hold) {
	if key.table != "" && h.mode == AccessExclusive {
		l.shut.Add(-1)
	}
	if key.table != "" && h.mode == RowExclusive {
		l.noteChanged(key)
	}
	if delete(l.held[key][s], h); len(l.held[key][s]) == 0 {
		delete(l.held[key], s)
		delete(s.mine, key)
	}
	if len(l.held[key]) == 0 {
		delete(l.held, key)
	}
}

// wakeWaiters wakes those that wait.
func (l *Locks) wakeWaiters() {
	if l.freed != nil {
		close(l.freed)
		l.freed = nil
	}
}

// releaseHolds gives back the locks that a session holds in the ways that which selects.
func (l *Locks) releaseHolds(s *Holder, which func(hold) bool) {
	if len(s.mine) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range s.mine {
		for h := range l.held[key][s] {
			if which(h) {
				l.removeHold(s, key, h)
			}
		}
	}
	l.wakeWaiters()
}
