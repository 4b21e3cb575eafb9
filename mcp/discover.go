package mcp

import (
	"context"
	"encoding/json"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// How many entries a list answers with.
const (
	listDefault = 100
	listMax     = 1000
)

func (s *Server) discoveryTools() []*tool {
	provider := providerParam("From list_providers; has a default.")
	service := param{name: "service", also: []string{"schema", "namespace"}, about: "From list_services; has a default."}
	resource := param{name: "resource", also: []string{"table", "table_name", "view", "relation"}, required: true, about: "As listed, or schema.table."}
	method := param{name: "method", also: []string{"action", "operation", "verb"}, required: true, about: "From list_methods."}
	page, rarely := s.pageParams(), hide
	tools := []*tool{
		{
			name: "server_info", title: "Server info",
			about:  "What this server is: version, mode, sources, caps.\nExample: {}",
			params: []param{s.formatParam()},
			output: infoSchema, do: s.serverInfo,
		},
		{
			name: "list_providers", title: "List providers",
			about:  "List the data sources (providers). Start here.\nExample: {}",
			params: append(rarely(page[1:]...), page[0]),
			output: listSchema, do: s.listProviders,
		},
		{
			name: "list_services", title: "List services",
			about:  "List the services (schemas) of a provider.\n" + "Example: {}",
			params: append([]param{provider}, page...),
			output: listSchema, do: s.listServices,
		},
		{
			name: "list_resources", title: "List resources",
			about:  "List tables and views. filter searches names, columns and comments in all services.\n" + `Example: {"filter": "airport"}`,
			params: append([]param{provider, service}, page...),
			output: listSchema, do: s.listResources,
		},
		{
			name: "list_methods", title: "List methods",
			about:  "What can be done with a table or view, which tool does it, and what the mode says.\n" + `Example: {"resource": "airports"}`,
			params: append([]param{provider, service, resource}, rarely(page...)...),
			output: listSchema, do: s.listMethods,
		},
		{
			name: "describe_resource", title: "Describe a resource",
			about:  "Columns, keys to and from other tables, checks and indexes of a table or view.\n" + `Example: {"resource": "airports"}`,
			params: []param{provider, service, resource, s.formatParam()},
			output: describeSchema, do: s.describeResource,
		},
		{
			name: "describe_method", title: "Describe a method",
			about:  "What a method takes and gives, with an example in SQL.\n" + `Example: {"resource": "airports", "method": "insert"}`,
			params: []param{provider, service, resource, method, s.formatParam()},
			output: methodSchema, do: s.describeMethod,
		},
	}
	return append(tools, s.registryTools()...)
}

// pageParams are the parameters that every list has.
func (s *Server) pageParams() []param {
	return []param{
		{name: "filter", also: []string{"pattern", "search", "like"}, about: "Words of the name, or a LIKE pattern."},
		{name: "limit", also: []string{"row_limit", "max_rows", "page_size"}, integer: true, min: 1, max: listMax, start: listDefault, about: "Most entries."},
		{name: "offset", also: []string{"skip"}, integer: true, min: 0, max: 1 << 31, about: "next_offset of the page before."},
		s.formatParam(),
	}
}

// hide leaves parameters out of the schema: of lists that are short.
func hide(params ...param) []param {
	params = slices.Clone(params)
	for i := range params {
		params[i].hidden = true
	}
	return params
}

// formatParam is the form of the text of an answer that is no rows. Few need it there.
func (s *Server) formatParam() param {
	return param{name: "format", also: []string{"output_format"}, oneOf: s.formats(), about: "Form of the text.", hidden: true}
}

// shown is an answer with its text, or with all of it as JSON where the call or the server wants that.
func (s *Server) shown(c *call, payload any, text string) *mcpgo.CallToolResult {
	if s.formatOf(c) == "json" {
		if whole, err := json.Marshal(payload); err == nil && len(whole) > 2 && whole[0] == '{' {
			mark := render.Token()
			text = `{"data":"` + mark + `",` + string(whole[1:len(whole)-1]) + `,"end":"` + mark + `"}`
		}
	}
	return mcpgo.NewToolResultStructured(payload, text)
}

// inspect runs f in a session of its own, recorded as a call without SQL.
func (s *Server) inspect(ctx context.Context, c *call, f func(context.Context, *engine.Session) error) error {
	session, err := s.session(ctx, c)
	if err != nil {
		return err
	}
	defer s.closeSession(session)
	return session.Inspect(ctx, engine.Call{Tool: c.tool.name, Args: c.given}, func(ctx context.Context) error {
		return f(ctx, session)
	})
}
