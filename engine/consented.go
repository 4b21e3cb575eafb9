package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What sessions do about approvals where the engine runs the statement itself, and to hold an
// execution to what was approved;
// relayconsent.go has the same for relayed ones.

// consent decides on a statement once more and gets its approval, if it needs
// one. A refusal is on record.
func (st *Statement) consent(ctx context.Context, args providers.Args) (*Consent, error) {
	s := st.session
	if err := st.admitted(); err != nil {
		return nil, err
	}
	switch {
	case st.decision.Verdict == gate.Allow:
		if s.agreed == nil {
			st.held = nil
		}
		s.agreed.runs(st.plan)
		return nil, nil
	case s.agreed != nil:
		return s.agreed.covers(ctx, st, args)
	}
	if err := s.usable(st.plan); err != nil {
		return nil, st.told(err)
	}
	q := s.asks([]*Statement{st}, args)
	c, err := q.consent(ctx)
	if err == nil {
		q.hold([]*Statement{st})
	}
	return c, err
}

// hold has statements that were rehearsed send what was rehearsed last, and nothing else.
func (q *question) hold(batch []*Statement) {
	for i, st := range batch {
		if st.held = nil; i < len(q.rehearsed) && q.rehearsed[i] != nil {
			st.held = &q.rehearsed[i].held
		}
	}
}

// asks makes a question of prepared statements: may they run, one after the other?
func (s *Session) asks(batch []*Statement, args providers.Args) *question {
	q := &question{session: s, request: batch[0].request, args: args, notice: s.client.OnNotice}
	takeOver := func() {
		q.plans, q.worst = nil, worstOf(batch)
		for _, st := range batch {
			q.plans = append(q.plans, st.plan)
		}
	}
	takeOver()
	q.again = func(ctx context.Context) error {
		for _, st := range batch {
			if err := st.refresh(ctx); err != nil {
				return err
			}
		}
		takeOver()
		return q.worst.admitted()
	}
	return q
}

// agree gets the approval of a batch of several statements as one.
func (s *Session) agree(ctx context.Context, batch []*Statement) (err error) {
	if len(batch) < 2 || worstOf(batch).decision.Verdict != gate.Ask {
		return nil
	}
	q := s.asks(batch, providers.Args{})
	c, err := q.consent(ctx)
	if err != nil {
		return err
	}
	q.hold(batch)
	s.agreed = &agreement{consent: c, worst: planner.Read, revisions: map[*Statement]string{}, calls: map[*Statement]bool{}}
	for i, p := range q.plans {
		s.agreed.calls[batch[i]] = mayCall(p)
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
	calls     map[*Statement]bool   // those whose requests were rehearsed
	altered   bool                  // by the batch itself: others may have, too, and nobody can tell
}

// covers returns the approval for a statement of the batch that is about to run,
// unless that means something else by now. What is refused is on record.
func (a *agreement) covers(ctx context.Context, st *Statement, args providers.Args) (*Consent, error) {
	p := st.plan
	q := &question{session: st.session, request: st.request, plans: []*planner.Statement{p}, worst: st, args: args}
	now, err := "", error(nil)
	if !a.altered {
		now, err = q.revision(ctx, p)
	}
	switch {
	case err != nil:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, a.consent, err)
	case a.worst.Worse(p.Class) != a.worst, !a.altered && now != a.revisions[st], mayCall(p) && !a.calls[st]:
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
	if !r.bound() {
		return nil
	}
	if r.session.status(source) == providers.Idle {
		if err := r.session.say(ctx, source, "BEGIN"); err != nil {
			return err
		}
		r.own = true
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
	if err == nil {
		err = r.exceeded()
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

// exceeded asks for the tally again and compares.
func (r *Result) exceeded() error {
	behind, err := r.tallied(context.Background())
	if err != nil {
		return err
	}
	return r.exceeds(r.tag, r.before, behind)
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
