package engine

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options are the limits of one execution, beside the server's own.
type Options struct {
	MaxRows  int64 // 0: the server's limit
	MaxBytes int64
	// Alone says that the session runs this one statement: a read may have a
	// transaction and a snapshot of its own at its source.
	Alone bool
}

// Execute runs one statement: the path that everything takes.
//
//  1. The gate decides again; where the catalog of the source has changed since
//     Prepare, the text is understood anew first. What it asks about waits for a
//     person's approval here.
//  2. The record: anything but a read has its intent on disk before step 3.
//  3. The source runs it; rows come back through the Result.
//  4. Result.Next writes the outcome and only then returns io.EOF.
//
// The caller reads the result to io.EOF or an error, or closes it, before it
// calls the session again.
func (s *Session) Execute(ctx context.Context, st *Statement, args providers.Args, o Options) (result *Result, err error) {
	defer s.recovered(&err)
	if s.open != nil {
		return nil, sqlstate.New(sqlstate.InvalidCursorState, "another result of this session is still open").
			WithHint("Read it to its end or close it first.")
	}
	if err := st.refresh(ctx); err != nil {
		return nil, err
	}
	consent, err := st.consent(ctx, args)
	if err != nil {
		return nil, err
	}
	r := &Result{session: s, statement: st, consent: consent, started: time.Now(), limits: s.limits(o), record: s.record(*st.request, st.plan)}
	s.recordParams(&r.record, st, args)
	consent.into(&r.record)
	if s.needsIntent(st.plan) {
		if r.entry, err = s.engine.config.Log.Begin(r.record); err != nil {
			return nil, err
		}
	}

	args.Alone = o.Alone
	if r.limits.MaxRows > 0 && st.plan.Class == planner.Read {
		args.MaxRows = r.limits.MaxRows + 1 // the last one tells that there are more
	}
	if err := r.bind(ctx); err != nil {
		r.done = func() {}
		return nil, r.finish(err)
	}
	ctx, r.done = s.running(ctx)
	if r.rows, err = s.run(ctx, st, args); err != nil {
		return nil, r.finish(err)
	}
	r.columns = r.rows.Columns()
	s.open = r
	return r, nil
}

// run hands a statement to whoever answers it.
func (s *Session) run(ctx context.Context, st *Statement, args providers.Args) (rows providers.Rows, err error) {
	defer s.recovered(&err) // a panic here must not lose the outcome
	if st.plan.Control == planner.OwnVerb {
		return s.runOwnVerb(ctx, st.plan)
	}
	if err := s.usable(st.plan); err != nil {
		return nil, err
	}
	text := st.text()
	conn, err := s.conn(ctx, st.plan.Provider, args.Alone && text.ReadOnly)
	if err != nil {
		return nil, err
	}
	over := s.Status() == providers.Failed
	if ends(st.plan) || st.plan.Verb == "ROLLBACK" { // the latter with TO too
		if s.failed && ends(st.plan) && over {
			text.SQL, text.Verb = "ROLLBACK", "ROLLBACK"
		}
		s.failed = false
	}
	rows, err = conn.Query(ctx, text, args)
	if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure && (st.plan.Control == planner.Rollback || ends(st.plan) && over) {
		// The connection is gone and the transaction with it: that is a rollback.
		// Of a COMMIT on its way nobody knows, and its client is told the error.
		s.drop(st.plan.Provider)
		return &listing{tag: "ROLLBACK"}, nil
	}
	return rows, err
}

// ends reports whether a statement ends the transaction, one way or the other.
func ends(p *planner.Statement) bool {
	return p.Control == planner.Commit || p.Control == planner.Rollback
}

// needsIntent reports whether a statement has its intent on disk before it
// runs: all that changes something. What a session says about itself (BEGIN,
// SET, SHOW) changes nothing that outlives it; a COMMIT does.
func (s *Session) needsIntent(p *planner.Statement) bool {
	if p.Class == planner.Session {
		if p.Show != nil {
			return true // REGISTRY PULL
		}
		return p.Control == planner.Commit && s.Status() != providers.Idle
	}
	return p.Class != planner.Read
}

// limits takes the narrower of the caller's and the server's limits.
func (s *Session) limits(o Options) Options {
	narrow := func(a, b int64) int64 {
		if a <= 0 || b > 0 && b < a {
			return b
		}
		return a
	}
	l := s.engine.config.Limits
	return Options{MaxRows: narrow(o.MaxRows, l.MaxRows), MaxBytes: narrow(o.MaxBytes, l.MaxBytes)}
}

// Result streams what a statement returns.
type Result struct {
	session   *Session
	statement *Statement
	rows      providers.Rows
	columns   []providers.Column
	limits    Options
	done      context.CancelFunc
	consent   *Consent
	own       bool       // it runs in a transaction of ours, to be held to what was approved
	before    [][]string // what the tally of the tables that are held said before

	started   time.Time
	record    audit.Record
	entry     *audit.Entry // nil: the record is written whole at the end
	count     int64
	bytes     int64
	truncated string
	tag       string
	ended     error // what Next returns from now on
}

// Columns of the result; none where the statement returns no rows.
func (r *Result) Columns() []providers.Column { return r.columns }

