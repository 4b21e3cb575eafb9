package kept

import (
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Changes are what an open transaction has changed, as far as a savepoint must know.
type Changes struct {
	Tables  []Changed
	defined []string // the definitions that it has made, in order
	Path    string   // the search path that all names were read by
	Unkept  string   // why it cannot be put back; "": it can
}

// Changed is a table whose rows the transaction has changed.
type Changed struct {
	Name    string // as a statement writes it, or in full
	full    bool   // name is in full
	changes int    // how many statements have changed it
	Deletes bool   // some did more than add rows
	kept    *Rows  // its rows at the last savepoint
	keptAt  int    // changes at that time
}

// Clone copies the changes, for a savepoint.
func (c Changes) Clone() Changes {
	c.Tables, c.defined = slices.Clone(c.Tables), slices.Clone(c.defined)
	return c
}

// Empty reports whether nothing has changed.
func (c Changes) Empty() bool { return len(c.Tables) == 0 && len(c.defined) == 0 }

// Strict reports whether the changes may only be repeated over the same committed rows. Added rows may be repeated over any.
func (c Changes) Strict() bool {
	return len(c.defined) > 0 || slices.ContainsFunc(c.Tables, func(t Changed) bool { return t.Deletes })
}

// Note notes the table that a statement is about to change.
func (c *Changes) Note(kind lib.StatementType, verb, sql, path string) {
	if !c.Empty() && c.Path != path {
		c.Unkept = "search_path has changed in the transaction"
	}
	c.Path = path
	target := ""
	switch kind {
	case lib.StatementTypeInsert, lib.StatementTypeUpdate, lib.StatementTypeDelete, lib.StatementTypeMergeInto:
		target = definition.ChangeTarget(sql)
	case lib.StatementTypeCreate:
		if isRepeatable(verb, sql) {
			c.defined = append(c.defined, definition.WithoutStored(sql, lexical.Scan(sql).Words))
			return
		}
	}
	if target == "" {
		c.Unkept = verb + " has run in the transaction"
		return
	}
	c.NoteTable(target, kind != lib.StatementTypeInsert || strings.Contains(strings.ToUpper(sql), "CONFLICT"))
}

// isRepeatable reports whether a definition means the same when it is made again, and puts no rows anywhere.
func isRepeatable(verb, sql string) bool {
	switch words := lexical.Scan(sql).Words; verb {
	case "CREATE TABLE":
		queries := slices.ContainsFunc(words, func(w string) bool { return w == "SELECT" || w == "VALUES" || w == "EXECUTE" || w == "FROM" })
		table := slices.Index(words, "TABLE")
		return !queries && table >= 0 && !slices.Contains(words[table+1:], "TABLE") && !strings.Contains(strings.ToLower(sql), "nextval")
	case "CREATE INDEX", "CREATE VIEW", "CREATE SCHEMA", "CREATE TYPE":
		return true
	}
	return false
}

// NoteTable takes down that rows of a table are changed.
func (c *Changes) NoteTable(name string, deletes bool) {
	at := slices.IndexFunc(c.Tables, func(t Changed) bool { return t.Name == name })
	if at < 0 {
		at, c.Tables = len(c.Tables), append(c.Tables, Changed{Name: name})
	}
	c.Tables[at].changes++
	c.Tables[at].Deletes = c.Tables[at].Deletes || deletes
}

// NameTables gives the changed tables their full names, so that each is there once, however statements write it, and stays
// the same when another one of its name comes before it in the search path. fullName returns "" for a table that is not found.
func (c *Changes) NameTables(fullName func(written string) (string, error)) {
	if c.Unkept != "" {
		return
	}
	var list []Changed
	for _, t := range c.Tables {
		if !t.full {
			full, err := fullName(t.Name)
			if full == "" || err != nil {
				c.Unkept = "the table " + t.Name + " is not found"
				return
			}
			t.Name, t.full = full, true
		}
		at := slices.IndexFunc(list, func(u Changed) bool { return u.Name == t.Name })
		if at < 0 {
			list = append(list, t)
			continue
		}
		list[at].changes += t.changes
		list[at].Deletes = list[at].Deletes || t.Deletes
	}
	c.Tables = list
}

// KeepRows keeps the rows of the tables that have changed since the last savepoint, and returns what is kept anew.
func (c *Changes) KeepRows(conn lib.Connection) (made []*Rows) {
	for i := range c.Tables {
		t := &c.Tables[i]
		if t.kept != nil && t.keptAt == t.changes {
			continue
		}
		k, why := Keep(conn, t.Name, t.Deletes)
		if why != "" {
			c.Unkept = why
			return made
		}
		made = append(made, k)
		t.kept, t.keptAt = k, t.changes
	}
	return made
}

// Uses reports whether rows that are kept are those of a table.
func (c *Changes) Uses(k *Rows) bool {
	return slices.ContainsFunc(c.Tables, func(t Changed) bool { return t.kept == k })
}

// PutBack makes the changes again, in a new transaction.
func (c Changes) PutBack(conn lib.Connection, backward bool) error {
	for _, sql := range c.defined {
		if err := native.Run(conn, sql); err != nil {
			return err
		}
	}
	tables := slices.Clone(c.Tables)
	if backward {
		slices.Reverse(tables)
	}
	for _, t := range tables {
		if err := t.kept.PutBack(conn, t.Name, t.Deletes); err != nil {
			return err
		}
	}
	return nil
}
