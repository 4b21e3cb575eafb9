package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
)

// A grant covers statements by what the gate found in them: effects, relations, and the code behind
// relations. If it is not proven that a grant covers a statement, people are asked.

// useGrant uses a grant for the statements, if one covers them; nil, nil: none does. A refusal is on
// record.
func (q *question) useGrant(ctx context.Context, digest string) (*Consent, error) {
	store, who := q.session.engine.config.Approvals.Store, q.session.client.Principal.Name
	if len(q.plans) != 1 || !store.Granted(who, q.plans[0].Provider) {
		return nil, nil
	}
	scope := q.grantScope(ctx)
	if scope.Why != "" {
		return nil, nil
	}
	estimate, err := q.readEstimate(ctx)
	if err != nil { // asking people fails by the same error, and reports it
		return nil, nil //nolint:nilerr // see there
	}
	g, ok, err := store.UseGrant(who, q.plans[0].Provider, scope, q.ruleFacts(), estimate)
	if err != nil {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, &Consent{}, err)
	}
	if !ok {
		return nil, nil
	}
	return &Consent{request: approval.Request{
		ID: g.ID, Digest: digest, State: approval.Used, Principal: g.Principal, Source: g.Source, Estimate: estimate,
		Approver: g.Approver, Channel: g.Channel, MaxRows: g.MaxRows, Expires: g.Expires, Used: g.LastUsed,
	}}, nil
}

// grantScope is what the statements do, as far as a grant could cover it. The source is asked only once.
func (q *question) grantScope(ctx context.Context) approval.Scope {
	if q.scoped == nil {
		found := q.findScope(ctx)
		q.scoped = &found
	}
	return *q.scoped
}

func (q *question) findScope(ctx context.Context) approval.Scope {
	uncovered := func(format string, args ...any) approval.Scope {
		return approval.Scope{Why: fmt.Sprintf(format, args...)}
	}
	s := q.session
	if len(q.plans) != 1 {
		return uncovered("it is several statements")
	}
	p := q.plans[0]
	switch {
	case !tagCountsRows(p) && p.Call == nil:
		return uncovered("nobody can tell how many rows it touches")
	case s.made.count > 0 || s.inside.count > 0 || s.names.path != nil:
		return uncovered("its session or transaction has changed what names mean")
	case p.OfSession() || p.OfUnknown() || len(p.Fetches) > 0 || len(p.Missing) > 0:
		return uncovered("what it does depends on its session, or on names that are not known")
	}
	source, err := s.engine.sourceFor(s.client, p.Provider)
	if err != nil {
		return uncovered("there is no such source")
	}
	meant, err := s.scope.Source(ctx, p.Provider)
	if err != nil {
		return uncovered("its source does not answer")
	}
	if p.Call != nil {
		return q.callScope(p, meant.Catalog)
	}
	for i := range p.Effects {
		if e := &p.Effects[i]; !isGrantable(e, meant.Catalog) {
			return uncovered("it also does this: %s", e.Text())
		}
	}
	done := approval.Scope{Relations: make([]approval.CoveredRelation, 0, len(p.Relations))}
	for _, named := range p.Relations {
		r, known := meant.Catalog.Relation(named.Service, named.Resource)
		if !known || r.Kind != "table" || r.Builtin || named.Provider != p.Provider {
			return uncovered("it touches what is not a plain table: %s", describeUse(named))
		}
		touched := approval.CoveredRelation{
			Name: strings.Join([]string{named.Provider, r.Schema, r.Name}, "."), Print: fmt.Sprintf("%d %s", r.ID, r.Kind), Write: named.Write,
		}
		if !slices.Contains(done.Relations, touched) {
			done.Relations = append(done.Relations, touched)
		}
	}
	return q.setOff(ctx, source, p, done)
}

