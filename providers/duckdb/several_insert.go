package duckdb

import (
	"regexp"
	"strconv"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// fewerValues matches the message that binderRules makes of DuckDB's error.
var fewerValues = regexp.MustCompile(`INSERT has ([0-9]+) expressions for the ([0-9]+) columns of `)

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// columnNames returns the quoted columns of a table, in order.
func (c *Conn) columnNames(table string) ([]string, error) { return columnsOfTable(c.conn, table) }

func columnsOfTable(conn lib.Connection, table string) ([]string, error) {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	if lib.Prepare(conn, "SELECT * FROM "+table, &stmt) == lib.StateError {
		return nil, native.Error(lib.PrepareError(stmt))
	}
	names := make([]string, lib.PreparedStatementColumnCount(stmt))
	for i := range names {
		names[i] = native.Ident(lib.PreparedStatementColumnName(stmt, lib.IdxT(i)))
	}
	return names, nil
}
