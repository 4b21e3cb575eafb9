package served

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Session is a client's session: what it has prepared, bound and begun. Its goroutine
// is the loop's; any goroutine may call Notify, Cancel, Drain, Stop and Abandon.
type Session struct {
	server *Server
	log    hclog.Logger
	client client
	engine *engine.Session
	ended  func() // says that the session is over

	ctx    context.Context //nolint:containedctx // of the session's statements; ends when the client leaves
	cancel context.CancelFunc

	// Of the message in hand:
	message request.Message
	refusal *sqlstate.Error // why it cannot be carried out; nil: it can
	lost    *sqlstate.Error // why nothing of the client's can be understood any more; nil: it can

	inUnit   bool        // messages have come since the last Sync, or simple query
	rests    atomic.Bool // the client is in no statement, pipeline or transaction
	failed   bool        // there was an error since the last ReadyForQuery
	implicit bool        // the implicit transaction of a pipeline is open

	told map[string]string // the settings as the client knows them
	// toldVersion is the version of the settings that the client was told of last; 0: that is not known.
	toldVersion uint64

	statements  map[string]*statement
	portals     map[string]*portal
	active      *portal // the one whose result is open at the engine
	held        int     // bytes that statements and portals take
	conversions rows.Conversions

	mu      sync.Mutex      // for engine until Begin, and for what follows; never held while the client is written to
	why     *sqlstate.Error // what End was told; nil: the administrator ends the session
	stopBy  time.Time       // when the last words must have been written; zero: there is no stop
	notices []*sqlstate.Error
	inbox   inbox
	noticed atomic.Bool

	output   sync.Mutex // for what follows, and for the client's output while that is true
	inEngine bool       // the session's goroutine is in the engine, and leaves the output to Notify
}

// NewSession returns a session for a client, which begins with Begin.
func (s *Server) NewSession(c Client) *Session {
	session := &Session{
		server: s, log: s.options.Logger, ended: c.Ended, told: map[string]string{},
		client: client{
			Conn: c.Conn, socket: c.Socket, in: bufio.NewReaderSize(c.Conn, readAhead),
			maxMessage: s.options.MaxMessage, writeTimeout: s.options.WriteTimeout,
		},
	}
	session.ctx, session.cancel = context.WithCancel(context.Background())
	return session
}

// Begin greets the client with the parameters and its key, and serves it. The session
// owns the engine's session and the connection from then on.
func (s *Session) Begin(e *engine.Session, parameters []Parameter, key []byte) error {
	s.mu.Lock()
	s.engine = e
	s.mu.Unlock()
	out := reply.AuthenticationOk(nil)
	for _, p := range parameters {
		out = reply.ParameterStatus(out, p.Name, p.Value)
		s.told[p.Name] = p.Value
	}
	s.client.out = append(out, key...)
	if err := s.client.flush(); err != nil {
		s.Close(nil)
		return err
	}
	_ = s.client.SetDeadline(time.Time{}) // if it fails, so does the next read
	s.server.add(s)
	s.server.loop.Serve(s, s.client.RemoteAddr())
	return nil
}

// Close ends the session and the connection, and the engine's session with what is
// still open there. The loop calls it, with what went wrong in it.
func (s *Session) Close(fault error) {
	if fault != nil {
		s.log.Error("panic while serving a connection", "error", fault)
		s.sayLast(sqlstate.From(fault))
	}
	_ = s.client.flush()
	s.client.ended = true
	s.closeEngine()
	s.cancel()
	s.server.remove(s)
	_ = s.client.Close()
	s.ended()
}

