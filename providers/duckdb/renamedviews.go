package duckdb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	shown "github.com/sallyportdb/sallyport/providers/duckdb/functions/rules"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/qualify"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Views follow what they read to its new name. DuckDB keeps their texts, in which the name stands: so they are made again of texts
// with the new one, in the transaction of the ALTER.

// remadeView is a view that is made again.
type remadeView struct {
	object.Object
	columns [][]string // name and type of each before
	query   string     // the new one; "": the view does not read the relation itself
	list    string     // the list of its columns, as of splitView
	steps   []string   // the comments
	names   string     // a text that names what the view reads
}

// followsNames reports whether an alteration gives a relation or a column another name that views follow.
func followsNames(of *object.Object, a definition.Alteration) bool {
	return (a.Action == definition.RenameTable || a.Action == definition.RenameColumn) && a.To != "" && (of.Kind == "TABLE" || of.Kind == "VIEW" || of.Kind == matview)
}

// readRemade reads the views that are to follow a relation to its new name, in the order in which they were made.
func (c *Conn) readRemade(views []object.Object, of *object.Object, a definition.Alteration) (list []remadeView, err error) {
	columns, err := c.columnsOf(*of)
	if err != nil {
		return nil, err
	}
	r := qualify.Renaming{
		Conn: c.conn, Database: of.Database, Schema: of.Schema, Name: of.Name, Column: a.Column, To: a.To, Quote: native.Ident,
		ColumnsOf: func(database, schema, name string) ([]string, error) {
			rows, err := c.columnsOf(object.Object{Database: database, Schema: schema, Name: name})
			return firstOf(rows), err
		},
		Columns: firstOf(columns),
	}
	if a.Action == definition.RenameColumn && (!hasName(r.Columns, a.Column) || hasName(r.Columns, a.To)) || a.Action == definition.RenameTable && strings.EqualFold(a.To, of.Name) {
		return nil, nil // the statement's own error tells it
	}
	rows, err := c.allViews()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		v := remadeView{Object: object.Object{Kind: row[4], Database: row[0], Schema: row[1], Name: row[2]}}
		if !slices.Contains(views, v.Object) {
			continue
		}
		if v.columns, err = c.columnsOf(v.Object); err != nil {
			return nil, err
		}
		query := row[3]
		if v.Kind != matview {
			v.list, query = splitView(row[3])
		}
		if v.query, err = renamedQuery(r, query); err == nil {
			v.query, err = renamedCompanion(r, v.query)
		}
		if err != nil {
			return nil, err
		}
		if v.Kind == "VIEW" {
			if v.steps, err = c.commentsOfView(v.Object); err != nil {
				return nil, err
			}
		}
		v.names = query
		list = append(list, v)
	}
	return inOrder(list), nil
}

// inOrder puts views after those that they name. One that was replaced may be newer than what reads it.
func inOrder(list []remadeView) (out []remadeView) {
	for len(list) > 0 {
		next := max(0, slices.IndexFunc(list, func(v remadeView) bool {
			return !slices.ContainsFunc(list, func(o remadeView) bool { return o.Object != v.Object && definition.NamesColumn(v.names, o.Name) })
		}))
		out, list = append(out, list[next]), slices.Delete(list, next, next+1)
	}
	return out
}

// firstOf is the first column of some rows.
func firstOf(rows [][]string) (list []string) {
	for _, row := range rows {
		list = append(list, row[0])
	}
	return list
}

// columnsOf lists the columns of a relation, with their types.
func (c *Conn) columnsOf(o object.Object) ([][]string, error) {
	return c.collectText(`SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name = ` +
		native.Text(o.Schema) + ` AND table_name = ` + native.Text(o.Name) + ` ORDER BY column_index`)
}

// commentsOfView lists the statements that comment a view and its columns.
func (c *Conn) commentsOfView(v object.Object) (steps []string, err error) {
	where := ` WHERE comment IS NOT NULL AND database_name = ` + native.Text(v.Database) + ` AND schema_name = ` + native.Text(v.Schema)
	rows, err := c.collectText(`SELECT 'VIEW', '', comment FROM duckdb_views()` + where + ` AND view_name = ` + native.Text(v.Name) +
		` UNION ALL SELECT 'COLUMN', column_index - 1, comment FROM duckdb_columns()` + where + ` AND table_name = ` + native.Text(v.Name))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	own := c.ownNames(v)
	for _, row := range rows {
		path := v.Path()
		if row[0] == "COLUMN" {
			at, err := strconv.Atoi(row[1])
			if err != nil || at >= len(own) {
				continue
			}
			path += "." + native.Ident(own[at])
		}
		steps = append(steps, "COMMENT ON "+row[0]+" "+path+" IS "+native.Text(row[2]))
	}
	return steps, nil
}