// Next returns the next row, and io.EOF only after the outcome stands in the
// audit log: when a caller sees io.EOF it may tell the client "done". Any other
// error is the statement's, and is recorded too.
func (r *Result) Next() (row providers.Row, err error) {
	if r.ended != nil {
		return nil, r.ended
	}
	row, err = r.next()
	if err == nil && r.over(row) {
		// What has been changed is not undone by not showing it: anything but a
		// read runs to its end.
		for err == nil && r.statement.plan.Class != planner.Read {
			_, err = r.next()
		}
		if err == nil {
			err = io.EOF
		}
	}
	if err == nil && r.bytes > announceAfter {
		err = r.Announce()
	}
	if err == nil {
		r.count++
		return row, nil
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err = r.finish(err); err == nil {
		err = io.EOF
	}
	r.ended = err
	return nil, err
}

func (r *Result) next() (row providers.Row, err error) {
	defer r.session.recovered(&err)
	return r.rows.Next()
}

// announceAfter is how many bytes of values a read may return before it is on
// record: less than a door keeps back.
const announceAfter = 32 << 10

// Announce puts a statement on record before its outcome is known. A door calls
// it before rows of an unfinished result leave; what returns much is announced
// by itself, and what changes something was announced before it ran.
func (r *Result) Announce() (err error) {
	if r.entry == nil && r.ended == nil {
		r.entry, err = r.session.engine.config.Log.Announce(r.record)
	}
	return err
}

// Fail ends the result with an error of the door's own, which is recorded as
// the statement's, and returns what to tell the client.
func (r *Result) Fail(err error) error {
	if r.ended == nil {
		r.ended = r.finish(err)
	}
	return r.ended
}

// over counts a row and reports whether a limit keeps it out.
func (r *Result) over(row providers.Row) bool {
	for _, v := range row {
		r.bytes += int64(len(v))
	}
	switch {
	case r.limits.MaxRows > 0 && r.count >= r.limits.MaxRows:
		r.truncated = "rows"
	case r.limits.MaxBytes > 0 && r.bytes > r.limits.MaxBytes && r.count > 0:
		r.truncated = "bytes"
	}
	return r.truncated != ""
}

// finish ends the statement and records its outcome. It returns what the
// caller is to be told: the statement's own error, or that there is no record.
func (r *Result) finish(err error) error {
	err = r.statement.place(err)
	if r.rows != nil {
		r.tag = r.rows.Tag()
		// A source may call it cancelled that the rest of its rows was not wanted.
		if closing := r.rows.Close(); err == nil && closing != nil && sqlstate.CodeOf(closing) != sqlstate.QueryCanceled {
			err = r.statement.place(closing)
		}
	}
	requests := r.session.requests(r.statement.plan) // of the connection, which may be dropped below
	r.done()
	err = r.settle(err)
	if r.session.open == r {
		r.session.open = nil
	}
	r.session.controlled(r.statement.plan, err)
	if err == nil {
		r.session.remember(r.statement.plan)
	}
	if source := r.statement.plan.Provider; sqlstate.CodeOf(err) == sqlstate.ConnectionFailure && r.session.status(source) == providers.Idle {
		r.session.drop(source) // the next statement connects anew
	}
	changed, _ := Affected(r.tag)
	outcome := audit.Outcome{
		Rows: max(r.count, changed), Duration: time.Since(r.started), Err: r.session.safeError(err, r.statement.plan.Text, r.record), Truncated: r.truncated, Tag: r.tag,
	}
	outcome.Requests = requests
	if r.truncated != "" && r.statement.plan.Class == planner.Read {
		outcome.Rows = r.count // what the source had ready is not what was returned
	}
	var recording error
	if r.entry != nil {
		recording = r.entry.End(outcome)
	} else {
		recording = r.session.engine.config.Log.Write(r.record.With(outcome))
	}
	if err != nil && sqlstate.CodeOf(err) == sqlstate.InternalError {
		r.session.engine.log.Error("statement failed", "session", r.session.client.ID, "error", errors.Unwrap(sqlstate.From(err)))
	}
	if recording != nil {
		return recording
	}
	return err
}

// Cut ends the result early because of a limit of the caller's, "rows" or
// "bytes", and records that.
func (r *Result) Cut(limit string) error {
	r.truncated = limit
	return r.Close()
}

// Tag is the command tag, valid after io.EOF.
func (r *Result) Tag() string { return r.tag }

// Truncated says, after io.EOF, that a limit of Options or of the server ended
// the result early, and which: "rows", "bytes", or "" for not truncated.
func (r *Result) Truncated() string { return r.truncated }

// Close ends the result early and records that; after io.EOF or an error it
// does nothing.
func (r *Result) Close() error {
	var err error
	if r.ended == nil {
		if err = r.finish(nil); err == nil {
			r.ended = io.EOF
		} else {
			r.ended = err
		}
	}
	return err
}

// Affected is the count at the end of a command tag: 3 in "INSERT 0 3".
func Affected(tag string) (int64, bool) {
	i := strings.LastIndexByte(tag, ' ')
	if i < 0 || i+1 == len(tag) || tag[i+1] < '0' || tag[i+1] > '9' {
		return 0, false
	}
	n, err := strconv.ParseInt(tag[i+1:], 10, 64)
	return n, err == nil
}

// place moves an error's position from the source's text to the client's.
func (st *Statement) place(err error) error {
	if err == nil {
		return nil
	}
	e := *sqlstate.From(err)
	if e.Position = st.plan.Place(e.Position); e.Position > 0 {
		e.Position += utf8.RuneCountInString(st.request.SQL[:st.plan.Offset])
	}
	return &e
}
