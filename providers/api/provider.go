package api

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/auth"
	"github.com/sallyportdb/sallyport/providers/api/call"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say what to open.
type Options struct {
	Name        string // of the source
	Description string
	Provider    string // what the documents call it; "": the source's name
	Library     *document.Library
	Client      *call.Client
	Transformer call.Transformer // nil: answers that need one are errors
	// Overrides replace what documents say of credentials, which Environment has. Loopback lets them
	// go to this machine over http.
	Overrides   auth.Overrides
	Environment auth.Environment
	Loopback    bool
	// View tells the columns of a view by its SQL; nil: DESCRIBE does not tell them.
	View func(sql string) ([]providers.ViewColumn, error)
}

// Provider is one API. It is safe for concurrent use. The library and the client belong to the
// caller.
type Provider struct {
	options   Options
	described described

	mu       sync.Mutex
	version  uint64
	document *document.Provider
	services map[string]*document.Service // that were asked for, by name
	signers  map[string]*auth.Signer      // by service; "" is the provider's
	compared time.Time                    // when the services' files were last looked at
}

var _ providers.Scanner = (*Provider)(nil)

// New returns the provider. It reads nothing: a document is read when it is needed.
func New(o Options) *Provider {
	if o.Provider == "" {
		o.Provider = o.Name
	}
	return &Provider{options: o, services: map[string]*document.Service{}, signers: map[string]*auth.Signer{}}
}

// Info describes the provider by what is known of it.
func (p *Provider) Info() providers.Info {
	info := providers.Info{Name: p.options.Name, Kind: "api", Description: p.options.Description, Dialect: providers.DuckDB}
	p.mu.Lock()
	defer p.mu.Unlock()
	doc := p.document
	if doc == nil { // what the registry's list has read already
		if known, _, err := p.options.Library.Provider(context.Background(), p.options.Provider); err == nil {
			doc = known
		}
	}
	if doc != nil {
		info.Version = doc.Version
		if info.Description == "" {
			info.Description = doc.Title
		}
	}
	return info
}

// Connect fails: an API has no SQL.
func (p *Provider) Connect(context.Context, providers.ConnOptions) (providers.Conn, error) {
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "source %q is an API and has no SQL of its own", p.options.Name)
}

// Close does nothing: what a provider uses belongs to others.
func (p *Provider) Close() error { return nil }

// compareEvery is how often the files of services are looked at.
const compareEvery = time.Second

// Catalog returns what the documents say now. 3D000: the registry has no such provider; 22000: its
// document cannot be read.
func (p *Provider) Catalog(ctx context.Context) (providers.Catalog, error) {
	doc, _, err := p.options.Library.Provider(ctx, p.options.Provider)
	if err != nil {
		return nil, p.documentError(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if doc != p.document {
		p.document, p.services, p.signers = doc, map[string]*document.Service{}, map[string]*auth.Signer{}
		p.version++
	}
	if time.Since(p.compared) > compareEvery {
		p.compared = time.Now()
		for name, before := range p.services {
			if now, _, err := p.options.Library.Service(doc, name); err != nil || now != before {
				delete(p.services, name)
				p.version++
			}
		}
	}
	return &catalog{provider: p, document: doc, version: p.version}, nil
}

// service returns a service of a document. 3F000: there is none.
func (p *Provider) service(doc *document.Provider, name string) (*document.Service, error) {
	s, _, err := p.options.Library.Service(doc, name)
	if errors.Is(err, document.ErrUnknown) {
		names := make([]string, len(doc.Services))
		for i := range doc.Services {
			names[i] = doc.Services[i].Name
		}
		return nil, sqlstate.New(sqlstate.UndefinedTable, "the API %q has no service %q", p.options.Name, name).WithNearest(name, names, "")
	}
	if err != nil {
		return nil, p.documentError(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if doc == p.document {
		if before := p.services[s.Name]; before != nil && before != s {
			p.version++
		}
		p.services[s.Name] = s
	}
	return s, nil
}

// signer returns what signs the requests of a method: with the credentials of its service, where the
// document has such, or of the provider, and for the hosts of the method alone.
func (p *Provider) signer(doc *document.Provider, service string, m *document.Method) (call.Signer, error) {
	block, key := doc.Auth, ""
	for i := range doc.Services {
		if s := &doc.Services[i]; s.Name == service && s.Auth != nil {
			block, key = s.Auth, service
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	base := p.signers[key]
	if base == nil || doc != p.document {
		var err error
		base, err = auth.New(auth.Options{
			Provider: doc.Name, Auth: block, Overrides: p.options.Overrides, Environment: p.options.Environment, Loopback: p.options.Loopback,
			Document: p.options.Client.Transport(),
		})
		if err != nil {
			return nil, err
		}
		if doc == p.document {
			p.signers[key] = base
		}
	}
	return base.ForService(service, auth.HostsOf(m.Servers)), nil
}

func (p *Provider) documentError(err error) error {
	var problem *document.Problem
	switch {
	case errors.Is(err, document.ErrUnknown):
		return sqlstate.New(sqlstate.InvalidCatalogName, "the registry has no documents of the provider %q", p.options.Provider).
			WithHint("They stand in the registry's folder, in src/<provider>/<version>/provider.yaml.")
	case errors.As(err, &problem):
		return sqlstate.Wrap(err, sqlstate.DataException, "the document of %q cannot be read: %s", p.options.Name, problem.Error())
	}
	return sqlstate.Wrap(err, sqlstate.IOError, "the documents of %q cannot be read", p.options.Name)
}
