package engine

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/engine/cancellation"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options are the limits of one execution; the server's own hold, too.
type Options struct {
	MaxRows  int64 // 0: the server's limit
	MaxBytes int64
	// Alone says that the session runs only this statement: its source may give a read a transaction
	// and a snapshot of its own.
	Alone bool
}

// Execute runs one statement at its source. The package comment names the steps. If the source's
// catalog has changed since Prepare, the statement is planned and judged again first. If the statement
// needs an approval, Execute waits for it.
//
// The caller reads the result to io.EOF or an error, or closes it, before it uses the session again.
func (s *Session) Execute(ctx context.Context, st *Statement, args providers.Args, o Options) (result *Result, err error) {
	defer s.refusalOfPanic(st.request, &err)
	if s.open != nil {
		return nil, sqlstate.New(sqlstate.InvalidCursorState, "another result of this session is still open").
			WithHint("Read it to its end or close it first.")
	}
	if st.fails != nil {
		return nil, st.failUnplanned()
	}
	if err := st.judgeAgain(ctx, args); err != nil {
		return nil, err
	}
	consent, err := st.obtainConsent(ctx, args)
	if err != nil {
		return nil, err
	}
	r := &Result{statement: st, execution: execution{
		session: s, request: st.request, plans: []*planner.Statement{st.plan}, consent: consent, started: time.Now(), returns: s.limitsFor(o),
	}}
	r.types, r.values = s.describeParams(st.plan.Text, st.request.ParamTypes, args, s.engine.config.RecordValues)
	if err := r.recordIntents(); err != nil {
		return nil, err
	}
	s.noteApproved(consent)
	args.Alone = o.Alone
	if r.returns.maxRows > 0 && st.plan.Class == planner.Read {
		args.MaxRows = r.returns.maxRows + 1 // the row beyond the limit tells that there are more
	}
	if err := r.beginStatement(ctx, args); err != nil {
		return nil, r.finishStatement(err)
	}
	s.open = r
	return r, nil
}

// beginStatement has the statement run, whose intent is on record.
func (r *Result) beginStatement(ctx context.Context, args providers.Args) (err error) {
	s, st := r.session, r.statement
	defer s.errorOfPanic(&err) // so that the outcome of a panic is recorded
	r.stop = func() {}
	if err := r.beginBound(ctx); err != nil {
		return err
	}
	s.entry.NoteBegin(st.plan, r.started)
	ctx, r.stop = s.withCancelAndLimit(ctx)
	if r.rows, err = s.runStatement(ctx, st, args); err != nil {
		return err
	}
	r.columns = r.rows.Columns()
	return r.runElements(ctx)
}

// judgeAgain plans and judges a statement again if what names mean has changed, and holds it to the limits of the
// session's roles. A refusal is on record.
func (st *Statement) judgeAgain(ctx context.Context, args providers.Args) error {
	ctx, done := st.session.withCancelAndLimit(ctx)
	defer done()
	if err := st.refreshPlan(ctx); err != nil {
		return err
	}
	if err := st.withinLimits(ctx, args); err != nil {
		return err
	}
	if err := cancellation.EndedEarly(ctx); err != nil {
		return st.recordUnrun(err)
	}
	return nil
}

// runStatement gives a statement to whatever answers it: the engine itself, or its source.
func (s *Session) runStatement(ctx context.Context, st *Statement, args providers.Args) (rows providers.Rows, err error) {
	if st.plan.Control == planner.OwnVerb {
		return s.runOwnVerb(ctx, st.plan)
	}
	if err := s.checkUsable(st.plan); err != nil {
		return nil, err
	}
	if mayCall(st.plan) && s.isBlocked() {
		return nil, errInBlock(st.plan.Verb)
	}
	skips, err := s.takeLocks(ctx, st.plan)
	if err != nil {
		return nil, err
	}
	if rows, err = s.runLocked(ctx, st, args); err == nil && skips {
		rows = &noRows{rows}
	}
	return rows, err
}

// runLocked runs a statement whose locks the session has.
func (s *Session) runLocked(ctx context.Context, st *Statement, args providers.Args) (rows providers.Rows, err error) {
	if rows, here, err := s.runHere(ctx, st, args); here {
		return rows, err
	}
	text := st.heldText()
	conn, err := s.connectionTo(ctx, st.plan.Provider, args.Alone && text.ReadOnly)
	if err != nil {
		return nil, err
	}
	if err := s.carrySettings(ctx, st.plan, conn); err != nil {
		return nil, err
	}
	if err := s.atCurrentRow(ctx, st.plan, conn, &text); err != nil {
		return nil, err
	}
	if text.Copy != nil && text.Copy.From {
		return s.copyFrom(ctx, conn, text)
	}
	if text.Keep != nil {
		return s.keepRows(ctx, conn, st.plan, text, args)
	}
	over := s.Status() == providers.Failed
	if endsTransaction(st.plan) || st.plan.Verb == "ROLLBACK" { // also ROLLBACK TO
		if s.failed && endsTransaction(st.plan) && over {
			text.SQL, text.Verb = "ROLLBACK", "ROLLBACK"
			if st.plan.Chain {
				text.SQL = "ROLLBACK AND CHAIN"
			}
		}
		s.failed = false
	}
	rows, err = conn.Query(ctx, text, args)
	if sqlstate.CodeOf(err) == sqlstate.ConnectionFailure && (st.plan.Control == planner.Rollback || endsTransaction(st.plan) && over) {
		// The connection is lost, and the transaction with it, which is what a ROLLBACK does. Of a
		// COMMIT the result is not known, and its client gets the error.
		s.dropConn(st.plan.Provider)
		return &ownresult.Rows{Command: "ROLLBACK"}, nil
	}
	if err == nil {
		err = s.keepsColumns(st.plan, rows)
	}
	return rows, err
}

