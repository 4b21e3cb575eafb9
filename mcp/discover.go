package mcp

import (
	"context"
	"encoding/json"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// How many entries a list answers with.
const (
	listDefault = 100
	listMax     = 1000
)

func (s *Server) discoveryTools() []*tool {
	provider := providerParam("From list_providers; has a default.")
	service := arguments.Param{Name: "service", Also: []string{"schema", "namespace"}, About: "From list_services; has a default."}
	resource := arguments.Param{Name: "resource", Also: []string{"table", "table_name", "view", "relation"}, Required: true, About: "As listed, or schema.table."}
	method := arguments.Param{Name: "method", Also: []string{"action", "operation", "verb"}, Required: true, About: "From list_methods."}
	page, rarely := s.pageParams(), hidden
	tools := []*tool{
		{
			name: "server_info", title: "Server info",
			about:  "What this server is: version, mode, sources, caps.\nExample: {}",
			params: []arguments.Param{s.formatParam()},
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
			params: append([]arguments.Param{provider}, page...),
			output: listSchema, do: s.listServices,
		},
		{
			name: "list_resources", title: "List resources",
			about:  "List tables and views. filter searches names, columns and comments in all services.\n" + `Example: {"filter": "airport"}`,
			params: append([]arguments.Param{provider, service}, page...),
			output: listSchema, do: s.listResources,
		},
		{
			name: "list_methods", title: "List methods",
			about:  "What can be done with a table or view, which tool does it, and what the mode says.\n" + `Example: {"resource": "airports"}`,
			params: append([]arguments.Param{provider, service, resource}, rarely(page...)...),
			output: listSchema, do: s.listMethods,
		},
		{
			name: "describe_resource", title: "Describe a resource",
			about:  "Columns, keys to and from other tables, checks and indexes of a table or view.\n" + `Example: {"resource": "airports"}`,
			params: []arguments.Param{provider, service, resource, s.formatParam()},
			output: describeSchema, do: s.describeResource,
		},
		{
			name: "describe_method", title: "Describe a method",
			about:  "What a method takes and gives, with an example in SQL.\n" + `Example: {"resource": "airports", "method": "insert"}`,
			params: []arguments.Param{provider, service, resource, method, s.formatParam()},
			output: methodSchema, do: s.describeMethod,
		},
	}
	return append(tools, s.registryTools()...)
}

// pageParams are the parameters that every list has.
func (s *Server) pageParams() []arguments.Param {
	return []arguments.Param{
		{Name: "filter", Also: []string{"pattern", "search", "like"}, About: "Words of the name, or a LIKE pattern."},
		{Name: "limit", Also: []string{"row_limit", "max_rows", "page_size"}, Integer: true, Min: 1, Max: listMax, Start: listDefault, About: "Most entries."},
		{Name: "offset", Also: []string{"skip"}, Integer: true, Min: 0, Max: 1 << 31, About: "next_offset of the page before."},
		s.formatParam(),
	}
}

// hidden leaves parameters out of the published schema, for lists that are mostly short.
func hidden(params ...arguments.Param) []arguments.Param {
	params = slices.Clone(params)
	for i := range params {
		params[i].Hidden = true
	}
	return params
}

// formatParam is the parameter for the form of an answer's text, where the answer has no rows. Few clients
// need it there, so it is not published.
func (s *Server) formatParam() arguments.Param {
	return arguments.Param{Name: "format", Also: []string{"output_format"}, OneOf: s.formats(), About: "Form of the text.", Hidden: true}
}

// shown returns an answer with its text, or with all of it as JSON if the call or the server asks for
// JSON.
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
