package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rebuilding is what an alteration of a table takes away and puts back.
type rebuilding struct {
	alteration definition.Alteration
	target     *rebuilt
	tied       []*rebuilt // the target and the tables that refer to it, directly or through others; a table stands before those that it refers to
}

// rebuilt is a table that is made again.
type rebuilt struct {
	database, schema, name string
	elements               []string // of its definition: columns and constraints, without the foreign keys in keys
	freed                  []string // constraints of a column that gets another type, which are put back after the alteration
	keys                   []foreignKey
	indexes                []ownIndex
	comments               []string          // statements
	constraints            []namedConstraint // other than the foreign keys of DuckDB
	original               []string          // the elements as they were read
	rebuilt                []string          // the statements that change a constraint
}

// foreignKey is a foreign key of a table.
type foreignKey struct {
	columns    []string
	other      string // the table that is referred to, in the same schema
	others     []string
	name, text string
}

// ownIndex is an index that a statement has made.
type ownIndex struct {
	create, name, body string
	kept               providers.KeptIndex
}

// rebuilding reads what an alteration has to take away. It returns nil if the table is not one of the source's own.
func (c *Conn) rebuilding(a definition.Alteration) (*rebuilding, error) {
	schema, name, err := c.findTable(a.Target)
	if err != nil || name == "" {
		return nil, err
	}
	r := &rebuilding{alteration: a}
	if r.target, err = c.readTable(schema, name); err != nil {
		return nil, err
	}
	// An index is not dropped, but the table made again without it: DuckDB does not let the name of an index that it
	// has dropped be used again in the same transaction.
	if r.target.freeColumn(a) || len(r.target.indexes) > 0 {
		r.tied = append(r.tied, r.target)
	}
	if a.Action == definition.AddColumn && len(r.tied) == 0 { // foreign keys do not keep DuckDB from it
		r.target.keys = nil
		return r, nil
	}
	return r, c.tieReferring(r)
}

// freeColumn takes away the constraints of a column that is to be dropped, or to get another type. It reports whether
// there were some.
func (t *rebuilt) freeColumn(a definition.Alteration) (freed bool) {
	if a.Action != definition.DropColumn && a.Action != definition.ChangeType {
		return false
	}
	for i := len(t.elements) - 1; i >= 0; i-- {
		list := definition.Tokens(t.elements[i])
		for _, k := range []string{"UNIQUE", "PRIMARY", "CHECK"} {
			constraint := ""
			switch {
			case list[0].Is(k) && len(list) > 2 && definition.NamesColumn(t.elements[i], a.Column):
				constraint = t.elements[i]
				t.elements = slices.Delete(t.elements, i, i+1)
				list = []definition.Token{{}}
			case k != "CHECK" && strings.EqualFold(list[0].Name(), a.Column):
				without, err := withoutConstraint(t.elements[i], list, k == "PRIMARY")
				if err != nil {
					continue
				}
				constraint = strings.Replace(k, "PRIMARY", "PRIMARY KEY", 1) + " (" + native.Ident(list[0].Name()) + ")"
				t.elements[i], list = without, definition.Tokens(without)
			default:
				continue
			}
			if freed = true; a.Action == definition.ChangeType {
				t.freed = append(t.freed, constraint)
			}
		}
	}
	return freed
}

// collectText runs a statement of our own.
func (c *Conn) collectText(sql string) ([][]string, error) {
	rows, err := native.Collect(c.conn, sql)
	if err != nil {
		return nil, c.provider.translate(err, "", nil)
	}
	return rows, nil
}

// readTable reads the definition of a table.
func (c *Conn) readTable(schema, name string) (*rebuilt, error) {
	return c.readTableOf(c.provider.options.Name, schema, name)
}

