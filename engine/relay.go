package engine

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Relayed is a session whose server runs statements as the client sent them. The door passes messages
// on, and asks here before and after; the package comment has the walk. Statements that are not for the
// session's source (Traits.Local) run through the Session as those of any other door. One goroutine at
// a time uses a Relayed.
type Relayed struct {
	Terms
	// Commit and Rollback are the ends of a transaction that no statement of the client's ends. Opened says that
	// such a transaction is open when the outcome of a change in it is written.
	Commit, Rollback, Opened Batch
	// Backend is the process of the session's own backend; 0: it has none of its own. The door stores it.
	Backend *atomic.Uint32
	session *Session
	peek    planner.Scope // Session.scope, which asks no source
	limits  returned
}

// Relaying is what the door of a relayed session tells of it, each time that it is asked.
type Relaying struct {
	Status  func() providers.TxStatus // the transaction status as far as it is known
	InBlock func() bool               // whether a transaction block is open that nothing under way ends
	Ask     providers.Asker           // asks on the session's own connection
	// Outdated reports what providers.Outdating does of the session's backend; false if it has none.
	Outdated func() bool
}

// Terms are what a door has to know of a relayed session. They do not change.
type Terms struct {
	Source    providers.Relayer // gives the session its backends
	Name      string            // the source's
	Principal auth.Principal    // whose session it is
	MayWrite  bool              // a change can pass, perhaps after an approval
	// Tell returns what the principal is told of an error or a notice of the server's. caused is the batch
	// that has caused it; nil: that is not known. If Tell is nil, the principal is told all of it.
	Tell          func(e *sqlstate.Error, caused *Batch) *sqlstate.Error
	RecordsValues bool          // Begin needs the values of parameters, for the record
	MaxSQLBytes   int           // the longest text that may run
	TimeLimit     time.Duration // how long a statement may take; 0: as long as it needs
	Overdue       error         // the error of a statement that took longer, 57014
}

// Relays reports whether the sessions of a source are relayed.
func (e *Engine) Relays(source string) bool {
	_, ok := e.sources.Now().ByName[source].(providers.Relayer)
	return ok
}

// Relayed returns the relayed side of a new session, with the settings of its startup packet: each is
// judged, and recorded, as the SET that it is. 42501: one of them is refused, or a person would have to
// approve it.
func (s *Session) Relayed(ctx context.Context, by Relaying, settings []providers.StartupSetting) (*Relayed, error) {
	source, ok := s.current.(providers.Relayer)
	if !ok {
		return nil, sqlstate.New(sqlstate.InternalError, "the sessions of source %q are not relayed", s.source.Name)
	}
	s.relayed, s.inBlock, s.outdated = by.Status, by.InBlock, by.Outdated
	s.scope.Unproven = s.asksNobody()
	r := &Relayed{session: s, peek: *s.scope, limits: s.limitsFor(Options{}), Backend: &s.entry.Backend, Terms: Terms{
		Source: source, Name: s.source.Name, Principal: s.client.Principal, MayWrite: !s.readsOnly(), RecordsValues: s.engine.config.RecordValues,
		MaxSQLBytes: cmp.Or(s.engine.config.Limits.MaxSQLBytes, parse.DefaultMaxBytes), TimeLimit: s.timeLimit(),
	}}
	if s.isNarrowed(s.source.Name) {
		r.Tell = s.tellBatch
	}
	r.Overdue = s.errOverdue(r.TimeLimit)
	r.Commit, r.Rollback, r.Opened = r.impliedControl("COMMIT"), r.impliedControl("ROLLBACK"), r.impliedControl("BEGIN")
	r.peek.Source = func(ctx context.Context, name string) (planner.Source, error) {
		if name == s.source.Name { // a statement that names something is compared by its closure, and needs no catalog
			return planner.Source{Info: s.source}, nil
		}
		return planner.Source{}, errNotAtHand
	}
	for _, set := range settings {
		if err := r.startsWith(ctx, set); err != nil {
			return nil, err
		}
	}
	s.names.ask = by.Ask // the session has no connection before
	return r, nil
}

// errNotAtHand is the error of a plan that would have to wait for a catalog. It leads to Judge.
var errNotAtHand = sqlstate.New(sqlstate.InternalError, "the catalog is not at hand")

// Batch is a text that may run.
type Batch struct {
	Traits
	Request Request // the text as it was judged, with the types that the client gave with it
	Patches []Patch // how the text for the source differs from that of the request
	relayed *Relayed
	implied string // of Relayed.Commit, Rollback and Opened: the verb
	plans   []*planner.Statement
	types   []string   // the types of the last execution's parameters, for its record
	worst   *Statement // the statement whose decision is that of the batch; nil: Known has judged the batch
	names   uint64     // the version of the session's names that it was planned by
	form    form
}

