package mcp

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// How many entries a list answers with.
const (
	listDefault = 100
	listMax     = 1000
)

func (s *Server) discoveryTools() []*tool {
	provider := param{name: "provider", about: "From list_providers; by default the server's own."}
	service := param{name: "service", about: "From list_services; by default the provider's own."}
	page := []param{
		{name: "filter", about: "Only names with this in them, in any case; with % or _ a LIKE pattern."},
		{name: "limit", integer: true, min: 1, max: listMax, start: listDefault, about: "The most entries to return."},
		{name: "offset", integer: true, min: 0, max: 1 << 31, about: "Entries to skip: next_offset of the answer before."},
	}
	named := func(more ...string) []string { return append([]string{"name"}, more...) }
	return []*tool{
		{
			name: "server_info", title: "Server info", purpose: gate.NoPurpose,
			about:  "What this server is: version, mode, sources, caps.\nExample: {}",
			output: infoSchema, do: s.serverInfo,
		},
		{
			name: "list_providers", title: "List providers", purpose: gate.NoPurpose,
			about:  "List the data sources (providers). Start here.\nExample: {}",
			params: page,
			output: listSchema(named("kind", "description", "default_service")), do: s.listProviders,
		},
		{
			name: "list_services", title: "List services", purpose: gate.NoPurpose,
			about:  "List the services (schemas) of a provider.\nExample: {\"provider\": \"local\"}",
			params: append([]param{provider}, page...),
			output: listSchema(named("description")), do: s.listServices,
		},
		{
			name: "list_resources", title: "List resources", purpose: gate.NoPurpose,
			about:  "List the resources (tables and views) of a service.\nExample: {\"filter\": \"air\"}",
			params: append([]param{provider, service}, page...),
			output: listSchema(named("kind", "rows", "description")), do: s.listResources,
		},
		{
			name: "describe_resource", title: "Describe a resource", purpose: gate.NoPurpose,
			about: "The columns of a table or view, with their types.\nExample: {\"resource\": \"airports\"}",
			params: []param{provider, service, {
				name: "resource", required: true, about: "From list_resources.",
			}},
			output: describeSchema, do: s.describeResource,
		},
	}
}

// inspect runs f in a session of its own, recorded as a call without SQL.
func (s *Server) inspect(ctx context.Context, c *call, f func(context.Context, *engine.Session) error) error {
	session, err := s.session(ctx, c)
	if err != nil {
		return err
	}
	defer session.Close()
	return session.Inspect(ctx, engine.Call{Tool: c.tool.name, Args: c.given}, func(ctx context.Context) error {
		return f(ctx, session)
	})
}

var infoSchema = object([]string{"name", "version", "mode", "is_read_only", "default_provider", "providers", "caps"}, schema{
	"name": field("string", "sallyport"), "version": field("string", "release"), "commit": field("string", "build"),
	"platform":         field("string", "operating system and architecture"),
	"mode":             field("string", "read_only, safe, delete_safe or full_access"),
	"is_read_only":     field("boolean", "nothing can be changed through this server"),
	"default_provider": field("string", "whose tables need no prefix"),
	"providers":        listOf(schema{"type": "string"}, "names of all providers"),
	"caps": object([]string{"rows_default", "rows", "bytes", "cell_bytes"}, schema{
		"rows_default": field("integer", "row_limit when none is given"), "rows": field("integer", "highest row_limit"),
		"bytes": field("integer", "of values in one answer"), "cell_bytes": field("integer", "of one value"),
	}),
})

type info struct {
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Commit    string   `json:"commit,omitempty"`
	Platform  string   `json:"platform"`
	Mode      string   `json:"mode"`
	ReadOnly  bool     `json:"is_read_only"`
	Default   string   `json:"default_provider"`
	Providers []string `json:"providers"`
	Caps      infoCaps `json:"caps"`
}

type infoCaps struct {
	RowsDefault int64 `json:"rows_default"`
	Rows        int64 `json:"rows"`
	Bytes       int   `json:"bytes"`
	Cell        int   `json:"cell_bytes"`
}

