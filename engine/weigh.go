package engine

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/auth/rate"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What roles limit before a statement runs: how many a principal runs in a minute, and what its plan may
// cost. Rows, bytes and time are limited while it runs.

// paces count the statements of principals, one count for each limit that roles have.
type paces struct {
	mu sync.Mutex
	of map[int]*rate.Limits
}

// takeTurn counts a statement of a principal. If there were as many as the limit allows in a minute, ok is
// false, and the next one may run after a while.
func (p *paces) takeTurn(perMinute int, principal string) (after time.Duration, ok bool) {
	p.mu.Lock()
	if p.of == nil {
		p.of = map[int]*rate.Limits{}
	}
	if p.of[perMinute] == nil {
		p.of[perMinute] = rate.New(perMinute, perMinute)
	}
	limits := p.of[perMinute]
	p.mu.Unlock()
	return limits.Take(principal)
}

// countStatements counts statements that are about to run. What a session says about itself (BEGIN, SET) does not
// count. 53400: the session's principal has run as many as its roles allow.
func (s *Session) countStatements(plans []*planner.Statement) error {
	limit := s.rights.Limits().PerMinute
	if limit == 0 || s.client.reads {
		return nil
	}
	for _, p := range plans {
		if p.Class == planner.Session {
			continue
		}
		if after, ok := s.engine.paces.takeTurn(limit, s.client.Principal.Name); !ok {
			role := s.limitingRole(func(l gate.RoleLimits) bool { return l.PerMinute == limit })
			return sqlstate.New(sqlstate.ConfigLimitExceeded, "%s allows %d statements a minute, and there were as many", role, limit).After(after)
		}
	}
	return nil
}

// limitingRole names the role that gives a limit.
func (s *Session) limitingRole(is func(gate.RoleLimits) bool) string {
	return "the role " + strconv.Quote(s.rights.Giver(is))
}

// withinLimits refuses a statement that is beyond what the session's roles allow; the refusal is on
// record. 53400: too many a minute; 54000: its plan costs too much.
func (st *Statement) withinLimits(ctx context.Context, args providers.Args) error {
	s, plans := st.session, []*planner.Statement{st.plan}
	err := s.countStatements(plans)
	if err == nil && s.limitsCost() && mayWeigh(st.plan) {
		err = s.weighPlans(ctx, plans, args, st.request.ParamTypes)
	}
	if err == nil {
		return nil
	}
	s.Fail()
	return s.refuseBatch(*st.request, st.plan, gate.Decision{Verdict: gate.Deny, Class: st.plan.Class, Mode: s.mode, ByRole: true, Offset: -1}, err)
}

// weighBatch refuses a batch whose plans cost more than the session's roles allow; the refusal is on
// record. 54000. It may wait for the source.
func (r *Relayed) weighBatch(ctx context.Context, b *Batch, args providers.Args) error {
	s := r.session
	ctx, done := s.withCancelAndLimit(ctx)
	defer done()
	if err := s.weighPlans(ctx, b.plans, args, b.Request.ParamTypes); err != nil {
		return r.Refuse(b, err)
	}
	return nil
}

// limitsCost reports whether the session's roles limit what a plan may cost.
func (s *Session) limitsCost() bool { return !s.client.reads && s.rights.Limits().Cost > 0 }

// mayWeigh reports whether a statement may have a plan with a cost.
func mayWeigh(p *planner.Statement) bool {
	return p.Class != planner.Session && p.Control != planner.OwnVerb && p.Call == nil || p.Cursor != nil
}

// weighPlans asks the sources for the cost of the plans of some statements. It asks in a session of its own, so that no
// setting of the client can make a plan look cheap.
func (s *Session) weighPlans(ctx context.Context, plans []*planner.Statement, args providers.Args, types []uint32) error {
	changed := false // an earlier statement of the batch has changed what names mean
	for _, p := range plans {
		if !mayWeigh(p) {
			continue
		}
		if changed {
			return s.unweighedError()
		}
		if err := s.weighOne(ctx, p, args, types); err != nil {
			return err
		}
		changed = changed || meaning.IsChangedBy(p)
	}
	return nil
}

