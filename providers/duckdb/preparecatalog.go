package duckdb

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// The first statement over the Postgres catalog attaches it and fills the tables that the statement reads, which takes a
// quarter of a second of a processor. If Options say so, a goroutine does that before the first such statement, once
// somebody has connected: a source that nobody uses costs nothing.

const (
	// prepareAfter is how long names have not changed when the catalog is prepared: a command that reads a source ends sooner.
	prepareAfter = 500 * time.Millisecond
	// prepareUntil is for how long the catalog is prepared anew after names have changed: copies of files are made meanwhile.
	prepareUntil = 20 * time.Second
)

// common are the objects of the catalog that clients need when they list and describe tables.
var common = []string{
	"pg_class", "pg_namespace", "pg_attribute", "pg_type", "pg_attrdef", "pg_index", "pg_constraint", "pg_description", "pg_rewrite", "pg_sequence", "pg_enum",
	"_namespace_visible", "regtype_name", "format_type", "regclass_text", "regnamespace_text",
	"pg_get_indexdef", "pg_get_constraintdef", "pg_get_viewdef", "_viewdef_oid", "pg_get_ruledef", "obj_description", "col_description",
}

// startPreparingCatalog starts the goroutine, which stopPreparing ends, at the first call. The caller holds p.mu, and the
// provider is open.
func (p *Provider) startPreparingCatalog() {
	if !p.options.PreparesCatalog || p.tabled.stop != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), prepareUntil)
	p.tabled.stop = cancel
	p.tabled.preparing.Go(func() {
		tick := time.NewTicker(prepareAfter)
		defer tick.Stop()
		for seen, prepared := p.version.Load(), uint64(0); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if now := p.version.Load(); now != seen {
				seen = now
			} else if now != prepared {
				p.prepareCatalog()
				prepared = now
			}
		}
	})
}

// commonObjects returns the objects that the names in common mean.
func commonObjects() (list []*pgcatalog.Object) {
	for _, name := range common {
		if o := pgcatalog.Get().Tables.Find(pgcatalog.CatalogSchema + "." + name); o != nil {
			list = append(list, o)
		}
	}
	return list
}

// prepareCatalog fills the tables of common relations. A table that cannot be filled now is filled when a statement names it.
func (p *Provider) prepareCatalog() {
	t := &p.tabled
	t.mu.Lock()
	defer t.mu.Unlock()
	now, stands := p.currentMoment()
	if stale := t.staleObjects(withNeeds(commonObjects()), now); stands && len(stale) > 0 {
		p.fillObjects(stale, now)
	}
}

// stopPreparing waits for the goroutine.
func (t *tabled) stopPreparing() {
	if t.stop != nil {
		t.stop()
		t.preparing.Wait()
	}
}
