package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A UNIQUE or PRIMARY KEY that is deferrable stands as an index that is not unique, whose comment tells of the key
// (providers.KeptIndex). It is checked as the foreign keys are: after the statement, or where the transaction ends.

// keptDeferrable is in the comment of the index of a deferrable key.
const keptDeferrable = `"deferrable":true`

// addUniqueKeys adds the deferrable UNIQUE and PRIMARY KEY, and the exclusion constraints, of the source and of the session's temporary tables to its foreign keys.
func (c *Conn) addUniqueKeys(list []foreignkey.Key) ([]foreignkey.Key, error) {
	rows, err := c.listKept(`SELECT database_name, schema_name, table_name, index_name, comment FROM duckdb_indexes()
		WHERE database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `) AND (contains(comment, ` + native.Text(keptDeferrable) + `) OR contains(comment, ` + native.Text(keptExclusion) + `)) ORDER BY index_oid`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		kept := providers.ReadKeptIndex(row[4])
		if kept.Excludes() {
			list = append(list, excludingKey(row, kept))
			continue
		}
		if !kept.Deferrable {
			continue
		}
		list = append(list, foreignkey.Key{Database: row[0], OwnSchema: row[1], OwnTable: row[2], NotDistinct: kept.NotDistinct, KeptConstraint: providers.KeptConstraint{
			Kind: kept.Constraint, Name: row[3], Columns: kept.KeyColumns(), Deferrable: true, Deferred: kept.Deferred,
		}})
	}
	return list, nil
}

// noteKeyed notes that rows have come to refer to others, or have got other values of a key that refers to none.
func (c *Conn) noteKeyed(k foreignkey.Key) {
	if k.Alone() {
		c.tx.keys.Fills(k)
	} else {
		c.tx.keys.Refers(k)
	}
}

// definesUnique reports whether a statement is what defines a deferrable UNIQUE or PRIMARY KEY, or an exclusion constraint: the comment of
// its index.
func definesUnique(s providers.Statement) bool {
	return (verb(s) == "CREATE TABLE" || verb(s) == "ALTER TABLE") && definition.Begins(s.SQL, "COMMENT") &&
		(strings.Contains(s.SQL, keptDeferrable) || strings.Contains(s.SQL, keptExclusion))
}

// defineUnique defines a deferrable UNIQUE or PRIMARY KEY, or an exclusion constraint, and checks the rows that are there.
func (c *Conn) defineUnique(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	before, err := c.ownKeys()
	if err != nil {
		return nil, err
	}
	if rows, err = c.runChangingKept(ctx, s, args); err != nil {
		return nil, err
	}
	c.keys, c.tx.catalog = nil, ofAll
	keys, err := c.ownKeys()
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		was := func(old foreignkey.Key) bool { return old.Alone() && old.Child() == k.Child() && old.Name == k.Name }
		if !k.Alone() || slices.ContainsFunc(before, was) {
			continue
		}
		t, err := c.readTableOf(k.Database, k.OwnSchema, k.OwnTable)
		if err != nil {
			return nil, err
		}
		primary := 0
		for _, n := range t.Constraints {
			if n.Kind == "p" {
				primary++
			}
		}
		if err := c.findExtension(k); err != nil {
			return nil, err
		}
		if primary > 1 {
			return nil, sqlstate.New(sqlstate.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", k.OwnTable)
		}
		c.tx.keys.Define(k)
		if err := c.checkDefined(k); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// checkDefined checks all rows of a table by a deferrable key or an exclusion constraint that is defined, or whose columns have another type.
func (c *Conn) checkDefined(k foreignkey.Key) error {
	c.tx.keys.Fills(k)
	if k.Excludes() {
		return c.checkAllExcluded(k, true)
	}
	key, twice, err := c.duplicatedKey(k, false)
	if err != nil || !twice {
		return err
	}
	return k.Tells(sqlstate.New(sqlstate.UniqueViolation, "could not create unique index %q", k.Name).
		WithDetail("Key (%s)=(%s) is duplicated.", tabledef.QuotedNames(k.Columns), key))
}

// checkUnique returns the error of a row that has the key of another one. It looks at the rows that the transaction has added, or at all
// rows.
func (c *Conn) checkUnique(k foreignkey.Key, added bool) error {
	key, twice, err := c.duplicatedKey(k, added)
	if err != nil || !twice {
		return err
	}
	return k.Tells(sqlstate.New(sqlstate.UniqueViolation, "duplicate key value violates unique constraint %q", k.Name).
		WithDetail("Key (%s)=(%s) already exists.", tabledef.QuotedNames(k.Columns), key))
}

// duplicatedKey finds a key that several rows have.
func (c *Conn) duplicatedKey(k foreignkey.Key, added bool) (key string, twice bool, err error) {
	from := ""
	if added {
		from = firstAdded
	}
	values := make([]string, len(k.Columns))
	for i, column := range native.Idents(k.Columns) {
		column = "c." + column
		values[i] = "coalesce(CASE typeof(" + column + ") WHEN 'BOOLEAN' THEN left(" + column + "::varchar, 1) ELSE " + column + "::varchar END, 'null')"
	}
	rows, err := c.collectText(k.Duplicates([]string{"concat_ws(', ', " + strings.Join(values, ", ") + ")"}, from))
	if err != nil || len(rows) == 0 {
		return "", false, err
	}
	return rows[0][0], true, nil
}
