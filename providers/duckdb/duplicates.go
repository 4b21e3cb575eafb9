package duckdb

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// nameBroken adds to the error of a broken constraint what DuckDB does not tell: of NOT NULL and CHECK the schema of the
// table, and of a key that is there twice which constraint it is: DuckDB tells its columns and
// the values alone, and of two rows of one statement the value alone: then a table with one such constraint has a name
// for it. The table is the one that the statement changes. Another connection reads its definition, since
// the transaction has failed; so a table that the transaction has made itself stays without a name.
func (c *Conn) nameBroken(ctx context.Context, e *sqlstate.Error, s providers.Statement) {
	twice := e.Code == sqlstate.UniqueViolation && e.Constraint == ""
	tableAlone := (e.Code == sqlstate.NotNullViolation || e.Code == sqlstate.CheckViolation) && e.Table != "" && e.Schema == ""
	if !twice && !tableAlone || !providers.ChangesRows(changingVerb(s)) {
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
	table, err := reader.lookUpTable(definition.ChangeTarget(s.SQL))
	if err != nil || table == nil {
		return
	}
	if twice {
		reader.nameDuplicate(e, table)
	} else if strings.EqualFold(table[2], e.Table) {
		e.Schema = table[1]
	}
}

// nameDuplicate names the constraint of a table by which a key may not be there twice.
func (c *Conn) nameDuplicate(e *sqlstate.Error, table []string) {
	t, err := c.readTable(table[1], table[2])
	if err != nil || t == nil {
		return
	}
	if t.nameExpression(e) {
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

// nameExpression names the unique index of an expression, or of some rows, that an error tells of.
func (t *rebuilt) nameExpression(e *sqlstate.Error) bool {
	told := spelledAlike(e.Detail)
	for _, i := range t.indexes {
		if !i.unique() || definition.NamesIn(i.body) != nil {
			continue
		}
		keys := definition.Elements(i.body)
		if !slices.ContainsFunc(keys, func(k string) bool { return !strings.Contains(told, spelledAlike(k)) }) {
			e.Message = fmt.Sprintf("duplicate key value violates unique constraint %q", i.name)
			e.Schema, e.Table, e.Constraint = t.schema, t.name, i.name
			if key, value := catalog.ShownKey(keys[0]), toldValue(e.Detail); len(keys) == 1 && value != "" {
				e.Detail = "Key (" + key + ")=(" + value + ") already exists."
			}
			return true
		}
	}
	return false
}

// unique reports whether an index is one of rows that are not there twice.
func (i ownIndex) unique() bool {
	return slices.ContainsFunc(definition.Tokens(i.create), func(t definition.Token) bool { return t.Is("UNIQUE") })
}

// plainCast is a cast of a constant, as DuckDB writes one in an error.
var plainCast = regexp.MustCompile(`(?i)cast\(('[^']*'|[^()']*) AS [a-z_ ]+(\([0-9, ]+\))?\)`)

// spelledAlike takes out of an expression what DuckDB writes otherwise in the definition of an index and in an error.
func spelledAlike(expression string) string {
	return strings.NewReplacer(" ", "", "(", "", ")", "", `"`, "").Replace(plainCast.ReplaceAllString(expression, "$1"))
}

// toldValue returns the value that an error tells of a key, or "" if it is not known.
func toldValue(detail string) string {
	detail = strings.TrimSuffix(strings.TrimSuffix(detail, " already exists."), ")")
	for _, between := range []string{")=(", ": "} {
		if _, value, ok := strings.Cut(detail, between); ok {
			return value
		}
	}
	return ""
}

// uniqueOver returns the name of the primary key, constraint or index that keeps columns unique, or of the only one
// there is if the columns are not told. It returns "" if there is none.
func (t *rebuilt) uniqueOver(columns []string) string {
	var names []string
	add := func(name string, over []string) {
		if columns == nil || definition.SameNames(over, columns) {
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
		for _, t := range definition.Tokens(i.body) {
			if !strings.Contains("(),;", t.Text) {
				over = append(over, t.Name())
			}
		}
		if i.unique() {
			add(i.name, over)
		}
	}
	if len(names) == 0 || columns == nil && len(names) > 1 {
		return ""
	}
	return names[0]
}