// readTableOf reads the definition of a table, which may be a temporary one.
func (c *Conn) readTableOf(database, schema, name string) (*rebuilt, error) {
	t := &rebuilt{database: database, schema: schema, name: name}
	where := ` WHERE database_name = ` + native.Text(database) + ` AND schema_name = ` + native.Text(schema) + ` AND table_name = ` + native.Text(name)
	rows, err := c.collectText(`SELECT sql, coalesce(comment, '') FROM duckdb_tables()` + where)
	if err != nil || len(rows) != 1 {
		return nil, err
	}
	t.elements = definition.Elements(rows[0][0])
	if rows[0][1] != "" {
		t.comments = append(t.comments, "COMMENT ON TABLE "+t.path()+" IS "+native.Text(rows[0][1]))
	}
	if rows, err = c.collectText(`SELECT column_name, comment FROM duckdb_columns()` + where + ` AND comment IS NOT NULL`); err != nil {
		return nil, err
	}
	for _, row := range rows {
		t.comments = append(t.comments, "COMMENT ON COLUMN "+t.path()+"."+native.Ident(row[0])+" IS "+native.Text(row[1]))
	}
	if rows, err = c.collectText(`SELECT sql, index_name, coalesce(comment, '') FROM duckdb_indexes()` + where + ` ORDER BY index_name`); err != nil {
		return nil, err
	}
	for _, row := range rows {
		list := definition.Tokens(row[0])
		on := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("ON") })
		open := on + slices.IndexFunc(list[max(on, 0):], func(t definition.Token) bool { return t.Text == "(" })
		if on < 0 || open < on {
			return nil, errNotRebuilt(t.name, "an index")
		}
		t.indexes = append(t.indexes, ownIndex{row[0][:list[on].At], row[1], strings.TrimRight(row[0][list[open].At:], "; \n"), providers.ReadKeptIndex(row[2])})
	}
	return t, c.readConstraints(t, where)
}

// readConstraints finds the foreign keys, and the names that the catalog shows of the other constraints.
func (c *Conn) readConstraints(t *rebuilt, where string) error {
	rows, err := c.collectText(`SELECT constraint_type, constraint_text, constraint_name, array_to_string(constraint_column_names, chr(31)),
		coalesce(referenced_table, ''), array_to_string(coalesce(referenced_column_names, []), chr(31))
		FROM duckdb_constraints()` + where + ` AND constraint_type <> 'NOT NULL' ORDER BY constraint_index`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row[0] == "FOREIGN KEY" {
			at := slices.Index(t.elements, row[1])
			if at < 0 || otherSchema(row[1], t.schema) {
				return errNotRebuilt(t.name, "a foreign key")
			}
			t.elements = slices.Delete(t.elements, at, at+1)
			t.keys = append(t.keys, foreignKey{columndef.SplitUnits(row[3]), row[4], columndef.SplitUnits(row[5]), t.name + "_" + strings.Join(columndef.SplitUnits(row[3]), "_") + "_fkey", row[1]})
		}
	}
	t.nameConstraints(rows)
	t.original = slices.Clone(t.elements)
	return nil
}

// otherSchema reports whether a foreign key refers to a table of another schema than its own.
func otherSchema(key, own string) bool {
	list := definition.Tokens(key)
	at := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("REFERENCES") }) + 1
	return at+1 < len(list) && list[at+1].Text == "." && !strings.EqualFold(list[at].Name(), own)
}

func errNotRebuilt(table, what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "this ALTER TABLE is not supported, because %q has or refers to %s that the embedded engine cannot make again", table, what).
		WithHint("Create another table, copy the rows, and drop this one.")
}

func (t *rebuilt) path() string {
	if t.database == "temp" {
		return "temp.main." + native.Ident(t.name)
	}
	return native.Ident(t.schema) + "." + native.Ident(t.name)
}

// again is the statements that make the table again, with the rows that it has.
func (t *rebuilt) again(c *Conn, elements []string) ([]string, error) {
	return t.againWithout(c, elements, "")
}

// againWithout makes the same statements without a column, or with all columns if the name is empty.
func (t *rebuilt) againWithout(c *Conn, elements []string, column string) ([]string, error) {
	columns, err := kept.Writable(c.conn, t.path())
	if err != nil {
		return nil, c.provider.translate(err, "", nil)
	}
	columns = slices.DeleteFunc(columns, func(quoted string) bool { return column != "" && strings.EqualFold(quoted, native.Ident(column)) })
	c.tx.remade = true
	const copied = `temp.main."__rebuilt"`
	list := strings.Join(columns, ", ")
	return append([]string{
		"CREATE TEMP TABLE " + copied + " AS SELECT " + list + " FROM " + t.path(),
		"DROP TABLE " + t.path(),
		"CREATE TABLE " + t.path() + " (" + strings.Join(elements, ", ") + ")",
		"INSERT INTO " + t.path() + " (" + list + ") SELECT * FROM " + copied,
		"DROP TABLE " + copied,
	}, t.comments...), nil
}

