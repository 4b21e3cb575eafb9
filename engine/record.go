package engine

import (
	"cmp"
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// identifyRecords makes the part of the session's records that tells whose session it is.
func (s *Session) identifyRecords() audit.Record {
	return audit.Record{
		Door:        s.client.Door,
		Mode:        s.mode.String(),
		Principal:   s.client.Principal.Name,
		Subject:     s.client.Principal.Subject,
		Tenant:      s.client.Principal.Tenant,
		Client:      s.client.Principal.Client,
		Application: s.client.Application,
		Version:     s.client.Version,
		Session:     s.client.ID,
		RemoteAddr:  s.client.RemoteAddr,
		TraceID:     s.client.TraceID,
		Source:      s.source.Name,
	}
}

// describeRecord describes a statement that may run.
func (s *Session) describeRecord(r *Request, p *planner.Statement) audit.Record {
	s.noteKnown(p) // others may have been planned since
	rec := s.who
	rec.Tool, rec.Args = r.Tool, s.redactArguments(r.Args)
	rec.Decision = audit.Allow
	rec.Class, rec.Verb = p.Class.String(), p.Verb
	rec.SQL = s.withoutSecrets(p.Text).Text
	rec.Source = p.Provider
	rec.Relations = p.Named
	return rec
}

// refuseBatch records that a batch is not run, and returns err, or the error of recording.
func (s *Session) refuseBatch(r Request, worst *planner.Statement, d gate.Decision, err error) error {
	s.Fail()
	decision := audit.RefuseImmediate
	if d.Verdict == gate.Ask {
		decision = audit.NeedsApprovalUnavailable
	}
	text := s.safeRefused(r.SQL)
	return s.recordRefusal(s.describeRefusal(r, text, worst, d, decision), text, err)
}

// recordRefusal writes the record of a refusal, and returns err, or the error of writing.
func (s *Session) recordRefusal(rec audit.Record, text redact.Redacted, err error) error {
	return cmp.Or(s.engine.config.Log.Write(rec.With(audit.Outcome{Err: s.safeErrorOf(err, text, rec)})), err)
}

// describeUnrun describes the error of a statement that did not run; p is nil if the statement is not known.
func (s *Session) describeUnrun(r *Request, p *planner.Statement, err error) (audit.Record, audit.Outcome) {
	rec, text := s.impliedRecord(""), ""
	if p != nil {
		rec, text = s.describeRecord(r, p), p.Text
	}
	return rec, audit.Outcome{Err: s.safeError(err, text, rec)}
}

// describeRefusal describes a text that is not run; text is its SQL without secrets.
func (s *Session) describeRefusal(r Request, text redact.Redacted, worst *planner.Statement, d gate.Decision, decision audit.Decision) audit.Record {
	rec := s.who
	rec.Tool, rec.Args = r.Tool, s.redactArguments(r.Args)
	rec.Decision = decision
	rec.Class = d.Class.String()
	rec.SQL, rec.SQLBytes, rec.SQLSHA256 = text.Text, text.Bytes, text.SHA256
	if worst != nil {
		rec.Verb, rec.Source, rec.Relations = worst.Verb, worst.Provider, worst.Named
	}
	return rec
}

// refusalError is the client's error for a decision of the gate.
func refusalError(text string, d gate.Decision) error {
	e := sqlstate.New(sqlstate.InsufficientPrivilege, "refused by the gate: %s", d.Reason)
	e.Hint = d.Hint
	if d.Offset >= 0 && d.Offset <= len(text) {
		e.Position = utf8.RuneCountInString(text[:d.Offset]) + 1
	}
	return e
}

// takeRequests returns what a statement has sent to APIs. It is called once for each statement that
// has run, so that a later one does not get the requests of an earlier one.
func (s *Session) takeRequests(p *planner.Statement) (list []audit.Request) {
	told, ok := s.conns[p.Provider].(providers.Requested)
	if !ok || p.Control == planner.OwnVerb { // no connection has run it
		return nil
	}
	for _, r := range told.Requests() {
		list = append(list, audit.Request{Method: r.Method, Host: r.Host, Path: r.Path, Status: r.Status, Count: r.Count, Bytes: r.Bytes})
	}
	return list
}

// Call is a tool call without SQL, for the record.
type Call struct {
	Tool string
	Args map[string]any
	// SQL is what the caller sent as SQL, if the call failed before it could be read. It is recorded
	// without secrets.
	SQL string
	// Refused says that the call is not carried out, and that f only returns why.
	Refused bool
	// Rows, if set, points to how many rows the answer has, for the record. f sets the number.
	Rows *int64
}

// Inspect runs f and records the call, which has no SQL, before its answer can leave. Discovery tools
// use it.
func (s *Session) Inspect(ctx context.Context, c Call, f func(context.Context) error) (err error) {
	started := time.Now()
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	err = func() (err error) {
		defer s.errorOfPanic(&err)
		return f(ctx)
	}()
	rec := s.who
	rec.Tool, rec.Args = c.Tool, s.redactArguments(c.Args)
	rec.Class, rec.Decision = planner.Read.String(), audit.Allow
	text := s.safeRefused(c.SQL) // the call may fail because of this text
	rec.SQL, rec.SQLBytes, rec.SQLSHA256 = text.Text, text.Bytes, text.SHA256
	if c.Refused {
		rec.Class, rec.Decision = planner.Unknown.String(), audit.RefuseImmediate
	}
	outcome := audit.Outcome{Duration: time.Since(started)}
	if err != nil {
		outcome.Err = s.safeErrorOf(err, text, rec)
	}
	if c.Rows != nil && err == nil {
		outcome.Rows = *c.Rows
	}
	if e := s.engine.config.Log.Write(rec.With(outcome)); e != nil {
		return e
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Tool, err)
	}
	return nil
}
