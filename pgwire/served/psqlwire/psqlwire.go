// Package psqlwire is the only place that knows the library psql-wire, which keeps the
// loop of the Postgres protocol for served sessions: it reads one message after the
// other, skips to the next Sync after an error, and says where ReadyForQuery is due.
//
// A [Session] reads, checks and answers the messages itself. The library is told of
// each message no more than its kind: it reads a blank of that kind, calls one of the
// hooks below, and the hook has the session carry out the real message. What the
// library answers is dropped, because the session has answered by then.
//
// # What is wrong with the library (v0.20), and what is done about it
//
//   - It reads 16 MiB ahead for each connection, unless it is told otherwise, and keeps
//     the memory of the longest message. It gets a buffer of 64 bytes, and blanks.
//   - It crashes on frames that are malformed, and believes any length. It sees none.
//   - It reads the startup message itself, has no 32-byte cancel keys, and does not
//     know of protocol 3.2. A link replays a plain startup, of which the answer is
//     dropped.
//   - An error of Bind, or of finding a statement to Describe, ends the connection
//     without a word. Bind is read as a Describe, and a Describe that failed as one of
//     a statement that is not there: then the library skips to Sync, as it should.
//   - Close cannot fail, and FunctionCall is answered with a fatal error. FunctionCall
//     is read as a Query: both end in ReadyForQuery.
//   - It answers Terminate by closing the connection, and reads again. A session ends
//     the loop itself instead.
//   - Its results, row descriptions and errors lack fields (result formats, positions,
//     details). They are the session's.
//   - Its COPY reads CSV by Go's rules and a message at a time, so that a row which two
//     messages share is two rows; every empty value is NULL there, quoted or not. It answers
//     CopyFail and reads on, and has no COPY TO. While a Query or an Execute is served, the
//     session reads and writes the messages of COPY itself: the library sees one blank.
//   - It logs the values of parameters. Its log is discarded.
//   - A panic in one of its goroutines would end the process. It defers the link's Close
//     around all that it does, so the link recovers there.
//   - After such a panic its count of running messages never comes to zero, and its
//     Close waits for ever. Shutdown does not wait for it then.
package psqlwire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"

	wire "github.com/jeroenrinzema/psql-wire"
	"github.com/jeroenrinzema/psql-wire/pkg/buffer"
	"github.com/jeroenrinzema/psql-wire/pkg/types"

	"github.com/sallyportdb/sallyport/pgwire/request"
)

// Session is served by a Loop, which calls its methods on one goroutine, the session's own.
type Session interface {
	// Next waits for the client's next message and returns its kind. The loop ends with
	// any error.
	Next() (kind byte, err error)
	// Serve carries out the message that Next has returned, and answers it. It returns
	// false if the answer is an error.
	Serve() (ok bool)
	// Ready answers that the client may send its next query.
	Ready()
	// Close ends the session. It is called once, last. The fault is nil, or what went
	// wrong outside of Serve: a panic.
	Close(fault error)
}

// Loop is the library, serving sessions.
type Loop struct {
	library  *wire.Server
	links    chan net.Conn // to the library
	ended    chan struct{} // closed when the last session has ended
	serving  sync.WaitGroup
	panicked atomic.Bool
}

// Start starts a loop without sessions. addr is the address that the library believes
// it listens on.
func Start(addr net.Addr) (*Loop, error) {
	l := &Loop{links: make(chan net.Conn), ended: make(chan struct{})}
	hooks, err := newHooks()
	if err != nil {
		return nil, err
	}
	const readAhead = 64 // bytes
	l.library, err = wire.NewServer(hooks.parse,
		wire.Logger(slog.New(slog.DiscardHandler)),
		wire.MessageBufferSize(readAhead),
		wire.SessionAuthStrategy(func(ctx context.Context, w *buffer.Writer, _ *buffer.Reader) (context.Context, error) {
			k, ok := w.Writer.(*link)
			if !ok {
				return ctx, errors.New("a connection that is no link")
			}
			return context.WithValue(ctx, linkKey{}, k), nil
		}),
		wire.Statements(func() wire.StatementCache { return statements{hooks} }),
		wire.Portals(func() wire.PortalCache { return portals{} }),
		wire.FlushConn(func(ctx context.Context) error { linkOf(ctx).serve(); return nil }),
		wire.TxStatus(func(ctx context.Context) types.ServerStatus {
			linkOf(ctx).session.Ready()
			return types.ServerIdle // the session has said what is so
		}),
	)
	if err != nil {
		return nil, err
	}
	l.serving.Go(func() { _ = l.library.Serve(&listener{l, addr}) }) // nil at the end
	return l, nil
}

// Serve begins to serve a session, in a goroutine of its own.
func (l *Loop) Serve(s Session, addr net.Addr) {
	l.links <- &link{loop: l, session: s, addr: addr, rest: startup} // the library accepts until Shutdown
}

// Shutdown waits until all sessions have ended. None is served any more.
func (l *Loop) Shutdown() {
	l.library.Wait()
	close(l.ended)
	if l.panicked.Load() {
		go l.library.Close() //nolint:errcheck // it may wait for ever, its count being off
	} else {
		_ = l.library.Close() // nil
	}
	l.serving.Wait()
}

