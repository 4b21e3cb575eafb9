package engine

import (
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
)

// Pending are statements of Runs that have ended without an error, and that their source may still undo: a comparison behind
// them has not passed. Their outcomes are not on record before Relayed.RecordPending.
type Pending []pending

// pending is one statement of a Pending.
type pending struct {
	session *Session
	request Request // a copy: the batch may be reused by then
	plan    *planner.Statement
	entry   *audit.Entry // the statement's open record; nil: it has none
	form    *audit.Form  // its record, but for the outcome; nil: it has none
	types   []string
	values  []string
	consent *Consent
	outcome audit.Outcome
	mixed   bool // see Relayed.changedError
}

// suspendOutcome ends the statement that runs, without an error, and puts its outcome off.
func (run *Run) suspendOutcome(tag string, now time.Time, p *Pending) {
	one := pending{
		session: run.session, request: *run.request, plan: run.plans[run.at], form: run.form, types: run.types, values: run.values,
		consent: run.consent, outcome: run.describeOutcome(tag, nil, now), mixed: run.Batch.isMixed(),
	}
	if run.isAnnounced() {
		one.entry = run.entries[run.at]
	}
	*p = append(*p, one)
	run.leaveStatement(tag, nil, now)
}

// announceAll records the statements before their outcomes.
func (p Pending) announceAll() error {
	for i := range p {
		one := &p[i]
		if one.entry != nil {
			continue
		}
		entry, err := one.session.engine.config.Log.Announce(one.describeRun())
		if err != nil {
			return err
		}
		one.entry = entry
	}
	return nil
}

// recordOutcome adds the outcome to a ledger; err, if it is not nil, is the outcome instead.
func (one *pending) recordOutcome(err error, l *Ledger) {
	o := one.outcome
	if err != nil {
		o.Tag, o.Err = "", one.session.safeError(err, one.plan.Text, audit.Record{ParamTypes: one.types})
	}
	switch batch := l.batchOf(one.session); {
	case one.entry != nil:
		batch.End(one.entry, o)
	case one.form != nil && err == nil:
		batch.AddForm(one.form, &o)
	default:
		rec := one.describeRun()
		batch.Add(&rec, o)
	}
}

// describeRun describes the statement, which was let through.
func (one *pending) describeRun() audit.Record {
	rec := one.session.describeRecord(&one.request, one.plan)
	rec.ParamTypes, rec.Params = one.types, one.values
	one.consent.addTo(&rec)
	return rec
}
