package guide

import (
	"context"

	"github.com/sallyportdb/sallyport/discovery"
)

// Known is what the snapshot of a connection has of a table, and people have written of it, as
// the view sees it. ok is false where there is nothing: the answer of the source itself counts then.
func (g *Guide) Known(ctx context.Context, v View, connection string, ref discovery.TableRef) (e Entity, ok bool) {
	if !g.HasTables() || !v.sees(connection, ref, "") || g.refresh(ctx) != nil {
		return e, false
	}
	current, err := g.store.Current(ctx, connection)
	if err != nil {
		return e, false
	}
	refs, err := g.exact(ctx, connection, ref)
	if err != nil || len(refs) != 1 {
		return e, false
	}
	t, err := g.store.Table(ctx, connection, refs[0])
	if err != nil {
		return e, false
	}
	return entityOf(v, current, t, nil), true
}
