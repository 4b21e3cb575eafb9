package duckdb

import (
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// isDiscard reports a DISCARD. Pools send it when a client returns a connection.
func isDiscard(s providers.Statement) bool { return strings.HasPrefix(verb(s), "DISCARD") }

// runDiscard runs DISCARD. ALL resets the session's settings and drops its temporary tables, TEMP
// drops the tables. SEQUENCES what the session has drawn. PLANS have nothing to discard here.
func (c *Conn) runDiscard(s providers.Statement) (providers.Rows, error) {
	words := append(lexical.Scan(s.SQL).Words, "", "")
	switch words[1] {
	case "ALL":
		if c.tx.status != providers.Idle {
			c.tx.markFailed()
			return nil, sqlstate.New(sqlstate.ActiveTransaction, "DISCARD ALL cannot run inside a transaction block")
		}
		if err := c.resetAll(); err != nil {
			return nil, err
		}
		if err := c.dropTemporary(); err != nil {
			return nil, err
		}
		c.provider.bySession.Draws.Forget(c.conn, "")
	case "SEQUENCES":
		c.provider.bySession.Draws.Forget(c.conn, "")
	case "TEMP", "TEMPORARY":
		if err := c.dropTemporary(); err != nil {
			return nil, err
		}
	}
	return &table{tag: "DISCARD " + strings.TrimSuffix(words[1], "ORARY")}, nil
}

// resetAll resets all settings to their values at the start of the session.
func (c *Conn) resetAll() error {
	for _, name := range slices.Sorted(maps.Keys(c.settings.Values)) {
		c.settings.Change(name, "", false, true)
	}
	return c.applySettings()
}

// dropTemporary drops the session's temporary views, tables, and sequences, which defaults of the tables may use.
func (c *Conn) dropTemporary() error {
	list, err := c.listTemporary()
	for _, row := range list {
		if err == nil {
			err = native.Run(c.conn, "DROP "+row[0]+` IF EXISTS temp."`+strings.ReplaceAll(row[1], `"`, `""`)+`"`)
		}
	}
	if err != nil {
		return c.provider.translateError(err, "", nil)
	}
	c.dropAllPrepared()
	c.temporaries.read, c.onCommit = false, nil
	if c.tx.status == providers.Idle {
		c.temporary = false
	} else {
		c.tx.catalog = ofAll // a rollback makes them again
	}
	return nil
}
