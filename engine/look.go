package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What an approver looks at on demand: the source's plan of what is asked, and a few of
// the rows before and after. It is read in a session of the approver's own, that can only
// read, is judged like any client's, and on record as the approver's.

const (
	// lookTool is how records call what an approver's look runs.
	lookTool = "approvals show"
	// maxLooks is how many requests can be looked into. Where there are more, the oldest goes of the
	// principal who has most, and of that principal's session which has most.
	maxLooks = 200
	// sampled is how many rows of a relation are shown.
	sampled = 5
)

// looked is what has to be known of a request to look into it. It holds what a client
// sent, secrets and all, so it is in memory alone.
type looked struct {
	principal, session string // who asks

	source string
	path   []string
	readBy map[string]string
	alone  bool // names mean something to the session that asked alone
	plans  []*planner.Statement
	args   providers.Args
	types  []uint32
}

// looks keeps what is known of the newest requests. Safe for concurrent use.
type looks struct {
	mu    sync.Mutex
	known map[string]*looked
	order []string
}

func (l *looks) keep(id string, what *looked) {
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
		at := l.excess()
		delete(l.known, l.order[at])
		l.order = slices.Delete(l.order, at, at+1)
	}
}

// excess is the place of what has to go.
func (l *looks) excess() int {
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

func (l *looks) of(id string) *looked {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known[id]
}

// looked is what a look into the question will need.
func (q *question) looked() *looked {
	l := &looked{principal: q.session.client.Principal, session: q.session.client.ID, source: q.session.source.Name, path: slices.Clone(q.session.names.path), readBy: q.session.readBy(), alone: q.session.seesAlone(), plans: q.plans, types: slices.Clone(q.request.ParamTypes)}
	l.args.Formats = slices.Clone(q.args.Formats)
	for _, v := range q.args.Values { // they live as long as the call
		l.args.Values = append(l.args.Values, slices.Clone(v))
	}
	return l
}

// Look returns the plan of what a request asks for, and samples of the rows that it would
// change, to the approver of that name, who is recorded. Nothing of it runs: what could
// only be looked at by running code of users is not, and a note says so.
// 55000: the server knows too little of the request; 08001: the source cannot be reached.
func (e *Engine) Look(ctx context.Context, approver, id string, plan, sample bool) (found approval.Look, err error) {
	l := e.looks.of(id)
	switch {
	case l == nil:
		return found, sqlstate.New(sqlstate.ObjectNotInState, "%s cannot be looked into: the server that was asked has been restarted since, or it was long ago", id).
			WithHint("Have it asked again.")
	case l.alone:
		return found, sqlstate.New(sqlstate.ObjectNotInState, "%s cannot be looked into: names in it mean what the session that asks has made, and no other session sees that", id)
	}
	ctx, cancel := context.WithTimeout(ctx, estimateLimit)
	defer cancel()
	s, err := e.Open(ctx, Client{Door: "desk", Principal: approver, Application: lookTool, Source: l.source, Ceiling: gate.ReadOnly})
	if err != nil {
		return found, err
	}
	defer s.recovered(&err)
	defer s.closeReader(s)
	if err := s.follows(ctx, l.path, l.readBy); err != nil {
		return found, err
	}
	looker := &estimator{asker: s, reader: s, args: l.args, types: l.types, tool: lookTool}
	for _, p := range l.plans {
		if plan {
			looker.plan(ctx, p, &found)
		}
		if sample {
			looker.sample(ctx, p, &found)
		}
	}
	found.Notes = looker.notes
	return found, nil
}

// plan adds the source's plan of a statement to a look.
func (e *estimator) plan(ctx context.Context, p *planner.Statement, found *approval.Look) {
	if !slices.Contains(planned, p.Verb) {
		e.note("there is no plan of a %s", p.Verb)
		return
	}
	rows, err := e.read(ctx, p.Provider, explain+p.Text, e.args, paramOIDs(e.types, p.ParamTypes), maxPlanLines)
	switch {
	case sqlstate.CodeOf(err) == sqlstate.ReadOnlyTransaction:
		e.note("there is no plan of the %s: this source plans a change only for a session that may make it", p.Verb)
		return
	case err != nil:
		e.note("the %s was not planned: %s", p.Verb, unseen(err))
		return
	}
	for _, row := range rows {
		for line := range strings.SplitSeq(strings.TrimRight(row[len(row)-1], "\n"), "\n") {
			if strings.Trim(line, " │") == "" { // DuckDB draws boxes
				continue
			}
			found.Plan = append(found.Plan, e.reader.engine.config.Redactor.Text(line))
		}
	}
}

// unseen words why something was not looked at.
func unseen(err error) string {
	if errors.Is(err, errNoRead) {
		return "it might run code of users, which may do more than read"
	}
	return why(err)
}

// sample adds a few rows that a statement would change to a look.
func (e *estimator) sample(ctx context.Context, p *planner.Statement, found *approval.Look) {
	redactor := e.reader.engine.config.Redactor
	source, err := e.reader.scope.Source(ctx, p.Provider)
	if err != nil {
		e.note("there is no sample of the %s: %s", p.Verb, why(err))
		return
	}
	list := planner.SamplesOf(p.Text, sampled, source, redactor.SecretColumn)
	if len(list) == 0 {
		e.note("there is no sample of a %s", p.Verb)
	}
	for _, one := range list {
		args, types, err := e.taken(ctx, p, planner.Count{SQL: one.SQL, Params: one.Params})
		var t table
		if err == nil {
			t, err = e.table(ctx, p.Provider, one.SQL, args, types, sampled, "NULL")
		}
		if err != nil {
			e.note("the rows of %s were not looked at: %s", one.Relation, unseen(err))
			continue
		}
		hides := one.Hides(t.whole)
		if hidden := hiddenNames(redactor, one, t.columns, hides); len(hidden) > 0 {
			e.note("values of %s are hidden: they may come from columns that hold secrets", strings.Join(hidden, ", "))
		}
		found.Samples = append(found.Samples, split(redactor, one, t, hides))
		if len(one.Left) > 0 {
			e.note("new values of %s are not computed", strings.Join(one.Left, ", "))
		}
	}
}

// hiddenNames are the columns of a sample that are hidden although they are not called like secrets.
func hiddenNames(redactor *redact.Redactor, one planner.Sample, columns []string, hides []bool) (names []string) {
	own := max(len(columns)-len(one.After), 0)
	for i, name := range columns {
		if i >= own {
			name = one.After[i-own]
		}
		if hides[i] && !redactor.SecretColumn(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// split takes the rows of a sample apart, without the values of columns that are hidden.
func split(redactor *redact.Redactor, one planner.Sample, t table, hides []bool) approval.Sample {
	own := max(len(t.columns)-len(one.After), 0)
	found := approval.Sample{Verb: one.Verb, Relation: one.Relation, Columns: t.columns[:own], Set: one.After}
	shown := func(column, value string, hidden bool) string {
		if value != "NULL" && (hidden || redactor.SecretColumn(column)) {
			return strings.Trim(redact.Hidden, "'")
		}
		return redactor.Text(value)
	}
	for _, row := range t.rows {
		before, after := make([]string, own), make([]string, len(row)-own)
		for i := range before {
			before[i] = shown(t.columns[i], row[i], hides[i])
		}
		for i := range after {
			after[i] = shown(one.After[i], row[own+i], hides[own+i])
		}
		found.Before = append(found.Before, before)
		if len(after) > 0 {
			found.After = append(found.After, after)
		}
	}
	return found
}
