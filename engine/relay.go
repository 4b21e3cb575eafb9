package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Relayed is a session whose source runs statements as the client sent them. The
// door passes them on and asks here before and after:
//
//	Known, Judge   text → a Batch that may run, or why it may not
//	Run.Start      an execution of a batch begins
//	Run.Intend     what it changes is on record: now it may be passed on
//	Run.End        a statement is over; its record goes into a Ledger
//	Ledger.Commit  the records are written: now the answers may leave
//
// The statements that are not the source's (Batch.Local) go through the Session
// as those of any other door. One goroutine uses a Relayed at a time.
type Relayed struct {
	session *Session
	source  providers.Relayer
	peek    planner.Scope // Session.scope, but without waiting
	who     audit.Record
	block   func() bool
	first   uint64 // the first intent of the open transaction that may not be durable; 0: none
}

// Relays reports whether the sessions of a source are relayed.
func (e *Engine) Relays(source string) bool {
	_, ok := e.sources[source].(providers.Relayer)
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
	s.relayed = status
	s.scope.Unproven = s.mode == gate.FullAccess
	r := &Relayed{session: s, source: source, peek: *s.scope, who: s.who(), block: block}
	r.peek.Source = func(ctx context.Context, name string) (planner.Source, error) {
		if name == s.source.Name {
			if catalog, ok := source.Peek(); ok {
				return planner.Source{Info: s.source, Catalog: catalog}, nil
			}
		}
		return planner.Source{}, errNotAtHand
	}
	return r
}

// errNotAtHand says that somebody has to wait for a catalog. It leads to Judge.
var errNotAtHand = sqlstate.New(sqlstate.InternalError, "the catalog is not at hand")

// Source is what gives the session its backends.
func (r *Relayed) Source() providers.Relayer { return r.source }

// Session is for statements that are not the source's own.
func (r *Relayed) Session() *Session { return r.session }

// Name is the source's.
func (r *Relayed) Name() string { return r.session.source.Name }

// MayWrite reports whether the mode lets any change through.
func (r *Relayed) MayWrite() bool { return !r.session.readsOnly() }

// RecordsValues reports whether Run.Start wants the values of parameters.
func (r *Relayed) RecordsValues() bool { return r.session.engine.config.RecordValues }

// Batch is a text that the gate has let through.
type Batch struct {
	relayed *Relayed
	request Request
	plans   []*planner.Statement
	types   []string // of the parameters of the last execution, for its record
}

// Known judges a text if that needs no wait: it has been understood before, what
// it names has not changed since, and it may run. Else Judge has to be asked. b
// may keep parts of sql.
func (r *Relayed) Known(b *Batch, sql string, types []uint32) bool {
	if slices.ContainsFunc(types, ofUsers) {
		return false
	}
	plans := r.session.engine.planner.Known(context.Background(), sql, &r.peek)
	if plans == nil {
		return false
	}
	for _, p := range plans {
		if p.OfUsers() || p.OfSession() || p.Provider != r.session.source.Name ||
			gate.Decide(r.session.mode, gate.AnyPurpose, p).Verdict != gate.Allow || r.opensWriting(p) {
			return false
		}
	}
	*b = Batch{relayed: r, request: Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose}, plans: plans}
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
	request := Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose}
	statements, err := s.Prepare(ctx, request)
	if err != nil {
		return err
	}
	for _, st := range statements {
		if err := st.refresh(ctx); err != nil {
			return err
		}
		if d := gate.Decide(s.mode, gate.AnyPurpose, st.plan); d.Verdict != gate.Allow {
			return s.refuse(request, st.plan, d, refusal(sql, d))
		}
	}
	*b = Batch{relayed: r, request: request, plans: make([]*planner.Statement, len(statements))}
	local := 0
	for i, st := range statements {
		b.plans[i] = st.plan
		if b.localAt(i) {
			local++
		}
		if r.opensWriting(st.plan) {
			return r.Refuse(b, sqlstate.New(sqlstate.ReadOnlyTransaction, "cannot begin a transaction READ WRITE: this session may only read").
				WithHint("BEGIN alone opens one that is READ ONLY here."))
		}
	}
	if local > 0 && len(statements) > 1 {
		return r.Refuse(b, sqlstate.New(sqlstate.FeatureNotSupported, "a query with several statements must be for the source %q alone", s.source.Name).
			WithHint("Send the statement for another source by itself."))
	}
	return nil
}

