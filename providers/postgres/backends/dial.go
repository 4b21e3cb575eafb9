package backends

import (
	"context"
	"errors"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// believed is how long later callers get the error of a failed attempt to connect. After that, one of them tries again,
// and the others wait for the result. A timeout counts for its own caller alone, since the server may answer the next
// one.
const believed = 250 * time.Millisecond

// keepAlive finds a dead network under a silent session.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 60 * time.Second, Interval: 15 * time.Second, Count: 4}

// failures remembers that the server could not be reached.
type failures struct {
	mu     sync.Mutex
	last   *sqlstate.Error // nil while all is well
	until  time.Time       // when it is not believed any more
	trying chan struct{}   // closed when the attempt under way has ended; nil: there is none
}

// refusal returns the error of the last attempt while that is believed, or nil if the caller is to try. If an attempt is
// under way, refusal waits for it, or until ctx ends.
func (f *failures) refusal(ctx context.Context) *sqlstate.Error {
	for {
		told, attempt := f.look()
		if attempt == nil {
			return told
		}
		select {
		case <-attempt:
		case <-ctx.Done():
			return sqlstate.From(ctx.Err())
		}
	}
}

// look returns the error that is believed, or the attempt to wait for. If it returns neither, the caller is to try.
func (f *failures) look() (*sqlstate.Error, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.last == nil:
		return nil, nil
	case time.Now().Before(f.until):
		told := *f.last
		return &told, nil
	case f.trying != nil:
		return nil, f.trying
	}
	f.trying = make(chan struct{})
	return nil, nil
}

// tried notes how an attempt ended (nil: the server answered), and for how long other callers get that error.
func (f *failures) tried(e *sqlstate.Error, counts time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last, f.until = e, time.Now().Add(counts)
	f.endAttempt()
}

// gaveUp notes that an attempt ended for a reason that says nothing about the server.
func (f *failures) gaveUp() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.endAttempt()
}

// endAttempt wakes the callers that wait for the attempt. The lock is held.
func (f *failures) endAttempt() {
	if f.trying != nil {
		close(f.trying)
		f.trying = nil
	}
}

// dial opens a backend.
func (s *Pool) dial(ctx context.Context, o providers.BackendOptions, identity []providers.StartupSetting, key string) (*Backend, error) {
	if e := s.failures.refusal(ctx); e != nil {
		return nil, e
	}
	login := s.options.Logins()
	b, err := s.connect(ctx, slices.Concat(o.Settings, identity), o.ApplicationName, key)
	switch e := s.clients(o, err); {
	case err == nil:
		s.failures.tried(nil, 0)
		b.login = login
		return b, nil
	case ctx.Err() != nil:
		s.failures.gaveUp()
		return nil, sqlstate.From(ctx.Err())
	case e != nil:
		s.failures.tried(nil, 0)
		return nil, e
	}
	e := s.options.ConnectError(err)
	counts := believed
	if pgconn.Timeout(err) {
		counts = 0
	}
	s.failures.tried(e, counts)
	s.options.Logger.Warn("cannot connect", "source", s.options.Name, "code", string(e.Code), "cause", e.Cause)
	return nil, e
}

// clients returns the server's error if it is about a setting that the client asked for, otherwise nil.
func (s *Pool) clients(o providers.BackendOptions, err error) *sqlstate.Error {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return nil
	}
	switch server.Code[:min(2, len(server.Code))] {
	case "22", "42", "55": // a value or a name that is wrong, or not to be set
		for _, setting := range o.Settings {
			if strings.Contains(strings.ToLower(server.Message), strings.ToLower(setting.Name)) {
				return query.ServerError(server)
			}
		}
	}
	return nil
}

// connect opens a connection with the client's settings, and checks that the pinned settings hold.
func (s *Pool) connect(ctx context.Context, settings []providers.StartupSetting, name, key string) (*Backend, error) {
	config := s.config.Copy()
	for _, setting := range settings {
		config.RuntimeParams[setting.Name] = setting.Value
	}
	delete(config.RuntimeParams, "application_name") // RESET would return whoever comes later to it
	// Of a DSN's many addresses, cancel requests have to go to the one that answered.
	var network, address string
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, n, a string) (net.Conn, error) {
		network, address = n, a
		return dial(ctx, n, a)
	}
	pg, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	b, err := s.adopt(ctx, pg)
	if err != nil {
		_ = pg.Close(ctx) // its check has failed
		return nil, err
	}
	config.DialFunc = func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, network, address) }
	b.key = key
	if name != "" && !(b.rename(ctx, name) && b.drainReplies(ctx)) {
		b.closeConn()
		return nil, errUnnamed
	}
	return b, nil
}

// errUnnamed is the error of a new connection whose server does not take its name.
var errUnnamed = errors.New("the server did not set the application name")

// adopt takes a new connection out of pgconn, checks that pgconn has nothing of it buffered, and examines it.
func (s *Pool) adopt(ctx context.Context, pg *pgconn.PgConn) (*Backend, error) {
	if err := s.options.Check(pg); err != nil {
		return nil, err
	}
	if err := pg.SyncConn(ctx); err != nil {
		return nil, err
	}
	hijacked, err := pg.Hijack()
	if err != nil {
		return nil, err
	}
	b := &Backend{
		s: s, conn: hijacked.Conn, socket: newDescriptor(hijacked.Conn), born: time.Now(), since: time.Now(),
		reported: hijacked.ParameterStatuses, parameters: maps.Clone(hijacked.ParameterStatuses),
	}
	b.settled = sync.NewCond(&b.mu)
	if tcp, ok := socket(b.conn).(*net.TCPConn); ok {
		_ = tcp.SetKeepAliveConfig(keepAlive) // without it the session is as good
	}
	// What the provider itself sends goes through pgconn again.
	if b.pg, err = pgconn.Construct(hijacked); err == nil {
		b.canceler, err = pgconn.Construct(hijacked)
	}
	if err != nil {
		b.conn.Close()
		return nil, err
	}
	return b, nil
}

// relayConfig is the configuration of backends' connections. Their notices are not read by us, and our own statements
// end when their time is over.
func relayConfig(config *pgconn.Config) *pgconn.Config {
	config = config.Copy()
	config.OnNotice = nil
	config.OnPgError = func(_ *pgconn.PgConn, e *pgconn.PgError) bool { return !query.EndsSession(e) }
	config.BuildContextWatcherHandler = query.CutAtOnce
	return config
}
