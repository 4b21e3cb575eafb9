package duckdb

import (
	"cmp"
	"context"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Views that read what a statement drops or alters. DuckDB keeps no dependencies of views: they fail when they are read
// next. So the views that may read the object are prepared before the statement and after it, in one transaction. Those
// that could be prepared before and cannot after depend on it.

// guarded tells what a statement does to a relation that views may read.
type guarded struct {
	a       definition.Alteration // where it does not drop the relation
	drops   bool
	cascade bool
	views   listViews // nil: they have not been asked for
}

// listViews lists the views that name a relation, as viewsNaming does, which it calls once.
type listViews func() ([]object.Object, error)

// guardViews runs a DROP or ALTER of a relation, unless views depend on it.
func (c *Conn) guardViews(ctx context.Context, s providers.Statement, args providers.Args, of *object.Object, g guarded) (providers.Rows, error) {
	if g.views == nil {
		g.views = func() ([]object.Object, error) { return c.viewsNaming(of) }
	}
	views, err := g.views()
	if err != nil {
		return nil, err
	}
	var tied [][]string
	if g.drops && g.cascade {
		tied, err = c.collectText(`SELECT constraint_name, schema_name, table_name FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND referenced_table = ` + native.Text(of.Name) +
			` AND database_name = ` + native.Text(of.Database) + ` AND schema_name = ` + native.Text(of.Schema) + ` AND table_name <> ` + native.Text(of.Name))
		if err != nil {
			return nil, err
		}
	}
	for _, key := range tied {
		c.noteCascade("constraint " + key[0] + " on table " + c.shownRelation(of.Database, key[1], key[2]))
	}
	if len(views) == 0 {
		return c.runMeant(ctx, s, args)
	}
	if g.a.Action == definition.DropColumn {
		g.a = c.dropOfRead(s, views, of, g.a)
	}
	widths := make([]int, len(views))
	if g.a.Action == definition.AddColumn {
		for i, v := range views {
			widths[i] = c.widthOf(v)
		}
	}
	var rows providers.Rows
	err = c.inOne(func() error {
		var remade []remadeView
		if followsNames(of, g.a) {
			if remade, err = c.readRemade(views, of, g.a); err != nil {
				return err
			}
		}
		if rows, err = c.runMeant(ctx, s, args); err != nil {
			return err
		}
		if err := c.remakeViews(remade); err != nil {
			return err
		}
		for i, v := range views {
			if g.a.Action == definition.AddColumn && c.widthOf(v) != widths[i] {
				return sqlstate.New(sqlstate.FeatureNotSupported, "a new column of a table that a view reads by * is not supported").
					WithDetail("%s %s reads it.", strings.ToLower(v.Kind), v.Name).WithHint("Create the view again, with the names of its columns.")
			}
		}
		return c.settleViews(views, of, g)
	})
	return rows, err
}

// refuseRetyped returns the error of a new type for a column that views read.
func (c *Conn) refuseRetyped(of *object.Object, column string, views listViews) error {
	list, err := views()
	if err != nil {
		return err
	}
	for _, v := range list {
		if queryReads(c.queryOfView(v), of, column) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "cannot alter type of a column used by a view or rule").
				WithDetail("rule _RETURN on %s %s depends on column %q", strings.ToLower(v.Kind), c.shownName(v), column)
		}
	}
	return nil
}

// dropOfRead is the first part of an ALTER TABLE that drops a column which views read; last, its last part, if there is none.
func (c *Conn) dropOfRead(s providers.Statement, views []object.Object, of *object.Object, last definition.Alteration) definition.Alteration {
	for _, sql := range s.Before {
		a, ok := definition.ParseAlteration(sql)
		if ok && a.Action == definition.DropColumn && slices.ContainsFunc(views, func(v object.Object) bool { return queryReads(c.queryOfView(v), of, a.Column) }) {
			return a
		}
	}
	return last
}

// queryReads reports whether the query of a view itself reads a column of a relation, or the relation at all where column is "". A view
// of an earlier server does not keep what it reads: it may read what its query names.
func queryReads(query string, of *object.Object, column string) bool {
	kept, _ := providers.ParseShownQuery(query)
	if len(kept.Reads.Relations) == 0 {
		return definition.NamesColumn(query, of.Name) && (column == "" || definition.NamesColumn(query, column) || definition.NamesColumn(query, "*"))
	}
	schema := of.Schema
	if of.Database == "temp" {
		schema = providers.ShownTemporarySchema
	}
	return slices.ContainsFunc(kept.Reads.Relations, func(r providers.ShownRead) bool {
		return strings.EqualFold(r.Name, of.Name) && strings.EqualFold(r.Schema, schema) && (column == "" || hasName(r.Columns, column))
	})
}

