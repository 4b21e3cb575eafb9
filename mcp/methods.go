package mcp

import (
	"context"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/mcp/render"
)

var methodSchema = object([]string{"name", "class", "verdict", "example", "columns"},
	namesOfType("string", "name", "resource", "class", "verdict", "tool", "example"), namesOfType("array", "columns"))

type method struct {
	Name      string         `json:"name"`
	Resource  string         `json:"resource"`
	Class     string         `json:"class"`
	Verdict   string         `json:"verdict"`
	Tool      string         `json:"tool,omitempty"`
	Reason    string         `json:"reason,omitempty"`
	Hint      string         `json:"hint,omitempty"`
	Request   string         `json:"request,omitempty"`
	Example   string         `json:"example"`
	Columns   []methodColumn `json:"columns"`
	Truncated bool           `json:"truncated,omitempty"`
}

type methodColumn struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Input       string `json:"input"`
	Output      bool   `json:"output"`
	Default     string `json:"default,omitempty"`
	Description string `json:"description,omitempty"`
}

func (s *Server) listMethods(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var entries []entry
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		_, methods, err := s.methods(ctx, c, session)
		for _, m := range methods {
			entries = append(entries, entry{
				Method: m.Name, Verb: m.Verb, Class: m.Class, Verdict: m.Verdict.Verdict, Tool: s.toolFor(m.Class),
				Required: pointer(strings.Join(fitNames(m.Required(), s.limits.Cell), ", ")), Description: m.Description,
			})
		}
		return err
	})
	return s.page(c, entries, err)
}

func (s *Server) methods(ctx context.Context, c *call, session *engine.Session) (inspect.Located, []inspect.Method, error) {
	return session.Sources().Methods(ctx, c.args.Text("provider"), c.args.Text("service"), c.args.Text("resource"), c.args.Text("method"))
}

// toolFor names the tool that takes statements of a class. It returns "" if it is not offered.
func (s *Server) toolFor(class string) string {
	name := map[string]string{
		"read": "run_select_query", "mutate": "run_mutation_query", "delete": "run_mutation_query", "exec": "run_lifecycle_operation",
	}[class]
	if !s.offered[name] {
		return ""
	}
	return name
}

func (s *Server) describeMethod(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var found method
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		at, methods, err := s.methods(ctx, c, session)
		if err != nil {
			return err
		}
		names := make([]string, len(methods))
		for i, m := range methods {
			if names[i] = m.Name; strings.EqualFold(m.Name, c.args.Text("method")) {
				found = s.asMethod(fullName(at), m)
			}
		}
		if found.Name == "" {
			return inspect.NoMethod(render.Shorten(c.args.Text("method"), 100), names)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.shown(c, found, found.text()), nil
}

func (s *Server) asMethod(resource string, m inspect.Method) method {
	out := method{
		Name: m.Name, Resource: resource, Class: m.Class, Verdict: m.Verdict.Verdict, Tool: s.toolFor(m.Class),
		Request: m.Request, Reason: m.Verdict.Reason, Hint: m.Verdict.Hint, Example: render.Shorten(m.Example, s.limits.Cell), Columns: []methodColumn{},
	}
	size := len(out.Example)
	for _, c := range m.Columns {
		about, byDefault := render.Shorten(c.Description, s.limits.Cell), render.Shorten(c.Default, s.limits.Cell)
		size += len(c.Name) + len(c.Type) + len(about) + len(byDefault) + 24
		if size > s.limits.Bytes && len(out.Columns) > 0 {
			out.Truncated = true
			break
		}
		out.Columns = append(out.Columns, methodColumn{c.Name, c.Type, c.Input, c.Output, byDefault, about})
	}
	return out
}

func (m method) text() string {
	head := fmt.Sprintf("%s is of class %s, and this server's mode says: %s.", m.Name, m.Class, m.Verdict)
	if m.Tool != "" {
		head += " Its tool is " + m.Tool + "."
	}
	if m.Hint != "" {
		head += " " + m.Hint
	}
	t := render.FilledTable([]string{"column", "type", "input", "output", "default", "description"}, m.Columns, func(c methodColumn) []string {
		return []string{c.Name, c.Type, c.Input, yes(c.Output), c.Default, c.Description}
	})
	body := m.Name + " on " + render.EscapeCell(m.Resource)
	if m.Request != "" {
		body += "\nrequest: " + render.EscapeCell(m.Request)
	}
	if m.Reason != "" {
		body += "\nreason: " + render.EscapeCell(m.Reason)
	}
	if m.Example != "" {
		body += "\nexample: " + render.EscapeCell(m.Example)
	}
	text := head + "\n" + render.Fence(render.Token(), body+"\n"+t)
	if m.Truncated {
		text += fmt.Sprintf("\nTruncated: an answer holds %s of this one; information_schema.columns has them all.", render.Count(len(m.Columns), "column"))
	}
	return text
}
