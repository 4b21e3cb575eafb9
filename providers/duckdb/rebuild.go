package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rebuilding is what an alteration of a table takes away and puts back.
type rebuilding struct {
	alteration definition.Alteration
	target     *tabledef.Table
	freed      []string          // constraints of a column that gets another type, which are put back after the alteration
	compared   string            // the type of a column that gets another one, where expressions of the target read the column; "": none does
	validated  []string          // the elements of the target with the constraint that is validated
	changed    []string          // the statements that change a constraint
	tied       []*tabledef.Table // the target and the tables that refer to it, directly or through others; a table stands before those that it refers to
}

// readRebuilding reads what an alteration has to take away. It returns nil if the table is not one of the source's own.
func (c *Conn) readRebuilding(a definition.Alteration) (*rebuilding, error) {
	schema, name, err := c.findTable(a.Target)
	if err != nil || name == "" {
		return nil, err
	}
	r := &rebuilding{alteration: a}
	if r.target, err = c.readTable(schema, name); err != nil {
		return nil, err
	}
	if err := c.refuseComputed(r); err != nil {
		return nil, err
	}
	if err := c.refuseExcluded(r); err != nil {
		return nil, err
	}
	if r.compared, err = c.typeInExpressions(r.target, a); err != nil {
		return nil, err
	}
	// An index is not dropped, but the table made again without it: DuckDB does not let the name of an index that it
	// has dropped be used again in the same transaction.
	if r.freeColumn() || len(r.target.Indexes) > 0 {
		r.tied = append(r.tied, r.target)
	}
	if a.Action == definition.AddColumn && len(r.tied) == 0 { // foreign keys do not keep DuckDB from it
		r.target.Keys = nil
		return r, nil
	}
	return r, c.tieReferring(r)
}

// freeColumn takes away the constraints of a column that is to be dropped, or to get another type. It reports whether
// there were some.
func (r *rebuilding) freeColumn() (freed bool) {
	a, t := r.alteration, r.target
	if a.Action != definition.DropColumn && a.Action != definition.ChangeType {
		return false
	}
	for i := len(t.Elements) - 1; i >= 0; i-- {
		list := definition.Tokens(t.Elements[i])
		for _, k := range []string{"UNIQUE", "PRIMARY", "CHECK"} {
			constraint := ""
			switch {
			case list[0].Is(k) && len(list) > 2 && definition.NamesColumn(t.Elements[i], a.Column):
				constraint = t.Elements[i]
				t.Elements = slices.Delete(t.Elements, i, i+1)
				list = []definition.Token{{}}
			case k != "CHECK" && strings.EqualFold(list[0].Name(), a.Column):
				without, err := tabledef.WithoutConstraint(t.Elements[i], list, k == "PRIMARY")
				if err != nil {
					continue
				}
				constraint = strings.Replace(k, "PRIMARY", "PRIMARY KEY", 1) + " (" + native.Ident(list[0].Name()) + ")"
				t.Elements[i], list = without, definition.Tokens(without)
			default:
				continue
			}
			if freed = true; a.Action == definition.ChangeType {
				r.freed = append(r.freed, constraint)
			}
		}
	}
	return freed
}

// readTable reads the definition of a table.
func (c *Conn) readTable(schema, name string) (*tabledef.Table, error) {
	return c.readTableOf(c.provider.options.Name, schema, name)
}

// readTableOf reads the definition of a table, which may be a temporary one.
func (c *Conn) readTableOf(database, schema, name string) (*tabledef.Table, error) {
	commented, err := c.mayHaveCommented()
	if err != nil {
		return nil, err
	}
	t, err := tabledef.Read(c.conn, database, schema, name, commented)
	if err != nil {
		return nil, c.provider.translateError(err, "", nil)
	}
	return t, nil
}

// makeAgain is the statements that make a table again of elements.
func (c *Conn) makeAgain(t *tabledef.Table, elements []string) ([]string, error) {
	return c.makeAgainWithout(t, elements, "")
}

// makeAgainWithout is the statements that make a table again of elements, without a column.
func (c *Conn) makeAgainWithout(t *tabledef.Table, elements []string, column string) ([]string, error) {
	again, err := t.MakeAgain(c.conn, elements, column)
	if err != nil {
		return nil, c.provider.translateError(err, "", nil)
	}
	c.tx.remade = true
	return again, nil
}

// stepsBefore is the statements that take away what holds the target, and those that change its constraint.
func (r *rebuilding) stepsBefore(c *Conn) (list []string, err error) {
	if err := r.changeConstraint(c); err != nil {
		return nil, err
	}
	for _, t := range r.tied {
		again, err := c.makeAgain(t, t.Elements)
		if err != nil {
			return nil, err
		}
		list = append(list, again...)
		if t != r.target {
			list = append(list, t.MakeIndexes()...)
		}
	}
	return list, nil
}

