// Package snapshots opens the store of snapshots for the server and for commands: all with the same
// indexes, since each writes them.
package snapshots

import (
	"context"
	"path"
	"strings"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/discovery/ingest"
)

// Open opens the store of a configuration's state directory, which has to be there.
func Open(ctx context.Context, c config.Config) (*discovery.Store, error) {
	return discovery.Open(ctx, c.StateDir, find.Indexer{})
}

// Settings are those of a connection.
func Settings(c config.Config, connection string) ingest.Settings {
	d := c.Discovery
	s := ingest.Settings{
		Profile: d.Profile, NeverSample: d.NeverSample, SampleRows: d.SampleRows, ValuesPerColumn: d.ValuesPerColumn,
		TimePerTable: d.TimePerTable, Time: d.Time, MaxAge: d.MaxAge, Schemas: schemasOf(c, connection),
		APISampleRows: d.APISampleRows, APIRequests: d.APIRequests,
	}
	for _, pattern := range d.ProfileAPIs {
		ok, err := path.Match(pattern, connection)
		s.ProfileAPI = s.ProfileAPI || ok && err == nil
	}
	for _, name := range d.ProfileSkip {
		if name == connection {
			s.Profile = false
		}
	}
	return s
}

// schemasOf are the patterns of schemas that are used for a connection: its own patterns if it has
// any, else those for all connections.
func schemasOf(c config.Config, connection string) (list []string) {
	named := map[string]bool{}
	for _, s := range c.Sources {
		named[s.Name] = true
	}
	var general []string
	for _, pattern := range c.Discovery.Schemas {
		source, rest, ok := strings.Cut(pattern, ".")
		switch {
		case ok && source == connection:
			list = append(list, rest)
		case !ok || !named[source]:
			general = append(general, pattern)
		}
	}
	if list == nil {
		return general
	}
	return list
}
