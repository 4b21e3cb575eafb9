// Package transport brings the messages of MCP's clients to the library and the answers
// back: over streamable HTTP, with sessions where the revision has them, and over standard
// input and output. It knows who sent a message and whether there is room for it, and
// nothing of tools.
//
//	transport.go   [Options], [Server]: New, Serve, Shutdown
//	http.go        what stands before the library: Host, Origin, body, sessions
//	access.go      which hosts and origins may speak to the server
//	bearer.go      who a client is, by its token
//	resource.go    tokens of issuers (OAuth), and what clients are told to get one
//	proof.go       ends what is being answered once its token is not good any more
//	places.go      has messages take their places (package admission says whose turn it
//	               is), and bounds bodies
//	inflight.go    streams on which clients listen, in all and for each client
//	connections.go bounds connections
//	running.go     the calls of sessions, so that they can be cancelled
//	sessions.go    2025 sessions: bounded, their principal's, forgotten when idle
//	held.go        the answer to initialize, held until its session is known
//	reply.go       an answer, and what comes before it on its own stream
//	resume.go      what is kept of streams for clients that come back (listen.go)
//	questions.go   requests to clients of 2025, and their answers: [Server.Ask]
//	stdio.go       a client on a pipe
//	caller.go      [Caller], [Client]: who sent the message that is answered
package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/mcp/admission"
	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// Options configure a Server. Library, Direct and Forgotten are required; every other zero value means the
// default.
type Options struct {
	Library *library.Server
	// Direct returns the function that answers a message of a session without the library, or nil if the library
	// answers it.
	Direct func(*message.Message) func(context.Context, http.ResponseWriter)
	// Forgotten is called for each session that has ended.
	Forgotten func(session string)
	Logger    hclog.Logger // default: none

	Path      string // the endpoint's path; default /mcp
	Principal string // the principal of clients without a token; default "local"
	// Tokens authenticate HTTP clients. Without tokens, only clients of this machine are served, unless AllowAnonymous is
	// set.
	Tokens         []Token
	AllowAnonymous bool
	// Resource accepts tokens of issuers; nil: there are no issuers.
	Resource *Resource
	// Permit refuses a message that its sender may not send; nil: everybody may send all. A message of a session is
	// checked with the scopes of the session.
	Permit func(context.Context, *message.Message) *message.Denial
	// Also are other handlers, by patterns of http.ServeMux. They authenticate their requests themselves.
	Also map[string]http.Handler
	// AllowedHosts are the hosts that a request may name, besides loopback. AllowedOrigins are the only
	// origins that a request may name. A host is a name with or without a port; an origin is
	// scheme://host[:port].
	AllowedHosts, AllowedOrigins []string
	StateDir                     string // /health names it to callers on this machine
	MaxBodyBytes                 int64  // bytes of one message; default 1 MiB
	Limits                       Limits
	// Ready returns an error if the server cannot serve now, for /ready. Default: nil.
	Ready func(context.Context) error
}

// Limits bound the calls, sessions, connections and streams of clients.
type Limits struct {
	Calls    int           // messages being answered at the same time; default 64
	Waiting  int           // messages that wait for their turn, and messages that wait for a person; default 1,000
	Turn     time.Duration // how long a message waits for its turn at most; default 10 seconds
	Sessions int           // sessions of clients that have them; default 1,000
	Idle     time.Duration // how long a silent session is kept; default 30 minutes

	ClientCalls   int           // Calls of one session; default 16
	Connections   int           // connections of HTTP clients; default 4,096
	Streams       int           // streams on which clients only listen; default 1,000
	ClientStreams int           // Streams of one client; default 8
	Read          time.Duration // how long a message may take to arrive; default 30 seconds
	Write         time.Duration // how long a client may take to read a message; default 30 seconds
	Keepalive     time.Duration // the time between keepalives on a silent stream; default 15 seconds
	Resume        time.Duration // how long a 2025 client may take to come back to a broken stream; default 1 minute
}

func (l Limits) orDefault() Limits {
	DefaultTo(&l.Calls, 64)
	DefaultTo(&l.Waiting, 1_000)
	DefaultTo(&l.Turn, 10*time.Second)
	DefaultTo(&l.Connections, 4_096)
	DefaultTo(&l.Sessions, 1_000)
	DefaultTo(&l.Idle, 30*time.Minute)
	DefaultTo(&l.ClientCalls, 16)
	DefaultTo(&l.Streams, 1_000)
	DefaultTo(&l.ClientStreams, 8)
	DefaultTo(&l.Read, 30*time.Second)
	DefaultTo(&l.Write, 30*time.Second)
	DefaultTo(&l.Keepalive, 15*time.Second)
	DefaultTo(&l.Resume, time.Minute)
	return l
}

