package duckdb

import (
	"context"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkWaiting checks the deferred keys among those given.
func (c *Conn) checkWaiting(of func(foreignkey.Key) bool) error {
	if !c.tx.keys.AnyWaits() {
		return nil
	}
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	for _, k := range keys {
		if !c.tx.keys.Waits(k) || !of(k) {
			continue
		}
		if err := c.checkDeferred(k); err != nil {
			return err
		}
		c.tx.keys.Checked(k)
	}
	return nil
}

// checkDeferred checks a deferred key.
func (c *Conn) checkDeferred(k foreignkey.Key) error {
	if c.tx.keys.WaitsFreed(k) && !k.Unchecked && !k.Alone() && k.Mixed("'1'") == "" {
		return c.errStillReferred(k)
	}
	return c.checkRefers(k, false)
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
	c.tx.keys.SetTiming(names)
	return done, c.checkWaiting(func(k foreignkey.Key) bool { return !c.tx.keys.Defers(k) })
}

// changedTables are the full names of the tables that the open transaction has changed; known is false if it cannot tell.
func (c *Conn) changedTables() (tables []string, known bool) {
	c.nameChanges()
	for _, t := range c.tx.changes.Tables {
		tables = append(tables, t.Name)
	}
	return tables, c.tx.changes.Unkept == "" || c.tx.writes == 0
}

// How long the commit of a definition of keys waits for changes that began without these keys, and between two looks.
const definesWait, definesPause = 5 * time.Second, time.Millisecond

// awaitUnfollowed waits until no change runs that began without the keys which the transaction defines. New changes wait
// meanwhile: see Conn.keysMoved.
func (c *Conn) awaitUnfollowed() error {
	if !c.tx.keys.DefinesAny() {
		return nil
	}
	for until := time.Now().Add(definesWait); c.provider.commits.Runs(); time.Sleep(definesPause) {
		if time.Now().After(until) {
			return foreignkey.ErrMeet()
		}
	}
	return nil
}

// errKeysMoved says that keys may have been defined since they were looked up for a change.
var errKeysMoved = sqlstate.New(sqlstate.SerializationFailure, "foreign keys have changed since the statement began")

// keysMoved reports whether keys may be missing among those that were looked up for a change. Provider.commits counts the
// change already, so a transaction that defines keys after this waits for it.
func (c *Conn) keysMoved() bool {
	return c.unfollowed != nil && !c.provider.keys.Defining.SameSince(*c.unfollowed)
}

// runUnkeyed runs a statement that no key follows. It looks again if keys are defined before the statement begins.
func (c *Conn) runUnkeyed(ctx context.Context, s providers.Statement, args providers.Args, looked commits.Since) (providers.Rows, error) {
	if c.tx.status == providers.Idle && providers.ChangesRows(changingVerb(s)) {
		c.unfollowed = &looked
		defer func() { c.unfollowed = nil }()
	}
	return c.runMeant(ctx, s, args)
}