// renameKept renames a column in what is kept of an index.
func (i *ownIndex) renameKept(from, to string) {
	for _, list := range [][]string{i.kept.Columns, i.kept.Include} {
		for n := range list {
			if list[n] == from {
				list[n] = to
			}
		}
	}
	for n := range i.kept.Keys {
		key := &i.kept.Keys[n]
		if key.Column == from {
			key.Column = to
		}
		key.Expression = definition.ReplaceColumn(key.Expression, from, to)
	}
	i.kept.Where = definition.ReplaceColumn(i.kept.Where, from, to)
}

func (t *rebuilt) makeIndexes() (list []string) {
	for _, i := range t.indexes {
		list = append(list, i.create+"ON "+t.path()+" "+i.body)
		if comment := i.kept.Text(); comment != "" {
			list = append(list, "COMMENT ON INDEX "+native.Path(t.database, t.schema, i.name)+" IS "+native.Text(comment))
		}
	}
	return list
}

// before is the statements that take away what holds the target, and those that change its constraint.
func (r *rebuilding) before(c *Conn) (list []string, err error) {
	if err := r.changeConstraint(c); err != nil {
		return nil, err
	}
	for _, t := range r.tied {
		again, err := t.again(c, t.elements)
		if err != nil {
			return nil, err
		}
		list = append(list, again...)
		if t != r.target {
			list = append(list, t.makeIndexes()...)
		}
	}
	return list, nil
}

// after returns the statements that put back what the statements of before took away.
func (r *rebuilding) after(c *Conn) (list []string, err error) {
	a, old := r.alteration, r.target.name
	if a.Action == definition.RenameTable {
		r.target.name = a.To
		for i, comment := range r.target.comments {
			r.target.comments[i] = strings.Replace(comment, native.Ident(r.target.schema)+"."+native.Ident(old), r.target.path(), 1)
		}
	}
	for i := len(r.target.indexes) - 1; i >= 0; i-- {
		index := &r.target.indexes[i]
		switch {
		case a.Action == definition.DropColumn && (definition.NamesColumn(index.body, a.Column) || slices.Contains(index.kept.Columns, a.Column)):
			r.target.indexes = slices.Delete(r.target.indexes, i, i+1)
		case a.Action == definition.RenameColumn:
			index.body = definition.ReplaceColumn(index.body, a.Column, a.To)
			index.renameKept(a.Column, a.To)
		}
	}
	for _, t := range slices.Backward(r.tied) {
		keys, err := r.keysAfter(t, old)
		if err != nil {
			return nil, err
		}
		added := append(slices.Clone(t.freed), keys...)
		if len(added) == 0 {
			continue
		}
		now, err := c.readTable(t.schema, t.name)
		if err != nil || now == nil {
			return nil, err
		}
		again, err := now.again(c, append(now.elements, added...))
		if err != nil {
			return nil, err
		}
		list = append(list, again...)
		if t != r.target {
			list = append(list, t.makeIndexes()...)
		}
	}
	return append(list, r.target.makeIndexes()...), nil
}

// keysAfter is the foreign keys of a table as they are after the alteration.
func (r *rebuilding) keysAfter(t *rebuilt, old string) (list []string, err error) {
	a := r.alteration
	for _, k := range t.keys {
		to := func(own bool, columns []string) string {
			out := native.Idents(columns)
			for i, column := range columns {
				if own && a.Action == definition.RenameColumn && strings.EqualFold(column, a.Column) {
					out[i] = native.Ident(a.To)
				}
			}
			return strings.Join(out, ", ")
		}
		refers := k.other == old
		dropped := func(columns []string) bool {
			return a.Action == definition.DropColumn && slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, a.Column) })
		}
		switch {
		case t == r.target && dropped(k.columns):
			continue
		case refers && dropped(k.others) && a.Cascade:
			continue
		case refers && dropped(k.others):
			return nil, sqlstate.New("2BP01", "cannot drop column %s of table %s because other objects depend on it", a.Column, old).
				WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
		}
		other := k.other
		if refers {
			other = r.target.name
		}
		list = append(list, "FOREIGN KEY ("+to(t == r.target, k.columns)+") REFERENCES "+native.Ident(other)+" ("+to(refers, k.others)+")")
	}
	return list, nil
}