// stepsAfter returns the statements that put back what the statements of before took away.
func (r *rebuilding) stepsAfter(c *Conn) (list []string, err error) {
	a, old := r.alteration, r.target.Name
	if r.compared != "" {
		now, err := c.duckType(r.target, a.Column)
		if err != nil {
			return nil, err
		}
		if kindOfType(now) != kindOfType(r.compared) { // PostgreSQL analyses the expressions anew, whose constants have the old type
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "ALTER COLUMN … TYPE to a type of another kind is not supported for a column that a CHECK or an index reads").
				WithHint("Drop the constraint or the index before, and add it again.")
		}
	}
	if a.Action == definition.RenameTable {
		r.target.Name = a.To
		for i, comment := range r.target.Comments {
			r.target.Comments[i] = strings.Replace(comment, native.Ident(r.target.Schema)+"."+native.Ident(old), r.target.Path(), 1)
		}
	}
	for i := len(r.target.Indexes) - 1; i >= 0; i-- {
		index := &r.target.Indexes[i]
		switch {
		case a.Action == definition.DropColumn && (definition.NamesColumn(index.Body, a.Column) || slices.Contains(index.Kept.Columns, a.Column)):
			r.target.Indexes = slices.Delete(r.target.Indexes, i, i+1)
		case a.Action == definition.ChangeType:
			index.ForgetShown(a.Column)
		case a.Action == definition.RenameColumn:
			index.Body = definition.ReplaceColumn(index.Body, a.Column, a.To)
			index.RenameKept(a.Column, a.To)
		}
	}
	for _, t := range slices.Backward(r.tied) {
		keys, err := r.keysAfter(t, old)
		if err != nil {
			return nil, err
		}
		added := keys
		if t == r.target {
			added = append(slices.Clone(r.freed), keys...)
		}
		if len(added) == 0 {
			continue
		}
		now, err := c.readTable(t.Schema, t.Name)
		if err != nil || now == nil {
			return nil, err
		}
		again, err := c.makeAgain(now, append(now.Elements, added...))
		if err != nil {
			return nil, err
		}
		list = append(list, again...)
		if t != r.target {
			list = append(list, t.MakeIndexes()...)
		}
	}
	return append(list, r.target.MakeIndexes()...), nil
}

// keysAfter is the foreign keys of a table as they are after the alteration.
func (r *rebuilding) keysAfter(t *tabledef.Table, old string) (list []string, err error) {
	a := r.alteration
	for _, k := range t.Keys {
		to := func(own bool, columns []string) string {
			out := native.Idents(columns)
			for i, column := range columns {
				if own && a.Action == definition.RenameColumn && strings.EqualFold(column, a.Column) {
					out[i] = native.Ident(a.To)
				}
			}
			return strings.Join(out, ", ")
		}
		refers := k.Other == old
		dropped := func(columns []string) bool {
			return a.Action == definition.DropColumn && slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, a.Column) })
		}
		switch {
		case t == r.target && dropped(k.Columns):
			continue
		case refers && dropped(k.Others) && a.Cascade:
			continue
		case refers && dropped(k.Others):
			return nil, errDependOnColumn(a.Column, old)
		}
		other := k.Other
		if refers {
			other = r.target.Name
		}
		list = append(list, "FOREIGN KEY ("+to(t == r.target, k.Columns)+") REFERENCES "+native.Ident(other)+" ("+to(refers, k.Others)+")")
	}
	return list, nil
}

// changeConstraint prepares the statements that add or drop a constraint of the target.
func (r *rebuilding) changeConstraint(c *Conn) (err error) {
	a, t := r.alteration, r.target
	switch a.Action {
	case definition.AddConstraint:
		added, err := t.AddedElements(a)
		if err != nil {
			return err
		}
		if err := c.refuseTakenKey(t, a, added); err != nil {
			return err
		}
		r.changed, err = c.makeAgain(t, append(slices.Clone(t.Elements), added...))
		if strings.HasPrefix(strings.ToUpper(a.Body), "FOREIGN") && err == nil {
			r.changed, err = nil, r.addKey(c)
		}
		return err
	case definition.DropConstraint:
		return r.dropConstraint(c)
	case definition.DropColumn:
		return r.dropColumn(c)
	case definition.RenameConstraint:
		elements, err := t.RenamedElements(a)
		if err == nil {
			r.changed, err = c.makeAgain(t, elements)
		}
		return err
	case definition.DropExpression:
		return r.dropExpression(c)
	case definition.NoAction:
		if r.validated != nil {
			r.changed, err = c.makeAgain(t, r.validated)
		}
		return err
	case definition.AddColumn:
		if a.Body != "" { // DuckDB adds no generated column; the values are computed once, so that what they fail by is told
			r.changed, err = c.makeAgain(t, append(slices.Clone(t.Elements), a.Body))
			r.changed = append(r.changed, "SELECT max(hash("+native.Ident(a.Column)+")) FROM "+t.Path())
		}
		return err
	case definition.OtherAction, definition.RenameColumn, definition.ChangeType, definition.RenameTable:
	}
	return nil
}

