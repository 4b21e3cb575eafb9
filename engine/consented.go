package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What sessions do about approvals where the engine runs the statement itself;
// relayconsent.go has the same for relayed ones.

// consent decides on a statement once more and gets its approval, if it needs
// one. A refusal is on record.
func (st *Statement) consent(ctx context.Context, args providers.Args) (*Consent, error) {
	s := st.session
	d := s.decide(st.request.Purpose, st.plan)
	switch {
	case d.Verdict == gate.Allow:
		s.agreed.runs(st.plan)
		return nil, nil
	case !s.passes(d):
		return nil, s.refuse(*st.request, st.plan, d, refusal(st.request.SQL, d))
	case s.agreed != nil:
		return s.agreed.covers(ctx, st, args)
	}
	if err := s.usable(st.plan); err != nil {
		return nil, st.told(err)
	}
	q := &question{session: s, request: st.request, plans: []*planner.Statement{st.plan}, args: args, notice: s.client.OnNotice}
	q.again = func(ctx context.Context) ([]*planner.Statement, error) {
		if err := st.refresh(ctx); err != nil {
			return nil, err
		}
		if d := s.decide(st.request.Purpose, st.plan); !s.passes(d) {
			return nil, s.refuse(*st.request, st.plan, d, refusal(st.request.SQL, d))
		}
		return []*planner.Statement{st.plan}, nil
	}
	return q.consent(ctx)
}

// agree gets the approval of a batch of several statements as one.
func (s *Session) agree(ctx context.Context, batch []*Statement) (err error) {
	if len(batch) < 2 {
		return nil
	}
	q := &question{session: s, request: batch[0].request, notice: s.client.OnNotice}
	for _, st := range batch {
		q.plans = append(q.plans, st.plan)
	}
	if _, d := s.judge(q.plans, q.request.Purpose); d.Verdict != gate.Ask {
		return nil
	}
	q.again = func(ctx context.Context) (plans []*planner.Statement, err error) {
		for _, st := range batch {
			if err := st.refresh(ctx); err != nil {
				return nil, err
			}
			plans = append(plans, st.plan)
		}
		if worst, d := s.judge(plans, q.request.Purpose); !s.passes(d) {
			return nil, s.refuse(*q.request, worst, d, refusal(q.request.SQL, d))
		}
		return plans, nil
	}
	c, err := q.consent(ctx)
	if err != nil {
		return err
	}
	s.agreed = &agreement{consent: c, worst: planner.Read, revisions: map[*Statement]string{}}
	for i, p := range q.plans {
		s.agreed.worst = s.agreed.worst.Worse(p.Class)
		s.agreed.revisions[batch[i]] = q.revisions[i]
	}
	return nil
}

// agreement is an approval of a batch, and what its statements meant when it was
// given.
type agreement struct {
	consent   *Consent
	worst     planner.Class
	revisions map[*Statement]string // of the code that each may run
	altered   bool                  // by the batch itself: others may have, too, and nobody can tell
}

// covers returns the approval for a statement of the batch that is about to run,
// unless that means something else by now. What is refused is on record.
func (a *agreement) covers(ctx context.Context, st *Statement, args providers.Args) (*Consent, error) {
	p := st.plan
	q := &question{session: st.session, request: st.request, plans: []*planner.Statement{p}, args: args}
	now, err := "", error(nil)
	if !a.altered {
		now, err = q.revision(ctx, p)
	}
	switch {
	case err != nil:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, a.consent, err)
	case a.worst.Worse(p.Class) != a.worst, !a.altered && now != a.revisions[st]:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, a.consent, a.consent.outdated())
	}
	a.runs(p)
	return a.consent, nil
}

// runs notes that a statement of the batch is about to run.
func (a *agreement) runs(p *planner.Statement) {
	if a != nil && p.Class.Changes() && (p.Class == planner.Exec || !providers.ChangesRows(p.Verb)) {
		a.altered = true
	}
}

// bind has a statement that was approved for a number of rows run inside of a
// transaction, so that it can be taken back.
func (r *Result) bind(ctx context.Context) error {
	source := r.statement.plan.Provider
	if r.consent == nil || r.consent.request.MaxRows < 0 || !counted(r.statement.plan) {
		return nil
	}
	if r.session.status(source) == providers.Idle {
		if err := r.session.say(ctx, source, "BEGIN"); err != nil {
			return err
		}
		r.own = true
	}
	if !r.consent.tallies() {
		return nil
	}
	var err error
	r.before, err = r.tallied(ctx)
	return err
}

// settle ends the transaction that bind began, and takes back what went beyond
// its approval: err is what came of the statement until now.
func (r *Result) settle(err error) error {
	s, source := r.session, r.statement.plan.Provider
	over := false
	if err == nil && counted(r.statement.plan) {
		err = r.exceeds()
		over = err != nil
	}
	switch {
	case r.own && err == nil:
		if err = r.statement.place(s.say(context.Background(), source, "COMMIT")); err == nil {
			return nil
		}
		s.rollBack(source)
	case r.own:
		s.rollBack(source)
	case over:
		s.Fail()
	}
	return err
}

// exceeds is the error of a statement that has touched more rows than were approved; nil:
// it has not.
func (r *Result) exceeds() error {
	if !r.consent.tallies() {
		return r.consent.alone().exceeds(r.tag)
	}
	now, err := r.tallied(context.Background())
	if err != nil {
		return err
	}
	return r.consent.exceedsInAll(r.tag, r.before, now)
}

// rollBack ends a transaction of ours; a connection on which that fails is given
// up, and the source rolls back.
func (s *Session) rollBack(source string) {
	if s.status(source) == providers.Idle {
		return
	}
	if err := s.say(context.Background(), source, "ROLLBACK"); err != nil || s.status(source) != providers.Idle {
		s.engine.log.Debug("a rollback failed", "source", source, "error", sqlstate.From(err).Cause)
		s.drop(source)
	}
}
