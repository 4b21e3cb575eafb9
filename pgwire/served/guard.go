package served

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jeroenrinzema/psql-wire/pkg/buffer"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// readAhead is what one read of the socket may bring; flushAt is how much
	// output is gathered before it is written. Both matter for the memory of
	// idle connections: output is given back when it was written.
	readAhead = 4 << 10
	flushAt   = 64 << 10
)

// guard is the connection that psql-wire reads and writes in place of the
// client's. The library sees whole, checked messages one at a time: while it
// holds one, everything before it has been done. That is what lets the guard
// answer for it.
//
// Read hands out one message and flushes the output when it must wait for
// the next. Write takes the library's answers, and puts the session's own
// errors and descriptions in the place of the library's, which know less.
//
// Everything here runs on the library's goroutine for the connection, but for
// stop and abandon.
type guard struct {
	net.Conn          // the client's, inside TLS if there is TLS
	raw      net.Conn // the socket below, for the watch
	server   *Server
	session  *Session

	over func() // says that the session has ended

	in      *bufio.Reader
	out     []byte
	frame   []byte         // the message in hand
	rest    []byte         // what of it the library has yet to read
	library *buffer.Reader // the library's own buffer
	opening bool           // the library is still writing its own startup
	ended   bool           // the last word was said: nothing is read or written any more

	unit  bool         // messages have come since the last Sync, or simple query
	rests atomic.Bool  // the client is in no statement, pipeline or transaction
	busy  atomic.Int64 // since when a message is being served, in Unix nanoseconds; 0: idle
	state atomic.Int32 // open, draining, stopping, gone
	close sync.Once

	mu     sync.Mutex
	left   bool               // nothing is waited for any more
	until  time.Time          // when the last words must have been written; zero: there is no stop
	cancel context.CancelFunc // ends what the library's hooks wait for
}

// The states of a guard.
const (
	open     int32 = iota
	draining       // the server wants to end, and the client may finish what it is in
	stopping       // the server wants to end
	gone           // the client has left
)

// replay is the startup message that the library reads: the real one was
// answered before.
var replay = []byte{0, 0, 0, 9, 0, 3, 0, 0, 0}

// Read gives the library its next bytes: never more than one message's.
func (g *guard) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		if err := g.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// next waits for the next message that concerns the library.
func (g *guard) next() error {
	g.session.begin(request.Message{})
	g.tidy()
	for {
		if g.finished() {
			return g.hangUp(reply.Shutdown())
		}
		kind, body, err := g.readFrame()
		if err != nil {
			return g.hangUp(err)
		}
		g.rests.Store(false)
		if kind == request.CopyData || kind == request.CopyDone || kind == request.CopyFail {
			continue // what is left of a COPY that was refused
		}
		g.unit = kind != request.Sync && kind != request.Query && kind != request.FunctionCall
		m, refused := request.Read(kind, body)
		if refused == nil {
			refused = g.session.admit(m)
		}
		if refused != nil && refused.Severity == reply.Fatal {
			return g.hangUp(refused)
		}
		g.session.begin(m)
		if refused != nil {
			g.refuse(kind, refused)
		}
		g.rest = g.frame
		g.busy.Store(time.Now().UnixNano())
		return nil
	}
}

// finished notes whether the client is in the middle of something, and reports
// whether the connection is to end because it is not.
func (g *guard) finished() bool {
	g.rests.Store(!g.opening && !g.unit && g.session.rests())
	if g.state.Load() != draining {
		return false
	}
	if !g.rests.Load() {
		_ = g.SetReadDeadline(time.Time{}) // it may have been told to end before it began something
	}
	return g.rests.Load()
}

// refuse puts a message in the place of one that cannot be served, which the
// library answers with an error in the same way: an extended one with an error
// and silence until Sync, a simple one with an error and ReadyForQuery.
func (g *guard) refuse(kind byte, e *sqlstate.Error) {
	g.session.refusal = e
	g.frame = append(g.frame[:0], request.Describe, 0, 0, 0, 6, 'S', 0)
	if kind == request.Query || kind == request.FunctionCall {
		g.frame = append(g.frame[:0], request.Query, 0, 0, 0, 6, '-', 0)
	}
}

// tidy gives back what a large message took, and marks the connection idle.
func (g *guard) tidy() {
	g.busy.Store(0)
	if cap(g.frame) > flushAt {
		g.frame = nil
	}
	if g.library != nil && cap(g.library.Msg) > flushAt {
		g.library.Msg = nil
	}
}

// readFrame reads a message into g.frame and returns its kind and body.
func (g *guard) readFrame() (byte, []byte, error) {
	if g.ended || g.state.Load() > draining {
		return 0, nil, io.EOF
	}
	const header = 5
	if !g.buffered(header) {
		if err := g.flush(); err != nil {
			return 0, nil, err
		}
	}
	head, err := g.in.Peek(header)
	if err != nil {
		return 0, nil, err
	}
	limit, known := request.Limit(head[0], g.server.options.MaxMessage)
	if !known {
		return 0, nil, request.Malformed("invalid frontend message type %d", head[0])
	}
	length := int64(binary.BigEndian.Uint32(head[1:]))
	if length < 4 || length-4 > int64(limit) {
		return 0, nil, request.Malformed("invalid length %d of message %q: it may have up to %d bytes", length, head[0], limit)
	}
	whole := 1 + int(length)
	if !g.buffered(whole) {
		if err := g.flush(); err != nil {
			return 0, nil, err
		}
	}
	// The length is the client's word only; memory is taken as bytes arrive.
	g.frame = g.frame[:0]
	for len(g.frame) < whole {
		have := len(g.frame)
		grown := min(whole, max(flushAt, 2*have))
		if grown > cap(g.frame) {
			g.frame = append(make([]byte, 0, grown), g.frame...)
		}
		g.frame = g.frame[:grown]
		if _, err := io.ReadFull(g.in, g.frame[have:]); err != nil {
			return 0, nil, err
		}
	}
	return g.frame[0], g.frame[header:], nil
}

