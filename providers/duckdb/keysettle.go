package duckdb

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// firstAdded is the least rowid of the rows that a transaction has added and not committed.
const firstAdded = "36028797018960000"

// deepestAction bounds the chain of actions that lead to actions.
const deepestAction = 64

// referredBefore are the keys of a table before an UPDATE, in temporary tables: the name of one, by the joined columns.
type referredBefore map[string]string

// keysBefore are rows of a table before a change, as far as keys need them afterwards.
type keysBefore struct {
	referred referredBefore
	excluded map[string]excludedBefore // by the name of the constraint
}

// keepBefore keeps rows of a table for settleKeys.
func (c *Conn) keepBefore(change *foreignkey.Change) (kept keysBefore, err error) {
	if kept.referred, err = c.keepReferred(change); err == nil {
		kept.excluded, err = c.keepExcluded(change)
	}
	return kept, err
}

// keepReferred keeps the values of columns that an UPDATE sets and that keys with an action refer to.
func (c *Conn) keepReferred(change *foreignkey.Change) (referredBefore, error) {
	before := referredBefore{}
	for _, k := range change.Keys {
		at := strings.Join(k.Others, columndef.Unit)
		if !k.Referred(change.Table) || !change.Touches(k.Others) || k.Update == "a" || before[at] != "" {
			continue
		}
		name := "temp.main." + native.Ident("__keys_before_"+strconv.Itoa(len(before)))
		if err := c.runSteps([]string{"CREATE OR REPLACE TEMP TABLE " + name + " AS SELECT " + strings.Join(native.Idents(k.Others), ", ") + " FROM " + k.Parent()}); err != nil {
			return nil, err
		}
		before[at] = name
	}
	return before, nil
}

// settleKeys makes the rows agree with the foreign keys after a change: it carries actions out, and returns the error of a
// key that is violated.
func (c *Conn) settleKeys(ctx context.Context, change *foreignkey.Change, before keysBefore, depth int) error {
	if depth > deepestAction || ctx.Err() != nil {
		if ctx.Err() != nil {
			return sqlstate.From(ctx.Err())
		}
		return sqlstate.New("54001", "the actions of foreign keys lead too far").WithHint("The embedded engine follows %d of them, one after the other.", deepestAction)
	}
	defer func() {
		for _, name := range before.referred {
			_ = native.Run(c.conn, "DROP TABLE IF EXISTS "+name) // it is temporary, and replaced the next time
		}
		c.forgetExcluded(before.excluded)
	}()
	if err := c.checkOwn(change, foreignkey.Key.Excludes, func(k foreignkey.Key) error { return c.checkExcluded(ctx, k, change, before.excluded) }); err != nil {
		return err // as PostgreSQL, which looks at foreign keys when all rows are there
	}
	for _, k := range change.Keys {
		if !k.Referred(change.Table) {
			continue
		}
		if change.Takes {
			c.tx.keys.Frees(k)
			if err := c.carryAction(ctx, change, k, k.Delete, depth); err != nil {
				return err
			}
		}
		if change.Touches(k.Others) {
			c.tx.keys.Frees(k)
			if err := c.carryUpdate(ctx, change, k, before.referred[strings.Join(k.Others, columndef.Unit)], depth); err != nil {
				return err
			}
		}
	}
	return c.checkOwn(change, func(k foreignkey.Key) bool { return !k.Excludes() }, func(k foreignkey.Key) error {
		return c.checkRefers(k, !change.Touches(k.Columns))
	})
}

// checkOwn checks the rows of a change by keys of its table, or notes that they are checked later.
func (c *Conn) checkOwn(change *foreignkey.Change, among func(foreignkey.Key) bool, check func(foreignkey.Key) error) error {
	for _, k := range change.Keys {
		if !among(k) || !k.Of(change.Table) || !change.Adds && !change.Alters(k) {
			continue
		}
		c.noteKeyed(k)
		c.tx.keys.CheckAdded(k)
		if c.tx.keys.Defers(k) {
			c.tx.keys.Wait(k, false)
			continue
		}
		if err := check(k); err != nil {
			return err
		}
	}
	return nil
}