// closeEngine closes the engine's session.
func (s *Session) closeEngine() {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("panic while closing a session", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	s.closePortals()
	if err := s.engine.Close(); err != nil {
		s.log.Warn("closing a session", "error", err)
	}
}

// sayLast tells the client an error that ends its connection.
func (s *Session) sayLast(e *sqlstate.Error) {
	if s.client.ended {
		return
	}
	last := *e
	last.Severity = reply.Fatal
	s.client.out = reply.Error(s.client.out, 'E', &last)
}

// Cancel cancels the running statement.
func (s *Session) Cancel() {
	s.mu.Lock()
	e := s.engine
	s.mu.Unlock()
	if e != nil {
		e.Cancel()
	}
}

// Drain ends the session as soon as the client has nothing to finish. It may be called
// again.
func (s *Session) Drain() {
	s.client.enter(draining)
	if s.rests.Load() {
		_ = s.client.SetReadDeadline(time.Now())
	}
}

// Stop ends the session, and tells the client that the administrator does. It is called
// again until the session has ended, for a statement may have been about to begin, or a
// write.
func (s *Session) Stop() {
	s.client.enter(stopping)
	s.mu.Lock()
	if s.stopBy.IsZero() {
		s.stopBy = time.Now().Add(lastWords)
	}
	by := s.stopBy
	s.mu.Unlock()
	_ = s.client.SetWriteDeadline(by) // what is closed needs none
	_ = s.client.SetReadDeadline(time.Now())
	s.Cancel()
}

// End is Stop for another reason.
func (s *Session) End(why *sqlstate.Error) {
	s.mu.Lock()
	if s.why == nil && s.stopBy.IsZero() {
		s.why = why
	}
	s.mu.Unlock()
	s.Stop()
}

// farewell is what a client is told whose session is ended.
func (s *Session) farewell() *sqlstate.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.why != nil {
		return s.why
	}
	return reply.Shutdown()
}

// Abandon ends the session without a word.
func (s *Session) Abandon() {
	s.stopWork()
	_ = s.client.socket.Close()
}

// stopWork ends the work for a client that has left. It may be called again.
func (s *Session) stopWork() {
	s.client.enter(gone)
	s.cancel()
	s.Cancel()
}

// Notify takes a notice from the engine: to be sent at once while a statement waits to
// begin, for an approval perhaps, and else between two rows.
func (s *Session) Notify(e *sqlstate.Error) {
	const most = 1000 // until the next row; a source that has more to say is not quoted
	if s.sendNow(e) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.notices) < most {
		s.notices = append(s.notices, e)
		s.noticed.Store(true)
	}
}

// sendNow sends a notice if the session's goroutine is in the engine.
func (s *Session) sendNow(e *sqlstate.Error) bool {
	s.output.Lock()
	defer s.output.Unlock()
	if s.inEngine {
		s.client.out = reply.Error(s.client.out, 'N', e)
		_ = s.client.flush() // a client that is gone is noticed by the watch
	}
	return s.inEngine
}

// enterEngine is called before the engine is: until leaveEngine, notices are sent by
// Notify.
func (s *Session) enterEngine() {
	s.flushNotices() // in their order
	s.output.Lock()
	defer s.output.Unlock()
	s.inEngine = true
}

func (s *Session) leaveEngine() {
	s.output.Lock()
	defer s.output.Unlock()
	s.inEngine = false
}

// flushNotices puts the notices that wait where the client gets them next.
func (s *Session) flushNotices() {
	if !s.noticed.Load() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.notices {
		s.client.out = reply.Error(s.client.out, 'N', e)
	}
	s.notices = nil
	s.noticed.Store(false)
}

// hangUp ends the connection because of an error, which the client is told if it is one
// of ours. It returns the error that ends the loop.
func (s *Session) hangUp(err error) error {
	if s.client.ended {
		return io.EOF
	}
	phase := s.client.phase.Load()
	var e *sqlstate.Error
	switch {
	case phase == stopping, phase == draining && s.rests.Load():
		s.sayLast(s.farewell())
	case phase != gone && errors.As(err, &e):
		s.log.Warn("closing a connection that broke the protocol", "client", s.client.RemoteAddr().String(), "error", e.Message)
		s.sayLast(e)
	default: // the client has left, or cannot be written to
		s.client.ended = true
		return io.EOF
	}
	_ = s.client.flush() // nobody is left to tell
	s.client.ended = true
	return io.EOF
}
