package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/advisory"
	"github.com/sallyportdb/sallyport/engine/cancellation"
	"github.com/sallyportdb/sallyport/engine/cursors"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/engine/notify"
	"github.com/sallyportdb/sallyport/engine/opensessions"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Session is one client's session: one principal, one default source, one transaction state. One
// goroutine at a time uses it; only Cancel may be called by others.
type Session struct {
	engine  *Engine
	client  Client
	mode    gate.Mode
	rights  *gate.Rights // nil: no policy narrows the session
	source  providers.Info
	current providers.Provider
	scope   *planner.Scope
	conns   map[string]providers.Conn
	open    *Result // the result that is being read, if any
	block   bool    // an implicit transaction is open (BeginImplicit)
	// prepared holds the statements that the session has prepared by SQL at its source, since EXECUTE
	// is judged by them. The texts are the source's.
	prepared  map[string]prepared
	preparing prepared // by the PREPARE that runs
	received  received // what the client last asked for
	names     names
	filled    filled
	columnsOf func(schema, name string) []string // filled.columns of each moment, made once
	calls     map[[2]string][][]string           // functions with secret arguments, as the last plans called them
	listener  notify.Listener
	locks     advisory.Holder
	cursors   planner.Cursors // the cursors that the session has declared by SQL at its source
	opened    cursors.Open    // those cursors that the engine keeps
	made      made            // statements that may have changed what names mean to the session
	inside    made            // the same, of the open transaction only
	failed    bool            // the open transaction has failed by an error that the source does not know of
	// relayed tells the transaction status of a relayed session; nil: the session is not relayed.
	relayed  func() providers.TxStatus
	settings settings
	outdated func() bool // see Relaying.Outdated; nil: the session is not relayed
	inBlock  func() bool // reports, for a relayed session, whether a transaction block is open that nothing under way ends
	// firstIntent is the first intent of the open transaction that may not be durable; 0: none.
	firstIntent uint64
	readings    Readings     // of a relayed session, as of the last question
	sets        bool         // it has set something else that may decide what statements do
	who         audit.Record // the part of its records that tells whose session it is

	fetched  map[string]*Whole  // what the FETCHes of cursors have returned, by names
	entry    opensessions.Entry // what other goroutines may know of the session
	approved *approvedCode      // of which the end of the open transaction may run some; nil: nothing was approved in it
	defers   bool               // the open transaction may have left triggers for its end that nobody was asked about
	agreed   *agreement         // the approval of the batch that runs; nil: it needs none, or each statement asks

	cancels cancellation.Cancels
}

// Request is a batch of text that a client wants to run.
type Request struct {
	SQL        string
	ParamTypes []uint32 // type OIDs the client gave, 0: unspecified
	Purpose    gate.Purpose
	Single     bool // the text has to be exactly one statement, as for every MCP tool
	Stepwise   bool // a statement that cannot be planned fails where it stands: those before it run

	// For the record: the tool's name and its arguments beside the SQL.
	Tool string
	Args map[string]any
}

// Statement is a judged statement of one session.
type Statement struct {
	session *Session
	plan    *planner.Statement
	request *Request
	of      int    // the number of statements in its batch
	names   uint64 // the version of the session's names that it was planned by

	decision gate.Decision // the gate's decision on plan

	fails error // the error of a statement that could not be planned; nil: it was

	held *providers.Statement // the statement as it was rehearsed and approved; nil: it needed no approval, or sends nothing
}

// Changes reports whether the statement does anything but read or control its
// session.
func (st *Statement) Changes() bool { return st.plan.Class.Changes() }

// Verb is the statement's verb in upper case: "SELECT", "BEGIN", "CREATE TABLE".
func (st *Statement) Verb() string { return st.plan.Verb }

// Class is the statement's class as records spell it.
func (st *Statement) Class() string { return st.plan.Class.String() }

