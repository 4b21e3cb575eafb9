package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Session is one client's session: one principal, one default source, one
// transaction state. It is used by one goroutine at a time, but for Cancel.
type Session struct {
	engine  *Engine
	client  Client
	mode    gate.Mode
	source  providers.Info
	current providers.Provider
	scope   *planner.Scope
	conns   map[string]providers.Conn
	open    *Result // the result being read, if any
	block   bool    // the implicit transaction is open
	// prepared holds what the session prepared by SQL at its source: EXECUTE is
	// judged by it. The text is the source's.
	prepared  map[string]string
	names     names
	filled    filled
	calls     map[[2]string][][]string // functions with secret arguments, as the last plans had them
	notifying notifying
	cursors   planner.Cursors        // that the session has declared by SQL at its source
	opened    map[string]*openCursor // those of them that are kept here
	made      made                   // what its names mean may depend on it
	inside    made                   // the same, of the open transaction alone
	failed    bool                   // an error that the source knows nothing of ended the open transaction
	// relayed says the transaction status where the client itself speaks with the
	// source.
	relayed  func() providers.TxStatus
	settings settings
	inBlock  func() bool // of a relayed session: its backend has said that a transaction block is open
	// firstIntent is the first intent of the open transaction that may not be durable; 0: none.
	firstIntent uint64
	readings    Readings // of a relayed session, when somebody was last asked
	sets        bool     // it has set something else that statements may depend on

	who audit.Record // the part of its records that tells who asks

	doing doing // for OpenSessions

	agreed *agreement // on the batch that runs; nil: there is none

	mu     sync.Mutex
	cancel context.CancelCauseFunc // of the running statement, or of waiting for its approval
}

// Request is a batch of text that a client wants to run.
type Request struct {
	SQL        string
	ParamTypes []uint32 // type OIDs the client gave, 0: unspecified
	Purpose    gate.Purpose
	Single     bool // exactly one statement, as every MCP tool demands

	// For the record: the tool's name and its arguments beside the SQL.
	Tool string
	Args map[string]any
}

// Statement is a judged statement of one session.
type Statement struct {
	session *Session
	plan    *planner.Statement
	request *Request
	of      int    // statements in its batch
	names   uint64 // the version of the session's names that it was understood by

	decision gate.Decision // on plan

	held *providers.Statement // as it was rehearsed and approved; nil: nobody had to be asked, or it sends nothing
}

// Changes reports whether the statement does anything but read or control its
// session.
func (st *Statement) Changes() bool { return st.plan.Class.Changes() }

// Verb is the statement's verb in upper case: "SELECT", "BEGIN", "CREATE TABLE".
func (st *Statement) Verb() string { return st.plan.Verb }

// Class is the statement's class as records spell it.
func (st *Statement) Class() string { return st.plan.Class.String() }

// Prepare reads, classifies and judges a whole batch by its worst member and
// runs nothing. An empty batch (blank, ";", comments alone) gives no
// statements and no error. A refusal, and text that cannot be read, is recorded
// before it is returned.
// Errors: 42601 syntax; 42501 refused by the gate; 54000, 54001 too large or
// too deep; 22021 not text; 0A000 not supported; 42883 no such function; 3D000
// no such source; 08001 a source cannot be reached.
func (s *Session) Prepare(ctx context.Context, r Request) ([]*Statement, error) {
	list, err := s.understand(ctx, &r)
	if s.outdated(ctx, worstOf(list), err) {
		list, err = s.understand(ctx, &r)
	}
	if err == nil {
		err = s.carriesCopies(list)
	}
	if err != nil {
		return nil, s.refuse(r, nil, gate.Decision{Mode: s.mode}, err)
	}
	worst := worstOf(list)
	if worst == nil {
		return nil, nil
	}
	if err := s.refusedAnyway(ctx, worst); err != nil {
		denied := worst.decision
		denied.Verdict = gate.Deny
		return nil, s.refuse(r, worst.plan, denied, err)
	}
	if err := worst.admitted(); err != nil {
		return nil, err
	}
	return list, nil
}

// understand plans a batch and has the gate decide on its statements.
func (s *Session) understand(ctx context.Context, r *Request) ([]*Statement, error) {
	plans, err := s.plan(ctx, *r)
	if err != nil {
		return nil, err
	}
	list := make([]*Statement, len(plans))
	for i, p := range plans {
		list[i] = &Statement{session: s, plan: p, request: r, of: len(plans), names: s.names.version}
		list[i].decide()
	}
	return list, nil
}

