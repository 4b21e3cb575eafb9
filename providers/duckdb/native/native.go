// Package native runs statements of the server's own on a connection of DuckDB: Run discards the result, Collect returns
// texts. What goes wrong is an [Error], in DuckDB's words, with paths of this machine: package fault makes of it what
// clients may read. Ident, Idents, Path and Text quote what such statements are made of.
package native

import (
	"regexp"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// Error is an error in DuckDB's own words. Only the log may see it; package fault makes the public one.
type Error string

func (e Error) Error() string { return string(e) }

// execute runs a statement, whose memory is held to the process's bound.
func execute(conn lib.Connection, sql string, res *lib.Result) (state lib.State) {
	memory.OfHelper().Call(func() { state = lib.Query(conn, sql, res) })
	return state
}

// Run executes a statement of our own and discards its result. The error is an Error.
func Run(conn lib.Connection, sql string) error {
	var res lib.Result
	defer lib.DestroyResult(&res)
	if execute(conn, sql, &res) == lib.StateError {
		return Error(lib.ResultError(&res))
	}
	return nil
}

// Change executes a change of our own, and returns how many rows it has changed.
func Change(conn lib.Connection, sql string) (int64, error) {
	var res lib.Result
	defer lib.DestroyResult(&res)
	if execute(conn, sql, &res) == lib.StateError {
		return 0, Error(lib.ResultError(&res))
	}
	return int64(lib.RowsChanged(&res)), nil //nolint:gosec // rows are fewer
}

// Collect executes a query of our own whose columns are all VARCHAR, and returns its rows;
// NULL is "". A statement without rows may be any.
func Collect(conn lib.Connection, sql string) ([][]string, error) {
	var res lib.Result
	defer lib.DestroyResult(&res)
	if execute(conn, sql, &res) == lib.StateError {
		return nil, Error(lib.ResultError(&res))
	}
	return collectRows(&res)
}

// CollectPrepared is Collect for a query that is prepared.
func CollectPrepared(stmt lib.PreparedStatement) ([][]string, error) {
	var res lib.Result
	defer lib.DestroyResult(&res)
	state := lib.StateError
	memory.OfHelper().Call(func() { state = lib.ExecutePrepared(stmt, &res) })
	if state == lib.StateError {
		return nil, Error(lib.ResultError(&res))
	}
	return collectRows(&res)
}

// collectRows reads the rows of a result.
func collectRows(res *lib.Result) ([][]string, error) {
	columns := int(lib.ColumnCount(res))
	texts := true
	for i := range columns {
		texts = texts && lib.ColumnType(res, lib.IdxT(i)) == lib.TypeVarchar
	}
	var rows [][]string
	for {
		chunk := lib.FetchChunk(*res)
		if chunk.Ptr == nil {
			break
		}
		if texts {
			rows = appendRows(rows, chunk, columns)
		}
		size := lib.DataChunkGetSize(chunk)
		if lib.DestroyDataChunk(&chunk); size > 0 && !texts { // the values of other types would be read as addresses
			return nil, Error("a column of a collected result is no VARCHAR")
		}
	}
	if text := lib.ResultError(res); text != "" {
		return nil, Error(text)
	}
	return rows, nil
}

func appendRows(rows [][]string, chunk lib.DataChunk, columns int) [][]string {
	size, first := int(lib.DataChunkGetSize(chunk)), len(rows)
	text := vector.TypeNamed("VARCHAR")
	for range size {
		rows = append(rows, make([]string, columns))
	}
	for c := range columns {
		from := lib.DataChunkGetVector(chunk, lib.IdxT(c))
		var v vector.Reader
		v.Load(from, text)
		for r := range size {
			if !v.Null(r) {
				rows[first+r][c] = string(v.Bytes(r))
			}
		}
	}
	return rows
}

// Columns returns the quoted columns of a table, in order.
func Columns(conn lib.Connection, table string) ([]string, error) {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	if lib.Prepare(conn, "SELECT * FROM "+table, &stmt) == lib.StateError {
		return nil, Error(lib.PrepareError(stmt))
	}
	names := make([]string, lib.PreparedStatementColumnCount(stmt))
	for i := range names {
		names[i] = Ident(lib.PreparedStatementColumnName(stmt, lib.IdxT(i)))
	}
	return names, nil
}

// Ident quotes a name as an SQL identifier.
func Ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// plainName matches a name that needs no quotes.
var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// ShownIdent is a name as messages show it: quoted if it needs that.
func ShownIdent(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return Ident(name)
}

// Idents quotes names as SQL identifiers.
func Idents(names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = Ident(name)
	}
	return quoted
}

// Path quotes the parts of a name, such as a database, a schema and a table, with dots between.
func Path(parts ...string) string { return strings.Join(Idents(parts), ".") }

// Text quotes a text as a literal.
func Text(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