// Prepare plans and judges a batch, whose decision is that of its worst statement, and runs nothing.
// An empty batch (blank, ";", or only comments) has no statements and no error. A refusal, and a text
// that cannot be understood, is recorded before Prepare returns.
//
// Errors: 42601 syntax; 42501 refused by the gate; 54000, 54001 too large or too deep; 22021 not text;
// 0A000 not supported; 42883 no such function; 3D000 no such source; 08001 a source cannot be reached.
//
// The error of a Stepwise batch that begins with statements which can be planned, and may run, is that of its last one.
func (s *Session) Prepare(ctx context.Context, r Request) (list []*Statement, err error) {
	defer s.refusalOfPanic(&r, &err)
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	began, failed := time.Now(), s.Status() == providers.Failed
	list, err = s.planAndDecide(ctx, &r)
	if s.isOutdated(ctx, worstOf(list), err) {
		list, err = s.planAndDecide(ctx, &r)
	}
	if err != nil && len(list) == 0 && failed && sqlstate.CodeOf(err) != sqlstate.SyntaxError {
		err = errFailedTransaction() // nothing but the transaction's end is looked at
	}
	if err != nil {
		if batch := s.endWith(ctx, &r, list, began, err); batch != nil {
			list, err = batch, nil
		}
	}
	if err == nil {
		err = s.carriesCopies(list)
	}
	if ended := cancellation.EndedEarly(ctx); ended != nil { // what was planned meanwhile is not run
		err = ended
	}
	if err != nil {
		return nil, s.refuseBatch(r, nil, gate.Decision{Mode: s.mode}, s.concealAbsent(ctx, began, err))
	}
	worst := worstOf(list)
	if worst == nil {
		return nil, nil
	}
	if worst.decision.Absent {
		inspect.Evenly(ctx, began)
	}
	if err := s.refusedAnyway(ctx, worst); err != nil {
		denied := worst.decision
		denied.Verdict = gate.Deny
		return nil, s.refuseBatch(r, worst.plan, denied, err)
	}
	if err := worst.refuseUnlessAdmitted(); err != nil {
		return nil, err
	}
	return list, nil
}

// planAndDecide plans a batch and has the gate decide on each statement. With an error it returns the statements before the one that
// could not be planned.
func (s *Session) planAndDecide(ctx context.Context, r *Request) ([]*Statement, error) {
	plans, err := s.planText(ctx, *r)
	list := make([]*Statement, len(plans))
	for i, p := range plans {
		list[i] = &Statement{session: s, plan: p, request: r, of: len(plans), names: s.names.version}
		list[i].decidePlan()
	}
	return list, err
}

// isOutdated reports whether a batch was refused, or not understood, by a catalog that is out of date: a
// function may be new, or have another body.
func (s *Session) isOutdated(ctx context.Context, worst *Statement, err error) bool {
	switch {
	case sqlstate.CodeOf(err) == sqlstate.UndefinedFunction:
		if comparer, ok := s.current.(providers.Comparer); ok {
			_, err := comparer.CompareCatalog(ctx)
			return err == nil
		}
	case err == nil && worst != nil && worst.decision.Verdict != gate.Allow && worst.plan.OfUsers() && worst.plan.Closure() != nil:
		same, err := worst.plan.Closure().Holds(ctx)
		return err == nil && !same
	}
	return false
}

// isJudged reports whether the type of a parameter, by its OID, is judged: PostgreSQL gives it to a type of users
// (FirstNormalObjectId, access/transam.h), or its values name objects.
func isJudged(oid uint32) bool { return oid >= 16384 || providers.TellsNames(oid) }

// planText turns text into statements.
func (s *Session) planText(ctx context.Context, r Request) (plans []*planner.Statement, err error) {
	defer s.errorOfPanic(&err)
	if err := s.readNames(ctx); err != nil {
		return nil, err
	}
	s.received = received{r.SQL, time.Now()}
	scope := s.scope
	if slices.ContainsFunc(r.ParamTypes, isJudged) {
		wider := *s.scope
		wider.ParamTypes = slices.DeleteFunc(slices.Clone(r.ParamTypes), func(oid uint32) bool { return !isJudged(oid) })
		scope = &wider
	}
	plans, err = s.engine.planner.Plan(ctx, r.SQL, scope)
	if s.followLogin() { // planning has looked
		plans, err = nil, errLoginChanged
	}
	if err == nil && r.Single && len(plans) > 1 {
		err = sqlstate.New(sqlstate.SyntaxError, "there are %d statements, and this takes exactly one", len(plans)).
			WithHint("Send them one by one.")
	}
	if err == nil && s.changesPath(plans) {
		err = errPathInBatch()
	}
	if sqlstate.CodeOf(err) == dependentObjects { // it names the relation that depends
		err = s.tellError(sqlstate.From(err), s.scope.Default, nil)
	}
	s.noteKnown(plans...)
	return plans, err
}

