package duckdb

import (
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// changes are what an open transaction has changed, as far as a savepoint must know.
type changes struct {
	tables  []changed
	defined []string // the definitions that it has made, in order
	path    string   // the search path that all names were read by
	unkept  string   // why it cannot be put back; "": it can
}

// changed is a table whose rows the transaction has changed.
type changed struct {
	name    string     // as a statement writes it, or in full
	full    bool       // name is in full
	changes int        // how many statements have changed it
	deletes bool       // some did more than add rows
	kept    *kept.Rows // its rows at the last savepoint
	keptAt  int        // changes at that time
}

func (c changes) clone() changes {
	c.tables, c.defined = slices.Clone(c.tables), slices.Clone(c.defined)
	return c
}

func (c changes) empty() bool { return len(c.tables) == 0 && len(c.defined) == 0 }

// strict reports whether the changes may only be repeated over the same committed rows. Added rows may be repeated over any.
func (c changes) strict() bool {
	return len(c.defined) > 0 || slices.ContainsFunc(c.tables, func(t changed) bool { return t.deletes })
}

// note notes the table that a statement is about to change.
func (c *changes) note(kind lib.StatementType, s providers.Statement, path string) {
	if readingKinds[kind] && kind != lib.StatementTypeExplain {
		return
	}
	if !c.empty() && c.path != path {
		c.unkept = "search_path has changed in the transaction"
	}
	c.path = path
	target := ""
	switch kind {
	case lib.StatementTypeInsert, lib.StatementTypeUpdate, lib.StatementTypeDelete, lib.StatementTypeMergeInto:
		target = definition.ChangeTarget(s.SQL)
	case lib.StatementTypeCreate:
		if isRepeatable(s) {
			c.defined = append(c.defined, definition.WithoutStored(s.SQL, lexical.Scan(s.SQL).Words))
			return
		}
	}
	if target == "" {
		c.unkept = verb(s) + " has run in the transaction"
		return
	}
	c.noteTable(target, kind != lib.StatementTypeInsert || strings.Contains(strings.ToUpper(s.SQL), "CONFLICT"))
}

// isRepeatable reports whether a definition means the same when it is made again, and puts no rows anywhere.
func isRepeatable(s providers.Statement) bool {
	switch words := lexical.Scan(s.SQL).Words; verb(s) {
	case "CREATE TABLE":
		queries := slices.ContainsFunc(words, func(w string) bool { return w == "SELECT" || w == "VALUES" || w == "EXECUTE" || w == "FROM" })
		table := slices.Index(words, "TABLE")
		return !queries && table >= 0 && !slices.Contains(words[table+1:], "TABLE") && !strings.Contains(strings.ToLower(s.SQL), "nextval")
	case "CREATE INDEX", "CREATE VIEW", "CREATE SCHEMA", "CREATE TYPE":
		return true
	}
	return false
}

// noteTable takes down that rows of a table are changed.
func (c *changes) noteTable(name string, deletes bool) {
	at := slices.IndexFunc(c.tables, func(t changed) bool { return t.name == name })
	if at < 0 {
		at, c.tables = len(c.tables), append(c.tables, changed{name: name})
	}
	c.tables[at].changes++
	c.tables[at].deletes = c.tables[at].deletes || deletes
}

// noteChanges notes the table that a statement is about to change, so that a savepoint can keep its rows.
func (c *Conn) noteChanges(kind lib.StatementType, s providers.Statement) {
	if kind == lib.StatementTypeCreate { // what it makes may have the name of a table that was changed
		c.nameChanges()
	}
	c.tx.changes.note(kind, s, c.path)
}

// nameChanges gives the changed tables their full names, so that each is there once, however statements write it, and stays
// the same when another one of its name comes before it in the search path.
func (c *Conn) nameChanges() {
	changes := &c.tx.changes
	if changes.unkept != "" {
		return
	}
	var list []changed
	for _, t := range changes.tables {
		if !t.full {
			full, err := c.fullName(t.name)
			if full == "" || err != nil {
				changes.unkept = "the table " + t.name + " is not found"
				return
			}
			t.name, t.full = full, true
		}
		at := slices.IndexFunc(list, func(u changed) bool { return u.name == t.name })
		if at < 0 {
			list = append(list, t)
			continue
		}
		list[at].changes += t.changes
		list[at].deletes = list[at].deletes || t.deletes
	}
	changes.tables = list
}

// keepChanges keeps the rows of the tables that have changed since the last savepoint.
func (c *Conn) keepChanges() {
	c.nameChanges()
	for i := range c.tx.changes.tables {
		t := &c.tx.changes.tables[i]
		if t.kept != nil && t.keptAt == t.changes {
			continue
		}
		k, why := kept.Keep(c.conn, t.name, t.deletes)
		if why != "" {
			c.tx.changes.unkept = why
			return
		}
		c.tx.kept = append(c.tx.kept, k)
		t.kept, t.keptAt = k, t.changes
	}
}

// forgetKept frees the rows that neither a savepoint nor the next one has use for.
func (c *Conn) forgetKept() {
	used := map[*kept.Rows]bool{}
	for _, t := range c.tx.changes.tables {
		used[t.kept] = true
	}
	for _, s := range c.tx.savepoints {
		for _, t := range s.changes.tables {
			used[t.kept] = true
		}
	}
	c.tx.kept = slices.DeleteFunc(c.tx.kept, func(k *kept.Rows) bool {
		if !used[k] {
			k.Free()
		}
		return !used[k]
	})
}

// putBack makes the changes again, in a new transaction.
func (c changes) putBack(conn lib.Connection, backward bool) error {
	for _, sql := range c.defined {
		if err := native.Run(conn, sql); err != nil {
			return err
		}
	}
	tables := slices.Clone(c.tables)
	if backward {
		slices.Reverse(tables)
	}
	for _, t := range tables {
		if err := t.kept.PutBack(conn, t.name, t.deletes); err != nil {
			return err
		}
	}
	return nil
}
