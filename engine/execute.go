package engine

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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

// Execute runs one statement at its source; the package comment names the steps.
// Where the catalog of the source has changed since Prepare, the statement is understood
// and decided on anew first. What the gate asks about waits here for a person's approval.
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
	r := &Result{statement: st, execution: execution{
		session: s, request: st.request, plans: []*planner.Statement{st.plan}, consent: consent, started: time.Now(), returns: s.limits(o),
	}}
	r.types, r.values = s.bound(st.plan.Text, st.request.ParamTypes, args, s.engine.config.RecordValues)
	if err := r.begin(); err != nil {
		return nil, err
	}

	args.Alone = o.Alone
	if r.returns.maxRows > 0 && st.plan.Class == planner.Read {
		args.MaxRows = r.returns.maxRows + 1 // the last one tells that there are more
	}
	if err := r.bind(ctx); err != nil {
		r.stop = func() {}
		return nil, r.finish(err)
	}
	s.doing.begin(st.plan, r.started)
	ctx, r.stop = s.running(ctx)
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
	if mayCall(st.plan) && s.blocked() {
		return nil, errInBlock(st.plan.Verb)
	}
	switch {
	case s.answersPrepared(st.plan):
		return s.runPrepared(ctx, st.plan)
	case s.answersNotify(st.plan):
		return s.runNotify(st.plan)
	case len(st.plan.Calls) > 0:
		return s.runServerCalls(ctx, st, args)
	case s.answersCursor(st.plan):
		return s.runCursor(ctx, st, args)
	}
	text := st.heldText()
	conn, err := s.conn(ctx, st.plan.Provider, args.Alone && text.ReadOnly)
	if err != nil {
		return nil, err
	}
	if err := s.carrySettings(ctx, st.plan, conn); err != nil {
		return nil, err
	}
	if text.Copy != nil && text.Copy.From {
		return s.copyFrom(ctx, conn, text)
	}
	over := s.Status() == providers.Failed
	if ends(st.plan) || st.plan.Verb == "ROLLBACK" { // the latter with TO too
		if s.failed && ends(st.plan) && over {
			text.SQL, text.Verb = "ROLLBACK", "ROLLBACK"
			if st.plan.Chain {
				text.SQL = "ROLLBACK AND CHAIN"
			}
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

// heldText is what a statement's source is told: the requests that were approved, and whom it asks before scans run.
func (st *Statement) heldText() providers.Statement {
	text := st.text()
	if st.held != nil {
		text.Call, text.Scans = st.held.Call, st.held.Scans
	}
	if st.plan.Provider == providers.Several {
		text.Confirm = st.confirm
	}
	return text
}

// ends reports whether a statement ends the transaction, one way or the other.
func ends(p *planner.Statement) bool {
	return p.Control == planner.Commit || p.Control == planner.Rollback
}

// Result streams what a statement returns.
type Result struct {
	execution
	statement *Statement
	rows      providers.Rows
	columns   []providers.Column
	stop      context.CancelFunc // of the context that it runs in
	own       bool               // it runs in a transaction of ours, to be held to what was approved
	before    [][]string         // what the tally of the tables that are held said before
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
	if err == nil && !r.returns.takes(size(row)) {
		// What has been changed is not undone by not showing it: anything but a
		// read runs to its end.
		for err == nil && r.statement.plan.Class != planner.Read {
			_, err = r.next()
		}
		if err == nil {
			err = io.EOF
		}
	}
	if err == nil && r.returns.bytes > announceAfter {
		if err = r.announce(); err != nil {
			r.returns.rows-- // it stays here
		}
	}
	if err == nil {
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
func (r *Result) Announce() error { return r.announce() }

// Fail ends the result with an error of the door's own, which is recorded as
// the statement's, and returns what to tell the client.
func (r *Result) Fail(err error) error {
	if r.ended == nil {
		r.ended = r.finish(err)
	}
	return r.ended
}

// size is how many bytes the values of a row have.
func size(row providers.Row) (bytes int64) {
	for _, v := range row {
		bytes += int64(len(v))
	}
	return bytes
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
	r.stop()
	err = r.settle(err)
	if r.session.open == r {
		r.session.open = nil
	}
	r.session.controlled(r.statement.plan, err)
	r.session.doing.inTransaction(r.session.Status() != providers.Idle)
	var l Ledger
	r.end(r.tag, err, time.Now(), &l)
	recording := l.Commit(r.session.engine)
	if r.session.Status() == providers.Idle {
		r.session.endNotify(err == nil && recording == nil && r.tag != "ROLLBACK")
	}
	if source := r.statement.plan.Provider; sqlstate.CodeOf(err) == sqlstate.ConnectionFailure && r.session.status(source) == providers.Idle {
		r.session.drop(source) // the next statement connects anew
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
	r.returns.cut = limit
	return r.Close()
}

// Tag is the command tag, valid after io.EOF.
func (r *Result) Tag() string { return r.tag }

// Truncated says, after io.EOF, that a limit of Options or of the server ended
// the result early, and which: "rows", "bytes", or "" for not truncated.
func (r *Result) Truncated() string { return r.returns.cut }

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
