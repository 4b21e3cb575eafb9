package duckdb

import (
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// run executes a statement of this package and discards its result. The error is a rawError.
func run(conn lib.Connection, sql string) error {
	var res lib.Result
	defer lib.DestroyResult(&res)
	if lib.Query(conn, sql, &res) == lib.StateError {
		return rawError(lib.ResultError(&res))
	}
	return nil
}

// collect executes a query of this package whose columns are all VARCHAR, and returns its rows;
// NULL is "".
func collect(conn lib.Connection, sql string) ([][]string, error) {
	var res lib.Result
	defer lib.DestroyResult(&res)
	if lib.Query(conn, sql, &res) == lib.StateError {
		return nil, rawError(lib.ResultError(&res))
	}
	columns := int(lib.ColumnCount(&res))
	var rows [][]string
	for {
		chunk := lib.FetchChunk(res)
		if chunk.Ptr == nil {
			break
		}
		rows = appendRows(rows, chunk, columns)
		lib.DestroyDataChunk(&chunk)
	}
	if text := lib.ResultError(&res); text != "" {
		return nil, rawError(text)
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

// quoteIdent quotes a name as an SQL identifier; quoteText quotes a text as a literal.
func quoteIdent(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