// runHere runs what the engine answers for a source that cannot: names of prepared statements,
// notifications, functions of a server, and cursors. here reports whether the statement is one of these.
func (s *Session) runHere(ctx context.Context, st *Statement, args providers.Args) (rows providers.Rows, here bool, err error) {
	switch {
	case s.answersPrepared(st.plan):
		rows, err = s.runPrepared(ctx, st)
	case s.answersNotify(st.plan):
		rows, err = s.runNotify(st.plan)
	case len(st.plan.Calls) > 0:
		rows, err = s.runServerCalls(ctx, st, args)
	case s.answersCursor(st.plan):
		rows, err = s.runCursor(ctx, st, args)
	case st.plan.Locks != nil && st.plan.Locks.Alone:
		rows = &ownresult.Rows{Command: "LOCK TABLE"}
	default:
		return nil, false, nil
	}
	return rows, true, err
}

// sourceText is the statement in the form that its source gets.
func (st *Statement) sourceText() providers.Statement {
	return providers.Statement{
		Notice:      st.plan.Notice,
		Alone:       st.plan.Alone,
		Implicit:    st.session.block,
		SQL:         st.plan.SQL,
		Verb:        st.plan.Verb,
		ReadOnly:    !st.plan.Class.Changes(),
		ParamTypes:  st.plan.ParamOIDs(st.request.ParamTypes),
		Setting:     st.plan.Setting,
		Sets:        st.plan.Sets,
		Before:      st.plan.Before,
		Folded:      st.plan.Folded,
		Parts:       st.plan.Parts,
		ChangedView: st.plan.ChangedView,
		Setval:      st.plan.Setval,
		NoColumns:   st.plan.NoColumns,
		Shown:       st.plan.Shown,
		Routine:     st.plan.Routine,
		After:       st.plan.After,
		Warning:     st.plan.Warning,
		Results:     st.plan.Results,
		Styled:      st.plan.Styled,
		Origins:     st.plan.Origins,
		Constants:   st.plan.Constants,
		Compared:    st.plan.ComparedParams(),
		Seeks:       st.plan.Seeks(),
		Call:        st.plan.Call,
		Scans:       st.plan.Scans,
		Keep:        st.plan.Keep,
		Kept:        st.plan.Kept,
		Planned:     st.plan.Planned,
		PlainPlan:   st.plan.PlainPlan,
		Renumbered:  st.plan.Renumbered,
		Into:        st.plan.Into,
		Copy:        st.plan.Copy,
		Returned:    st.plan.Returned,
		LocksRows:   st.plan.Locks.RowsLocked(),
	}
}

// heldText returns the statement as its source gets it, with the requests that were approved, and with the
// check that a statement over several sources makes before its scans run.
func (st *Statement) heldText() providers.Statement {
	text := st.sourceText()
	if text.Held = st.comparedInFlight(); text.Held != nil {
		meaning.NoteMade(st.plan, &text.HeldBeside)
		text.HeldBeside = meaning.OwnChanges(st.plan, text.HeldBeside)
		text.HeldBeside.Before = st.session.names.relations
	}
	text.LeavesSetting = slices.ContainsFunc(st.plan.Effects, func(e planner.Effect) bool { return e.Kind == planner.SettingCall })
	if st.held != nil {
		text.Call, text.Scans = st.held.Call, st.held.Scans
	}
	if st.plan.Provider == providers.Several {
		text.Confirm = st.confirmNames
	}
	return text
}

// endsTransaction reports whether a statement ends the transaction, by COMMIT or ROLLBACK.
func endsTransaction(p *planner.Statement) bool {
	return p.Control == planner.Commit || p.Control == planner.Rollback
}

// Result streams the rows of a statement.
type Result struct {
	execution
	statement *Statement
	rows      providers.Rows
	columns   []providers.Column
	stop      context.CancelFunc // ends the context that the statement runs in
	own       bool               // it runs in a transaction that the engine has opened for it (beginBound)
	before    [][]string         // the answer to tally before it ran
	tag       string
	ended     error // what Next returns after the end
}

// Columns are the columns of the result; none if the statement returns no rows.
func (r *Result) Columns() []providers.Column { return r.columns }