// inOne runs steps in the open transaction, or in one of their own.
func (c *Conn) inOne(steps func() error) error {
	alone := c.tx.status == providers.Idle
	if alone {
		if err := c.beginTransaction(c.readOnly()); err != nil {
			return err
		}
	}
	err := steps()
	switch {
	case err != nil && alone:
		_, _ = c.runRollback() // the error of the steps is the one to return
	case alone:
		_, err = c.runCommit()
	}
	return err
}

// settleViews drops the views that do not work any more if the statement says CASCADE; else it returns the statement's error.
func (c *Conn) settleViews(views []object.Object, of *object.Object, g guarded) error {
	broken := c.brokenOf(views)
	gone := g.drops || g.a.Action == definition.DropColumn
	switch {
	case len(broken) == 0:
		return nil
	case len(broken) > 0 && gone && !g.cascade:
		return withDependents(c.errDependent(of, g), c.describeDependents(c.withStored(broken, views), of, g)...)
	case len(broken) > 0 && !gone:
		return sqlstate.New(sqlstate.FeatureNotSupported, "ALTER %s of what a view reads is not supported", of.Kind).
			WithDetail("%s %s reads it.", strings.ToLower(broken[0].Kind), broken[0].Name).WithHint("Drop the view, and create it again.")
	}
	for len(broken) > 0 { // what is over a materialized view is broken once that is gone
		for _, v := range broken {
			kind := "VIEW"
			if v.Kind == matview {
				kind = "TABLE"
			}
			if err := native.Run(c.conn, "DROP "+kind+" IF EXISTS "+native.Path(v.Database, v.Schema, v.Name)); err != nil {
				return c.provider.translateError(err, "", nil)
			}
			c.noteCascade(strings.ToLower(v.Kind) + " " + c.shownName(v))
		}
		views = slices.DeleteFunc(views, func(v object.Object) bool { return slices.Contains(broken, v) })
		broken = c.brokenOf(views)
	}
	return nil
}

// withStored adds the views over materialized ones that would be gone: these can be read as long as the rows are there.
func (c *Conn) withStored(broken, views []object.Object) []object.Object {
	for _, v := range views { // each stands after those that it reads
		query := c.queryOfView(v)
		if !slices.Contains(broken, v) && slices.ContainsFunc(broken, func(b object.Object) bool { return queryReads(query, &b, "") }) {
			broken = append(broken, v)
		}
	}
	return broken
}

// describeDependents says of each view on what it depends: on the relation, or on another view.
func (c *Conn) describeDependents(broken []object.Object, of *object.Object, g guarded) (lines []string) {
	over := strings.ToLower(of.Kind) + " " + c.shownName(*of)
	if !g.drops {
		over = "column " + g.a.Column + " of " + over
	}
	queries, parents := make([]string, len(broken)), make([]int, len(broken))
	for i, v := range broken {
		queries[i] = c.queryOfView(v)
	}
	for i, v := range broken {
		parents[i] = -1
		if !definition.NamesColumn(queries[i], of.Name) {
			parents[i] = slices.IndexFunc(broken, func(other object.Object) bool { return other != v && definition.NamesColumn(queries[i], other.Name) })
		}
	}
	seen := make([]bool, len(broken))
	var tell func(parent int, over string)
	tell = func(parent int, over string) {
		for i, v := range broken {
			if parents[i] == parent && !seen[i] {
				own := strings.ToLower(v.Kind) + " " + c.shownName(v)
				seen[i], lines = true, append(lines, own+" depends on "+over)
				tell(i, own)
			}
		}
	}
	tell(-1, over)
	return lines
}

// queryOfView is the query of a view, or the text of the statement that makes it; "": it is not known.
func (c *Conn) queryOfView(v object.Object) string {
	if v.Kind == matview {
		query, _ := c.queryOf(v) // without it the view depends on what is dropped
		return query
	}
	rows, _ := c.collectText(`SELECT sql FROM duckdb_views() WHERE database_name = ` + native.Text(v.Database) + ` AND schema_name = ` + native.Text(v.Schema) + ` AND view_name = ` + native.Text(v.Name))
	if len(rows) != 1 {
		return ""
	}
	return definition.ViewQuery(rows[0][0])
}

// brokenOf returns those of some views that cannot be read any more.
func (c *Conn) brokenOf(views []object.Object) (broken []object.Object) {
	for _, v := range views {
		if !c.isReadable(v) {
			broken = append(broken, v)
		}
	}
	return broken
}

