package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Services lists the services of a source; made to be called inside Inspect,
// as are Resources and DescribeResource. source "" is the session's own.
// 3D000, 3F000, 42P01: no such source, service, resource; the hint names what
// there is.
func (s *Session) Services(ctx context.Context, source string) ([]providers.Service, error) {
	h, _, err := s.hierarchy(source)
	if err != nil {
		return nil, err
	}
	return h.Services(ctx)
}

// Resources lists the resources of a service; service "" is the source's
// default one. See Services.
func (s *Session) Resources(ctx context.Context, source, service string) ([]providers.Resource, error) {
	h, info, err := s.hierarchy(source)
	if err != nil {
		return nil, err
	}
	return h.Resources(ctx, either(service, info.Default))
}

// DescribeResource tells of one resource. See Services.
func (s *Session) DescribeResource(ctx context.Context, source, service, resource string) (providers.ResourceDetail, error) {
	h, info, err := s.hierarchy(source)
	if err != nil {
		return providers.ResourceDetail{}, err
	}
	return h.Describe(ctx, either(service, info.Default), resource)
}

// Search lists the resources of a source that a filter fits, of one service or with
// "" of all: each of its words must fit a name, a column or a comment. See Services.
func (s *Session) Search(ctx context.Context, source, service, filter string) ([]providers.Found, error) {
	h, _, err := s.hierarchy(source)
	if err != nil {
		return nil, err
	}
	return h.Search(ctx, service, providers.Patterns(filter))
}

func (s *Session) hierarchy(source string) (providers.Hierarchy, providers.Info, error) {
	p, err := s.engine.sourceFor(s.client, either(source, s.source.Name))
	if err != nil {
		return nil, providers.Info{}, err
	}
	h, ok := p.(providers.Hierarchy)
	if !ok {
		return nil, p.Info(), sqlstate.New(sqlstate.FeatureNotSupported, "the source %q cannot list what it has", p.Info().Name)
	}
	return h, p.Info(), nil
}

func either(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