// validateConstraint has the rows of the target held to a constraint that was added NOT VALID, if one is named. It reports whether they were not
// before. It returns the error of an index that is named and is not there.
func (r *rebuilding) validateConstraint(c *Conn, a definition.Alteration) (changes bool, err error) {
	if a.Index != "" && !r.target.HasIndex(a.Index) {
		return false, sqlstate.New(sqlstate.UndefinedObject, "index %q for table %q does not exist", a.Index, r.target.Name)
	}
	if a.Name == "" {
		return false, nil
	}
	found := r.target.FindConstraint(a.Name)
	if found == nil {
		return false, sqlstate.New(sqlstate.UndefinedObject, "constraint %q of relation %q does not exist", a.Name, r.target.Name)
	}
	if found.Kind != "c" && found.Kind != "f" {
		return false, sqlstate.New(sqlstate.WrongObjectType, "constraint %q of relation %q is not a foreign key or check constraint", a.Name, r.target.Name)
	}
	if r.validated, changes = r.target.Validated(found); !changes || found.Kind != "f" {
		return changes, nil
	}
	k, _, _, _ := definition.KeptIn(r.target.Elements[found.Mark])
	k.Unchecked = false
	return true, c.checkRefers(foreignkey.Key{Database: r.target.Database, OwnSchema: r.target.Schema, OwnTable: r.target.Name, KeptConstraint: k}, false)
}

// errViolated is the error of a CHECK that rows of the target do not keep.
func (r *rebuilding) errViolated() error {
	name := r.alteration.Name
	if k, _, _, ok := definition.KeptIn(r.alteration.Body); ok {
		name = k.Name
	}
	if name == "" {
		return sqlstate.New(sqlstate.CheckViolation, "check constraint of relation %q is violated by some row", r.target.Name)
	}
	e := sqlstate.New(sqlstate.CheckViolation, "check constraint %q of relation %q is violated by some row", name, r.target.Name)
	e.Schema, e.Table, e.Constraint = r.target.Schema, r.target.Name, name
	return e
}

// addKey adds a foreign key to those that are put back.
func (r *rebuilding) addKey(c *Conn) error {
	t, body := r.target, r.alteration.Body
	if !slices.Contains(r.tied, t) {
		r.tied = append(r.tied, t) // nothing refers to the target
	}
	list := definition.Tokens(body)
	names := func(from int) (out []string, next int) {
		for i := from; i < len(list); i++ {
			switch list[i].Text {
			case "(", ",":
			case ")":
				return out, i + 1
			default:
				out = append(out, list[i].Name())
			}
		}
		return out, len(list)
	}
	columns, next := names(2)
	if next+1 >= len(list) || !list[next].Is("REFERENCES") {
		return tabledef.ErrNotRebuilt(t.Name, "a foreign key")
	}
	end := next + 1
	for end+2 < len(list) && list[end+1].Text == "." {
		end += 2
	}
	schema, other, err := c.findTable(body[list[next+1].At:list[end].End])
	if err != nil {
		return err
	}
	if other == "" || schema != t.Schema {
		return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", body[list[next+1].At:list[end].End])
	}
	others, _ := names(end + 1)
	if len(others) == 0 {
		rows, err := c.collectText(`SELECT array_to_string(constraint_column_names, chr(31)) FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND schema_name = ` +
			native.Text(schema) + ` AND table_name = ` + native.Text(other) + ` AND database_name = ` + native.Text(c.provider.options.Name))
		if err != nil || len(rows) != 1 {
			return tabledef.ErrNotRebuilt(t.Name, "a foreign key")
		}
		others = columndef.SplitUnits(rows[0][0])
	}
	t.Keys = append(t.Keys, tabledef.ForeignKey{Columns: columns, Other: other, Others: others})
	return nil
}

