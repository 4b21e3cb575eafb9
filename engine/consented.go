package engine

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Approvals of statements that the engine runs. relayconsent.go has those of statements that a server
// runs as the client sent them.

// obtainConsent returns the approval of a statement, if it needs one; nil, nil: it does not. A refusal is on
// record.
func (st *Statement) obtainConsent(ctx context.Context, args providers.Args) (*Consent, error) {
	s := st.session
	if err := st.refuseUnlessAdmitted(); err != nil {
		return nil, err
	}
	switch {
	case st.decision.Verdict == gate.Allow:
		if s.agreed == nil {
			st.held = nil
		}
		s.agreed.noteRun(st.plan)
		return nil, nil
	case s.agreed != nil:
		return s.agreed.confirmConsent(ctx, st, args)
	}
	if err := s.checkUsable(st.plan); err != nil {
		return nil, st.recordUnrun(err)
	}
	q := s.newQuestion(ctx, []*Statement{st}, args)
	c, err := q.obtainConsent(ctx)
	if err == nil {
		q.holdToRehearsed([]*Statement{st})
		q.noteCode(c)
	}
	return c, err
}

// holdToRehearsed makes statements that were rehearsed send exactly what was rehearsed last.
func (q *question) holdToRehearsed(batch []*Statement) {
	for i, st := range batch {
		if st.held = nil; i < len(q.rehearsed) && q.rehearsed[i] != nil {
			st.held = &q.rehearsed[i].Held
		}
	}
}

// newQuestion asks whether prepared statements may run, one after the other.
func (s *Session) newQuestion(ctx context.Context, batch []*Statement, args providers.Args) *question {
	q := &question{session: s, request: batch[0].request, args: args, notice: s.client.OnNotice, readings: s.ownReadings(ctx)}
	takeOver := func() {
		q.plans, q.worst = nil, worstOf(batch)
		for _, st := range batch {
			q.plans = append(q.plans, st.plan)
		}
	}
	takeOver()
	q.again = func(ctx context.Context) error {
		for _, st := range batch {
			if err := st.refreshPlan(ctx); err != nil {
				return err
			}
		}
		takeOver()
		return q.worst.refuseUnlessAdmitted()
	}
	return q
}

// consentBatch gets one approval for a batch of several statements.
func (s *Session) consentBatch(ctx context.Context, batch []*Statement) (err error) {
	if len(batch) < 2 || worstOf(batch).decision.Verdict != gate.Ask {
		return nil
	}
	q := s.newQuestion(ctx, batch, providers.Args{})
	c, err := q.obtainConsent(ctx)
	if err != nil {
		return err
	}
	q.holdToRehearsed(batch)
	s.agreed = &agreement{consent: c, worst: planner.Read, revisions: map[*Statement]string{}, calls: map[*Statement]bool{}}
	for i, p := range q.plans {
		s.agreed.calls[batch[i]] = mayCall(p)
		s.agreed.worst = s.agreed.worst.Worse(p.Class)
		s.agreed.revisions[batch[i]] = q.revisions[i]
	}
	return nil
}

// agreement is the approval of a batch, with what the batch's statements meant when it was given.
type agreement struct {
	consent   *Consent
	worst     planner.Class
	revisions map[*Statement]string // the revisions of the code that each statement may run
	calls     map[*Statement]bool   // the statements whose requests were rehearsed
	altered   bool                  // the batch itself has altered something; whether others have, too, cannot be told then
}

// confirmConsent returns the approval for a statement of the batch that is about to run, unless the statement
// means something else by now. A refusal is on record.
func (a *agreement) confirmConsent(ctx context.Context, st *Statement, args providers.Args) (*Consent, error) {
	p := st.plan
	q := &question{session: st.session, request: st.request, plans: []*planner.Statement{p}, worst: st, args: args}
	now, err := "", error(nil)
	if !a.altered {
		now, err = q.findRevision(ctx, p)
	}
	switch {
	case err != nil:
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, a.consent, err)
	case a.worst.Worse(p.Class) != a.worst, !a.altered && now != a.revisions[st], mayCall(p) && !a.calls[st]:
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, a.consent, a.consent.outdatedError())
	}
	a.noteRun(p)
	return a.consent, nil
}

// noteRun notes that a statement of the batch is about to run.
func (a *agreement) noteRun(p *planner.Statement) {
	if a != nil && p.Class.Changes() && (p.Class == planner.Exec || !providers.ChangesRows(p.Verb)) {
		a.altered = true
	}
}

