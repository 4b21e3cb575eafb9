package providers

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Into says that a table gets the rows of a statement over several sources. The table is one of a source that has
// SQL. The statement's own SQL is the query that returns them.
type Into struct {
	Source, Service, Resource string
	Verb                      string // "INSERT", "CREATE TABLE AS"
	// SQL adds the rows, or makes a table of them, in the source's dialect. The rows are the relation Table, which SQL
	// names once, behind FROM.
	SQL   string
	Table string
	// Columns are those that the rows fill: at least as many as the rows have. nil: the rows make the table.
	Columns []TypedColumn
	Named   bool // INSERT names Columns: the rows have as many
	// File, if set, is what is made of the rows in the place of a table.
	File    *File
	Once    bool // it means something else for the rows by parts than for all together: ON CONFLICT DO UPDATE
	Returns bool // RETURNING
}

// File is a file that a COPY makes in the folder of a source.
type File struct {
	Name        string // without a path
	Format      string // "csv", "parquet" or "json"
	Header      bool   // of CSV
	Delimiter   string // of CSV; "": the format's own
	Compression string // of Parquet; "": the format's own
}

// FileMaker is a Provider with a folder in which a COPY may make files.
type FileMaker interface {
	// MakeFile opens a new file for writing. 58P02: the file exists; 42501: statements may not make files here.
	MakeFile(ctx context.Context, f File) (NewFile, error)
}

// NewFile is a connection that writes one file. Without Keep, nothing is left of the file when it is closed.
type NewFile interface {
	Streamer
	// Statement writes the rows of a table that the connection streams.
	Statement(table string) Statement
	// Keep puts the file, which is whole, in its place. 58P02: another one has come there.
	Keep() error
}

// WithRows is SQL with another relation in the place of the rows.
func (i *Into) WithRows(relation string) string {
	return strings.Replace(i.SQL, "FROM "+i.Table, "FROM "+relation+" AS "+i.Table, 1)
}

// Fills notes which columns of a relation the rows fill. 42703: there is no such column.
func (i *Into) Fills(r Relation, named []string) error {
	i.Named = named != nil
	if !i.Named {
		i.Columns = r.Typed
		return nil
	}
	for _, name := range named {
		at := slices.IndexFunc(r.Typed, func(c TypedColumn) bool { return c.Name == name })
		if at < 0 {
			at = slices.IndexFunc(r.Typed, func(c TypedColumn) bool { return strings.EqualFold(c.Name, name) })
		}
		if at < 0 {
			return sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", name, r.Name)
		}
		i.Columns = append(i.Columns, r.Typed[at])
	}
	return nil
}

// Fits refuses rows of too many or too few columns. 42601.
func (i *Into) Fits(columns []Column) error {
	switch {
	case i.Columns == nil:
		return nil
	case len(columns) > len(i.Columns):
		return sqlstate.New(sqlstate.SyntaxError, "INSERT has more expressions than target columns")
	case len(columns) < len(i.Columns) && i.Named:
		return sqlstate.New(sqlstate.SyntaxError, "INSERT has more target columns than expressions")
	}
	return nil
}

// Sample is a relation of one row in the place of the rows of a Postgres, which casts its values as the rows' are: a
// cast may run code of users.
func (i *Into) Sample() string {
	values := make([]string, max(1, len(i.Columns)))
	for n := range values {
		values[n] = "NULL::pg_catalog.text"
		if n < len(i.Columns) && i.Columns[n].Cast() != "" {
			values[n] += "::" + i.Columns[n].Cast()
		}
	}
	return "(SELECT " + strings.Join(values, ", ") + ")"
}

// Cast returns the type that a text is cast to for a column of a Postgres, or "" if the server assigns it.
func (c *TypedColumn) Cast() string {
	if PlainType(c.Type) != "" {
		return ""
	}
	return c.TypeName
}

// PlainType returns the name of a Postgres type whose values a statement over several sources can carry unchanged, or
// "" if it is another type.
func PlainType(oid uint32) string { return plainTypes[oid] }

// plainTypes are the types of Postgres whose values a statement over several sources may have as they are.
var plainTypes = map[uint32]string{
	pgtype.BoolOID: "bool", pgtype.Int2OID: "int2", pgtype.Int4OID: "int4", pgtype.Int8OID: "int8", pgtype.Float4OID: "float4", pgtype.Float8OID: "float8",
	pgtype.NumericOID: "numeric", pgtype.TextOID: "text", pgtype.VarcharOID: "text", pgtype.ByteaOID: "bytea", pgtype.UUIDOID: "uuid", pgtype.JSONOID: "json",
	pgtype.JSONBOID: "jsonb", pgtype.DateOID: "date", pgtype.TimeOID: "time", pgtype.TimetzOID: "timetz", pgtype.TimestampOID: "timestamp",
	pgtype.TimestamptzOID: "timestamptz", pgtype.IntervalOID: "interval",
}