// DefaultTo gives a limit its default if it is not set.
func DefaultTo[T int | int64 | time.Duration](value *T, byDefault T) {
	if *value <= 0 {
		*value = byDefault
	}
}

// Server serves any number of HTTP clients and pipes at the same time.
type Server struct {
	library   *library.Server
	direct    func(*message.Message) func(context.Context, http.ResponseWriter)
	forgotten func(session string)
	log       hclog.Logger

	principal string
	tokens    []credential
	anonymous bool
	resource  *Resource
	permit    func(context.Context, *message.Message) *message.Denial
	also      map[string]http.Handler
	path      string
	hosts     []string
	origins   []string
	maxBody   int64
	limits    Limits
	ready     func(context.Context) error
	stateDir  string

	http      *http.Server
	sessions  *sessions
	streams   *streams
	running   runningCalls
	questions *questions       // to clients of 2025
	calls     *admission.Queue // messages being answered
	bodies    atomic.Int64     // bytes of long messages that are in memory
	refusals  message.Refusals // refusals that are not logged yet
	listeners *inflight        // streams on which clients only listen
	stdio     atomic.Int64     // the number of stdio clients so far, which names the next
	draining  atomic.Bool
	endCalls  context.CancelFunc // ends the calls that are still being answered
	// whenEnding calls f when endCalls is called, unless stop was called before.
	whenEnding func(f func()) (stop func() bool)
}

// New returns a Server that serves nothing yet. Shutdown must be called in any case.
func New(o Options) (*Server, error) {
	s := &Server{
		library: o.Library, direct: o.Direct, forgotten: o.Forgotten, log: o.Logger,
		principal: o.Principal, anonymous: o.AllowAnonymous, path: "/" + strings.Trim(o.Path, "/"),
		resource: o.Resource, permit: o.Permit, also: o.Also, maxBody: o.MaxBodyBytes, limits: o.Limits.orDefault(), ready: o.Ready, stateDir: o.StateDir, questions: newQuestions(),
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
	if s.permit == nil {
		s.permit = func(context.Context, *message.Message) *message.Denial { return nil }
	}
	if s.ready == nil {
		s.ready = func(context.Context) error { return nil }
	}
	DefaultTo(&s.maxBody, 1<<20)
	var err error
	if s.hosts, s.origins, err = allowLists(o.AllowedHosts, o.AllowedOrigins); err != nil {
		return nil, err
	}
	if s.tokens, err = credentials(o.Tokens, s.principal); err != nil {
		return nil, err
	}
	s.newHTTP()
	return s, nil
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
		ConnState:         newConnections(s.limits.Connections).noteState,
		ErrorLog:          s.log.StandardLogger(&hclog.StandardLoggerOptions{ForceLevel: hclog.Debug}),
	}
	s.library.Connect(s.sessions, s.http, s.log)
	s.sessions.gone = s.releaseSession
	s.http.Handler = s.Handler()
}

// Serve answers HTTP clients of l until Shutdown, then closes l and returns nil. It refuses a listener
// that other machines can reach if nothing tells their callers apart.
func (s *Server) Serve(l net.Listener) error {
	if err := s.mayServe(l); err != nil {
		return errors.Join(err, l.Close())
	}
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Shutdown accepts no new calls, closes the streams of clients that only listen, and waits for
// the running calls as long as ctx allows; then it cancels them. Calls that wait for a client's
// answer are cancelled at once, since no answer can come any more. ServeStdio ends by its own
// context.
func (s *Server) Shutdown(ctx context.Context) error {
	s.draining.Store(true)
	defer s.refusals.Tell(s.log)
	err := s.drain(ctx)
	s.endCalls()
	s.streams.close()
	s.library.CloseSessions(ctx)
	if err != nil {
		return errors.Join(err, s.http.Close())
	}
	return nil
}

// drain waits for the HTTP requests to end. The library's Shutdown would end the sessions first, and
// with them their calls.
func (s *Server) drain(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.http.Shutdown(ctx) }()
	again := time.NewTicker(50 * time.Millisecond) // some requests may have been accepted just before
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

// Acknowledged waits, for a moment, until the first event was sent of a stream on which a client of 2026-07-28
// listens.
func Acknowledged(ctx context.Context) {
	if p, ok := From(ctx).Outlet.(*reply); ok && p.events {
		p.acknowledged()
	}
}

// Load has a Server's counts of calls and bytes at a moment.
type Load struct {
	admission.Counts
	Bodies int64 // bytes of long messages that are in memory
}

// Load returns the Server's load now.
func (s *Server) Load() Load { return Load{s.calls.Counts(), s.bodies.Load()} }
