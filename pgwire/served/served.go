package served

import (
	"net"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/pgwire/served/psqlwire"
)

// lastWords is how long a client has to read the message that the server ends.
const lastWords = time.Second

// Options say how a Server serves.
type Options struct {
	Logger       hclog.Logger
	MaxMessage   int           // bytes of a client's message
	WriteTimeout time.Duration // for a client to take what it is sent
}

// Server serves the sessions of a door whose statements the engine runs.
type Server struct {
	options  Options
	loop     *psqlwire.Loop
	ended    chan struct{} // closed when the last session has ended
	watching sync.WaitGroup

	mu       sync.Mutex
	sessions map[*Session]bool // that have begun
}

// New starts a server without sessions; the door listens on addr.
func New(o Options, addr net.Addr) (*Server, error) {
	loop, err := psqlwire.Start(addr)
	if err != nil {
		return nil, err
	}
	s := &Server{options: o, loop: loop, ended: make(chan struct{}), sessions: map[*Session]bool{}}
	s.watching.Go(s.watch)
	return s, nil
}

// Shutdown waits until all sessions have gone; the caller has stopped them.
func (s *Server) Shutdown() {
	s.loop.Shutdown()
	close(s.ended)
	s.watching.Wait()
}

// Client is a client that is authenticated, and whose startup message was read.
type Client struct {
	Conn   net.Conn // inside TLS, if there is TLS
	Socket net.Conn // below it
	// Ended is called when the session is over, once.
	Ended func()
}

// Parameter is a setting that a client is told of.
type Parameter struct{ Name, Value string }

func (s *Server) add(session *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[session] = true
}

func (s *Server) remove(session *Session) {
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
