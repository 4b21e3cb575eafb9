package mcp

import (
	"context"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
)

// registryTools are about a registry of provider documents, which bring a server new providers. Without a
// registry they are not published, but a list of enabled tools may name them.
func (s *Server) registryTools() []*tool {
	provider := providerParam("Its name in the registry.")
	needed := provider
	needed.Required = true
	version := arguments.Param{Name: "version", Also: []string{"tag"}, About: "From list_registry; default: the newest."}
	absent := s.engine == nil || s.engine.Info().Registry == ""
	return []*tool{
		{
			name: "list_registry", title: "List the registry", absent: absent,
			about:  "List the providers that the server's registry has, or the versions of one.\nExample: {}",
			params: append([]arguments.Param{provider}, s.pageParams()...),
			output: listSchema, do: s.listRegistry,
		},
		{
			name: "pull_provider", title: "Pull a provider", fetches: true, absent: absent,
			about:  "Fetch a provider from the server's registry.\n" + `Example: {"provider": "github"}`,
			params: []arguments.Param{needed, version, s.formatParam()},
			output: object([]string{"messages", "timestamp"}, namesOfType("array", "messages"), namesOfType("string", "timestamp")), do: s.pullProvider,
		},
	}
}

// listRegistry lists the newest version of each provider, or all of one.
func (s *Server) listRegistry(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	provider := c.args.Text("provider")
	var entries []entry
	err := s.look(ctx, c.tool.name, c.given, nil, func(ctx context.Context, session *engine.Session) error {
		list, err := session.Releases(ctx, provider)
		for _, r := range list {
			if provider == "" {
				entries = append(entries, entry{Provider: r.Provider, Version: r.Newest()})
				continue
			}
			for _, v := range r.Versions {
				entries = append(entries, entry{Provider: r.Provider, Version: v})
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.pageOf(c, entries, nil), nil
}

type pulled struct {
	Messages []string `json:"messages"`
	Time     string   `json:"timestamp"` // RFC 3339
}

// pullProvider brings a provider. Its names are passed on as data: no SQL is made of them.
func (s *Server) pullProvider(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var out pulled
	err := s.look(ctx, c.tool.name, c.given, nil, func(ctx context.Context, session *engine.Session) error {
		message, err := session.PullProvider(ctx, c.args.Text("provider"), c.args.Text("version"))
		out = pulled{[]string{message}, time.Now().UTC().Format(time.RFC3339)}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.shown(c, out, strings.Join(out.Messages, "\n")), nil
}
