// Package library is the only place that knows the server of mcp-go, which keeps the
// loop of the Model Context Protocol: it finds the method of a message, checks what the
// protocol says of it, calls the handler of a tool, a prompt or a resource, and encodes
// the answer. The other packages of mcp use mcp-go's vocabulary (package mcp of the
// library: messages as Go types) and nothing that runs.
//
//	library.go   [Server]: the library with its options, over HTTP and over pipes
//	client.go    what the library knows of the client of a request
//	session.go   a client on a pipe, as the library wants it
//	log.go       what the library logs
//
// # What is wrong with the library (v1.2), and what is done about it
//
//   - It reads a body of any size, checks no Origin, and lets any session id open a
//     stream. Package transport stands in front of it (http.go, access.go).
//   - It finds the call to cancel by session id and request id; without a session any
//     client could cancel any other's. transport drops such cancellations; closing the
//     POST is the cancellation there.
//   - A question of its own can go out on a stream that a whole session shares, and is
//     never taken back. transport asks on the stream of the call (questions.go). The
//     library's bridge, which would ask old clients by itself and run the handler again,
//     has nothing to do: input_required is answered to clients of 2026-07-28 alone.
//   - Messages of a call go through a channel that all streams of its session share: they
//     come out of order, after the answer, or on another stream. transport has a stream
//     for each call (reply.go), and the library's channel is not used.
//   - It keeps each stream that could be resumed, with its connection, as long as its
//     session lives, whatever its event store does. transport keeps streams itself, within
//     bounds (resume.go).
//   - It tells idle sessions by their last request, and ends those whose call is still
//     running. transport counts what is under way (sessions.go).
//   - Its signs of life are requests that clients must answer. transport sends comments.
//   - Its stdio server drops answers at end of input, has one session for the process and
//     no limit on a line. transport has its own (stdio.go).
//   - Its Shutdown ends the sessions first, and with them their calls. transport lets the
//     calls end, and then has the sessions closed.
//   - It acknowledges subscriptions/listen on a goroutine of its own, and forgets to if the
//     answer is faster: see [Options].Acknowledged.
//   - It takes a message apart six times and encodes answers by reflection. Plain calls go
//     round it (mcp/direct.go).
package library

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// HeaderSession is the header with the id of a session of the 2025 revisions.
const HeaderSession = server.HeaderKeySessionID

// ToolHandler answers a call of a tool.
type ToolHandler = func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error)

// PromptHandler answers prompts/get.
type PromptHandler = func(context.Context, mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error)

// ResourceHandler answers resources/read.
type ResourceHandler = func(context.Context, mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error)

// Options configure a Server.
type Options struct {
	Name, Title, Version, Instructions string
	Prompts, Resources                 bool // the server has some

	// Shown reports whether a tool is shown to the caller of a context.
	Shown func(ctx context.Context, tool string) bool
	// Around wraps the handler of each tool.
	Around func(ToolHandler) ToolHandler
	// Failed is called with each request that is about to be answered with an error.
	Failed func(ctx context.Context, method mcpgo.MCPMethod, message any, err error)
	// Growing reports whether the list of tools is about to grow. nil: it never is.
	Growing func(ctx context.Context) bool
	// Acknowledged is called before subscriptions/listen is answered. It waits until the
	// first notification of its stream has left.
	Acknowledged func(ctx context.Context)
}

// Server is the library's server.
type Server struct {
	server *server.MCPServer
	stream *server.StreamableHTTPServer
}

// New makes a Server that answers pipes. ServeHTTP needs Connect first.
func New(o Options) *Server {
	hooks := &server.Hooks{}
	hooks.AddOnError(func(ctx context.Context, _ any, method mcpgo.MCPMethod, message any, err error) {
		o.Failed(ctx, method, message, err)
	})
	hooks.AddOnSuccess(func(ctx context.Context, _ any, method mcpgo.MCPMethod, _, _ any) {
		if method == mcpgo.MethodSubscriptionsListen {
			o.Acknowledged(ctx)
		}
	})
	hooks.AddAfterListTools(func(ctx context.Context, _ any, _ *mcpgo.ListToolsRequest, answer *mcpgo.ListToolsResult) {
		if o.Growing != nil && IsModern(ctx) && o.Growing(ctx) {
			answer.SetCacheHints(0, mcpgo.CacheScopePrivate)
		}
	})
	return &Server{server: server.NewMCPServer(o.Name, o.Version, append(append(capabilities(o), cacheHints()...),
		server.WithTitle(o.Title),
		server.WithInstructions(o.Instructions),
		server.WithHooks(hooks),
		server.WithToolFilter(func(ctx context.Context, tools []mcpgo.Tool) []mcpgo.Tool {
			return slices.DeleteFunc(slices.Clone(tools), func(t mcpgo.Tool) bool { return !o.Shown(ctx, t.Name) })
		}),
		server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc { return o.Around(next) }),
	)...)}
}

