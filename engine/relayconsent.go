package engine

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// errReadings is the error of a batch whose client has changed settings in the same pipeline, so that
// their values are not known yet.
var errReadings = sqlstate.New(sqlstate.FeatureNotSupported, "a statement that needs a person's approval, or whose cost a role limits, cannot follow a SET in the same pipeline").
	WithHint("Send a Sync between them.")

// Consent gets the approval of one execution of a batch with these parameters, and waits for it; notice
// tells the client meanwhile. args must not change until it returns. The readings belong to what is
// approved, so nobody is asked while they are unknown. If asking has taken time, the batch is judged
// again. Before that, plans are refused that cost more than the session's roles allow. A batch that needs
// no approval gets nil. A refusal is on record. Errors: as question.obtainConsent; 54000: the plan costs too
// much.
func (r *Relayed) Consent(ctx context.Context, b *Batch, args providers.Args, readings Readings, notice func(*sqlstate.Error)) (c *Consent, err error) {
	s := r.session
	defer s.refusalOfPanic(&b.Request, &err)
	if readings.Unknown {
		return nil, r.Refuse(b, errReadings)
	}
	s.readings = readings
	if b.Weighs {
		if err := r.weighBatch(ctx, b, args); err != nil {
			return nil, err
		}
	}
	if !b.Asks {
		return nil, nil //nolint:nilnil // it needs none
	}
	code, replaces, err := s.seeCode(ctx, len(b.plans) > 1)
	if err != nil {
		return nil, r.Refuse(b, err)
	}
	q := b.newQuestion(args, &readings)
	q.notice = notice
	q.again = func(ctx context.Context) error {
		if err := r.Judge(ctx, b, b.Request.SQL, b.Request.ParamTypes); err != nil {
			return err
		}
		q.plans, q.worst = b.plans, b.worst
		return nil
	}
	if c, err = q.obtainConsent(ctx); err == nil && code != nil {
		code.committed, code.by = q.committed, c
		c.code, c.replaces = code, replaces
	}
	return c, err
}

// newQuestion asks whether the batch may run.
func (b *Batch) newQuestion(args providers.Args, readings *Readings) *question {
	return &question{session: b.relayed.session, request: &b.Request, plans: b.plans, worst: b.worst, args: args, readings: readings}
}

// Covers reports whether an approved execution of a batch with these parameters may begin, or go on if
// it has begun: the batch is judged again, and has to mean what was approved. A refusal is on record.
// 42501: it means something else by now, or the approval has expired or was revoked.
func (r *Relayed) Covers(ctx context.Context, b *Batch, args providers.Args, readings Readings, c *Consent, begun bool) (err error) {
	s := r.session
	defer s.refusalOfPanic(&b.Request, &err)
	if readings.Unknown {
		return r.Refuse(b, errReadings)
	}
	if err := r.Judge(ctx, b, b.Request.SQL, b.Request.ParamTypes); err != nil {
		return err
	}
	q := b.newQuestion(args, &readings)
	if !begun && !time.Now().Before(c.request.Expires) {
		return q.refuseAsked(audit.NeedsApprovalExpired, c, sqlstate.New(sqlstate.InsufficientPrivilege,
			"approval %s was not used in time", c.request.ID).WithHint("Run it again to ask for another approval."))
	}
	if !begun && s.engine.config.Approvals.Store.Revoked(c.request.ID) {
		return q.refuseAsked(audit.NeedsApprovalDeclined, c, sqlstate.New(sqlstate.InsufficientPrivilege,
			"grant %s was revoked", c.request.ID).WithHint("Run it again to ask for an approval."))
	}
	now, err := q.computeDigest(ctx)
	if err != nil {
		return q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
	}
	if now != c.request.Digest {
		return q.refuseAsked(audit.NeedsApprovalUnavailable, c, c.outdatedError())
	}
	return nil
}

// Exceeds returns the error of a bound execution that has touched more rows than were approved, or nil if it has not.
// before and behind are the answers to Progress.Tally. 42501.
func (run *Run) Exceeds(tag string, before, behind [][]string) error {
	return run.checkRowsTouched(tag, before, behind)
}
