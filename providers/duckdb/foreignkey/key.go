// Package foreignkey says what foreign keys of our own, UNIQUE and PRIMARY KEY that are deferrable, and exclusion constraints have to do with changes,
// transactions and commits. It needs no connection.
//
// A [Key] stands as a text in a CHECK of its table (providers.KeptConstraint). A [Change] of rows says which keys have to follow
// it. A transaction notes in its [Work] what keys have made of it, and which keys are still to be checked; [Commits] lets
// it commit only if what others have committed since its snapshot does not go against its keys.
package foreignkey

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Key is a foreign key of a table, or a UNIQUE or PRIMARY KEY that is deferrable, or an exclusion constraint, which refer to no table.
type Key struct {
	Database, OwnSchema, OwnTable string
	providers.KeptConstraint
	NotDistinct bool                 // see providers.KeptIndex
	Kept        *providers.KeptIndex // that of an exclusion constraint, whose Columns are all that it reads
}

// Alone reports whether the key refers to no table.
func (k Key) Alone() bool { return k.Unique() || k.Excludes() }

// Unique reports whether the key is a UNIQUE or a PRIMARY KEY.
func (k Key) Unique() bool { return k.Kind == "u" || k.Kind == "p" }

// Duplicates is a query of values of the key that several rows have: one of rows that the transaction has added if from is their least
// rowid, and of all rows if it is "".
func (k Key) Duplicates(selected []string, from string) string {
	columns := strings.Join(native.Idents(k.Columns), ", ")
	given, equal := []string{"true"}, " = "
	if k.NotDistinct {
		equal = " IS NOT DISTINCT FROM "
	}
	var joined []string
	for _, column := range native.Idents(k.Columns) {
		joined = append(joined, "c."+column+equal+"n."+column)
		if !k.NotDistinct {
			given = append(given, "c."+column+" IS NOT NULL")
		}
	}
	among := k.Child() + " c"
	if from != "" {
		among += " SEMI JOIN (SELECT " + columns + " FROM " + k.Child() + " WHERE rowid >= " + from + ") n ON " + strings.Join(joined, " AND ")
	}
	return "SELECT " + strings.Join(selected, ", ") + " FROM " + among + " WHERE " + strings.Join(given, " AND ") +
		" GROUP BY " + columns + " HAVING count(*) > 1 ORDER BY max(c.rowid) LIMIT 1"
}

// Child is the full name of the table that has the key.
func (k Key) Child() string {
	return native.Path(k.Database, k.OwnSchema, k.OwnTable)
}

// Parent is the full name of the table that the key refers to.
func (k Key) Parent() string {
	return native.Path(k.Database, k.Schema, k.Table)
}

// Referred reports whether the key refers to a table.
func (k Key) Referred(table []string) bool {
	return k.Database == table[0] && k.Schema == table[1] && k.Table == table[2]
}

// Of reports whether the key is one of a table.
func (k Key) Of(table []string) bool {
	return k.Database == table[0] && k.OwnSchema == table[1] && k.OwnTable == table[2]
}

// Change is a change of rows that keys have to follow.
type Change struct {
	Table []string // database, schema and name
	Keys  []Key    // all keys
	Adds  bool     // it may add rows
	Takes bool     // it may delete rows
	Sets  []string // the columns that the statement sets in existing rows
	Whole bool     // what it sets is not known
	Rows  int64    // how many rows it has changed
}

// Touches reports whether the change sets one of some columns.
func (k Change) Touches(columns []string) bool {
	return k.Whole || slices.ContainsFunc(columns, func(c string) bool {
		return slices.ContainsFunc(k.Sets, func(s string) bool { return strings.EqualFold(s, c) })
	})
}

// Alters reports whether the change may give rows other keys.
func (k Change) Alters(key Key) bool {
	computed := key.Kept != nil && key.Kept.Computed && (k.Whole || len(k.Sets) > 0)
	return computed || k.Touches(key.Columns)
}

// Follows reports whether a key has to follow the change.
func (k Change) Follows() bool {
	return slices.ContainsFunc(k.Keys, func(key Key) bool {
		return key.Of(k.Table) && (k.Adds || k.Alters(key)) || key.Referred(k.Table) && (k.Takes || k.Touches(key.Others))
	})
}

// Tells adds to an error which relation it tells of: who may not know that is told less.
func (k Key) Tells(e *sqlstate.Error) *sqlstate.Error {
	e.Schema, e.Table, e.Constraint = k.OwnSchema, k.OwnTable, k.Name
	return e
}

// Joined is the condition that a row c of the referring table refers to a row p.
func (k Key) Joined() string {
	list := make([]string, len(k.Columns))
	for i, column := range k.Columns {
		list[i] = "c." + native.Ident(column) + " = p." + native.Ident(k.Others[i])
	}
	return strings.Join(list, " AND ")
}

// Orphans is a query of the rows c that refer to none.
func (k Key) Orphans(selected string) string {
	given := make([]string, len(k.Columns))
	for i, column := range k.Columns {
		given[i] = "c." + native.Ident(column) + " IS NOT NULL"
	}
	return "SELECT " + selected + " FROM " + k.Child() + " c ANTI JOIN " + k.Parent() + " p ON " + k.Joined() + " WHERE " + strings.Join(given, " AND ")
}

// Mixed is a query of the rows c of which some values of a MATCH FULL key are NULL and some are not; "" where there are none.
func (k Key) Mixed(selected string) string {
	if !k.Full || len(k.Columns) < 2 {
		return ""
	}
	null, given := make([]string, len(k.Columns)), make([]string, len(k.Columns))
	for i, column := range k.Columns {
		null[i], given[i] = "c."+native.Ident(column)+" IS NULL", "c."+native.Ident(column)+" IS NOT NULL"
	}
	return "SELECT " + selected + " FROM " + k.Child() + " c WHERE (" + strings.Join(null, " OR ") + ") AND (" + strings.Join(given, " OR ") + ")"
}
