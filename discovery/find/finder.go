package find

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Finder has what is searched. Its parts are immutable, so it may be searched by many goroutines.
type Finder struct {
	Pages  *Pages    // nil: there is no wiki
	Tables []*Tables // the current index of each connection
}

// lane is what one of the searches of a request found, best first.
type lane []Ref

// Search returns what answers the request, best first, or an error with 22023 for a request that
// cannot be answered.
func (f Finder) Search(ctx context.Context, r Request) ([]Ref, error) {
	r, err := r.withDefaults()
	if err != nil {
		return nil, err
	}
	var pages, raw lane
	var wait sync.WaitGroup
	if f.Pages != nil && r.wants(KindWiki) {
		wait.Go(func() { pages = f.Pages.search(r) })
	}
	if r.wants(KindTable, KindColumn) {
		wait.Go(func() { raw = searchTables(ctx, f.Tables, r) })
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return fuse(r.Limit, pages, raw), nil
}

// fuse orders the refs of all lanes by reciprocal rank.
func fuse(limit int, lanes ...lane) []Ref {
	const k = 60
	all := []Ref{}
	for _, l := range lanes {
		for rank, ref := range l {
			ref.Score = (k + 1) / float64(k+1+rank)
			all = append(all, ref)
		}
	}
	slices.SortFunc(all, func(a, b Ref) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Connection, b.Connection))
	})
	return all[:min(limit, len(all))]
}
