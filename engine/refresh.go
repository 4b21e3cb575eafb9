package engine

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refreshPlan plans a statement again if names may mean something else by now: a statement that was
// prepared long ago is judged by today's catalog.
func (st *Statement) refreshPlan(ctx context.Context) (err error) {
	s := st.session
	s.namesAfter()
	again := st.plan.OfSession() || st.names != s.names.version
	st.names = s.names.version
	return st.compareCatalog(ctx, again, time.Now())
}

// compareCatalog compares a plan with the source's catalog, and plans the statement again if the catalog
// has changed, or if again is true. A comparison made after then is believed.
func (st *Statement) compareCatalog(ctx context.Context, again bool, then time.Time) (err error) {
	s := st.session
	defer s.refusalOfPanic(st.request, &err)
	if err := s.changedSince(ctx, st.plan, st.decision.Verdict); err != nil {
		return st.refuseWith(err)
	}
	for i := range refreshes {
		if err := pauseForCatalog(ctx, i); err != nil {
			return st.recordUnrun(err)
		}
		if !again {
			same, err := s.namesHold(ctx, st.plan, then)
			if err != nil {
				return st.recordUnrun(err)
			}
			if same {
				return nil
			}
		}
		plan, err := st.planAgain(ctx)
		if err != nil {
			return st.refuseWith(err)
		}
		st.plan, again = plan, false
		st.decidePlan()
	}
	return st.recordUnrun(errMoving())
}

// refuseWith records that a statement is not run for another reason than the gate's, and returns that
// reason.
func (st *Statement) refuseWith(err error) error {
	return st.session.refuseBatch(*st.request, st.plan, gate.Decision{Mode: st.session.mode, Class: st.plan.Class}, err)
}

// refreshes bounds how often a statement is planned again because something that it names has changed
// meanwhile.
const refreshes = 8

// pauseForCatalog waits until the catalog may have stopped changing, longer with each try: less than three
// seconds in all. The first tries do not wait.
func pauseForCatalog(ctx context.Context, try int) error {
	if try < 2 {
		return nil
	}
	select {
	case <-ctx.Done():
		return sqlstate.From(ctx.Err())
	case <-time.After(10 * time.Millisecond << try):
		return nil
	}
}

func errMoving() error {
	return sqlstate.New(sqlstate.SerializationFailure, "what the statement names is changing too fast to be judged").
		WithHint("Run it again.")
}

// namesHold reports whether names still mean to a statement what they meant when it was planned. The
// source is asked if that rests on users' code; otherwise an answer of a moment ago is believed.
func (s *Session) namesHold(ctx context.Context, p *planner.Statement, then time.Time) (bool, error) {
	if c := p.Closure(); c != nil {
		if !p.OfUsers() && !meaning.IsMoving(p) && c.Believed() || c.ComparedSince(then) {
			return true, nil
		}
		return c.Holds(ctx)
	}
	if p.Control == planner.OwnVerb {
		return true, nil // it does not use a catalog
	}
	source, err := s.engine.runnerOf(s.client, p.Provider)
	if err != nil {
		return false, err
	}
	catalog, err := source.Catalog(ctx)
	if err != nil {
		return false, err
	}
	_, lazy := catalog.(providers.Lazy)
	return lazy || catalog.Version() == p.Version, nil // a plan without a closure names nothing
}

// planAgain plans a statement by what names mean now. It is planned alone, without its batch, and
// finds what the batch has prepared before it in the session.
func (st *Statement) planAgain(ctx context.Context) (*planner.Statement, error) {
	r, before := *st.request, 0
	if st.of > 1 {
		r.SQL, before = st.plan.Text, st.plan.Offset
	}
	plans, err := st.session.planText(ctx, r)
	switch {
	case err != nil && before > 0:
		return nil, sqlstate.Shifted(err, utf8.RuneCountInString(st.request.SQL[:before]))
	case err != nil:
		return nil, err
	case len(plans) != 1:
		return nil, sqlstate.New(sqlstate.InternalError, "the statement cannot be found again")
	}
	return plans[0].Moved(before), nil
}
