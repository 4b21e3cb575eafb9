package saved

import (
	"context"
	"maps"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Services lists the schemas of the file.
func (p *Provider) Services(context.Context) (list []providers.Service, err error) {
	for _, name := range slices.Sorted(maps.Keys(p.file.Schemas)) {
		list = append(list, providers.Service{Name: name})
	}
	return list, nil
}

// Resources lists the relations of a schema. 3F000: there is no such schema.
func (p *Provider) Resources(_ context.Context, service string) (list []providers.Resource, err error) {
	s := p.file.Schemas[service]
	if s == nil {
		return nil, sqlstate.New(sqlstate.InvalidSchemaName, "schema %q does not exist in the saved catalog", service)
	}
	for _, r := range s.Relations {
		if r.Kind != "index" {
			list = append(list, providers.Resource{Name: r.Name, Kind: r.Kind, Rows: -1})
		}
	}
	return list, nil
}

// Describe describes one relation. 42P01: there is no such relation.
func (p *Provider) Describe(_ context.Context, service, resource string) (providers.ResourceDetail, error) {
	if s := p.file.Schemas[service]; s != nil {
		for _, r := range s.Relations {
			if r.Name == resource {
				detail := providers.ResourceDetail{Resource: providers.Resource{Name: r.Name, Kind: r.Kind, Rows: -1}}
				for _, c := range r.Columns {
					detail.Columns = append(detail.Columns, providers.ColumnDetail{Name: c.Name, Type: c.Type, Nullable: true})
				}
				return detail, nil
			}
		}
	}
	return providers.ResourceDetail{}, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist in the saved catalog", service+"."+resource)
}

// Search implements providers.Hierarchy.
func (p *Provider) Search(_ context.Context, service string, patterns []providers.Pattern) (list []providers.Found, err error) {
	for _, name := range slices.Sorted(maps.Keys(p.file.Schemas)) {
		if service != "" && service != name || service == "" && (name == "pg_catalog" || name == "information_schema") {
			continue
		}
		for _, r := range p.file.Schemas[name].Relations {
			columns := make([]providers.ColumnDetail, len(r.Columns))
			for i, c := range r.Columns {
				columns[i].Name = c.Name
			}
			found, ok := providers.Match(name, providers.Resource{Name: r.Name, Kind: r.Kind, Rows: -1}, columns, patterns)
			if ok && r.Kind != "index" && len(list) < providers.MostFound {
				list = append(list, found)
			}
		}
	}
	return list, nil
}
