package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Asks reports whether each execution of the batch needs a person's approval:
// before it is bound to parameters, since binding may run code.
func (b *Batch) Asks() bool { return b.asks }

// Consent gets the approval of one execution of a batch with these parameters,
// and waits for it; notice tells the client meanwhile. args must not change until
// it returns. The batch is understood anew if that has taken time. What is refused
// is on record. Errors: see question.consent.
func (r *Relayed) Consent(ctx context.Context, b *Batch, args providers.Args, notice func(*sqlstate.Error)) (c *Consent, err error) {
	s := r.session
	defer s.recovered(&err)
	q := &question{session: s, request: &b.request, plans: b.plans, args: args, notice: notice}
	q.again = func(ctx context.Context) ([]*planner.Statement, error) {
		if err := r.Judge(ctx, b, b.request.SQL, b.request.ParamTypes); err != nil {
			return nil, err
		}
		return b.plans, nil
	}
	return q.consent(ctx)
}

// Agree says what the execution that has just been started was approved by.
func (run *Run) Agree(c *Consent) { run.consent = c }

// Bound reports whether the execution is held to a number of rows, and so has to
// be undone if Exceeds says so once its tag is known.
func (run *Run) Bound() bool {
	return run.consent != nil && run.consent.request.MaxRows >= 0 && len(run.batch.plans) == 1 && counted(run.batch.plans[0])
}

// Exceeds is the error of a bound execution that has touched more rows than were
// approved; nil: it has not. 42501.
func (run *Run) Exceeds(tag string) error {
	if !run.Bound() {
		return nil
	}
	return run.consent.exceeds(tag)
}

// asks reports whether the worst of a batch is to be approved.
func (s *Session) asks(plans []*planner.Statement) bool {
	_, d := s.judge(plans, gate.AnyPurpose)
	return len(plans) > 0 && d.Verdict == gate.Ask
}
