package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How tables are stored is nothing to DuckDB: a table's comment keeps what a client has said of it (providers.KeptTable). The planner
// puts a COMMENT ON TABLE with a providers.TableChange behind the statement that says it.

// keepsStored reports whether a part of a statement says how its table is stored. A client's own COMMENT has another verb.
func keepsStored(s providers.Statement) bool {
	return verb(s) != "COMMENT" && definition.Begins(s.SQL, "COMMENT ON TABLE")
}

// keepStored carries out such a part. A table that is not there was not there for the statement either, which has IF EXISTS.
func (c *Conn) keepStored(s providers.Statement) (providers.Rows, error) {
	done := &table{tag: verb(s)}
	written, rest := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[3:])
	o, err := c.lookUpObject("TABLE", written)
	if err != nil || o == nil {
		return done, err
	}
	t, err := c.readTableOf(o.Database, o.Schema, o.Name)
	if err != nil || t == nil {
		return done, err
	}
	if err := c.refuseWriting(s); err != nil {
		return nil, err
	}
	text, err := c.commentText(s.SQL, rest)
	if err != nil {
		return nil, err
	}
	change, ok := providers.ReadTableChange(text)
	if !ok {
		return nil, sqlstate.New(sqlstate.InternalError, "what is kept of a table cannot be read")
	}
	if change.Unlogged != nil && verb(s) == "ALTER TABLE" {
		if err := c.checkUnlogged(t, *change.Unlogged); err != nil {
			return nil, err
		}
	}
	return done, c.inOne(func() error { return c.keepComments(t, t.Kept.Change(change)) })
}

// checkUnlogged refuses SET LOGGED and SET UNLOGGED of a temporary table, and of one that foreign keys tie to others: PostgreSQL looks
// at whether these are logged.
func (c *Conn) checkUnlogged(t *tabledef.Table, unlogged bool) error {
	switch {
	case t.Database == "temp":
		return sqlstate.New("42P16", "cannot change logged status of table %q because it is temporary", t.Name)
	case t.Kept.Unlogged == unlogged:
		return nil
	}
	others, err := c.collectText(`SELECT '1' FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND lower(referenced_table) = lower(` + native.Text(t.Name) + `) LIMIT 1`)
	if err != nil {
		return err
	}
	if len(t.Keys)+len(others) > 0 {
		return sqlstate.New(sqlstate.FeatureNotSupported, "SET LOGGED and SET UNLOGGED of a table with foreign keys of DuckDB are not supported")
	}
	return c.checkTied(t, unlogged)
}

// checkTied returns the error of a table that would be logged although a foreign key of it refers to an unlogged table, or would be
// unlogged although a logged table refers to it.
func (c *Conn) checkTied(t *tabledef.Table, unlogged bool) error {
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	for _, k := range keys {
		own := strings.EqualFold(k.OwnSchema, t.Schema) && strings.EqualFold(k.OwnTable, t.Name)
		referred := strings.EqualFold(k.Schema, t.Schema) && strings.EqualFold(k.Table, t.Name)
		if k.Kind != "f" || k.Database == "temp" || own == referred || own == unlogged {
			continue
		}
		other := []string{k.Database, k.Schema, k.Table}
		if referred {
			other = []string{k.Database, k.OwnSchema, k.OwnTable}
		}
		tied, err := c.readTableOf(other[0], other[1], other[2])
		if err != nil {
			return err
		}
		if tied == nil || tied.Kept.Unlogged == unlogged {
			continue
		}
		to, by := "logged", "unlogged"
		if unlogged {
			to, by = by, to
		}
		e := sqlstate.New(sqlstate.InvalidTableDefinition, "could not change table %q to %s because it references %s table %q", t.Name, to, by, tied.Name)
		e.Schema, e.Table, e.Constraint = t.Schema, t.Name, k.Name
		return e
	}
	return nil
}

// followIndex has what tables keep of an index follow a new name.
func (c *Conn) followIndex(o *object.Object, to string) error {
	commented, err := c.commentedTables()
	if err != nil {
		return err
	}
	for _, row := range commented {
		if !slices.Equal(row[:2], []string{o.Database, o.Schema}) {
			continue
		}
		t, err := c.readTableOf(row[0], row[1], row[2])
		if err != nil || t == nil {
			return err
		}
		now := t.Kept
		if now.RenameIndex(o.Name, to); now.Text() == t.Kept.Text() {
			continue
		}
		if err := c.keepComments(t, now); err != nil {
			return err
		}
	}
	return nil
}