// dropConstraint takes a constraint away by the name that the catalog shows.
func (r *rebuilding) dropConstraint(c *Conn) (err error) {
	a, t := r.alteration, r.target
	if at := slices.IndexFunc(t.Indexes, func(i tabledef.Index) bool { return i.Name == a.Name }); at >= 0 {
		gone := t.FindConstraint(a.Name)
		if err := c.refuseGrouped(r, gone); err != nil {
			return err
		}
		if err := c.freeReferring(r, gone); err != nil {
			return err
		}
		t.Indexes = slices.Delete(t.Indexes, at, at+1) // the table is made again without it
		return nil
	}
	if at := slices.IndexFunc(t.Keys, func(k tabledef.ForeignKey) bool { return k.Name == a.Name }); at >= 0 {
		t.Keys = slices.Delete(t.Keys, at, at+1)
		return nil
	}
	found := t.FindConstraint(a.Name)
	if found == nil {
		if a.Lenient {
			c.sendNotice(sqlstate.SuccessfulCompletion, "constraint \""+a.Name+"\" of relation \""+t.Name+"\" does not exist, skipping")
			return nil
		}
		return sqlstate.New(sqlstate.UndefinedObject, "constraint %q of relation %q does not exist", a.Name, t.Name)
	}
	if err := c.refuseGrouped(r, found); err != nil {
		return err
	}
	if err := c.freeReferring(r, found); err != nil {
		return err
	}
	elements := slices.Clone(t.Elements)
	list, gone := definition.Tokens(elements[found.Element]), []int{found.Element}
	if found.BehindColumn(list) { // the column stays
		if elements[found.Element], err = tabledef.WithoutConstraint(elements[found.Element], list, found.Kind == "p"); err != nil {
			return tabledef.ErrNotRebuilt(t.Name, "a constraint")
		}
		gone = nil
	}
	if found.Mark >= 0 && found.Mark != found.Element {
		gone = append(gone, found.Mark)
	}
	kept := elements[:0]
	for i, e := range elements {
		if !slices.Contains(gone, i) {
			kept = append(kept, e)
		}
	}
	r.changed, err = c.makeAgain(t, kept)
	return err
}

// freeReferring drops the foreign keys that refer to a constraint, if the constraint is dropped with CASCADE.
func (c *Conn) freeReferring(r *rebuilding, gone *tabledef.Constraint) error {
	if gone == nil || gone.Kind != "u" && gone.Kind != "p" {
		return nil
	}
	table := []string{r.target.Database, r.target.Schema, r.target.Name}
	needs := func(k foreignkey.Key) bool {
		return k.Kind == "f" && k.Referred(table) && definition.SameNames(k.Others, gone.Columns)
	}
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	tied := false
	for _, k := range keys {
		switch {
		case !needs(k):
		case !r.alteration.Cascade:
			return withDependents(sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop constraint %s on table %s because other objects depend on it", gone.Name, c.shownRelation(table[0], table[1], table[2])),
				c.shownKey(k)+" depends on index "+c.shownRelation(table[0], table[1], gone.Name))
		case k.Of(table):
			return tabledef.ErrNotRebuilt(r.target.Name, "a foreign key to itself")
		default:
			c.noteCascade(c.shownKey(k))
			tied = true
		}
	}
	if !tied {
		return nil
	}
	return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) { return k, !needs(k) })
}

// tieReferring adds the tables that refer to the target, directly or through others, because DuckDB drops no table
// to which another one refers. It adds the target if the target has foreign keys or is referred to.
func (c *Conn) tieReferring(r *rebuilding) error {
	rows, err := c.collectText(`SELECT DISTINCT table_name, referenced_table FROM duckdb_constraints() WHERE database_name = ` + native.Text(c.provider.options.Name) +
		` AND schema_name = ` + native.Text(r.target.Schema) + ` AND constraint_type = 'FOREIGN KEY' ORDER BY 1, 2`)
	if err != nil {
		return err
	}
	names := []string{r.target.Name}
	for i := 0; i < len(names); i++ {
		for _, row := range rows {
			if row[1] == names[i] && !slices.Contains(names, row[0]) {
				names = append(names, row[0])
			}
		}
	}
	tied := len(r.tied) > 0 || len(names) > 1 || slices.ContainsFunc(rows, func(row []string) bool { return row[0] == r.target.Name })
	if r.tied = nil; !tied {
		return nil
	}
	for len(names) > 0 {
		at := slices.IndexFunc(names, func(name string) bool {
			return !slices.ContainsFunc(rows, func(row []string) bool { return row[1] == name && row[0] != name && slices.Contains(names, row[0]) })
		})
		if at < 0 {
			return tabledef.ErrNotRebuilt(r.target.Name, "foreign keys in a circle")
		}
		t := r.target
		if names[at] != t.Name {
			if t, err = c.readTable(t.Schema, names[at]); err != nil {
				return err
			}
		}
		r.tied, names = append(r.tied, t), slices.Delete(names, at, at+1)
	}
	return nil
}

// dropTarget leaves the target, and the tables that refer to it, out of the statements that put tables back.
func (r *rebuilding) dropTarget() {
	r.tied = slices.DeleteFunc(r.tied, func(t *tabledef.Table) bool { return t == r.target })
	for _, t := range r.tied {
		t.Keys = slices.DeleteFunc(t.Keys, func(k tabledef.ForeignKey) bool { return k.Other == r.target.Name })
	}
	r.target.Indexes = nil
}