// opensWriting reports a BEGIN READ WRITE of a session that may only read: the
// source's default makes any other of its transactions one that only reads.
func (r *Relayed) opensWriting(p *planner.Statement) bool {
	return p.ReadWrite && r.session.readsOnly()
}

// Blank is a batch for what has no text: a message that is wrong in itself.
func (r *Relayed) Blank() *Batch { return &Batch{relayed: r} }

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
// at the source since. Else it has to be judged again.
func (b *Batch) Fresh() bool {
	catalog, ok := b.relayed.source.Peek()
	if !ok {
		return false
	}
	for _, p := range b.plans {
		if p.OfUsers() || p.OfSession() || p.Version != catalog.Version() {
			return false
		}
	}
	return true
}

// OfSession reports whether what the batch means depends on what the session has
// done before: it runs what was prepared.
func (b *Batch) OfSession() bool {
	return slices.ContainsFunc(b.plans, (*planner.Statement).OfSession)
}

// SQL and ParamTypes are what was judged.
func (b *Batch) SQL() string          { return b.request.SQL }
func (b *Batch) ParamTypes() []uint32 { return b.request.ParamTypes }

// Len is the number of statements, none in blank text.
func (b *Batch) Len() int { return len(b.plans) }

// Local reports whether the batch is not for the source: one of the dialect's
// own verbs, or a statement about another source's relations. It has one
// statement then.
func (b *Batch) Local() bool { return len(b.plans) > 0 && b.localAt(0) }

func (b *Batch) localAt(i int) bool {
	p := b.plans[i]
	return p.Control == planner.OwnVerb || p.Provider != b.relayed.session.source.Name
}

// Patch makes text, which holds the batch's SQL, what its source is sent: names
// of the source lose the source's name. The length stays.
func (b *Batch) Patch(text []byte) {
	for _, p := range b.plans {
		if p.SQL != p.Text && len(p.SQL) == len(p.Text) {
			copy(text[p.Offset:], p.SQL)
		}
	}
}

// Changes reports whether a statement does more than read or control its
// session.
func (b *Batch) Changes() bool {
	return slices.ContainsFunc(b.plans, func(p *planner.Statement) bool { return p.Class != planner.Read && p.Class != planner.Session })
}

// Traits are what a door has to know of statements beside their class.
type Traits struct {
	Begins   bool // opens a transaction block
	Ends     bool // ends one
	Access   bool // sets, or shows, whether transactions may write
	Discards bool // takes back every setting
	Stays    bool // leaves something behind in its session beyond the transaction
	Alters   bool // may change what names mean
	Drops    bool // may drop prepared statements
	Fetches  bool // reads from a cursor, whichever has the name
	// Setting is what a batch of this one statement sets or resets for the session.
	Setting *providers.Setting
}

// Traits are those of all statements of the batch together.
func (b *Batch) Traits() (t Traits) {
	for _, p := range b.plans {
		t.add(p)
	}
	return t
}

