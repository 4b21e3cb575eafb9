package engine

import (
	"context"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
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

// The columns of the dialect's own verbs.
var ownColumns = map[string][]string{
	"providers": {"name", "kind", "version", "description"},
	"services":  {"name", "description"},
	"resources": {"name", "kind", "rows", "description"},
	"columns":   {"name", "type", "nullable", "key", "default", "description"},
}

// ownVerb returns the columns of one of the dialect's own verbs.
func (s *Session) ownVerb(p *planner.Statement) ([]providers.Column, bool) {
	if p.Control != planner.OwnVerb {
		return nil, false
	}
	names := ownColumns[p.Show.What]
	columns := make([]providers.Column, len(names))
	for i, n := range names {
		columns[i] = providers.Column{Name: n, Type: textOID, TypeMod: -1, Size: -1, TypeName: "text"}
	}
	return columns, true
}

const textOID = 25

// runOwnVerb answers one of the dialect's own verbs.
func (s *Session) runOwnVerb(ctx context.Context, p *planner.Statement) (providers.Rows, error) {
	columns, _ := s.ownVerb(p)
	table := &listing{columns: columns}
	match := likePattern(p.Show.Like)
	add := func(name string, rest ...string) {
		if match(name) {
			table.add(append([]string{name}, rest...))
		}
	}
	in := p.Show.In
	switch p.Show.What {
	case "providers":
		for _, i := range s.engine.Info().Sources {
			if s.client.may(i.Name) {
				add(i.Name, i.Kind, i.Version, i.Description)
			}
		}
	case "services":
		list, err := s.Services(ctx, in[0])
		if err != nil {
			return nil, err
		}
		for _, v := range list {
			add(v.Name, v.Description)
		}
	case "resources":
		list, err := s.Resources(ctx, in[0], in[1])
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			rows := ""
			if r.Rows >= 0 {
				rows = strconv.FormatInt(r.Rows, 10)
			}
			add(r.Name, r.Kind, rows, r.Description)
		}
	case "columns":
		in = slices.Concat(make([]string, 3-len(in)), in)
		d, err := s.DescribeResource(ctx, in[0], in[1], in[2])
		if err != nil {
			return nil, err
		}
		for _, c := range d.Columns {
			add(c.Name, c.Type, yesNo(c.Nullable), yesNo(c.Key), c.Default, c.Description)
		}
	}
	table.tag = p.Verb + " " + strconv.Itoa(len(table.rows))
	return table, nil
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// likePattern matches as LIKE does, for % and _ alone.
func likePattern(pattern string) func(string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	glob := strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`, `%`, `*`, `_`, `?`).Replace(pattern)
	return func(name string) bool {
		ok, err := path.Match(glob, strings.ReplaceAll(name, "/", "_"))
		return err == nil && ok
	}
}

// listing is a small result made here.
type listing struct {
	columns []providers.Column
	rows    []providers.Row
	tag     string
	next    int
}

func (l *listing) add(values []string) {
	row := make(providers.Row, len(values))
	for i, v := range values {
		if v != "" {
			row[i] = []byte(v)
		}
	}
	l.rows = append(l.rows, row)
}

func (l *listing) Columns() []providers.Column { return l.columns }

func (l *listing) Next() (providers.Row, error) {
	if l.next == len(l.rows) {
		return nil, io.EOF
	}
	l.next++
	return l.rows[l.next-1], nil
}

func (l *listing) Tag() string { return l.tag }

func (l *listing) Close() error { return nil }