// carryAction carries out the action of a key after rows that it refers to were deleted.
func (c *Conn) carryAction(ctx context.Context, change *foreignkey.Change, k foreignkey.Key, action string, depth int) error {
	if c.tx.keys.Defers(k) && action == "a" {
		c.tx.keys.Wait(k, true)
		return nil
	}
	if action == "c" || action == "n" || action == "d" {
		if c.tx.keys.Waits(k) {
			return k.Tells(sqlstate.New(sqlstate.FeatureNotSupported, "the action of foreign key %q is not supported while the key is not checked yet", k.Name).
				WithHint("Write SET CONSTRAINTS %s IMMEDIATE first.", native.Ident(k.Name)))
		}
	}
	if left, err := c.collectText(k.Orphans("'1'") + " LIMIT 1"); err != nil || len(left) == 0 {
		return err
	}
	if k.Unchecked {
		return errUnchecked(k)
	}
	orphans := "rowid IN (" + k.Orphans("c.rowid") + ")"
	next := &foreignkey.Change{Table: []string{k.Database, k.OwnSchema, k.OwnTable}, Keys: change.Keys}
	switch action {
	case "c":
		next.Takes = true
		return c.runAction(ctx, k, "DELETE FROM "+k.Child()+" WHERE "+orphans, next, depth)
	case "n", "d":
		next.Sets = k.Columns
		to := map[string]string{"n": "NULL", "d": "DEFAULT"}[action]
		set, err := c.assignmentsTo(k, func(int) string { return to })
		if err != nil {
			return err
		}
		return c.runAction(ctx, k, "UPDATE "+k.Child()+" SET "+set+" WHERE "+orphans, next, depth)
	}
	return c.errStillReferred(k)
}

// runAction runs an action, and settles what follows from it.
func (c *Conn) runAction(ctx context.Context, k foreignkey.Key, sql string, next *foreignkey.Change, depth int) error {
	before, err := c.keepBefore(next)
	if err != nil {
		return err
	}
	c.changesRows()
	c.tx.changes.NoteTable(k.Child(), true)
	changed, err := native.Change(c.conn, sql)
	if err != nil {
		return c.provider.translateError(err, "", nil)
	}
	c.carried += changed
	if !next.Follows() {
		return nil
	}
	next.Rows = 2 // it may be any
	return c.settleKeys(ctx, next, before, depth+1)
}

// Carried is how many rows the actions of foreign keys have changed since the session began.
func (c *Conn) Carried() int64 { return c.carried }

// carryUpdate carries out the action of a key after an UPDATE of columns that it refers to.
func (c *Conn) carryUpdate(ctx context.Context, change *foreignkey.Change, k foreignkey.Key, before string, depth int) error {
	if k.Update == "a" || before == "" {
		return c.carryAction(ctx, change, k, "a", depth)
	}
	columns := strings.Join(native.Idents(k.Others), ", ")
	now := "SELECT " + columns + " FROM " + k.Parent()
	gone, err := c.collectText("SELECT count(*)::varchar FROM (SELECT " + columns + " FROM " + before + " EXCEPT " + now + ")")
	if err != nil {
		return err
	}
	if gone[0][0] == "0" && change.Rows >= 0 && change.Rows < 2 {
		return nil
	}
	if change.Rows != 1 || gone[0][0] != "1" { // which key became which is not known
		referred, err := c.collectText("SELECT '1' FROM " + k.Child() + " c SEMI JOIN " + before + " p ON " + k.Joined() + " LIMIT 1")
		if err != nil {
			return err
		}
		if len(referred) > 0 {
			return k.Tells(sqlstate.New(sqlstate.FeatureNotSupported, "an UPDATE of several keys that rows of %q refer to is not supported", k.OwnTable).
				WithHint("The embedded engine carries the action of foreign key %q out for one row at a time.", k.Name))
		}
		return nil
	}
	if k.Update != "c" {
		return c.carryAction(ctx, change, k, k.Update, depth)
	}
	added := "(SELECT " + columns + " FROM (" + now + " EXCEPT SELECT " + columns + " FROM " + before + "))"
	next := &foreignkey.Change{Table: []string{k.Database, k.OwnSchema, k.OwnTable}, Keys: change.Keys, Sets: k.Columns}
	to := func(i int) string { return "(SELECT " + native.Ident(k.Others[i]) + " FROM " + added + ")" }
	set, err := c.assignmentsTo(k, to)
	if err != nil {
		return err
	}
	return c.runAction(ctx, k, "UPDATE "+k.Child()+" SET "+set+" WHERE rowid IN ("+k.Orphans("c.rowid")+")", next, depth)
}

