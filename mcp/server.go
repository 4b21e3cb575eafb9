package mcp

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/admission"
	"github.com/sallyportdb/sallyport/mcp/export"
	"github.com/sallyportdb/sallyport/mcp/message"
)

const serverName = "sallyport"

// Options are what a Server is made of. Engine is required; every zero value
// means the default.
type Options struct {
	Engine *engine.Engine
	Logger hclog.Logger // default: none

	Path string // of the MCP endpoint; default /mcp
	// Principal is who a caller is that no token tells apart. Default "local".
	Principal string
	// Tokens are what HTTP clients authenticate with. Where there are none, only
	// clients of this machine are served, unless AllowAnonymous says otherwise.
	Tokens         []Token
	AllowAnonymous bool
	// AllowedHosts and AllowedOrigins are let in beside loopback. A host is a
	// name with or without a port; an origin is scheme://host[:port].
	AllowedHosts   []string
	AllowedOrigins []string
	MaxBodyBytes   int64 // of one message; default 1 MiB
	Limits         Limits
	// EnabledTools, EnabledPrompts and EnabledResources narrow what is published
	// to those names. nil: all; empty: none. New refuses a name that is none.
	EnabledTools, EnabledPrompts, EnabledResources []string
	// NoInstructions leaves out what clients are told of the server.
	NoInstructions bool
	Format         string // of a result's text where a call asks for none: markdown (default) or json
	// Elicitation lets the person behind a client approve through the client.
	// Approvals is the engine's store of requests; without it clients of 2026-07-28
	// are not asked.
	Elicitation bool
	Approvals   *approval.Store
	// DeskOnlyClients and DeskOnlyPrincipals are not asked all the same: clients by
	// the name that they say they have, in any case of letters, and principals.
	DeskOnlyClients, DeskOnlyPrincipals []string
	// Parquet makes Parquet of a CSV file, whose first line has the names: NULL is
	// nothing, the empty text "". nil: there are no exports in Parquet.
	Parquet func(ctx context.Context, columns []export.Column, csv, parquet string) error
	// ExportsDir is where the folder of exports is made; default: that of temporary files.
	ExportsDir string
	// Ready says whether the server can serve now, for /ready. Default: it can.
	Ready func(context.Context) error
}

// Limits bound what an answer holds and what clients may hold open.
type Limits struct {
	Rows     int64         // row_limit when a call gives none; default 200
	MaxRows  int64         // the highest row_limit; default 10,000
	Bytes    int           // of rows in structured content; default 64 KiB
	Text     int           // of rows in the text of one answer; default 32 KiB
	Cell     int           // bytes of one value; default 4 KiB
	Calls    int           // messages being answered at the same time; default 64
	Waiting  int           // messages that wait for their turn, and as many for a person; default 1,000
	Turn     time.Duration // to wait for a turn, at most; default 10 seconds
	Sessions int           // sessions of clients that have them; default 1,000
	Idle     time.Duration // until a silent session is forgotten; default 30 minutes

	ClientCalls   int           // of Calls, for one session; default 16
	Connections   int           // of HTTP clients; default 4,096
	Streams       int           // streams on which clients only listen; default 1,000
	ClientStreams int           // of these, for one client; default 8
	Read          time.Duration // for a message to arrive; default 30 seconds
	Write         time.Duration // for a client to take what it is sent; default 30 seconds
	Keepalive     time.Duration // between signs of life on a silent stream; default 15 seconds
	Resume        time.Duration // for a 2025 client to come back to a broken stream; default 1 minute
	Progress      time.Duration // between reports of progress; default 1 second
}

