package duckdb

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// COMMENT ON. DuckDB keeps comments of tables, columns, views, indexes, sequences and types. Those of sequences and indexes keep more than
// the client's. The comments of a table's constraints, and of their indexes, stand in the comment of the table (providers.KeptTable), and
// that of a schema in a macro of the schema.

// runComment runs COMMENT of what DuckDB does not comment as PostgreSQL does, and checks the others. It reports whether it has run the statement.
func (c *Conn) runComment(s providers.Statement) (rows providers.Rows, done bool, err error) {
	switch on := func(kind string) bool { return definition.Begins(s.SQL, "COMMENT ON "+kind) }; {
	case on("SEQUENCE"):
		rows, err = c.commentKept(s, "SEQUENCE")
	case on("INDEX"):
		rows, err = c.commentKept(s, "INDEX")
	case on("SCHEMA"):
		rows, err = c.commentSchema(s)
	case on("CONSTRAINT"):
		rows, err = c.commentConstraint(s)
	case on("TABLE"):
		return c.commentTable(s)
	case on("COLUMN"):
		return c.commentColumn(s)
	default:
		return nil, false, c.checkCommented(s)
	}
	return rows, true, err
}

// checkCommented refuses COMMENT ON TABLE of a view, and ON VIEW of a table: DuckDB takes one for the other. It looks for types, too.
func (c *Conn) checkCommented(s providers.Statement) error {
	words := definition.Tokens(s.SQL)
	if len(words) > 3 && words[2].Is("TYPE") {
		return c.checkCommentedType(s.SQL, words[3:])
	}
	if len(words) < 4 || !words[2].Is("TABLE") && !words[2].Is("VIEW") {
		return nil
	}
	kind := strings.ToUpper(words[2].Text)
	written, _ := definition.NameAt(s.SQL, words[3:])
	o, err := c.lookUpObject(kind, written)
	if err != nil || o == nil || o.Kind == kind || o.Kind == "MATERIALIZED VIEW" && kind == "TABLE" {
		return err
	}
	return sqlstate.New(sqlstate.WrongObjectType, "%q is not %s", o.Name, object.Article(kind))
}

// What is known of comments of columns.
const (
	commentsUnknown int32 = iota
	noneCommented
	someCommented
)

// mayHaveCommented reports whether a column of any table may have a comment. DuckDB lists all columns to tell those of one table.
func (c *Conn) mayHaveCommented() (bool, error) {
	known := &c.provider.commented
	if known.Load() == commentsUnknown {
		rows, err := c.collectText(`SELECT '' FROM duckdb_columns() WHERE comment IS NOT NULL AND NOT internal LIMIT 1`)
		if err != nil {
			return false, err
		}
		if len(rows) > 0 {
			known.Store(someCommented)
		} else {
			known.CompareAndSwap(commentsUnknown, noneCommented) // unless somebody gives one to a column now
		}
	}
	return known.Load() == someCommented, nil
}

// checkCommentedType returns the error of a comment on a type of users that is not there. Postgres's own have no schema here.
func (c *Conn) checkCommentedType(sql string, list []definition.Token) error {
	written, _ := definition.NameAt(sql, list)
	parts := definition.SplitName(written)
	o, err := c.lookUpObject("TYPE", written)
	if err != nil || o != nil || len(parts) < 2 {
		return err
	}
	if err := c.checkSchema(parts[len(parts)-2]); err != nil {
		return err
	}
	return sqlstate.New(sqlstate.UndefinedObject, "type %q does not exist", strings.Join(parts, "."))
}

// commentKept runs COMMENT ON SEQUENCE and ON INDEX: their comments keep more than the client's.
func (c *Conn) commentKept(s providers.Statement, kind string) (providers.Rows, error) {
	written, rest := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[3:])
	o, err := c.lookUpObject(kind, written)
	switch {
	case err != nil:
		return nil, err
	case o == nil && kind == "INDEX":
		return c.commentKey(s, written, rest)
	case o == nil:
		return nil, c.errNoRelation(written)
	case o.Kind != kind:
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not %s", o.Name, object.Article(kind))
	case c.mayNotWrite():
		return nil, errReadOnly("COMMENT")
	}
	comment, err := c.commentText(s.SQL, rest)
	if err != nil {
		return nil, err
	}
	list := "sequence"
	if kind == "INDEX" {
		list = "index"
	}
	where := ` WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name = ` + native.Text(o.Schema) + ` AND ` + list + `_name = ` + native.Text(o.Name)
	old, err := c.collectText(`SELECT coalesce(comment, '') FROM duckdb_` + strings.Replace(list, "index", "indexe", 1) + `s()` + where)
	if err != nil || len(old) == 0 {
		return nil, err
	}
	if kind == "INDEX" {
		kept := providers.ReadKeptIndex(old[0][0])
		kept.Comment = comment
		comment = kept.Text()
	} else {
		kept := sequence.ReadKept(old[0][0])
		kept.Comment = comment
		comment = kept.Text()
	}
	path := o.Path()
	err = c.inOne(func() error {
		c.changesCatalog()
		return c.runSteps([]string{"COMMENT ON " + kind + " " + path + " IS " + native.Text(comment)})
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: "COMMENT"}, nil
}

