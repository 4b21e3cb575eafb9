package engine

import (
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
)

// Pending is how a statement of a Run has ended, where its source may still undo it: a comparison behind it has not passed.
// It is not on record before Record. The zero Pending is none.
type Pending struct {
	session *Session
	request Request // a copy: the batch may be reused by then
	plan    *planner.Statement
	entry   *audit.Entry // the statement's open record; nil: it has none
	form    *audit.Form  // its record, but for the outcome; nil: it has none
	types   []string
	values  []string
	consent *Consent
	outcome audit.Outcome
}

// Suspend ends the statement that runs, as End does without an error, and puts the outcome off: Pending.Record enters it.
func (run *Run) Suspend(tag string, now time.Time) (p Pending, e Ended) {
	if run.isDone() {
		return p, e
	}
	e = run.describeEnd()
	p = Pending{
		session: run.session, request: *run.request, plan: run.plans[run.at], form: run.form,
		types: run.types, values: run.values, consent: run.consent, outcome: run.describeOutcome(tag, nil, now),
	}
	if run.isAnnounced() {
		p.entry = run.entries[run.at]
	}
	run.leaveStatement(nil, now)
	run.noteBegun(p.plan, nil)
	run.updateProgress()
	return p, e
}

// IsOpen reports whether there is an outcome to be recorded.
func (p *Pending) IsOpen() bool { return p.session != nil }

// Announce records the statement before its outcome. Its rows may leave from then on.
func (p *Pending) Announce() (err error) {
	if p.session != nil && p.entry == nil {
		p.entry, err = p.session.engine.config.Log.Announce(p.describe())
	}
	return err
}

// Record adds the outcome to a ledger; err says why the statement was undone, or that nobody knows whether it was. There is
// none to be recorded then.
func (p *Pending) Record(err error, l *Ledger) {
	if p.session == nil {
		return
	}
	o := p.outcome
	if err != nil {
		o.Tag, o.Err = "", p.session.safeError(err, p.plan.Text, audit.Record{ParamTypes: p.types})
	}
	switch batch := l.batchOf(p.session); {
	case p.entry != nil:
		batch.End(p.entry, o)
	case p.form != nil && err == nil:
		batch.AddForm(p.form, &o)
	default:
		rec := p.describe()
		batch.Add(&rec, o)
	}
	*p = Pending{}
}

// describe describes the statement.
func (p *Pending) describe() audit.Record {
	rec := p.session.describeRecord(&p.request, p.plan)
	rec.ParamTypes, rec.Params = p.types, p.values
	p.consent.addTo(&rec)
	return rec
}