// listener gives links to the library.
type listener struct {
	loop *Loop
	addr net.Addr
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case k := <-l.loop.links:
		return k, nil
	case <-l.loop.ended:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error   { return nil }
func (l *listener) Addr() net.Addr { return l.addr }

// startup is the startup message that the library reads: a length, protocol 3.0, and
// no parameters.
var startup = []byte{0, 0, 0, 9, 0, 3, 0, 0, 0}

// blanks are the messages that the library reads in place of the client's.
var blanks = map[byte][]byte{
	request.Query:        {'Q', 0, 0, 0, 6, '-', 0},
	request.FunctionCall: {'Q', 0, 0, 0, 6, '-', 0},
	request.Parse:        {'P', 0, 0, 0, 8, 0, 0, 0, 0},
	request.Bind:         {'D', 0, 0, 0, 6, 'S', 0},
	request.Describe:     {'D', 0, 0, 0, 6, 'S', 0},
	request.Execute:      {'E', 0, 0, 0, 9, 0, 0, 0, 0, 0},
	request.Close:        {'C', 0, 0, 0, 6, 'S', 0},
	request.Flush:        {'H', 0, 0, 0, 4},
	request.Sync:         {'S', 0, 0, 0, 4},
}

// link is the connection that the library has to a session.
type link struct {
	net.Conn // nil: the library uses none of its other methods
	loop     *Loop
	session  Session
	addr     net.Addr // of the client

	kind   byte   // of the message in hand
	rest   []byte // what the library has yet to read of it
	served bool   // the message was carried out
	ok     bool   // and its answer is no error
	closed sync.Once
}

// Read gives the library the blank of one message, and no byte of the next.
func (k *link) Read(p []byte) (n int, err error) {
	if len(k.rest) == 0 {
		if k.kind, err = k.session.Next(); err != nil {
			return 0, err
		}
		blank, known := blanks[k.kind]
		if !known {
			return 0, fmt.Errorf("psqlwire: there is no blank of message %q", k.kind)
		}
		k.rest, k.served, k.ok = blank, false, false
	}
	n = copy(p, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}

// Write drops what the library answers. An error that it has found by itself has no
// answer of the session's: it ends the connection.
func (k *link) Write(p []byte) (int, error) {
	if len(p) > 0 && p[0] == 'E' && (!k.served || k.ok) {
		return 0, errUnforeseen
	}
	return len(p), nil
}

var (
	errUnforeseen = errors.New("psqlwire: the library found an error that the session did not")
	errAnswered   = errors.New("psqlwire: the session has answered with an error")
)

// Close ends the session. The library calls it, deferred, when its work for a link ends or panics.
func (k *link) Close() error {
	var fault error
	if r := recover(); r != nil {
		k.loop.panicked.Store(true)
		fault = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
	k.closed.Do(func() { k.session.Close(fault) })
	return nil
}

func (k *link) RemoteAddr() net.Addr { return k.addr }

// serve has the session carry out the message in hand.
func (k *link) serve() (ok bool) {
	k.ok, k.served = k.session.Serve(), true
	return k.ok
}

type linkKey struct{}

// linkOf returns the link that the library calls for.
func linkOf(ctx context.Context) *link { return ctx.Value(linkKey{}).(*link) }

// hooks are called by the library, to which every statement is the same blank one.
type hooks struct {
	statement *wire.Statement
	parsed    wire.PreparedStatements
}

func newHooks() (*hooks, error) {
	h := &hooks{parsed: wire.Prepared(wire.NewStatement(
		func(context.Context, wire.DataWriter, []wire.Parameter) error { return nil },
	))}
	var cache wire.DefaultStatementCache // only a cache makes a Statement
	ctx := context.Background()
	err := cache.Set(ctx, "", h.parsed[0])
	if err != nil {
		return nil, err
	}
	h.statement, err = cache.Get(ctx, "")
	return h, err
}

// parse is called for Query, and for Parse behind Get.
func (h *hooks) parse(ctx context.Context, q wire.Query) (wire.PreparedStatements, error) {
	if q.SimpleQuery && !linkOf(ctx).serve() {
		return nil, errAnswered
	}
	return h.parsed, nil
}

// statements is called for Parse, Bind, Describe and Close.
type statements struct{ *hooks }

// Get is the first that each of the four messages calls.
func (h statements) Get(ctx context.Context, _ string) (*wire.Statement, error) {
	k := linkOf(ctx)
	switch ok := k.serve(); {
	case ok:
		return h.statement, nil
	case k.kind == request.Parse:
		return nil, errAnswered
	}
	return nil, nil // no statement to describe
}

func (statements) Set(context.Context, string, *wire.PreparedStatement) error { return nil }
func (statements) Delete(context.Context, string) error                       { return nil }
func (statements) Close()                                                     {}

// portals is called for Execute.
type portals struct{}

func (portals) Execute(ctx context.Context, _ string, _ wire.Limit, _ *buffer.Reader, _ *buffer.Writer) error {
	if !linkOf(ctx).serve() {
		return errAnswered
	}
	return nil
}

func (portals) Bind(context.Context, string, *wire.Statement, []wire.Parameter, []wire.FormatCode) error {
	return nil
}
func (portals) Get(context.Context, string) (*wire.Portal, error)        { return nil, nil }
func (portals) Delete(context.Context, string) error                     { return nil }
func (portals) DeleteByStatement(context.Context, *wire.Statement) error { return nil }
func (portals) Close()                                                   {}