// outdated reports whether a statement was refused, or not understood, for what
// the source's catalog does not say any more: a function that is new, or has
// another body.
func (s *Session) outdated(ctx context.Context, worst *Statement, err error) bool {
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

// ofUsers reports whether Postgres gives that OID to objects of users.
// (FirstNormalObjectId, access/transam.h)
func ofUsers(oid uint32) bool { return oid >= 16384 }

// plan turns text into statements.
func (s *Session) plan(ctx context.Context, r Request) (plans []*planner.Statement, err error) {
	defer s.recovered(&err)
	if err := s.readNames(ctx); err != nil {
		return nil, err
	}
	scope := s.scope
	if slices.ContainsFunc(r.ParamTypes, ofUsers) {
		wider := *s.scope
		wider.ParamTypes = slices.DeleteFunc(slices.Clone(r.ParamTypes), func(oid uint32) bool { return !ofUsers(oid) })
		scope = &wider
	}
	plans, err = s.engine.planner.Plan(ctx, r.SQL, scope)
	if err == nil && r.Single && len(plans) > 1 {
		err = sqlstate.New(sqlstate.SyntaxError, "there are %d statements, and this takes exactly one", len(plans)).
			WithHint("Send them one by one.")
	}
	if err == nil && s.changesPath(plans) {
		err = errPathInBatch()
	}
	s.filled.note(plans)
	s.noteCalls(plans)
	return plans, err
}

// Describe asks the source for parameter types and columns; it runs nothing.
func (st *Statement) Describe(ctx context.Context) (d providers.Description, err error) {
	s := st.session
	defer s.recovered(&err)
	if rows, own := s.ownVerb(st.plan); own {
		return providers.Description{Columns: rows}, nil
	}
	if d, err = st.describe(ctx); err != nil {
		return d, st.told(err)
	}
	return d, nil
}

func (st *Statement) describe(ctx context.Context) (d providers.Description, err error) {
	s := st.session
	defer s.recovered(&err) // a panic has its record, too
	if err := s.usable(st.plan); err != nil {
		return d, err
	}
	if st.plan.RunsWhenParsed() {
		return d, errDescribes()
	}
	switch {
	case s.answersPrepared(st.plan), s.answersNotify(st.plan):
		return d, nil
	case len(st.plan.Calls) > 0:
		return providers.Description{Params: st.plan.ParamTypes, Columns: serverColumns(st.plan.Calls)}, nil
	}
	if s.answersCursor(st.plan) && !s.declares(st.plan) {
		return s.describeCursor(st.plan), nil
	}
	if c := st.plan.Copy; c != nil && c.From { // its source says more when it runs
		return d, nil
	}
	conn, err := s.conn(ctx, st.plan.Provider, false)
	if err != nil {
		return d, err
	}
	ctx, done := s.running(ctx)
	defer done()
	d, err = conn.Describe(ctx, st.text())
	if st.plan.Copy != nil || s.declares(st.plan) { // what they return is no rows
		d.Columns = nil
	}
	return d, st.place(err)
}

// errDescribes is the error of a Describe that would run users' code by itself.
func errDescribes() error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "the statement cannot be described before it runs: a domain checks constants in it, by code that is not proven to read").
		WithHint("Run it without describing it, as a simple query; or send the constants as parameters.")
}

// told records an error that a client is told of a statement that did not run,
// and returns it, or that it could not be recorded.
func (st *Statement) told(err error) error {
	s := st.session
	rec, outcome := s.unrun(st.request, st.plan, err)
	return first(s.engine.config.Log.Write(rec.With(outcome)), err)
}

// text is the statement as its source gets it.
func (st *Statement) text() providers.Statement {
	return providers.Statement{
		SQL:        st.plan.SQL,
		Verb:       st.plan.Verb,
		ReadOnly:   !st.plan.Class.Changes(),
		ParamTypes: paramOIDs(st.request.ParamTypes, st.plan.ParamTypes),
		Setting:    st.plan.Setting,
		Sets:       st.plan.Sets,
		Before:     st.plan.Before,
		After:      st.plan.After,
		Warning:    st.plan.Warning,
		Call:       st.plan.Call,
		Scans:      st.plan.Scans,
		Planned:    st.plan.Planned,
		PlainPlan:  st.plan.PlainPlan,
		Renumbered: st.plan.Renumbered,
		Copy:       st.plan.Copy,
	}
}

// paramOIDs fills what a client left open from what its statement says.
func paramOIDs(given, said []uint32) []uint32 {
	if len(said) == 0 {
		return given
	}
	oids := make([]uint32, max(len(given), len(said)))
	copy(oids, given)
	for i, oid := range said {
		if oids[i] == 0 {
			oids[i] = oid
		}
	}
	return oids
}

