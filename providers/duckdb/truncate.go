package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB truncates one table at a time, and none that a foreign key refers to. So TRUNCATE runs by steps, in one transaction.

// truncated is a table that a TRUNCATE empties.
type truncated struct{ database, schema, name string }

func (t truncated) path() string {
	return native.Path(t.database, t.schema, t.name)
}

// runTruncate runs TRUNCATE.
func (c *Conn) runTruncate(ctx context.Context, s providers.Statement) (providers.Rows, error) {
	if c.mayNotWrite() {
		return nil, errReadOnly("TRUNCATE TABLE")
	}
	t := definition.ParseTruncate(s.SQL)
	var tables []truncated
	for _, written := range t.Names {
		found, err := c.lookUpObject("TABLE", written)
		switch {
		case err != nil:
			return nil, err
		case found == nil:
			return nil, c.errNoRelation(written)
		case found.Kind != "TABLE":
			return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not a table", found.Name)
		}
		tables = append(tables, truncated{found.Database, found.Schema, found.Name})
	}
	tied, err := c.checkReferring(tables, t.Cascade)
	if err != nil {
		return nil, err
	}
	referred, err := c.refuseReferredRows(tables, t.Cascade)
	if err != nil {
		return nil, err
	}
	if len(tables) == 1 && !tied && !t.Restarts && !referred {
		s.SQL = "TRUNCATE " + tables[0].path()
		return c.runOne(ctx, s, providers.Args{})
	}
	err = c.inOne(func() error {
		c.tx.changes.Unkept = "TRUNCATE has run in the transaction"
		defer c.changesRows()
		for _, one := range tables {
			if err := c.emptyTied(tables, one, tied); err != nil {
				return err
			}
		}
		if err := c.freeTruncated(tables); err != nil {
			return err
		}
		if !t.Restarts {
			return nil
		}
		return c.restartSequences(ctx, tables)
	})
	if err != nil {
		return nil, err
	}
	c.tellNotices(s)
	return &table{tag: "TRUNCATE TABLE"}, nil
}

// checkReferring returns an error if tables that are not named refer to the named ones. tied reports whether foreign keys
// exist between the named tables.
func (c *Conn) checkReferring(tables []truncated, cascade bool) (tied bool, err error) {
	rows, err := c.collectText(`SELECT DISTINCT schema_name, table_name, referenced_table FROM duckdb_constraints()
		WHERE constraint_type = 'FOREIGN KEY' AND database_name = ` + native.Text(c.provider.options.Name) + ` ORDER BY 1, 2`)
	if err != nil {
		return false, err
	}
	for i := 0; i < len(tables); i++ {
		for _, row := range rows {
			other := truncated{tables[i].database, row[0], row[1]}
			if row[2] != tables[i].name || row[0] != tables[i].schema || other == tables[i] {
				continue
			}
			tied = true
			if slices.Contains(tables, other) {
				continue
			}
			return false, errReferredRows(row[1], row[2], cascade)
		}
	}
	return tied, nil
}

// errReferredRows is the error of a TRUNCATE of a table if a table that is not named refers to it.
func errReferredRows(from, to string, cascade bool) error {
	if !cascade {
		e := sqlstate.New(sqlstate.FeatureNotSupported, "cannot truncate a table referenced in a foreign key constraint").
			WithDetail("Table %q references %q.", from, to).
			WithHint("Truncate table %q at the same time, or use TRUNCATE ... CASCADE.", from)
		e.HintForeign = true // it names a relation that the statement does not
		return e
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "TRUNCATE … CASCADE to tables that the statement does not name is not supported").
		WithHint("Name table %q, too.", from) // the gate decides on the tables that are named
}

// refuseReferredRows is checkReferring for the keys that are our own.
func (c *Conn) refuseReferredRows(tables []truncated, cascade bool) (referred bool, err error) {
	keys, err := c.ownKeys()
	if err != nil {
		return false, err
	}
	for _, k := range keys {
		if !slices.Contains(tables, truncated{k.Database, k.Schema, k.Table}) {
			continue
		}
		if referred = true; !slices.Contains(tables, truncated{k.Database, k.OwnSchema, k.OwnTable}) {
			return false, errReferredRows(k.OwnTable, k.Table, cascade)
		}
	}
	return referred, nil
}

// freeTruncated notes that rows with the keys of emptied tables have gone.
func (c *Conn) freeTruncated(tables []truncated) error {
	keys, err := c.ownKeys()
	for _, k := range keys {
		if slices.Contains(tables, truncated{k.Database, k.Schema, k.Table}) {
			c.tx.keys.Frees(k)
		}
	}
	return err
}

