package mcp

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// registryTools are about a registry of provider documents, which bring a server
// new providers. A server without one says so.
func (s *Server) registryTools() []*tool {
	provider := providerParam("Its name in the registry.")
	needed := provider
	needed.required = true
	version := param{name: "version", also: []string{"tag"}, about: "From list_registry; default: the newest."}
	return []*tool{
		{
			name: "list_registry", title: "List the registry",
			about:  "List the providers that the server's registry has, or the versions of one.\nExample: {}",
			params: []param{provider},
			output: listSchema([]string{"name", "version", "description"}), do: s.noRegistry,
		},
		{
			name: "pull_provider", title: "Pull a provider", fetches: true,
			about:  "Fetch a provider from the server's registry.\n" + `Example: {"provider": "github"}`,
			params: []param{needed, version},
			output: object([]string{"provider", "version"}, typed("string", "provider", "version")), do: s.noRegistry,
		},
	}
}

// noRegistry says what the tools of the registry need. 55000.
func (s *Server) noRegistry(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	session, err := s.engine.Open(ctx, s.client(ctx, "")) // provider is a name in the registry, no source
	if err != nil {
		return nil, err
	}
	defer s.end(session)
	return nil, session.Inspect(ctx, engine.Call{Tool: c.tool.name, Args: c.given, Refused: true}, func(context.Context) error {
		return sqlstate.New(sqlstate.ObjectNotInState, "no registry of providers is configured on this server").
			WithHint("It needs a registry of provider documents, which only the server's operator can configure. The providers that are there: list_providers.")
	})
}
