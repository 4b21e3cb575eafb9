package served

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Session is what a connection has prepared, bound and begun. The library
// calls it on one goroutine; notices may come from any.
type Session struct {
	engine *engine.Session
	guard  *guard

	// Of the message in hand:
	current  request.Message
	refusal  *sqlstate.Error // why the guard put a blank in its place
	failure  *sqlstate.Error // what goes out where the library writes an error
	answered bool            // the library's own answer is to be dropped
	parsed   *prepared       // what Parse made

	// Since the last ReadyForQuery:
	broken bool // there was an error
	piped  bool // the implicit transaction of a pipeline is open

	told map[string]string // the settings as the client knows them

	statements map[string]*prepared
	portals    map[string]*portal
	suspended  *portal // the one whose result is open at the engine
	held       int     // bytes that statements and portals take

	conversions rows.Conversions

	mu      sync.Mutex // for engine until it is opened, and notices
	noticed atomic.Bool
	notices []*sqlstate.Error
	waits   bool // the library's goroutine is in the engine, and leaves the output to notice
}

// opened gives the session its engine's.
func (s *Session) opened(e *engine.Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.engine = e
}

// Cancel cancels the running statement, from any goroutine.
func (s *Session) Cancel() {
	s.mu.Lock()
	e := s.engine
	s.mu.Unlock()
	if e != nil {
		e.Cancel()
	}
}

// rests reports whether no transaction is open.
func (s *Session) rests() bool { return !s.piped && s.engine.Status() == providers.Idle }

// begin makes m the message in hand.
func (s *Session) begin(m request.Message) {
	s.current, s.refusal, s.failure, s.answered, s.parsed = m, nil, nil, false, nil
}

// fail keeps an error for the client, fails the open transaction and returns
// the error for the library, which only needs to know that there is one. What
// has no public face is logged here, but for a client that left: nothing is
// wrong then.
func (s *Session) fail(err error) error {
	if err == nil {
		return nil
	}
	s.engine.Fail()
	s.broken = true
	e := sqlstate.From(err)
	if e.Code == sqlstate.InternalError && !errors.Is(err, errClientLeft) {
		s.guard.server.log.Error("internal error", "client", s.guard.RemoteAddr().String(), "error", errors.Unwrap(e))
	}
	if e.Severity != "" { // a source that ends its connection does not end ours
		told := *e
		told.Severity = ""
		e = &told
	}
	s.failure = e
	return e
}

// failed is fail where the library is to find out by itself.
func (s *Session) failed(err error) bool { return s.fail(err) != nil }

// refused fails with the guard's reason, if it put a blank in a message's place.
func (s *Session) refused() bool { return s.refusal != nil && s.failed(s.refusal) }

// takeFailure returns what to tell the client where the library writes an
// error: the error that was kept, or if the library found one by itself, that
// something is wrong with us.
func (s *Session) takeFailure() *sqlstate.Error {
	s.flushNotices()
	if s.failure == nil {
		_ = s.fail(errors.New("an error of the protocol library that was not foreseen"))
	}
	return s.failure
}

// caught turns a panic of one statement into its error.
func (s *Session) caught(err *error) {
	if r := recover(); r != nil {
		s.guard.server.log.Error("panic in a statement", "panic", r, "stack", string(debug.Stack()))
		*err = sqlstate.From(errors.New("panic"))
	}
}

// Notify takes a notice from the engine: to be sent at once while a statement
// waits to begin, for an approval perhaps, and else between two rows.
func (s *Session) Notify(e *sqlstate.Error) {
	const most = 1000 // until the next row; a source that has more to say is not quoted
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.waits:
		s.guard.out = reply.Error(s.guard.out, 'N', e)
		_ = s.guard.flush() // a client that is gone is noticed by the watch
	case len(s.notices) < most:
		s.notices = append(s.notices, e)
		s.noticed.Store(true)
	}
}

// inEngine says whether the session has called the engine and does nothing else
// until that returns.
func (s *Session) inEngine(waits bool) {
	if waits {
		s.flushNotices() // in their order
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = waits
}

func (s *Session) flushNotices() {
	if !s.noticed.Load() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.notices {
		s.guard.out = reply.Error(s.guard.out, 'N', e)
	}
	s.notices = nil
	s.noticed.Store(false)
}

// simple runs a simple query: any number of statements, or none.
func (s *Session) simple(ctx context.Context, sql string) (err error) {
	defer s.caught(&err)
	s.closePortal("")
	s.forget("")
	batch, err := s.engine.Prepare(ctx, engine.Request{SQL: sql, Purpose: gate.AnyPurpose})
	if err != nil {
		return err
	}
	if len(batch) == 0 {
		s.guard.out = reply.Empty(s.guard.out, 'I')
		return nil
	}
	if err := s.park(); err != nil {
		return err
	}
	s.inEngine(true)
	defer s.inEngine(false)
	return s.engine.ExecuteAll(ctx, batch, func(st *engine.Statement, r *engine.Result) error {
		s.inEngine(false)
		defer s.inEngine(true)
		s.controlled(st)
		p := &portal{result: r}
		defer s.release(p)
		if columns := r.Columns(); len(columns) > 0 {
			s.guard.out = rows.AppendColumns(s.guard.out, columns, nil)
			if p.convert, err = s.conversions.For(columns, nil); err != nil {
				return r.Fail(err)
			}
		}
		if _, err := s.send(p, 0); err != nil {
			return err
		}
		s.complete(r, r.Tag(), true)
		return nil
	})
}

// complete says that a statement is done; the first time, also if the server
// cut it short.
func (s *Session) complete(r *engine.Result, tag string, first bool) {
	if limit := r.Truncated(); limit != "" && first {
		s.guard.out = reply.Error(s.guard.out, 'N', reply.Shortened(limit))
	}
	s.guard.out = reply.Complete(s.guard.out, tag)
}

// close ends the session. The engine ends what is still open.
func (s *Session) close() {
	defer func() {
		if r := recover(); r != nil {
			s.guard.server.log.Error("panic while closing a session", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	s.closePortals()
	if err := s.engine.Close(); err != nil {
		s.guard.server.log.Warn("closing a session", "error", err)
	}
}
