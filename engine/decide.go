package engine

import (
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// The gate is asked once about each plan of a statement: when the statement is understood, and
// again when it runs only if it had to be understood anew.

// decide has the gate decide on a statement by its present plan.
func (st *Statement) decide() { st.decision = st.session.decide(st.request.Purpose, st.plan) }

// decide returns the gate's decision on one statement of the session. A session that may
// write begins with the right to write, so to ask for that right again is no change
// that a person would have to approve: a pool, a driver and another gateway do so.
func (s *Session) decide(purpose gate.Purpose, p *planner.Statement) gate.Decision {
	d := gate.Decide(s.mode, purpose, p)
	if d.Verdict == gate.Ask && p.RestoresWriting() && !s.readsOnly() {
		return gate.Decision{Verdict: gate.Allow, Class: d.Class, Mode: d.Mode, Offset: -1}
	}
	return d
}

// worstOf returns the statement whose decision is that of the whole batch; nil: the batch is empty.
func worstOf(batch []*Statement) (worst *Statement) {
	for _, st := range batch {
		if worst == nil || worse(st.decision, worst.decision) {
			worst = st
		}
	}
	return worst
}

// worse reports whether d decides on a batch rather than e. Of two statements that ask, the one of
// more harm does.
func worse(d, e gate.Decision) bool {
	return d.Verdict < e.Verdict || d.Verdict == gate.Ask && e.Verdict == gate.Ask && d.Class > e.Class
}

// passes reports whether a decision lets a statement go on: at once, or to be
// approved before it runs.
func (s *Session) passes(d gate.Decision) bool {
	return d.Verdict == gate.Allow || d.Verdict == gate.Ask && s.mayAsk()
}

// admitted returns nil if a statement may go on. Else it records the refusal and returns it.
func (st *Statement) admitted() error {
	if st.session.passes(st.decision) {
		return nil
	}
	return st.session.refuse(*st.request, st.plan, st.decision, refusal(st.request.SQL, st.decision))
}

// readsOnly reports whether the session can get nothing but reads through: in
// safe everything else needs somebody who can be asked.
func (s *Session) readsOnly() bool {
	return s.mode <= gate.ReadOnly || s.mode == gate.Safe && !s.mayAsk()
}
