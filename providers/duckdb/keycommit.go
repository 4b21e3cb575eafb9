package duckdb

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keyWork is what foreign keys have to do with an open transaction.
type keyWork struct {
	since   uint64            // commits of keyCommits that its snapshot is sure to have
	refer   map[string]bool   // the tables that its rows have come to refer to
	free    map[string]bool   // the tables of which it took keys away
	waiting map[string]bool   // the keys that are checked when it commits
	defines map[string]bool   // the tables that it has defined keys of, or keys that refer to them
	strict  bool              // it has checked rows by keys that it has defined itself
	timing  map[string]string // by SET CONSTRAINTS: DEFERRED or IMMEDIATE, by the name of a constraint; "" for all
}

func put(set *map[string]bool, name string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[name] = true
}

func (w *keyWork) refers(k ownKey)     { put(&w.refer, k.parent()) }
func (w *keyWork) frees(k ownKey)      { put(&w.free, k.parent()) }
func (w *keyWork) define(k ownKey)     { put(&w.defines, k.child()); put(&w.defines, k.parent()) }
func (w *keyWork) wait(k ownKey)       { put(&w.waiting, k.child()+columndef.Unit+k.Name) }
func (w *keyWork) waits(k ownKey) bool { return w.waiting[k.child()+columndef.Unit+k.Name] }

// isDeferred reports whether a key is checked at the end of the transaction.
func (c *Conn) isDeferred(k ownKey) bool {
	if !k.Deferrable {
		return false
	}
	if when, ok := c.tx.keys.timing[k.Name]; ok {
		return when == "DEFERRED"
	}
	if when, ok := c.tx.keys.timing[""]; ok {
		return when == "DEFERRED"
	}
	return k.Deferred
}

// checkWaiting checks the keys that wait and that are of interest.
func (c *Conn) checkWaiting(of func(ownKey) bool) error {
	if len(c.tx.keys.waiting) == 0 {
		return nil
	}
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	for _, k := range keys {
		if !c.tx.keys.waits(k) || !of(k) {
			continue
		}
		if err := c.checkRefers(k, false); err != nil {
			return err
		}
		delete(c.tx.keys.waiting, k.child()+columndef.Unit+k.Name)
	}
	return nil
}

// runSetConstraints runs SET CONSTRAINTS.
func (c *Conn) runSetConstraints(s providers.Statement) (providers.Rows, error) {
	done := &table{tag: "SET CONSTRAINTS"}
	list := definition.Tokens(s.SQL)
	if len(list) < 4 {
		return done, nil
	}
	when := strings.ToUpper(list[len(list)-1].Text)
	keys, err := c.ownKeys()
	if err != nil {
		return nil, err
	}
	if c.tx.status == providers.Idle {
		c.sendWarning(sqlstate.NoActiveTransaction, "SET CONSTRAINTS can only be used in transaction blocks")
	}
	names := map[string]string{}
	for i, t := range list[2 : len(list)-1] {
		next := list[i+3]
		switch {
		case t.Is("ALL"):
			names[""] = when
		case t.Text != "," && t.Text != "." && next.Text != ".":
			names[t.Name()] = when
		}
	}
	for name := range names {
		found := name == ""
		for _, k := range keys {
			if k.Name != name {
				continue
			}
			if found = true; !k.Deferrable {
				return nil, sqlstate.New(sqlstate.WrongObjectType, "constraint %q is not deferrable", name)
			}
		}
		if !found {
			return nil, sqlstate.New(sqlstate.UndefinedObject, "constraint %q does not exist", name)
		}
	}
	if c.tx.status == providers.Idle {
		return done, nil
	}
	if _, all := names[""]; all || c.tx.keys.timing == nil {
		c.tx.keys.timing = map[string]string{}
	}
	for name, when := range names {
		c.tx.keys.timing[name] = when
	}
	return done, c.checkWaiting(func(k ownKey) bool { return !c.isDeferred(k) })
}

