package foreignkey

import (
	"slices"
	"sync"

	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Commits says which commits have made rows refer to a table, have taken keys of one away, or have given rows values of a deferrable
// UNIQUE or of an exclusion constraint. DuckDB lets a row come and the row that it refers to go, in two transactions at the same time, or
// two rows with the same key.
type Commits struct {
	// Defining counts the commits that may define keys. A list of keys that was read while it stands still is all of them.
	Defining commits.Counter

	mu      sync.RWMutex
	last    uint64
	refer   map[string]uint64
	free    map[string]uint64
	unique  map[string]uint64 // by the keys
	defined map[string]uint64 // the tables of keys that were defined
	latest  uint64            // the greatest number in defined
}

// Now is read before a snapshot is taken.
func (k *Commits) Now() uint64 {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.last
}

// Commit runs the commit of a transaction, unless what another one has committed since goes against its keys. changed
// returns the tables that it has changed; known is false if it cannot tell.
func (k *Commits) Commit(w Work, changed func() (tables []string, known bool), commit func() error) error {
	if len(w.refer) == 0 && len(w.free) == 0 && len(w.unique) == 0 && len(w.defines) == 0 {
		if done, err := k.commitPlain(w, commit); done {
			return err
		}
	}
	tables, known := changed()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.meets(w, tables, known) {
		return ErrMeet()
	}
	if err := commit(); err != nil {
		return err
	}
	if k.refer == nil {
		k.refer, k.free, k.unique, k.defined = map[string]uint64{}, map[string]uint64{}, map[string]uint64{}, map[string]uint64{}
	}
	k.last++
	for table := range w.refer {
		k.refer[table] = k.last
	}
	for table := range w.free {
		k.free[table] = k.last
	}
	for key := range w.unique {
		k.unique[key] = k.last
	}
	for table := range w.defines {
		k.defined[table], k.latest = k.last, k.last
	}
	return nil
}

// commitPlain commits a transaction that no key has followed, unless keys were defined since it began.
func (k *Commits) commitPlain(w Work, commit func() error) (done bool, err error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.latest > w.Since {
		return false, nil
	}
	return true, commit()
}

// meets reports whether a transaction cannot commit. The caller holds mu.
func (k *Commits) meets(w Work, changed []string, known bool) bool {
	for table := range w.refer {
		if k.free[table] > w.Since {
			return true
		}
	}
	for table := range w.free {
		if k.refer[table] > w.Since {
			return true
		}
	}
	for key := range w.unique {
		if k.unique[key] > w.Since {
			return true
		}
	}
	// Keys that were defined since have not followed its changes.
	return !known && k.latest > w.Since || slices.ContainsFunc(changed, func(table string) bool { return k.defined[table] > w.Since })
}

// ErrMeet is the error of a transaction whose changes and those of another one may go against a key: 40001.
func ErrMeet() error {
	return sqlstate.New(sqlstate.SerializationFailure, "could not serialize access due to concurrent changes of rows of a foreign key, a deferrable key or an exclusion constraint").
		WithHint("The transaction might succeed if retried.")
}
