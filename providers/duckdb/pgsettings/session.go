package pgsettings

import (
	"maps"
	"strconv"
	"sync/atomic"
	"time"
)

// Session has one session's settings, as pg_settings has their values: what it was given at its beginning, what was set since, and
// what the end of a transaction leaves of that.
type Session struct {
	Defaults map[string]string // defaults that differ from the table's
	Values   map[string]string // the settings that were set, by lower-case name
	Custom   map[string]bool   // the application's own settings that were ever set
	Zone     *time.Location    // of timezone
	Timeout  time.Duration     // of statement_timeout
	Version  uint64            // of the values: another number after each change
	versions *atomic.Uint64    // numbers the versions of all sessions

	// In a transaction that has set something: the values after its end.
	InTransaction        bool
	onRollback, onCommit map[string]string
}

// NewSession returns the settings of a session with defaults that differ from the table's. versions numbers
// the values of all sessions.
func NewSession(defaults map[string]string, versions *atomic.Uint64) Session {
	s := Session{Defaults: defaults, Values: map[string]string{}, Custom: map[string]bool{}, Zone: time.UTC, versions: versions}
	s.Renumber()
	return s
}

// Renumber numbers the values anew.
func (s *Session) Renumber() { s.Version = s.versions.Add(1) }

// Get returns a setting's value; false if there is no such setting.
func (s *Session) Get(name string) (string, bool) {
	if v, ok := s.Values[name]; ok {
		return v, true
	}
	return s.Initial(name)
}

// Initial returns a setting's value without any SET.
func (s *Session) Initial(name string) (string, bool) {
	if v, ok := s.Defaults[name]; ok {
		return v, true
	}
	if known, ok := Find(name); ok {
		return known.Value, true
	}
	return "", s.Custom[name]
}

// Change changes a setting, for this transaction or for longer. reset returns it to its initial value.
func (s *Session) Change(name, value string, local, reset bool) {
	change := func(m map[string]string) {
		if reset {
			delete(m, name)
		} else {
			m[name] = value
		}
	}
	s.Renumber()
	if local && !s.InTransaction {
		return // it holds for this statement, which is over
	}
	if s.InTransaction && s.onCommit == nil {
		s.onRollback, s.onCommit = maps.Clone(s.Values), maps.Clone(s.Values)
	}
	change(s.Values)
	if s.InTransaction && !local {
		change(s.onCommit)
	}
}

// BeginTransaction says that a transaction has begun, which may end with a rollback.
func (s *Session) BeginTransaction() { s.InTransaction = true }

// EndTransaction ends the transaction and reports whether settings were rolled back.
func (s *Session) EndTransaction(committed bool) (changed bool) {
	before := s.Values
	if s.onCommit != nil {
		s.Renumber()
		if s.Values = s.onRollback; committed {
			s.Values = s.onCommit
		}
	}
	s.InTransaction, s.onRollback, s.onCommit = false, nil, nil
	return !maps.Equal(before, s.Values)
}

// Saved is what ROLLBACK TO returns the settings to.
type Saved struct{ values, onCommit map[string]string }

// Snapshot returns the settings as they are when a savepoint is set.
func (s *Session) Snapshot() Saved { return Saved{maps.Clone(s.Values), maps.Clone(s.onCommit)} }

// Restore returns to a snapshot of the settings that was taken in the same transaction.
func (s *Session) Restore(k Saved) {
	s.Renumber()
	s.Values = maps.Clone(k.values)
	switch {
	case k.onCommit != nil:
		s.onCommit = maps.Clone(k.onCommit)
	case s.onCommit != nil: // nothing was set before the savepoint
		s.onCommit = maps.Clone(k.values)
	}
}

// Duration returns the value of a setting that counts in milliseconds.
func (s *Session) Duration(name string) time.Duration {
	value, _ := s.Get(name)
	ms, err := strconv.Atoi(value)
	if err != nil {
		return 0
	}
	return time.Duration(ms) * time.Millisecond
}
