package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/export"
	"github.com/sallyportdb/sallyport/mcp/failure"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// published is one row of the table of MCP resources. A uri with braces is a
// template.
type published struct {
	name, title, about string
	uri, mime          string
	read               func(ctx context.Context, session *engine.Session, path []string) (content, error)
	handle             bool // the URI alone gives access, so the record holds its beginning only
}

// content of a resource: text, or bytes in base64.
type content struct {
	mime, text, blob string
	rows             int64 // of a source, for the record
}

// exportResource is the name of the resource by which exports are read. A server that does not publish it
// exports nothing.
const exportResource = "export"

const treeURI = "sallyport://providers"

func (s *Server) resources() []*published {
	return []*published{
		{
			name: "server", title: "The server", uri: "sallyport://server", mime: "application/json",
			about: "Version, mode, providers, caps, and the posture of the sources' logins.",
			read: func(ctx context.Context, session *engine.Session, _ []string) (content, error) {
				text, err := json.Marshal(s.info(ctx, session.Info()))
				return content{text: string(text)}, err
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
			read: func(ctx context.Context, session *engine.Session, path []string) (content, error) {
				found, err := session.Sources().Describe(ctx, path[0], path[1], path[2])
				if err != nil {
					return content{}, err
				}
				return content{text: s.asResource(inspect.Located{Source: path[0], Service: path[1], ResourceDetail: found}).text()}, nil
			},
		},
		{
			name: exportResource, title: "An export", uri: export.Root + "/{name}", mime: "text/csv", handle: true,
			about: "A result that run_select_query has exported.",
			read:  s.readExport,
		},
	}
}

// tree lists sources, services and resources, as far as an answer has room. A source that
// cannot be asked does not hide the others.
func (s *Server) tree(ctx context.Context, session *engine.Session, _ []string) (content, error) {
	var out strings.Builder
	full := false
	line := func(indent, text string) {
		if full = full || out.Len()+len(indent)+len(text) > s.limits.Bytes; !full {
			out.WriteString(indent + "- " + render.EscapeCell(text) + "\n")
		}
	}
	for _, p := range session.Info().Sources {
		line("", about(p.Name+" ("+p.Kind+")", p.Description))
		services, err := session.Sources().Services(ctx, p.Name)
		for _, v := range services {
			line("  ", about(v.Name, v.Description))
			if p.Kind == "api" {
				continue // to list its resources, documents of megabytes would have to be read
			}
			resources, err := session.Sources().Resources(ctx, p.Name, v.Name)
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
	text := "Providers, their services, and their resources.\n" + render.Fence(render.Token(), out.String())
	if full {
		text += "\nTruncated: list_services and list_resources page through the rest."
	}
	return content{text: text}, ctx.Err()
}

// maxAbout bounds a comment in the tree.
const maxAbout = 200

func about(name, comment string) string {
	if comment == "" {
		return name
	}
	return name + ": " + render.Shorten(comment, maxAbout)
}

func (s *Server) addResource(p *published) {
	handler := func(ctx context.Context, r mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) {
		found, err := s.readResource(ctx, p, r.Params.URI)
		if err != nil {
			return nil, s.protocolError(p.uri, endedWithToken(ctx, err))
		}
		mime := p.mime
		if found.mime != "" {
			mime = found.mime
		}
		if found.blob != "" {
			return []mcpgo.ResourceContents{mcpgo.BlobResourceContents{URI: r.Params.URI, MIMEType: mime, Blob: found.blob}}, nil
		}
		return []mcpgo.ResourceContents{mcpgo.TextResourceContents{URI: r.Params.URI, MIMEType: mime, Text: found.text}}, nil
	}
	if strings.Contains(p.uri, "{") {
		s.library.AddResourceTemplate(mcpgo.NewResourceTemplate(p.uri, p.name, mcpgo.WithTemplateTitle(p.title),
			mcpgo.WithTemplateDescription(p.about), mcpgo.WithTemplateMIMEType(p.mime)), handler)
		return
	}
	s.library.AddResource(mcpgo.NewResource(p.uri, p.name, mcpgo.WithResourceTitle(p.title),
		mcpgo.WithResourceDescription(p.about), mcpgo.WithMIMEType(p.mime)), handler)
}

func (s *Server) readResource(ctx context.Context, p *published, uri string) (found content, err error) {
	shown := render.Shorten(uri, render.MaxMessage)
	if prefix, _, ok := strings.Cut(p.uri, "{"); ok && p.handle {
		shown = prefix + render.Shorten(strings.TrimPrefix(uri, prefix), arguments.ShownOfHandle)
	}
	err = s.look(ctx, "resource:"+p.name, map[string]any{"uri": shown}, &found.rows, func(ctx context.Context, session *engine.Session) error {
		path, err := pathOf(uri, p.uri)
		if err == nil {
			found, err = p.read(ctx, session, path)
		}
		return err
	})
	return found, err
}

// pathOf takes the names out of a uri that matches a template. They are taken from
// the uri itself: a name may have any character, percent-encoded.
func pathOf(uri, template string) ([]string, error) {
	prefix, _, ok := strings.Cut(template, "{")
	if !ok {
		return nil, nil
	}
	parts := strings.Split(strings.TrimPrefix(uri, prefix), "/")
	if len(parts) != strings.Count(template, "{") {
		return nil, arguments.Invalid("the URI must be %s", template)
	}
	for i, part := range parts {
		name, err := url.PathUnescape(part)
		if err != nil || name == "" || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
			return nil, arguments.Invalid("the URI must be %s", template).WithHint("Characters such as / are percent-encoded in a name.")
		}
		parts[i] = name
	}
	return parts, nil
}

// look reads something for a client in a session of its own, recorded like a
// tool call.
func (s *Server) look(ctx context.Context, name string, given map[string]any, rows *int64, f func(context.Context, *engine.Session) error) error {
	session, err := s.engine.Open(ctx, s.client(ctx, ""))
	if err != nil {
		return err
	}
	defer s.closeSession(session)
	return session.Inspect(ctx, engine.Call{Tool: name, Args: given, Rows: rows}, func(ctx context.Context) error { return f(ctx, session) })
}

// failed is a failure as an error of the protocol, in the words of a result, for methods whose result
// cannot tell of a failure.
type failed struct{ text string }

func (f *failed) Error() string { return f.text }

func (s *Server) protocolError(name string, err error) error {
	if sqlstate.CodeOf(err) == sqlstate.InternalError {
		s.log.Error("a read failed", "name", name, "error", cause(err))
	}
	text, _ := failure.Result(err, "").Content[0].(mcpgo.TextContent)
	return &failed{text.Text}
}