// conn returns the session's connection to a source; a new one that may only
// read, if that is all it is for.
func (s *Session) conn(ctx context.Context, source string, readOnly bool) (providers.Conn, error) {
	if c := s.conns[source]; c != nil {
		s.parkCursors()
		return c, nil
	}
	p, err := s.engine.runs(s.client, source)
	if err != nil {
		return nil, err
	}
	c, err := p.Connect(ctx, providers.ConnOptions{
		ApplicationName: s.client.Application,
		Principal:       s.client.Principal,
		ReadOnly:        s.readsOnly() || readOnly,
		OnNotice:        s.client.OnNotice,
	})
	if err != nil {
		return nil, err
	}
	s.conns[source] = c
	return c, nil
}

// usable refuses what cannot run now: anything but an end of the transaction
// in a failed one, and another source inside of one.
func (s *Session) usable(p *planner.Statement) error {
	status := s.Status()
	// Of savepoints only ROLLBACK TO: a new one would keep what failed it.
	if status == providers.Failed && !ends(p) && (p.Control != planner.Savepoint || p.Verb != "ROLLBACK") {
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

// Fail makes an open transaction a failed one, as any error does in Postgres:
// a door calls it for errors of its own. The engine does so for a refusal.
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

// reported are the settings that Postgres reports when they change and that a
// client may change.
var reported = []string{"application_name", "DateStyle", "default_transaction_read_only", "IntervalStyle", "TimeZone"}

// Parameters returns what the session's source reports of its settings; nil
// where no connection is open, or the source reports nothing.
func (s *Session) Parameters() map[string]string {
	reporter, ok := s.conns[s.source.Name].(providers.Reporter)
	if !ok {
		return nil
	}
	values := map[string]string{}
	for _, name := range reported {
		if v := reporter.ParameterStatus(name); v != "" {
			values[name] = v
		}
	}
	return values
}

// drop gives up a connection that is of no more use.
func (s *Session) drop(source string) {
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

// remember follows what a statement that succeeded did to the session's
// prepared statements and cursors, and to what its names mean.
func (s *Session) remember(p *planner.Statement) {
	s.noteNames(p)
	s.follow(p)
	if p.Provider != s.source.Name {
		return
	}
	s.cursors.Follow(p)
	defer s.followCursors()
	if s.keepsPrepared() {
		s.followNotify(p)
	}
	switch {
	case p.Prepared == nil:
	case !p.Prepared.Gone:
		s.prepared[p.Prepared.Name] = p.SQL
	case p.Prepared.Name == "":
		clear(s.prepared)
	default:
		delete(s.prepared, p.Prepared.Name)
	}
}

// Source names the session's default provider.
func (s *Session) Source() providers.Info { return s.current.Info() }

// running makes a context that Cancel ends, and the limit of a statement's time.
func (s *Session) running(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := s.limited(ctx)
	ctx, done := s.waiting(ctx)
	return ctx, func() { done(); cancel() }
}

// limited makes a context that the limit of a statement's time ends.
func (s *Session) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := s.engine.config.Limits.StatementTimeout; limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// errCanceled is why a context has ended that Cancel ended.
var errCanceled = errors.New("canceled by the client")

// waiting makes a context that Cancel ends, and nothing else.
func (s *Session) waiting(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.mu.Lock()
	s.cancel = cancel
	s.mu.Unlock()
	return ctx, func() {
		s.mu.Lock()
		s.cancel = nil
		s.mu.Unlock()
		cancel(nil)
	}
}

// Cancel ends the statement that is running now, if one is. Safe from any
// goroutine.
func (s *Session) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel(errCanceled)
	}
}

// Close ends the session: the running statement, an open transaction, the
// connections it holds.
func (s *Session) Close() error {
	var errs []error
	s.engine.open.remove(s)
	if s.open != nil {
		errs = append(errs, s.open.Close())
	}
	if s.Status() != providers.Idle {
		errs = append(errs, s.recordImplied("ROLLBACK", time.Now(), nil))
	}
	s.cursors.Clear()
	s.followCursors()
	s.stopListening()
	for name, c := range s.conns {
		errs = append(errs, c.Close())
		delete(s.conns, name)
	}
	return errors.Join(errs...)
}

// recovered turns a panic into an error: it ends the query, not the process.
func (s *Session) recovered(err *error) {
	if p := recover(); p != nil {
		s.engine.log.Error("panic in a query", "session", s.client.ID, "panic", p, "stack", string(debug.Stack()))
		*err = sqlstate.Wrap(fmt.Errorf("panic: %v", p), sqlstate.InternalError, "internal error while handling the statement").
			WithHint("The server's log has the cause.")
	}
}