func (l Limits) orDefault() Limits {
	defaultTo(&l.Rows, 200)
	defaultTo(&l.MaxRows, 10_000)
	defaultTo(&l.Bytes, 64<<10)
	defaultTo(&l.Text, 32<<10)
	defaultTo(&l.Cell, 4<<10)
	defaultTo(&l.Calls, 64)
	defaultTo(&l.Waiting, 1_000)
	defaultTo(&l.Turn, 10*time.Second)
	defaultTo(&l.Connections, 4_096)
	defaultTo(&l.Sessions, 1_000)
	defaultTo(&l.Idle, 30*time.Minute)
	defaultTo(&l.ClientCalls, 16)
	defaultTo(&l.Streams, 1_000)
	defaultTo(&l.ClientStreams, 8)
	defaultTo(&l.Read, 30*time.Second)
	defaultTo(&l.Write, 30*time.Second)
	defaultTo(&l.Keepalive, 15*time.Second)
	defaultTo(&l.Resume, time.Minute)
	defaultTo(&l.Progress, time.Second)
	l.Rows = min(l.Rows, l.MaxRows)
	return l
}

func defaultTo[T int | int64 | time.Duration](value *T, byDefault T) {
	if *value <= 0 {
		*value = byDefault
	}
}

// Server is the MCP front door. One Server serves any number of HTTP clients
// and stdio pipes at the same time.
type Server struct {
	engine    *engine.Engine
	log       hclog.Logger
	principal string
	tokens    []credential
	anonymous bool
	path      string
	hosts     []string
	origins   []string
	maxBody   int64
	limits    Limits
	ready     func(context.Context) error
	format    string          // the server's own, of texts
	offered   map[string]bool // names of tools
	cursors   *cursors
	holds     *holds
	exports   *export.Store
	exporting bool // the resource of exports is published
	parquet   func(ctx context.Context, columns []export.Column, csv, parquet string) error
	parquets  chan struct{} // a place for each result that is made Parquet

	parquetWait time.Duration
	elicitation bool
	deskOnly    deskOnly
	approvals   *approval.Store
	questions   *questions // to clients of 2025

	mcp       *server.MCPServer
	stream    *server.StreamableHTTPServer
	http      *http.Server
	sessions  *sessions
	streams   *streams
	running   runningCalls
	directs   atomic.Int64     // calls that were answered without the library
	byName    map[string]*tool // the tools that are published
	calls     *admission.Queue // messages being answered
	bodies    atomic.Int64     // bytes of long messages that are in memory
	refusals  message.Refusals // that the log has not been told of
	listeners *inflight        // streams on which clients only listen
	stdio     atomic.Int64     // stdio clients so far, to name them
	draining  atomic.Bool
	endCalls  context.CancelFunc // ends what is still being answered
	// whenEnding has f called when endCalls is, until stop.
	whenEnding func(f func()) (stop func() bool)
}

// New makes a Server; it serves nothing yet, but Shutdown must be called.
func New(o Options) (*Server, error) {
	if o.Engine == nil {
		return nil, errors.New("mcp: no engine")
	}
	s := &Server{
		engine: o.Engine, log: o.Logger, principal: o.Principal, path: "/" + strings.Trim(o.Path, "/"),
		maxBody: o.MaxBodyBytes, limits: o.Limits.orDefault(), ready: o.Ready, cursors: newCursors(),
		elicitation: o.Elicitation, approvals: o.Approvals, questions: newQuestions(),
		deskOnly: deskOnly{o.DeskOnlyClients, o.DeskOnlyPrincipals},
	}
	if s.log == nil {
		s.log = hclog.NewNullLogger()
	}
	if s.path == "/" {
		s.path = "/mcp"
	}
	if s.principal == "" {
		s.principal = "local"
	}
	if s.ready == nil {
		s.ready = func(context.Context) error { return nil }
	}
	s.holds, s.exports, s.parquet = newHolds(s.closeHeld), export.NewStore(o.ExportsDir), o.Parquet
	export.RemoveLeft(o.ExportsDir, s.log)
	s.parquets, s.parquetWait = make(chan struct{}, parquetAtOnce), parquetWait
	defaultTo(&s.maxBody, 1<<20)
	var err error
	if s.hosts, s.origins, err = allowLists(o.AllowedHosts, o.AllowedOrigins); err != nil {
		return nil, err
	}
	published, err := s.narrow(o)
	if err != nil {
		return nil, err
	}
	if s.tokens, err = credentials(o.Tokens, s.principal); err != nil {
		return nil, err
	}
	s.anonymous = o.AllowAnonymous
	hooks := &server.Hooks{}
	hooks.AddOnError(s.unhandled)
	hooks.AddOnSuccess(func(ctx context.Context, _ any, method mcpgo.MCPMethod, _, _ any) {
		if p, ok := callerFrom(ctx).outlet.(*reply); ok && method == mcpgo.MethodSubscriptionsListen && p.events {
			p.acknowledged()
		}
	})
	s.mcp = server.NewMCPServer(serverName, version(o.Engine), append(append(published.capabilities(), cacheHints()...),
		server.WithTitle("Sallyport"),
		server.WithInstructions(published.instructions),
		server.WithHooks(hooks),
		server.WithToolHandlerMiddleware(s.around),
	)...)
	if err := s.publish(published); err != nil {
		return nil, err
	}
	s.newHTTP()
	return s, nil
}

