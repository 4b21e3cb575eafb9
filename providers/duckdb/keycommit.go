package duckdb

import (
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keyWork is what foreign keys have to do with an open transaction.
type keyWork struct {
	since   uint64            // commits of keyCommits that its snapshot is sure to have
	refer   map[string]bool   // the tables that its rows have come to refer to
	free    map[string]bool   // the tables of which it took keys away
	waiting map[string]bool   // the keys that are checked when it commits
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
func (w *keyWork) wait(k ownKey)       { put(&w.waiting, k.child()+unit+k.Name) }
func (w *keyWork) waits(k ownKey) bool { return w.waiting[k.child()+unit+k.Name] }

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
		delete(c.tx.keys.waiting, k.child()+unit+k.Name)
	}
	return nil
}

// runSetConstraints runs SET CONSTRAINTS.
func (c *Conn) runSetConstraints(s providers.Statement) (providers.Rows, error) {
	done := &table{tag: "SET CONSTRAINTS"}
	list := tokens(s.SQL)
	if len(list) < 4 {
		return done, nil
	}
	when := strings.ToUpper(list[len(list)-1].text)
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
		case t.is("ALL"):
			names[""] = when
		case t.text != "," && t.text != "." && next.text != ".":
			names[t.name()] = when
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
	mu    sync.Mutex
	last  uint64
	refer map[string]uint64
	free  map[string]uint64
}

// now is read before a snapshot is taken.
func (k *keyCommits) now() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last
}

// commit runs the commit of a transaction, unless what another one has committed since goes against its keys.
func (k *keyCommits) commit(w keyWork, commit func() error) error {
	if len(w.refer) == 0 && len(w.free) == 0 {
		return commit()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for table := range w.refer {
		if k.free[table] > w.since {
			return errKeysMeet()
		}
	}
	for table := range w.free {
		if k.refer[table] > w.since {
			return errKeysMeet()
		}
	}
	if err := commit(); err != nil {
		return err
	}
	if k.refer == nil {
		k.refer, k.free = map[string]uint64{}, map[string]uint64{}
	}
	k.last++
	for table := range w.refer {
		k.refer[table] = k.last
	}
	for table := range w.free {
		k.free[table] = k.last
	}
	return nil
}

func errKeysMeet() error {
	return sqlstate.New(serializationFailure, "could not serialize access due to concurrent changes of rows and of those that they refer to").
		WithHint("The transaction might succeed if retried.")
}
