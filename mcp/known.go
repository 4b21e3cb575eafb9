package mcp

import (
	"context"
	"slices"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// mostKnown is how many tables of a list are looked up in the snapshot.
const mostKnown = 200

// addKnown adds to a resource what people have written of it, and what the snapshot has where
// the source says nothing.
func (s *Server) addKnown(ctx context.Context, session *engine.Session, at inspect.Located, r *resource) {
	known, ok := s.guide.Known(ctx, viewOf(session), at.Source, discovery.TableRef{DB: at.Service, Name: at.Name})
	if !ok {
		return
	}
	r.Description = s.aboutOr(known.Description, known.Comment, r.Description)
	if r.Rows == nil {
		r.Rows = known.EstimatedRows
	}
	for i := range r.Columns {
		c := &r.Columns[i]
		if j := slices.IndexFunc(known.Columns, func(k guide.Column) bool { return k.Name == c.Name }); j >= 0 {
			c.Description = s.aboutOr(known.Columns[j].Description, known.Columns[j].Comment, c.Description)
		}
	}
	r.addKeys(known.ForeignKeys)
}

// aboutOr is the text that people wrote; else the source's comment of today; else its comment in the
// snapshot.
func (s *Server) aboutOr(written string, comment *string, now string) string {
	switch {
	case written != "":
		return render.Shorten(written, s.limits.Cell)
	case now != "" || comment == nil:
		return now
	}
	return render.Shorten(*comment, s.limits.Cell)
}

// addKeys adds the keys that the source does not declare.
func (r *resource) addKeys(list []guide.ForeignKey) {
	for _, k := range list {
		if k.ConstraintName != nil || len(r.References) >= mostConstraints {
			continue
		}
		to := inspect.Spelled(k.ToTable)
		if k.ToDB != nil {
			to = inspect.Spelled(*k.ToDB, k.ToTable)
		}
		declared := func(f foreign) bool {
			i := slices.Index(f.Columns, k.FromColumn)
			return i >= 0 && f.Resource == to && f.Others[i] == k.ToColumn
		}
		if slices.ContainsFunc(r.References, declared) {
			continue
		}
		f := foreign{Columns: []string{k.FromColumn}, Resource: to, Others: []string{k.ToColumn}, Undeclared: "described"}
		if k.Guess != "" {
			f.Undeclared = "a guess: " + k.Guess
		}
		r.References = append(r.References, f)
	}
}

// addAbouts adds to the tables of a list what people have written of them.
func (s *Server) addAbouts(ctx context.Context, session *engine.Session, provider, service string, list []entry) {
	if !s.guide.HasTables() {
		return
	}
	view := viewOf(session)
	for i := range list[:min(len(list), mostKnown)] {
		e := &list[i]
		in := service
		if e.Service != "" {
			in = e.Service
		}
		known, ok := s.guide.Known(ctx, view, provider, discovery.TableRef{DB: in, Name: e.Name})
		if !ok {
			continue
		}
		if e.Description = s.aboutOr(known.Description, known.Comment, e.Description); e.Rows == nil {
			e.Rows = known.EstimatedRows
		}
	}
}
