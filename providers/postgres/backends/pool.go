// Package backends gives sessions of a door that speaks the protocol itself a connection
// of the server each, byte for byte.
//
// A [Backend] is a connection of its own. pgconn opens it with the client's settings and name in the startup packet
// (dial.go); nobody else touches its bytes until it is released (backend.go). Backends are apart from the provider's
// pool, and have a bound of their own ([Pool], pool.go). An idle backend serves the next session with the same settings,
// after a check that it is open and silent (athand.go, socket_unix.go). For a session with other settings it is closed
// to make room. A session that finds no place waits in line. idle.go closes backends that nobody uses.
//
// When a session ends, its backend is reset in the background, by the operator's server_reset and by a statement whose
// answer shows that nothing else is left to read. A backend that is then not idle, or not pinned, is closed. A reset
// empties Kept. RESET application_name inside a session returns to the name of the client for which the backend was
// opened. A cancel request that may still be under way keeps a backend from the next session.
//
// After a failure to connect, one client at a time tries again, and the others get the error at once. settings.go says
// what a client may not set.
package backends

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Pool has the connections that sessions have to themselves, byte for byte, and the sessions that wait for one. A
// connection that is open, being opened, being reset or being closed takes one of a bounded number of places. A session
// that finds no place waits in line.
type Pool struct {
	options  Options
	config   *pgconn.Config
	failures failures
	work     sync.WaitGroup // what runs in the background; begun only while not closed
	stop     chan struct{}  // closed when close begins
	empty    chan struct{}  // closed when no place is taken after that

	mu     sync.Mutex
	closed bool
	places int        // that are taken
	idle   []*Backend // the one that was used last at the end
	inUse  map[*Backend]struct{}
	line   []*waiter
	sweeps bool         // the sweeper runs
	warned atomic.Bool  // of a server_reset that the server refuses
	silent atomic.Int64 // when the server last did not answer somebody, in Unix nanoseconds
}

// waiter is a session that waits in line. It gets an idle backend with any settings, or nil, which is an empty place.
type waiter struct {
	key  string
	turn chan *Backend // takes one
}

// Options are the bounds of backends, and the functions of their provider that they call.
type Options struct {
	Name        string
	Config      *pgconn.Config // of the DSN
	Most        int            // open at once
	MaxIdle     int
	IdleTimeout time.Duration
	MaxLifetime time.Duration
	MaxWait     time.Duration // in line
	ServerReset string        // runs between two sessions
	Logins      func() uint64 // counts the search paths that the login has begun with: a backend keeps the one that it was opened with
	Logger      hclog.Logger

	Check          func(*pgconn.PgConn) error // looks at a new connection
	ConnectError   func(error) *sqlstate.Error
	StatementError func(context.Context, error) error
}

// New makes a pool. It opens no connection yet.
func New(o Options) *Pool {
	return &Pool{options: o, config: relayConfig(o.Config), stop: make(chan struct{}), empty: make(chan struct{}), inUse: map[*Backend]struct{}{}}
}

// Stopping is closed when Close begins.
func (s *Pool) Stopping() <-chan struct{} { return s.stop }

// Counts returns how many sessions wait in line, how many backends are idle, and how many places are taken.
func (s *Pool) Counts() (line, idle, places int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.line), len(s.idle), s.places
}

// Get returns an idle backend, or opens one. identity are the settings that tell the server who asks.
func (s *Pool) Get(ctx context.Context, o providers.BackendOptions, identity []providers.StartupSetting) (*Backend, error) {
	settings, err := checkSettings(o.Settings)
	if err != nil {
		return nil, err
	}
	o.Settings = settings
	if strings.ContainsRune(o.ApplicationName, 0) {
		return nil, refusedSetting("application_name")
	}
	key := keyOf(identity, o.Settings)
	b, err := s.place(ctx, key)
	if err != nil {
		return nil, err
	}
	for b != nil && (b.key != key || !b.fit(ctx, o.ApplicationName)) {
		silent := b.silent
		b.closeConn()
		if b = nil; !silent { // else the others would only take as long
			b = s.takeInstead(key) // the place of this caller stays
		}
	}
	if b == nil {
		if b, err = s.dial(ctx, o, identity, key); err != nil {
			s.vacate()
			return nil, err
		}
	}
	if !s.handOut(b) {
		b.closeConn()
		s.vacate()
		return nil, s.shut()
	}
	return b, nil
}

