package backends

import (
	"context"
	"errors"
	"maps"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

const (
	// healthAfter is how long a backend may be idle before its server is asked for an answer, and healthLimit how long
	// that answer may take.
	healthAfter = 30 * time.Second
	healthLimit = time.Second
)

// Backend is a connection to the server that a session has, or that is idle. Only its owner uses it: the session, or the
// goroutine that took it from the idle ones. So its fields need no lock.
type Backend struct {
	s        *Pool
	pg       *pgconn.PgConn // the connection as pgconn sees it, for what we send ourselves
	canceler *pgconn.PgConn // knows where cancel requests go, and nothing else
	conn     net.Conn
	socket   *descriptor // of conn; set under mu, because cut reads it
	key      string      // settings that it was opened with
	name     string      // the application name that it has; it is opened without one
	born     time.Time
	login    uint64    // Options.Logins before it was opened
	since    time.Time // idle

	reported   map[string]string // by the server; pgconn writes to it
	parameters map[string]string // a copy, never changed
	kept       any
	silent     bool // it did not answer its health check

	mu       sync.Mutex // guards what follows
	given    bool       // to a session
	cancels  int        // on their way
	canceled time.Time  // when the last one was delivered
	settled  *sync.Cond // when there are none
}

// Conn is the connection.
func (b *Backend) Conn() net.Conn { return b.conn }

// SetConn puts another connection to the same socket in its place.
func (b *Backend) SetConn(c net.Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.conn, b.socket = c, newDescriptor(c)
	hijacked, err := b.pg.Hijack()
	if err != nil {
		return // pgconn has closed it: so will Release
	}
	hijacked.Conn = c
	if pg, err := pgconn.Construct(hijacked); err == nil {
		b.pg = pg
	}
}

// Parameters are the settings that the server had reported when the backend was given to the session.
func (b *Backend) Parameters() map[string]string { return b.parameters }

// PID is the server's process.
func (b *Backend) PID() uint32 { return b.pg.PID() }

// Kept is what the session keeps with its backend. A reset empties it, because nothing stays prepared.
func (b *Backend) Kept() *any { return &b.kept }

// Cancel sends a cancel request. It does nothing after Release, when the backend may run another session's statement.
func (b *Backend) Cancel(ctx context.Context) error {
	b.mu.Lock()
	if !b.given {
		b.mu.Unlock()
		return nil
	}
	b.cancels++
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.cancels--
		b.canceled = time.Now()
		b.settled.Broadcast()
	}()
	ctx, cancel := context.WithTimeout(ctx, query.Chore)
	defer cancel()
	if err := b.canceler.CancelRequest(ctx); err != nil {
		return b.s.options.StatementError(ctx, err)
	}
	return nil
}

// Release gives the backend back to the pool.
func (b *Backend) Release(state providers.Release) {
	b.mu.Lock()
	if !b.given {
		b.mu.Unlock()
		return
	}
	b.given = false
	stray := b.cancels > 0 || time.Since(b.canceled) < query.StrayCancel
	b.mu.Unlock()

	s := b.s
	s.mu.Lock()
	delete(s.inUse, b)
	s.mu.Unlock()
	if state == providers.Silent {
		s.silent.Store(time.Now().UnixNano())
	}
	if state == providers.Clean && !stray { // fit looks whether it is true
		s.put(b)
		return
	}
	if state == providers.Clean && stray {
		state = providers.Used
	}
	if state != providers.Used {
		s.retire(b)
		return
	}
	s.background(b, func() {
		if b.reset() {
			s.put(b)
			return
		}
		b.closeConn()
		s.vacate()
	})
}

