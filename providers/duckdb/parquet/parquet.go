// Package parquet makes Parquet of the results that agents export: [Write], in a DuckDB of its own that reaches one folder.
package parquet

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Column is a column of a CSV file that becomes Parquet. Its values are in
// PostgreSQL's text form.
type Column struct {
	Name         string
	OID          uint32 // of PostgreSQL's type
	Whole, Scale int    // of a numeric, the most digits before and behind the point; 0, 0: it is kept as text
}

// Write makes Parquet of a CSV file, whose first line has the names: NULL is
// nothing, the empty text "". A DuckDB of its own does so, which reads and writes in
// the folder of the two files alone. 22000 and others: a value is not of its type.
func Write(ctx context.Context, columns []Column, csv, parquet string) error {
	var db lib.Database
	var config lib.Config
	defer lib.DestroyConfig(&config)
	if lib.CreateConfig(&config) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "DuckDB has no configuration")
	}
	var message string
	if lib.OpenExt(":memory:", &db, config, &message) == lib.StateError {
		return sqlstate.Wrap(native.Error(message), sqlstate.InternalError, "cannot start DuckDB")
	}
	defer lib.Close(&db)
	var conn lib.Connection
	if lib.Connect(db, &conn) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "DuckDB gives no connection")
	}
	defer lib.Disconnect(&conn)
	interrupted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { defer close(interrupted); lib.Interrupt(conn) })
	defer func() { // before the connection is freed
		if !stop() {
			<-interrupted
		}
	}()
	folder := filepath.Dir(csv)
	for _, sql := range []string{
		"SET threads = 1", "SET memory_limit = '512MB'", "SET TimeZone = 'UTC'", "SET temp_directory = " + native.Text(folder),
		"SET autoinstall_known_extensions = false", "SET autoload_known_extensions = false",
		"SET allowed_directories = [" + native.Text(folder+string(filepath.Separator)) + "]",
		"SET enable_external_access = false", "SET lock_configuration = true",
		copySQL(columns, csv, parquet),
	} {
		if err := native.Run(conn, sql); err != nil {
			if ctx.Err() != nil {
				return sqlstate.From(ctx.Err())
			}
			return sqlstate.Wrap(err, sqlstate.DataException, "the result cannot be written as Parquet").
				WithHint("A value is not one that its type in Parquet takes, such as infinity for a date: export CSV, or cast the column to text.")
		}
	}
	return nil
}

func copySQL(columns []Column, csv, parquet string) string {
	read, cast := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		name := native.Ident(fmt.Sprintf("c%d", i))
		read[i] = native.Text(fmt.Sprintf("c%d", i)) + ": 'VARCHAR'"
		cast[i] = parquetValue(c, name) + " AS " + native.Ident(c.Name)
	}
	return "COPY (SELECT " + strings.Join(cast, ", ") + " FROM read_csv(" + native.Text(csv) + ", header = true, auto_detect = false, delim = ',', quote = '\"', escape = '\"'," +
		" nullstr = '', allow_quoted_nulls = false, max_line_size = 16777216, buffer_size = 33554432, columns = {" + strings.Join(read, ", ") + "})) TO " + native.Text(parquet) + " (FORMAT parquet)"
}

// parquetTypes are DuckDB's types for PostgreSQL's, by their OIDs. All others stay text.
var parquetTypes = map[uint32]string{
	16: "BOOLEAN", 20: "BIGINT", 21: "SMALLINT", 23: "INTEGER", 26: "BIGINT", 700: "FLOAT", 701: "DOUBLE",
	1082: "DATE", 1083: "TIME", 1114: "TIMESTAMP", 1184: "TIMESTAMPTZ", 2950: "UUID",
}

const (
	numericOID = 1700
	byteaOID   = 17
	mostDigits = 38
)

func parquetValue(c Column, name string) string {
	switch {
	case c.OID == byteaOID:
		return "unhex(substr(" + name + ", 3))"
	case c.OID == numericOID && c.Whole+c.Scale > 0 && c.Whole+c.Scale <= mostDigits:
		return fmt.Sprintf("CAST(%s AS DECIMAL(%d, %d))", name, c.Whole+c.Scale, c.Scale)
	case parquetTypes[c.OID] != "":
		return "CAST(" + name + " AS " + parquetTypes[c.OID] + ")"
	}
	return name
}