func (s *Server) serverInfo(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var i info
	err := s.inspect(ctx, c, func(context.Context, *engine.Session) error {
		known := s.engine.Info()
		i = info{
			Name: serverName, Version: known.Version, Commit: known.Commit, Platform: runtime.GOOS + "/" + runtime.GOARCH,
			Mode: known.Mode.String(), ReadOnly: known.Mode <= gate.ReadOnly, Default: known.Default, Providers: []string{},
			Caps: infoCaps{s.limits.Rows, s.limits.MaxRows, s.limits.Bytes, s.limits.Cell},
		}
		for _, p := range known.Sources {
			i.Providers = append(i.Providers, p.Name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s %s on %s, mode %s.\nProviders: %s. Default: %s.\nCaps: %d rows (at most %d), %d bytes, %d bytes a value.",
		i.Name, i.Version, i.Platform, i.Mode, strings.Join(i.Providers, ", "), i.Default,
		i.Caps.RowsDefault, i.Caps.Rows, i.Caps.Bytes, i.Caps.Cell)
	return mcpgo.NewToolResultStructured(i, text), nil
}

// entry is one row of a list. Which fields have a value depends on the list.
type entry struct {
	Name           string `json:"name"`
	Kind           string `json:"kind,omitempty"`
	Rows           *int64 `json:"rows,omitempty"`
	Description    string `json:"description,omitempty"`
	DefaultService string `json:"default_service,omitempty"`
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
	fields := map[string]schema{
		"name": field("string", "name"), "kind": field("string", "what it is"), "rows": field("integer", "estimate"),
		"description": field("string", "comment, from the source"), "default_service": field("string", "whose tables need no prefix"),
	}
	properties := schema{}
	for _, name := range names {
		properties[name] = fields[name]
	}
	return object([]string{"rows", "total", "truncated"}, schema{
		"rows":        listOf(object([]string{"name"}, properties), "this page"),
		"total":       field("integer", "entries that match"),
		"truncated":   field("boolean", "there are more"),
		"next_offset": field("integer", "offset of the next page"),
	})
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
		size += len(entries[to].Name) + len(entries[to].Description) + 16
		if size > s.limits.Bytes && to > from {
			break
		}
		to++
	}
	p := page{Rows: append([]entry{}, entries[from:to]...), Total: len(entries), Truncated: to < len(entries)}
	if p.Truncated {
		p.Next = to
	}
	return mcpgo.NewToolResultStructured(p, p.text(c, from)), nil
}

func (p page) text(c *call, from int) string {
	text := fmt.Sprintf("%d of %d.", len(p.Rows), p.Total)
	if len(p.Rows) > 0 {
		var t table
		names := p.filled(c)
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
func (p page) filled(c *call) []string {
	names := []string{"name"}
	for _, name := range []string{"kind", "rows", "default_service", "description"} {
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

func shorten(text string, limit int) string {
	if cut, was := cutCell([]byte(text), limit); was {
		return cut
	}
	return text
}

var describeSchema = object([]string{"name", "kind", "columns"}, schema{
	"name": field("string", "provider.service.resource"), "kind": field("string", "table, view, …"),
	"rows": field("integer", "estimate"), "description": field("string", "comment, from the source"),
	"columns": listOf(object([]string{"name", "type", "nullable"}, schema{
		"name": field("string", "name"), "type": field("string", "SQL type"), "nullable": field("boolean", "may be NULL"),
		"key": field("boolean", "part of the primary key"), "default": field("string", "default expression"),
		"description": field("string", "comment, from the source"),
	}), "in order"),
	"truncated": field("boolean", "there are more columns than an answer holds"),
})

type resource struct {
	Name        string           `json:"name"`
	Kind        string           `json:"kind"`
	Rows        *int64           `json:"rows,omitempty"`
	Description string           `json:"description,omitempty"`
	Columns     []resourceColumn `json:"columns"`
	Truncated   bool             `json:"truncated,omitempty"`
}

type resourceColumn struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Nullable    bool   `json:"nullable"`
	Key         bool   `json:"key,omitempty"`
	Default     string `json:"default,omitempty"`
	Description string `json:"description,omitempty"`
}

func (s *Server) describeResource(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var r resource
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		service := c.serviceOf(session)
		found, err := session.DescribeResource(ctx, c.args.text("provider"), service, c.args.text("resource"))
		if err != nil {
			return err
		}
		r = s.asResource(session.Source().Name+"."+service, found)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return mcpgo.NewToolResultStructured(r, r.text()), nil
}

func (s *Server) asResource(parent string, found providers.ResourceDetail) resource {
	r := resource{
		Name: parent + "." + found.Name, Kind: found.Kind, Rows: known(found.Rows),
		Description: shorten(found.Description, s.limits.Cell), Columns: []resourceColumn{},
	}
	size := len(r.Description)
	for _, column := range found.Columns {
		about, byDefault := shorten(column.Description, s.limits.Cell), shorten(column.Default, s.limits.Cell)
		size += len(column.Name) + len(column.Type) + len(about) + len(byDefault) + 16
		if size > s.limits.Bytes && len(r.Columns) > 0 {
			r.Truncated = true
			break
		}
		r.Columns = append(r.Columns, resourceColumn{column.Name, column.Type, column.Nullable, column.Key, byDefault, about})
	}
	return r
}

func (r resource) text() string {
	var t table
	t.head([]string{"column", "type", "null", "key", "default", "description"})
	for _, column := range r.Columns {
		t.line([]string{
			column.Name, column.Type, yes(column.Nullable), yes(column.Key), column.Default, column.Description,
		})
	}
	body := r.Kind + " " + escapeCell(r.Name)
	if r.Rows != nil {
		body += fmt.Sprintf(", about %s", count(int(*r.Rows), "row"))
	}
	if r.Description != "" {
		body += "\n" + escapeCell(r.Description)
	}
	text := fmt.Sprintf("%s.\n%s", count(len(r.Columns), "column"), fence(token(), body+"\n"+t.String()))
	if r.Truncated {
		text += fmt.Sprintf("\nTruncated: an answer holds %d columns of this one; information_schema.columns has them all.", len(r.Columns))
	}
	return text
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