func (t *Traits) add(p *planner.Statement) {
	switch p.Control {
	case planner.Begin:
		t.Begins = true
	case planner.Commit, planner.Rollback:
		t.Ends = true
	default:
	}
	t.Fetches = t.Fetches || p.Verb == "FETCH" || p.Verb == "MOVE"
	if p.Prepared != nil {
		t.Drops = t.Drops || p.Prepared.Gone
		t.Stays = t.Stays || !p.Prepared.Gone
		t.Discards = t.Discards || p.Verb == "DISCARD"
	}
	if p.Setting != nil {
		t.set(p)
		return
	}
	for _, e := range p.Effects {
		t.Stays = t.Stays || strings.HasPrefix(e.What, "set_config")
	}
	switch p.Class {
	case planner.Read:
	case planner.Session:
		t.Stays = t.Stays || p.Verb == "DECLARE" || p.Verb == "LOAD"
	default:
		switch {
		case isDML(p.Verb) && p.Class != planner.Exec, passes(p):
		case isDML(p.Verb) || p.Verb == "SELECT":
			t.Stays, t.Alters = true, p.Verb == "SELECT"
		default:
			t.Stays, t.Alters = true, true
		}
	}
}

// set adds what a SET, RESET or SHOW does.
func (t *Traits) set(p *planner.Statement) {
	switch p.Setting.Name {
	case "":
		t.Access, t.Discards = true, t.Discards || p.Setting.Reset
	case "default_transaction_read_only", "transaction_read_only", "session characteristics":
		t.Access = true
		t.Discards = t.Discards || p.Setting.Reset
	}
	if p.Verb == "SHOW" || p.Setting.Local || p.Setting.Name == "transaction" {
		return
	}
	t.Stays, t.Setting = true, p.Setting
}

func isDML(verb string) bool {
	switch verb {
	case "INSERT", "UPDATE", "DELETE", "MERGE":
		return true
	}
	return false
}

// passes reports a SELECT that changes something, but nothing of the session: it
// calls such functions alone.
func passes(p *planner.Statement) bool {
	if p.Verb != "SELECT" || p.OfUsers() {
		return false
	}
	for _, e := range p.Effects {
		switch e.What {
		case "function nextval", "function setval", "function pg_notify", "function pg_sleep", "FOR UPDATE", "FOR SHARE":
		default:
			if e.Class != planner.Read {
				return false
			}
		}
	}
	return true
}

// Run is one execution of a batch. Its zero value is idle.
type Run struct {
	batch   *Batch
	started time.Time
	at      int            // the statement that runs
	entries []*audit.Entry // by statement; nil: its record is written whole at its end
	types   []string       // of parameters
	values  []string       // of parameters, if they are recorded
}

// Start begins an execution with so many parameters; args are they where they are
// recorded.
func (run *Run) Start(b *Batch, params int, args *providers.Args, now time.Time) {
	*run = Run{batch: b, started: now, entries: run.entries[:0]}
	switch {
	case params == 0:
	case args != nil && len(args.Values) > 0:
		var rec audit.Record
		b.relayed.session.recordParams(&rec, b.statement(0), *args)
		run.types, run.values = rec.ParamTypes, rec.Params
	default:
		if len(b.types) != params {
			b.types = paramTypes(b.request.ParamTypes, params)
		}
		run.types = b.types
	}
}

func (b *Batch) statement(i int) *Statement {
	return &Statement{session: b.relayed.session, plan: b.plans[i], request: &b.request, index: i}
}

// Reset forgets an execution.
func (run *Run) Reset() {
	clear(run.entries)
	*run = Run{entries: run.entries[:0]}
}

// Batch is what runs.
func (run *Run) Batch() *Batch { return run.batch }

// NeedsIntent reports whether Intend has something to do.
func (run *Run) NeedsIntent() bool {
	for i := range run.batch.plans {
		if run.needsIntent(i) {
			return true
		}
	}
	return false
}

// needsIntent is Session.needsIntent for a statement of a batch: a COMMIT ends what
// those before it began.
func (run *Run) needsIntent(i int) bool {
	p := run.batch.plans[i]
	return run.batch.relayed.session.needsIntent(p) || i > 0 && p.Control == planner.Commit
}

// Waits reports whether Intend waits for the disk.
func (run *Run) Waits() bool {
	return !run.inTransaction() || run.batch.relayed.session.engine.config.Log.TransactionWaits()
}

