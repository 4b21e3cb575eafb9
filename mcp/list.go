package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
)

// entry is one row of a list. Which fields have a value depends on the list.
type entry struct {
	Name           string `json:"name,omitempty"`
	ID             string `json:"id,omitempty"` // StackQL's, of services and resources
	Title          string `json:"title,omitempty"`
	Kind           string `json:"kind,omitempty"`
	Rows           *int64 `json:"rows,omitempty"`
	Description    string `json:"description,omitempty"`
	DefaultService string `json:"default_service,omitempty"`

	// of a resource
	Service string   `json:"service,omitempty"` // where it is not the one that was asked for
	Columns []string `json:"columns,omitempty"` // that the filter fits

	// of a method, by StackQL's names
	Method   string  `json:"MethodName,omitempty"`
	Required *string `json:"RequiredParams,omitempty"` // those that a call must give, with commas
	Verb     string  `json:"SQLVerb,omitempty"`
	Class    string  `json:"class,omitempty"`
	Verdict  string  `json:"verdict,omitempty"`
	Tool     string  `json:"tool,omitempty"`

	// of a registry, and the version of a provider
	Provider string `json:"provider,omitempty"`
	Version  string `json:"version,omitempty"`
}

func pointer(text string) *string { return &text }

// sorted is the key by which a list is sorted.
func (e entry) sorted() string { return e.Name + e.Method + e.Provider }

func (e entry) cell(name string) string {
	switch name {
	case "kind":
		return e.Kind
	case "rows":
		if e.Rows == nil {
			return ""
		}
		return fmt.Sprint(*e.Rows)
	case "description":
		return e.Description
	case "default_service":
		return e.DefaultService
	case "service":
		return e.Service
	case "columns":
		return strings.Join(e.Columns, ", ")
	case "class":
		return e.Class
	case "verdict":
		return e.Verdict
	case "tool":
		return e.Tool
	case "RequiredParams":
		if e.Required != nil {
			return *e.Required
		}
		return ""
	case "MethodName":
		return e.Method
	case "SQLVerb":
		return e.Verb
	case "provider":
		return e.Provider
	case "version":
		return e.Version
	}
	return e.Name
}

func (s *Server) listProviders(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var entries []entry
	err := s.inspect(ctx, c, func(_ context.Context, session *engine.Session) error {
		s.engine.FindSources(ctx)
		for _, p := range session.Info().Sources {
			entries = append(entries, entry{Name: p.Name, Kind: p.Kind, Version: p.Version, Description: p.Description, DefaultService: p.Default})
		}
		return nil
	})
	return s.page(c, entries, err)
}

func (s *Server) listServices(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var entries []entry
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		services, err := session.Sources().Services(ctx, c.args.Text("provider"))
		for _, v := range services {
			entries = append(entries, entry{Name: v.Name, ID: inspect.ServiceID(v), Title: cmp.Or(v.Title, v.Name), Description: v.Description})
		}
		return err
	})
	return s.page(c, entries, err)
}

// listResources lists a service, or with a filter searches one or all of them.
func (s *Server) listResources(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	provider, service, filter := c.args.Text("provider"), c.args.Text("service"), c.args.Text("filter")
	var entries []entry
	var others []string
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) (err error) {
		byDefault := session.Source().Default
		if strings.TrimSpace(filter) != "" {
			entries, err = foundResources(ctx, session, provider, service, filter, byDefault)
			s.addAbouts(ctx, session, session.Source().Name, cmp.Or(service, byDefault), shownOf(c, entries))
			return err
		}
		if service == "" && byDefault == "" { // as that of an API
			entries, err = ofAllServices(ctx, session, provider)
			return err
		}
		resources, err := session.Sources().Resources(ctx, provider, service)
		above := session.Sources().FullName(provider, service, "")
		for _, r := range resources {
			entries = append(entries, resourceEntry(r, above+r.Name))
		}
		s.addAbouts(ctx, session, session.Source().Name, cmp.Or(service, byDefault), shownOf(c, entries))
		if err != nil || service != "" {
			return err
		}
		if len(entries) == 0 {
			entries, err = foundResources(ctx, session, provider, "", "", byDefault)
			return err
		}
		services, err := session.Sources().Services(ctx, provider)
		for _, v := range services {
			if v.Name != byDefault && v.Name != "pg_catalog" && v.Name != "information_schema" {
				others = append(others, v.Name)
			}
		}
		return err
	})
	if err != nil {
		return nil, s.hintFinding(err)
	}
	return s.pageOf(c, entries, fitNames(others, s.limits.Cell)), nil
}