// renamedQuery returns the query of a view by the new name; "": it does not read the relation itself. What is kept of how PostgreSQL
// shows it follows, too.
func renamedQuery(r qualify.Renaming, query string) (string, error) {
	text, count, err := qualify.Renamed(r, query)
	if err != nil || count == 0 {
		return "", err
	}
	kept, _ := providers.ParseShownQuery(query)
	r.Quote, r.Shown = shown.Quote, true
	readSchema := r.Schema
	if r.Database == "temp" {
		r.Schema, r.Database, readSchema = "temp", "", providers.ShownTemporarySchema
	}
	follow := func(was string) string {
		if was == "" || err != nil {
			return was
		}
		var named string
		var found int
		if named, found, err = qualify.Renamed(r, was); err == nil && found != count {
			err = sqlstate.New(sqlstate.FeatureNotSupported, "to rename what a view reads that is not shown as PostgreSQL shows it is not supported")
		}
		return named
	}
	kept.Full, kept.Pretty = follow(kept.Full), follow(kept.Pretty)
	if err != nil {
		return "", err
	}
	for i := range kept.Reads.Relations {
		read := &kept.Reads.Relations[i]
		switch {
		case !strings.EqualFold(read.Name, r.Name) || !strings.EqualFold(read.Schema, readSchema):
		case r.Column == "":
			read.Name = r.To
		default:
			read.Columns = renameColumn(read.Columns, r.Column, r.To)
		}
	}
	return kept.PutInto(text), nil
}

// renamedCompanion has the query of a view read the companion of a renamed column by the companion's new name: see providers.ScaleColumn.
func renamedCompanion(r qualify.Renaming, query string) (string, error) {
	companion := providers.ScaleColumn(r.Column)
	if query == "" || r.Column == "" || !hasName(r.Columns, companion) {
		return query, nil
	}
	r.Column, r.To = companion, providers.ScaleColumn(r.To)
	query, _, err := qualify.Renamed(r, query)
	return query, err
}

// remakeViews makes views again of their new texts. What reads a view that is made again is made again after it.
func (c *Conn) remakeViews(list []remadeView) error {
	if len(list) == 0 {
		return nil
	}
	for _, v := range list {
		remake := c.remakeView
		if v.Kind == matview {
			remake = c.remakeMatview
		}
		if err := remake(v); err != nil {
			return err
		}
		now, err := c.columnsOf(v.Object)
		if err != nil {
			return err
		}
		if !slices.EqualFunc(now, v.columns, slices.Equal) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "to rename what a view reads is not supported here").WithDetail("The columns of a view that reads it would be others.") // the view may be hidden from the user
		}
	}
	c.tx.changes.Unkept = "views were made again in the transaction"
	c.changesCatalog()
	return nil
}

// splitView returns the list of columns in DuckDB's text of a view, with a blank before it, and the query. The list is "" where there is none.
func splitView(sql string) (list, query string) {
	query = definition.ViewQuery(sql)
	head := strings.TrimSpace(sql[:strings.LastIndex(sql, query)])
	d, ok := definition.Parse(head)
	if !ok || len(d.Rest) == 0 || d.Rest[0].Text != "(" {
		return "", query
	}
	end := slices.IndexFunc(d.Rest, func(t definition.Token) bool { return t.Text == ")" })
	return " " + head[d.Rest[0].At:d.Rest[end].End], query
}

// remakeView makes a view again.
func (c *Conn) remakeView(v remadeView) error {
	query := v.query
	if query == "" {
		query = c.queryOfView(v.Object)
	}
	kind := "VIEW"
	if v.Database == "temp" {
		kind = "TEMP VIEW"
	}
	return c.runSteps(append([]string{"CREATE OR REPLACE " + kind + " " + v.Path() + v.list + " AS " + query}, v.steps...))
}

// remakeMatview makes the table of a materialized view again, with its rows and another query, if it has got one.
func (c *Conn) remakeMatview(v remadeView) error {
	if v.query == "" {
		return nil
	}
	t, err := c.readTableOf(v.Database, v.Schema, v.Name)
	if err != nil || t == nil {
		return err
	}
	at, k, err := findStoredQuery(t)
	if err != nil {
		return err
	}
	k.Query = v.query
	t.Elements[at] = definition.KeptElement(k)
	again, err := c.makeAgain(t, t.Elements)
	if err != nil {
		return err
	}
	return c.runSteps(slices.Concat(again, t.MakeIndexes()))
}
