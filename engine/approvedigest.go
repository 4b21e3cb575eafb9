package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// What people are asked, and the digest that binds their answer to it.

// computeDigest is what an approval is bound to: who wants to run which statements, with which parameters,
// and what the gate and the source understand by them.
func (q *question) computeDigest(ctx context.Context) (string, error) {
	settings := q.readings.digestLines()
	parts := []string{q.session.client.Principal.Name, q.session.source.Name, fmt.Sprint(len(q.plans), " ", len(q.args.Values), " ", len(settings))}
	q.revisions = nil
	for i, p := range q.plans {
		revision, err := q.findRevision(ctx, p)
		if err != nil {
			return "", err
		}
		q.revisions = append(q.revisions, revision)
		parts = append(parts, p.Text, p.Provider, p.Class.String(), p.Verb, revision)
		parts = append(parts, strings.Join(p.Named, "\x00"), strings.Join(p.Functions, "\x00"))
		prepared := q.preparedTexts(p)
		parts = append(append(parts, fmt.Sprint(len(prepared))), prepared...)
		if i < len(q.rehearsed) && q.rehearsed[i] != nil {
			parts = append(parts, fmt.Sprint("sends ", q.rehearsed[i].Sends.Count), string(q.rehearsed[i].Print))
		}
	}
	for i, v := range q.args.Values {
		value := "null"
		if v != nil {
			value = "=" + string(v)
		}
		kind := uint32(0)
		if i < len(q.request.ParamTypes) {
			kind = q.request.ParamTypes[i]
		}
		parts = append(parts, fmt.Sprint(kind, " ", providers.FormatAt(q.args.Formats, i)), value)
	}
	q.session.forgetEnded()
	parts = append(append(parts, q.carriedLines()...), settings...)
	parts = append(parts, q.session.made.digestParts()...)
	parts = append(append(parts, "inside"), q.session.inside.digestParts()...)
	parts = append(append(parts, "path"), q.session.names.path...)
	return q.session.engine.config.Approvals.Store.Digest(parts...), nil
}

// findRevision identifies the code that a statement may run at its source, and what its names mean there.
// A function or trigger that is replaced after an approval is not what was approved, and neither is a
// table that was renamed.
func (q *question) findRevision(ctx context.Context, p *planner.Statement) (string, error) {
	if p.Provider != providers.Several {
		return q.revisionAt(ctx, p, p.Provider)
	}
	names := map[string]bool{}
	for _, named := range p.Relations {
		names[named.Provider] = true
	}
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(names)) {
		one, err := q.revisionAt(ctx, p, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&all, "%q %q\n", name, one)
	}
	if p.Into != nil {
		fmt.Fprintf(&all, "%q\n", p.Into.SQL)
	}
	for i := range p.Scans {
		if s := p.Scans[i].Select; s != nil {
			fmt.Fprintf(&all, "%q\n", s.SQL)
		}
	}
	return all.String(), nil
}

// revisionAt is the revision at one source, with what the names mean there.
func (q *question) revisionAt(ctx context.Context, p *planner.Statement, name string) (string, error) {
	source, err := q.session.engine.sourceFor(q.session.client, name)
	if err != nil {
		return "", err
	}
	if c, ok := source.(providers.Comparer); ok {
		if _, err := c.CompareCatalog(ctx); err != nil {
			return "", err
		}
	}
	meant, err := q.session.scope.Source(ctx, name)
	if err != nil {
		return "", err
	}
	catalog := meant.Catalog
	var all strings.Builder
	if revised, ok := source.(providers.Revised); ok {
		revision, err := revised.Revision(ctx)
		if err != nil {
			return "", err
		}
		if name == q.session.source.Name {
			q.committed = revision
		}
		all.WriteString(revision)
	} else if p.OfUsers() {
		fmt.Fprint(&all, q.session.engine.born.UnixNano(), " ", catalog.Version())
	}
	for _, named := range p.Relations {
		if p.Provider == providers.Several && named.Provider != name {
			continue
		}
		r, _ := catalog.Relation(named.Service, named.Resource)
		fmt.Fprintf(&all, "\n%d %q %q %q %q", r.ID, r.Kind, r.Schema, r.Name, r.Columns)
	}
	if lazy, ok := catalog.(providers.Lazy); ok {
		if _, err := lazy.Closure(); err != nil {
			return "", err
		}
	}
	return all.String(), nil
}

