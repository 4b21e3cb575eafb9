package duckdb

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// The first statement over the Postgres catalog attaches it and fills the tables that the statement reads, which takes a
// quarter of a second of a processor. If Options say so, a goroutine does that before the first such statement, once
// a client has connected and runs nothing: a source that nobody uses, or that is only read by statements over several
// sources, costs nothing, and a statement that runs has the processor.

const (
	// prepareAfter is how long names have not changed, and no statement has begun, when the catalog is prepared: a command that
	// reads a source ends sooner.
	prepareAfter = 2 * time.Second
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
		for l := (lull{version: p.version.Load(), began: p.tabled.asked.Load()}); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if l.isDue(p.version.Load(), p.tabled.asked.Load()) {
				p.prepareCatalog(ctx)
			}
		}
	})
}

// lull is what the last tick saw: the version of names, the number of statements that had begun, and the version for which the
// catalog was last due.
type lull struct{ version, began, prepared uint64 }

// isDue reports whether the catalog is to be prepared: nothing has happened since the last tick, and names have changed since
// the catalog was last due.
func (l *lull) isDue(version, began uint64) bool {
	rests := version == l.version && began == l.began
	l.version, l.began = version, began
	if !rests || version == l.prepared {
		return false
	}
	l.prepared = version
	return true
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

// prepareCatalog fills the tables of common relations, one after the other, until ctx ends: neither who closes the source nor
// a statement that needs one of them waits for all. A table that cannot be filled now is filled when a statement names it.
func (p *Provider) prepareCatalog(ctx context.Context) {
	for _, o := range commonObjects() {
		if ctx.Err() != nil {
			return
		}
		p.prepareObject(o)
	}
}

// prepareObject makes an object of the catalog, and what it needs.
func (p *Provider) prepareObject(o *pgcatalog.Object) {
	t := &p.tabled
	t.mu.Lock()
	defer t.mu.Unlock()
	now, stands := p.currentMoment()
	if stale := staleObjects(t.made, withNeeds([]*pgcatalog.Object{o}), now); stands && len(stale) > 0 {
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