// commentText is the text of a COMMENT whose words begin with IS; "": it takes the comment away.
func (c *Conn) commentText(sql string, rest []definition.Token) (string, error) {
	if len(rest) == 0 {
		return "", sqlstate.New(sqlstate.SyntaxError, "syntax error at end of input")
	}
	rows, err := c.collectText("SELECT coalesce(CAST(" + strings.TrimRight(sql[rest[0].End:], "; \n") + " AS VARCHAR), '')")
	if err != nil {
		return "", err
	}
	return rows[0][0], nil
}

// commentKey runs COMMENT ON INDEX of the index of a constraint.
func (c *Conn) commentKey(s providers.Statement, written string, rest []definition.Token) (providers.Rows, error) {
	key, err := c.keyNamed(written)
	switch {
	case err != nil:
		return nil, err
	case key == nil:
		return nil, c.errNoRelation(written)
	}
	return c.commentOf(s, key.table, rest, setConstraint(providers.ConstraintComment{Name: key.name, OfIndex: true}))
}

// commentConstraint runs COMMENT ON CONSTRAINT of a table.
func (c *Conn) commentConstraint(s providers.Statement) (providers.Rows, error) {
	words := definition.Tokens(s.SQL)
	name := words[3].Name()
	written, rest := definition.NameAt(s.SQL, words[5:])
	o, err := c.lookUpObject("TABLE", written)
	switch {
	case err != nil:
		return nil, err
	case o == nil:
		return nil, c.errNoRelation(written)
	}
	t, err := c.readTableOf(o.Database, o.Schema, o.Name)
	if err != nil {
		return nil, err
	}
	if t == nil || !hasConstraint(t, name) {
		return nil, sqlstate.New(sqlstate.UndefinedObject, "constraint %q for table %q does not exist", name, o.Name)
	}
	return c.commentOf(s, t, rest, setConstraint(providers.ConstraintComment{Name: name}))
}

// hasConstraint reports whether a table has a constraint of that name.
func hasConstraint(t *tabledef.Table, name string) bool {
	return slices.ContainsFunc(t.Keys, func(k tabledef.ForeignKey) bool { return k.Name == name }) || t.FindConstraint(name) != nil
}

// setConstraint is the change by which commentOf gives a constraint of a table, or its index, a comment.
func setConstraint(of providers.ConstraintComment) func(kept *providers.KeptTable, comment string) {
	return func(kept *providers.KeptTable, comment string) {
		of.Comment = comment
		kept.Constraints = slices.Clone(kept.Constraints)
		kept.SetConstraint(of)
	}
}

// commentOf changes what the comment of a table keeps: set puts the comment behind IS there.
func (c *Conn) commentOf(s providers.Statement, t *tabledef.Table, rest []definition.Token, set func(kept *providers.KeptTable, comment string)) (providers.Rows, error) {
	if err := c.refuseWriting(s); err != nil {
		return nil, err
	}
	comment, err := c.commentText(s.SQL, rest)
	if err != nil {
		return nil, err
	}
	kept := t.Kept
	set(&kept, comment)
	if err := c.inOne(func() error { return c.keepComments(t, kept) }); err != nil {
		return nil, err
	}
	return &table{tag: "COMMENT"}, nil
}

// keepComments gives a table the comment that keeps those of its constraints.
func (c *Conn) keepComments(t *tabledef.Table, kept providers.KeptTable) error {
	c.changesCatalog()
	comment := "NULL"
	if text := kept.Text(); text != "" {
		comment = native.Text(text)
	}
	return c.runSteps([]string{"COMMENT ON TABLE " + t.Path() + " IS " + comment})
}

// commentTable runs COMMENT ON TABLE of a table whose comment keeps more, or would be taken for one that does.
func (c *Conn) commentTable(s providers.Statement) (rows providers.Rows, done bool, err error) {
	if err := c.checkCommented(s); err != nil {
		return nil, false, err
	}
	written, rest := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[3:])
	o, err := c.lookUpObject("TABLE", written)
	if err != nil || o == nil {
		return nil, false, err
	}
	t, err := c.readTableOf(o.Database, o.Schema, o.Name)
	if err != nil || t == nil || t.Kept.IsPlain() && !strings.Contains(s.SQL, providers.KeptPrefix) {
		return nil, false, err
	}
	rows, err = c.commentOf(s, t, rest, func(kept *providers.KeptTable, comment string) { kept.Comment = comment })
	return rows, err == nil, err
}

