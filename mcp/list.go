package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
)

// entry is one row of a list. Which fields have a value depends on the list.
type entry struct {
	Name           string `json:"name"`
	Kind           string `json:"kind,omitempty"`
	Rows           *int64 `json:"rows,omitempty"`
	Description    string `json:"description,omitempty"`
	DefaultService string `json:"default_service,omitempty"`

	// of a method
	Class    string   `json:"class,omitempty"`
	Verdict  string   `json:"verdict,omitempty"`
	Tool     string   `json:"tool,omitempty"`
	Required []string `json:"required,omitempty"`
}

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
	case "class":
		return e.Class
	case "verdict":
		return e.Verdict
	case "tool":
		return e.Tool
	case "required":
		return strings.Join(e.Required, ", ")
	}
	return e.Name
}

func (s *Server) listProviders(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var entries []entry
	err := s.inspect(ctx, c, func(context.Context, *engine.Session) error {
		for _, p := range s.engine.Info().Sources {
			entries = append(entries, entry{Name: p.Name, Kind: p.Kind, Description: p.Description, DefaultService: p.Default})
		}
		return nil
	})
	return s.page(c, entries, err)
}

func (s *Server) listServices(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var entries []entry
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		services, err := session.Services(ctx, c.args.text("provider"))
		for _, v := range services {
			entries = append(entries, entry{Name: v.Name, Description: v.Description})
		}
		return err
	})
	return s.page(c, entries, err)
}

func (s *Server) listResources(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var entries []entry
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		resources, err := session.Resources(ctx, c.args.text("provider"), c.serviceOf(session))
		for _, r := range resources {
			entries = append(entries, entry{Name: r.Name, Kind: r.Kind, Rows: known(r.Rows), Description: r.Description})
		}
		return err
	})
	return s.page(c, entries, err)
}

// serviceOf is the service that the caller named, else the provider's own.
func (c *call) serviceOf(session *engine.Session) string {
	if service := c.args.text("service"); service != "" {
		return service
	}
	return session.Source().Default
}

func known(rows int64) *int64 {
	if rows < 0 {
		return nil
	}
	return &rows
}

func listSchema(names []string) schema {
	properties := typed("string", names...)
	if slices.Contains(names, "rows") {
		properties["rows"] = field("integer", "estimate")
	}
	if slices.Contains(names, "required") {
		properties["verdict"] = field("string", "allow, ask or deny")
		properties["required"] = listOf(field("string", ""), "columns")
	}
	return object([]string{"rows", "total", "truncated"}, schema{
		"rows":        listOf(object([]string{"name"}, properties), ""),
		"total":       field("integer", ""),
		"truncated":   field("boolean", ""),
		"next_offset": field("integer", ""),
	})
}

// some are as many of the names as fit into so many bytes, and … for the others.
func some(names []string, limit int) []string {
	size := 0
	for i, name := range names {
		if size += len(name); size > limit {
			return append(slices.Clone(names[:i]), "…")
		}
	}
	return names
}

type page struct {
	Rows      []entry `json:"rows"`
	Total     int     `json:"total"`
	Truncated bool    `json:"truncated"`
	Next      int     `json:"next_offset,omitempty"`
}

// page filters, sorts and cuts a list: the order is by name, so that pages
// follow each other.
func (s *Server) page(c *call, entries []entry, err error) (*mcpgo.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	match := matcher(c.args.text("filter"))
	entries = slices.DeleteFunc(entries, func(e entry) bool { return !match(e.Name) })
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })

	from := int(min(c.args.int("offset"), int64(len(entries))))
	to, size := from, 0
	for to < len(entries) && to-from < int(c.args.int("limit")) {
		entries[to].Description = shorten(entries[to].Description, s.limits.Cell)
		entries[to].Required = some(entries[to].Required, s.limits.Cell)
		size += len(entries[to].Name) + len(entries[to].Description) + len(entries[to].cell("required")) + 16
		if size > s.limits.Bytes && to > from {
			break
		}
		to++
	}
	p := page{Rows: append([]entry{}, entries[from:to]...), Total: len(entries), Truncated: to < len(entries)}
	if p.Truncated {
		p.Next = to
	}
	return mcpgo.NewToolResultStructured(p, p.text(from)), nil
}

func (p page) text(from int) string {
	text := fmt.Sprintf("%d of %d.", len(p.Rows), p.Total)
	if len(p.Rows) > 0 {
		var t table
		names := p.filled()
		t.head(names)
		for _, e := range p.Rows {
			cells := make([]string, len(names))
			for i, name := range names {
				cells[i] = e.cell(name)
			}
			t.line(cells)
		}
		text = fmt.Sprintf("%d to %d of %d.\n%s", from+1, from+len(p.Rows), p.Total, fence(token(), t.String()))
	}
	if p.Truncated {
		text += fmt.Sprintf("\nTruncated: go on with offset %d, or narrow with filter.", p.Next)
	}
	return text
}

// filled names the columns in which any entry has a value.
func (p page) filled() []string {
	names := []string{"name"}
	for _, name := range []string{"kind", "rows", "default_service", "description", "class", "verdict", "tool", "required"} {
		if slices.ContainsFunc(p.Rows, func(e entry) bool { return e.cell(name) != "" }) {
			names = append(names, name)
		}
	}
	return names
}

// matcher is the filter argument: a part of the name, or a LIKE pattern.
func matcher(filter string) func(string) bool {
	filter = strings.ToLower(filter)
	if strings.ContainsAny(filter, "%_") {
		return func(name string) bool { return like([]rune(filter), []rune(strings.ToLower(name))) }
	}
	return func(name string) bool { return strings.Contains(strings.ToLower(name), filter) }
}

// like matches as SQL's LIKE does, without an escape character.
func like(pattern, name []rune) bool {
	star, retry := -1, 0
	i, j := 0, 0
	for j < len(name) {
		switch {
		case i < len(pattern) && pattern[i] == '%':
			star, retry = i, j
			i++
		case i < len(pattern) && (pattern[i] == '_' || pattern[i] == name[j]):
			i, j = i+1, j+1
		case star >= 0:
			retry++
			i, j = star+1, retry
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == '%' {
		i++
	}
	return i == len(pattern)
}