// callScope is the scope of a call: the method, with all that its document says of it, and the hosts
// that its requests go to. Its requests count as rows. A method that is not known to create, change or
// delete one thing by each request has no scope.
func (q *question) callScope(p *planner.Statement, catalog providers.Catalog) approval.Scope {
	methods, ok := catalog.(providers.Methods)
	if !ok || len(q.rehearsed) != 1 || q.rehearsed[0] == nil || len(p.Relations) != 1 {
		return approval.Scope{Why: "it is not known what it does, or its rows come from a query"}
	}
	call, rehearsed := p.Call, q.rehearsed[0]
	var given []string
	for _, row := range rehearsed.Held.Call.Rows[:min(1, len(rehearsed.Held.Call.Rows))] {
		for _, in := range row {
			given = append(given, in.Name)
		}
	}
	choose := func() (providers.Method, error) {
		if p.Verb == "EXEC" {
			return methods.Method(call.Service, call.Resource, call.Method, given)
		}
		return methods.Choose(call.Service, call.Resource, strings.ToLower(p.Verb), given)
	}
	m, err := choose()
	switch {
	case err != nil || m.Name != call.Method || m.Print != call.Print:
		return approval.Scope{Why: "its document has changed, or the method cannot be found again"}
	case m.Effect != providers.Creates && m.Effect != providers.Deletes:
		return approval.Scope{Why: "its method runs an operation, and nobody can tell how much that does"}
	}
	return approval.Scope{Verbs: []string{p.Verb}, Relations: []approval.CoveredRelation{{
		Name:  strings.Join([]string{call.Source, call.Service, call.Resource, call.Method}, "."),
		Print: "method " + call.Print + " at " + strings.Join(rehearsed.Hosts, " "), Write: true,
	}}}
}

// isGrantable reports whether a grant for changes of rows covers an effect: a change of rows that the text
// itself says, or the next number of a sequence for a new row.
func isGrantable(e *planner.Effect, catalog providers.Catalog) bool {
	switch {
	case e.Class == planner.Read, e.Kind == planner.RowChange && !e.Hidden():
		return true
	case e.Kind == planner.FunctionCall && e.Hidden() && e.Class == planner.Mutate && (e.Name == "nextval" || e.Name == "pg_catalog.nextval"):
		return !slices.ContainsFunc(catalog.Functions("", "nextval"), func(f providers.Function) bool { return !f.Builtin })
	}
	return false
}

// setOff adds to a scope the verbs of the changes that a statement makes. If these set off more (triggers,
// rules, foreign keys), no grant covers the statement.
func (q *question) setOff(ctx context.Context, source providers.Provider, p *planner.Statement, done approval.Scope) approval.Scope {
	changes := beforehand.ChangesOf(p.Text)
	for _, c := range changes {
		if !slices.Contains(done.Verbs, c.Verb) {
			done.Verbs = append(done.Verbs, c.Verb)
		}
	}
	if len(changes) == 0 || len(done.Relations) == 0 {
		return approval.Scope{Why: "it is not known which rows it changes"}
	}
	f, ok := source.(providers.Footprinter)
	if !ok {
		if source.Info().Dialect == providers.DuckDB { // it has no triggers, and its foreign keys carry nothing on
			return done
		}
		return approval.Scope{Why: "its source does not tell what it sets off"}
	}
	limited, cancel := context.WithTimeout(ctx, q.session.estimateTime())
	defer cancel()
	found, err := f.Footprint(limited, changes)
	switch {
	case err != nil:
		return approval.Scope{Why: "what it sets off is not known"}
	case len(found.Triggers) > 0:
		return approval.Scope{Why: "triggers fire: " + strings.Join(found.Triggers, ", ")}
	case len(found.Rules) > 0:
		return approval.Scope{Why: "rules rewrite it: " + strings.Join(found.Rules, ", ")}
	case len(found.Cascades) > 0:
		return approval.Scope{Why: "foreign keys carry it on to " + strings.Join(found.Cascades, ", ")}
	case found.More:
		return approval.Scope{Why: "it sets off more than can be listed"}
	}
	return done
}