// Judgement says whether a text is judged, by what its names mean now.
type Judgement byte

// The judgements.
const (
	Unjudged    Judgement = iota // Judge has to be called
	UnjudgedOwn                  // Judge has to be called, and asks on the session's own connection
	Judged
)

// Known judges a text if that needs no waiting: the text was planned before, nothing that it names has
// changed since, and it may run without asking anybody. Several statements are left to Judge, which also looks at what
// each of them does to those behind it. b may keep parts of sql.
func (r *Relayed) Known(b *Batch, sql string, types []uint32) Judgement {
	if r.ownNames() {
		return UnjudgedOwn
	}
	r.session.forgetEnded()
	if slices.ContainsFunc(types, isJudged) {
		return r.session.unjudged()
	}
	r.peek.Path = r.session.scope.Path
	plans, unjudged := r.session.engine.planner.Known(context.Background(), sql, &r.peek), r.session.unjudged()
	if plans == nil || len(plans) > 1 {
		return unjudged
	}
	for _, p := range plans {
		if !r.session.standsStill(p) || p.Provider != r.session.source.Name ||
			r.session.decideOn(gate.AnyPurpose, p).Verdict != gate.Allow || r.opensWriting(p) {
			return unjudged
		}
	}
	r.session.noteKnown(plans...)
	*b = Batch{relayed: r, Traits: r.session.traitsOf(plans), Request: Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose}, Patches: patchesOf(plans), plans: plans, names: r.session.names.version}
	return Judged
}

// Judge plans and judges a text as Session.Prepare does, by what its names mean now. A refusal, and a
// text that cannot be understood, is on record when it returns. The end of a transaction keeps its Batch.
// 55000, of Relayed.Commit: it would run other code than what was declared.
func (r *Relayed) Judge(ctx context.Context, b *Batch, sql string, types []uint32) (err error) {
	if b.implied != "" {
		b = &Batch{}
	}
	s := r.session
	request, began := Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose}, time.Now()
	defer s.refusalOfPanic(&request, &err)
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	statements, err := s.Prepare(ctx, request)
	if err != nil {
		return err
	}
	asks := worstOf(statements) != nil && worstOf(statements).decision.Verdict == gate.Ask
	for i, st := range statements {
		if err := st.compareCatalog(ctx, false, began); err != nil { // the session itself has done nothing meanwhile
			return err
		}
		if i > 0 {
			if err := s.endsBehind(ctx, st.plan, asks); err != nil {
				return st.refuseWith(err)
			}
		}
		if err := st.refuseUnlessAdmitted(); err != nil {
			return err
		}
	}
	judged := Batch{relayed: r, Request: request, plans: make([]*planner.Statement, len(statements)), names: s.names.version}
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
	judged.Traits, judged.Patches = s.traitsOf(judged.plans), patchesOf(judged.plans)
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
	return r.session.refuseBatch(b.Request, first, d, err)
}

// Fresh says whether a batch may run as it was judged, because nothing has changed since. justJudged
// says that only the session itself can have changed anything since. Relayed.Commit may run unless it
// runs users' code, leaving out what an execution with the approval beside has left.
func (b *Batch) Fresh(justJudged bool, beside *Consent) Judgement {
	s := b.relayed.session
	own := b.relayed.ownNames()
	switch {
	case b.implied != "" && !s.leavesCode(beside):
		return Judged
	case b.implied != "" && s.approved != nil:
		return UnjudgedOwn
	case own && !(justJudged && b.names == s.names.version):
		return UnjudgedOwn
	case b.implied != "", b.names != s.names.version:
		return Unjudged
	case justJudged:
		return Judged
	}
	for _, p := range b.plans {
		if !s.standsStill(p) || p.Closure() != nil && !p.Closure().Believed() {
			return s.unjudged()
		}
	}
	return Judged
}

// standsStill reports whether a plan holds for as long as its source is believed: it rests neither on
// users' code nor on what the session does.
func (s *Session) standsStill(p *planner.Statement) bool {
	return !p.OfUsers() && !meaning.IsMoving(p) && !p.OfSession() && !s.commitsCode(p) && !s.mayRunCode(p, gate.Allow)
}

// unjudged says that Judge has to be called. While something that was approved may have left code for the end of the transaction, Judge may
// ask on the session's own connection.
func (s *Session) unjudged() Judgement {
	if s.approved != nil {
		return UnjudgedOwn
	}
	return Unjudged
}

// Patch is a part of a text that is another one for the source, of the same length: names lose the source's name.
type Patch struct {
	Offset int
	SQL    string
}