// place returns an idle backend, if possible with the same settings, or nil for an empty place.
func (s *Pool) place(ctx context.Context, key string) (*Backend, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, s.shut()
	}
	s.sweep()
	if b := s.take(key); b != nil {
		s.mu.Unlock()
		return b, nil
	}
	if s.places < s.options.Most {
		s.places++
		s.mu.Unlock()
		return nil, nil
	}
	if len(s.idle) > 0 { // for other settings: it makes room
		b := s.idle[0]
		s.idle = slices.Delete(s.idle, 0, 1)
		s.mu.Unlock()
		return b, nil
	}
	w := &waiter{key, make(chan *Backend, 1)}
	s.line = append(s.line, w)
	s.mu.Unlock()
	return s.awaitTurn(ctx, w)
}

// awaitTurn waits until the waiter w gets a backend or a place.
func (s *Pool) awaitTurn(ctx context.Context, w *waiter) (*Backend, error) {
	limit := time.NewTimer(s.options.MaxWait)
	defer limit.Stop()
	var err error
	select {
	case b, ok := <-w.turn:
		if !ok {
			return nil, s.shut()
		}
		return b, nil
	case <-limit.C:
		err = s.tooMany()
	case <-ctx.Done():
		err = sqlstate.From(ctx.Err())
	}
	s.mu.Lock()
	at := slices.Index(s.line, w)
	if at >= 0 {
		s.line = slices.Delete(s.line, at, at+1)
	}
	s.mu.Unlock()
	if at < 0 { // the turn came as the wait ended
		switch b, ok := <-w.turn; {
		case !ok:
		case b != nil:
			s.put(b)
		default:
			s.vacate()
		}
	}
	return nil, err
}

// take returns the idle backend with these settings that was used last.
func (s *Pool) take(key string) *Backend {
	for i := len(s.idle) - 1; i >= 0; i-- {
		if b := s.idle[i]; b.key == key {
			s.idle = slices.Delete(s.idle, i, i+1)
			return b
		}
	}
	return nil
}

// takeInstead takes an idle backend with the same settings, for a caller whose backend failed its check.
// The caller keeps its place, so the place of the idle backend becomes free.
func (s *Pool) takeInstead(key string) *Backend {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.take(key)
	if b != nil {
		s.passPlace()
	}
	return b
}

// handOut notes that a session has the backend. It returns false if Close has begun, and the backend must not be used.
func (s *Pool) handOut(b *Backend) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.inUse[b] = struct{}{}
	b.mu.Lock()
	b.given = true
	b.mu.Unlock()
	return true
}

// put makes a backend idle, or gives it to the first session in line.
func (s *Pool) put(b *Backend) {
	old := b.aged()
	s.mu.Lock()
	switch {
	case s.closed, old:
	case len(s.line) > 0:
		s.next(b)
		b = nil
	default:
		b.since = time.Now()
		s.idle = append(s.idle, b)
		b = nil
		if len(s.idle) > s.options.MaxIdle {
			b = s.idle[0]
			s.idle = slices.Delete(s.idle, 0, 1)
		}
	}
	s.mu.Unlock()
	if b != nil {
		s.retire(b)
	}
}

// retire closes a backend without keeping the caller.
func (s *Pool) retire(b *Backend) {
	s.background(b, func() {
		b.closeConn()
		s.vacate()
	})
}

// vacate frees a place.
func (s *Pool) vacate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passPlace()
}

// passPlace gives the place that became free to the first waiter in line. The lock is held.
func (s *Pool) passPlace() {
	if len(s.line) > 0 {
		s.next(nil)
		return
	}
	if s.places--; s.closed && s.places == 0 {
		close(s.empty)
	}
}

// next gives a backend, or an empty place (nil), to the first waiter in line. The lock is held.
func (s *Pool) next(b *Backend) {
	s.line[0].turn <- b
	s.line = slices.Delete(s.line, 0, 1)
}

// background runs f on a goroutine that Close waits for. If Close has begun, b is closed instead.
func (s *Pool) background(b *Backend, f func()) {
	if !s.Run(f) {
		b.conn.Close()
		s.vacate()
	}
}

// Run starts f, but not after close has begun.
func (s *Pool) Run(f func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.work.Go(f)
	return true
}

func (s *Pool) tooMany() *sqlstate.Error {
	return sqlstate.New(sqlstate.TooManyConnections, "all %d connections to source %q are in use, and none came free in %v",
		s.options.Most, s.options.Name, s.options.MaxWait).
		WithHint("Try again later, or let the source have more connections (max_connections), or share them (pooling: transaction).")
}

func (s *Pool) shut() *sqlstate.Error {
	return sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", s.options.Name)
}

// Check at compile time that the contract is met.
var _ providers.Backend = (*Backend)(nil)
