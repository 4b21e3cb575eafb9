// Package listing tells what the documents of one provider have: services, resources, methods and
// columns, as providers.Hierarchy and providers.MethodLister want it. Nothing is asked of the API.
//
// Names are matched without regard to case. An answer about one resource reads the index of its
// service, which is kept in memory from then on; a search reads the heads of all of them.
package listing

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Listing tells of one provider. It is safe for concurrent use.
type Listing struct {
	library  *document.Library
	provider string
	forms    Forms
	behind   *sync.Map // columns by what columnsBehind was asked; nil: nothing is kept
}

// Forms say how SQL sees what documents have.
type Forms struct {
	// Columns are those of a method's answer; nil: as the document has them.
	Columns func(m *document.Method, snakeCase bool) []providers.Column
	// Effect tells what a method does that answers a verb, "select" or "exec"; nil: it is not known.
	Effect func(m *document.Method, verb string) providers.MethodEffect
	// View tells the columns of a view by its SQL; nil: they are not known.
	View func(sql string) ([]providers.ViewColumn, error)
}

var _ providers.MethodLister = (*Listing)(nil)

// New returns the listing of a provider of a library. It reads nothing.
func New(library *document.Library, provider string, forms Forms) *Listing {
	return &Listing{library: library, provider: provider, forms: forms}
}

// Keeping returns the same listing for questions about many views at a time: what they read is looked up once.
func (l *Listing) Keeping() *Listing {
	kept := *l
	kept.behind = &sync.Map{}
	return &kept
}

// Services lists what the provider's document lists.
func (l *Listing) Services(ctx context.Context) ([]providers.Service, error) {
	p, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]providers.Service, len(p.Services))
	for i, s := range p.Services {
		list[i] = providers.Service{ID: s.ID, Name: s.Name, Description: s.Description, Title: s.Title, Version: s.Version, Preferred: s.Preferred}
	}
	return list, nil
}

func (l *Listing) open(ctx context.Context) (*document.Provider, error) {
	p, _, err := l.library.Provider(ctx, l.provider)
	if errors.Is(err, document.ErrUnknown) {
		return nil, sqlstate.New(sqlstate.InvalidCatalogName, "there are no documents of the provider %q", l.provider).
			WithHint("REGISTRY LIST names the providers of the registry, and REGISTRY PULL brings one.")
	}
	return p, wrap(err)
}

// wrap gives a problem of a document its code.
func wrap(err error) error {
	var problem *document.Problem
	switch {
	case err == nil:
		return nil
	case errors.As(err, &problem):
		return sqlstate.Wrap(err, sqlstate.DataException, "the provider's document cannot be read: %s", problem.Error())
	}
	return err
}

// service opens a service. 3F000: there is none.
func (l *Listing) service(ctx context.Context, name string) (*document.Provider, *document.Service, error) {
	p, err := l.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, _, err := l.library.Service(p, name)
	if !errors.Is(err, document.ErrUnknown) {
		return p, s, wrap(err)
	}
	names := make([]string, len(p.Services))
	for i, one := range p.Services {
		names[i] = one.Name
	}
	e := sqlstate.New(sqlstate.InvalidSchemaName, "the provider %q has no service %q", p.Name, name)
	return nil, nil, e.WithNearest(name, names, "SHOW SERVICES IN %s lists its services.", p.Name)
}

// Resources lists a service's resources.
func (l *Listing) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	_, s, err := l.service(ctx, service)
	if err != nil {
		return nil, err
	}
	list := make([]providers.Resource, len(s.Resources))
	for i := range s.Resources {
		list[i] = asResource(&s.Resources[i])
	}
	return list, nil
}

func asResource(r *document.Summary) providers.Resource {
	kind := "resource"
	if r.Views && len(r.Methods) == 0 {
		kind = "view"
	}
	return providers.Resource{Name: r.Name, Kind: kind, Title: r.Title, Description: r.Description, Rows: -1}
}