// allViews lists the views as database, schema, name, query and kind, in the order in which they were made.
func (c *Conn) allViews() ([][]string, error) {
	list := `SELECT database_name, schema_name, view_name AS name, sql, 'VIEW' AS kind, view_oid AS oid FROM duckdb_views() WHERE NOT internal AND database_name IN ('temp', ` +
		native.Text(c.provider.options.Name) + `)`
	if c.provider.stored.Load() {
		list += ` UNION ALL SELECT database_name, schema_name, table_name, sql, '` + matview + `', table_oid FROM duckdb_tables()
		WHERE database_name = ` + native.Text(c.provider.options.Name) + ` AND ` + object.IsMatview
	}
	rows, err := c.listKept(`SELECT database_name, schema_name, name, sql, kind FROM (` + list + `) ORDER BY oid`)
	for _, row := range rows {
		if k, ok := definition.StoredQuery(row[3]); ok && row[4] == matview {
			row[3] = k.Query
		}
	}
	return rows, err
}

// viewsNaming lists the views that name a relation and work.
func (c *Conn) viewsNaming(of *object.Object) (views []object.Object, err error) {
	rows, err := c.allViews()
	if err != nil {
		return nil, err
	}
	naming := []string{of.Name} // and what is over those views
	for found := true; found; {
		found = false
		for i, row := range rows {
			same := row[0] == of.Database && row[1] == of.Schema && row[2] == of.Name
			if row[3] == "" || same || !slices.ContainsFunc(naming, func(n string) bool { return definition.NamesColumn(row[3], n) && !strings.EqualFold(n, row[2]) }) {
				continue
			}
			rows[i][3], found, naming = "", true, append(naming, row[2])
			if v := (object.Object{Kind: row[4], Database: row[0], Schema: row[1], Name: row[2]}); c.isReadable(v) {
				views = append(views, v)
			}
		}
	}
	return views, nil
}

// isReadable reports whether a view can be read.
func (c *Conn) isReadable(v object.Object) bool {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	if v.Kind == matview {
		query, err := c.queryOf(v)
		return err == nil && query != "" && lib.Prepare(c.conn, query, &stmt) != lib.StateError
	}
	return lib.Prepare(c.conn, "SELECT * FROM "+native.Path(v.Database, v.Schema, v.Name), &stmt) != lib.StateError
}

// widthOf is how many columns the query of a view has.
func (c *Conn) widthOf(v object.Object) int {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	query := "SELECT * FROM " + native.Path(v.Database, v.Schema, v.Name)
	if v.Kind == matview {
		query = c.queryOfView(v)
	}
	if lib.Prepare(c.conn, query, &stmt) == lib.StateError {
		return 0
	}
	return int(lib.PreparedStatementColumnCount(stmt)) //nolint:gosec // few
}

// replaceView runs CREATE OR REPLACE VIEW, which may add columns but not change or remove the others.
func (c *Conn) replaceView(ctx context.Context, s providers.Statement, args providers.Args, of *object.Object) (providers.Rows, error) {
	before, err := c.columnsOf(*of)
	if err != nil {
		return nil, err
	}
	was, _ := providers.ParseShownQuery(c.queryOfView(*of))
	if !c.isReadable(*of) {
		return c.runMeant(ctx, s, args)
	}
	var rows providers.Rows
	err = c.inOne(func() error {
		if rows, err = c.guardViews(ctx, s, args, of, guarded{}); err != nil {
			return err
		}
		after, err := c.columnsOf(*of)
		if err != nil {
			return err
		}
		now, _ := providers.ParseShownQuery(c.queryOfView(*of))
		return cmp.Or(sameColumns(before, after), sameCollations(before, was.Collations, now.Collations))
	})
	return rows, err
}

// sameCollations returns the error of a view whose columns have other collations.
func sameCollations(columns [][]string, before, after []string) error {
	of := func(list []string, i int) string {
		switch {
		case i < len(list) && list[i] != "":
			return list[i]
		case columns[i][1] == "PG_NAME":
			return "C"
		}
		return "default"
	}
	for i, column := range columns {
		if was, now := of(before, i), of(after, i); was != now {
			return sqlstate.New(sqlstate.InvalidTableDefinition, "cannot change collation of view column %q from %q to %q", column[0], was, now)
		}
	}
	return nil
}

// sameColumns returns the error of a view that loses columns, or has others.
func sameColumns(before, after [][]string) error {
	before, after = slices.Clone(before), slices.Clone(after)
	isCompanion := func(column []string) bool { return providers.IsScaleColumn(column[0]) }
	before, after = slices.DeleteFunc(before, isCompanion), slices.DeleteFunc(after, isCompanion)
	if len(after) < len(before) {
		return sqlstate.New(sqlstate.InvalidTableDefinition, "cannot drop columns from view")
	}
	for i, column := range before {
		switch {
		case after[i][0] != column[0]:
			return sqlstate.New(sqlstate.InvalidTableDefinition, "cannot change name of view column %q to %q", column[0], after[i][0]).
				WithHint("Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.")
		case after[i][1] != column[1]:
			return sqlstate.New(sqlstate.InvalidTableDefinition, "cannot change data type of view column %q from %s to %s", column[0], shownType(column[1]), shownType(after[i][1]))
		}
	}
	return nil
}
