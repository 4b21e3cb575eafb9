package pgwire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/relay"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/served"
)

// Options say how a Server serves.
type Options struct {
	Engine *engine.Engine
	Logger hclog.Logger
	// TLS, if set, is offered to clients that ask for it. Clients may show
	// certificates that its ClientCAs have signed. SetTLS replaces it.
	TLS *tls.Config
	// TLSRequired refuses plain connections.
	TLSRequired bool
	// Ceiling is the widest mode of any session of this door. The zero mode
	// lets nothing through.
	Ceiling gate.Mode
	// Users may log in, and nobody else but by Tokens. Without both, every name is believed.
	Users []User
	// Tokens, if set, lets in clients with an access token.
	Tokens *Tokens
	// Secret, if set, keeps the answers to names that are no users' the same when
	// the server starts again.
	Secret []byte
	// Trust lets Serve listen where others than this machine connect, although
	// there are no users, or plain connections are accepted.
	Trust bool

	MaxConns       int           // sessions at a time; 0: 1,000
	MaxMessage     int           // bytes of a client's message; 0: 64 MiB
	StartupTimeout time.Duration // until the session begins; 0: 10 seconds
	WriteTimeout   time.Duration // for a client to take what it is sent; 0: 2 minutes
	// How long the client of a relayed session may be silent, outside and inside of
	// a transaction; 0: for ever.
	IdleTimeout, IdleInTransaction time.Duration
	// DrainTimeout is how long Shutdown lets statements and transactions finish; 0:
	// they are ended at once.
	DrainTimeout time.Duration
}

// The defaults of Options, and what nobody needed to choose yet.
const (
	defaultMaxConns       = 1000
	defaultMaxMessage     = 64 << 20
	defaultStartupTimeout = 10 * time.Second
	defaultWriteTimeout   = 2 * time.Minute
	maxStartups           = 1024        // connections that are not sessions yet; startups.go says who has them
	lastWords             = time.Second // for a client to read that the server ends
)

// Server is the Postgres front door.
type Server struct {
	options  Options
	log      hclog.Logger
	tls      atomic.Pointer[tls.Config]
	users    users
	guesses  guesses
	sessions registry
	// These two carry the sessions; they are nil until Serve is called.
	served *served.Server
	relay  *relay.Relay

	startups startups
	stopping chan struct{} // closed when Shutdown begins
	stopped  chan struct{} // closed when the last session and startup has ended
	draining chan struct{} // closed when no new session is opened any more
	begin    sync.Once

	mu        sync.Mutex
	listeners []net.Listener
	ending    bool // Shutdown has been called
	down      bool // nothing is accepted any more

	connections sync.WaitGroup // startups and sessions
}

// New returns a server that serves nothing yet.
func New(o Options) (*Server, error) {
	if o.Engine == nil || o.Logger == nil {
		return nil, errors.New("pgwire: Options need an engine and a logger")
	}
	o.MaxConns = orDefault(o.MaxConns, defaultMaxConns)
	o.MaxMessage = orDefault(o.MaxMessage, defaultMaxMessage)
	o.StartupTimeout = orDefault(o.StartupTimeout, defaultStartupTimeout)
	o.WriteTimeout = orDefault(o.WriteTimeout, defaultWriteTimeout)
	users, err := newUsers(o.Users, o.Secret)
	if err != nil {
		return nil, err
	}
	if err := o.Tokens.checkUsers(users); err != nil {
		return nil, err
	}
	s := &Server{
		options:  o,
		log:      o.Logger,
		users:    users,
		guesses:  guesses{of: map[guesser]failures{}, max: maxGuessers},
		sessions: registry{open: map[int32]*place{}, users: map[string]int{}, max: o.MaxConns},
		startups: startups{max: maxStartups, open: map[net.Conn]*startup{}, freed: make(chan struct{}, 1)},
		stopping: make(chan struct{}),
		stopped:  make(chan struct{}),
		draining: make(chan struct{}),
	}
	s.SetTLS(o.TLS)
	return s, nil
}

func orDefault[T int | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

// Serve accepts connections until ctx ends or Shutdown is called, and then
// returns nil; sessions live on until Shutdown. It closes the listener. It may
// be called for several listeners at once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	defer ln.Close() //nolint:errcheck // it is closed already, or of no use
	if err := s.checkAddress(ln.Addr()); err != nil {
		return err
	}
	if !s.addListener(ln) {
		return nil
	}
	var err error
	s.begin.Do(func() { err = s.start(ln.Addr()) })
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	for {
		conn, err := ln.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			s.log.Warn("accepting a connection", "error", err)
			if !s.pauseAccept(ctx) {
				return nil
			}
			continue
		}
		if !s.admitConnection(conn) {
			_ = conn.Close()
			return nil
		}
		go s.open(conn)
	}
}

// checkAddress refuses an address where strangers could come in, or listen.
func (s *Server) checkAddress(addr net.Addr) error {
	switch {
	case local(addr) || s.options.Trust:
		return nil
	case s.trustsAll():
		return fmt.Errorf("refusing to listen on %s: without authentication only this machine may connect", addr)
	case !s.options.TLSRequired || s.tls.Load() == nil:
		return fmt.Errorf("refusing to listen on %s: without TLS for all only this machine may connect", addr)
	}
	return nil
}

