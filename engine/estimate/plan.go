package estimate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/beforehand"
	"github.com/sallyportdb/sallyport/providers"
)

// guessRows asks the source's planner how many rows a statement would touch. If reason is not "", that
// is not known.
func (e *Estimator) guessRows(ctx context.Context, p *planner.Statement) (rows int64, reason string) {
	if len(beforehand.ChangesOf(p.Text)) == 0 || !slices.Contains(explained, p.Verb) || e.dialectOf(p.Provider) != providers.Postgres {
		return -1, noPlan
	}
	plans, err := e.explainPlans(ctx, p.Provider, explainPlan, p.Text, p.ParamOIDs(e.Types))
	switch {
	case errors.Is(err, errUnreadable), err == nil && len(plans) != 1:
		return -1, errUnreadable.Error()
	case err != nil:
		return -1, "there is no plan: " + describeFailure(err)
	}
	if rows = plans[0].modifiedRows(); rows < 0 {
		return -1, "the plan changes nothing"
	}
	return rows, ""
}

// noPlan is the reason for statements without a plan that has rows.
const noPlan = "no plan tells them"

// explained are the verbs of statements that have a plan.
var explained = []string{"INSERT", "UPDATE", "DELETE", "MERGE", "SELECT"}

// node is one step of a plan, as EXPLAIN (FORMAT JSON) has it.
type node struct {
	Type string `json:"Node Type"`
	// Of a ModifyTable.
	Operation, Schema string
	Relation          string `json:"Relation Name"`

	How   string   `json:"Parent Relationship"`
	Rows  float64  `json:"Plan Rows"`
	Cost  *float64 `json:"Total Cost"`
	Plans []node   `json:"Plans"`
}

// How a plan is asked for. Only a verbose plan tells the schemas of its relations.
const (
	explainPlan    = "EXPLAIN (FORMAT JSON) "
	explainVerbose = "EXPLAIN (VERBOSE, FORMAT JSON) "
)

// errUnreadable says that a source has answered EXPLAIN with something else than plans.
var errUnreadable = errors.New("the plan could not be read")

// explainPlans returns the plans of a text with the client's arguments, one for each query that rules make of
// it. An answer that holds no plans is errUnreadable.
func (e *Estimator) explainPlans(ctx context.Context, source, explainPlans, text string, types []uint32) ([]node, error) {
	answer, err := e.queryValue(ctx, source, explainPlans+text, providers.Args{Values: e.Args.Values, Formats: e.Args.Formats}, types)
	if err != nil {
		return nil, err
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(answer), &plans); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	nodes := make([]node, len(plans))
	for i := range plans {
		nodes[i] = plans[i].Plan
	}
	return nodes, nil
}

// modifiedRows returns the planner's guess of how many rows all changes of a plan get, or -1 if there is no change in it.
func (n node) modifiedRows() int64 {
	found := int64(-1)
	for _, child := range n.Plans {
		if n.Type == "ModifyTable" && child.How != "InitPlan" && child.How != "SubPlan" && child.Rows < math.MaxInt64/2 {
			found = AddRows(max(found, 0), int64(child.Rows))
		}
		if below := child.modifiedRows(); below >= 0 {
			found = AddRows(max(found, 0), below)
		}
	}
	return found
}

// findFootprint finds out what a statement sets off: triggers, sequences, foreign keys, rules.
func (e *Estimator) findFootprint(ctx context.Context, p *planner.Statement, total *approval.Estimate) providers.Footprint {
	changed := p.Provider
	if p.Into != nil {
		changed = p.Into.Source
	}
	provider, err := e.Reader.Source(changed)
	f, ok := provider.(providers.Footprinter)
	if err != nil || !ok { // this source does not tell
		return providers.Footprint{}
	}
	limited, cancel := context.WithTimeout(ctx, shareOfTime(ctx, 1, 2))
	defer cancel()
	found, err := f.Footprint(limited, e.changesOf(ctx, p))
	if err != nil {
		e.addNote("what it sets off is not known: %s", describeFailure(err))
		return providers.Footprint{}
	}
	for _, list := range []struct {
		all   *[]string
		found []string
	}{{&total.Triggers, found.Triggers}, {&total.Sequences, found.Sequences}, {&total.Cascades, found.Cascades}} {
		for _, name := range e.allNamed(changed, list.found) {
			if !slices.Contains(*list.all, name) {
				*list.all = append(*list.all, name)
			}
		}
	}
	total.Dropped = append(total.Dropped, found.Dropped...)
	e.noteFootprint(changed, found)
	if p.Into != nil { // people are told, and the count is that of the query: rows are added to one table
		return providers.Footprint{}
	}
	return found
}

// changesOf are those of a statement. Names without a schema get the schema that they have in the
// session that asks.
func (e *Estimator) changesOf(ctx context.Context, p *planner.Statement) []providers.Change {
	if p.Into != nil {
		return []providers.Change{{Verb: p.Into.Verb, Schema: p.Into.Service, Name: p.Into.Resource}}
	}
	list := beforehand.ChangesOf(p.Text)
	if len(list) == 0 {
		return []providers.Change{{Verb: p.Verb}}
	}
	source, err := e.Names(ctx, p.Provider)
	for i, c := range list {
		if c.Schema != "" || c.Name == "" || err != nil {
			continue
		}
		if r, known := source.Catalog.Relation("", c.Name); known {
			list[i].Schema = r.Schema
		}
	}
	return list
}

// noteFootprint notes why the rows of an estimate may differ from the rows that are touched.
func (e *Estimator) noteFootprint(source string, f providers.Footprint) {
	if len(f.Rules) > 0 {
		e.addNote("rules rewrite it, and the rows that they touch are a guess: %s", strings.Join(e.allNamed(source, f.Rules), ", "))
	}
	if len(f.Guarded) > 0 {
		e.addNote("row security decides which rows are seen and counted: %s", strings.Join(e.allNamed(source, f.Guarded), ", "))
	}
	if f.More {
		e.addNote("of what it sets off only the first %d of a kind are listed", providers.MaxFootprint)
	}
}