// resource opens a resource. 42P01: there is none.
func (l *Listing) resource(ctx context.Context, service, name string) (*document.Provider, *document.Resource, error) {
	p, s, err := l.service(ctx, service)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.Resource(name)
	if !errors.Is(err, document.ErrUnknown) {
		return p, r, err
	}
	names := make([]string, len(s.Resources))
	for i := range s.Resources {
		names[i] = s.Resources[i].Name
	}
	e := sqlstate.New(sqlstate.UndefinedTable, "the service %s.%s has no resource %q", p.Name, s.Name, name)
	return nil, nil, e.WithNearest(name, names, "SHOW RESOURCES IN %s.%s lists its resources.", p.Name, s.Name)
}

// Describe tells the columns of what the resource's first method for SELECT answers, and the inputs that
// this method needs.
func (l *Listing) Describe(ctx context.Context, service, resource string) (providers.ResourceDetail, error) {
	p, r, err := l.resource(ctx, service, resource)
	if err != nil {
		return providers.ResourceDetail{}, err
	}
	d := providers.ResourceDetail{
		Resource: providers.Resource{Name: r.Name, Kind: "resource", Title: r.Title, Description: r.Description, Rows: -1}, Verbs: []string{},
	}
	for _, verb := range []string{"select", "insert", "update", "replace", "delete"} {
		if len(r.Verbs[verb]) > 0 || verb == "select" && len(r.Views) > 0 {
			d.Verbs = append(d.Verbs, verb)
		}
	}
	if len(r.Methods) == 0 && len(r.Views) > 0 {
		d.Kind = "view"
	}
	if d.Columns, err = l.Columns(ctx, p, r); err != nil {
		return providers.ResourceDetail{}, err
	}
	return d, nil
}

// Columns are those of what the resource's view, or its first method for SELECT, answers.
func (l *Listing) Columns(ctx context.Context, p *document.Provider, r *document.Resource) ([]providers.ColumnDetail, error) {
	if views := r.ViewsFor("select"); len(views) > 0 {
		return l.viewColumns(ctx, &views[0])
	}
	methods := r.Verbs["select"]
	if len(methods) == 0 {
		return nil, nil
	}
	i := slices.IndexFunc(r.Methods, func(m *document.Method) bool { return m.Name == methods[0] })
	return l.columnsOf(p, r.Methods[i]), nil
}

// columnsOf are the columns of a method's answer.
func (l *Listing) columnsOf(p *document.Provider, m *document.Method) []providers.ColumnDetail {
	list := make([]providers.ColumnDetail, len(m.Response.Columns))
	for i, c := range m.Response.Columns {
		list[i] = providers.ColumnDetail{Name: c.Name, Type: c.Type, Description: c.Description, Nullable: true}
	}
	if l.forms.Columns == nil {
		return list
	}
	named := l.forms.Columns(m, p.SnakeCase)
	if len(named) != len(list) {
		list = make([]providers.ColumnDetail, len(named))
	}
	for i, c := range named {
		list[i].Name, list[i].Type, list[i].Nullable = c.Name, c.TypeName, true
	}
	return list
}

// Search compares names, titles and descriptions of resources, and the names of their services; of one
// service or of all. Columns are not searched.
func (l *Listing) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	p, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	if service != "" {
		if _, _, err := l.service(ctx, service); err != nil {
			return nil, err
		}
	}
	var named, others []providers.Found
	for i := range p.Services {
		ref := &p.Services[i]
		if service != "" && !strings.EqualFold(ref.Name, service) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		resources, err := l.library.Summaries(p, ref.Name)
		if err != nil {
			continue // a document that cannot be read does not hide the others; opening it tells why
		}
		for j := range resources {
			r := asResource(&resources[j])
			found, ok := providers.Match(ref.Name, withTitle(r), nil, patterns)
			if found.Resource = r; !ok {
				continue
			}
			if found.Named {
				named = append(named, found)
			} else {
				others = append(others, found)
			}
		}
	}
	all := slices.Concat(named, others)
	return all[:min(len(all), providers.MostFound)], nil
}

func withTitle(r providers.Resource) providers.Resource {
	r.Description += "\n" + r.Title
	return r
}
