package duckdb

import (
	"regexp"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// renamesRelation is ALTER TABLE name RENAME TO.
var renamesRelation = regexp.MustCompile(`(?i)^\s*ALTER\s+TABLE(\s+(?:IF\s+EXISTS\s+)?((?:"(?:[^"]|"")+"|[^\s".]+)(?:\.(?:"(?:[^"]|"")+"|[^\s".]+))*)\s+RENAME\s+TO\b)`)

// renameView makes ALTER VIEW of an ALTER TABLE that renames a view, which Postgres takes, too. The transaction
// may have made the view, so the connection is asked.
func (c *Conn) renameView(sql string) string {
	m := renamesRelation.FindStringSubmatchIndex(sql)
	if m == nil {
		return sql
	}
	if name := sql[m[4]:m[5]]; !c.prepares("SELECT * FROM "+name) || c.prepares("SELECT rowid FROM "+name) {
		return sql // there is none, or a table, whose rows have numbers
	}
	return "ALTER VIEW" + sql[m[2]:]
}

// prepares reports whether a statement can be prepared.
func (c *Conn) prepares(sql string) bool {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	return lib.Prepare(c.conn, sql, &stmt) != lib.StateError
}
