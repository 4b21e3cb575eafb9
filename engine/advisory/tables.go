package advisory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Mode is one of PostgreSQL's eight modes of locks, by its number there.
type Mode int

// The modes, weakest first.
const (
	AccessShare Mode = iota + 1
	RowShare
	RowExclusive
	ShareUpdateExclusive
	Share
	ShareRowExclusive
	Exclusive
	AccessExclusive
)

// conflicting has the modes that a mode conflicts with, as bits.
var conflicting = [...]uint16{
	AccessShare:          1 << AccessExclusive,
	RowShare:             1<<Exclusive | 1<<AccessExclusive,
	RowExclusive:         1<<Share | 1<<ShareRowExclusive | 1<<Exclusive | 1<<AccessExclusive,
	ShareUpdateExclusive: 1<<ShareUpdateExclusive | 1<<Share | 1<<ShareRowExclusive | 1<<Exclusive | 1<<AccessExclusive,
	Share:                1<<RowExclusive | 1<<ShareUpdateExclusive | 1<<ShareRowExclusive | 1<<Exclusive | 1<<AccessExclusive,
	ShareRowExclusive:    1<<RowExclusive | 1<<ShareUpdateExclusive | 1<<Share | 1<<ShareRowExclusive | 1<<Exclusive | 1<<AccessExclusive,
	Exclusive:            1<<RowShare | 1<<RowExclusive | 1<<ShareUpdateExclusive | 1<<Share | 1<<ShareRowExclusive | 1<<Exclusive | 1<<AccessExclusive,
	AccessExclusive:      0xffff,
}

func (m Mode) conflicts(with Mode) bool { return conflicting[m]&(1<<with) != 0 }

// Table is a lock of a table. A Table without a name is a lock of the whole source: definitions take it, and so do
// sessions that lock a table against changes.
type Table struct {
	Source, Schema, Name string
	Mode                 Mode
	Rows                 bool // the lock stands for those of rows, of which PostgreSQL shows the lock of their table
}

func (t Table) key() lock {
	return lock{source: t.Source, table: strings.ToLower(t.Schema) + "." + strings.ToLower(t.Name)}
}

// keepsTable reports whether the lock promises that the table stays as it is.
func (t Table) keepsTable() bool { return t.Name != "" && t.Mode >= Share }

// LockTables takes locks until the transaction of the session ends. Without wait it returns false where another
// session's lock is in the way.
//
// A transaction reads the rows that were there when it first read anything. Where another session has changed a table
// since, the rows that it would lock are old ones: 40001.
func (l *Locks) LockTables(ctx context.Context, s *Holder, list []Table, wait bool) (bool, error) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Table) int { // in one order for all sessions, so that fewer of them wait for each other
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Name, b.Name), cmp.Compare(b.Mode, a.Mode))
	})
	for _, t := range list {
		h := hold{mode: t.Mode, transaction: true, rows: t.Rows}
		if !wait {
			if got, err := l.tryLock(s, t.key(), h); !got || err != nil {
				return false, err
			}
		} else if err := l.takeWhenFree(ctx, s, t.key(), h); err != nil {
			return false, err
		}
		if t.keepsTable() && l.changedSince(s, t.key()) {
			return false, sqlstate.New("40001", "could not serialize access due to concurrent update").
				WithHint("The transaction began to read before another one changed %q: retry it, or lock first.", t.Name)
		}
	}
	return true, nil
}

// KeepsReaders reports whether a session keeps readers from a table.
func (l *Locks) KeepsReaders() bool { return l.shut.Load() > 0 }

// AwaitReadable waits until no other session keeps readers from the tables, whose modes do not count.
func (l *Locks) AwaitReadable(ctx context.Context, s *Holder, list []Table) error {
	for _, t := range list {
		t.Mode = AccessShare
		if err := l.takeWhenFree(ctx, s, t.key(), hold{mode: t.Mode, transaction: true}); err != nil {
			return err
		}
	}
	return nil
}

// Reads reports whether the transaction of the session has begun to read.
func (s *Holder) Reads() bool { return s.reads }

// BeginReading notes that the transaction of a session reads from now on, if it has not yet read.
func (l *Locks) BeginReading(s *Holder) {
	if s.reads {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s.reads, s.since = true, l.changes
}

// changedSince reports whether a table has been changed since the transaction of a session began to read.
func (l *Locks) changedSince(s *Holder, key lock) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	definitions := lock{source: key.source, table: Table{}.key().table}
	return s.reads && (l.changed[key] > s.since || l.changed[definitions] > s.since || l.forgotten > s.since)
}

// noteChanged notes that a session that may have changed a table gives its lock back. The caller holds mu.
func (l *Locks) noteChanged(key lock) {
	l.changes++
	if len(l.changed) >= maxAdvisory {
		clear(l.changed)
		l.forgotten = l.changes
	}
	if l.changed == nil {
		l.changed = map[lock]uint64{}
	}
	l.changed[key] = l.changes
}
