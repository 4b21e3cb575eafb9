package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	shown "github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
)

// rewriteKept changes the constraints that are kept as texts. change returns the new form of a constraint, or false to drop
// it. The tables whose constraints change are made again.
func (c *Conn) rewriteKept(change func(foreignkey.Key) (foreignkey.Key, bool)) error {
	rows, err := c.collectText(`SELECT database_name, schema_name, table_name, constraint_text FROM duckdb_constraints()
		WHERE constraint_type = 'CHECK' AND database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `)
		AND contains(constraint_text, ` + native.Text("'"+providers.KeptMark) + `)
		UNION ALL SELECT database_name, schema_name, table_name, column_default FROM duckdb_columns()
		WHERE database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `) AND contains(column_default, ` + native.Text("'"+providers.KeptMark) + `) ORDER BY ALL`)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row []string) bool {
		k, start, end, ok := definition.KeptIn(row[3])
		if !ok {
			return true
		}
		after, stays := change(foreignkey.Key{Database: row[0], OwnSchema: row[1], OwnTable: row[2], KeptConstraint: k})
		return stays && row[3][start:end] == native.Text(after.Text())
	})
	rows = slices.CompactFunc(rows, func(a, b []string) bool { return slices.Equal(a[:3], b[:3]) })
	for _, row := range rows {
		t, err := c.readTableOf(row[0], row[1], row[2])
		if err != nil || t == nil {
			return err
		}
		var elements []string
		for _, e := range t.AllElements() {
			k, start, end, ok := definition.KeptIn(e)
			if !ok {
				elements = append(elements, e)
				continue
			}
			after, stays := change(foreignkey.Key{Database: row[0], OwnSchema: row[1], OwnTable: row[2], KeptConstraint: k})
			if stays {
				e = e[:start] + native.Text(after.Text()) + e[end:]
				elements = append(elements, e)
			}
		}
		if slices.Equal(elements, t.AllElements()) {
			continue
		}
		again, err := c.makeAgain(t, elements)
		if err != nil {
			return err
		}
		if err := c.runSteps(append(again, t.MakeIndexes()...)); err != nil {
			return err
		}
		c.tx.changes.Unkept = "constraints have changed in the transaction"
		c.changesCatalog()
	}
	return nil
}

func renameColumn(columns []string, from, to string) []string {
	out := slices.Clone(columns)
	for i, column := range out {
		if strings.EqualFold(column, from) {
			out[i] = to
		}
	}
	return out
}

// renameShown renames a column in what is kept of how an expression is shown.
func renameShown(k providers.KeptConstraint, from, to string) providers.KeptConstraint {
	for _, text := range []*string{&k.Shown, &k.Pretty, &k.Written} {
		*text = shown.Rename(*text, from, to)
	}
	return k
}

func hasName(columns []string, name string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, name) })
}

// altered is a table or a schema that a statement alters or drops.
type altered struct {
	object.Object
	definition.Alteration
	drops bool
}