// commentedTables lists the tables whose comments keep more than the client's, as database, schema and name, and whether there are
// comments of constraints among that.
func (c *Conn) commentedTables() ([][]string, error) {
	return c.listKept(`SELECT database_name, schema_name, table_name, CAST(contains(comment, '"constraints":') AS VARCHAR) FROM duckdb_tables() WHERE starts_with(comment, ` + native.Text(providers.KeptMark) +
		`) AND database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `)`)
}

// followConstraints has what the comments of tables keep of constraints, columns and indexes follow a statement that has changed tables.
func (c *Conn) followConstraints(s providers.Statement) error {
	commented, err := c.commentedTables()
	if err != nil {
		return err
	}
	var altered []string
	a, _ := definition.ParseAlteration(s.SQL)
	if slices.Contains([]definition.Action{definition.RenameConstraint, definition.RenameColumn, definition.DropColumn, definition.ChangeType}, a.Action) {
		if altered, err = c.lookUpTable(a.Target); err != nil {
			return err
		}
	}
	for _, row := range commented {
		is := slices.Equal(altered, row[:3])
		if !is && row[3] == "false" {
			continue
		}
		t, err := c.readTableOf(row[0], row[1], row[2])
		if err != nil || t == nil {
			return err
		}
		now := followTable(t, a, is)
		if now.Text() == t.Kept.Text() {
			continue
		}
		if err := c.keepComments(t, now); err != nil {
			return err
		}
	}
	return nil
}

// followTable is what the comment of a table keeps after a statement. altered says that the statement has altered this table.
func followTable(t *tabledef.Table, a definition.Alteration, altered bool) providers.KeptTable {
	now := t.Kept
	now.Constraints = nil
	for _, k := range t.Kept.Constraints {
		if altered && a.Action == definition.RenameConstraint && k.Name == a.Name {
			k.Name = a.To
		}
		if hasConstraint(t, k.Name) {
			now.Constraints = append(now.Constraints, k)
		}
	}
	if !altered {
		return now
	}
	switch a.Action {
	case definition.RenameConstraint:
		now.RenameIndex(a.Name, a.To)
	case definition.RenameColumn, definition.DropColumn:
		now.RenameColumn(a.Column, a.To)
	case definition.ChangeType:
		now.ForgetStorage(a.Column)
	default: // the others are of no column and of no index
	}
	return now
}

// commentSchema runs COMMENT ON SCHEMA.
func (c *Conn) commentSchema(s providers.Statement) (providers.Rows, error) {
	written, rest := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[3:])
	o, err := c.schemaNamed(written)
	if err != nil {
		return nil, err
	}
	if err := c.refuseWriting(s); err != nil {
		return nil, err
	}
	comment, err := c.commentText(s.SQL, rest)
	if err != nil {
		return nil, err
	}
	sql := "DROP MACRO IF EXISTS " + commentMacro(o)
	if comment != "" {
		text, err := json.Marshal(map[string]string{"comment": comment})
		if err != nil {
			return nil, sqlstate.Wrap(err, sqlstate.InternalError, "the comment cannot be kept")
		}
		sql = "CREATE OR REPLACE MACRO " + commentMacro(o) + "() AS " + native.Text(string(text))
	}
	if err := c.changeMacros(s, func() error { return c.runSteps([]string{sql}) }); err != nil {
		return nil, err
	}
	return &table{tag: "COMMENT"}, nil
}

// commentMacro is the quoted name of the macro that keeps the comment of a schema.
func commentMacro(schema *object.Object) string {
	return native.Path(schema.Database, schema.Schema, pgcatalog.SchemaComment)
}

// dropCommentedSchema runs DROP SCHEMA … RESTRICT: the comment of the schema does not count as an object in it.
func (c *Conn) dropCommentedSchema(ctx context.Context, s providers.Statement, args providers.Args, found *object.Object) (rows providers.Rows, err error) {
	if c.refuseWriting(s) != nil || !c.provider.mayHaveMacros(c.provider.tabled.macros.Load()) {
		return c.runMeant(ctx, s, args)
	}
	err = c.inOne(func() error {
		if err := c.runSteps([]string{"DROP MACRO IF EXISTS " + commentMacro(found)}); err != nil {
			return err
		}
		rows, err = c.runMeant(ctx, s, args)
		return err
	})
	return rows, err
}