// Next returns the next row. It returns io.EOF when the outcome is on record: then the door may tell
// the client that the statement is done. Any other error is the statement's, and is on record, too.
func (r *Result) Next() (row providers.Row, err error) {
	if r.ended != nil {
		return nil, r.ended
	}
	row, err = r.nextRow()
	if err == nil && !r.countRow(bytesOf(row)) {
		// A change that returns more rows than the limit is still made: only a read ends here.
		for err == nil && r.statement.plan.Class != planner.Read {
			_, err = r.nextRow()
		}
		if err == nil {
			err = io.EOF
		}
	}
	if err == nil && r.returns.bytes > announceAfter {
		if err = r.announceRun(); err != nil {
			r.returns.rows-- // the row is not handed out
		}
	}
	if err == nil {
		return row, nil
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err = r.finishStatement(err); err == nil {
		err = io.EOF
	}
	r.ended = err
	return nil, err
}

func (r *Result) nextRow() (row providers.Row, err error) {
	defer r.session.errorOfPanic(&err)
	return r.rows.Next()
}

// announceAfter is how many bytes of values a read may return before it is on record. A door keeps
// back more than that.
const announceAfter = 32 << 10

// Announce records a statement before its outcome is known. A door calls it before it sends rows of a
// result that has not ended. A result that is long is announced by itself, and a change is on record
// before it runs. What the source compares behind the rows is compared before these leave.
func (r *Result) Announce() error {
	if c, ok := r.rows.(providers.ComparedRows); ok && r.ended == nil {
		if err := c.Compare(); err != nil {
			return r.Fail(r.statement.placeError(err))
		}
	}
	return r.announceRun()
}

// Fail ends the result with an error of the door's, records it as the statement's, and returns what to
// tell the client.
func (r *Result) Fail(err error) error {
	if r.ended == nil {
		r.ended = r.finishStatement(err)
	}
	return r.ended
}

// bytesOf is how many bytes the values of a row have.
func bytesOf(row providers.Row) (bytes int64) {
	for _, v := range row {
		bytes += int64(len(v))
	}
	return bytes
}

// finishStatement ends the statement and records its outcome. It returns what the client is told: the
// statement's error, or that the outcome could not be recorded.
func (r *Result) finishStatement(err error) error {
	err = r.endRows(r.statement.placeError(err))
	r.stop()
	err = r.endBound(err)
	if r.session.open == r {
		r.session.open = nil
	}
	r.session.followControl(r.statement.plan, err)
	r.session.entry.NoteTransaction(r.session.Status() != providers.Idle)
	var l Ledger
	r.addOutcome(r.tag, err, time.Now(), &l)
	recording := l.Commit(r.session.engine, nil)
	if r.session.Status() == providers.Idle {
		r.session.endTransaction(err == nil && recording == nil && r.tag != "ROLLBACK")
	}
	if source := r.statement.plan.Provider; sqlstate.CodeOf(err) == sqlstate.ConnectionFailure && r.session.status(source) == providers.Idle {
		r.session.dropConn(source) // the next statement connects anew
	}
	if err != nil && sqlstate.CodeOf(err) == sqlstate.InternalError {
		r.session.engine.log.Error("statement failed", "session", r.session.client.ID, "error", errors.Unwrap(sqlstate.From(err)))
	}
	if recording != nil {
		return recording
	}
	return err
}

// endRows ends the rows. err is the statement's error so far.
func (r *Result) endRows(err error) (ended error) {
	defer r.session.errorOfPanic(&ended)
	if r.rows == nil {
		return err
	}
	r.tag = r.rows.Tag()
	// A source may report a cancel because the rest of its rows was not read.
	if closing := r.rows.Close(); err == nil && closing != nil && sqlstate.CodeOf(closing) != sqlstate.QueryCanceled {
		err = r.statement.placeError(closing)
	}
	if err == nil {
		err = r.session.followCurrentRow(r.statement.plan, r.tag)
	}
	return err
}

// Cut ends the result early because of a limit of the caller's, "rows" or "bytes", and records that.
func (r *Result) Cut(limit string) error {
	r.returns.cut = limit
	return r.Close()
}

// Tag is the command tag, valid after io.EOF.
func (r *Result) Tag() string { return r.tag }

// Truncated says, after io.EOF, which limit of Options or of the server has ended the result early: "rows" or "bytes".
// It returns "" if none has.
func (r *Result) Truncated() string { return r.returns.cut }

// Close ends the result early and records that. After io.EOF or an error it does nothing.
func (r *Result) Close() error {
	var err error
	if r.ended == nil {
		if err = r.finishStatement(nil); err == nil {
			r.ended = io.EOF
		} else {
			r.ended = err
		}
	}
	return err
}

// placeError moves an error's position from the source's text to the client's, and has the statement complete the error. What the
// client may not know is left out.
func (st *Statement) placeError(err error) error {
	if err == nil {
		return nil
	}
	e := *sqlstate.From(err)
	e.Position = st.plan.Place(e.Position)
	st.plan.Complete(&e)
	told := st.session.tellError(&e, st.plan.Provider, []*planner.Statement{st.plan})
	return sqlstate.Shifted(told, utf8.RuneCountInString(st.request.SQL[:st.plan.Offset]))
}
