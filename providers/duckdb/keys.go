package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Foreign keys of our own. A key stands as a text in a CHECK of its table (providers.KeptConstraint). What changes rows of
// a table that refers to another, or that another refers to, is followed by the checks and actions of the keys, in the
// same transaction (keysettle.go). Two transactions that could both be right alone and wrong together do not both commit
// (keycommit.go).

// ownKey is a foreign key of a table.
type ownKey struct {
	database, schema, table string
	providers.KeptConstraint
}

func (k ownKey) child() string {
	return strings.Join(quoteIdents([]string{k.database, k.schema, k.table}), ".")
}

func (k ownKey) parent() string {
	return strings.Join(quoteIdents([]string{k.database, k.Schema, k.Table}), ".")
}

// referred reports whether the key refers to a table.
func (k ownKey) referred(table []string) bool {
	return k.database == table[0] && k.Schema == table[1] && k.Table == table[2]
}

// of reports whether the key is one of a table.
func (k ownKey) of(table []string) bool {
	return k.database == table[0] && k.schema == table[1] && k.table == table[2]
}

// knownKeys are the keys of a source at a version of its catalog.
type knownKeys struct {
	version uint64
	since   since // of the definitions of keys that the list has
	list    []ownKey
}

// ownKeys lists the foreign keys of the source and of the session's temporary tables.
func (c *Conn) ownKeys() ([]ownKey, error) {
	version, defined := c.provider.version.Load(), c.provider.keys.defining.snapshot()
	if c.tx.status == providers.InTransaction {
		c.takeSnapshot() // what is committed from here on is not seen by the block
	}
	if c.keys != nil && c.keys.version == version && !c.tx.catalog && c.provider.keys.defining.sameSince(c.keys.since) {
		return c.keys.list, nil
	}
	rows, err := c.collectText(`SELECT database_name, schema_name, table_name, constraint_text FROM duckdb_constraints()
		WHERE constraint_type = 'CHECK' AND database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `)
		AND contains(constraint_text, ` + native.Text("'"+providers.KeptMark) + `) ORDER BY table_oid, constraint_index`)
	if err != nil {
		return nil, err
	}
	var list []ownKey
	for _, row := range rows {
		if k, _, _, ok := definition.KeptIn(row[3]); ok && k.Kind == "f" {
			list = append(list, ownKey{row[0], row[1], row[2], k})
		}
	}
	if c.tx.status == providers.Idle || c.tx.stands && !c.tx.catalog && c.tx.began.version == version {
		c.keys = &knownKeys{version, defined, list}
	} else {
		c.keys = nil
	}
	return list, nil
}

// keyed is a change of rows that keys have to follow.
type keyed struct {
	table  []string // database, schema and name
	keys   []ownKey // all keys
	adds   bool     // it may add rows
	takes  bool     // it may delete rows
	sets   []string // the columns that the statement sets in existing rows
	whole  bool     // what it sets is not known
	number int64    // how many rows it has changed
}

// touches reports whether the change sets one of some columns.
func (k keyed) touches(columns []string) bool {
	return k.whole || slices.ContainsFunc(columns, func(c string) bool {
		return slices.ContainsFunc(k.sets, func(s string) bool { return strings.EqualFold(s, c) })
	})
}

// follows reports whether a key has to follow the change.
func (k keyed) follows() bool {
	return slices.ContainsFunc(k.keys, func(key ownKey) bool {
		return key.of(k.table) && (k.adds || k.touches(key.Columns)) || key.referred(k.table) && (k.takes || k.touches(key.Others))
	})
}

// followedByKeys returns the change that a statement makes, if keys have to follow it.
func (c *Conn) followedByKeys(s providers.Statement) (*keyed, error) {
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
	change := &keyed{table: table, keys: keys, adds: made == "INSERT" || made == "MERGE", takes: made == "DELETE" || made == "MERGE", sets: definition.AssignedColumns(s.SQL)}
	if !change.follows() {
		return nil, nil
	}
	if verb(s) == "EXPLAIN" {
		if slices.Contains(lexical.Scan(s.SQL).Words, "ANALYZE") {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "EXPLAIN ANALYZE of a change that foreign keys follow is not supported").
				WithHint("Write EXPLAIN without ANALYZE.")
		}
		return nil, nil
	}
	return change, nil
}

// runFollowed runs a change of rows, and what foreign keys make of it.
func (c *Conn) runFollowed(ctx context.Context, s providers.Statement, args providers.Args, change *keyed) (providers.Rows, error) {
	const tries = 5
	alone := c.tx.status == providers.Idle
	for try := 1; ; try++ {
		var done *table
		err := c.inOne(func() error {
			if c.tx.readOnly {
				return errReadOnly(changingVerb(s))
			}
			before, err := c.keepReferred(change)
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
			change.number = changedRows(done.tag)
			return c.settleKeys(ctx, change, before, 0)
		})
		if alone && sqlstate.CodeOf(err) == serializationFailure && try < tries && ctx.Err() == nil {
			continue // as Postgres, where the statement waits for the other one
		}
		if err != nil {
			return nil, err
		}
		return done, nil
	}
}

// changedRows reads the number of a tag; −1: it has none.
func changedRows(tag string) int64 {
	words := strings.Fields(tag)
	if len(words) < 2 {
		return -1
	}
	return int64(atoi(words[len(words)-1]))
}
