package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What an approver can look at: the source's plan of a request's statements, and some of the rows
// before and after. It is read in a session of the approver's own, which can only read, is judged as
// any client's, and on record as the approver's.

const (
	// lookTool is the tool on record of what a look reads.
	lookTool = "approvals show"
	// maxLooks is how many requests can be looked into. Beyond that, the principal with the most
	// requests loses one: the oldest request of that principal's session with the most requests.
	maxLooks = 200
)

// looked is what a look needs to know of a request. It holds what the client sent, secrets included,
// so it is kept only in memory.
type looked struct {
	principal, session string // who asks

	source string
	path   []string
	readBy map[string]string
	alone  bool // names mean something only to the session that asked
	plans  []*planner.Statement
	args   providers.Args
	types  []uint32
}

// looks keeps what is known of the newest requests. It is safe for concurrent use.
type looks struct {
	mu    sync.Mutex
	known map[string]*looked
	order []string
}

func (l *looks) add(id string, what *looked) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[string]*looked{}
	}
	if l.known[id] == nil {
		l.order = append(l.order, id)
	}
	l.known[id] = what
	if len(l.order) > maxLooks {
		at := l.placeToFree()
		delete(l.known, l.order[at])
		l.order = slices.Delete(l.order, at, at+1)
	}
}

// placeToFree returns the place of the request that makes room.
func (l *looks) placeToFree() int {
	principals, sessions := map[string]int{}, map[[2]string]int{}
	for _, one := range l.known {
		principals[one.principal]++
		sessions[[2]string{one.principal, one.session}]++
	}
	worst := 0
	for at, id := range l.order {
		a, b := l.known[id], l.known[l.order[worst]]
		more := cmp.Or(principals[a.principal]-principals[b.principal], sessions[[2]string{a.principal, a.session}]-sessions[[2]string{b.principal, b.session}])
		if more > 0 {
			worst = at
		}
	}
	return worst
}

func (l *looks) lookFor(id string) *looked {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known[id]
}

// lookInfo is what a look into the question needs.
func (q *question) lookInfo() *looked {
	l := &looked{principal: q.session.client.Principal.Name, session: q.session.client.ID, source: q.session.source.Name, path: slices.Clone(q.session.names.path), readBy: q.session.readBy(), alone: q.session.seesAlone(), plans: q.plans, types: slices.Clone(q.request.ParamTypes)}
	l.args.Formats = slices.Clone(q.args.Formats)
	for _, v := range q.args.Values { // the values are valid only during the call
		l.args.Values = append(l.args.Values, slices.Clone(v))
	}
	return l
}

// Look shows the approver of that name, who is recorded, the plan of what a request asks for, and
// samples of the rows that it would change. Nothing of it runs: what could run users' code is left
// out, and a note says so. 55000: the server does not know enough of the request; 08001: the source
// cannot be reached.
func (e *Engine) Look(ctx context.Context, approver, id string, plan, sample bool) (found approval.Look, err error) {
	l := e.looks.lookFor(id)
	switch {
	case l == nil:
		return found, sqlstate.New(sqlstate.ObjectNotInState, "%s cannot be looked into: the server that was asked has been restarted since, or it was long ago", id).
			WithHint("Have it asked again.")
	case l.alone:
		return found, sqlstate.New(sqlstate.ObjectNotInState, "%s cannot be looked into: names in it mean what the session that asks has made, and no other session sees that", id)
	}
	ctx, cancel := context.WithTimeout(ctx, estimate.Limit)
	defer cancel()
	s, err := e.Open(ctx, Client{Door: "desk", Principal: auth.Fixed(approver, auth.Local), own: true, Application: lookTool, Source: l.source, Ceiling: gate.ReadOnly})
	if err != nil {
		return found, err
	}
	defer s.errorOfPanic(&err)
	defer s.closeReader(s)
	if err := s.followSession(ctx, l.path, l.readBy); err != nil {
		return found, err
	}
	looker := &estimate.Estimator{Reader: reader{s, lookTool}, Names: s.scope.Source, Args: l.args, Types: l.types}
	for _, p := range l.plans {
		if plan {
			looker.Plan(ctx, p, e.config.Redactor, &found)
		}
		if sample {
			looker.Sample(ctx, p, e.config.Redactor, &found)
		}
	}
	found.Notes = looker.Notes()
	return found, nil
}
