package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// findTable finds a table of the source by its name in a statement.
func (c *Conn) findTable(written string) (schema, name string, err error) {
	found, err := c.lookUpTable(written)
	if err != nil || found == nil || found[0] == "temp" {
		return "", "", err
	}
	return found[1], found[2], nil
}

// fullName returns the quoted name of a table with its database and schema, or "" if it is not found.
func (c *Conn) fullName(written string) (string, error) {
	found, err := c.lookUpTable(written)
	return native.Path(found...), err
}

// lookUpTable finds a table by its name in a statement: its database, which may be temp, its schema, and its name.
func (c *Conn) lookUpTable(written string) (found []string, err error) {
	parts := definition.SplitName(written)
	if len(parts) == 0 || len(parts) > 3 {
		return nil, nil
	}
	rows, err := c.collectText(`SELECT database_name, schema_name, table_name FROM duckdb_tables() WHERE lower(table_name) = lower(` + native.Text(parts[len(parts)-1]) +
		`) AND database_name IN ('temp', ` + native.Text(c.provider.options.Name) + `)`)
	if err != nil {
		return nil, err
	}
	schemas := c.schemas
	if len(parts) > 1 {
		schemas = parts[len(parts)-2 : len(parts)-1]
	} else {
		for _, row := range rows {
			if row[0] == "temp" {
				return row, nil
			}
		}
	}
	for _, s := range schemas {
		for _, row := range rows {
			if strings.EqualFold(row[1], s) && row[0] != "temp" {
				return row, nil
			}
		}
	}
	return nil, nil
}
