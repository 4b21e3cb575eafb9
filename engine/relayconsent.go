package engine

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Undescribed records that a batch cannot be described before it is approved, and
// returns the error.
func (r *Relayed) Undescribed(b *Batch) error { return r.Refuse(b, errDescribes()) }

// errReadings is the error of a batch whose client has changed settings, and has more to
// run before the server tells what they are.
var errReadings = sqlstate.New(sqlstate.FeatureNotSupported, "what needs a person's approval cannot follow a SET in the same pipeline").
	WithHint("Send a Sync between them.")

// Consent gets the approval of one execution of a batch with these parameters,
// and waits for it; notice tells the client meanwhile. With other readings it would be
// another statement; while they are not known nobody is asked.
// args must not change until it returns. The batch is understood anew if that has
// taken time. What is refused is on record. Errors: see question.consent.
func (r *Relayed) Consent(ctx context.Context, b *Batch, args providers.Args, readings Readings, notice func(*sqlstate.Error)) (c *Consent, err error) {
	s := r.session
	defer s.recovered(&err)
	if readings.Unknown {
		return nil, r.Refuse(b, errReadings)
	}
	s.readings = readings
	q := b.question(args, &readings)
	q.notice = notice
	q.again = func(ctx context.Context) error {
		if err := r.Judge(ctx, b, b.request.SQL, b.request.ParamTypes); err != nil {
			return err
		}
		q.plans, q.worst = b.plans, b.worst
		return nil
	}
	return q.consent(ctx)
}

// question makes a question of the batch.
func (b *Batch) question(args providers.Args, readings *Readings) *question {
	return &question{session: b.relayed.session, request: &b.request, plans: b.plans, worst: b.worst, args: args, readings: readings}
}

// Covers reports whether an approved execution of a batch with these parameters
// may begin, or go on if it has begun: the batch is understood anew, and means
// what was approved. What is refused is on record. 42501: it means something else
// by now, or the time to use the approval is over.
func (r *Relayed) Covers(ctx context.Context, b *Batch, args providers.Args, readings Readings, c *Consent, begun bool) (err error) {
	s := r.session
	defer s.recovered(&err)
	if readings.Unknown {
		return r.Refuse(b, errReadings)
	}
	if err := r.Judge(ctx, b, b.request.SQL, b.request.ParamTypes); err != nil {
		return err
	}
	q := b.question(args, &readings)
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

// Bound reports whether the execution is held to a number of rows, and so has to
// be undone if Exceeds says so once its tag is known.
func (run *Run) Bound() bool { return run.bound() }

// Tally returns the question whose answers from right before and right behind a bound
// execution, in its transaction, Exceeds compares; false: its tag says all.
func (run *Run) Tally() (q providers.Query, needed bool) { return run.tally() }

// Exceeds returns the error of a bound execution that has touched more rows than were
// approved; nil: it has not. before and behind are the rows that answered Tally. 42501.
func (run *Run) Exceeds(tag string, before, behind [][]string) error {
	return run.exceeds(tag, before, behind)
}