// keyCommits says which commits have made rows refer to a table, or have taken keys of one away. DuckDB lets a row come
// and the row that it refers to go, in two transactions at the same time.
type keyCommits struct {
	// defining counts the commits that may define keys. A list of keys that was read while it stands still is all of them.
	defining commits

	mu      sync.RWMutex
	last    uint64
	refer   map[string]uint64
	free    map[string]uint64
	defined map[string]uint64 // the tables of keys that were defined
	latest  uint64            // the greatest number in defined
}

// now is read before a snapshot is taken.
func (k *keyCommits) now() uint64 {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.last
}

// commit runs the commit of a transaction, unless what another one has committed since goes against its keys. changed
// returns the tables that it has changed; known is false if it cannot tell.
func (k *keyCommits) commit(w keyWork, changed func() (tables []string, known bool), commit func() error) error {
	if len(w.refer) == 0 && len(w.free) == 0 && len(w.defines) == 0 {
		if done, err := k.commitPlain(w, commit); done {
			return err
		}
	}
	tables, known := changed()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.meets(w, tables, known) {
		return errKeysMeet()
	}
	if err := commit(); err != nil {
		return err
	}
	if k.refer == nil {
		k.refer, k.free, k.defined = map[string]uint64{}, map[string]uint64{}, map[string]uint64{}
	}
	k.last++
	for table := range w.refer {
		k.refer[table] = k.last
	}
	for table := range w.free {
		k.free[table] = k.last
	}
	for table := range w.defines {
		k.defined[table], k.latest = k.last, k.last
	}
	return nil
}

// commitPlain commits a transaction that no key has followed, unless keys were defined since it began.
func (k *keyCommits) commitPlain(w keyWork, commit func() error) (done bool, err error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.latest > w.since {
		return false, nil
	}
	return true, commit()
}

// meets reports whether a transaction cannot commit. The caller holds mu.
func (k *keyCommits) meets(w keyWork, changed []string, known bool) bool {
	for table := range w.refer {
		if k.free[table] > w.since {
			return true
		}
	}
	for table := range w.free {
		if k.refer[table] > w.since {
			return true
		}
	}
	// Keys that were defined since have not followed its changes.
	return !known && k.latest > w.since || slices.ContainsFunc(changed, func(table string) bool { return k.defined[table] > w.since })
}

// changedTables are the full names of the tables that the open transaction has changed; known is false if it cannot tell.
func (c *Conn) changedTables() (tables []string, known bool) {
	c.nameChanges()
	for _, t := range c.tx.changes.tables {
		tables = append(tables, t.name)
	}
	return tables, c.tx.changes.unkept == "" || c.tx.writes == 0
}

// How long the commit of a definition of keys waits for changes that began without these keys, and between two looks.
const definesWait, definesPause = 5 * time.Second, time.Millisecond

// awaitUnfollowed waits until no change runs that was begun without the keys which the transaction defines. New ones wait
// meanwhile: see Conn.keysMoved.
func (c *Conn) awaitUnfollowed() error {
	if len(c.tx.keys.defines) == 0 {
		return nil
	}
	for until := time.Now().Add(definesWait); c.provider.commits.running.Load() > 0; time.Sleep(definesPause) {
		if time.Now().After(until) {
			return errKeysMeet()
		}
	}
	return nil
}

// errKeysMoved says that keys may have been defined since they were looked up for a change.
var errKeysMoved = sqlstate.New(serializationFailure, "foreign keys have changed since the statement began")

// keysMoved reports whether the keys that were looked up for a change are not sure to be all. The change counts in
// Provider.commits already: what defines keys after this waits for it.
func (c *Conn) keysMoved() bool {
	return c.unfollowed != nil && !c.provider.keys.defining.sameSince(*c.unfollowed)
}

// runUnkeyed runs a statement that no key follows. It looks again if keys are defined before the statement begins.
func (c *Conn) runUnkeyed(ctx context.Context, s providers.Statement, args providers.Args, looked since) (providers.Rows, error) {
	if c.tx.status == providers.Idle && providers.ChangesRows(changingVerb(s)) {
		c.unfollowed = &looked
		defer func() { c.unfollowed = nil }()
	}
	return c.runMeant(ctx, s, args)
}

func errKeysMeet() error {
	return sqlstate.New(serializationFailure, "could not serialize access due to concurrent changes of rows and of those that they refer to").
		WithHint("The transaction might succeed if retried.")
}
