package duckdb

import (
	"context"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// temporaries are the temporary relations of the session, as they were last read.
type temporaries struct {
	possible bool // the client may have made some
	read     bool
	version  uint64 // of the catalog at the reading
	list     *providers.Temporaries
}

// Temporaries returns the temporary relations of the session. They are read again after the catalog has changed, by whomever,
// which is also so after a rollback of such a change.
func (c *Conn) Temporaries(ctx context.Context) (*providers.Temporaries, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &c.temporaries
	if !t.possible || c.tx.status == providers.Failed {
		return t.list, nil
	}
	if t.read && c.running != nil && !c.running.changing { // what others commit changes nothing here
		return t.list, nil
	}
	if c.running != nil {
		c.running.endWith(nil)
	}
	version := c.provider.version.Load()
	if t.read && t.version == version {
		return t.list, nil
	}
	if err := c.whyUnusable(ctx); err != nil {
		return nil, err
	}
	if c.tx.status == providers.InTransaction {
		c.tx.described = true // the reading chooses the moment that the transaction sees
	}
	list, err := catalog.ReadTemporaries(c.listKept)
	if err != nil {
		return nil, sqlstate.From(err)
	}
	t.list, t.read, t.version = list, true, version
	return list, nil
}

// seesTemporary reports whether the session may see something temporary. Outside of transactions, DuckDB is asked after each change of
// the catalog whether any is left: a session without any reads the tables of the catalog and the rows that are held, as others do.
func (c *Conn) seesTemporary() bool {
	version := c.provider.version.Load()
	if !c.temporary || c.tx.status != providers.Idle || c.running != nil || c.temporaryAt == version {
		return c.temporary
	}
	list, err := c.listTemporary()
	c.temporary, c.temporaryAt = err != nil || len(list) > 0, version
	return c.temporary
}

// listTemporary lists what is temporary in the session, with the kinds.
func (c *Conn) listTemporary() ([][]string, error) {
	return native.Collect(c.conn, `SELECT 'VIEW', view_name FROM duckdb_views() WHERE temporary AND NOT internal
		UNION ALL SELECT 'TABLE', table_name FROM duckdb_tables() WHERE temporary AND NOT internal
		UNION ALL SELECT 'SEQUENCE', sequence_name FROM duckdb_sequences() WHERE temporary`)
}
