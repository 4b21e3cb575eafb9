package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Relayed is a session whose source runs statements as the client sent them. The
// door passes them on and asks here before and after:
//
//	Known, Judge   text → a Batch that may run, or why it may not
//	Begin          an execution of a batch begins; what it changes goes into a Ledger
//	Run.Begun      that is committed: now it may be passed on
//	Run.End        a statement is over; its record goes into a Ledger
//	Ledger.Commit  the records are written: now the answers may leave
//
// The statements that are not the source's (Batch.Local) go through the Session
// as those of any other door. One goroutine uses a Relayed at a time.
type Relayed struct {
	Terms
	session *Session
	peek    planner.Scope // Session.scope, but without waiting
	limits  returned
}

// Terms are what a door has to know of a relayed session; they stay as they are.
type Terms struct {
	Source        providers.Relayer // gives the session its backends
	Name          string            // the source's
	MayWrite      bool              // the mode lets a change through, if somebody approves it
	RecordsValues bool              // Begin wants the values of parameters
	MaxSQLBytes   int               // the longest text that is looked at
}

// Relays reports whether the sessions of a source are relayed.
func (e *Engine) Relays(source string) bool {
	_, ok := e.sources.load().byName[source].(providers.Relayer)
	return ok
}

// Relayed returns a new session's relayed side; nil where its source has none.
// status says what the transaction status is, as far as that can be known, and
// block whether the backend has said that a transaction block is open.
func (s *Session) Relayed(status func() providers.TxStatus, block func() bool) *Relayed {
	source, ok := s.current.(providers.Relayer)
	if !ok {
		return nil
	}
	s.relayed, s.inBlock = status, block
	s.scope.Unproven = s.mode == gate.FullAccess
	r := &Relayed{session: s, peek: *s.scope, limits: s.limits(Options{}), Terms: Terms{
		Source: source, Name: s.source.Name, MayWrite: !s.readsOnly(), RecordsValues: s.engine.config.RecordValues,
		MaxSQLBytes: cmp.Or(s.engine.config.Limits.MaxSQLBytes, parse.DefaultMaxBytes),
	}}
	r.peek.Source = func(ctx context.Context, name string) (planner.Source, error) {
		if name == s.source.Name { // a statement that names something has its closure
			return planner.Source{Info: s.source}, nil
		}
		return planner.Source{}, errNotAtHand
	}
	return r
}

// errNotAtHand says that somebody has to wait for a catalog. It leads to Judge.
var errNotAtHand = sqlstate.New(sqlstate.InternalError, "the catalog is not at hand")

// Overdue returns the error of a statement that has run for so long; nil: it may go on.
// 57014.
func (r *Relayed) Overdue(ran time.Duration) error {
	limit := r.session.engine.config.Limits.StatementTimeout
	if limit <= 0 || ran <= limit {
		return nil
	}
	return sqlstate.New(sqlstate.QueryCanceled, "canceling statement due to statement timeout").
		WithHint("The gateway lets a statement run for %v (limits.statement_timeout).", limit)
}

// Batch is a text that the gate has let through.
type Batch struct {
	Traits
	relayed *Relayed
	request Request
	plans   []*planner.Statement
	types   []string   // of the parameters of the last execution, for its record
	worst   *Statement // whose decision is that of the batch; nil if Known let it through
	names   uint64     // the version of the session's names that it was judged by
}

// Known judges a text if that needs no wait: it has been understood before, what
// it names has not changed since, and it may run. Else Judge has to be asked. b
// may keep parts of sql.
func (r *Relayed) Known(b *Batch, sql string, types []uint32) bool {
	r.session.settled()
	if slices.ContainsFunc(types, ofUsers) {
		return false
	}
	if r.OwnNames() {
		return false
	}
	r.peek.Path = r.session.scope.Path
	plans := r.session.engine.planner.Known(context.Background(), sql, &r.peek)
	if plans == nil {
		return false
	}
	for _, p := range plans {
		if !r.session.standsStill(p) || p.Provider != r.session.source.Name ||
			r.session.decide(gate.AnyPurpose, p).Verdict != gate.Allow || r.opensWriting(p) {
			return false
		}
	}
	*b = Batch{relayed: r, Traits: r.session.traits(plans), request: Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose}, plans: plans, names: r.session.names.version}
	return true
}

