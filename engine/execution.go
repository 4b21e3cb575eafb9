package engine

import (
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// execution is the way of some statements, which run one after the other, from their
// decision to their outcomes on record. A Result is made of an execution whose statement
// the engine runs; a Run, of one whose statements the source runs as the client sent them.
// The zero execution has nothing to run.
type execution struct {
	session *Session
	request *Request
	plans   []*planner.Statement
	at      int            // the plan that runs
	class   planner.Class  // of the first plan, as its intent says
	entries []*audit.Entry // by plan; nil: its record is written whole at its end
	types   []string       // of the parameters
	values  []string       // of the parameters, if they are recorded
	consent *Consent       // nil: nobody had to be asked
	started time.Time      // when the plan that runs began
	returns returned       // by the plan that runs
}

// done reports whether all statements have ended.
func (x *execution) done() bool { return x.at >= len(x.plans) }

// needsIntent reports whether anything has to be on record before the statements run.
func (x *execution) needsIntent() bool {
	for i := range x.plans {
		if x.intends(i) {
			return true
		}
	}
	return false
}

// intends reports whether a statement has its intent on disk before it runs: all that
// changes something. What a session says about itself (BEGIN, SET, SHOW) changes nothing
// that outlives it; the COMMIT of an open transaction does, and so does one behind other
// statements, which it commits.
func (x *execution) intends(i int) bool {
	p := x.plans[i]
	if p.Class == planner.Session {
		if p.Show != nil {
			return true // REGISTRY PULL
		}
		return p.Control == planner.Commit && (i > 0 || x.session.Status() != providers.Idle)
	}
	return p.Class != planner.Read
}

// inTransaction reports whether the execution only changes rows, inside of a
// transaction that only a later statement can commit.
func (x *execution) inTransaction() bool {
	s := x.session
	if len(x.plans) != 1 || s.inBlock == nil || s.Status() != providers.InTransaction || !s.inBlock() {
		return false
	}
	p := x.plans[0]
	return providers.ChangesRows(p.Verb) && (p.Class == planner.Mutate || p.Class == planner.Delete)
}

// begin puts on record what the statements are about to change, and waits for the disk.
// 58030, 53100: it is not on record, and nothing may run.
func (x *execution) begin() error {
	if !x.needsIntent() {
		return nil
	}
	var l Ledger
	x.intend(&l)
	_ = l.Commit(x.session.engine) // intended says the same
	return x.intended()
}

// intend adds to a ledger what the statements are about to change. Once the ledger is
// committed, intended says whether they may run.
func (x *execution) intend(l *Ledger) {
	x.keepEntries()
	x.class = x.plans[0].Class
	for i, p := range x.plans {
		if !x.intends(i) {
			continue
		}
		rec := x.record(i)
		switch {
		case p.Control == planner.Commit, p.Verb == "PREPARE TRANSACTION":
			x.entries[i] = l.of(x.session).BeginCommit(&rec, x.session.firstIntent)
		case x.inTransaction():
			x.entries[i] = l.of(x.session).BeginInTransaction(&rec)
		default:
			x.entries[i] = l.of(x.session).Begin(&rec)
		}
	}
}

// keepEntries makes room for an entry of each plan.
func (x *execution) keepEntries() {
	x.entries = slices.Grow(x.entries[:0], len(x.plans))[:len(x.plans)]
	clear(x.entries)
}

// intended returns nil if all that was intended is on record, as durable as
// the configuration asks for. 58030, 53100: it is not, and nothing may run.
func (x *execution) intended() (err error) {
	for i, e := range x.entries {
		switch {
		case e == nil:
		case e.Err() != nil:
			err = first(err, e.Err())
			x.entries[i] = nil
		case x.session.firstIntent == 0 && x.inTransaction():
			x.session.firstIntent = e.Seq()
		}
	}
	return err
}

// announced reports whether the statement that runs is on record.
func (x *execution) announced() bool { return x.at < len(x.entries) && x.entries[x.at] != nil }

// announce puts the statement that runs on record before its outcome is known:
// its rows may leave from then on.
func (x *execution) announce() (err error) {
	if x.announced() || x.done() {
		return nil
	}
	if len(x.entries) != len(x.plans) {
		x.keepEntries()
	}
	x.entries[x.at], err = x.session.engine.config.Log.Announce(x.record(x.at))
	return err
}

// record describes a statement that was let through.
func (x *execution) record(i int) audit.Record {
	rec := x.session.record(x.request, x.plans[i])
	rec.ParamTypes, rec.Params = x.types, x.values
	x.consent.into(&rec)
	return rec
}

// end records what came of the statement that runs; the next one runs from then on.
// Nothing about the outcome may leave before the ledger is committed.
func (x *execution) end(tag string, err error, now time.Time, l *Ledger) {
	if x.done() { // blank text, or the source did more than it was asked
		return
	}
	s, p := x.session, x.plans[x.at]
	s.doing.end(p)
	o := x.outcome(tag, err, now)
	if x.announced() {
		l.of(s).End(x.entries[x.at], o)
	} else {
		rec := x.record(x.at)
		l.of(s).Add(&rec, o)
	}
	if err == nil {
		s.remember(p)
		s.noteSettings(p, len(x.plans) == 1)
	}
	if x.at++; !x.done() {
		x.started, x.returns.rows, x.returns.bytes, x.returns.cut = now, 0, 0, ""
		s.doing.begin(x.plans[x.at], now)
	}
}

// outcome describes what came of the statement that runs.
func (x *execution) outcome(tag string, err error, now time.Time) audit.Outcome {
	p := x.plans[x.at]
	changed, _ := Affected(tag)
	o := audit.Outcome{Rows: max(x.returns.rows, changed), Duration: now.Sub(x.started), Truncated: x.returns.cut, Tag: tag}
	if o.Truncated != "" && p.Class == planner.Read {
		o.Rows = x.returns.rows // what the source had ready is not what was returned
	}
	o.Requests, o.Parts = x.session.takeRequests(p), x.session.takeParts(p)
	if err != nil {
		o.Err = x.session.safeError(err, p.Text, audit.Record{ParamTypes: x.types})
	}
	return o
}

// skip ends what was intended and did not run, for the reason given.
func (x *execution) skip(err error, now time.Time, l *Ledger) {
	for !x.done() {
		if x.announced() {
			x.end("", err, now, l)
		} else {
			x.at++
		}
	}
}