// inTransaction reports whether the execution only changes rows, inside of a
// transaction that only a later statement can commit.
func (run *Run) inTransaction() bool {
	b := run.batch
	if len(b.plans) != 1 || b.relayed.session.Status() != providers.InTransaction || !b.relayed.block() {
		return false
	}
	switch p := b.plans[0]; p.Verb {
	case "INSERT", "UPDATE", "DELETE", "MERGE":
		return p.Class == planner.Mutate || p.Class == planner.Delete
	}
	return false
}

// Intend puts on record what the execution is about to change, and returns when
// that is as durable as the configuration asks for. 58030, 53100: it is not, and
// nothing may be passed on.
func (run *Run) Intend() error {
	r := run.batch.relayed
	log := r.session.engine.config.Log
	run.entries = slices.Grow(run.entries[:0], len(run.batch.plans))[:len(run.batch.plans)]
	clear(run.entries)
	for i, p := range run.batch.plans {
		var err error
		switch {
		case !run.needsIntent(i):
			continue
		case p.Control == planner.Commit, p.Verb == "PREPARE TRANSACTION":
			run.entries[i], err = log.BeginCommit(run.record(i), r.first)
		case run.inTransaction():
			if run.entries[i], err = log.BeginInTransaction(run.record(i)); err == nil && r.first == 0 {
				r.first = run.entries[i].Seq()
			}
		default:
			run.entries[i], err = log.Begin(run.record(i))
		}
		if err != nil {
			return err // what is on record already stays without an outcome: it never ran
		}
	}
	return nil
}

// Ended is called when the session's transaction has ended.
func (r *Relayed) Ended() { r.first = 0 }

// Announce puts the statement that runs on record before its outcome is known:
// its rows may leave from then on.
func (run *Run) Announce() (err error) {
	if run.Announced() {
		return nil
	}
	if len(run.entries) != len(run.batch.plans) {
		run.entries = slices.Grow(run.entries[:0], len(run.batch.plans))[:len(run.batch.plans)]
		clear(run.entries)
	}
	run.entries[run.at], err = run.batch.relayed.session.engine.config.Log.Announce(run.record(run.at))
	return err
}

// Announced reports whether the statement that runs is on record.
func (run *Run) Announced() bool { return run.at < len(run.entries) && run.entries[run.at] != nil }

func (run *Run) record(i int) audit.Record {
	b := run.batch
	p := b.plans[i]
	rec := b.relayed.who
	rec.Decision = audit.Allow
	rec.Class, rec.Verb = p.Class.String(), p.Verb
	rec.SQL = b.relayed.session.safe(p.Text).Text
	rec.Relations = p.Named
	rec.ParamTypes, rec.Params = run.types, run.values
	return rec
}

// Finished is what the source said of a statement.
type Finished struct {
	Tag       string
	Rows      int64
	Err       error // the source's, or why the statement was not run
	Truncated string
}

// End records what came of the statement that runs; the next of the batch runs
// from then on. Nothing about the outcome may leave before the ledger is
// committed.
func (run *Run) End(f Finished, now time.Time, l *Ledger) {
	if run.Done() { // blank text, or the source did more than it was asked
		return
	}
	b := run.batch
	s := b.relayed.session
	p := b.plans[run.at]
	if f.Err == nil {
		s.remember(p)
	}
	changed, _ := Affected(f.Tag)
	o := audit.Outcome{Rows: max(f.Rows, changed), Duration: now.Sub(run.started), Tag: f.Tag, Truncated: f.Truncated}
	if f.Err != nil {
		rec := audit.Record{ParamTypes: run.types}
		o.Err = s.safeError(f.Err, p.Text, rec)
	}
	if run.Announced() {
		l.batch.End(run.entries[run.at], o)
	} else {
		rec := run.record(run.at)
		l.batch.Add(&rec, o)
	}
	run.at++
	run.started = now
}