// unweighedError is the error of a statement whose names may mean what only this session has made.
func (s *Session) unweighedError() error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "what the statement costs is not known: names may mean what only this session has made").
		WithHint("%s limits what a plan may cost. Run it in a session that has made no temporary tables, and outside of a transaction or a query that has changed the catalog.",
			s.limitingRole(func(l gate.RoleLimits) bool { return l.Cost > 0 }))
}

func (s *Session) weighOne(ctx context.Context, p *planner.Statement, args providers.Args, types []uint32) error {
	if p.Provider == providers.Several {
		for i := range p.Scans {
			if scan := &p.Scans[i]; scan.Select != nil {
				if err := s.weighText(ctx, scan.Source, scan.Source, scan.Select.SQL, scanArgs(scan.Select, args), scanTypes(scan.Select)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	source, err := s.engine.sourceFor(s.client, p.Provider)
	if err != nil || source.Info().Dialect != providers.Postgres {
		return err
	}
	text, err := beforehand.Weighed(p.Text)
	if err != nil || text == "" {
		return err
	}
	if p.Provider == s.source.Name && s.seesAlone() {
		return s.unweighedError()
	}
	err = s.weighText(ctx, s.source.Name, p.Provider, text, args, p.ParamOIDs(types))
	if e := sqlstate.From(err); e != nil && e.Position > 0 && (p.Offset > 0 || text != p.Text) {
		return sqlstate.Unplaced(e)
	}
	return err
}

// scanArgs are the client's values that a scan binds.
func scanArgs(scan *providers.Select, args providers.Args) (bound providers.Args) {
	for _, v := range scan.Params {
		text := v.Text
		if v.Param > 0 && v.Param <= len(args.Values) && providers.FormatAt(args.Formats, v.Param-1) == providers.Text {
			text = args.Values[v.Param-1]
		}
		if text != nil && !providers.SameEverywhere(v.Type, text) {
			text = nil // the plan is then one for any value
		}
		bound.Values = append(bound.Values, text)
	}
	return bound
}

func scanTypes(scan *providers.Select) (types []uint32) {
	for _, v := range scan.Params {
		types = append(types, v.Type)
	}
	return types
}

// weighText compares the cost of one text's plan at a source with the session's limit. Names in the text
// mean what they mean to a session whose default source is at.
func (s *Session) weighText(ctx context.Context, at, source, text string, args providers.Args, types []uint32) error {
	limit := s.rights.Limits().Cost
	ctx, cancel := context.WithTimeout(ctx, s.estimateTime())
	defer cancel()
	own, err := s.openReaderAt(ctx, at)
	if err != nil {
		return err
	}
	defer s.closeReader(own)
	asked, err := s.engine.sourceFor(s.client, source)
	if err != nil || asked.Info().Dialect != providers.Postgres {
		return err
	}
	e := &estimate.Estimator{Reader: reader{own, estimateTool}, Names: own.scope.Source, Args: args, Types: types}
	cost, err := e.Cost(ctx, source, text, types)
	role := s.limitingRole(func(l gate.RoleLimits) bool { return l.Cost == limit })
	switch {
	case estimate.Unproven(err):
		return sqlstate.New(sqlstate.FeatureNotSupported, "%s limits what a plan may cost, and that of this statement cannot be asked for: planning it may do more than read", role).
			WithHint("Take the functions of users out whose arguments are constants.")
	case err != nil:
		return err
	case cost > limit:
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the plan of the statement costs %.0f, and %s allows %.0f", cost, role, limit).
			WithHint("Ask for less: a condition that an index serves, or fewer tables. EXPLAIN shows the plan and its cost.")
	}
	return nil
}
