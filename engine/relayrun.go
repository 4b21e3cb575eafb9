package engine

import (
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/providers"
)

// Run is one execution of a batch by its source. Its zero value is idle.
type Run struct {
	execution
	batch *Batch
}

// Begin begins an execution with so many parameters; args has their values if these are
// recorded. What the execution is about to change goes into a ledger: then pending is true,
// and once the ledger is committed, Begun says whether the execution may be passed on.
func (run *Run) Begin(b *Batch, params int, args *providers.Args, consent *Consent, now time.Time, l *Ledger) (pending bool) {
	s := b.relayed.session
	*run = Run{batch: b, execution: execution{
		session: s, request: &b.request, plans: b.plans, consent: consent, started: now, entries: run.entries[:0], returns: b.relayed.limits,
	}}
	switch {
	case params == 0:
	case args != nil && len(args.Values) > 0:
		run.types, run.values = s.bound(b.plans[0].Text, b.request.ParamTypes, *args, s.engine.config.RecordValues)
	default:
		if len(b.types) != params {
			b.types = paramTypes(b.request.ParamTypes, params)
		}
		run.types = b.types
	}
	if !run.needsIntent() {
		return false
	}
	run.intend(l)
	return true
}

// Begun returns nil if all that an execution changes is on record, as durable as the
// configuration asks for. 58030, 53100: it is not, and nothing may be passed on.
func (run *Run) Begun() error { return run.intended() }

// Reset forgets an execution.
func (run *Run) Reset() {
	clear(run.entries)
	*run = Run{execution: execution{entries: run.entries[:0]}}
}

// Resume makes run the execution of what was bound, whose intent is on record; false:
// there is no intent, or the statement is of another class by now.
func (run *Run) Resume(bound *Run, now time.Time) bool {
	if bound.done() || !bound.announced() || bound.batch.plans[0].Class != bound.class {
		return false
	}
	*run, *bound = *bound, Run{}
	run.started = now
	return true
}

// Announce puts the statement that runs on record before its outcome is known:
// its rows may leave from then on.
func (run *Run) Announce() error { return run.announce() }

// Announced reports whether the statement that runs is on record, or none runs.
func (run *Run) Announced() bool { return run.done() || run.announced() }

// Row counts a row whose values have so many bytes, and reports whether the client may get it.
func (run *Run) Row(bytes int64) bool { return run.done() || run.returns.takes(bytes) }

// Cut names the limit that has kept rows back; "": none.
func (run *Run) Cut() string { return run.returns.cut }

// End records what came of the statement that runs: the source's tag, or its error, or why
// the statement was not run. The next statement of the batch runs from then on.
// Nothing about the outcome may leave before the ledger is committed.
func (run *Run) End(tag string, err error, now time.Time, l *Ledger) { run.end(tag, err, now, l) }

// Skip ends what the batch intended and did not come to, for the reason given.
func (run *Run) Skip(err error, now time.Time, l *Ledger) { run.skip(err, now, l) }

// Changes reports whether the statement that runs does more than read or control
// its session.
func (run *Run) Changes() bool { return !run.done() && run.plans[run.at].Class.Changes() }

// Dropped names a prepared statement that is gone; "" means all.
type Dropped struct{ Name string }

// Drops says what the statement that runs drops, when it has; nil: nothing.
func (run *Run) Drops() *Dropped {
	if run.done() {
		return nil
	}
	if p := run.plans[run.at].Prepared; p != nil && p.Gone {
		return &Dropped{p.Name}
	}
	return nil
}

// Done reports whether all statements of the batch have ended.
func (run *Run) Done() bool { return run.done() }

// Ended is called when the session's transaction has ended.
func (r *Relayed) Ended() {
	r.session.firstIntent = 0
	r.session.cursors.EndTransaction()
}

// Ledger collects records, of statements that have ended or of what some intend,
// until they are written together. Its zero value is empty.
type Ledger struct {
	batch  audit.Batch
	owners []*Session         // of the records, in their order
	failed map[*Session]error // what was not written by the last Commit
}

// of is where the next record goes, which is of a session.
func (l *Ledger) of(s *Session) *audit.Batch {
	l.owners = append(l.owners, s)
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
		l.failed = map[*Session]error{}
		for i, s := range l.owners {
			if err := l.batch.Err(i); err != nil && l.failed[s] == nil {
				l.failed[s] = err
			}
		}
	}
	l.batch.Reset()
	clear(l.owners)
	l.owners = l.owners[:0]
	return err
}

// Unwritten is why, after a Commit that failed, a session may not be answered; nil: it may.
func (l *Ledger) Unwritten(r *Relayed) error { return l.failed[r.session] }
