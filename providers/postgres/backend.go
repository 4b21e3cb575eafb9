package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// backendKey is where a connection of the pool keeps its backend.
const backendKey = "sallyport"

const (
	// cancelLimit bounds how long a cancelled statement may go on before its
	// connection is cut.
	cancelLimit = 10 * time.Second
	// cancelAgain is the time between two cancel requests. A server that is
	// between two messages ignores a cancel request.
	cancelAgain = 200 * time.Millisecond
	// requestLimit bounds how long a request that was sent is awaited when its statement is over.
	requestLimit = time.Second
)

// backend belongs to a connection as long as the connection lives, whichever session has it. It
// passes notices on, and cancels statements. It is a
// ctxwatch.Handler: pgconn calls HandleCancel when a statement's context ends,
// and HandleUnwatchAfterCancel when that statement is over.
type backend struct {
	pg       *pgconn.PgConn
	onNotice func(*sqlstate.Error) // takes the notices for the session that has the connection now
	canceled bool                  // the last error was a cancellation
	kept     bool                  // the statements of one-shots are prepared, and nothing was reset since
	plain    bool                  // the server cannot run one-shots

	ended chan struct{}      // closed when the cancelled statement is over: no new cancel request
	asked chan struct{}      // closed when the cancel requests are over
	stop  context.CancelFunc // ends the cancel requests

	mu       sync.Mutex // guards the closing of ended, and requests
	requests int
}

// attach gives a new connection its backend.
func attach(pg *pgconn.PgConn) *backend {
	b := &backend{pg: pg}
	pg.CustomData()[backendKey] = b
	return b
}

// backendOf returns a connection's backend. While the connection is starting, it is a backend that does nothing.
func backendOf(pg *pgconn.PgConn) *backend {
	if b, ok := pg.CustomData()[backendKey].(*backend); ok {
		return b
	}
	return &backend{}
}

// handNotice hands a notice to the session, on the goroutine that reads its rows.
func (b *backend) handNotice(n *pgconn.Notice) {
	if b.onNotice != nil {
		e := query.ServerError((*pgconn.PgError)(n))
		e.Severity = n.SeverityUnlocalized
		if e.Severity == "" {
			e.Severity = n.Severity
		}
		b.onNotice(e)
	}
}

// noteError notes an error, and reports whether the connection can go on.
func (b *backend) noteError(e *pgconn.PgError) bool {
	b.canceled = e.Code == string(sqlstate.QueryCanceled)
	return !query.EndsSession(e)
}

// watchStatement cancels the running statement when ctx ends. The function that it returns, which may be called
// several times, ends the watch, and makes the connection ready after a cancellation.
func (b *backend) watchStatement(ctx context.Context) (unwatch func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		b.HandleCancel(ctx)
	})
	return sync.OnceFunc(func() {
		if !stop() {
			<-done
			b.HandleUnwatchAfterCancel()
		}
	})
}

// HandleCancel sends cancel requests until the statement is over, from a goroutine that
// HandleUnwatchAfterCancel waits for.
func (b *backend) HandleCancel(context.Context) {
	b.canceled = false
	b.asked, b.ended = make(chan struct{}), make(chan struct{})
	b.requests = 0
	deadline := time.Now().Add(cancelLimit)
	var ctx context.Context
	ctx, b.stop = context.WithDeadline(context.Background(), deadline)
	_ = b.pg.Conn().SetDeadline(deadline) // it fails on a closed connection alone
	go func() {
		defer close(b.asked)
		for b.mayRequest() {
			_ = b.pg.CancelRequest(ctx) // if no request arrives, the deadline ends the connection
			select {
			case <-b.ended:
			case <-ctx.Done():
				return
			case <-time.After(cancelAgain):
			}
		}
	}()
}

// mayRequest reports whether another cancel request may be sent, and counts it.
func (b *backend) mayRequest() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.ended:
		return false
	default:
		b.requests++
		return true
	}
}

// HandleUnwatchAfterCancel makes the connection ready for its next statement. A request that
// cancelled nothing may still hit the next statement. The server closes the connection of a request when it has sent
// the signal, so that is awaited, and then the signal is given time to arrive.
func (b *backend) HandleUnwatchAfterCancel() {
	b.mu.Lock()
	close(b.ended)
	stray := !b.canceled || b.requests > 1
	b.mu.Unlock()
	select {
	case <-b.asked:
	case <-time.After(requestLimit):
	}
	if stray {
		time.Sleep(query.StrayCancel)
	}
	b.stop()
	<-b.asked
	_ = b.pg.Conn().SetDeadline(time.Time{})
}
