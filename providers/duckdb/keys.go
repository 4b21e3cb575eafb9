package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Foreign keys of our own. A key stands as a text in a CHECK of its table (providers.KeptConstraint). What changes rows of
// a table that refers to another, or that another refers to, is followed by the checks and actions of the keys, in the
// same transaction (keysettle.go). Two transactions that could both be right alone and wrong together do not both commit
// (keycommit.go).

// knownKeys are the keys of a source at a version of its catalog.
type knownKeys struct {
	version uint64
	since   commits.Since // of the definitions of keys that the list has
	list    []foreignkey.Key
}

// ownKeys lists the foreign keys, the deferrable UNIQUE and PRIMARY KEY and the exclusion constraints of the source and of the session's temporary tables.
func (c *Conn) ownKeys() ([]foreignkey.Key, error) {
	version, defined := c.provider.version.changesOf(ofRest), c.provider.keys.Defining.Snapshot()
	if c.tx.status == providers.InTransaction {
		c.takeSnapshot() // what is committed from here on is not seen by the block
	}
	if c.keys != nil && c.keys.version == version && c.tx.catalog&ofRest == 0 && c.provider.keys.Defining.SameSince(c.keys.since) {
		return c.keys.list, nil
	}
	rows, err := c.listKept(`SELECT database_name, schema_name, table_name, constraint_text FROM duckdb_constraints()
		WHERE constraint_type = 'CHECK' AND database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `)
		AND contains(constraint_text, ` + native.Text("'"+providers.KeptMark) + `) ORDER BY table_oid, constraint_index`)
	if err != nil {
		return nil, err
	}
	var list []foreignkey.Key
	for _, row := range rows {
		if k, _, _, ok := definition.KeptIn(row[3]); ok && k.Kind == "f" {
			list = append(list, foreignkey.Key{Database: row[0], OwnSchema: row[1], OwnTable: row[2], KeptConstraint: k})
		}
	}
	if list, err = c.addUniqueKeys(list); err != nil {
		return nil, err
	}
	if c.tx.status == providers.Idle || c.tx.stands && c.tx.catalog&ofRest == 0 && c.tx.began.changesOf(ofRest) == version {
		c.keys = &knownKeys{version, defined, list}
	} else {
		c.keys = nil
	}
	return list, nil
}

// followedByKeys returns the change that a statement makes if foreign keys have to be checked or carried out after it.
func (c *Conn) followedByKeys(s providers.Statement) (*foreignkey.Change, error) {
	made := changingVerb(s)
	if !providers.ChangesRows(made) {
		return nil, nil
	}
	keys, err := c.ownKeys()
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	table, err := c.lookUpTable(definition.ChangeTarget(s.SQL))
	if err != nil || table == nil {
		return nil, err
	}
	change := &foreignkey.Change{Table: table, Keys: keys, Adds: made == "INSERT" || made == "MERGE", Takes: made == "DELETE" || made == "MERGE", Sets: definition.AssignedColumns(s.SQL)}
	if !change.Follows() {
		return nil, nil
	}
	if verb(s) == "EXPLAIN" {
		if slices.Contains(lexical.Scan(s.SQL).Words, "ANALYZE") {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "EXPLAIN ANALYZE of a change that foreign keys, deferrable keys or exclusion constraints follow is not supported").
				WithHint("Write EXPLAIN without ANALYZE.")
		}
		return nil, nil
	}
	return change, nil
}

// runFollowed runs a change of rows, and then the checks and actions of foreign keys.
func (c *Conn) runFollowed(ctx context.Context, s providers.Statement, args providers.Args, change *foreignkey.Change) (providers.Rows, error) {
	const tries = 5
	alone := c.tx.status == providers.Idle
	for try := 1; ; try++ {
		var done *table
		err := c.inOne(func() error {
			if c.tx.readOnly {
				return errReadOnly(changingVerb(s))
			}
			before, err := c.keepBefore(change)
			if err != nil {
				return err
			}
			rows, err := c.runMeant(ctx, s, args)
			if err != nil {
				return err
			}
			list, err := readAll(rows, "the rows of the statement")
			if err != nil {
				return err
			}
			done = &table{columns: rows.Columns(), rows: list, tag: rows.Tag()}
			change.Rows = changedRows(done.tag)
			return c.settleKeys(ctx, change, before, 0)
		})
		if alone && sqlstate.CodeOf(err) == sqlstate.SerializationFailure && try < tries && ctx.Err() == nil {
			continue // as Postgres, where the statement waits for the other one
		}
		if err != nil {
			return nil, err
		}
		return done, nil
	}
}

// changedRows reads the number of rows in a tag; −1: the tag has none.
func changedRows(tag string) int64 {
	words := strings.Fields(tag)
	if len(words) < 2 {
		return -1
	}
	return int64(atoi(words[len(words)-1]))
}