// changeConstraint prepares the statements that add or drop a constraint of the target.
func (r *rebuilding) changeConstraint(c *Conn) (err error) {
	a, t := r.alteration, r.target
	switch a.Action {
	case definition.AddConstraint:
		added, err := t.adding(a)
		if err != nil {
			return err
		}
		t.rebuilt, err = t.again(c, append(slices.Clone(t.elements), added...))
		if strings.HasPrefix(strings.ToUpper(a.Body), "FOREIGN") && err == nil {
			t.rebuilt, err = nil, r.addKey(c)
		}
		return err
	case definition.DropConstraint:
		return r.dropConstraint(c)
	case definition.DropColumn:
		return r.dropColumn(c)
	case definition.RenameConstraint:
		elements, err := t.renaming(a)
		if err == nil {
			t.rebuilt, err = t.again(c, elements)
		}
		return err
	case definition.OtherAction, definition.NoAction, definition.AddColumn, definition.RenameColumn, definition.ChangeType, definition.RenameTable:
	}
	return nil
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
		return errNotRebuilt(t.name, "a foreign key")
	}
	end := next + 1
	for end+2 < len(list) && list[end+1].Text == "." {
		end += 2
	}
	schema, other, err := c.findTable(body[list[next+1].At:list[end].End])
	if err != nil {
		return err
	}
	if other == "" || schema != t.schema {
		return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", body[list[next+1].At:list[end].End])
	}
	others, _ := names(end + 1)
	if len(others) == 0 {
		rows, err := c.collectText(`SELECT array_to_string(constraint_column_names, chr(31)) FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND schema_name = ` +
			native.Text(schema) + ` AND table_name = ` + native.Text(other) + ` AND database_name = ` + native.Text(c.provider.options.Name))
		if err != nil || len(rows) != 1 {
			return errNotRebuilt(t.name, "a foreign key")
		}
		others = columndef.SplitUnits(rows[0][0])
	}
	t.keys = append(t.keys, foreignKey{columns: columns, other: other, others: others})
	return nil
}

// dropConstraint takes a constraint away by the name that the catalog shows.
func (r *rebuilding) dropConstraint(c *Conn) (err error) {
	a, t := r.alteration, r.target
	if at := slices.IndexFunc(t.indexes, func(i ownIndex) bool { return i.name == a.Name }); at >= 0 {
		t.indexes = slices.Delete(t.indexes, at, at+1) // the table is made again without it
		return nil
	}
	if at := slices.IndexFunc(t.keys, func(k foreignKey) bool { return k.name == a.Name }); at >= 0 {
		t.keys = slices.Delete(t.keys, at, at+1)
		return nil
	}
	found := t.constraintNamed(a.Name)
	if found == nil {
		if a.Lenient {
			c.sendNotice(sqlstate.SuccessfulCompletion, "constraint \""+a.Name+"\" of relation \""+t.name+"\" does not exist, skipping")
			return nil
		}
		return sqlstate.New(sqlstate.UndefinedObject, "constraint %q of relation %q does not exist", a.Name, t.name)
	}
	if err := c.freeReferring(r, found); err != nil {
		return err
	}
	elements := slices.Clone(t.elements)
	list, gone := definition.Tokens(elements[found.element]), []int{found.element}
	if found.behind(list) { // the column stays
		if elements[found.element], err = withoutConstraint(elements[found.element], list, found.kind == "p"); err != nil {
			return errNotRebuilt(t.name, "a constraint")
		}
		gone = nil
	}
	if found.mark >= 0 && found.mark != found.element {
		gone = append(gone, found.mark)
	}
	kept := elements[:0]
	for i, e := range elements {
		if !slices.Contains(gone, i) {
			kept = append(kept, e)
		}
	}
	t.rebuilt, err = t.again(c, kept)
	return err
}

// withoutConstraint takes PRIMARY KEY or UNIQUE away from a column. The column of a primary key stays NOT NULL.
func withoutConstraint(element string, list []definition.Token, primary bool) (string, error) {
	for i, t := range slices.Backward(list) {
		switch {
		case primary && t.Is("KEY") && list[i-1].Is("PRIMARY"):
			return element[:list[i-1].At] + "NOT NULL" + element[t.End:], nil
		case !primary && t.Is("UNIQUE"):
			return element[:t.At] + element[t.End:], nil
		}
	}
	return "", errNotRebuilt("", "")
}
