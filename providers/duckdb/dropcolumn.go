package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refuseComputed returns the error of an alteration of a column that generated columns of the target read.
func (c *Conn) refuseComputed(r *rebuilding) error {
	a, t := r.alteration, r.target
	if t == nil {
		return nil
	}
	names := readersOf(t, a.Column)
	switch {
	case len(names) == 0:
	case a.Action == definition.ChangeType:
		return sqlstate.New(sqlstate.FeatureNotSupported, "cannot alter type of a column used by a generated column").
			WithDetail("Column %q is used by generated column %q.", a.Column, names[0])
	case a.Action == definition.DropColumn && a.Cascade:
		return sqlstate.New(sqlstate.FeatureNotSupported, "DROP COLUMN … CASCADE of a column that a generated column reads is not supported").
			WithHint("Drop column %q before.", names[0])
	case a.Action == definition.DropColumn:
		var lines []string
		for _, name := range names {
			lines = append(lines, c.shownColumn(t.Database, t.Schema, t.Name, name)+" depends on "+c.shownColumn(t.Database, t.Schema, t.Name, a.Column))
		}
		return errDependOnColumn(a.Column, c.shownRelation(t.Database, t.Schema, t.Name), lines...)
	}
	return nil
}

// readersOf are the generated columns of a table that read a column.
func readersOf(t *tabledef.Table, column string) (names []string) {
	for _, e := range t.Elements {
		if columndef.Computes(e) && !definition.IsColumn(e, column) && definition.NamesColumn(e, column) {
			names = append(names, definition.Tokens(e)[0].Name())
		}
	}
	return names
}

// dropComputed puts before the columns that a statement drops with CASCADE the generated columns that read them. It returns nil where there
// are none.
func (c *Conn) dropComputed(s providers.Statement) (parts []string, err error) {
	own := slices.Concat(s.Before, []string{s.SQL}, s.After)
	for _, part := range own {
		a, ok := definition.ParseAlteration(part)
		if ok && a.Action == definition.DropColumn && a.Cascade {
			drops, err := c.dropsOfReaders(a)
			if err != nil {
				return nil, err
			}
			parts = append(parts, drops...)
		}
		parts = append(parts, part)
	}
	if len(parts) == len(own) {
		return nil, nil
	}
	return parts, nil
}

// dropsOfReaders are the statements that drop the generated columns that read a column.
func (c *Conn) dropsOfReaders(a definition.Alteration) (parts []string, err error) {
	found, err := c.lookUpTable(a.Target)
	if err != nil || found == nil {
		return nil, err
	}
	t, err := c.readTableOf(found[0], found[1], found[2])
	if err != nil || t == nil {
		return nil, err
	}
	for _, name := range readersOf(t, a.Column) {
		for _, gone := range []string{providers.ScaleColumn(name), name} {
			if slices.ContainsFunc(t.Elements, func(e string) bool { return definition.IsColumn(e, gone) }) {
				parts = append(parts, "ALTER TABLE "+t.Path()+" DROP COLUMN "+native.Ident(gone)+" CASCADE")
			}
		}
		c.noteCascade(c.shownColumn(t.Database, t.Schema, t.Name, name))
	}
	return parts, nil
}

// errDependOnColumn is the error of a column that is not dropped, since others depend on it.
func errDependOnColumn(column, table string, dependents ...string) error {
	return withDependents(sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop column %s of table %s because other objects depend on it", column, table), dependents...)
}

// refuseExcluded refuses to drop a column that the expressions of an exclusion constraint read. A column that is a key of the constraint
// takes the constraint with it.
func (c *Conn) refuseExcluded(r *rebuilding) error {
	a, t := r.alteration, r.target
	if t == nil || a.Action != definition.DropColumn {
		return nil
	}
	var lines []string
	shown := c.shownRelation(t.Database, t.Schema, t.Name)
	for _, i := range t.Indexes {
		switch {
		case !i.Kept.Excludes() || !hasName(i.Kept.Columns, a.Column) || hasName(i.Kept.KeyColumns(), a.Column):
		case a.Cascade:
			c.noteCascade("constraint " + i.Name + " on table " + shown)
		default:
			lines = append(lines, "constraint "+i.Name+" on table "+shown+" depends on "+c.shownColumn(t.Database, t.Schema, t.Name, a.Column))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return errDependOnColumn(a.Column, shown, lines...)
}

// rebuildsWithout reports whether a column is dropped by making its table again: DuckDB drops no column before one that a
// key or an index has.
func (r *rebuilding) rebuildsWithout() bool {
	t := r.target
	has := slices.ContainsFunc(t.Elements, func(e string) bool { return definition.IsColumn(e, r.alteration.Column) })
	keyed := len(t.Indexes) > 0 || slices.ContainsFunc(t.Constraints, func(n tabledef.Constraint) bool { return n.Kind == "u" || n.Kind == "p" })
	return has && keyed && len(t.Elements) > 1
}

// dropColumn prepares the statements that make the target again without a column, whose constraints are gone already.
func (r *rebuilding) dropColumn(c *Conn) error {
	t, column := r.target, r.alteration.Column
	if !r.rebuildsWithout() {
		return nil
	}
	elements := slices.DeleteFunc(slices.Clone(t.Elements), func(e string) bool { return definition.IsColumn(e, column) })
	t.Comments = slices.DeleteFunc(t.Comments, func(sql string) bool {
		return strings.HasPrefix(strings.ToLower(sql), strings.ToLower("COMMENT ON COLUMN "+t.Path()+"."+native.Ident(column)+" "))
	})
	again, err := c.makeAgainWithout(t, elements, column)
	r.changed = again
	return err
}

// dropExpression makes the target again with a generated column as a column like others, which keeps the values.
func (r *rebuilding) dropExpression(c *Conn) error {
	t, column := r.target, r.alteration.Column
	at := slices.IndexFunc(t.Elements, func(e string) bool { return definition.IsColumn(e, column) })
	if at < 0 {
		return sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", column, t.Name)
	}
	if !columndef.Computes(t.Elements[at]) {
		return sqlstate.New("55000", "column %q of relation %q is not a stored generated column", column, t.Name)
	}
	list := definition.Tokens(t.Elements[at])
	generated := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("GENERATED") })
	if generated < 2 {
		return tabledef.ErrNotRebuilt(t.Name, "a generated column")
	}
	elements := slices.Clone(t.Elements)
	elements[at] = strings.TrimSpace(t.Elements[at][:list[generated].At])
	var err error
	t.Computed = native.Ident(column)
	r.changed, err = c.makeAgain(t, elements)
	t.Computed = ""
	return err
}
