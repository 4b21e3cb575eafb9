package duckdb

import (
	"regexp"
	"strconv"

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
func (c *Conn) columnNames(table string) ([]string, error) { return native.Columns(c.conn, table) }
