package engine

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refresh plans a statement anew if names may mean something else by now: what
// was prepared long ago is judged by today's catalog.
func (st *Statement) refresh(ctx context.Context) (err error) {
	s := st.session
	s.namesAfter()
	again := st.plan.OfSession() || st.names != s.names.version
	st.names = s.names.version
	return st.compare(ctx, again, time.Now())
}

// compare is refresh for what was planned a moment ago; again plans anew whatever the
// catalog says. What was compared since then need not be once more.
func (st *Statement) compare(ctx context.Context, again bool, then time.Time) (err error) {
	s := st.session
	defer s.recovered(&err)
	if err := s.changedSince(ctx, st.plan); err != nil {
		return st.refuse(err)
	}
	for range refreshes {
		if !again {
			same, err := s.holds(ctx, st.plan, then)
			if err != nil {
				return st.told(err)
			}
			if same {
				return nil
			}
		}
		plan, err := st.planAgain(ctx)
		if err != nil {
			return st.refuse(err)
		}
		st.plan, again = plan, false
		st.decide()
	}
	return st.told(errMoving())
}

// refuse records that a statement is not run for a reason that is not the gate's, and
// returns that reason.
func (st *Statement) refuse(err error) error {
	return st.session.refuse(*st.request, st.plan, gate.Decision{Mode: st.session.mode, Class: st.plan.Class}, err)
}

// refreshes bounds how often a statement is understood anew because what it names
// has changed meanwhile.
const refreshes = 5

func errMoving() error {
	return sqlstate.New(sqlstate.SerializationFailure, "what the statement names is changing too fast to be judged").
		WithHint("Run it again.")
}

// holds reports whether names still mean to a statement what it was understood by.
// Where that rests on users' code the source is asked; else a moment may have
// passed since it was.
func (s *Session) holds(ctx context.Context, p *planner.Statement, then time.Time) (bool, error) {
	if c := p.Closure(); c != nil {
		if !p.OfUsers() && !unsettled(p) && c.Believed() || c.ComparedSince(then) {
			return true, nil
		}
		return c.Holds(ctx)
	}
	if p.Control == planner.OwnVerb {
		return true, nil // it rests on no catalog
	}
	source, err := s.engine.runs(s.client, p.Provider)
	if err != nil {
		return false, err
	}
	catalog, err := source.Catalog(ctx)
	if err != nil {
		return false, err
	}
	_, lazy := catalog.(providers.Lazy)
	return lazy || catalog.Version() == p.Version, nil // without a closure it names nothing
}

// planAgain plans a statement by what names mean now: it alone, since each of a
// batch may have to be planned again. What the batch prepared before it, the
// session knows by now.
func (st *Statement) planAgain(ctx context.Context) (*planner.Statement, error) {
	r, before := *st.request, 0
	if st.of > 1 {
		r.SQL, before = st.plan.Text, st.plan.Offset
	}
	plans, err := st.session.plan(ctx, r)
	switch {
	case err != nil && before > 0:
		e := *sqlstate.From(err)
		if e.Position > 0 {
			e.Position += utf8.RuneCountInString(st.request.SQL[:before])
		}
		return nil, &e
	case err != nil:
		return nil, err
	case len(plans) != 1:
		return nil, sqlstate.New(sqlstate.InternalError, "the statement cannot be found again")
	}
	return plans[0].Moved(before), nil
}
