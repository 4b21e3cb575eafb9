package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// seenTable is a table that others may not see: a temporary one, or one of a transaction that has changed definitions.
type seenTable struct {
	found []string        // its database, schema and name
	table *tabledef.Table // nil: it was not found
}

// seenTables are those whose rows statements have changed, by their names in the statements and the search path.
type seenTables struct {
	version uint64 // of the catalog
	tables  map[[2]string]seenTable
}

// readOwnTable reads the definition of the table whose rows a statement changes, where others may not see the table. After an error the
// transaction shows nothing any more, and the error names constraints of the table.
func (c *Conn) readOwnTable(sql string) {
	if c.tx.catalog&ofRest == 0 && !c.temporary {
		return
	}
	target := definition.ChangeTarget(sql)
	if target == "" {
		return
	}
	if version := c.provider.version.Load(); c.tx.seen.tables == nil || c.tx.seen.version != version {
		c.tx.seen = seenTables{version, map[[2]string]seenTable{}}
	}
	key := [2]string{target, c.path.setting}
	if _, read := c.tx.seen.tables[key]; read {
		return
	}
	var seen seenTable
	if found, err := c.lookUpTable(target); err == nil && len(found) > 0 {
		seen.found = found
		if t, err := c.readTableOf(found[0], found[1], found[2]); err == nil {
			seen.table = t
		}
	}
	c.tx.seen.tables[key] = seen
}

// nameInOwnTable does what nameBroken does for a table that others may not see. It returns false for another table.
func (c *Conn) nameInOwnTable(e *sqlstate.Error, target, expression string, tableAlone bool, s providers.Statement) bool {
	idle := c.tx.status == providers.Idle
	if idle && c.temporary && c.running == nil {
		c.readOwnTable(s.SQL)
	}
	seen := c.tx.seen.tables[[2]string{target, c.path.setting}]
	if seen.table == nil || idle && !isTemporary(seen) || tableAlone && !strings.EqualFold(seen.found[2], e.Table) {
		return false
	}
	if tableAlone {
		e.Schema = seen.found[1]
	}
	if c.nameConstraint(e, seen.table, expression, s); isTemporary(seen) && e.Schema != "" {
		e.Schema = providers.ShownTemporarySchema
	}
	return true
}

// isTemporary reports whether a table is a temporary one.
func isTemporary(seen seenTable) bool { return seen.found[0] == "temp" }
