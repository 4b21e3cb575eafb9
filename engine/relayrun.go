package engine

import (
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Run is one execution of a batch by its server. Its zero value has nothing to run.
type Run struct {
	execution
	batch *Batch
}

// Begin makes run the execution of a batch with so many parameters; args has their values if they are
// recorded. If the execution changes anything, its intents go into the ledger and pending is true;
// when the ledger is committed, Begun tells whether the execution may be passed on. 42501, on record:
// the batch needs an approval, and consent is nil. 53400, on record: the principal runs too many a minute.
func (r *Relayed) Begin(run *Run, b *Batch, params int, args *providers.Args, consent *Consent, now time.Time, l *Ledger) (pending bool, err error) {
	if b.Asks && consent == nil {
		return false, r.Refuse(b, errUnapproved)
	}
	s := r.session
	if err := s.paced(b.plans); err != nil {
		return false, r.Refuse(b, err)
	}
	*run = Run{batch: b, execution: execution{
		session: s, request: &b.request, plans: b.plans, consent: consent, started: now, entries: run.entries[:0], returns: r.limits,
	}}
	if !run.done() {
		s.doing.begin(run.plans[0], now)
	}
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
		return false, nil
	}
	run.intend(l)
	return true, nil
}

// errUnapproved is the error of a portal that needs an approval when it is executed, and needed none
// when it was bound.
var errUnapproved = sqlstate.New(sqlstate.InsufficientPrivilege, "the statement needs a person's approval, and had none when it was bound").
	WithHint("Bind it again, so that a person is asked.")

// Begun returns nil if all intents are on record, as durable as the configuration asks for. 58030,
// 53100: one is not, and nothing may be passed on.
func (run *Run) Begun() error { return run.intended() }

// Reset makes run a Run that has nothing to run.
func (run *Run) Reset() {
	if !run.done() {
		run.session.doing.end(run.plans[run.at])
	}
	clear(run.entries)
	*run = Run{execution: execution{entries: run.entries[:0]}}
}

// Resume makes run go on with the record of a Bind; false: the Bind has no open record, or the
// statement has another class by now.
func (run *Run) Resume(bound *Run, now time.Time) bool {
	if bound.done() || !bound.announced() || bound.batch.plans[0].Class != bound.class || bound.batch.Asks && bound.consent == nil {
		return false
	}
	*run, *bound = *bound, Run{}
	run.started = now
	return true
}

// Announce records the statement that runs before its outcome is known. Its rows may leave from then
// on.
func (run *Run) Announce() error { return run.announce() }

// Announced reports whether the statement that runs is on record, or that no statement runs.
func (run *Run) Announced() bool { return run.done() || run.announced() }

// Row counts a row whose values have so many bytes, and reports whether the client may get it.
func (run *Run) Row(bytes int64) bool { return run.done() || run.returns.takes(bytes) }

// End adds the outcome of the statement that runs to a ledger: the server's tag, or its error, or why
// it was not run. The next statement of the batch runs from then on. The client may be told nothing of
// the outcome before the ledger is committed.
func (run *Run) End(tag string, err error, now time.Time, l *Ledger) (e Ended) {
	if run.done() {
		return e
	}
	p := run.plans[run.at]
	e.Changed, e.Cut = p.Class.Changes(), run.returns.cut
	if p.Prepared != nil && p.Prepared.Gone {
		e.Dropped, e.Name = true, p.Prepared.Name
	}
	run.end(tag, err, now, l)
	if p.Control == planner.Begin && err == nil {
		run.session.doing.inTransaction(true)
	}
	return e
}

// Ended is what a statement of a Run has done, if it has ended without an error.
type Ended struct {
	Changed bool   // it did more than read or control its session
	Cut     string // the limit that kept rows back, "rows" or "bytes"; "": none
	Dropped bool   // it has dropped the prepared statement Name, or with "" all
	Name    string
}

// Skip adds outcomes, with the reason given, for statements that have an intent and did not run.
func (run *Run) Skip(err error, now time.Time, l *Ledger) { run.skip(err, now, l) }

// Done reports whether all statements of the batch have ended.
func (run *Run) Done() bool { return run.done() }

// Ended notes that the session's transaction has ended.
func (r *Relayed) Ended() {
	r.session.firstIntent = 0
	r.session.doing.inTransaction(false)
	r.session.cursors.EndTransaction()
}

// Ledger collects records of many sessions, which Commit writes together: outcomes of statements, or
// intents. Its zero value is empty.
type Ledger struct {
	batch  audit.Batch
	owners []*Session         // the session of each record
	failed map[*Session]error // the sessions with records that the last Commit did not write
}

// of returns the batch for the next record, which is the session's.
func (l *Ledger) of(s *Session) *audit.Batch {
	l.owners = append(l.owners, s)
	return &l.batch
}

// Empty reports whether there is nothing to write.
func (l *Ledger) Empty() bool { return l.batch.Len() == 0 }

// Waits reports whether Commit waits for the disk.
func (l *Ledger) Waits(e *Engine) bool { return e.config.Log.Waits(&l.batch) }

// Commit writes the records. When it returns nil, the answers may leave. 58030, 53100: some records
// were not written, and Unwritten tells whose.
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

// Unwritten tells, after a Commit that failed, why a session may not be answered; nil: it may.
func (l *Ledger) Unwritten(r *Relayed) error { return l.failed[r.session] }
