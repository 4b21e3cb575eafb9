package duckdb

import (
	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// collectListing runs a statement of our own that lists objects of the catalog. In a transaction block the emulation
// has to be made whole before the block's own connection lists anything (see makeWhole), which takes longer than most
// blocks. While the block sees the catalog that is committed, the provider's connection answers in its place.
func (c *Conn) collectListing(sql string) ([][]string, error) {
	if c.seesCommitted() {
		if rows, ok := c.provider.collectAt(c.tx.began.version, sql); ok {
			return rows, nil
		}
	}
	return c.collectText(sql)
}

// seesCommitted reports whether an open transaction block sees exactly the objects that are committed now. A temporary
// object is seen by its own connection alone.
func (c *Conn) seesCommitted() bool {
	if c.tx.status != providers.InTransaction || c.tx.catalog || !c.tx.stands || c.temporary || c.provider.emulation.all.Load() {
		return false
	}
	c.takeSnapshot()
	now, stands := c.provider.now()
	return stands && now.version == c.tx.began.version
}

// collectAt runs a statement on the provider's connection. It reports whether the catalog had that version all the time.
func (p *Provider) collectAt(version uint64, sql string) ([][]string, bool) {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	if p.admin.Ptr == nil {
		return nil, false
	}
	rows, err := native.Collect(p.admin, sql)
	now, stands := p.now()
	return rows, err == nil && stands && now.version == version
}

// takeSnapshot has the open transaction see the source's database as it is now. DuckDB takes the snapshot of a database
// when a transaction first looks there: this looks for one table, and lists nothing.
func (c *Conn) takeSnapshot() {
	if c.tx.pinned {
		return
	}
	var none lib.TableDescription
	lib.TableDescriptionCreateExt(c.conn, c.provider.options.Name, defaultSchema, "pg__none", &none)
	lib.TableDescriptionDestroy(&none)
	c.tx.pinned = true
}
