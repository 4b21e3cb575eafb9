package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What an approval for a number of rows holds beside what the statement says itself: the
// rows that foreign keys carry it to. They are counted again right before it runs. When it
// has run, the source's own tally of its transaction tells what was changed in each table,
// and what went beyond is rolled back.

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
	if c == nil || len(c.request.Estimate.Held) == 0 || len(c.request.Estimate.Touched) == 0 || c.request.MaxRows < 0 {
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
// the source has not yet added to its statistics. Everything in it is named with its
// schema: a relayed session has the search path that its client has set.
const tallySQL = `SELECT coalesce(pg_catalog.sum(pg_catalog.pg_stat_get_xact_tuples_updated(t) OPERATOR(pg_catalog.+) pg_catalog.pg_stat_get_xact_tuples_deleted(t)), 0), pg_catalog.current_setting('track_counts')
FROM pg_catalog.unnest($1::pg_catalog.oid[]) AS t`

// tallies reports whether the rows of several tables are to be added up when the
// statement has run.
func (c *Consent) tallies() bool {
	return c != nil && c.request.MaxRows >= 0 && len(c.request.Estimate.Held) > 0 && !c.request.Estimate.Mixed
}

// tallyQuery asks how many rows the session has changed in the tables that its approval
// holds. Only the difference within a transaction means something.
func (c *Consent) tallyQuery() providers.Query {
	tables := make([]string, len(c.request.Estimate.Held))
	for i, id := range c.request.Estimate.Held {
		tables[i] = strconv.FormatUint(id, 10)
	}
	return providers.Query{SQL: tallySQL, Args: []string{"{" + strings.Join(tables, ",") + "}"}}
}

// readTally reads the answer to tallyQuery.
func (c *Consent) readTally(rows [][]string) (int64, error) {
	unknown := sqlstate.New(sqlstate.InternalError, "the source did not say how many rows were changed")
	if len(rows) != 1 || len(rows[0]) != 2 {
		return 0, unknown
	}
	if rows[0][1] != "on" {
		return 0, c.notKept()
	}
	n, err := strconv.ParseInt(rows[0][0], 10, 64)
	if err != nil {
		unknown.Cause = err
		return 0, unknown
	}
	return n, nil
}

// tallied is how many rows the session has changed so far in the tables that its
// approval holds.
func (r *Result) tallied(ctx context.Context) (int64, error) {
	conn, ok := r.session.conns[r.statement.plan.Provider].(providers.Asking)
	if !ok {
		return 0, sqlstate.New(sqlstate.InternalError, "the source cannot be asked how many rows were changed")
	}
	lists, err := conn.Ask(ctx, r.consent.tallyQuery())
	if err != nil {
		return 0, sqlstate.From(err)
	}
	return r.consent.readTally(slices.Concat(lists...))
}

// exceedsInAll is the error of a statement that has changed more rows than were approved,
// by its tag or in all by the source's tally; nil: it has not.
func (c *Consent) exceedsInAll(tag string, all int64) error {
	if err := c.exceeds(tag); err != nil {
		return err
	}
	own, _ := Affected(tag)
	switch {
	case all < own:
		return c.notKept()
	case all > c.request.MaxRows:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: it touched %d rows with those that foreign keys carried it to, and approval %s was for at most %d", all, c.request.ID, c.request.MaxRows).
			WithDetail("What was approved: %s.", tally(c.request.Estimate)).
			WithHint("Run it again to ask for another approval; the approver may allow more (--max-rows).")
	}
	return nil
}

// notKept is the error where the source does not count the rows that are changed.
func (c *Consent) notKept() error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: the source does not keep count of changed rows (track_counts), and approval %s is for at most %d in all", c.request.ID, c.request.MaxRows).
		WithHint("Set track_counts at the source.")
}