// fit prepares an idle backend for a session with an application name, and reports whether the backend can be used.
func (b *Backend) fit(ctx context.Context, name string) bool {
	if b.aged() || !b.socket.quiet() {
		return false
	}
	if b.name == name && b.well() {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	if b.rename(ctx, name) && b.drainReplies(ctx) {
		return true
	}
	if b.silent = ctx.Err() != nil; b.silent {
		b.s.silent.Store(time.Now().UnixNano())
	}
	return false
}

// well reports whether a backend needs no health check before a session gets it: it was used a short time ago, and its
// server has answered everybody since.
func (b *Backend) well() bool {
	return time.Since(b.since) < healthAfter && b.since.UnixNano() > b.s.silent.Load()
}

func (b *Backend) aged() bool { return time.Since(b.born) > b.s.options.MaxLifetime || b.Outdated() }

// Outdated implements providers.Outdating. Any goroutine may call it.
func (b *Backend) Outdated() bool { return b.login != b.s.options.Logins() }

// rename sets the application name. It uses the simple protocol, so that no unnamed statement stays. The pinned settings
// make the quotes safe.
func (b *Backend) rename(ctx context.Context, name string) bool {
	if _, err := b.queryRow(ctx, "SELECT 'renamed', "+setName(name), "renamed"); err != nil {
		return b.logFailure(err)
	}
	b.name = name
	return true
}

// setName is an expression that sets the application name.
func setName(name string) string {
	return "pg_catalog.set_config('application_name', '" + strings.ReplaceAll(name, "'", "''") + "', false)"
}

var errAnswer = errors.New("it answered something else than it was asked")

// queryRow runs a statement whose answer is one row that begins with a given word. The word shows that the row
// answers this statement, and not one that the session had sent before.
func (b *Backend) queryRow(ctx context.Context, sql, word string) ([][]byte, error) {
	results, err := b.pg.Exec(ctx, sql).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 || string(results[0].Rows[0][0]) != word {
		return nil, errAnswer
	}
	return results[0].Rows[0], nil
}

// reset takes back everything that the session did to the connection. First it waits for cancel requests that are still
// under way, which must not hit the next session.
func (b *Backend) reset() bool {
	if b.stray() {
		time.Sleep(query.StrayCancel)
	}
	b.kept = nil
	ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
	defer cancel()
	if _, err := b.pg.Exec(ctx, b.s.options.ServerReset).ReadAll(); err != nil {
		b.s.warnReset(err)
		return b.logFailure(err)
	}
	// The next client may well be of the same program, and need no other name.
	row, err := b.queryRow(ctx, "SELECT 'reset', pg_catalog.current_setting('"+pins.ReadOnlyDefault+"'), "+setName(b.name), "reset")
	if err == nil && string(row[1]) != "on" {
		err = &pins.Error{Name: pins.ReadOnlyDefault, Have: string(row[1]), Want: "on"}
	}
	if err == nil {
		err = pins.Hold(b.pg)
	}
	if err != nil {
		return b.logFailure(err)
	}
	return b.drainReplies(ctx)
}

// warnReset logs once that the server refuses server_reset, so that no connection can be used again.
func (s *Pool) warnReset(err error) {
	var server *pgconn.PgError
	if !errors.As(err, &server) || query.EndsSession(server) || s.warned.Swap(true) {
		return
	}
	s.options.Logger.Warn("the server refuses server_reset, so no connection is used again: every client opens its own",
		"source", s.options.Name, "server_reset", s.options.ServerReset, "sqlstate", server.Code, "error", server.Message)
}

// logFailure tells the log why a backend is not used again.
func (b *Backend) logFailure(err error) bool {
	b.s.options.Logger.Debug("a connection is not used again", "source", b.s.options.Name, "cause", err)
	return false
}

// stray waits until cancel requests have been delivered, and reports whether one was delivered just now.
func (b *Backend) stray() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.cancels > 0 {
		b.settled.Wait()
	}
	return time.Since(b.canceled) < query.StrayCancel
}

// drainReplies empties pgconn's buffers, and notes the settings that the server reports.
func (b *Backend) drainReplies(ctx context.Context) bool {
	if b.pg.TxStatus() != byte(providers.Idle) || b.pg.SyncConn(ctx) != nil || !b.socket.quiet() {
		return false
	}
	if !maps.Equal(b.reported, b.parameters) {
		b.parameters = maps.Clone(b.reported)
	}
	return true
}

// closeConn closes the connection. It says goodbye to the server if that is quick.
func (b *Backend) closeConn() {
	b.stray()
	ctx, cancel := context.WithTimeout(context.Background(), query.Farewell)
	defer cancel()
	_ = b.pg.Close(ctx) // it is being thrown away
	b.conn.Close()      // also where pgconn has given it up before
}

// cut ends the session from another goroutine: the owner reads the end of the stream and releases the backend. cut does
// not close the descriptor, because its owner could then use another file with the same number.
func (b *Backend) cut() {
	ctx, cancel := context.WithTimeout(context.Background(), query.Farewell)
	defer cancel()
	_ = b.Cancel(ctx) // the server need not finish what nobody waits for
	b.mu.Lock()
	defer b.mu.Unlock()
	b.socket.shutdown()
}

// socket is what is below TLS.
func socket(c net.Conn) net.Conn {
	if over, ok := c.(interface{ NetConn() net.Conn }); ok {
		return over.NetConn()
	}
	return c
}
