package advisory

import (
	"cmp"
	"slices"
)

// Listed is a lock that a session holds, for others to read.
type Listed struct {
	PID   uint32
	Table string // schema.name in lower case; "": the lock is an advisory one
	Mode  Mode

	pair          bool
	first, second int64
}

// Key is an advisory lock as pg_locks shows it: a bigint as its halves, two integers as they are.
func (l Listed) Key() (class, object uint32, sub int) {
	if l.pair {
		return uint32(l.first), uint32(l.second), 2 //nolint:gosec // the same bits
	}
	return uint32(l.first >> 32), uint32(l.first), 1 //nolint:gosec // the halves
}

// List returns the locks at a source that sessions of a principal hold, those of a session together.
func (l *Locks) List(source, principal string) (list []Listed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, holders := range l.held {
		if key.source != source || key.table == "." { // that is the whole source
			continue
		}
		for s, holds := range holders {
			if s.Principal != principal {
				continue
			}
			for h := range holds {
				if h.rows {
					h.mode = RowShare
				}
				list = append(list, Listed{s.PID, key.table, h.mode, key.pair, key.first, key.second})
			}
		}
	}
	slices.SortFunc(list, func(a, b Listed) int {
		return cmp.Or(cmp.Compare(a.PID, b.PID), cmp.Compare(a.Table, b.Table), cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second), cmp.Compare(a.Mode, b.Mode))
	})
	return slices.Compact(list)
}

// modeNames are the modes as pg_locks shows them.
var modeNames = [...]string{
	AccessShare: "AccessShareLock", RowShare: "RowShareLock", RowExclusive: "RowExclusiveLock", ShareUpdateExclusive: "ShareUpdateExclusiveLock",
	Share: "ShareLock", ShareRowExclusive: "ShareRowExclusiveLock", Exclusive: "ExclusiveLock", AccessExclusive: "AccessExclusiveLock",
}

func (m Mode) String() string { return modeNames[m] }
