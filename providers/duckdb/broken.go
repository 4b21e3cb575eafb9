package duckdb

import (
	"context"
	"errors"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// nameBroken adds to the error of a broken constraint what DuckDB does not tell: of NOT NULL and CHECK the schema of the
// table, of CHECK and of a key that is there twice which constraint it is: DuckDB tells the expression, and a key's columns and
// values alone, and of two rows of one statement the value alone: then a table with one such constraint has a name
// for it. The table is the one that the statement changes. Another connection reads its definition, since
// the transaction has failed; so a table that the transaction has made itself stays without a name, but for a CHECK that has one
// in its expression.
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
	if target == "" {
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
			nameConstraint(e, t, expression, s.SQL)
		}
	})
	if defines {
		tabledef.SayDefined(e)
	}
}

// nameConstraint names the constraint of a table that is broken, by what DuckDB tells: the expression of a CHECK, or the columns and values of
// a key.
func nameConstraint(e *sqlstate.Error, t *tabledef.Table, expression, sql string) {
	switch {
	case e.Constraint != "":
	case expression != "":
		t.NameBroken(e, expression)
	case e.Code == sqlstate.UniqueViolation && !t.NameAdded(e, sql):
		t.NameDuplicate(e)
	}
}

// withReader calls f with a connection that sees what has been committed, and the session's names. f is not called if
// there is none.
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
	reader.schemas = c.schemas
	f(reader)
}

// brokenCheck returns the expression of the CHECK that a row violates, as DuckDB tells it, or "".
func brokenCheck(e *sqlstate.Error) string {
	if e.Code != sqlstate.CheckViolation || e.Constraint != "" {
		return ""
	}
	return faultOf(e).BrokenCheck()
}

// faultOf returns the error of DuckDB's that an error was made of. It is empty if there was none.
func faultOf(err error) fault.Fault {
	var raw native.Error
	if !errors.As(err, &raw) {
		return fault.Fault{}
	}
	return fault.Read(string(raw))
}
