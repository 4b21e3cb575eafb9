package engine

import (
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Run is one execution of a batch by its server. Its zero value has nothing to run.
type Run struct {
	Progress
	execution
}

// Progress is how far a Run has come.
type Progress struct {
	Batch      *Batch // what is executed
	Open       bool   // a statement of the batch has not ended
	Unrecorded bool   // … and is not on record, so that its rows may not leave
	Header     bool   // … and is a COPY TO with a line of names before its rows
	// Bound says that the execution is held to a number of rows. If Exceeds returns an error when its tag
	// is known, it has to be undone.
	Bound bool
	// Tally is the question that the server is asked right before and right behind a bound execution, in
	// its transaction; nil: the execution's tag tells enough.
	Tally *providers.Query
}

// Start describes an execution that is about to begin.
type Start struct {
	Batch   *Batch
	Params  int             // how many parameters it has
	Args    *providers.Args // their values, if they are recorded
	Consent *Consent        // its approval; nil: nobody was asked
	Bound   *Run            // the record of its Bind; nil: there is none
	Whole   *Whole          // the result that it returns a part of; nil: it returns a whole one
	Now     time.Time
}

// Begin makes run the execution that start describes. If the execution changes anything, its intents go
// into one of the ledgers: into prompt, which is committed without waiting for the disk, if they may be
// durable later than they are written. When that ledger is committed, Begun tells whether the execution
// may be passed on. If the record of its Bind is open, run goes on with that record, and nothing is
// pending. 42501, on record: the batch needs an approval, and has none. 0A000, 55000, on record: see refuseMeaningChange. 53400, on record: the
// principal runs too many a minute.
func (r *Relayed) Begin(run *Run, start Start, durable, prompt *Ledger) (to *Ledger, err error) {
	b, s := start.Batch, r.session
	if b.Asks && start.Consent == nil {
		return nil, r.Refuse(b, errUnapproved)
	}
	if start.Consent == nil {
		if err := s.refuseMeaningChange(b.plans); err != nil {
			return nil, r.Refuse(b, err)
		}
	}
	if run.resumeBound(start.Bound, start.Now) {
		run.partOf(start.Whole)
		return nil, nil
	}
	if err := s.countStatements(b.plans); err != nil {
		return nil, r.Refuse(b, err)
	}
	*run = Run{Progress: Progress{Batch: b}, execution: execution{
		session: s, request: &b.Request, plans: b.plans, consent: start.Consent, started: start.Now, entries: run.entries[:0], returns: r.limits,
	}}
	run.partOf(start.Whole)
	if !run.isDone() {
		s.entry.NoteBegin(run.plans[0], start.Now)
	}
	switch {
	case start.Params == 0:
	case start.Args != nil && len(start.Args.Values) > 0:
		run.types, run.values = s.describeParams(b.plans[0].Text, b.Request.ParamTypes, *start.Args, s.engine.config.RecordValues)
	default:
		if len(b.types) != start.Params {
			b.types = paramTypes(b.Request.ParamTypes, start.Params)
		}
		run.types = b.types
	}
	run.form = b.formOf(&run.execution)
	run.bindToRows()
	if run.needsIntent() {
		if to = durable; run.needsNoDisk() {
			to = prompt
		}
		run.addIntents(to)
	}
	run.updateProgress()
	s.noteApproved(start.Consent)
	return to, nil
}

// partOf notes the result that the execution returns a part of. That of a FETCH is its cursor's (countRow).
func (run *Run) partOf(w *Whole) {
	if !run.isDone() && len(run.plans[run.at].Fetches) == 0 {
		run.returns.whole = w
	}
}

// bindToRows says whether the execution is held to a number of rows, and what has to be asked for that.
func (run *Run) bindToRows() {
	if run.Bound = run.isBound(); !run.Bound {
		return
	}
	if q, needed := run.tallyQuery(); needed {
		run.Tally = &q
	}
}

// updateProgress says how far the execution has come.
func (run *Run) updateProgress() {
	run.Open = !run.isDone()
	run.Unrecorded = run.Open && !run.isAnnounced()
	run.Header = run.Open && run.plans[run.at].CopiesHeader
}

// errUnapproved is the error of a portal that needs an approval when it is executed, and needed none
// when it was bound.
var errUnapproved = sqlstate.New(sqlstate.InsufficientPrivilege, "the statement needs a person's approval, and had none when it was bound").
	WithHint("Bind it again, so that a person is asked.")

// resumeBound makes run go on with the record of a Bind. It returns false if the Bind has no open record, or the statement
// has another class by now.
func (run *Run) resumeBound(bound *Run, now time.Time) bool {
	if bound == nil || bound.isDone() || !bound.isAnnounced() || bound.Batch.plans[0].Class != bound.class || bound.Batch.Asks && bound.consent == nil {
		return false
	}
	*run, *bound = *bound, Run{}
	run.started = now
	return true
}

// Begun returns nil if all intents are on record, as durable as the configuration asks for. 58030,
// 53100: one is not, and nothing may be passed on.
func (run *Run) Begun() error {
	defer run.updateProgress()
	return run.checkIntents()
}

// Announce records the statement that runs before its outcome is known, and those that are pending in p, if it is not nil.
// Their rows may leave from then on.
func (run *Run) Announce(p *Pending) error {
	defer run.updateProgress()
	if p != nil {
		if err := p.announceAll(); err != nil {
			return err
		}
	}
	return run.announceRun()
}

// Row counts a row whose values have so many bytes, and reports whether the client may get it.
func (run *Run) Row(bytes int64) bool { return run.isDone() || run.countRow(bytes) }

// End adds the outcome of the statement that runs to a ledger: the server's tag, or its error, or why
// it was not run. The next statement of the batch runs from then on. The client may be told nothing of
// the outcome before the ledger is committed.
func (run *Run) End(tag string, err error, now time.Time, l *Ledger) (e Ended) {
	if run.isDone() {
		return e
	}
	p := run.plans[run.at]
	e = run.describeEnd()
	run.addOutcome(tag, err, now, l)
	run.noteBegun(p, err)
	run.updateProgress()
	return e
}

// Suspend ends the statement that runs, without an error, and puts its outcome off: it is pending in p. The next
// statement of the batch runs from then on.
func (run *Run) Suspend(tag string, now time.Time, p *Pending) (e Ended) {
	if run.isDone() {
		return e
	}
	plan := run.plans[run.at]
	e = run.describeEnd()
	run.suspendOutcome(tag, now, p)
	run.noteBegun(plan, nil)
	run.updateProgress()
	return e
}

// describeEnd says what the statement that runs has done, if it has ended without an error.
func (run *Run) describeEnd() (e Ended) {
	p := run.plans[run.at]
	e.Changed, e.Cut = p.Class.Changes(), run.returns.cut
	if meaning.ChangedBy(p) == meaning.Added {
		e.Made = p.Makes
	}
	if p.Cursor != nil && !p.Cursor.Gone {
		e.Declared = p.Cursor.Name
	}
	if p.Prepared != nil && p.Prepared.Gone {
		e.Dropped, e.Name = true, p.Prepared.Name
	}
	return e
}

// noteBegun notes a transaction that a statement has begun.
func (run *Run) noteBegun(p *planner.Statement, err error) {
	if p.Control == planner.Begin && err == nil {
		run.session.entry.NoteTransaction(true)
	}
}

// Ended is what a statement of a Run has done, if it has ended without an error.
type Ended struct {
	Changed  bool     // it did more than read or control its session
	Cut      string   // the limit that kept rows back, "rows" or "bytes"; "": none
	Declared string   // the cursor that it has declared; "": none
	Made     []string // the table that it has made, if that changed the meaning of no other name
	Dropped  bool     // it has dropped the prepared statement Name, or with "" all
	Name     string
}

// Skip ends a Run: statements that have an intent and did not run get the reason given as their
// outcome. The Run has nothing to run then.
func (run *Run) Skip(err error, now time.Time, l *Ledger) {
	if run.session == nil {
		return
	}
	current := run.at
	run.skipRest(err, now, l)
	if current < len(run.plans) {
		run.session.entry.NoteEnd(run.plans[current])
	}
	clear(run.entries)
	*run = Run{execution: execution{entries: run.entries[:0]}}
}

// Ended notes that the session's transaction has ended. A statement that was committed or rolled back by itself, before
// the last one failed, was noted when it ended. behind says that an execution has begun in a transaction behind that.
func (r *Relayed) Ended(committed, behind bool) {
	r.session.firstIntent, r.session.approved = 0, nil
	r.session.defers = r.session.defers && behind
	r.session.entry.NoteTransaction(false)
	r.session.endCursors(committed)
}

// Ledger collects records of many sessions, which Commit writes together: outcomes of statements, or
// intents. Its zero value is empty.
type Ledger struct {
	// Unwritten tells, after a Commit that failed, why a session may not be answered.
	Unwritten map[*Session]error
	batch     audit.Batch
	owners    []*Session // the session of each record
}

// batchOf returns the batch for the next record, which is the session's.
func (l *Ledger) batchOf(s *Session) *audit.Batch {
	l.owners = append(l.owners, s)
	return &l.batch
}

// Waits reports whether Commit waits for the disk.
func (l *Ledger) Waits(e *Engine) bool { return e.config.Log.Waits(&l.batch) }

// Commit writes the records. When it returns nil, the answers may leave. 58030, 53100: some records
// were not written, and Unwritten tells whose. If then is not nil, Commit does not wait for the disk but
// returns nil, and then is called with what Commit would have returned: see audit.Log.WriteThen. The ledger
// is not to be used before.
func (l *Ledger) Commit(e *Engine, then func(error)) error {
	l.Unwritten = nil
	switch {
	case then != nil:
		e.config.Log.WriteThen(&l.batch, func(err error) {
			l.emptyCommitted(err)
			then(err)
		})
		return nil
	case l.batch.Len() == 0:
		return nil
	}
	err := e.config.Log.WriteAll(&l.batch)
	l.emptyCommitted(err)
	return err
}

// emptyCommitted empties the ledger after its records were written, and keeps whose were not.
func (l *Ledger) emptyCommitted(err error) {
	if err != nil {
		l.Unwritten = map[*Session]error{}
		for i, s := range l.owners {
			if err := l.batch.Err(i); err != nil && l.Unwritten[s] == nil {
				l.Unwritten[s] = err
			}
		}
	}
	l.batch.Reset()
	clear(l.owners)
	l.owners = l.owners[:0]
}

// form is the record of a batch whose executions differ only in their outcomes.
type form struct {
	record *audit.Form
	params int // how many parameters the executions have
	runs   int // executions so far, up to formedAt
}

// formedAt is the execution from which on a batch has a form: one that runs once needs none.
const formedAt = 2

// formOf returns the form of the record that an execution of the batch would make, or nil if its record is made when it
// has ended. What is taken out of a text as a secret may depend on what the session knows by now, so a text that this
// could be true of has no form.
func (b *Batch) formOf(x *execution) *audit.Form {
	f, s := &b.form, x.session
	switch {
	case len(b.plans) != 1 || !leavesNothing(b.plans[0]), x.consent != nil, len(x.values) > 0, len(s.calls) > 0, len(x.request.Args) > 0:
		return nil
	case f.record != nil && f.params == len(x.types):
		return f.record
	case f.runs < formedAt:
		f.runs++
	}
	if f.runs < formedAt || !s.engine.config.Redactor.Settled(b.plans[0].Text) {
		return nil
	}
	rec := x.describeRun(0)
	record, err := audit.NewForm(&rec)
	if err != nil { // the record itself will tell
		return nil
	}
	f.record, f.params = record, len(x.types)
	return record
}

// leavesNothing reports whether a statement is a read that leaves its session as it was.
func leavesNothing(p *planner.Statement) bool {
	return p.Class == planner.Read && p.Control == planner.NoControl && p.Prepared == nil && p.Setting == nil && p.Cursor == nil &&
		len(p.Effects) == 0 && p.Verb == "SELECT"
}