// Describe asks the source for parameter types and columns, and runs nothing.
func (st *Statement) Describe(ctx context.Context) (d providers.Description, err error) {
	s := st.session
	defer s.errorOfPanic(&err)
	if rows, own := s.ownVerb(st.plan); own {
		return providers.Description{Columns: rows}, nil
	}
	if d, err = st.describeResult(ctx); err != nil {
		return d, st.recordUnrun(err)
	}
	return d, nil
}

func (st *Statement) describeResult(ctx context.Context) (d providers.Description, err error) {
	s := st.session
	defer s.errorOfPanic(&err) // so that a panic is recorded, too
	if err := s.checkUsable(st.plan); err != nil {
		return d, err
	}
	if st.plan.RunsWhenParsed() {
		return d, ErrDescribes
	}
	switch {
	case s.answersPrepared(st.plan), s.answersNotify(st.plan), st.plan.Locks != nil && st.plan.Locks.Alone:
		return d, nil
	case len(st.plan.Calls) > 0:
		return providers.Description{Params: st.plan.ParamTypes, Columns: serverColumns(st.plan.Calls)}, nil
	}
	if s.answersCursor(st.plan) && !s.isDeclare(st.plan) {
		return s.describeCursor(st.plan), nil
	}
	if c := st.plan.Copy; c != nil && c.From { // the source tells the columns when the COPY runs
		return d, nil
	}
	conn, err := s.connectionTo(ctx, st.plan.Provider, false)
	if err != nil {
		return d, err
	}
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	d, err = conn.Describe(ctx, st.sourceText())
	if st.plan.Copy != nil || s.isDeclare(st.plan) { // they return no rows
		d.Columns = nil
	}
	return d, st.placeError(err)
}

// ErrDescribes is the error of a Describe that would run users' code. 42501.
var ErrDescribes = sqlstate.New(sqlstate.InsufficientPrivilege, "the statement cannot be described before it runs: a domain checks constants in it, by code that is not proven to read").
	WithHint("Run it without describing it, as a simple query; or send the constants as parameters.")

// recordUnrun records the error of a statement that did not run. It returns that error, or the error of the
// record.
func (st *Statement) recordUnrun(err error) error {
	s := st.session
	rec, outcome := s.describeUnrun(st.request, st.plan, err)
	return cmp.Or(s.engine.config.Log.Write(rec.With(outcome)), err)
}

// connectionTo returns the session's connection to a source. A new one is read-only if the session, or what it
// is for, can only read.
func (s *Session) connectionTo(ctx context.Context, source string, readOnly bool) (providers.Conn, error) {
	if c := s.conns[source]; c != nil {
		s.opened.Park()
		return c, nil
	}
	p, err := s.engine.runnerOf(s.client, source)
	if err != nil {
		return nil, err
	}
	c, err := p.Connect(ctx, providers.ConnOptions{
		ApplicationName: s.client.Application,
		Principal:       s.client.Principal,
		ReadOnly:        s.readsOnly() || readOnly,
		OnNotice:        s.heedNotices(source),
	})
	if err != nil {
		return nil, err
	}
	s.conns[source] = c
	s.noteBackend(source, c)
	return c, nil
}

// checkUsable refuses what cannot run now: in a failed transaction everything except its end, and in any
// transaction a change of another source.
func (s *Session) checkUsable(p *planner.Statement) error {
	status := s.Status()
	// Of savepoint commands only ROLLBACK TO runs, since a new savepoint would keep the failed state.
	if status == providers.Failed && !endsTransaction(p) && (p.Control != planner.Savepoint || p.Verb != "ROLLBACK") {
		return errFailedTransaction()
	}
	if status != providers.Idle && p.Provider != s.source.Name && p.Class != planner.Read {
		return sqlstate.New(sqlstate.FeatureNotSupported, "the transaction belongs to the source %q, the statement to %q", s.source.Name, p.Provider).
			WithHint("End the transaction first.")
	}
	return s.usableSeveral(p)
}

func errFailedTransaction() error {
	return sqlstate.New(sqlstate.InFailedTransaction, sqlstate.TransactionAborted)
}

// Status is the transaction status, as ReadyForQuery reports it.
func (s *Session) Status() providers.TxStatus {
	status := s.status(s.source.Name)
	if status == providers.InTransaction && s.failed && s.relayed == nil {
		return providers.Failed
	}
	return status
}

