//go:build conformance

package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sallyportdb/sallyport/mcp/transport"
)

// AddFixture offers what the public conformance suite wants to meet by name:
// tools, prompts and resources that a server in production has no use for, some
// of them with parts of the protocol that this server does not offer (sampling,
// roots, logging, completions, subscriptions). It is built for the suite alone.
func (s *Server) AddFixture() {
	for _, option := range []server.ServerOption{
		server.WithToolCapabilities(true), server.WithPromptCapabilities(true), server.WithResourceCapabilities(true, true),
		server.WithLogging(), server.WithCompletions(),
	} {
		option(s.library.Bare())
	}
	s.addContents()
	s.addNotifying()
	s.addAsking()
	s.addRounds()
	s.addDiagnostics()
	s.addResources()
	s.addPrompts()
}

const (
	fixtureImage = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	fixtureAudio = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
)

type fixtureTool = func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error)

func (s *Server) fixture(name, inputSchema string, do fixtureTool) {
	if inputSchema == "" {
		inputSchema = `{"type":"object","properties":{}}`
	}
	s.library.AddTool(mcpgo.Tool{Name: name, Description: "For the conformance suite.", RawInputSchema: json.RawMessage(inputSchema)}, do)
}

func contents(parts ...mcpgo.Content) fixtureTool {
	return func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return &mcpgo.CallToolResult{Content: parts}, nil
	}
}

func fixtureText(text string) mcpgo.TextContent { return mcpgo.TextContent{Type: "text", Text: text} }

func (s *Server) addContents() {
	image := mcpgo.NewImageContent(fixtureImage, "image/png")
	embedded := func(uri, mimeType, text string) mcpgo.Content {
		return mcpgo.NewEmbeddedResource(mcpgo.TextResourceContents{URI: uri, MIMEType: mimeType, Text: text})
	}
	s.fixture("test_simple_text", "", contents(fixtureText("This is a simple text response for testing.")))
	s.fixture("test_image_content", "", contents(image))
	s.fixture("test_audio_content", "", contents(mcpgo.NewAudioContent(fixtureAudio, "audio/wav")))
	s.fixture("test_embedded_resource", "", contents(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")))
	s.fixture("test_multiple_content_types", "", contents(fixtureText("Multiple content types test:"), image,
		embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)))
	s.fixture("test_error_handling", "", func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return mcpgo.NewToolResultError("This tool intentionally returns an error for testing"), nil
	})
	s.fixture("json_schema_2020_12_tool", `{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
		"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
		"properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
			"contactMethod": {"type": "string", "enum": ["phone", "email"]}, "phone": {"type": "string"}, "email": {"type": "string"}},
		"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
		"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
		"then": {"required": ["phone"]}, "else": {"required": ["email"]},
		"additionalProperties": false}`, contents(fixtureText("ok")))
	s.fixture("test_headers", `{"type": "object", "required": ["region"],
		"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}`, contents(fixtureText("ok")))
}

// say sends a notification by the way that belongs to the call.
func say(ctx context.Context, method string, params map[string]any) {
	if to := transport.From(ctx).Outlet; to != nil {
		to.Notify(transport.Notification(method, params))
	}
}

// addNotifying adds tools of the conformance suite. What they report comes in the course of their time, as the suite asks.
func (s *Server) addNotifying() {
	s.fixture("test_tool_with_logging", "", func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			say(ctx, "notifications/message", map[string]any{"level": "info", "data": text})
			time.Sleep(50 * time.Millisecond)
		}
		return mcpgo.NewToolResultText("Tool with logging executed successfully"), nil
	})
	s.fixture("test_logging_tool", "", func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		if info := server.RequestProtocolInfoFromContext(ctx); info == nil || !info.Modern || info.LogLevel != "" {
			say(ctx, "notifications/message", map[string]any{"level": "info", "data": "a log message"})
		}
		return mcpgo.NewToolResultText("logged"), nil
	})
	s.fixture("test_tool_with_progress", "", func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		for _, done := range []int{0, 50, 100} {
			if r.Params.Meta != nil && r.Params.Meta.ProgressToken != nil {
				say(ctx, "notifications/progress", map[string]any{
					"progressToken": r.Params.Meta.ProgressToken, "progress": done, "total": 100,
				})
			}
			time.Sleep(50 * time.Millisecond)
		}
		return mcpgo.NewToolResultText("Progress was reported"), nil
	})
	s.fixture("test_reconnection", "", func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		transport.HangUp(ctx)
		time.Sleep(200 * time.Millisecond)
		return mcpgo.NewToolResultText("The stream was closed, and the answer is here"), nil
	})
}

// asked is what a client says to a request of the server's.
func (s *Server) asked(ctx context.Context, method mcpgo.MCPMethod, params any) (*mcpgo.CallToolResult, error) {
	result, err := s.Ask(ctx, method, params)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return mcpgo.NewToolResultError("nobody can be asked"), nil //nolint:nilerr // it is the tool's answer
	}
	return mcpgo.NewToolResultText(string(method) + " completed: " + string(result)), nil
}

