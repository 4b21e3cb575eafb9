package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Relayed is a session whose server runs statements as the client sent them. The door passes messages
// on, and asks here before and after:
//
//	Known, Judge   a text becomes a Batch that may run, or an error
//	Begin          an execution of a batch begins; its intents go into a Ledger
//	Run.Begun      the Ledger is committed: the execution may be passed on
//	Run.End        a statement has ended; its record goes into a Ledger
//	Ledger.Commit  the records are written: the answers may leave
//
// Statements that are not for the session's source (Batch.Local) run through the Session as those of
// any other door. One goroutine at a time uses a Relayed.
type Relayed struct {
	Terms
	session *Session
	peek    planner.Scope // Session.scope, which asks no source
	limits  returned
}

// Terms are what a door has to know of a relayed session. They do not change.
type Terms struct {
	Source        providers.Relayer // gives the session its backends
	Name          string            // the source's
	Principal     auth.Principal    // whose session it is
	MayWrite      bool              // a change can pass, perhaps after an approval
	RecordsValues bool              // Begin needs the values of parameters, for the record
	MaxSQLBytes   int               // the longest text that may run
}

// Relays reports whether the sessions of a source are relayed.
func (e *Engine) Relays(source string) bool {
	_, ok := e.sources.load().byName[source].(providers.Relayer)
	return ok
}

// Relayed returns the relayed side of a new session; nil: its source has none. status tells the
// transaction status as far as it is known. block reports whether a transaction block is open that
// nothing under way ends.
func (s *Session) Relayed(status func() providers.TxStatus, block func() bool) *Relayed {
	source, ok := s.current.(providers.Relayer)
	if !ok {
		return nil
	}
	s.relayed, s.inBlock = status, block
	s.scope.Unproven = s.mode == gate.FullAccess
	r := &Relayed{session: s, peek: *s.scope, limits: s.limits(Options{}), Terms: Terms{
		Source: source, Name: s.source.Name, Principal: s.client.Principal, MayWrite: !s.readsOnly(), RecordsValues: s.engine.config.RecordValues,
		MaxSQLBytes: cmp.Or(s.engine.config.Limits.MaxSQLBytes, parse.DefaultMaxBytes),
	}}
	r.peek.Source = func(ctx context.Context, name string) (planner.Source, error) {
		if name == s.source.Name { // a statement that names something is compared by its closure, and needs no catalog
			return planner.Source{Info: s.source}, nil
		}
		return planner.Source{}, errNotAtHand
	}
	return r
}

// errNotAtHand is the error of a plan that would have to wait for a catalog. It leads to Judge.
var errNotAtHand = sqlstate.New(sqlstate.InternalError, "the catalog is not at hand")

// Batch is a text that may run.
type Batch struct {
	Traits
	relayed *Relayed
	request Request
	plans   []*planner.Statement
	types   []string   // the types of the last execution's parameters, for its record
	worst   *Statement // the statement whose decision is that of the batch; nil: Known has judged the batch
	names   uint64     // the version of the session's names that it was planned by
}

// Known judges a text if that needs no waiting: the text was planned before, nothing that it names has
// changed since, and it may run without asking anybody. Otherwise Judge has to be called. b may keep
// parts of sql.
func (r *Relayed) Known(b *Batch, sql string, types []uint32) bool {
	r.session.forgetEnded()
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

// Judge plans and judges a text as Session.Prepare does, by what its names mean now. A refusal, and a
// text that cannot be understood, is on record when it returns.
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
		if err := st.compare(ctx, false, began); err != nil { // the session itself has done nothing meanwhile
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
	if judged.worst = worstOf(statements); judged.worst != nil && local == 0 { // statements of other sources ask when they run
		judged.Asks = judged.worst.decision.Verdict == gate.Ask
	}
	if local > 0 && len(statements) > 1 {
		return r.Refuse(&judged, sqlstate.New(sqlstate.FeatureNotSupported, "a query with several statements must be for the source %q alone", s.source.Name).
			WithHint("Send the statement for another source by itself."))
	}
	*b = judged
	return nil
}

// opensWriting reports whether a statement is a BEGIN READ WRITE in a session that may only read. Any
// other transaction of such a session is read-only by the backend's default.
func (r *Relayed) opensWriting(p *planner.Statement) bool {
	return p.ReadWrite && r.session.readsOnly()
}

// Refuse records that a batch is not run, and returns err, or the error of recording.
func (r *Relayed) Refuse(b *Batch, err error) error {
	d := gate.Decision{Mode: r.session.mode}
	var first *planner.Statement
	if len(b.plans) > 0 {
		first, d.Class = b.plans[0], b.plans[0].Class
	}
	return r.session.refuseBatch(b.request, first, d, err)
}

// Fresh reports whether a batch may run as it was judged, because nothing has changed since. Otherwise
// it has to be judged again. justJudged says that only the session itself can have changed anything
// since.
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

// standsStill reports whether a plan holds for as long as its source is believed: it rests neither on
// users' code nor on what the session does.
func (s *Session) standsStill(p *planner.Statement) bool {
	return !p.OfUsers() && !unsettled(p) && !p.OfSession() && !s.commitsCode(p)
}

// SQL is the text that was judged.
func (b *Batch) SQL() string { return b.request.SQL }

// ParamTypes are the types of parameters that the client gave with the text.
func (b *Batch) ParamTypes() []uint32 { return b.request.ParamTypes }

// Patch turns text, which holds the batch's SQL, into the text for the source: names lose the source's
// name. The length stays the same.
func (b *Batch) Patch(text []byte) {
	for _, p := range b.plans {
		if p.SQL != p.Text && len(p.SQL) == len(p.Text) {
			copy(text[p.Offset:], p.SQL)
		}
	}
}

// Failed records the error of a batch that did not run, because the source could not prepare, bind or
// describe it.
func (r *Relayed) Failed(b *Batch, err error, l *Ledger) {
	var plan *planner.Statement
	var request *Request
	if b != nil && len(b.plans) > 0 {
		plan, request = b.plans[0], &b.request
	}
	rec, outcome := r.session.unrun(request, plan, err)
	l.of(r.session).Add(&rec, outcome)
}

// Prepared notes that the client has prepared a statement by a Parse, so that EXECUTE finds it. With
// text "" the statement is gone.
func (r *Relayed) Prepared(name, text string) {
	if text == "" {
		delete(r.session.prepared, name)
		return
	}
	r.session.prepared[name] = text
}

// Setting judges a setting of the client's startup packet as the SET that it is, and records it.
// 42501: it is refused, or a person would have to approve it.
func (r *Relayed) Setting(ctx context.Context, name, value string) error {
	var b Batch
	if err := r.Judge(ctx, &b, settingText(name, value), nil); err != nil {
		return err
	}
	// decide would let a session ask for the right to write. At the start it must not pass: a backend
	// that came with that right would have it for reads, too.
	if d := r.session.rights.Decide(r.session.mode, gate.AnyPurpose, b.plans[0]); d.Verdict != gate.Allow {
		return r.session.refuseBatch(b.request, b.plans[0], d, errNobodyAsked(name))
	}
	var run Run
	var l Ledger
	pending, err := r.Begin(&run, &b, 0, nil, nil, time.Now(), &l)
	if err != nil {
		return err
	}
	if pending {
		_ = l.Commit(r.session.engine) // Begun returns the same error
		if err := run.Begun(); err != nil {
			return err
		}
	}
	run.End("SET", nil, time.Now(), &l)
	return l.Commit(r.session.engine)
}
