package engine

import (
	"context"
	"slices"
	"strconv"

	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An execution that was approved for a number of rows is held to it: its transaction is still open
// when exceeds compares what it has touched with what was approved.

// bound reports whether the execution is held to a number of rows. If exceeds returns an error when
// its tag is known, it has to be undone.
func (x *execution) bound() bool {
	return x.consent != nil && x.consent.request.MaxRows >= 0 && len(x.plans) == 1 && tagCountsRows(x.plans[0])
}

// tally returns the query by which the source counts what a bound execution has changed. It runs right
// before and right behind the execution, in the same transaction. false: the execution's tag tells enough.
func (x *execution) tally() (q providers.Query, needed bool) {
	if !x.bound() {
		return providers.Query{}, false
	}
	return estimate.TallyQuery(x.consent.request)
}

// exceeds returns the error of a bound execution that has touched more rows than were approved, or nil if it has not.
// before and behind are the answers to tally. 42501.
func (x *execution) exceeds(tag string, before, behind [][]string) error {
	if !x.bound() {
		return nil
	}
	return estimate.Exceeds(x.consent.request, tag, before, behind)
}

// tallied runs the query of tally. It returns nil if there is none. A source that carries changes on by itself counts
// those, too, besides the rows that the tag tells.
func (r *Result) tallied(ctx context.Context) (rows [][]string, err error) {
	if conn, ok := r.session.conns[r.statement.plan.Provider].(providers.Carrying); ok && r.bound() {
		own, _ := providers.Affected(r.tag)
		return [][]string{{strconv.FormatInt(own+conn.Carried(), 10), "on"}}, nil
	}
	q, needed := r.tally()
	if !needed {
		return nil, nil
	}
	conn, ok := r.session.conns[r.statement.plan.Provider].(providers.Asking)
	if !ok {
		return nil, sqlstate.New(sqlstate.InternalError, "the source cannot be asked how many rows were changed")
	}
	lists, err := conn.Ask(ctx, q)
	if err != nil {
		return nil, sqlstate.From(err)
	}
	return slices.Concat(lists...), nil
}