// beginBound opens a transaction around a statement that was approved for a number of rows, so that
// the statement can be undone, and around one that is made of several.
func (r *Result) beginBound(ctx context.Context) error {
	source := r.statement.plan.Provider
	if !r.isBound() && r.statement.plan.Elements == nil {
		return nil
	}
	if r.session.status(source) == providers.Idle {
		if err := r.session.sendControl(ctx, source, "BEGIN"); err != nil {
			return err
		}
		r.own = true
	}
	var err error
	r.before, err = r.runTally(ctx)
	return err
}

// endBound ends the transaction of beginBound: it is rolled back if the statement has failed, or has
// touched more than was approved. err is the statement's error.
func (r *Result) endBound(err error) (ended error) {
	s, source := r.session, r.statement.plan.Provider
	defer s.errorOfPanic(&ended)
	over := false
	if err == nil {
		err = r.checkExceeded()
		over = err != nil
	}
	switch {
	case r.own && err == nil:
		if err = s.approvedSince(context.Background()); err == nil {
			err = r.statement.placeError(s.sendControl(context.Background(), source, "COMMIT"))
		}
		if err == nil {
			return nil
		}
		s.rollBack(source)
	case r.own:
		s.rollBack(source)
		s.failed = false                      // the refusal of an element has failed the transaction, which is over
		if r.statement.plan.Elements != nil { // the records of these say that they have run
			err = joinCause(err, s.recordImplied("ROLLBACK", time.Now(), nil))
		}
	case over:
		s.Fail()
	}
	return err
}

// checkExceeded asks for the tally again and compares.
func (r *Result) checkExceeded() error {
	behind, err := r.runTally(context.Background())
	if err != nil {
		return err
	}
	return r.checkRowsTouched(r.tag, r.before, behind)
}

// rollBack ends a transaction of the engine's own. If that fails, the connection is closed, so that
// the source rolls back.
func (s *Session) rollBack(source string) {
	if s.status(source) == providers.Idle {
		return
	}
	if err := s.sendControl(context.Background(), source, "ROLLBACK"); err != nil || s.status(source) != providers.Idle {
		s.engine.log.Debug("a rollback failed", "source", source, "error", sqlstate.From(err).Cause)
		s.dropConn(source)
	}
}

// An execution that was approved for a number of rows is held to it: its transaction is still open
// when checkRowsTouched compares what it has touched with what was approved.

// isBound reports whether the execution is held to a number of rows. If checkRowsTouched returns an error when
// its tag is known, it has to be undone.
func (x *execution) isBound() bool {
	return x.consent != nil && x.consent.request.MaxRows >= 0 && len(x.plans) == 1 && tagCountsRows(x.plans[0])
}

// tallyQuery returns the query by which the source counts what a bound execution has changed. It runs right
// before and right behind the execution, in the same transaction. false: the execution's tag tells enough.
func (x *execution) tallyQuery() (q providers.Query, needed bool) {
	if !x.isBound() {
		return providers.Query{}, false
	}
	return estimate.TallyQuery(x.consent.request)
}

// checkRowsTouched returns the error of a bound execution that has touched more rows than were approved, or nil if it has not.
// before and behind are the answers to tally. 42501.
func (x *execution) checkRowsTouched(tag string, before, behind [][]string) error {
	if !x.isBound() {
		return nil
	}
	return estimate.Exceeds(x.consent.request, tag, before, behind)
}

// runTally runs the query of tallyQuery. It returns nil if there is none. A source that carries changes on by itself counts
// those, too, besides the rows that the tag tells.
func (r *Result) runTally(ctx context.Context) (rows [][]string, err error) {
	if conn, ok := r.session.conns[r.statement.plan.Provider].(providers.Carrying); ok && r.isBound() {
		own, _ := providers.Affected(r.tag)
		return [][]string{{strconv.FormatInt(own+conn.Carried(), 10), "on"}}, nil
	}
	q, needed := r.tallyQuery()
	if !needed {
		return nil, nil
	}
	conn, ok := r.session.conns[r.statement.plan.Provider].(providers.Asking)
	if !ok {
		return nil, sqlstate.New(sqlstate.InternalError, "the source cannot be asked how many rows were changed")
	}
	lists, err := conn.Ask(ctx, q)
	if err != nil {
		return nil, sqlstate.From(err)
	}
	return slices.Concat(lists...), nil
}