// ofAllServices are the resources of all services of a provider. A service that cannot be read does not hide the others.
func ofAllServices(ctx context.Context, session *engine.Session, provider string) (entries []entry, err error) {
	services, err := session.Sources().Services(ctx, provider)
	if err != nil {
		return nil, err
	}
	for _, v := range services {
		resources, err := session.Sources().Resources(ctx, provider, v.Name)
		if ctx.Err() != nil {
			return nil, err
		}
		above := session.Sources().FullName(provider, v.Name, "")
		for _, r := range resources {
			e := resourceEntry(r, above+r.Name)
			e.Service = v.Name
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// foundResources returns the resources that a filter fits, those with fitting names first. A resource of the
// service unnamed is listed without its service.
func foundResources(ctx context.Context, session *engine.Session, provider, service, filter, unnamed string) (entries []entry, err error) {
	if service != "" {
		unnamed = service
	}
	list, err := session.Sources().Search(ctx, provider, service, filter)
	if singular := strings.TrimSuffix(filter, "s"); err == nil && len(list) == 0 && singular != filter {
		list, err = session.Sources().Search(ctx, provider, service, singular)
	}
	above := map[string]string{} // by service, because the full name asks the source
	for _, f := range list {
		if _, known := above[f.Service]; !known {
			above[f.Service] = session.Sources().FullName(provider, f.Service, "")
		}
		e := resourceEntry(f.Resource, above[f.Service]+f.Name)
		e.Columns = f.Columns
		if f.Service != unnamed {
			e.Service = f.Service
		}
		entries = append(entries, e)
	}
	return entries, err
}

func resourceEntry(r providers.Resource, id string) entry {
	return entry{Name: r.Name, ID: id, Title: r.Title, Kind: r.Kind, Rows: knownRows(r.Rows), Description: r.Description}
}

func knownRows(rows int64) *int64 {
	if rows < 0 {
		return nil
	}
	return &rows
}

var listSchema = object([]string{"rows", "total"}, namesOfType("array", "rows"), namesOfType("integer", "total", "next_offset"), namesOfType("boolean", "truncated"))

// fitNames returns as many of the names as fit into limit bytes, and … in the place of the others.
func fitNames(names []string, limit int) []string {
	size := 0
	for i, name := range names {
		if size += len(name); size > limit {
			return append(slices.Clone(names[:i]), "…")
		}
	}
	return names
}

type page struct {
	Rows      []entry  `json:"rows"`
	Total     int      `json:"total"`
	Truncated bool     `json:"truncated"`
	Next      int      `json:"next_offset,omitempty"`
	Others    []string `json:"other_services,omitempty"` // services of which nothing is listed
}

// page filters, sorts and cuts a list: the order is by name, so that pages
// follow each other.
func (s *Server) page(c *call, entries []entry, err error) (*mcpgo.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	match := matcher(c.args.Text("filter"))
	entries = slices.DeleteFunc(entries, func(e entry) bool { return !match(e.Name + e.Method) })
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.sorted(), b.sorted()) })
	return s.pageOf(c, entries, nil), nil
}

// shownOf are the entries of the page that a call wants.
func shownOf(c *call, entries []entry) []entry {
	from := min(c.args.Int("offset"), int64(len(entries)))
	return entries[from:min(from+c.args.Int("limit"), int64(len(entries)))]
}

// pageOf cuts a list that is filtered and in order.
func (s *Server) pageOf(c *call, entries []entry, others []string) *mcpgo.CallToolResult {
	from := int(min(c.args.Int("offset"), int64(len(entries))))
	to, size := from, 0
	for to < len(entries) && to-from < int(c.args.Int("limit")) {
		entries[to].Description = render.Shorten(entries[to].Description, s.limits.Cell)
		entries[to].Columns = fitNames(entries[to].Columns, s.limits.Cell)
		size += len(entries[to].sorted()) + len(entries[to].ID) + len(entries[to].Title) + len(entries[to].Description) + len(entries[to].cell("RequiredParams")) + len(entries[to].cell("columns")) + 16
		if size > s.limits.Bytes && to > from {
			break
		}
		to++
	}
	p := page{Rows: append([]entry{}, entries[from:to]...), Total: len(entries), Truncated: to < len(entries)}
	if p.Truncated {
		p.Next = to
	}
	p.Others = others
	text := p.text(from)
	if len(entries) == providers.MostFound && strings.TrimSpace(c.args.Text("filter")) != "" && !p.Truncated { // no search finds more
		p.Truncated = true
		text += fmt.Sprintf("\nMore than these %d may fit: narrow with filter.", providers.MostFound)
	}
	return s.shown(c, p, text)
}

func (p page) text(from int) string {
	if len(p.Rows) == 0 && len(p.Others) == 0 {
		return fmt.Sprintf("%d of %d.", len(p.Rows), p.Total)
	}
	names := []string{"name", "service", "kind", "rows", "version", "default_service", "columns", "description"}
	switch {
	case len(p.Rows) > 0 && p.Rows[0].Method != "":
		names = []string{"MethodName", "SQLVerb", "class", "verdict", "tool", "RequiredParams", "description"}
	case len(p.Rows) > 0 && p.Rows[0].Provider != "":
		names = []string{"provider", "version"}
	}
	body := render.FilledTable(names, p.Rows, func(e entry) []string {
		cells := make([]string, len(names))
		for i, name := range names {
			cells[i] = e.cell(name)
		}
		return cells
	})
	if len(p.Others) > 0 {
		body += "other services: " + render.EscapeCell(strings.Join(p.Others, ", "))
	}
	text := render.Fence(render.Token(), body)
	if p.Truncated || from > 0 {
		text = fmt.Sprintf("%d to %d of %d.\n%s", from+1, from+len(p.Rows), p.Total, text)
	}
	if p.Truncated {
		text += fmt.Sprintf("\nTruncated: go on with offset %d, or narrow with filter.", p.Next)
	}
	return text
}

// matcher returns the filter for lists in memory: each of its words is a part of the name, or a LIKE
// pattern.
func matcher(filter string) func(string) bool {
	patterns := providers.Patterns(filter)
	return func(name string) bool {
		return !slices.ContainsFunc(patterns, func(p providers.Pattern) bool { return !p.Like(name) })
	}
}