// emptyTied empties a table. If foreign keys exist between the tables, those that refer to it are made again without their
// keys, emptied, and get the keys back.
func (c *Conn) emptyTied(tables []truncated, one truncated, tied bool) error {
	empty := "TRUNCATE " + one.path()
	if !tied {
		return c.runSteps([]string{empty})
	}
	r, err := c.readRebuilding(definition.Alteration{Target: one.path(), Action: definition.OtherAction})
	if err != nil {
		return err
	}
	if r == nil || !r.isNeeded() {
		return c.runSteps([]string{empty})
	}
	before, err := r.stepsBefore(c)
	if err != nil {
		return err
	}
	for _, t := range r.tied {
		if other := (truncated{one.database, t.Schema, t.Name}); slices.Contains(tables, other) && other != one {
			before = append(before, "TRUNCATE "+other.path())
		}
	}
	if err := c.runSteps(append(before, empty)); err != nil {
		return err
	}
	after, err := r.stepsAfter(c)
	if err != nil {
		return err
	}
	c.changesCatalog()
	return c.runSteps(after)
}

// runSteps runs statements of our own.
func (c *Conn) runSteps(list []string) error {
	for _, sql := range list {
		if err := c.attachNamed(sql); err != nil {
			return err
		}
		closed, err := c.closeTypes(sql, lexical.Scan, nil)
		if err != nil {
			return err
		}
		if err := native.Run(c.conn, closed); err != nil {
			return c.provider.translateError(err, "", nil)
		}
		switch sql {
		case tabledef.BeginCopy:
			c.tx.copies = true
		case tabledef.EndCopy:
			c.tx.copies = false
		}
	}
	return nil
}

// restartSequences begins the sequences of the tables' columns again.
func (c *Conn) restartSequences(ctx context.Context, tables []truncated) error {
	for _, t := range tables {
		rows, err := c.collectText(ownedSequences + ownedBy(t.database, t.schema, t.name))
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := c.resetSequence(ctx, object.Object{Kind: "SEQUENCE", Database: row[0], Schema: row[1], Name: row[2]}, func(s *sequence.Sequence) { s.Start, s.Called = s.Kept.Start, false }); err != nil {
				return err
			}
		}
	}
	return nil
}

// DuckDB compares a deleted key with the rows that referred to it when the transaction began, even with those that the
// transaction has deleted since. So a DELETE after a change of a referring table runs while that table has no foreign keys.
// They are checked when they are put back.

// deletesReferred reports whether a statement deletes rows to which a table refers that the transaction has changed.
func (c *Conn) deletesReferred(s providers.Statement) (r *rebuilding, err error) {
	if verb(s) != "DELETE" || c.tx.status != providers.InTransaction || c.unsaid || !slices.ContainsFunc(c.tx.changes.Tables, func(t kept.Changed) bool { return t.Deletes }) {
		return nil, nil
	}
	target := definition.ChangeTarget(s.SQL)
	found, err := c.lookUpTable(target)
	if err != nil || found == nil || found[0] == "temp" {
		return nil, err
	}
	rows, err := c.collectText(`SELECT DISTINCT table_name FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND database_name = ` + native.Text(found[0]) +
		` AND schema_name = ` + native.Text(found[1]) + ` AND referenced_table = ` + native.Text(found[2]))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if slices.ContainsFunc(c.tx.changes.Tables, func(t kept.Changed) bool { return t.Deletes && strings.EqualFold(definition.LastName(t.Name), row[0]) }) {
			return c.readRebuilding(definition.Alteration{Target: target, Action: definition.OtherAction})
		}
	}
	return nil, nil
}

// deleteReferred runs a DELETE while no other table refers to its table.
func (c *Conn) deleteReferred(ctx context.Context, s providers.Statement, args providers.Args, r *rebuilding) (providers.Rows, error) {
	before, err := r.stepsBefore(c)
	if err == nil {
		err = c.runSteps(before)
	}
	if err != nil {
		return nil, err
	}
	rows, err := c.runOne(ctx, s, args)
	if err != nil {
		return nil, err
	}
	list, err := readAll(rows, "the rows that DELETE … RETURNING returns")
	if err != nil {
		return nil, err
	}
	after, err := r.stepsAfter(c)
	if err == nil {
		err = c.runSteps(after)
	}
	c.tx.changes.Unkept = "a DELETE has made tables again in the transaction"
	c.changesCatalog()
	return &table{columns: rows.Columns(), rows: list, tag: rows.Tag()}, err
}
