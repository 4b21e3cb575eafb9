package mcp

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/library"
)

// tool is one row of the table of tools. What a client is told of it (schema,
// annotations) and what is done with a call of it come from here alone.
type tool struct {
	name, title string
	about       string // a sentence, then one example
	purpose     gate.Purpose
	runs        bool // it runs a statement at a source
	fetches     bool // it brings something to the server: it is no read, and can be repeated without harm
	absent      bool // a tool whose requirements are missing, so it is not published
	waits       bool // it is listed from the first snapshot on
	group       group
	repeatable  bool // of the tools for research: the same call gives the same answer
	staged      bool // its progress is told in stages
	params      []arguments.Param
	output      schema
	do          func(ctx context.Context, c *call) (*mcpgo.CallToolResult, error)
}

// schema is a JSON Schema, as Go values.
type schema = map[string]any

// tools are all that there are; which of them are offered, narrow decides.
func (s *Server) tools() []*tool {
	return slices.Concat(s.discoveryTools(), s.sqlTools(), s.reviewTools(), s.researchTools())
}

// resultSizeMeta is the key under which a client of Anthropic's learns how large an
// answer may be before it puts it aside: ours have a limit of their own.
const resultSizeMeta = "anthropic/maxResultSizeChars"

// register offers the tools to clients.
func (s *Server) register(tools []*tool) error {
	for _, t := range tools {
		input, err := json.Marshal(arguments.Schema(t.params))
		if err != nil {
			return err
		}
		output, err := json.Marshal(t.output)
		if err != nil {
			return err
		}
		var meta *mcpgo.Meta
		if t.purpose == gate.SelectPurpose && t.runs {
			meta = mcpgo.NewMetaFromMap(map[string]any{resultSizeMeta: s.limits.Bytes + s.limits.Text})
		}
		s.library.AddTool(mcpgo.Tool{
			Meta: meta,
			Name: t.name, Description: t.about, // the title is among the annotations, where every revision finds it
			RawInputSchema: input, RawOutputSchema: output, Annotations: t.annotations(),
		}, s.handler(t))
	}
	return nil
}

// annotations follow from the gate's table: a tool may do what its purpose allows. All four
// are set, because the protocol assumes the worst of an annotation that is left out. Repeating
// a read changes nothing; only statements that run on a source reach beyond the server.
func (t *tool) annotations() mcpgo.ToolAnnotation {
	if t.group != coreTools {
		return t.researchAnnotations()
	}
	readOnly, destructive := t.purpose.ReadOnly() && !t.fetches, t.purpose.Destructive()
	repeatable, open := t.purpose.ReadOnly(), t.runs || t.fetches
	return mcpgo.ToolAnnotation{
		Title:           t.title,
		ReadOnlyHint:    &readOnly,
		DestructiveHint: &destructive,
		IdempotentHint:  &repeatable,
		OpenWorldHint:   &open,
	}
}

// handler is what the library calls.
func (s *Server) handler(t *tool) library.ToolHandler {
	return func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return s.call(ctx, &toolCall{tool: t, args: rawArguments(r)}, r.Params.MultiRoundTripParams), nil
	}
}

// Output schemas name the members of structured content and their types, no deeper:
// every client pays for them with each conversation. docs/mcp.md has the rest.

func object(required []string, properties ...schema) schema {
	all := schema{}
	for _, p := range properties {
		maps.Copy(all, p)
	}
	return schema{"type": "object", "properties": all, "required": required}
}

// namesOfType gives all names the same type.
func namesOfType(kind string, names ...string) schema {
	s := schema{}
	for _, name := range names {
		s[name] = schema{"type": kind}
	}
	return s
}
