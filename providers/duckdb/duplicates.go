package duckdb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// nameDuplicate adds to the error of a key that is there twice which constraint it breaks: DuckDB tells the columns and
// the values alone, and of two rows of one statement the value alone: then a table with one such constraint has a name
// for it. The table is the one that the statement changes. Another connection reads its definition, since
// the transaction has failed; so a table that the transaction has made itself stays without a name.
func (c *Conn) nameDuplicate(ctx context.Context, e *sqlstate.Error, s providers.Statement) {
	if e.Code != sqlstate.UniqueViolation || e.Constraint != "" || !providers.ChangesRows(changingVerb(s)) {
		return
	}
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
	table, err := reader.lookUpTable(changeTarget(s.SQL))
	if err != nil || table == nil {
		return
	}
	t, err := reader.readTable(table[1], table[2])
	if err != nil || t == nil {
		return
	}
	var columns []string
	if names, _, told := strings.Cut(strings.TrimPrefix(e.Detail, "Key ("), ")=("); told {
		columns = strings.Split(names, ", ")
	}
	if name := t.uniqueOver(columns); name != "" {
		e.Message = fmt.Sprintf("duplicate key value violates unique constraint %q", name)
		e.Schema, e.Table, e.Constraint = table[1], table[2], name
	}
}

// uniqueOver returns the name of the primary key, constraint or index that keeps columns unique, or of the only one
// there is if the columns are not told; "": there is none.
func (t *rebuilt) uniqueOver(columns []string) string {
	var names []string
	add := func(name string, over []string) {
		if columns == nil || sameNames(over, columns) {
			names = append(names, name)
		}
	}
	for _, k := range t.constraints {
		if k.kind == "p" || k.kind == "u" {
			add(k.name, k.columns)
		}
	}
	for _, i := range t.indexes {
		var over []string
		for _, t := range tokens(i.body) {
			if !strings.Contains("(),;", t.text) {
				over = append(over, t.name())
			}
		}
		if slices.ContainsFunc(tokens(i.create), func(t token) bool { return t.is("UNIQUE") }) {
			add(i.name, over)
		}
	}
	if len(names) == 0 || columns == nil && len(names) > 1 {
		return ""
	}
	return names[0]
}
