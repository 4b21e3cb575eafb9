package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What an approval for a number of rows holds beside what the statement says itself: the
// rows that foreign keys carry it to. They are counted again right before it runs. Where
// the engine runs the statement, the source's own tally of its transaction tells what
// was changed in each table, and what went beyond is rolled back.

// countedAgain counts once more what an approval was given for, before it is used up: the data
// may be other data by now.
func (q *question) countedAgain(ctx context.Context, r approval.Request) error {
	if r.MaxRows < 0 || len(r.Estimate.Held) == 0 {
		return nil
	}
	now, err := q.estimate(ctx)
	if err != nil {
		return err
	}
	switch {
	case now.Rows < 0 || now.By != byCount:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "approval %s is for at most %d rows in all, and they could not be counted again: %s", r.ID, r.MaxRows, now.Note).
			WithHint("Nothing was run. Run it again to try once more.")
	case now.Rows > r.MaxRows:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "by now it would touch %d rows, and approval %s was for at most %d", now.Rows, r.ID, r.MaxRows).
			WithDetail("%s", tally(now)).WithHint("Nothing was run. The data have changed since, or the approver allowed less; ask again.")
	}
	return nil
}

// alone is an approval as far as it is for the rows that the statement itself tells of:
// what was counted elsewhere is left out of its number, the margin stays.
func (c *Consent) alone() *Consent {
	if len(c.request.Estimate.Held) == 0 || len(c.request.Estimate.Touched) == 0 || c.request.MaxRows < 0 {
		return c
	}
	own := *c
	own.request.MaxRows = max(c.request.MaxRows-(c.request.Estimate.Rows-c.request.Estimate.Touched[0].Rows), 0)
	return &own
}

// tally words what is counted, relation by relation.
func tally(e approval.Estimate) string {
	var parts []string
	for _, t := range e.Touched {
		if t.Rows >= 0 {
			parts = append(parts, fmt.Sprintf("%s %s: %d", t.Verb, t.Relation, t.Rows))
		}
	}
	return strings.Join(parts, ", ")
}

// tallySQL adds up the rows that the session has updated and deleted in some tables and
// the source has not yet added to its statistics.
const tallySQL = `SELECT coalesce(sum(pg_catalog.pg_stat_get_xact_tuples_updated(t) + pg_catalog.pg_stat_get_xact_tuples_deleted(t)), 0)
FROM pg_catalog.unnest($1::pg_catalog.oid[]) AS t`

// tallied is how many rows the session has changed in the tables that its approval
// holds. Only the difference within a transaction means something.
func (r *Result) tallied(ctx context.Context) (int64, error) {
	conn, ok := r.session.conns[r.statement.plan.Provider].(providers.Asking)
	if !ok {
		return 0, sqlstate.New(sqlstate.InternalError, "the source cannot be asked how many rows were changed")
	}
	tables := make([]string, len(r.consent.request.Estimate.Held))
	for i, id := range r.consent.request.Estimate.Held {
		tables[i] = strconv.FormatUint(id, 10)
	}
	lists, err := conn.Ask(ctx, providers.Query{SQL: tallySQL, Args: []string{"{" + strings.Join(tables, ",") + "}"}})
	if err != nil {
		return 0, sqlstate.From(err)
	}
	if len(lists) != 1 || len(lists[0]) != 1 {
		return 0, sqlstate.New(sqlstate.InternalError, "the source did not say how many rows were changed")
	}
	return strconv.ParseInt(lists[0][0][0], 10, 64)
}

// holds reports whether the rows of several tables are to be added up.
func (r *Result) holds() bool {
	return r.consent != nil && r.consent.request.MaxRows >= 0 && len(r.consent.request.Estimate.Held) > 0 && !r.consent.request.Estimate.Mixed
}

// carriedTooFar is the error of a statement that has changed more rows in all than were
// approved; nil: it has not.
func (r *Result) carriedTooFar(ctx context.Context) error {
	if !r.holds() {
		return nil
	}
	now, err := r.tallied(ctx)
	if err != nil {
		return err
	}
	c, all := r.consent, now-r.before
	own, _ := Affected(r.tag)
	switch {
	case all < own:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: the source does not keep count of changed rows (track_counts), and approval %s is for at most %d in all", c.request.ID, c.request.MaxRows).
			WithHint("Set track_counts at the source.")
	case all > c.request.MaxRows:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: it touched %d rows with those that foreign keys carried it to, and approval %s was for at most %d", all, c.request.ID, c.request.MaxRows).
			WithDetail("What was approved: %s.", tally(c.request.Estimate)).
			WithHint("Run it again to ask for another approval; the approver may allow more (--max-rows).")
	}
	return nil
}
