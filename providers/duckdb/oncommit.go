package duckdb

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no ON COMMIT DROP and ON COMMIT DELETE ROWS. The connection remembers which temporary tables have one, and
// drops or empties them before COMMIT. Outside of a transaction block a statement that changes rows then runs in a
// transaction of its own.

// onCommits are the temporary tables of the session that COMMIT empties, or drops (true), by their names in lower case.
type onCommits map[string]bool

// cutOnCommit takes ON COMMIT DROP or ON COMMIT DELETE ROWS out of a CREATE TABLE.
func cutOnCommit(s providers.Statement) (cut providers.Statement, drops, found bool) {
	if !strings.HasPrefix(verb(s), "CREATE TABLE") {
		return s, false, false
	}
	depth, list := 0, definition.Tokens(s.SQL)
	for i, t := range list {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case depth > 0 || !t.Is("ON") || i+2 >= len(list) || !list[i+1].Is("COMMIT"):
		case list[i+2].Is("DROP"):
			s.SQL = s.SQL[:t.At] + s.SQL[list[i+2].End:]
			return s, true, true
		case list[i+2].Is("DELETE") && i+3 < len(list):
			s.SQL = s.SQL[:t.At] + s.SQL[list[i+3].End:]
			return s, false, true
		}
		if depth == 0 && t.Is("AS") {
			break
		}
	}
	return s, false, false
}

// runOnCommit runs a CREATE TEMP TABLE that says what COMMIT does to the table.
func (c *Conn) runOnCommit(ctx context.Context, s providers.Statement, args providers.Args, drops bool) (providers.Rows, error) {
	d, ok := definition.Parse(s.SQL)
	if !ok || d.Name == "" {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "ON COMMIT of this CREATE TABLE is not supported")
	}
	name := strings.ToLower(definition.LastName(d.Name))
	var out *table
	err := c.inOne(func() error {
		before, err := c.lookUpObject("TABLE", "temp."+native.Ident(name))
		if err != nil {
			return err
		}
		rows, err := c.runQuery(ctx, s, args)
		if err != nil {
			return err
		}
		if out, err = tableOf(rows); err != nil {
			return err
		}
		if before != nil && before.Database == "temp" { // IF NOT EXISTS, and it does
			return nil
		}
		if c.onCommit == nil {
			c.onCommit = onCommits{}
		}
		c.onCommit[name] = drops
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// tableOf reads the rest of a result.
func tableOf(rows providers.Rows) (*table, error) {
	columns := rows.Columns()
	list, err := readAll(rows, "the rows of the statement")
	if err != nil {
		return nil, err
	}
	return &table{columns: columns, rows: list, tag: rows.Tag()}, nil
}

// emptiesAtCommit reports whether a statement outside of a transaction block may leave rows that its commit removes.
func (c *Conn) emptiesAtCommit(s providers.Statement) bool {
	return len(c.onCommit) > 0 && c.tx.status == providers.Idle && !s.ReadOnly && providers.ChangesRows(verb(s))
}

// runInOne runs a statement in a transaction of its own.
func (c *Conn) runInOne(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	var out *table
	err := c.inOne(func() error {
		rows, err := c.runQuery(ctx, s, args)
		if err != nil {
			return err
		}
		out, err = tableOf(rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// forgetOnCommit forgets what COMMIT does to a temporary table whose name a new one gets, and refuses to rename one.
func (c *Conn) forgetOnCommit(s providers.Statement) error {
	if len(c.onCommit) == 0 {
		return nil
	}
	switch v := verb(s); {
	case strings.HasPrefix(v, "CREATE TABLE"):
		d, ok := definition.Parse(s.SQL)
		if !ok || d.Name == "" || d.Lenient {
			return nil
		}
		if words := definition.Tokens(s.SQL); len(words) > 1 && (words[1].Is("TEMP") || words[1].Is("TEMPORARY")) {
			name := strings.ToLower(definition.LastName(d.Name))
			if _, had := c.onCommit[name]; had && len(c.tx.savepoints) > 0 {
				c.tx.changes.Unkept = "a table with ON COMMIT was made again in the transaction"
			}
			delete(c.onCommit, name)
		}
	case v == "ALTER TABLE":
		a, ok := definition.ParseAlteration(s.SQL)
		if !ok || a.Target == "" { // a part of it is another statement
			return nil
		}
		if _, kept := c.onCommit[strings.ToLower(definition.LastName(a.Target))]; kept && a.Action == definition.RenameTable {
			return sqlstate.New(sqlstate.FeatureNotSupported, "renaming a table that has ON COMMIT is not supported")
		}
	}
	return nil
}

// settleOnCommit does what COMMIT does to temporary tables.
func (c *Conn) settleOnCommit() error {
	if len(c.onCommit) == 0 {
		return nil
	}
	rows, err := c.collectText(`SELECT lower(table_name), table_name FROM duckdb_tables() WHERE temporary AND NOT internal AND database_name = 'temp'`)
	if err != nil {
		return err
	}
	there := map[string]string{}
	for _, row := range rows {
		there[row[0]] = row[1]
	}
	for _, name := range slices.Sorted(maps.Keys(c.onCommit)) {
		own, ok := there[name]
		drops := c.onCommit[name]
		switch path := "temp.main." + native.Ident(own); {
		case !ok:
			delete(c.onCommit, name)
			continue
		case drops:
			delete(c.onCommit, name)
			err = native.Run(c.conn, "DROP TABLE "+path)
			c.dropAllPrepared()
			c.temporaries.read = false
		default:
			err = native.Run(c.conn, "DELETE FROM "+path)
		}
		if err != nil {
			return c.provider.translateError(err, "", nil)
		}
	}
	return nil
}
