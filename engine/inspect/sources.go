package inspect

import (
	"cmp"
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Sources are the sources of one client. One goroutine at a time uses them.
type Sources struct {
	Default string // the source that "" names
	// Provider returns a source of the client's by name. 3D000: there is none.
	Provider func(name string) (providers.Provider, error)
	// Plan plans a text as if the client had sent it.
	Plan func(ctx context.Context, text string) ([]*planner.Statement, error)
	Mode gate.Mode
	// Rights hide what the client may not use; nil: nothing is hidden.
	Rights *gate.Rights
	// Rules ask people about some methods, whatever the mode; nil: they ask about none.
	Rules *gate.Approvers
	// Deciders says, for hints, who could approve a statement of the client's; "": nobody.
	Deciders string
	Path     []string // the search path in force at the default source; nil: the role's
}

// Services lists the services of a source.
// 3D000, 3F000, 42P01: no such source, service, resource; the hint names what
// there is.
func (s *Sources) Services(ctx context.Context, source string) ([]providers.Service, error) {
	h, _, err := s.hierarchy(source)
	if err != nil {
		return nil, err
	}
	return h.Services(ctx)
}

// Resources lists the resources of a service; service "" is the source's
// default one. See Services.
func (s *Sources) Resources(ctx context.Context, source, service string) ([]providers.Resource, error) {
	h, info, err := s.hierarchy(source)
	if err != nil {
		return nil, err
	}
	return h.Resources(ctx, cmp.Or(service, info.Default))
}

// Describe describes one resource. See Services.
func (s *Sources) Describe(ctx context.Context, source, service, resource string) (providers.ResourceDetail, error) {
	h, info, err := s.hierarchy(source)
	if err != nil {
		return providers.ResourceDetail{}, err
	}
	return h.Describe(ctx, cmp.Or(service, info.Default), resource)
}

// Search lists the resources of a source that match a filter, of one service, or with "" of all: each
// word of the filter has to match a name, a column or a comment. See Services.
func (s *Sources) Search(ctx context.Context, source, service, filter string) ([]providers.Found, error) {
	h, _, err := s.hierarchy(source)
	if err != nil {
		return nil, err
	}
	return h.Search(ctx, service, providers.Patterns(filter))
}

func (s *Sources) hierarchy(source string) (providers.Hierarchy, providers.Info, error) {
	p, err := s.Provider(cmp.Or(source, s.Default))
	if err != nil {
		return nil, providers.Info{}, err
	}
	h, ok := s.treeOf(p)
	if !ok {
		return nil, p.Info(), sqlstate.New(sqlstate.FeatureNotSupported, "the source %q cannot list what it has", p.Info().Name)
	}
	return h, p.Info(), nil
}

// FullName is the full name of a resource, which StackQL calls its id. "" is the default source or
// service.
func (s *Sources) FullName(source, service, resource string) string {
	if p, err := s.Provider(cmp.Or(source, s.Default)); err == nil {
		source, service = p.Info().Name, cmp.Or(service, p.Info().Default)
	}
	return strings.Join([]string{source, service, resource}, ".")
}

// ServiceID is what StackQL calls the id of a service: that of its document, else its name and version.
func ServiceID(v providers.Service) string {
	if v.ID != "" || v.Version == "" {
		return cmp.Or(v.ID, v.Name)
	}
	return v.Name + ":" + v.Version
}
