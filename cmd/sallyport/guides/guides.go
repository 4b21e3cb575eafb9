// Package guides opens what a server and the commands find their way by: the store of
// snapshots in the state directory, the wiki, and the descriptions that the configuration names.
package guides

import (
	"context"
	"slices"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/cmd/sallyport/snapshots"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/descriptions"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/discovery/wiki"
)

// Opened is a guide with what is behind it. The caller closes it.
type Opened struct {
	*guide.Guide
	Store  *discovery.Store
	Keeper *descriptions.Keeper // nil: the configuration names no descriptions
}

// Open opens the guide of a configuration. logger gets the mistakes in what people have
// written; nil: nobody does.
func Open(ctx context.Context, c config.Config, logger hclog.Logger) (*Opened, error) {
	store, err := snapshots.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	o := guide.Options{Store: store, Keeper: keeper(c, store), Logger: logger}
	if c.Wiki.Folder != "" {
		o.Wiki = wiki.Open(c.Wiki.Folder)
	}
	return &Opened{guide.New(o), store, o.Keeper}, nil
}

// keeper keeps a store in step with the descriptions that the configuration names; nil where it
// names none.
func keeper(c config.Config, store *discovery.Store) *descriptions.Keeper {
	var list []descriptions.Source
	for _, s := range c.Sources {
		if len(s.Descriptions) > 0 || s.DBT != "" {
			list = append(list, descriptions.Source{Connection: s.Name, Paths: s.Descriptions, DBT: s.DBT})
		}
	}
	if list == nil {
		return nil
	}
	return descriptions.NewKeeper(store, list)
}

// Close closes the store.
func (o *Opened) Close() error { return o.Store.Close() }

// Names are the names of the configured sources, and of other connections that were ingested.
func (o *Opened) Names(ctx context.Context, c config.Config) ([]string, error) {
	var names []string
	for _, s := range c.Sources {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		names = append(names, sources.Demo)
	}
	list, err := o.Store.Connections(ctx)
	for _, one := range list {
		if !slices.Contains(names, one.Connection) {
			names = append(names, one.Connection)
		}
	}
	return names, err
}
