package postgres

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// backends are the connections that sessions of a door have to themselves, byte
// for byte, and those that wait for such a session. A connection is open, being
// opened, being reset or being closed: all of these have one of a bounded number
// of places. Who finds no place waits in line.
type backends struct {
	p        *Provider
	config   *pgconn.Config
	failures failures
	work     sync.WaitGroup // what runs in the background; begun only while not closed
	stop     chan struct{}  // closed when close begins
	empty    chan struct{}  // closed when no place is taken after that

	mu     sync.Mutex
	closed bool
	places int        // that are taken
	idle   []*relayed // the one that was used last at the end
	inUse  map[*relayed]struct{}
	line   []*waiter
	sweeps bool         // the sweeper runs
	warned atomic.Bool  // of a server_reset that the server refuses
	silent atomic.Int64 // when the server last did not answer somebody, in Unix nanoseconds
}

// waiter waits in line. It gets an idle backend, of whatever settings, or an
// empty place (nil).
type waiter struct {
	key  string
	turn chan *relayed // takes one
}

func newBackends(p *Provider, config *pgconn.Config) *backends {
	return &backends{p: p, config: relayConfig(config), stop: make(chan struct{}), empty: make(chan struct{}), inUse: map[*relayed]struct{}{}}
}

// Backend gives out a backend; see providers.Relayer.
func (p *Provider) Backend(ctx context.Context, o providers.BackendOptions) (providers.Backend, error) {
	p.catalog.warm()
	b, err := p.backends.get(ctx, o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Pooling says for how long a session keeps its backend.
func (p *Provider) Pooling() providers.Pooling { return p.options.Pooling }

// get returns a backend that is idle, or opens one.
func (s *backends) get(ctx context.Context, o providers.BackendOptions) (*relayed, error) {
	settings, err := checkSettings(o.Settings)
	if err != nil {
		return nil, err
	}
	o.Settings = settings
	if strings.ContainsRune(o.ApplicationName, 0) {
		return nil, refusedSetting("application_name")
	}
	key := keyOf(o.Settings)
	b, err := s.place(ctx, key)
	if err != nil {
		return nil, err
	}
	for b != nil && (b.key != key || !b.fit(ctx, o.ApplicationName)) {
		silent := b.silent
		b.end()
		if b = nil; !silent { // else the others would only take as long
			b = s.another(key) // it is our place that goes on
		}
	}
	if b == nil {
		if b, err = s.dial(ctx, o, key); err != nil {
			s.vacate()
			return nil, err
		}
	}
	if !s.handOut(b) {
		b.end()
		s.vacate()
		return nil, s.shut()
	}
	return b, nil
}

// place returns an idle backend, best one with the same settings, or nil for
// a place that is free.
func (s *backends) place(ctx context.Context, key string) (*relayed, error) {
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
	if s.places < s.p.options.MaxBackends {
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
	w := &waiter{key, make(chan *relayed, 1)}
	s.line = append(s.line, w)
	s.mu.Unlock()
	return s.wait(ctx, w)
}

// wait waits for w's turn.
func (s *backends) wait(ctx context.Context, w *waiter) (*relayed, error) {
	limit := time.NewTimer(s.p.options.MaxWait)
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
func (s *backends) take(key string) *relayed {
	for i := len(s.idle) - 1; i >= 0; i-- {
		if b := s.idle[i]; b.key == key {
			s.idle = slices.Delete(s.idle, i, i+1)
			return b
		}
	}
	return nil
}

// another is for who found a backend of no use and keeps its place: one with
// the same settings gives its own place up for it.
func (s *backends) another(key string) *relayed {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.take(key)
	if b != nil {
		s.free()
	}
	return b
}

// handOut notes who is in use, but not after close has begun.
func (s *backends) handOut(b *relayed) bool {
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

// put makes a backend idle, or gives it to who is first in line.
func (s *backends) put(b *relayed) {
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
		if len(s.idle) > s.p.options.MaxIdle {
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
func (s *backends) retire(b *relayed) {
	s.background(b, func() {
		b.end()
		s.vacate()
	})
}

// vacate gives a place up.
func (s *backends) vacate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free()
}

// free hands a place to who is first in line. The lock is held.
func (s *backends) free() {
	if len(s.line) > 0 {
		s.next(nil)
		return
	}
	if s.places--; s.closed && s.places == 0 {
		close(s.empty)
	}
}

// next gives the first in line its turn. The lock is held.
func (s *backends) next(b *relayed) {
	s.line[0].turn <- b
	s.line = slices.Delete(s.line, 0, 1)
}

// background runs f on a goroutine that close waits for. After close has begun
// nobody needs b any more.
func (s *backends) background(b *relayed, f func()) {
	if !s.run(f) {
		b.conn.Close()
		s.vacate()
	}
}

// run starts f, but not after close has begun.
func (s *backends) run(f func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.work.Go(f)
	return true
}

func (s *backends) tooMany() *sqlstate.Error {
	return sqlstate.New(sqlstate.TooManyConnections, "all %d connections to source %q are in use, and none came free in %v",
		s.p.options.MaxBackends, s.p.options.Name, s.p.options.MaxWait).
		WithHint("Try again later, or let the source have more connections (max_connections), or share them (pooling: transaction).")
}

func (s *backends) shut() *sqlstate.Error {
	return sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", s.p.options.Name)
}

// Check at compile time that the contract is met.
var (
	_ providers.Relayer = (*Provider)(nil)
	_ providers.Backend = (*relayed)(nil)
)
