package duckdb

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// nameBroken adds to the error of a broken constraint what DuckDB does not tell. For NOT NULL and CHECK that is the schema
// of the table; for CHECK, and for a key with two equal rows, it is the constraint. DuckDB tells the expression of a
// CHECK, and the columns and values of a key. If both rows of a key are of one statement, or the transaction has
// changed one of them, it tells the values alone; then the constraint is known if the table has only one that can have them, or
// that has them in a row that is committed. The table is the one that the statement changes. Another connection
// reads its definition, since the transaction has failed. That of a table that others may not see was read before: see readOwnTable.
func (c *Conn) nameBroken(ctx context.Context, e *sqlstate.Error, s providers.Statement) {
	twice := e.Code == sqlstate.UniqueViolation && e.Constraint == ""
	tableAlone := (e.Code == sqlstate.NotNullViolation || e.Code == sqlstate.CheckViolation) && e.Table != "" && e.Schema == ""
	if !twice && !tableAlone {
		return
	}
	expression := brokenCheck(e)
	if k, _, _, ok := definition.KeptIn(expression); ok && k.Kind == "c" {
		tabledef.NameCheck(e, k.Name)
	}
	target := ""
	d, defines := definition.Parse(s.SQL)
	switch {
	case providers.ChangesRows(changingVerb(s)):
		target = definition.ChangeTarget(s.SQL)
	case defines:
		target = d.Table()
	}
	if target == "" || c.nameInOwnTable(e, target, expression, tableAlone, s) {
		return
	}
	c.withReader(ctx, func(reader *Conn) {
		table, err := reader.lookUpTable(target)
		if err != nil || table == nil || tableAlone && !strings.EqualFold(table[2], e.Table) {
			return
		}
		if tableAlone {
			e.Schema = table[1]
		}
		if t, err := reader.readTable(table[1], table[2]); err == nil && t != nil {
			if reader.nameConstraint(e, t, expression, s); e.Code == sqlstate.UniqueViolation && d.Kind == "INDEX" {
				reader.tellDuplicated(e, t, s)
			}
		}
	})
	if defines {
		tabledef.SayDefined(e)
	}
}

// nameConstraint names the constraint of a table that is broken, by what DuckDB tells: the expression of a CHECK, or the columns and values of
// a key. The connection sees what has been committed.
func (c *Conn) nameConstraint(e *sqlstate.Error, t *tabledef.Table, expression string, s providers.Statement) {
	added := func(sql string) bool { return t.NameAdded(e, sql) }
	switch {
	case e.Constraint != "":
	case expression != "":
		t.NameBroken(e, expression)
	case e.Code == sqlstate.UniqueViolation && !slices.ContainsFunc(append([]string{s.SQL}, s.After...), added):
		t.NameDuplicate(e, faultOf(e).DuplicateKey(), s.SQL, func(sql string) bool {
			rows, err := c.collectText(sql)
			return err == nil && len(rows) > 0
		})
		showRanges(e, t)
	}
}

// showRanges shows the ranges in the values of a key that is there twice, which DuckDB tells as they are kept.
func showRanges(e *sqlstate.Error, t *tabledef.Table) {
	list, rest, _ := strings.Cut(strings.TrimPrefix(e.Detail, "Key ("), ")=(")
	text, _, _ := strings.Cut(rest, ") already exists.")
	columns, values := strings.Split(list, ", "), strings.Split(text, ", ")
	if len(columns) != len(values) {
		return
	}
	changed := false
	for i, column := range columns {
		shown := vector.ShownRange(t.TypeOf(strings.ReplaceAll(strings.Trim(column, `"`), `""`, `"`)), values[i])
		changed = changed || shown != values[i]
		values[i] = shown
	}
	if changed {
		e.Detail = "Key (" + list + ")=(" + strings.Join(values, ", ") + ") already exists."
	}
}

// withReader calls f with a connection that sees what has been committed, and with the session's names. It does not call f
// if it gets no connection.
func (c *Conn) withReader(ctx context.Context, f func(*Conn)) {
	opened, err := c.provider.Connect(ctx, providers.ConnOptions{ReadOnly: true})
	if err != nil {
		return
	}
	defer func() { _ = opened.Close() }()
	reader, ok := opened.(*Conn)
	if !ok {
		return
	}
	reader.mu.Lock()
	defer reader.mu.Unlock()
	reader.path.schemas = c.path.schemas
	f(reader)
}

// brokenCheck returns the expression of the CHECK that a row violates, as DuckDB tells it, or "".
func brokenCheck(e *sqlstate.Error) string {
	if e.Code != sqlstate.CheckViolation || e.Constraint != "" {
		return ""
	}
	return faultOf(e).BrokenCheck()
}

// faultOf returns DuckDB's error behind an error. It is empty if there was none.
func faultOf(err error) fault.Fault {
	var raw native.Error
	if !errors.As(err, &raw) {
		return fault.Fault{}
	}
	return fault.Read(string(raw))
}

// tellDuplicated tells the key that a unique index would have twice.
func (c *Conn) tellDuplicated(e *sqlstate.Error, t *tabledef.Table, s providers.Statement) {
	var kept providers.KeptIndex
	for _, after := range s.After {
		if definition.Begins(after, "COMMENT ON INDEX") {
			tokens := definition.Tokens(after)
			kept = providers.ReadKeptIndex(literalText(tokens[len(tokens)-1]))
		}
	}
	query, keys := t.Duplicated(s.SQL, kept)
	if query == "" {
		return
	}
	if rows, err := c.collectText(query); err == nil && len(rows) > 0 {
		e.Detail = "Key (" + strings.Join(keys, ", ") + ")=(" + strings.Join(rows[0], ", ") + ") is duplicated."
	}
}