// Judge understands and judges a text as Session.Prepare does, by what its names
// mean now. A refusal, and text that cannot be understood, is on record when it
// returns.
func (r *Relayed) Judge(ctx context.Context, b *Batch, sql string, types []uint32) (err error) {
	s := r.session
	defer s.recovered(&err)
	ctx, done := s.running(ctx)
	defer done()
	request, began := Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose}, time.Now()
	statements, err := s.Prepare(ctx, request)
	if err != nil {
		return err
	}
	for _, st := range statements {
		if err := st.compare(ctx, false, began); err != nil { // the session has done nothing since
			return err
		}
		if err := st.admitted(); err != nil {
			return err
		}
	}
	judged := Batch{relayed: r, request: request, plans: make([]*planner.Statement, len(statements)), names: s.names.version}
	local := 0
	for i, st := range statements {
		judged.plans[i] = st.plan
		if s.isLocal(st.plan) {
			local++
		}
		if r.opensWriting(st.plan) {
			return r.Refuse(&judged, sqlstate.New(sqlstate.ReadOnlyTransaction, "cannot begin a transaction READ WRITE: this session may only read").
				WithHint("BEGIN alone opens one that is READ ONLY here."))
		}
	}
	judged.Traits = s.traits(judged.plans)
	if judged.worst = worstOf(statements); judged.worst != nil && local == 0 { // those of other sources ask when they run
		judged.Asks = judged.worst.decision.Verdict == gate.Ask
	}
	if local > 0 && len(statements) > 1 {
		return r.Refuse(&judged, sqlstate.New(sqlstate.FeatureNotSupported, "a query with several statements must be for the source %q alone", s.source.Name).
			WithHint("Send the statement for another source by itself."))
	}
	*b = judged
	return nil
}

// opensWriting reports a BEGIN READ WRITE of a session that may only read: the
// source's default makes any other of its transactions one that only reads.
func (r *Relayed) opensWriting(p *planner.Statement) bool {
	return p.ReadWrite && r.session.readsOnly()
}

// Refuse records that a batch is not run and returns why: err, or that it could
// not even be recorded.
func (r *Relayed) Refuse(b *Batch, err error) error {
	d := gate.Decision{Mode: r.session.mode}
	var first *planner.Statement
	if len(b.plans) > 0 {
		first, d.Class = b.plans[0], b.plans[0].Class
	}
	return r.session.refuse(b.request, first, d, err)
}

// Fresh reports whether a batch may run as it was judged: nothing has changed
// at the source since. Else it has to be judged again. justJudged says that no time has
// passed, so that only the session may have changed what names mean to it.
func (b *Batch) Fresh(justJudged bool) bool {
	s := b.relayed.session
	s.namesAfter()
	if b.names != s.names.version {
		return false
	}
	if justJudged {
		return true
	}
	if s.names.stale || s.names.altered {
		return false
	}
	for _, p := range b.plans {
		if !s.standsStill(p) || p.Closure() != nil && !p.Closure().Believed() {
			return false
		}
	}
	return true
}

// standsStill reports whether a statement means what it was understood by as long as its
// source is believed: neither code of users nor what the session does has a part in it.
func (s *Session) standsStill(p *planner.Statement) bool {
	return !p.OfUsers() && !unsettled(p) && !p.OfSession() && !s.commitsCode(p)
}

// SQL is the text that was judged.
func (b *Batch) SQL() string { return b.request.SQL }

// ParamTypes are the types of parameters that the client gave with the text.
func (b *Batch) ParamTypes() []uint32 { return b.request.ParamTypes }

// Patch makes text, which holds the batch's SQL, what its source is sent: names
// of the source lose the source's name. The length stays.
func (b *Batch) Patch(text []byte) {
	for _, p := range b.plans {
		if p.SQL != p.Text && len(p.SQL) == len(p.Text) {
			copy(text[p.Offset:], p.SQL)
		}
	}
}

// Failed records an error that the client is told of a batch that did not run:
// the source could not prepare, bind or describe it.
func (r *Relayed) Failed(b *Batch, err error, l *Ledger) {
	var plan *planner.Statement
	var request *Request
	if b != nil && len(b.plans) > 0 {
		plan, request = b.plans[0], &b.request
	}
	rec, outcome := r.session.unrun(request, plan, err)
	l.of(r.session).Add(&rec, outcome)
}

// Implied records the end of a transaction that no statement of the client's
// ended: "COMMIT" or "ROLLBACK", with the error that led to it, if any.
func (r *Relayed) Implied(verb string, err error, l *Ledger) {
	rec := r.session.implied(verb)
	l.of(r.session).Add(&rec, r.session.impliedEnd(verb, 0, err))
}

// Prepared notes that the client has prepared a statement by a message: EXECUTE
// finds it by that name. Without text it is gone.
func (r *Relayed) Prepared(name, text string) {
	if text == "" {
		delete(r.session.prepared, name)
		return
	}
	r.session.prepared[name] = text
}

// Setting judges a setting of the client's startup packet as the SET that it
// is, and records it. 42501: it is refused, or a person would have to approve it.
func (r *Relayed) Setting(ctx context.Context, name, value string) error {
	var b Batch
	if err := r.Judge(ctx, &b, settingText(name, value), nil); err != nil {
		return err
	}
	// The right to write is asked for here as well: a backend that came with it would have it for reads, too.
	if d := gate.Decide(r.session.mode, gate.AnyPurpose, b.plans[0]); d.Verdict != gate.Allow {
		return r.session.refuse(b.request, b.plans[0], d, errNobodyAsked(name))
	}
	var run Run
	var l Ledger
	pending, err := r.Begin(&run, &b, 0, nil, nil, time.Now(), &l)
	if err != nil {
		return err
	}
	if pending {
		_ = l.Commit(r.session.engine) // Begun says the same
		if err := run.Begun(); err != nil {
			return err
		}
	}
	run.End("SET", nil, time.Now(), &l)
	return l.Commit(r.session.engine)
}