// Fail makes an open transaction a failed one, as any error does in PostgreSQL. A door calls it for
// its own errors; the engine calls it for refusals.
func (s *Session) Fail() { s.failed = s.status(s.source.Name) == providers.InTransaction }

func (s *Session) status(source string) providers.TxStatus {
	if s.relayed != nil && source == s.source.Name {
		return s.relayed()
	}
	if c := s.conns[source]; c != nil {
		return c.Status()
	}
	return providers.Idle
}

// reported are the settings that a client may change and whose changes PostgreSQL reports.
var reported = []string{"application_name", "DateStyle", "default_transaction_read_only", "IntervalStyle", "TimeZone"}

// Parameters returns the settings that the session's source reports, or nil if no connection is open, or the source
// reports none.
func (s *Session) Parameters() map[string]string {
	reporter, ok := s.conns[s.source.Name].(providers.Reporter)
	if !ok {
		return nil
	}
	values := map[string]string{}
	for _, name := range reported {
		if v := reporter.ParameterStatus(name); v != "" || name == "application_name" { // the others are never empty
			values[name] = v
		}
	}
	return values
}

// ParametersVersion is another number once Parameters may be others; 0: that is not known.
func (s *Session) ParametersVersion() uint64 {
	if reporter, ok := s.conns[s.source.Name].(providers.Reporter); ok {
		return reporter.StatusVersion()
	}
	return 0
}

// dropConn closes a connection that cannot be used any more.
func (s *Session) dropConn(source string) {
	if c := s.conns[source]; c != nil {
		delete(s.conns, source)
		if source == s.source.Name {
			clear(s.prepared)
			s.cursors.Clear()
			s.followCursors()
		}
		if err := c.Close(); err != nil {
			s.engine.log.Debug("closing a lost connection", "source", source, "error", err)
		}
	}
}

// rememberEffects notes what a statement that has succeeded changed in the session: prepared statements,
// cursors, and what names mean.
func (s *Session) rememberEffects(p *planner.Statement, tag string) {
	s.noteNames(p)
	s.trackMade(p)
	if p.Provider != s.source.Name {
		return
	}
	s.noteCursors(p, tag)
	defer s.followCursors()
	if s.KeepsPrepared() {
		if made := p.Cursor; made != nil && made.Hold && s.Status() == providers.Idle {
			s.cursors.Keep(made.Name)
		}
		s.followTransaction(p)
	}
	switch {
	case p.Prepared == nil:
	case !p.Prepared.Gone:
		s.notePrepare(p)
	case p.Prepared.Name == "":
		clear(s.prepared)
	default:
		delete(s.prepared, p.Prepared.Name)
	}
}

// Source describes the session's default source.
func (s *Session) Source() providers.Info { return s.current.Info() }

// Close ends the session, with the statement that runs, the open transaction and the connections.
func (s *Session) Close() error {
	var errs []error
	s.engine.sessions.Remove(&s.entry)
	if s.open != nil {
		errs = append(errs, s.open.Close())
	}
	if s.Status() != providers.Idle {
		errs = append(errs, s.recordImplied("ROLLBACK", time.Now(), nil))
	}
	s.cursors.Clear()
	s.followCursors()
	s.leaveChannels()
	for name, c := range s.conns {
		errs = append(errs, c.Close())
		delete(s.conns, name)
	}
	return errors.Join(errs...)
}

// errorOfPanic makes an error of a panic, so that only the statement ends.
func (s *Session) errorOfPanic(err *error) {
	if p := recover(); p != nil {
		*err = s.panicError(p)
	}
}

// refusalOfPanic makes a refusal of a panic, and records it: a statement whose judging panics is not run.
func (s *Session) refusalOfPanic(r *Request, err *error) {
	if p := recover(); p != nil {
		*err = s.refuseBatch(*r, nil, gate.Decision{Mode: s.mode}, s.panicError(p))
	}
}

// panicError logs a panic, and returns what the client is told of it.
func (s *Session) panicError(p any) error {
	s.engine.log.Error("panic in a query", "session", s.client.ID, "panic", p, "stack", string(debug.Stack()))
	return sqlstate.Wrap(fmt.Errorf("panic: %v", p), sqlstate.InternalError, "internal error while handling the statement").
		WithHint("The server's log has the cause.")
}
