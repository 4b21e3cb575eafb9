package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refuseGrouped refuses to drop a primary key where a view groups by it: the view may read other columns of the group.
func (c *Conn) refuseGrouped(r *rebuilding, gone *tabledef.Constraint) error {
	if gone == nil || gone.Kind != "p" {
		return nil
	}
	views, err := c.viewsNaming(&object.Object{Kind: "TABLE", Database: r.target.Database, Schema: r.target.Schema, Name: r.target.Name})
	if err != nil {
		return err
	}
	for _, v := range views {
		query := c.queryOfView(v)
		if definition.NamesColumn(query, "group") && !slices.ContainsFunc(gone.Columns, func(column string) bool { return !definition.NamesColumn(query, column) }) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a primary key of a table that a view with GROUP BY reads cannot be dropped here").
				WithDetail("%s %s reads it.", strings.ToLower(v.Kind), v.Name).WithHint("Drop the view, and create it again without the key.")
		}
	}
	return nil
}
