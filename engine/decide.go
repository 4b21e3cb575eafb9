package engine

import (
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// The gate is asked once about each plan of a statement: when the statement is planned, and when it is
// planned again before it runs, because something has changed.

// decidePlan has the gate decide on a statement's present plan.
func (st *Statement) decidePlan() { st.decision = st.session.decideOn(st.request.Purpose, st.plan) }

// decideOn returns the gate's decision on one statement of the session. A session that may write has the
// right to write from its start, so a SET that asks for that right again needs no approval. Pools,
// drivers and other gateways send it.
func (s *Session) decideOn(purpose gate.Purpose, p *planner.Statement) gate.Decision {
	d := s.engine.config.Approvals.Rules.Raise(s.rights.Decide(s.modeFor(p), purpose, p), p)
	if narrower, narrows := s.tenantRefusal(p, d); narrows {
		return narrower
	}
	if d.Verdict == gate.Ask && p.RestoresWriting() && !s.readsOnly() {
		return gate.Decision{Verdict: gate.Allow, Class: d.Class, Mode: d.Mode, Offset: -1}
	}
	return d
}

// worstOf returns the statement whose decision is that of the whole batch, or nil if the batch is empty.
func worstOf(batch []*Statement) (worst *Statement) {
	for _, st := range batch {
		if worst == nil || decidesBatch(st.decision, worst.decision) {
			worst = st
		}
	}
	return worst
}

// decidesBatch reports whether d, and not e, is the decision on a batch that has both. Of two decisions that ask
// a person, the one on the higher class counts.
func decidesBatch(d, e gate.Decision) bool {
	return d.Verdict < e.Verdict || d.Verdict == gate.Ask && e.Verdict == gate.Ask && d.Class > e.Class
}

// mayGoOn reports whether a decision lets a statement go on: it may run, or a person can be asked.
func (s *Session) mayGoOn(d gate.Decision) bool {
	return d.Verdict == gate.Allow || d.Verdict == gate.Ask && s.mayAsk()
}

// refuseUnlessAdmitted returns nil if a statement may go on. Otherwise it records the refusal and returns it.
func (st *Statement) refuseUnlessAdmitted() error {
	if st.session.mayGoOn(st.decision) {
		return nil
	}
	return st.session.refuseBatch(*st.request, st.plan, st.decision, refusalError(st.request.SQL, st.decision))
}

// asksNobody reports whether nobody is ever asked about a statement of the session, because everything that is
// understood may run.
func (s *Session) asksNobody() bool {
	return s.mode == gate.FullAccess && !s.engine.config.Approvals.Rules.Demands()
}

// readsOnly reports whether only reads can pass in the session. In mode safe that is so if nobody can
// be asked.
func (s *Session) readsOnly() bool {
	return s.mode <= gate.ReadOnly || s.mode == gate.Safe && !s.mayAsk()
}