// capabilities are the parts of the protocol that the server offers.
func capabilities(o Options) []server.ServerOption {
	options := []server.ServerOption{server.WithToolCapabilities(false)}
	if o.Prompts {
		options = append(options, server.WithPromptCapabilities(false))
	}
	if o.Resources {
		options = append(options, server.WithResourceCapabilities(false, false))
	}
	return options
}

// listsKeep is how long clients may keep the lists of tools, prompts and resources. The lists change with a restart
// alone, except for a list of tools that grows (Options.Growing): clients ask for that list each time.
const listsKeep = 5 * time.Minute

// cacheHints tell clients of 2026-07-28 how long they may keep answers. The content of a
// resource may change at any moment.
func cacheHints() []server.ServerOption {
	hints := []server.ServerOption{server.WithCacheHints(0, mcpgo.CacheScopePrivate)}
	for _, list := range []mcpgo.MCPMethod{
		mcpgo.MethodToolsList, mcpgo.MethodPromptsList, mcpgo.MethodResourcesList, mcpgo.MethodResourcesTemplatesList,
		mcpgo.MethodServerDiscover,
	} {
		hints = append(hints, server.WithMethodCacheHints(list, listsKeep.Milliseconds(), mcpgo.CacheScopePrivate))
	}
	return hints
}

// AddTool offers a tool.
func (s *Server) AddTool(t mcpgo.Tool, h ToolHandler) { s.server.AddTool(t, h) }

// AddPrompt offers a prompt.
func (s *Server) AddPrompt(p mcpgo.Prompt, h PromptHandler) { s.server.AddPrompt(p, h) }

// AddResource offers a resource.
func (s *Server) AddResource(r mcpgo.Resource, h ResourceHandler) { s.server.AddResource(r, h) }

// AddResourceTemplate offers the resources that a template names.
func (s *Server) AddResourceTemplate(t mcpgo.ResourceTemplate, h ResourceHandler) {
	s.server.AddResourceTemplate(t, h)
}

// Sessions is the interface by which the library asks for sessions of the 2025 revisions.
type Sessions = server.SessionIdManager

// Connect makes a Server answer HTTP. The library's own handling of idle sessions, keepalives, kept events and hosts stays
// off: package transport does that.
func (s *Server) Connect(sessions Sessions, h *http.Server, log hclog.Logger) {
	s.stream = server.NewStreamableHTTPServer(s.server,
		server.WithSessionIdManager(sessions),
		server.WithDisableLocalhostProtection(true),
		server.WithStreamableHTTPLogger(slog.New(libraryLog{log: log})),
		server.WithStreamableHTTPServer(h),
	)
}

// ServeHTTP answers a request that has been let in.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.stream.ServeHTTP(w, r) }

// EndSession frees what the library holds for a session. The only way to do so is a DELETE request.
func (s *Server) EndSession(id string) {
	header := http.Header{}
	header.Set(HeaderSession, id)
	s.stream.Handle(nowhere{}, &server.HTTPRequest{Method: http.MethodDelete, Header: header, Context: context.Background()})
}

// CloseSessions ends all sessions over HTTP.
func (s *Server) CloseSessions(ctx context.Context) { s.stream.CloseSessions(ctx) }

// OpenPipe registers a client on a pipe. Answer takes the client's messages with the context that OpenPipe returns.
func (s *Server) OpenPipe(ctx context.Context, id string) (calls context.Context, notifications <-chan mcpgo.JSONRPCNotification, leave func(), err error) {
	session := newPipeSession(id)
	if err := s.server.RegisterSession(ctx, session); err != nil {
		return nil, nil, nil, err
	}
	return s.server.WithContext(ctx, session), session.notifications, func() { s.server.UnregisterSession(ctx, id) }, nil
}

// Answer answers a message of a pipe. It returns nil if the message wants no answer.
func (s *Server) Answer(ctx context.Context, text json.RawMessage) mcpgo.JSONRPCMessage {
	return s.server.HandleMessage(ctx, text)
}

// NotFound reports whether an error says that there is no such tool, prompt or resource.
func NotFound(err error) bool {
	return errors.Is(err, server.ErrToolNotFound) || errors.Is(err, server.ErrPromptNotFound) || errors.Is(err, server.ErrResourceNotFound)
}

// InputRequired returns the result that makes a client of 2026-07-28 ask its person. The client calls again with the answer,
// under that name, and with the state.
func InputRequired(state, name string, question mcpgo.ElicitationParams) *mcpgo.CallToolResult {
	result := server.NewInputRequestBuilder(state).Elicit(name, question).ToolResult()
	result.Content = []mcpgo.Content{}
	return result
}

// Bare returns the library's own server, to which the conformance suite's fixture adds tools that the door does not offer.
func (s *Server) Bare() *server.MCPServer { return s.server }

// nowhere is a ResponseWriter that throws the response away.
type nowhere struct{}

func (nowhere) Header() http.Header         { return http.Header{} }
func (nowhere) WriteHeader(int)             {}
func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Flush()                      {}
func (nowhere) CanStream() bool             { return false }
