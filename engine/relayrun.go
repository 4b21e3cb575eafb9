package engine

import (
	"cmp"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// Run is one execution of a batch. Its zero value is idle.
type Run struct {
	batch   *Batch
	started time.Time
	at      int            // the statement that runs
	entries []*audit.Entry // by statement; nil: its record is written whole at its end
	types   []string       // of parameters
	values  []string       // of parameters, if they are recorded
	consent *Consent
	class   planner.Class // of the first statement, as its intent says
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
	return &Statement{session: b.relayed.session, plan: b.plans[i], request: &b.request, of: len(b.plans)}
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

// inTransaction reports whether the execution only changes rows, inside of a
// transaction that only a later statement can commit.
func (run *Run) inTransaction() bool {
	b := run.batch
	if len(b.plans) != 1 || b.relayed.session.Status() != providers.InTransaction || !b.relayed.block() {
		return false
	}
	p := b.plans[0]
	return providers.ChangesRows(p.Verb) && (p.Class == planner.Mutate || p.Class == planner.Delete)
}

// Intend adds to a ledger what the execution is about to change. Once that is
// committed, Intended says whether it may be passed on.
func (run *Run) Intend(l *Ledger) {
	r := run.batch.relayed
	run.entries = slices.Grow(run.entries[:0], len(run.batch.plans))[:len(run.batch.plans)]
	clear(run.entries)
	run.class = run.batch.plans[0].Class
	for i, p := range run.batch.plans {
		if !run.needsIntent(i) {
			continue
		}
		rec := run.record(i)
		switch {
		case p.Control == planner.Commit, p.Verb == "PREPARE TRANSACTION":
			run.entries[i] = l.of(r).BeginCommit(&rec, r.first)
		case run.inTransaction():
			run.entries[i] = l.of(r).BeginInTransaction(&rec)
		default:
			run.entries[i] = l.of(r).Begin(&rec)
		}
	}
}

// Resume makes run the execution of what was bound, whose intent is on record; false:
// there is no intent, or the statement is of another class by now.
func (run *Run) Resume(bound *Run, now time.Time) bool {
	if bound.Done() || !bound.Announced() || bound.batch.plans[0].Class != bound.class {
		return false
	}
	*run, *bound = *bound, Run{}
	run.started = now
	return true
}

// Intended returns nil where all that was intended is on record, as durable as
// the configuration asks for. 58030, 53100: it is not, and nothing may be passed
// on.
func (run *Run) Intended() (err error) {
	r := run.batch.relayed
	for i, e := range run.entries {
		switch {
		case e == nil:
		case e.Err() != nil:
			err = cmp.Or(err, e.Err())
			run.entries[i] = nil
		case r.first == 0 && run.inTransaction():
			r.first = e.Seq()
		}
	}
	return err
}

// Ended is called when the session's transaction has ended.
func (r *Relayed) Ended() {
	r.first = 0
	r.session.cursors.EndTransaction()
}

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
	run.consent.into(&rec)
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
		l.of(b.relayed).End(run.entries[run.at], o)
	} else {
		rec := run.record(run.at)
		l.of(b.relayed).Add(&rec, o)
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
	return !run.Done() && run.batch.plans[run.at].Class.Changes()
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

// Ledger collects records, of statements that have ended or of what some intend,
// until they are written together. Its zero value is empty.
type Ledger struct {
	batch  audit.Batch
	owners []*Relayed         // of the records, in their order
	failed map[*Relayed]error // what was not written by the last Commit
}

// of is where the next record goes, which is of a session.
func (l *Ledger) of(r *Relayed) *audit.Batch {
	l.owners = append(l.owners, r)
	return &l.batch
}

// Empty reports whether there is nothing to write.
func (l *Ledger) Empty() bool { return l.batch.Len() == 0 }

// Waits reports whether Commit waits for the disk.
func (l *Ledger) Waits(e *Engine) bool { return e.config.Log.Waits(&l.batch) }

// Commit writes the records: the answers may leave when it returns nil. 58030,
// 53100: not all of them are on record, and Unwritten tells whose.
func (l *Ledger) Commit(e *Engine) error {
	err := e.config.Log.WriteAll(&l.batch)
	l.failed = nil
	if err != nil {
		l.failed = map[*Relayed]error{}
		for i, r := range l.owners {
			if err := l.batch.Err(i); err != nil && l.failed[r] == nil {
				l.failed[r] = err
			}
		}
	}
	l.batch.Reset()
	clear(l.owners)
	l.owners = l.owners[:0]
	return err
}

// Unwritten is why, after a Commit that failed, a session may not be answered; nil: it may.
func (l *Ledger) Unwritten(r *Relayed) error { return l.failed[r] }
