package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// published is one row of the table of MCP resources. A uri with braces is a
// template.
type published struct {
	name, title, about string
	uri, mime          string
	read               func(ctx context.Context, session *engine.Session, path []string) (string, error)
}

const treeURI = "sallyport://providers"

func (s *Server) resources() []*published {
	return []*published{
		{
			name: "server", title: "The server", uri: "sallyport://server", mime: "application/json",
			about: "Version, mode, providers, caps, and the posture of the sources' logins.",
			read: func(ctx context.Context, _ *engine.Session, _ []string) (string, error) {
				text, err := json.Marshal(s.info(ctx))
				return string(text), err
			},
		},
		{
			name: "providers", title: "Providers", uri: treeURI, mime: "text/markdown",
			about: "The tree of providers, services and resources.",
			read:  s.tree,
		},
		{
			name: "resource", title: "A resource", uri: treeURI + "/{provider}/{service}/{resource}", mime: "text/markdown",
			about: "The columns, keys and indexes of a table or view.",
			read: func(ctx context.Context, session *engine.Session, path []string) (string, error) {
				found, err := session.DescribeResource(ctx, path[0], path[1], path[2])
				if err != nil {
					return "", err
				}
				return s.asResource(engine.Located{Source: path[0], Service: path[1], ResourceDetail: found}).text(), nil
			},
		},
	}
}

// tree lists what there is, as far as an answer has room. A source that cannot be
// asked does not hide the others.
func (s *Server) tree(ctx context.Context, session *engine.Session, _ []string) (string, error) {
	var out strings.Builder
	full := false
	line := func(indent, text string) {
		if full = full || out.Len()+len(indent)+len(text) > s.limits.Bytes; !full {
			out.WriteString(indent + "- " + escapeCell(text) + "\n")
		}
	}
	for _, p := range s.engine.Info().Sources {
		line("", about(p.Name+" ("+p.Kind+")", p.Description))
		services, err := session.Services(ctx, p.Name)
		for _, v := range services {
			line("  ", about(v.Name, v.Description))
			resources, err := session.Resources(ctx, p.Name, v.Name)
			for _, r := range resources {
				line("    ", about(r.Name+" ("+r.Kind+")", r.Description))
			}
			if err != nil {
				line("    ", "not known: "+sqlstate.From(err).Message)
			}
			if full || ctx.Err() != nil {
				break
			}
		}
		if err != nil {
			line("  ", "not known: "+sqlstate.From(err).Message)
		}
		if full || ctx.Err() != nil {
			break
		}
	}
	text := "Providers, their services, and their resources.\n" + fence(token(), out.String())
	if full {
		text += "\nTruncated: list_services and list_resources page through the rest."
	}
	return text, ctx.Err()
}

// maxAbout bounds a comment in the tree.
const maxAbout = 200

func about(name, comment string) string {
	if comment == "" {
		return name
	}
	return name + ": " + shorten(comment, maxAbout)
}

func (s *Server) addResource(p *published) {
	handler := func(ctx context.Context, r mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) {
		text, err := s.readResource(ctx, p, r.Params.URI)
		if err != nil {
			return nil, s.protocolError(p.uri, err)
		}
		return []mcpgo.ResourceContents{mcpgo.TextResourceContents{URI: r.Params.URI, MIMEType: p.mime, Text: text}}, nil
	}
	if strings.Contains(p.uri, "{") {
		s.mcp.AddResourceTemplate(mcpgo.NewResourceTemplate(p.uri, p.name, mcpgo.WithTemplateTitle(p.title),
			mcpgo.WithTemplateDescription(p.about), mcpgo.WithTemplateMIMEType(p.mime)), handler)
		return
	}
	s.mcp.AddResource(mcpgo.NewResource(p.uri, p.name, mcpgo.WithResourceTitle(p.title),
		mcpgo.WithResourceDescription(p.about), mcpgo.WithMIMEType(p.mime)), handler)
}

func (s *Server) readResource(ctx context.Context, p *published, uri string) (text string, err error) {
	err = s.look(ctx, "resource:"+p.name, map[string]any{"uri": shorten(uri, maxMessage)}, func(ctx context.Context, session *engine.Session) error {
		path, err := pathOf(uri, p.uri)
		if err == nil {
			text, err = p.read(ctx, session, path)
		}
		return err
	})
	return text, err
}

// pathOf takes the names out of a uri that matches a template. They are taken from
// the uri itself: a name may have any character, percent-encoded.
func pathOf(uri, template string) ([]string, error) {
	if !strings.Contains(template, "{") {
		return nil, nil
	}
	parts := strings.Split(strings.TrimPrefix(uri, treeURI+"/"), "/")
	if len(parts) != 3 {
		return nil, invalid("the URI must be %s", template)
	}
	for i, part := range parts {
		name, err := url.PathUnescape(part)
		if err != nil || name == "" || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
			return nil, invalid("the URI must be %s", template).WithHint("Characters such as / are percent-encoded in a name.")
		}
		parts[i] = name
	}
	return parts, nil
}

// look reads something for a client in a session of its own, recorded like a
// tool call.
func (s *Server) look(ctx context.Context, name string, given map[string]any, f func(context.Context, *engine.Session) error) error {
	session, err := s.engine.Open(ctx, s.client(ctx, ""))
	if err != nil {
		return err
	}
	defer s.end(session)
	return session.Inspect(ctx, engine.Call{Tool: name, Args: given}, func(ctx context.Context) error { return f(ctx, session) })
}

// failed is a failure where the protocol has no result that could say so: the
// same words, as an error of the protocol.
type failed struct{ text string }

func (f *failed) Error() string { return f.text }

func (s *Server) protocolError(name string, err error) error {
	if sqlstate.CodeOf(err) == sqlstate.InternalError {
		s.log.Error("a read failed", "name", name, "error", cause(err))
	}
	text, _ := failure(err, "").Content[0].(mcpgo.TextContent)
	return &failed{text.Text}
}
