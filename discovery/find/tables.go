package find

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// Tables is the index of a snapshot: its tables and columns, and the words that find them.
type Tables struct {
	snapshot discovery.Snapshot
}

// Build makes the index of a snapshot.
func Build(s discovery.Snapshot) *Tables {
	return &Tables{snapshot: s}
}

// searchTables ranks the tables and columns of all indexes that the request is about.
func searchTables(ctx context.Context, indexes []*Tables, r Request) lane {
	var found lane
	for _, t := range indexes {
		if ctx.Err() != nil {
			return nil
		}
		if r.Connection == "" || r.Connection == t.snapshot.Connection {
			found = append(found, t.search(r)...)
		}
	}
	return found
}

// search finds the tables whose names the query has in it.
func (t *Tables) search(r Request) lane {
	var found lane
	for _, table := range t.snapshot.Tables {
		if r.Visible(t.snapshot.Connection, table.Ref, "") && strings.Contains(r.Query, table.Ref.Name) {
			found = append(found, Ref{Kind: KindTable, ID: t.snapshot.Connection + ": " + table.Ref.Name, Connection: t.snapshot.Connection, Table: &table.Ref, MatchedOn: OnName})
		}
	}
	return found
}
