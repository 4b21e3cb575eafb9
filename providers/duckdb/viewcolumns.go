package duckdb

import (
	"context"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	printed "github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/qualify"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB renames no column of a view. So the view is made again with the new name, and what reads the view follows as what reads a
// table does.

// alterView renames a column of a view or a materialized view, and refuses what no view has. It reports whether the statement is done.
func (c *Conn) alterView(ctx context.Context, s providers.Statement, of *object.Object, a definition.Alteration) (providers.Rows, bool, error) {
	if a.Action == definition.RenameColumn {
		rows, err := c.renameViewColumn(ctx, s, of, a)
		return rows, true, err
	}
	err := a.RefuseOfView(of.Name)
	return nil, err != nil, err
}

// renameViewColumn runs a RENAME COLUMN of a view or a materialized view.
func (c *Conn) renameViewColumn(ctx context.Context, s providers.Statement, of *object.Object, a definition.Alteration) (providers.Rows, error) {
	columns, err := c.columnsOf(*of)
	if err != nil {
		return nil, err
	}
	shown := slices.DeleteFunc(firstOf(columns), providers.IsScaleColumn)
	at := slices.IndexFunc(shown, func(name string) bool { return strings.EqualFold(name, a.Column) })
	switch {
	case at < 0:
		return nil, sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", a.Column)
	case hasName(shown, a.To) && !(strings.EqualFold(a.Column, a.To) && a.Column != a.To):
		return nil, sqlstate.New(sqlstate.DuplicateColumn, "column %q already exists", a.To)
	case strings.EqualFold(a.Column, a.To):
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "RENAME of a column of a view to a name that differs in case alone is not supported")
	}
	if c.mayNotWrite() {
		return nil, errReadOnly(verb(s))
	}
	query, ok := renamedOutput(c.queryOfView(*of), at, a.To)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "RENAME COLUMN of a view of this kind is not supported").WithHint("Write CREATE OR REPLACE VIEW.")
	}
	views, err := c.viewsNaming(of)
	if err != nil {
		return nil, err
	}
	err = c.inOne(func() error {
		remade, err := c.readRemade(views, of, a)
		if err != nil {
			return err
		}
		if of.Kind == matview {
			err = c.renameStoredColumn(ctx, s, of, query)
		} else {
			err = c.remakeRenamed(of, a, firstOf(columns), query)
		}
		if err != nil {
			return err
		}
		if err := c.remakeViews(remade); err != nil {
			return err
		}
		c.tx.changes.Unkept = "a column of a view was renamed in the transaction"
		c.changesCatalog()
		return c.settleViews(views, of, guarded{a: a})
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// renamedOutput is the query of a view that PostgreSQL shows with another name for a column of the result.
func renamedOutput(query string, column int, to string) (string, bool) {
	kept, ok := providers.ParseShownQuery(query)
	if !ok {
		return query, query != ""
	}
	full, ok := qualify.RenamedOutput(kept.Full, column, to, printed.Quote(to))
	if !ok {
		return "", false
	}
	kept.Full = full
	if kept.Pretty, ok = qualify.RenamedOutput(kept.Pretty, column, to, printed.Quote(to)); !ok {
		return "", false
	}
	return kept.PutInto(query), true
}

// renamedColumns is the columns of a view with the new name of one, and of the companion that goes with the column.
func renamedColumns(columns []string, a definition.Alteration) []string {
	list := slices.Clone(columns)
	for i, name := range list {
		switch {
		case strings.EqualFold(name, a.Column):
			list[i] = a.To
		case strings.EqualFold(name, providers.ScaleColumn(a.Column)):
			list[i] = providers.ScaleColumn(a.To)
		}
	}
	return list
}

// remakeRenamed makes a view again with another name for a column.
func (c *Conn) remakeRenamed(of *object.Object, a definition.Alteration, columns []string, query string) error {
	steps, err := c.commentsOfView(*of)
	if err != nil {
		return err
	}
	list := " (" + strings.Join(native.Idents(renamedColumns(columns, a)), ", ") + ")"
	return c.remakeView(remadeView{Object: *of, list: list, query: query, steps: steps})
}

// renameStoredColumn renames a column of the table of a materialized view, which keeps the new query.
func (c *Conn) renameStoredColumn(ctx context.Context, s providers.Statement, of *object.Object, query string) error {
	if err := c.remakeMatview(remadeView{Object: *of, query: query}); err != nil {
		return err
	}
	rows, err := c.runMeant(ctx, s, providers.Args{})
	if err != nil {
		return err
	}
	_, err = readAll(rows, "the rows of a step")
	return err
}

// ownNames lists the names that the columns of a view have in the query of the view: DuckDB keeps comments by these.
func (c *Conn) ownNames(v object.Object) (names []string) {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	if lib.Prepare(c.conn, c.queryOfView(v), &stmt) == lib.StateError {
		return nil
	}
	for i := range lib.PreparedStatementColumnCount(stmt) {
		names = append(names, lib.PreparedStatementColumnName(stmt, i))
	}
	return names
}

// commentColumn notes that columns have comments, and runs COMMENT ON COLUMN of a view whose columns have other names than in the query. It
// reports whether it has run the statement.
func (c *Conn) commentColumn(s providers.Statement) (providers.Rows, bool, error) {
	c.provider.commented.Store(someCommented)
	written, rest := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[3:])
	parts := definition.SplitName(written)
	if len(parts) < 2 {
		return nil, false, nil
	}
	column := parts[len(parts)-1]
	o, err := c.lookUpObject("VIEW", strings.Join(native.Idents(parts[:len(parts)-1]), "."))
	if err != nil || o == nil || o.Kind != "VIEW" {
		return nil, false, err
	}
	columns, err := c.columnsOf(*o)
	own := c.ownNames(*o)
	if err != nil || len(own) != len(columns) || slices.Equal(own, firstOf(columns)) {
		return nil, false, err
	}
	at := slices.IndexFunc(columns, func(row []string) bool { return strings.EqualFold(row[0], column) })
	switch {
	case c.mayNotWrite():
		return nil, true, errReadOnly("COMMENT")
	case at < 0:
		return nil, true, sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", column, o.Name)
	case slices.ContainsFunc(own[:at], func(name string) bool { return strings.EqualFold(name, own[at]) }):
		return nil, true, sqlstate.New(sqlstate.FeatureNotSupported, "a comment on a column that a view has a second time is not supported")
	}
	comment, err := c.commentText(s.SQL, rest)
	if err != nil {
		return nil, true, err
	}
	told := "NULL"
	if comment != "" {
		told = native.Text(comment)
	}
	err = c.inOne(func() error {
		c.changesCatalog()
		return c.runSteps([]string{"COMMENT ON COLUMN " + o.Path() + "." + native.Ident(own[at]) + " IS " + told})
	})
	return &table{tag: "COMMENT"}, true, err
}