// Skip ends what the batch intended and did not come to, for the reason given.
func (run *Run) Skip(err error, now time.Time, l *Ledger) {
	for run.batch != nil && run.at < len(run.batch.plans) {
		if run.Announced() {
			run.End(Finished{Err: err}, now, l)
		} else {
			run.at++
		}
	}
}

// Changes reports whether the statement that runs does more than read or control
// its session.
func (run *Run) Changes() bool {
	if run.Done() {
		return false
	}
	c := run.batch.plans[run.at].Class
	return c != planner.Read && c != planner.Session
}

// Dropped names a prepared statement that is gone; "" means all.
type Dropped struct{ Name string }

// Drops says what the statement that runs drops, when it has; nil: nothing.
func (run *Run) Drops() *Dropped {
	if run.Done() {
		return nil
	}
	if p := run.batch.plans[run.at].Prepared; p != nil && p.Gone {
		return &Dropped{p.Name}
	}
	return nil
}

// Done reports whether all statements of the batch have ended.
func (run *Run) Done() bool { return run.batch == nil || run.at >= len(run.batch.plans) }

// Failed records an error that the client is told of a batch that did not run:
// the source could not prepare, bind or describe it.
func (r *Relayed) Failed(b *Batch, err error, l *Ledger) {
	rec := r.who
	rec.Decision = audit.Allow
	if b != nil && len(b.plans) > 0 {
		p := b.plans[0]
		rec.Class, rec.Verb, rec.Relations = p.Class.String(), p.Verb, p.Named
		rec.SQL = r.session.safe(p.Text).Text
	} else {
		rec.Class = planner.Session.String()
	}
	text := rec.SQL
	l.batch.Add(&rec, audit.Outcome{Err: r.session.safeError(err, text, rec)})
}

// Implied records the end of a transaction that no statement of the client's
// ended: "COMMIT" or "ROLLBACK", with the error that led to it, if any.
func (r *Relayed) Implied(verb string, err error, l *Ledger) {
	rec := r.who
	rec.Decision, rec.Class, rec.Verb = audit.Allow, planner.Session.String(), verb
	l.batch.Add(&rec, audit.Outcome{Err: r.session.safeError(err, "", rec), Tag: verb})
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
// is, and records it.
func (r *Relayed) Setting(ctx context.Context, name, value string) error {
	var b Batch
	text := "SET " + quoteIdentifier(name) + " TO " + quoteLiteral(value)
	if err := r.Judge(ctx, &b, text, nil); err != nil {
		return err
	}
	var run Run
	run.Start(&b, 0, nil, time.Now())
	var l Ledger
	run.End(Finished{Tag: "SET"}, time.Now(), &l)
	return l.Commit(r.session.engine)
}

// Ledger collects the records of statements that have ended until they are
// written together. Its zero value is empty.
type Ledger struct{ batch audit.Batch }

// Empty reports whether there is nothing to write.
func (l *Ledger) Empty() bool { return l.batch.Len() == 0 }

// CommitWaits reports whether Ledger.Commit waits for the disk.
func (e *Engine) CommitWaits() bool { return e.config.Log.WriteAllWaits() }

// Commit writes the records: the answers may leave when it returns nil. 58030,
// 53100: not all of them are on record, and none may.
func (l *Ledger) Commit(e *Engine) error {
	err := e.config.Log.WriteAll(&l.batch)
	l.batch.Reset()
	return err
}

func quoteIdentifier(name string) string { return quoted(name, '"') }
func quoteLiteral(text string) string    { return quoted(text, '\'') }

func quoted(text string, mark byte) string {
	out := make([]byte, 0, len(text)+2)
	out = append(out, mark)
	for i := range len(text) {
		if text[i] == mark {
			out = append(out, mark)
		}
		out = append(out, text[i])
	}
	return string(append(out, mark))
}
