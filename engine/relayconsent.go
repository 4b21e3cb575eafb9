package engine

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Asks reports whether each execution of the batch needs a person's approval:
// before it is bound to parameters, since binding may run code.
func (b *Batch) Asks() bool { return b.asks }

// Undescribed records that a batch cannot be described before it is approved, and
// returns the error.
func (r *Relayed) Undescribed(b *Batch) error { return r.Refuse(b, errDescribes()) }

// Consent gets the approval of one execution of a batch with these parameters,
// and waits for it; notice tells the client meanwhile. settings say how its text
// and values are read ("name: value"): with others it would be another statement.
// args must not change until it returns. The batch is understood anew if that has
// taken time. What is refused is on record. Errors: see question.consent.
func (r *Relayed) Consent(ctx context.Context, b *Batch, args providers.Args, settings []string, notice func(*sqlstate.Error)) (c *Consent, err error) {
	s := r.session
	defer s.recovered(&err)
	s.said = settings
	q := &question{session: s, request: &b.request, plans: b.plans, args: args, settings: settings, notice: notice}
	q.again = func(ctx context.Context) ([]*planner.Statement, error) {
		if err := r.Judge(ctx, b, b.request.SQL, b.request.ParamTypes); err != nil {
			return nil, err
		}
		return b.plans, nil
	}
	return q.consent(ctx)
}

// Covers reports whether an approved execution of a batch with these parameters
// may begin, or go on if it has begun: the batch is understood anew, and means
// what was approved. What is refused is on record. 42501: it means something else
// by now, or the time to use the approval is over.
func (r *Relayed) Covers(ctx context.Context, b *Batch, args providers.Args, settings []string, c *Consent, begun bool) (err error) {
	s := r.session
	defer s.recovered(&err)
	if err := r.Judge(ctx, b, b.request.SQL, b.request.ParamTypes); err != nil {
		return err
	}
	q := &question{session: s, request: &b.request, plans: b.plans, args: args, settings: settings}
	if !begun && !time.Now().Before(c.request.Expires) {
		return q.refuse(audit.NeedsApprovalExpired, c, sqlstate.New(sqlstate.InsufficientPrivilege,
			"approval %s was not used in time", c.request.ID).WithHint("Run it again to ask for another approval."))
	}
	if !begun && s.engine.config.Approvals.Store.Revoked(c.request.ID) {
		return q.refuse(audit.NeedsApprovalDeclined, c, sqlstate.New(sqlstate.InsufficientPrivilege,
			"grant %s was revoked", c.request.ID).WithHint("Run it again to ask for an approval."))
	}
	now, err := q.digest(ctx)
	if err != nil {
		return q.refuse(audit.NeedsApprovalUnavailable, c, err)
	}
	if now != c.request.Digest {
		return q.refuse(audit.NeedsApprovalUnavailable, c, c.outdated())
	}
	return nil
}

// Agree says what the execution that has just been started was approved by.
func (run *Run) Agree(c *Consent) { run.consent = c }

// Consent is what the execution was approved by; nil: it needed no approval.
func (run *Run) Consent() *Consent { return run.consent }

// Bound reports whether the execution is held to a number of rows, and so has to
// be undone if Exceeds says so once its tag is known.
func (run *Run) Bound() bool {
	return run.consent != nil && run.consent.request.MaxRows >= 0 && len(run.batch.plans) == 1 && counted(run.batch.plans[0])
}

// Tally is the question whose answers from right before and right behind a bound
// execution, in its transaction, Exceeds compares; false: its tag says all.
func (run *Run) Tally() (q providers.Query, needed bool) {
	if !run.Bound() || !run.consent.tallies() {
		return providers.Query{}, false
	}
	return run.consent.tallyQuery(), true
}

// Exceeds is the error of a bound execution that has touched more rows than were
// approved; nil: it has not. before and behind are the rows that answered Tally. 42501.
func (run *Run) Exceeds(tag string, before, behind [][]string) error {
	c := run.consent
	switch {
	case !run.Bound():
		return nil
	case !c.tallies():
		return c.alone().exceeds(tag)
	}
	return c.exceedsInAll(tag, before, behind)
}

// asks reports whether the worst of a batch is to be approved.
func (s *Session) asks(plans []*planner.Statement) bool {
	_, d := s.judge(plans, gate.AnyPurpose)
	return len(plans) > 0 && d.Verdict == gate.Ask
}
