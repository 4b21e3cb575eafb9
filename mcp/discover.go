package mcp

import (
	"context"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
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
	defer s.end(session)
	return session.Inspect(ctx, engine.Call{Tool: c.tool.name, Args: c.given}, func(ctx context.Context) error {
		return f(ctx, session)
	})
}
