package validatecmd

import (
	"context"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Relations lists the tables and views of a source, with their columns where those can be had without asking for
// each. 0A000: the source does not tell. Other codes are the source's.
func (b *Beside) Relations(ctx context.Context, source string) (list []gate.Listed, err error) {
	for _, p := range b.sources {
		if p.Info().Name != source {
			continue
		}
		switch p := p.(type) {
		case providers.Snapshotter:
			err := p.Snapshot(ctx, nil, func(t providers.SnapshotTable) error {
				columns := make([]string, len(t.Columns))
				for i, c := range t.Columns {
					columns[i] = c.Name
				}
				list = append(list, gate.Listed{Service: t.Service, Resource: t.Name, Columns: columns})
				return nil
			})
			return list, err
		case providers.Hierarchy:
			return relationsOf(ctx, p)
		}
		conn, err := p.Connect(ctx, providers.ConnOptions{}) // a source that was not opened says why
		if err != nil {
			return nil, err
		}
		if err := conn.Close(); err != nil {
			return nil, err
		}
	}
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "it does not tell what it has")
}

func relationsOf(ctx context.Context, h providers.Hierarchy) (list []gate.Listed, err error) {
	services, err := h.Services(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range services {
		resources, err := h.Resources(ctx, s.Name)
		if err != nil {
			return nil, err
		}
		for _, r := range resources {
			list = append(list, gate.Listed{Service: s.Name, Resource: r.Name})
		}
	}
	return list, nil
}