// buffered says whether n bytes can be read without waiting.
func (g *guard) buffered(n int) bool { return g.in.Buffered() >= n }

// hangUp says the last word, if there is someone to hear it, and returns what
// makes the library leave.
func (g *guard) hangUp(err error) error {
	if g.ended {
		return io.EOF
	}
	var e *sqlstate.Error
	switch {
	case g.state.Load() == gone:
		g.ended = true
		return io.EOF
	case g.state.Load() == stopping, g.state.Load() == draining && g.rests.Load():
		e = reply.Shutdown()
	case !errors.As(err, &e):
		g.ended = true // the client has left, or cannot be written to
		return io.EOF
	default:
		g.server.log.Warn("closing a connection that broke the protocol", "client", g.RemoteAddr().String(), "error", e.Message)
	}
	g.out = reply.Error(g.out, 'E', e)
	_ = g.flush() // nobody is left to tell
	g.ended = true
	return io.EOF
}

// Write takes what the library answers: one message each time.
func (g *guard) Write(p []byte) (int, error) {
	if g.ended || len(p) == 0 {
		return len(p), nil
	}
	switch kind := p[0]; {
	case kind == 'Z':
		g.opening = false
	case g.opening:
		return len(p), nil // the client had its startup before
	case kind == 'E' && g.state.Load() == stopping:
		_ = g.hangUp(nil) // it says why, and returns only EOF
		return len(p), nil
	case kind == 'E':
		g.out = reply.Error(g.out, 'E', g.session.takeFailure())
		return len(p), g.flushLarge()
	case g.session.answered:
		return len(p), nil
	}
	g.out = append(g.out, p...)
	return len(p), g.flushLarge()
}

// flushLarge writes the output when enough has gathered.
func (g *guard) flushLarge() error {
	if len(g.out) < flushAt {
		return nil
	}
	return g.flush()
}

// flush writes the output. A client that does not read loses its connection,
// so that what it does not take cannot pile up.
func (g *guard) flush() error {
	if len(g.out) == 0 || g.ended {
		return nil
	}
	if g.state.Load() <= draining {
		_ = g.SetWriteDeadline(time.Now().Add(g.server.options.WriteTimeout)) // a closed connection fails below
	}
	_, err := g.Conn.Write(g.out)
	if g.out = g.out[:0]; cap(g.out) > flushAt/8 && g.busy.Load() == 0 || cap(g.out) > 4*flushAt {
		g.out = nil
	}
	if err != nil {
		g.ended = true
		return errClientLeft
	}
	return nil
}

var errClientLeft = errors.New("the client cannot be written to")

// drain asks the connection to end as soon as the client has nothing to finish. It
// may be called again.
func (g *guard) drain() {
	g.state.CompareAndSwap(open, draining)
	if g.rests.Load() {
		_ = g.SetReadDeadline(time.Now())
	}
}

// stop asks the connection to end politely, on behalf of the server; for lastWords
// may be written. It is called again until the connection has ended, for a
// statement may have been about to begin, or a write.
func (g *guard) stop() {
	g.mu.Lock()
	if g.until.IsZero() {
		g.until = time.Now().Add(lastWords)
	}
	until := g.until
	g.mu.Unlock()
	if !g.state.CompareAndSwap(open, stopping) {
		g.state.CompareAndSwap(draining, stopping)
	}
	_ = g.SetWriteDeadline(until) // what is closed needs none
	_ = g.SetReadDeadline(time.Now())
	g.session.Cancel()
}

// abandon ends the work for a client that has left. It may be called again.
func (g *guard) abandon() {
	if !g.state.CompareAndSwap(open, gone) {
		g.state.CompareAndSwap(draining, gone)
	}
	g.leave()
	g.session.Cancel()
}

// leave ends the context that the library's hooks get, now or as soon as there
// is one.
func (g *guard) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.left = true; g.cancel != nil {
		g.cancel()
	}
}

// onLeave takes what ends that context.
func (g *guard) onLeave(cancel context.CancelFunc) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cancel = cancel; g.left {
		cancel()
	}
}

// Close ends the session and the connection. The library defers it around all
// it does for a connection, so it is here that a panic of the library itself
// is caught: it ends the connection, not the process.
func (g *guard) Close() error {
	if r := recover(); r != nil {
		g.server.log.Error("panic while serving a connection", "panic", r, "stack", string(debug.Stack()))
		g.server.panicked.Store(true)
		g.sayInternal()
	}
	var err error
	g.close.Do(func() {
		_ = g.flush()
		g.ended = true
		g.session.close()
		g.leave()
		g.server.leave(g.session)
		err = g.Conn.Close()
		g.over()
	})
	return err
}

// sayInternal tells the client that its connection ends by our fault.
func (g *guard) sayInternal() {
	e := sqlstate.From(errors.New("panic"))
	e.Severity = reply.Fatal
	if !g.ended {
		g.out = reply.Error(g.out, 'E', e)
	}
}