// altersKept returns what a statement alters or drops, if constraints that are kept as texts have to follow.
func (c *Conn) altersKept(s providers.Statement) (*altered, error) {
	var of altered
	var ok bool
	switch verb(s) {
	case "ALTER TABLE":
		of.Alteration, ok = definition.ParseAlteration(s.SQL)
		ok = ok && slices.Contains([]definition.Action{definition.RenameTable, definition.RenameColumn, definition.DropColumn, definition.ChangeType}, of.action())
		of.Object.Kind = "TABLE"
	case "DROP TABLE", "DROP SCHEMA":
		var d definition.Statement
		d, ok = definition.Parse(s.SQL)
		of.drops, of.Object.Kind, of.Target, of.Cascade = true, d.Kind, d.Name, d.Cascade
	}
	if !ok || of.Target == "" {
		return nil, nil
	}
	kept, err := c.listKept(`SELECT '1' FROM duckdb_constraints() WHERE constraint_type IN ('CHECK'` + c.namedKinds(of) + `) AND database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `)
		AND (constraint_type <> 'CHECK' OR contains(constraint_text, ` + native.Text("'"+providers.KeptMark) + `)) LIMIT 1`)
	if err == nil && len(kept) == 0 {
		kept, err = c.listKept(`SELECT '1' FROM duckdb_columns() WHERE contains(column_default, ` + native.Text("'"+providers.KeptMark) + `) LIMIT 1`)
	}
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	found, err := c.lookUpObject(of.Object.Kind, of.Target)
	if err != nil || found == nil || found.Kind != of.Object.Kind {
		return nil, err
	}
	of.Object = *found
	return &of, nil
}

// namedKinds are the kinds of constraints that are named after their table and columns. They keep their names when these are renamed.
func (c *Conn) namedKinds(of altered) string {
	if of.action() == definition.RenameTable || of.action() == definition.RenameColumn {
		return ", 'UNIQUE', 'PRIMARY KEY'"
	}
	return ""
}

// keepNames makes a table again that is renamed or has a renamed column, so that its constraints have the names that they had before.
func (c *Conn) keepNames(of *altered, before []tabledef.Constraint) error {
	name := of.Object.Name
	if of.action() == definition.RenameTable {
		name = of.Alteration.To
	}
	t, err := c.readTableOf(of.Database, of.Schema, name)
	if err != nil || t == nil {
		return err
	}
	tied, err := c.collectText(`SELECT '1' FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND schema_name = ` + native.Text(of.Schema) +
		` AND referenced_table = ` + native.Text(name) + ` LIMIT 1`)
	if err != nil || len(tied) > 0 { // DuckDB's own foreign keys keep the table from being made again
		return err
	}
	elements := t.Elements
	for i, n := range before {
		if n.Mark >= 0 || i >= len(t.Constraints) || t.Constraints[i].Name == n.Name {
			continue
		}
		was := t.Constraints[i].Name
		if elements, err = t.RenamedElements(definition.Alteration{Name: was, To: n.Name}); err != nil {
			return err
		}
		t.Elements = elements
	}
	if slices.Equal(elements, t.Original) {
		return nil
	}
	again, err := c.makeAgain(t, t.AllElements())
	if err != nil {
		return err
	}
	c.tx.changes.Unkept = "a table was renamed in the transaction"
	c.changesCatalog()
	return c.runSteps(append(again, t.MakeIndexes()...))
}

func (a altered) action() definition.Action { return a.Alteration.Action }

// runChangingKept runs a statement of DDL, and changes the kept constraints that it concerns.
func (c *Conn) runChangingKept(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	of, err := c.altersKept(s)
	if err != nil {
		return nil, err
	}
	if of == nil {
		return c.runUnfollowed(ctx, s, args)
	}
	err = c.inOne(func() error {
		if c.tx.readOnly {
			return errReadOnly(verb(s))
		}
		if err := c.refuseReferred(of); err != nil {
			return err
		}
		var before []tabledef.Constraint
		if (of.action() == definition.RenameTable || of.action() == definition.RenameColumn) && of.Object.Kind == "TABLE" {
			t, err := c.readTableOf(of.Database, of.Schema, of.Object.Name)
			if err != nil {
				return err
			}
			before = t.Constraints
		}
		done, err := c.runUnfollowed(ctx, s, args)
		if err != nil {
			return err
		}
		if _, err := readAll(done, "the rows of the statement"); err != nil {
			return err
		}
		rows = &table{tag: done.Tag()}
		if before != nil {
			if err := c.keepNames(of, before); err != nil {
				return err
			}
		}
		return c.followAltered(of)
	})
	return rows, err
}

// describeAltered is the table that is dropped, or its column, as errors name it.
func (c *Conn) describeAltered(a *altered) string {
	if a.drops {
		return "table " + c.shownName(a.Object)
	}
	return c.shownColumn(a.Database, a.Schema, a.Object.Name, a.Column)
}

// refuseReferred returns the error of a DROP of an object that keys refer to, unless it says CASCADE.
func (c *Conn) refuseReferred(of *altered) error {
	if of.Cascade || !of.drops && of.action() != definition.DropColumn || of.Object.Kind == "SCHEMA" {
		return nil
	}
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	table := []string{of.Database, of.Schema, of.Object.Name}
	var lines []string
	for _, k := range keys {
		goes := k.Of(table) && (of.drops || hasName(k.Columns, of.Column)) || of.drops && c.dropsTable(k.Of)
		if goes || !k.Referred(table) || !of.drops && !hasName(k.Others, of.Column) {
			continue
		}
		lines = append(lines, c.shownKey(k)+" depends on "+c.describeAltered(of))
	}
	if len(lines) == 0 {
		return nil
	}
	g := guarded{a: of.Alteration, drops: of.drops}
	views, err := c.viewsOver(&of.Object, g)
	if err != nil {
		return err
	}
	if len(views) > 0 {
		lines = append(lines, c.describeDependents(views, &of.Object, g)...)
	}
	return withDependents(c.errDependent(&of.Object, g), lines...)
}

// viewsOver lists the views that a statement would drop: those of the relation, or of the column.
func (c *Conn) viewsOver(of *object.Object, g guarded) (views []object.Object, err error) {
	all, err := c.viewsNaming(of)
	if err != nil || g.drops {
		return all, err
	}
	for _, v := range all {
		query := c.queryOfView(v)
		if queryReads(query, of, g.a.Column) || slices.ContainsFunc(views, func(over object.Object) bool { return queryReads(query, &over, "") }) {
			views = append(views, v)
		}
	}
	return views, nil
}

// followAltered changes the kept constraints after an alteration of a table, or a DROP.
func (c *Conn) followAltered(of *altered) error {
	a, table := of.Alteration, []string{of.Database, of.Schema, of.Object.Name}
	switch {
	case of.drops && of.Object.Kind == "SCHEMA":
		return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) { return k, k.Kind != "f" || k.Schema != of.Schema })
	case of.drops && !of.Cascade:
		return nil
	case of.drops:
		return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) {
			goes := k.Kind == "f" && k.Referred(table)
			if goes && !k.Of(table) && !c.dropsTable(k.Of) {
				c.noteCascade(c.shownKey(k))
			}
			return k, !goes
		})
	case a.Action == definition.RenameTable:
		return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) {
			if k.Kind == "f" && k.Referred(table) {
				k.Table = a.To
			}
			return k, true
		})
	case a.Action == definition.RenameColumn:
		return c.followRenamed(a, table)
	case a.Action == definition.DropColumn:
		return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) {
			gone := k.Of(table) && hasName(k.Columns, a.Column) || k.Kind == "f" && k.Referred(table) && hasName(k.Others, a.Column)
			return k, !gone
		})
	case a.Action == definition.ChangeType:
		return c.followRetyped(a, table)
	}
	return nil
}

// followRenamed renames a column in what is kept of constraints and expressions.
func (c *Conn) followRenamed(a definition.Alteration, table []string) error {
	return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) {
		if k.Of(table) {
			k.Columns = renameColumn(k.Columns, a.Column, a.To)
			k.KeptConstraint = renameShown(k.KeptConstraint, a.Column, a.To)
		}
		if k.Kind == "f" && k.Referred(table) {
			k.Others = renameColumn(k.Others, a.Column, a.To)
		}
		return k, true
	})
}

// followRetyped notes that CHECKs may be shown otherwise by the new type of a column, and checks its keys again.
func (c *Conn) followRetyped(a definition.Alteration, table []string) error {
	if err := c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) {
		k.Stale = k.Stale || k.Of(table) && k.Kind == "c" && definition.NamesColumn(k.Shown, a.Column)
		return k, true
	}); err != nil {
		return err
	}
	return c.checkKeysAgain(table, a.Column)
}

// checkKeysAgain checks the keys of a column that has another type.
func (c *Conn) checkKeysAgain(table []string, column string) error {
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	for _, k := range keys {
		if !(k.Of(table) && hasName(k.Columns, column) || k.Referred(table) && hasName(k.Others, column)) {
			continue
		}
		if k.Alone() {
			if err := c.checkDefined(k); err != nil {
				return err
			}
			continue
		}
		if err := c.checkKeyTypes(k); err != nil {
			return err
		}
		c.tx.keys.Refers(k)
		c.tx.keys.Frees(k)
		if err := c.checkRefers(k, false); err != nil {
			return err
		}
	}
	return nil
}
