package duckdb

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An exclusion constraint stands as an index that is not unique, whose comment has the constraint (providers.KeptIndex). It is checked as
// the foreign keys are: after the statement, or where the transaction ends. Rows that were added are compared with all rows before
// them. Before other changes, the keys of all rows are kept, so that it is known afterwards which rows have others.

// keptExclusion is in the comment of the index of an exclusion constraint.
const keptExclusion = `"constraint":"x"`

// excludedBefore are the rows of an exclusion constraint before a change, in a temporary table.
type excludedBefore struct {
	table string
	own   []string // columns that tell each row from all others, and that the change does not set; none: there are no such
}

// keepExcluded keeps the rows of exclusion constraints that a change other than an INSERT may give other keys.
func (c *Conn) keepExcluded(change *foreignkey.Change) (map[string]excludedBefore, error) {
	var kept map[string]excludedBefore
	for _, k := range change.Keys {
		if !k.Excludes() || !k.Of(change.Table) || !change.Alters(k) || c.tx.keys.Defers(k) {
			continue
		}
		t, err := c.readTableOf(k.Database, k.OwnSchema, k.OwnTable)
		if err != nil || t == nil {
			return nil, err
		}
		c.excluded++
		before := excludedBefore{"temp.main." + native.Ident("__excluded_"+strconv.Itoa(c.excluded)), ownColumns(t, change)}
		if err := c.runSteps([]string{"CREATE OR REPLACE TEMP TABLE " + before.table + " AS " + k.Excluded(before.own, "")}); err != nil {
			return nil, err
		}
		if kept == nil {
			kept = map[string]excludedBefore{}
		}
		kept[k.Name] = before
	}
	return kept, nil
}

// ownColumns are the columns of the primary key of a table, if a change does not set them.
func ownColumns(t *tabledef.Table, change *foreignkey.Change) []string {
	for _, k := range t.Constraints {
		if k.Kind == "p" && !change.Touches(k.Columns) {
			return k.Columns
		}
	}
	return nil
}

// forgetExcluded drops the tables of keepExcluded.
func (c *Conn) forgetExcluded(kept map[string]excludedBefore) {
	for _, before := range kept {
		_ = native.Run(c.conn, "DROP TABLE IF EXISTS "+before.table) // it is temporary, and has a name of its own
	}
}

// checkExcluded returns the error of rows that a change has made exclude others.
func (c *Conn) checkExcluded(ctx context.Context, k foreignkey.Key, change *foreignkey.Change, kept map[string]excludedBefore) error {
	before, alters := kept[k.Name]
	if !alters {
		return c.errExcludes(ctx, k, k.Conflicts(k.Excluded(nil, firstAdded), k.Excluded(nil, ""), foreignkey.Earlier, change.Rows), false)
	}
	conflicts := k.Conflicts(k.ChangedRows(before.own, before.table), k.Excluded(before.own, ""), k.EarlierOrUnchanged(before.own, before.table), change.Rows)
	if err := c.errExcludes(ctx, k, conflicts, false); err != nil || change.Rows == 1 {
		return err
	}
	met, err := c.readExcluded(ctx, k.MeetsFormer(before.own, before.table, change.Rows))
	if err != nil || len(met) == 0 {
		return err
	}
	return k.Tells(sqlstate.New(sqlstate.FeatureNotSupported, "a change of several rows is not supported of which one conflicts by exclusion constraint %q with what another one was before", k.Name).
		WithHint("PostgreSQL checks rows in the order in which it changes them. Change one row at a time."))
}

// errExcludes returns the error of the conflict that a query finds. defined: the constraint is being defined.
func (c *Conn) errExcludes(ctx context.Context, k foreignkey.Key, conflicts string, defined bool) error {
	list, err := c.readExcluded(ctx, conflicts)
	if err != nil || len(list) == 0 {
		return err
	}
	values := func(row providers.Row) string {
		out := make([]string, len(row))
		for i, value := range row {
			out[i] = string(value)
		}
		return strings.Join(out, ", ")
	}
	half := len(k.Kept.Keys)
	key := "Key (" + strings.Join(tabledef.ShownKeys(*k.Kept, make([]string, half)), ", ") + ")=("
	message, existing := "conflicting key value violates exclusion constraint %q", ") conflicts with existing "
	if defined {
		message, existing = "could not create exclusion constraint %q", ") conflicts with "
	}
	return k.Tells(sqlstate.New(sqlstate.ExclusionViolation, message, k.Name).
		WithDetail("%s", key+values(list[0][:half])+existing+strings.Replace(key, "Key", "key", 1)+values(list[0][half:])+")."))
}

// readExcluded reads rows as clients get them.
func (c *Conn) readExcluded(ctx context.Context, sql string) ([]providers.Row, error) {
	rows, err := c.runOne(ctx, providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return nil, sqlstate.Unplaced(err)
	}
	return readAll(rows, "the rows of an exclusion constraint")
}

// checkAllExcluded checks all rows of an exclusion constraint.
func (c *Conn) checkAllExcluded(k foreignkey.Key, defined bool) error {
	which := foreignkey.Earlier
	if defined {
		which = foreignkey.Other
	}
	return c.errExcludes(context.Background(), k, k.Conflicts(k.Excluded(nil, ""), k.Excluded(nil, ""), which, math.MaxInt64), defined)
}

// excludingKey is the key of an exclusion constraint.
func excludingKey(row []string, kept providers.KeptIndex) foreignkey.Key {
	return foreignkey.Key{Database: row[0], OwnSchema: row[1], OwnTable: row[2], Kept: &kept, KeptConstraint: providers.KeptConstraint{
		Kind: "x", Name: row[3], Columns: slices.Clone(kept.Columns), Deferrable: kept.Deferrable, Deferred: kept.Deferred,
	}}
}

// findExtension returns the error of an exclusion constraint whose extension is not there.
func (c *Conn) findExtension(k foreignkey.Key) error {
	if k.Kept == nil || k.Kept.Extension == "" {
		return nil
	}
	kept := providers.UserType{Kind: providers.ExtensionKind, ID: k.Kept.Extension}.Text()
	found, err := c.collectText("SELECT '1' FROM duckdb_types() WHERE database_name = " + native.Text(c.provider.options.Name) +
		" AND NOT internal AND logical_type = 'ENUM' AND starts_with(labels[1], " + native.Text(strings.TrimSuffix(kept, "}")) + ")")
	if err == nil && len(found) == 0 {
		err = sqlstate.New(sqlstate.UndefinedObject, "a key of constraint %q has no default operator class for access method %q without the extension %q", k.Name, k.Kept.Method, k.Kept.Extension)
	}
	return err
}
