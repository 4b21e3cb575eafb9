package ingest

import (
	"context"
	"path"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// attempts is how often a catalog that changes meanwhile is read.
const attempts = 5

// snapshot takes a snapshot of a source.
func (i *Ingester) snapshot(ctx context.Context, p providers.Provider, s Settings, r Request) (c discovery.Current, err error) {
	for range attempts {
		if c, err = i.snapshotOnce(ctx, p, s, r); sqlstate.CodeOf(err) != sqlstate.SerializationFailure {
			break
		}
	}
	return c, err
}

func (i *Ingester) snapshotOnce(ctx context.Context, p providers.Provider, s Settings, r Request) (c discovery.Current, err error) {
	name := p.Info().Name
	w, err := i.options.Store.Begin(ctx, name, p.Info().Database)
	if err != nil {
		return c, err
	}
	defer func() {
		if end := w.Close(); err == nil {
			err = end
		}
	}()
	if i.options.Found(name) {
		w.Found()
	}
	count := 0
	each := func(t providers.SnapshotTable) error {
		if count++; count%100 == 1 {
			r.OnProgress(Progress{Connection: name, Stage: stageSnapshot, Done: count})
		}
		return w.Put(ctx, tableOf(t))
	}
	choose := func(service string) bool { return matches(s.Schemas, service) }
	switch p := p.(type) {
	case providers.Snapshotter:
		err = p.Snapshot(ctx, choose, each)
	case providers.Hierarchy:
		err = walk(ctx, p, choose, each)
	default:
		err = sqlstate.New(sqlstate.FeatureNotSupported, "connection %q does not tell what it has", name)
	}
	if err != nil {
		return c, err
	}
	r.OnProgress(Progress{Connection: name, Stage: stageSnapshot, Done: count, Total: count})
	return w.Commit(ctx)
}

// matches reports whether a name is like one of the patterns, or there are none.
func matches(patterns []string, name string) bool {
	for _, p := range patterns {
		if ok, err := path.Match(p, name); ok && err == nil {
			return true
		}
	}
	return len(patterns) == 0
}

// walk tells of a source resource by resource.
func walk(ctx context.Context, h providers.Hierarchy, choose func(string) bool, each func(providers.SnapshotTable) error) error {
	services, err := h.Services(ctx)
	if err != nil {
		return err
	}
	for _, service := range services {
		if !choose(service.Name) {
			continue
		}
		resources, err := h.Resources(ctx, service.Name)
		if err != nil {
			return err
		}
		for _, resource := range resources {
			d, err := h.Describe(ctx, service.Name, resource.Name)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil { // a part of a document that cannot be read; DESCRIBE tells why
				d = providers.ResourceDetail{Resource: resource}
			}
			if err := each(described(service.Name, d)); err != nil {
				return err
			}
		}
	}
	return nil
}

// described is a resource that was described, as a snapshot has it.
func described(service string, d providers.ResourceDetail) providers.SnapshotTable {
	t := providers.SnapshotTable{Service: service, Resource: d.Resource, Keys: d.Keys}
	for _, c := range d.Columns {
		base, _, _ := strings.Cut(c.Type, "(")
		t.Columns = append(t.Columns, providers.SnapshotColumn{
			Name: c.Name, Native: c.Type, Type: base, Kind: providers.KindOf(base), Nullable: c.Nullable, Default: c.Default, Comment: c.Description, Labels: c.Labels,
		})
	}
	for _, r := range d.References {
		t.References = append(t.References, providers.NamedForeign{Foreign: r})
	}
	return t
}

// tableOf is a table as the store keeps it.
func tableOf(t providers.SnapshotTable) discovery.Table {
	out := discovery.Table{
		Ref: discovery.TableRef{DB: t.Service, Name: t.Name}, Kind: kindOf(t.Kind), Materialized: t.Kind == "materialized view", Comment: t.Description,
		PartitionOf: discovery.TableRef{DB: t.PartitionOf[0], Name: t.PartitionOf[1]},
	}
	if out.Comment == "" {
		out.Comment = t.Title
	}
	if t.Rows >= 0 {
		rows := t.Rows
		out.EstimatedRows = &rows
	}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, discovery.Column{
			Name: c.Name, NativeType: c.Native, NormalizedType: c.Type, DimensionType: discovery.DimensionType(c.Kind),
			Nullable: c.Nullable, Default: c.Default, Comment: c.Comment, Labels: c.Labels,
		})
	}
	for _, k := range t.Keys {
		if k.Primary {
			out.PrimaryKey = k.Columns
		}
	}
	for _, r := range t.References {
		for j, column := range r.Columns {
			if j < len(r.Others) {
				out.ForeignKeys = append(out.ForeignKeys, discovery.ForeignKey{
					FromColumn: column, To: discovery.TableRef{DB: r.Service, Name: r.Resource}, ToColumn: r.Others[j], Constraint: constraint(r),
				})
			}
		}
	}
	for _, x := range t.Indexes {
		out.Indexes = append(out.Indexes, discovery.Index{Name: x.Name, Columns: x.Columns, Unique: x.Unique})
	}
	return out
}

// constraint names a foreign key: the columns of one belong together by it.
func constraint(r providers.NamedForeign) string {
	if r.Name != "" {
		return r.Name
	}
	return strings.Join(r.Columns, "_") + "_fkey"
}

// kindOf is the kind of a resource, by what its source calls it.
func kindOf(kind string) discovery.Kind {
	switch kind {
	case "view", "materialized view":
		return discovery.KindView
	case "foreign table", "file", "resource", "external":
		return discovery.KindExternal
	case "event_stream":
		return discovery.KindEventStream
	}
	return discovery.KindTable
}
