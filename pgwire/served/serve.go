package served

import (
	"errors"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file has the methods that the loop calls: Next, Serve and Ready (psqlwire.Session).

// Next waits for the next message that concerns the session.
func (s *Session) Next() (kind byte, err error) {
	s.message, s.refusal = request.Message{}, nil
	s.client.noteIdle()
	for {
		if s.lost != nil {
			return 0, s.hangUp(s.lost)
		}
		if s.mayEnd() {
			return 0, s.hangUp(reply.Shutdown())
		}
		s.awaitMessage()
		if s.lost != nil {
			return 0, s.hangUp(s.lost)
		}
		kind, body, err := s.client.read()
		if err != nil {
			return 0, s.hangUp(err)
		}
		s.rests.Store(false)
		switch kind {
		case request.CopyData, request.CopyDone, request.CopyFail:
			continue // what is left of a COPY that was refused
		}
		s.inUnit = kind != request.Sync && kind != request.Query && kind != request.FunctionCall
		if s.message, s.refusal = request.Read(kind, body); s.refusal != nil && s.refusal.Severity == reply.Fatal {
			return 0, s.hangUp(s.refusal)
		}
		if kind == request.Terminate {
			return 0, io.EOF
		}
		s.client.busy.Store(time.Now().UnixNano())
		return kind, nil
	}
}

// mayEnd notes whether the client is in a statement, a pipeline or a transaction. It reports whether the
// session ends now: it is to end, and the client is in none of them.
func (s *Session) mayEnd() bool {
	rests := !s.inUnit && s.restsAtEngine()
	s.rests.Store(rests)
	if s.client.phase.Load() != draining {
		return false
	}
	if !rests {
		_ = s.client.SetReadDeadline(time.Time{}) // Drain may have set a deadline before the client began something
	}
	return rests
}

// Serve carries out the message in hand, and reports whether that went well.
func (s *Session) Serve() (ok bool) {
	s.engine.BeginMessage()
	err := s.carryOut()
	s.engine.EndMessage()
	if err != nil {
		s.answerError(err)
	}
	_ = s.client.flushLarge() // a client that has left is noticed by the next read
	return err == nil
}

func (s *Session) carryOut() (err error) {
	if s.refusal != nil {
		return s.refusal
	}
	defer s.recoverAs(&err)
	m := &s.message
	switch m.Kind {
	case request.Query:
		return s.runQuery(m.SQL)
	case request.Parse:
		return s.parse(m)
	case request.Bind:
		return s.bind(m)
	case request.Describe:
		if m.Object == request.Portal {
			return s.describePortal(m.Portal)
		}
		return s.describeStatement(m.Statement)
	case request.Execute:
		return s.execute(m.Portal, max(int(m.Rows), 0))
	case request.Close:
		s.closeObject(m)
	case request.Flush:
		_ = s.client.flush() // as in Serve
	}
	return nil
}

// closeObject closes a statement or a portal. One that does not exist is no error.
func (s *Session) closeObject(m *request.Message) {
	if m.Object == request.Portal {
		s.closePortal(m.Portal)
	} else {
		s.dropStatement(m.Statement)
	}
	s.client.out = reply.Empty(s.client.out, '3') // CloseComplete
}

// recoverAs turns a panic of one statement into its error.
func (s *Session) recoverAs(err *error) {
	if r := recover(); r != nil {
		s.log.Error("panic in a statement", "panic", r, "stack", string(debug.Stack()))
		*err = sqlstate.From(errors.New("panic"))
	}
}

// answerError answers with an error.
func (s *Session) answerError(err error) {
	e := s.fail(err)
	if s.client.phase.Load() == stopping {
		_ = s.hangUp(nil) // which tells the client why
		return
	}
	s.flushNotices()
	s.client.out = reply.Error(s.client.out, 'E', e)
}

// fail fails the open transaction, and returns the error that the client is told. An error
// without a public message is logged, unless its reason is that the client left.
func (s *Session) fail(err error) *sqlstate.Error {
	s.engine.Fail()
	s.failed = true
	e := sqlstate.From(err)
	if e.Code == sqlstate.InternalError && !errors.Is(err, errClientLeft) {
		s.log.Error("internal error", "client", s.client.RemoteAddr().String(), "error", errors.Unwrap(e))
	}
	if e.Severity == "" {
		return e
	}
	told := *e // a source that ends its connection does not end ours
	told.Severity = ""
	return &told
}

// Ready ends what ends with a Sync or a simple query, and answers ReadyForQuery: the
// implicit transaction and, as portals end with their transaction, the portals.
func (s *Session) Ready() {
	if s.lost != nil {
		return // the connection ends
	}
	s.flushNotices()
	if s.implicit || s.engine.Status() != providers.InTransaction {
		s.closePortals()
	}
	s.endImplicit()
	s.implicit, s.failed = false, false
	s.reportSettings()
	s.inUnit = false
	s.sendNotifications()
	s.client.out = reply.Ready(s.client.out, byte(s.engine.Status()))
	_ = s.client.flushLarge() // as in Serve
}

// reportSettings tells the client of the settings that have changed since it was told.
func (s *Session) reportSettings() {
	version := s.engine.ParametersVersion()
	if version != 0 && version == s.toldVersion {
		return
	}
	s.toldVersion = version
	now := s.engine.Parameters()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if now[name] != s.told[name] {
			s.told[name] = now[name]
			s.client.out = reply.ParameterStatus(s.client.out, name, now[name])
		}
	}
}

// runQuery runs a simple query: any number of statements, or none.
func (s *Session) runQuery(sql string) error {
	s.closePortal("")
	s.dropStatement("")
	batch, err := s.engine.Prepare(s.ctx, engine.Request{SQL: sql, Purpose: gate.AnyPurpose, Stepwise: true})
	if err != nil {
		return err
	}
	if len(batch) == 0 {
		s.client.out = reply.Empty(s.client.out, 'I') // EmptyQueryResponse
		return nil
	}
	if err := s.freeEngine(); err != nil {
		return err
	}
	s.enterEngine()
	defer s.leaveEngine()
	return s.engine.ExecuteAll(s.ctx, batch, func(st *engine.Statement, r *engine.Result) error {
		s.leaveEngine()
		defer s.enterEngine()
		return s.sendResult(st, r)
	})
}

// sendResult sends all of the result of a statement of a simple query.
func (s *Session) sendResult(st *engine.Statement, r *engine.Result) (err error) {
	s.followControl(st)
	p := &portal{result: r}
	defer s.endResult(p)
	if columns := r.Columns(); isCopyOut(st) {
		err = s.beginCopyOut(p, st.Copy())
	} else if providers.ReturnsRows(columns) {
		s.client.out = rows.AppendColumns(s.client.out, columns, nil)
		p.convert, err = s.conversions.For(columns, nil)
	}
	if err != nil {
		return r.Fail(err)
	}
	if _, err := s.sendRows(p, 0); err != nil {
		return err
	}
	s.endCopyOut(p)
	s.followDeallocate(st)
	s.sendComplete(r, r.Tag(), true)
	return nil
}

// sendComplete sends the command tag of a statement. The first time, it also tells the client if a limit
// of the server's cut the result short.
func (s *Session) sendComplete(r *engine.Result, tag string, first bool) {
	if limit := r.Truncated(); limit != "" && first {
		s.client.out = reply.Error(s.client.out, 'N', reply.Shortened(limit))
	}
	s.client.out = reply.Complete(s.client.out, tag)
}