func (s *Server) addAsking() {
	s.fixture("test_sampling", `{"type":"object","properties":{"prompt":{"type":"string"}}}`, func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return s.asked(ctx, mcpgo.MethodSamplingCreateMessage, fixtureQuestion(r.GetString("prompt", ""), 100))
	})
	ask := func(name, requested string) {
		s.fixture(name, `{"type":"object","properties":{"message":{"type":"string"}}}`, func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			return s.asked(ctx, mcpgo.MethodElicitationCreate, fixtureForm(r.GetString("message", "What do you say?"), requested))
		})
	}
	ask("test_elicitation", `{"type":"object","required":["username","email"],"properties":{
		"username":{"type":"string","description":"User's response"},"email":{"type":"string","description":"User's email address"}}}`)
	ask("test_elicitation_sep1034_defaults", `{"type":"object","properties":{
		"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
		"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`)
	ask("test_elicitation_sep1330_enums", `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2"],"enumNames":["Option One","Option Two"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"}]}}}}`)
}

func (s *Server) addDiagnostics() {
	s.fixture("test_missing_capability", "", func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		if info := server.RequestProtocolInfoFromContext(ctx); info == nil || info.ClientCapabilities == nil || info.ClientCapabilities.Sampling == nil {
			return nil, mcpgo.MissingRequiredClientCapabilityError{Capability: "sampling"}
		}
		return mcpgo.NewToolResultText("ok"), nil
	})
	s.fixture("test_streaming_elicitation", "", func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		say(ctx, "notifications/progress", map[string]any{"progressToken": "none", "progress": 1})
		return server.NewInputRequestBuilder("").Elicit("name", fixtureName("What is your name?", "name")).ToolResult(), nil
	})
	n := 0
	s.fixture("test_trigger_tool_change", "", func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		n++
		s.fixture(fmt.Sprintf("test_added_%d", n), "", contents(fixtureText("ok")))
		s.library.Bare().DeleteTools(fmt.Sprintf("test_added_%d", n))
		return mcpgo.NewToolResultText("changed"), nil
	})
	s.fixture("test_trigger_prompt_change", "", func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		s.prompt("test_added", nil, fixtureText("ok"))
		s.library.Bare().DeletePrompts("test_added")
		return mcpgo.NewToolResultText("changed"), nil
	})
}

func (s *Server) addResources() {
	text := func(mimeType string, body func(uri string) string) server.ResourceHandlerFunc {
		return func(_ context.Context, r mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) {
			return []mcpgo.ResourceContents{mcpgo.TextResourceContents{URI: r.Params.URI, MIMEType: mimeType, Text: body(r.Params.URI)}}, nil
		}
	}
	same := func(text string) func(string) string { return func(string) string { return text } }
	s.library.AddResource(mcpgo.NewResource("test://static-text", "static-text", mcpgo.WithMIMEType("text/plain")),
		text("text/plain", same("This is the content of the static text resource.")))
	s.library.AddResource(mcpgo.NewResource("test://watched-resource", "watched-resource", mcpgo.WithMIMEType("text/plain")),
		text("text/plain", same("This may be watched.")))
	s.library.AddResource(mcpgo.NewResource("test://static-binary", "static-binary", mcpgo.WithMIMEType("image/png")),
		func(_ context.Context, r mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) {
			return []mcpgo.ResourceContents{mcpgo.BlobResourceContents{URI: r.Params.URI, MIMEType: "image/png", Blob: fixtureImage}}, nil
		})
	s.library.AddResourceTemplate(mcpgo.NewResourceTemplate("test://template/{id}/data", "template", mcpgo.WithTemplateMIMEType("application/json")),
		server.ResourceTemplateHandlerFunc(text("application/json", func(uri string) string {
			id := strings.TrimSuffix(strings.TrimPrefix(uri, "test://template/"), "/data")
			return fmt.Sprintf(`{"id":%q,"templateTest":true,"data":%q}`, id, "Data for ID: "+id)
		})))
}

func (s *Server) prompt(name string, arguments []string, parts ...mcpgo.Content) {
	p := mcpgo.Prompt{Name: name, Description: "For the conformance suite."}
	for _, a := range arguments {
		p.Arguments = append(p.Arguments, mcpgo.PromptArgument{Name: a, Description: "An argument.", Required: true})
	}
	s.library.AddPrompt(p, func(_ context.Context, r mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) {
		result := &mcpgo.GetPromptResult{}
		for _, part := range parts {
			if text, ok := part.(mcpgo.TextContent); ok {
				for name, value := range r.Params.Arguments {
					text.Text = strings.ReplaceAll(text.Text, "{"+name+"}", value)
				}
				part = text
			}
			result.Messages = append(result.Messages, mcpgo.PromptMessage{Role: mcpgo.RoleUser, Content: part})
		}
		return result, nil
	})
}

func (s *Server) addPrompts() {
	s.prompt("test_simple_prompt", nil, fixtureText("This is a simple prompt for testing."))
	s.prompt("test_prompt_with_arguments", []string{"arg1", "arg2"}, fixtureText("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"))
	s.prompt("test_prompt_with_image", nil, mcpgo.NewImageContent(fixtureImage, "image/png"), fixtureText("Please analyze the image above."))
	p := mcpgo.Prompt{Name: "test_prompt_with_embedded_resource", Description: "For the conformance suite.", Arguments: []mcpgo.PromptArgument{{Name: "resourceUri", Required: true}}}
	s.library.AddPrompt(p, func(_ context.Context, r mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) {
		resource := mcpgo.NewEmbeddedResource(mcpgo.TextResourceContents{
			URI: r.Params.Arguments["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing.",
		})
		return &mcpgo.GetPromptResult{Messages: []mcpgo.PromptMessage{
			{Role: mcpgo.RoleUser, Content: resource},
			{Role: mcpgo.RoleUser, Content: fixtureText("Please process the embedded resource above.")},
		}}, nil
	})
}