// assignmentsTo assigns values to the columns of a key. The scales that they are shown with are not known: see providers.ScaleColumn.
func (c *Conn) assignmentsTo(k foreignkey.Key, to func(i int) string) (string, error) {
	all, err := c.columnNames(k.Child())
	if err != nil {
		return "", err
	}
	var list []string
	for i, column := range k.Columns {
		list = append(list, native.Ident(column)+" = "+to(i))
		if companion := native.Ident(providers.ScaleColumn(column)); slices.Contains(all, companion) {
			list = append(list, companion+" = NULL")
		}
	}
	return strings.Join(list, ", "), nil
}

// orphanedKeys is a query of the keys of rows that refer to none.
func orphanedKeys(k foreignkey.Key) string {
	values := make([]string, len(k.Columns))
	for i, column := range k.Columns {
		values[i] = "c." + native.Ident(column) + "::varchar"
	}
	return k.Orphans("concat_ws(', ', " + strings.Join(values, ", ") + ")")
}

// checkRefers returns the error of a row that refers to no row, or that has the key of another one. It looks at the rows that the transaction has added, or
// at all rows.
func (c *Conn) checkRefers(k foreignkey.Key, added bool) error {
	switch {
	case k.Unique():
		return c.checkUnique(k, added)
	case k.Excludes():
		return c.checkAllExcluded(k, false)
	}
	among := ""
	if added {
		among = " AND c.rowid >= " + firstAdded
	}
	e := k.Tells(sqlstate.New(sqlstate.ForeignKeyViolation, "insert or update on table %q violates foreign key constraint %q", k.OwnTable, k.Name))
	if mixed := k.Mixed("'1'"); mixed != "" {
		rows, err := c.collectText(mixed + among + " LIMIT 1")
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			return c.errViolates(k, added, e.WithDetail("MATCH FULL does not allow mixing of null and nonnull key values."))
		}
	}
	rows, err := c.collectText(orphanedKeys(k) + among + " LIMIT 1")
	if err != nil || len(rows) == 0 {
		return err
	}
	return c.errViolates(k, added, e.WithDetail("Key (%s)=(%s) is not present in table %q.", strings.Join(k.Columns, ", "), rows[0][0], k.Table))
}

// errViolates is the error of rows that violate a key. Rows that violated a key before it was added NOT VALID do not count;
// if nothing tells them from rows that were updated, the error is 0A000.
func (c *Conn) errViolates(k foreignkey.Key, added bool, e *sqlstate.Error) error {
	if k.Unchecked && !added {
		return errUnchecked(k)
	}
	return e
}

// errUnchecked is the error of a change of rows if a key that was added NOT VALID does not tell whether the rows keep it. 0A000.
func errUnchecked(k foreignkey.Key) error {
	return k.Tells(sqlstate.New(sqlstate.FeatureNotSupported, "this change is not supported while rows do not keep the foreign key %q, which is NOT VALID", k.Name).
		WithHint("Mend the rows, and write VALIDATE CONSTRAINT %s.", native.Ident(k.Name)))
}

// errStillReferred is the error of a deleted row to which a key still refers.
func (c *Conn) errStillReferred(k foreignkey.Key) error {
	rows, err := c.collectText(orphanedKeys(k) + " ORDER BY c.rowid LIMIT 1")
	if err != nil || len(rows) == 0 {
		return err
	}
	e := sqlstate.New(sqlstate.ForeignKeyViolation, "update or delete on table %q violates foreign key constraint %q on table %q", k.Table, k.Name, k.OwnTable).
		WithDetail("Key (%s)=(%s) is still referenced from table %q.", strings.Join(k.Others, ", "), rows[0][0], k.OwnTable)
	e.Schema, e.Table, e.Constraint = k.OwnSchema, k.OwnTable, k.Name
	return e
}
