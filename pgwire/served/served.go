package served

import (
	"bufio"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	wire "github.com/jeroenrinzema/psql-wire"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
)

// Options say how a Server serves.
type Options struct {
	Logger       hclog.Logger
	MaxMessage   int           // bytes of a client's message
	WriteTimeout time.Duration // for a client to take what it is sent
}

// lastWords is how long a client has to read that the server ends.
const lastWords = time.Second

// Server serves the sessions of a door whose statements the engine runs.
type Server struct {
	options Options
	log     hclog.Logger
	library *wire.Server

	guards  chan net.Conn  // to the library
	stopped chan struct{}  // closed when the last session has ended
	helpers sync.WaitGroup // the library's accept loop and the watch
	// panicked says that a panic went through the library, whose own count of
	// running statements is wrong from then on.
	panicked atomic.Bool

	mu       sync.Mutex
	sessions map[*Session]bool // that have begun
}

// New starts a server without sessions. addr is what it says that it listens on.
func New(o Options, addr net.Addr) (*Server, error) {
	library, err := newLibrary(o.MaxMessage)
	if err != nil {
		return nil, err
	}
	s := &Server{
		options: o, log: o.Logger, library: library,
		guards: make(chan net.Conn), stopped: make(chan struct{}), sessions: map[*Session]bool{},
	}
	s.helpers.Go(func() {
		_ = s.library.Serve(&handOver{guards: s.guards, closed: s.stopped, addr: addr}) // nil at the end
	})
	s.helpers.Go(s.watch)
	return s, nil
}

// Shutdown waits until all sessions have gone; the caller has stopped them.
func (s *Server) Shutdown() {
	s.library.Wait()
	close(s.stopped)
	if s.panicked.Load() {
		go s.library.Close() //nolint:errcheck // it may wait for ever, its count being off
	} else {
		_ = s.library.Close() // nil
	}
	s.helpers.Wait()
}

// Client is one that has come in: authenticated, its startup message read.
type Client struct {
	Conn   net.Conn // inside TLS, if there is TLS
	Socket net.Conn // below it
	// Ended is called when the session is over, once.
	Ended func()
}

// NewSession returns a session for a client, which begins with Begin.
func (s *Server) NewSession(c Client) *Session {
	g := &guard{
		Conn: c.Conn, raw: c.Socket, server: s, over: c.Ended,
		in: bufio.NewReaderSize(c.Conn, readAhead), rest: replay, opening: true,
	}
	g.session = &Session{guard: g, told: map[string]string{}}
	return g.session
}

// Begin greets the client with the parameters and the key, and serves it. The session
// owns the engine's session and the connection from then on.
func (s *Session) Begin(e *engine.Session, parameters []Parameter, key []byte) error {
	s.opened(e)
	g := s.guard
	g.out = reply.AuthenticationOk(nil)
	for _, p := range parameters {
		g.out = reply.ParameterStatus(g.out, p.Name, p.Value)
		s.told[p.Name] = p.Value
	}
	g.out = append(g.out, key...)
	if err := g.flush(); err != nil {
		_ = g.Close()
		return err
	}
	_ = g.SetDeadline(time.Time{}) // if it fails, so does the next read
	g.server.enter(s)
	g.server.guards <- g // the library accepts until Shutdown
	return nil
}

// Parameter is a setting that a client is told of.
type Parameter struct{ Name, Value string }

func (s *Server) enter(session *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[session] = true
}

func (s *Server) leave(session *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, session)
}

// all returns the sessions that have begun.
func (s *Server) all() []*Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*Session, 0, len(s.sessions))
	for session := range s.sessions {
		list = append(list, session)
	}
	return list
}

// Drain ends the session as soon as it has nothing to finish. It may be called again.
func (s *Session) Drain() { s.guard.drain() }

// Stop tells the client that the administrator ends the session, and ends it. It is
// called until the session has ended.
func (s *Session) Stop() { s.guard.stop() }

// Abandon ends the session without a word.
func (s *Session) Abandon() {
	s.guard.abandon()
	_ = s.guard.raw.Close()
}
