package duckdb

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Postgres refuses some forms of ALTER COLUMN that DuckDB runs: a type without a cast by assignment, a default that is no
// value of the type, a column of the primary key that may be NULL.

// checkColumns returns the error of an ALTER TABLE whose table exists. views lists the views that name the table.
func (c *Conn) checkColumns(s providers.Statement, of *object.Object, views listViews) error {
	retyped := map[string]bool{} // columns that a part before gives another type: their defaults are looked at when they run
	for _, sql := range slices.Concat(s.Before, []string{s.SQL}, s.After) {
		list := definition.Tokens(sql)
		at := slices.IndexFunc(list[min(3, len(list)):], func(t definition.Token) bool { return t.Is("ALTER") }) + min(3, len(list))
		if at < 3 || len(list) < at+4 || !list[0].Is("ALTER") || !list[1].Is("TABLE") {
			continue
		}
		list = list[at+1:]
		if list[0].Is("COLUMN") {
			list = list[1:]
		}
		column := list[0].Name()
		if retyped[column] {
			continue
		}
		if err := c.checkColumn(sql, of, column, list[1:], views); err != nil {
			return err
		}
		retyped[column] = list[1].Is("TYPE") || list[1].Is("SET") && len(list) > 2 && list[2].Is("DATA")
	}
	return nil
}

// checkColumn returns the error of what ALTER COLUMN does to a column.
func (c *Conn) checkColumn(sql string, of *object.Object, column string, action []definition.Token, views listViews) error {
	is := func(words ...string) bool {
		return len(action) >= len(words) && !slices.ContainsFunc(words, func(w string) bool { return !action[slices.Index(words, w)].Is(w) })
	}
	behind := func(n int) string { return strings.TrimRight(sql[action[n].At:], "; \n") }
	switch {
	case is("DROP", "NOT", "NULL"):
		return c.checkNullable(of, column)
	case is("SET", "DEFAULT") && len(action) > 2:
		return c.checkDefault(of, column, behind(2))
	case is("SET", "DATA", "TYPE") && len(action) > 3:
		return c.checkType(of, column, action[3:], behind(3), views)
	case is("TYPE") && len(action) > 1:
		return c.checkType(of, column, action[1:], behind(1), views)
	}
	return nil
}

// typeOfColumn returns DuckDB's type of a column, or "" if there is no such column.
func (c *Conn) typeOfColumn(of *object.Object, column string) (string, error) {
	rows, err := c.collectText(`SELECT data_type FROM duckdb_columns() WHERE database_name = ` + native.Text(of.Database) + ` AND schema_name = ` +
		native.Text(of.Schema) + ` AND table_name = ` + native.Text(of.Name) + ` AND column_name = ` + native.Text(column))
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0][0], nil
}

// checkNullable refuses a column of the primary key.
func (c *Conn) checkNullable(of *object.Object, column string) error {
	rows, err := c.collectText(`SELECT '' FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND database_name = ` + native.Text(of.Database) +
		` AND schema_name = ` + native.Text(of.Schema) + ` AND table_name = ` + native.Text(of.Name) + ` AND list_contains(constraint_column_names, ` + native.Text(column) + `)`)
	if err == nil && len(rows) > 0 {
		err = sqlstate.New(sqlstate.InvalidTableDefinition, "column %q is in a primary key", column)
	}
	return err
}

// checkDefault refuses a constant that is no value of the column's type.
func (c *Conn) checkDefault(of *object.Object, column, value string) error {
	if !strings.HasPrefix(value, "'") || len(definition.Tokens(value)) != 1 {
		return nil
	}
	kind, err := c.typeOfColumn(of, column)
	if err != nil || kind == "" {
		return err
	}
	if _, err = c.collectText("SELECT CAST(CAST(" + value + " AS " + kind + ") AS VARCHAR)"); err != nil {
		return sqlstate.Unplaced(err) // the text is not the client's
	}
	return nil
}

// checkType refuses a type to which values of the column have no cast by assignment, and any for a column that views read.
func (c *Conn) checkType(of *object.Object, column string, action []definition.Token, kind string, views listViews) error {
	if err := c.checkAssignable(of, column, action, kind); err != nil {
		return err
	}
	return c.refuseRetyped(of, column, views)
}

// checkAssignable refuses a type to which values of the column have no cast by assignment.
func (c *Conn) checkAssignable(of *object.Object, column string, action []definition.Token, kind string) error {
	if slices.ContainsFunc(action, func(t definition.Token) bool { return t.Is("USING") }) {
		return nil
	}
	from, err := c.typeOfColumn(of, column)
	if err != nil || from == "" {
		return err
	}
	rows, err := c.collectText("SELECT typeof(CAST(NULL AS " + kind + "))")
	if err != nil {
		return nil //nolint:nilerr // the statement says it itself
	}
	old, _, _, _ := pgcatalog.TypeOID(from)
	now, _, _, name := pgcatalog.TypeOID(rows[0][0])
	if isAssignable(old, now) {
		return nil
	}
	return sqlstate.New("42804", "column %q cannot be cast automatically to type %s", column, name).
		WithHint(`You might need to specify "USING %s::%s".`, native.Ident(column), name)
}

// The families of types within which values are assigned.
var (
	textTypes   = []uint32{pgtype.TextOID, pgtype.VarcharOID, pgtype.BPCharOID, pgtype.NameOID}
	numberTypes = []uint32{pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.NumericOID, pgtype.Float4OID, pgtype.Float8OID}
	otherTypes  = []uint32{
		pgtype.BoolOID, pgtype.DateOID, pgtype.TimestampOID, pgtype.TimestamptzOID, pgtype.TimeOID, pgtype.TimetzOID, pgtype.IntervalOID,
		pgtype.UUIDOID, pgtype.ByteaOID, pgtype.JSONOID, pgtype.JSONBOID, pgtype.PointOID, pgtype.TSVectorOID, pgtype.JSONPathOID,
	}
	timeCasts = map[uint32][]uint32{
		pgtype.DateOID:        {pgtype.TimestampOID, pgtype.TimestamptzOID},
		pgtype.TimestampOID:   {pgtype.DateOID, pgtype.TimestamptzOID, pgtype.TimeOID},
		pgtype.TimestamptzOID: {pgtype.DateOID, pgtype.TimestampOID, pgtype.TimeOID, pgtype.TimetzOID},
		pgtype.TimeOID:        {pgtype.TimetzOID, pgtype.IntervalOID},
		pgtype.TimetzOID:      {pgtype.TimeOID},
		pgtype.IntervalOID:    {pgtype.TimeOID},
		pgtype.JSONOID:        {pgtype.JSONBOID},
		pgtype.JSONBOID:       {pgtype.JSONOID},
	}
)

// isAssignable reports whether values of a type are assigned to another type. It is true for types that are not known here.
func isAssignable(from, to uint32) bool {
	known := func(of uint32) bool {
		return slices.Contains(textTypes, of) || slices.Contains(numberTypes, of) || slices.Contains(otherTypes, of)
	}
	if from == to || slices.Contains(textTypes, to) || !known(from) || !known(to) {
		return true
	}
	return slices.Contains(numberTypes, from) && slices.Contains(numberTypes, to) || slices.Contains(timeCasts[from], to)
}