// writtenText is the text of the statements, as the client wrote it.
func (q *question) writtenText() string {
	if len(q.plans) == 1 {
		return q.plans[0].Text
	}
	return strings.TrimSpace(q.request.SQL)
}

// composeRequest makes the request that people see. The error is one with which the statements can
// only fail, if the estimate has met it.
func (q *question) composeRequest(ctx context.Context, digest string) (approval.Request, error) {
	s := q.session
	config := s.engine.config.Approvals
	worst := q.worst.plan
	found, err := q.readEstimate(ctx)
	if err != nil {
		return approval.Request{}, err
	}
	r := approval.Request{
		Digest: digest,
		Door:   s.client.Door, Tool: q.request.Tool, Principal: s.client.Principal.Name,
		Application: s.client.Application, Version: s.client.Version, Session: s.client.ID, RemoteAddr: s.client.RemoteAddr,
		Source: worst.Provider, Mode: s.mode.String(), Class: worst.Class.String(), Verb: worst.Verb,
		Reason:   q.worst.decision.Reason,
		Facts:    q.ruleFacts(),
		Estimate: found, MaxRows: -1,
	}
	for _, p := range q.plans {
		for _, rel := range p.Relations {
			if name := describeUse(rel); !slices.Contains(r.Relations, name) {
				r.Relations = append(r.Relations, name)
			}
		}
	}
	q.addTexts(&r)
	q.addWarnings(&r.Estimate)
	if len(q.plans) == 1 && tagCountsRows(q.plans[0]) {
		r.MaxRows = estimate.RowLimit(r.Estimate, config.MarginPercent, config.MarginRows)
	}
	if q.onlyCalls() {
		r.MaxRows = q.countRequests()
	}
	return r, nil
}

// ruleFacts are what the rules of approvals decide on.
func (q *question) ruleFacts() (f approval.Facts) {
	classes, uses, unnamed := gate.FactsOf(q.plans)
	f.Classes, f.Unnamed = classes, unnamed
	for _, r := range uses {
		f.Uses = append(f.Uses, [3]string{r.Provider, r.Service, r.Resource})
	}
	return f
}

func describeUse(r planner.Relation) string {
	parts := slices.DeleteFunc([]string{r.Provider, r.Service, r.Resource}, func(part string) bool { return part == "" })
	if r.Write {
		return "writes " + strings.Join(parts, ".")
	}
	return "reads " + strings.Join(parts, ".")
}

// tagCountsRows reports whether a statement's tag tells how many rows it changed, so that it can be held to
// a number. The tag does not count the changes in a WITH, nor those of a rule. A call is held before
// it is sent instead, since what it has sent is not undone.
func tagCountsRows(p *planner.Statement) bool {
	if p.Call != nil {
		return false
	}
	changes := 0
	for i := range p.Effects {
		if e := &p.Effects[i]; e.Kind == planner.RowChange {
			if changes++; e.Hidden() {
				return false
			}
		}
	}
	file := p.Into != nil && p.Into.File != nil
	return changes <= 1 && (providers.ChangesRows(p.Verb) || file) && (p.Class == planner.Mutate || p.Class == planner.Delete)
}

// hiddenChanges are the changes of rows that hidden code makes beside the statements' texts, such as rules.
func hiddenChanges(plans []*planner.Statement) (list []string) {
	for _, p := range plans {
		for i := range p.Effects {
			e := &p.Effects[i]
			if text := e.Text(); e.Kind == planner.RowChange && e.Hidden() && !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return list
}

// preparedTexts are the texts that a statement may run because the session has prepared or declared them by
// SQL. The name alone does not say what is approved.
func (q *question) preparedTexts(p *planner.Statement) (list []string) {
	if !p.OfSession() {
		return nil
	}
	known := q.session.prepared
	for _, name := range slices.Sorted(maps.Keys(known)) {
		list = append(list, name, known[name].text)
	}
	return append(list, q.session.cursors.Texts()...)
}
