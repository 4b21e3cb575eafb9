package api

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/listing"
)

var _ providers.Describer = (*Provider)(nil)

// described is what Described has told last.
type described struct {
	mu       sync.Mutex
	services []*document.Service
	version  uint64
}

// Described lists the resources with what they answer SELECT with. A document that cannot be read has none.
func (p *Provider) Described(ctx context.Context, since uint64) ([]providers.DescribedTable, uint64, error) {
	doc, _, err := p.options.Library.Provider(ctx, p.options.Provider)
	if err != nil {
		return nil, 0, p.documentError(err)
	}
	p.described.mu.Lock()
	defer p.described.mu.Unlock()
	services := make([]*document.Service, 0, len(doc.Services))
	for i := range doc.Services {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if s, _, err := p.options.Library.Service(doc, doc.Services[i].Name); err == nil {
			services = append(services, s)
		}
	}
	if !slices.Equal(services, p.described.services) || p.described.version == 0 {
		p.described.services = services
		p.described.version++
	}
	if since == p.described.version {
		return nil, since, nil
	}
	c := &catalog{provider: p, document: doc}
	list, of := []providers.DescribedTable{}, p.listing().Keeping()
	for _, s := range services {
		for i := range s.Resources {
			list = append(list, c.described(ctx, of, s, s.Resources[i].Name))
		}
	}
	return list, p.described.version, ctx.Err()
}

// described is a resource as a table: the columns of the method that answers SELECT, and the inputs that
// WHERE has to give.
func (c *catalog) described(ctx context.Context, of *listing.Listing, s *document.Service, name string) providers.DescribedTable {
	out := providers.DescribedTable{Schema: s.Name, Name: name}
	r, err := s.Resource(name)
	if err != nil {
		return out
	}
	if out.Comment = r.Title; out.Comment == "" {
		out.Comment, _, _ = strings.Cut(r.Description, "\n")
	}
	columns, err := of.Columns(ctx, c.document, r)
	if err != nil { // DESCRIBE tells why
		return out
	}
	for _, column := range columns {
		out.Columns = append(out.Columns, providers.DescribedColumn{Name: column.Name, Type: column.Type})
	}
	if methods := answering(r, "select"); len(methods) > 0 && len(r.Views) == 0 {
		if needs := missing(methods[0], nil); len(needs) > 0 {
			out.Comment = strings.TrimSpace(out.Comment + " (WHERE gives " + strings.Join(needs, ", ") + ")")
		}
	}
	return out
}