// patchesOf are the patches of a text with these plans.
func patchesOf(plans []*planner.Statement) (list []Patch) {
	for _, p := range plans {
		if p.SQL != p.Text && len(p.SQL) == len(p.Text) {
			list = append(list, Patch{p.Offset, p.SQL})
		}
	}
	return list
}

// ErrChanged stands for the error of a batch that was undone because something that it names was
// changed while it ran. Record and RecordPending word it.
var ErrChanged = providers.ErrChanged

// Record records what came of a batch that no Run executes, and returns its error. Either the source
// could not prepare, bind or describe the batch, or has undone it; or the batch is Relayed.Commit,
// Rollback or Opened. b is nil if the batch is not known.
func (r *Relayed) Record(b *Batch, err error, l *Ledger) error {
	if b != nil && err == ErrChanged { //nolint:errorlint // a mark, not a cause
		err = r.changedError(b.isMixed())
	}
	s := r.session
	if b != nil && b.implied != "" {
		rec := s.impliedRecord(b.implied)
		l.batchOf(s).Add(&rec, s.impliedEnd(b.implied, 0, err))
		return err
	}
	var plan *planner.Statement
	var request *Request
	if b != nil && len(b.plans) > 0 {
		plan, request = b.plans[0], &b.Request
	}
	rec, outcome := s.describeUnrun(request, plan, err)
	l.batchOf(s).Add(&rec, outcome)
	return err
}

// RecordPending records the outcomes that are pending in p, and empties p. If err is not nil, their source has undone the
// statements, or nobody knows whether it has, and err is the outcome of each. RecordPending returns err as the client is told it.
func (r *Relayed) RecordPending(p *Pending, err error, l *Ledger) error {
	list := *p
	for i := range list {
		if err == ErrChanged { //nolint:errorlint // a mark, not a cause
			err = r.changedError(list[i].mixed)
		}
		list[i].recordOutcome(err, l)
	}
	clear(list)
	*p = list[:0]
	return err
}

// RecordUnrun records that a batch was let through, by the approval c if it needed one, and that its source was not sent it.
// b is nil if the batch is not known. RecordUnrun returns err, the reason.
func (r *Relayed) RecordUnrun(b *Batch, c *Consent, err error, l *Ledger) error {
	if b == nil || len(b.plans) == 0 {
		return r.Record(b, err, l)
	}
	for _, p := range b.plans {
		rec, outcome := r.session.describeUnrun(&b.Request, p, err)
		c.addTo(&rec)
		l.batchOf(r.session).Add(&rec, outcome)
	}
	return err
}

// impliedControl is transaction control that no client wrote.
func (r *Relayed) impliedControl(verb string) Batch {
	return Batch{relayed: r, implied: verb, Request: Request{SQL: verb, Purpose: gate.AnyPurpose}}
}

// Named notes that a name of the protocol has another meaning now. A portal of that name is no cursor
// of the client's any more. A prepared statement of that name has the text, which EXECUTE finds; with
// text "" the statement is gone. ours says that the server does not know the statement by that name: then a statement
// that SQL has prepared keeps the name, for EXECUTE.
func (r *Relayed) Named(portal bool, name, text string, ours bool) {
	switch {
	case portal:
		r.session.cursors.Forget(name)
	case ours && r.session.prepared[name].bySQL:
	case text == "":
		delete(r.session.prepared, name)
	default:
		r.session.prepared[name] = prepared{text: text}
	}
}

// startsWith judges a setting of the client's startup packet as the SET that it is, and records it.
// 42501: it is refused, or a person would have to approve it.
func (r *Relayed) startsWith(ctx context.Context, set providers.StartupSetting) error {
	var b Batch
	if err := r.Judge(ctx, &b, settingText(set.Name, set.Value), nil); err != nil {
		return err
	}
	// decide would let a session ask for the right to write. At the start it must not pass: a backend
	// that came with that right would have it for reads, too.
	d := r.session.engine.config.Approvals.Rules.Raise(r.session.rights.Decide(r.session.mode, gate.AnyPurpose, b.plans[0]), b.plans[0])
	if d.Verdict != gate.Allow {
		return r.session.refuseBatch(b.Request, b.plans[0], d, errNobodyAsked(set.Name))
	}
	var run Run
	var l Ledger
	to, err := r.Begin(&run, Start{Batch: &b, Now: time.Now()}, &l, &l)
	if err != nil {
		return err
	}
	if to != nil {
		_ = l.Commit(r.session.engine, nil) // Begun returns the same error
		if err := run.Begun(); err != nil {
			return err
		}
	}
	run.End("SET", nil, time.Now(), &l)
	return l.Commit(r.session.engine, nil)
}
