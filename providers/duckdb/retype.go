package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
)

// typeInExpressions is the type of a column that gets another one, where a CHECK of its table or an expression of an index reads the column;
// "": none does.
func (c *Conn) typeInExpressions(t *tabledef.Table, a definition.Alteration) (string, error) {
	if a.Action != definition.ChangeType {
		return "", nil
	}
	reads := slices.ContainsFunc(t.Elements, func(element string) bool {
		list := definition.Tokens(element)
		return len(list) > 0 && list[0].Is("CHECK") && definition.NamesColumn(element, a.Column)
	}) || slices.ContainsFunc(t.Indexes, func(i tabledef.Index) bool {
		return i.Kept.Excludes() && hasName(i.Kept.Columns, a.Column) || definition.NamesColumn(i.Kept.Where, a.Column) || slices.ContainsFunc(i.Kept.Keys, func(k providers.KeptIndexKey) bool {
			return definition.NamesColumn(k.Expression, a.Column)
		})
	})
	if !reads {
		return "", nil
	}
	return c.duckType(t, a.Column)
}

// duckType is DuckDB's type of a column; "": there is no such column.
func (c *Conn) duckType(t *tabledef.Table, column string) (string, error) {
	rows, err := c.collectText("SELECT data_type FROM duckdb_columns() WHERE database_name = " + native.Text(t.Database) + " AND schema_name = " + native.Text(t.Schema) +
		" AND table_name = " + native.Text(t.Name) + " AND lower(column_name) = " + native.Text(strings.ToLower(column)))
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0][0], nil
}

// kindOfType tells types apart between which a comparison with a constant of the other one is another operator, or none.
func kindOfType(duck string) string {
	if strings.HasPrefix(duck, "ENUM(") {
		return duck
	}
	_, _, _, name := pgcatalog.TypeOID(duck)
	base, _, _ := strings.Cut(name, "(")
	switch base {
	case "smallint", "integer", "bigint", "numeric", "real", "double precision":
		return "number"
	case "text", "character varying", "character", "name":
		return "text"
	case "date", "timestamp without time zone", "timestamp with time zone":
		return "moment"
	}
	return base
}

// shownType is how PostgreSQL shows a type of DuckDB's.
func shownType(duck string) string {
	if _, _, _, known := pgcatalog.TypeOID(duck); known != "" {
		return known
	}
	return strings.ToLower(duck)
}