// listsKeep is how long clients may keep the lists of what there is to call, get and
// read: these change with a restart alone.
const listsKeep = 5 * time.Minute

// cacheHints tell clients of 2026-07-28 how long answers hold. What a resource says
// may be another the next moment.
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

func version(e *engine.Engine) string {
	if v := e.Info().Version; v != "" {
		return v
	}
	return "dev"
}

func (s *Server) newHTTP() {
	calls, endCalls := context.WithCancel(context.Background())
	s.endCalls = endCalls
	s.whenEnding = func(f func()) func() bool { return context.AfterFunc(calls, f) }
	s.calls = admission.New(s.admissionLimits())
	s.listeners = newInflight(s.limits.Streams, s.limits.ClientStreams)
	s.sessions = newSessions(s.limits.Sessions, s.limits.Idle)
	s.streams = newStreams(s.limits.Resume)
	s.http = &http.Server{
		BaseContext:       func(net.Listener) context.Context { return calls },
		ReadHeaderTimeout: min(s.limits.Read, 10*time.Second),
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ConnState:         newConnections(s.limits.Connections).changed,
		ErrorLog:          s.log.StandardLogger(&hclog.StandardLoggerOptions{ForceLevel: hclog.Debug}),
	}
	// What is not asked of the library: idle sessions, signs of life, events
	// that are kept, and where a host is checked. http.go, sessions.go, reply.go
	// and resume.go do that.
	s.stream = server.NewStreamableHTTPServer(s.mcp,
		server.WithSessionIdManager(s.sessions),
		server.WithDisableLocalhostProtection(true),
		server.WithStreamableHTTPLogger(slog.New(libraryLog{log: s.log})),
		server.WithStreamableHTTPServer(s.http),
	)
	s.sessions.gone = s.forget
	s.http.Handler = s.Handler()
}

// Serve answers HTTP clients of l until Shutdown; it closes l. What it returns
// is nil after Shutdown. It refuses a listener that other machines can reach if
// nothing tells their callers apart.
func (s *Server) Serve(l net.Listener) error {
	if err := s.mayServe(l); err != nil {
		return errors.Join(err, l.Close())
	}
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Shutdown takes no new calls, closes the streams of clients that only listen,
// and waits for the calls that are being answered, as long as ctx allows; those
// are cancelled then. What waits for a client's answer is cancelled at once: none
// could come any more. ServeStdio ends by its own context.
func (s *Server) Shutdown(ctx context.Context) error {
	s.draining.Store(true)
	defer s.refusals.Tell(s.log)
	err := s.drain(ctx)
	s.endCalls()
	s.holds.close()
	s.streams.close()
	s.stream.CloseSessions(ctx)
	if gone := s.exports.Close(); gone != nil {
		s.log.Warn("the folder of exports is not removed", "error", gone)
	}
	if err != nil {
		return errors.Join(err, s.http.Close())
	}
	return nil
}

// drain waits for HTTP to end. The library's Shutdown would not: it ends the
// sessions first, and with them their calls.
func (s *Server) drain(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.http.Shutdown(ctx) }()
	again := time.NewTicker(50 * time.Millisecond) // for those who were let in just before
	defer again.Stop()
	for {
		s.listeners.endAll()
		s.questions.hangUpAll()
		select {
		case err := <-ended:
			return err
		case <-again.C:
		}
	}
}