// local says whether only this machine can connect to an address.
func local(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// addListener notes a listener, so that Shutdown can close it; false if it has begun.
func (s *Server) addListener(ln net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return false
	}
	s.listeners = append(s.listeners, ln)
	return true
}

// start starts what carries the sessions, but not after Shutdown has begun.
func (s *Server) start(addr net.Addr) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return nil
	}
	s.served, err = served.New(served.Options{
		Logger: s.log, MaxMessage: s.options.MaxMessage, WriteTimeout: s.options.WriteTimeout,
	}, addr)
	if err != nil {
		return err
	}
	s.relay, err = relay.New(relay.Options{
		Engine: s.options.Engine, Logger: s.log.Named("relay"), MaxMessage: s.options.MaxMessage, WriteTimeout: s.options.WriteTimeout,
		IdleTimeout: s.options.IdleTimeout, IdleInTransaction: s.options.IdleInTransaction,
	})
	return err
}

// pauseAccept waits a moment after a failed Accept (too many open files); false if
// it is time to leave.
func (s *Server) pauseAccept(ctx context.Context) bool {
	select {
	case <-time.After(100 * time.Millisecond):
		return true
	case <-ctx.Done():
	case <-s.stopping:
	}
	return false
}

// admitConnection takes a place among the startups, waiting for one; false if it is
// time to leave.
func (s *Server) admitConnection(conn net.Conn) bool {
	if !s.startups.awaitPlace(conn, s.stopping) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return false
	}
	s.connections.Add(1)
	return true
}

// open takes a connection through its startup.
func (s *Server) open(raw net.Conn) {
	defer s.connections.Done()
	leaveStartup := sync.OnceFunc(func() { s.startups.givePlaceUp(raw) })
	defer leaveStartup()
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("panic while opening a connection", "panic", r, "stack", string(debug.Stack()))
			_ = raw.Close()
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), s.options.StartupTimeout)
	defer cancel()
	_ = raw.SetDeadline(time.Now().Add(s.options.StartupTimeout)) // if it fails, so does the first read
	conn, h, err := s.startup(ctx, raw)
	s.startups.noteSpeaking(raw)
	if err == nil && s.isDraining() { // a cancel request was taken before
		err = reply.Shutdown()
	}
	if err == nil {
		h.leaveStartup = leaveStartup
		err = s.admitSession(ctx, raw, conn, h)
	}
	if err != nil {
		s.reject(conn, err)
	}
}

// Shutdown ends the server. For Options.DrainTimeout clients may finish what they
// are in: a statement, a pipeline, a transaction. New connections are told 57P01,
// sessions that do nothing are ended at once. Then every client is told that the
// administrator ends it (57P01), in the middle of a statement if need be. Shutdown
// waits until all have gone, or ctx has ended; then it cuts the rest off and returns
// ctx's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	first := !s.ending
	s.ending = true
	s.mu.Unlock()
	if !first {
		select {
		case <-s.stopped:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.drain(ctx)
	s.mu.Lock()
	s.down = true
	close(s.stopping)
	for _, ln := range s.listeners {
		_ = ln.Close()
	}
	s.mu.Unlock()
	s.startups.expireAll()
	return s.waitSessions(ctx)
}

// drain lets clients finish what they are in. A session may begin something as it
// is told, so all are told again.
func (s *Server) drain(ctx context.Context) {
	close(s.draining)
	limit := time.NewTimer(s.options.DrainTimeout)
	defer limit.Stop()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for s.options.DrainTimeout > 0 && s.sessions.count() > 0 {
		for _, session := range s.sessions.all() {
			session.Drain()
		}
		select {
		case <-again.C:
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// isDraining reports whether the server takes no new sessions.
func (s *Server) isDraining() bool {
	select {
	case <-s.draining:
		return true
	default:
		return false
	}
}

// waitSessions stops the sessions and waits for them.
func (s *Server) waitSessions(ctx context.Context) error {
	ended := make(chan struct{})
	go func() { // ends with the last session
		s.connections.Wait()
		close(s.stopped)
		s.mu.Lock()
		sessions, carrier := s.served, s.relay
		s.mu.Unlock()
		if sessions != nil {
			sessions.Shutdown()
		}
		if carrier != nil {
			_ = carrier.Shutdown(context.WithoutCancel(ctx)) // its sessions have ended
		}
		close(ended)
	}()
	// A session may be on its way from the startup, or a statement about to
	// begin that Cancel did not see: so all are told again.
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		for _, session := range s.sessions.all() {
			session.Stop()
		}
		select {
		case <-ended:
			return nil
		case <-again.C:
		case <-ctx.Done():
			for _, session := range s.sessions.all() {
				session.Abandon()
			}
			return s.awaitCutOff(ctx, ended)
		}
	}
}

// awaitCutOff gives sessions that were cut off a moment to notice.
func (s *Server) awaitCutOff(ctx context.Context, ended <-chan struct{}) error {
	select {
	case <-ended:
	case <-time.After(2 * time.Second):
		s.log.Error("sessions did not end", "count", len(s.sessions.all()))
	}
	return ctx.Err()
}
