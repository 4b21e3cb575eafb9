package guide

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/descriptions"
	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/discovery/wiki"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How many bytes are kept in memory of the index, as documents: about a hundred thousand tables; and of
// sampled values: about half a million columns.
const (
	keptDocuments = 128 << 20
	keptValues    = 128 << 20
)

// Options are what a Guide is made of.
type Options struct {
	Store  *discovery.Store     // opened with a find.Indexer; nil: there are no snapshots
	Wiki   *wiki.Folder         // nil: there is no wiki
	Keeper *descriptions.Keeper // nil: nobody has written descriptions
	Logger hclog.Logger         // nil: mistakes in files are not logged
}

// Guide is safe for concurrent use.
type Guide struct {
	store  *discovery.Store
	live   *find.Live            // nil where store is
	values *discovery.Dictionary // the same
	wiki   *wiki.Folder
	keeper *descriptions.Keeper
	log    hclog.Logger

	mu    sync.Mutex
	pages *find.Pages // of the wiki's revision
	of    uint64
	told  []discovery.Problem // what was logged last
}

// New makes a Guide.
func New(o Options) *Guide {
	g := &Guide{store: o.Store, wiki: o.Wiki, keeper: o.Keeper, log: o.Logger}
	if o.Store != nil {
		g.live, g.values = find.NewLive(o.Store, keptDocuments), discovery.NewDictionary(o.Store, keptValues)
	}
	if g.log == nil {
		g.log = hclog.NewNullLogger()
	}
	return g
}

// HasTables reports whether there is a store of snapshots to answer from.
func (g *Guide) HasTables() bool { return g != nil && g.store != nil }

// Ingested reports whether any connection was ingested.
func (g *Guide) Ingested(ctx context.Context) bool {
	if !g.HasTables() {
		return false
	}
	list, err := g.store.Connections(ctx)
	return err == nil && len(list) > 0
}

// HasWiki reports whether there is a wiki.
func (g *Guide) HasWiki() bool { return g != nil && g.wiki != nil }

// View says what a principal may see.
type View struct {
	Connections []string // there are no others
	// Sees says whether a table (column is "") or a column may be seen; nil: all may.
	Sees func(connection string, table discovery.TableRef, column string) bool
}

func (v View) sees(connection string, table discovery.TableRef, column string) bool {
	return slices.Contains(v.Connections, connection) && (v.Sees == nil || v.Sees(connection, table, column))
}

// among returns the connections that a question is about. 3D000: there is no connection of the name that the
// question gives.
func (v View) among(connection string) ([]string, error) {
	switch {
	case connection == "":
		return v.Connections, nil
	case slices.Contains(v.Connections, connection):
		return []string{connection}, nil
	}
	return nil, sqlstate.New(sqlstate.InvalidCatalogName, "there is no connection %q", connection)
}

// refresh takes in what people have written since the last question.
func (g *Guide) refresh(ctx context.Context) error {
	if g.keeper == nil {
		return nil
	}
	problems, err := g.keeper.Apply(ctx)
	if err == nil {
		g.tell(problems)
	}
	return err
}

// Problems are the mistakes in what people have written.
func (g *Guide) Problems(ctx context.Context) (all []discovery.Problem, err error) {
	if g.keeper != nil {
		if all, err = g.keeper.Apply(ctx); err != nil {
			return nil, err
		}
	}
	if g.wiki != nil {
		_, odd, _, err := g.wiki.Pages(ctx)
		if err != nil {
			return nil, err
		}
		all = append(slices.Clone(all), odd...)
	}
	return all, nil
}

// tell logs the mistakes, once for as long as they are the same.
func (g *Guide) tell(problems []discovery.Problem) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if slices.Equal(problems, g.told) {
		return
	}
	g.told = problems
	for _, p := range problems {
		g.log.Warn("a description cannot be used", "file", p.File, "line", p.Line, "problem", p.Text)
	}
}

// Snapshot says what an answer rests on.
type Snapshot struct {
	SyncID      string  `json:"syncId"`
	ExtractedAt string  `json:"extractedAt"` // RFC 3339, UTC
	ScanRunID   *string `json:"scanRunId"`
}

func snapshotOf(c discovery.Current) Snapshot {
	return Snapshot{SyncID: c.SyncID, ExtractedAt: c.ExtractedAt.UTC().Format(time.RFC3339)}
}

// Connection says what is known of a connection.
type Connection struct {
	ID       string
	Snapshot *Snapshot // nil: it was never ingested
	Tables   int
	Profiled int // columns
}

// Connections tells of each connection of the view what is known of it.
func (g *Guide) Connections(ctx context.Context, v View) ([]Connection, error) {
	if err := g.refresh(ctx); err != nil {
		return nil, err
	}
	out := make([]Connection, len(v.Connections))
	for i, name := range v.Connections {
		out[i].ID = name
		if g.store == nil {
			continue
		}
		current, err := g.store.Current(ctx, name)
		if sqlstate.CodeOf(err) == sqlstate.ObjectNotInState {
			continue
		}
		if err != nil {
			return nil, err
		}
		snapshot := snapshotOf(current)
		out[i].Snapshot, out[i].Tables, out[i].Profiled = &snapshot, current.Tables, current.ProfiledColumns
	}
	return out, nil
}
