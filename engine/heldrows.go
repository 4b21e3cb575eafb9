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
// may be other data by now. What could not be counted when it was asked for is held by the
// source's tally alone.
func (q *question) countedAgain(ctx context.Context, r approval.Request) error {
	if n := q.requests(); r.MaxRows >= 0 && q.onlyCalls() && n > r.MaxRows {
		return sqlstate.New(sqlstate.InsufficientPrivilege, "it would send %d requests, and approval %s was for at most %d", n, r.ID, r.MaxRows).
			WithHint("Nothing was sent. Ask for fewer at a time, or for another approval.")
	}
	tallied := !r.Estimate.Mixed && r.Estimate.ApartRows >= 0 && (r.Estimate.Rows < 0 || len(r.Estimate.Held) > 0)
	if r.MaxRows < 0 || !r.Estimate.Linked || r.Estimate.By != byCount && tallied {
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
	if c == nil || c.request.MaxRows < 0 || len(c.request.Estimate.Held)+len(c.request.Estimate.Apart) == 0 || len(c.request.Estimate.Touched) == 0 {
		return c
	}
	e := c.request.Estimate
	if e.Rows < 0 || e.Touched[0].Rows < 0 {
		return c
	}
	own := *c
	own.request.MaxRows = max(c.request.MaxRows-(e.Rows-e.Touched[0].Rows), 0)
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

// tallySQL adds up the rows that the session has updated and deleted, and inserted into
// those of $3, and the source has not yet added to its statistics, in some tables and in those
// that foreign keys lead to from there, without those of $2: the session may have made keys
// that nobody else sees yet. Everything in it is named with its schema: a relayed session has
// the search path that its client has set.
const tallySQL = `WITH RECURSIVE reached(t) AS (
SELECT h FROM pg_catalog.unnest($1::pg_catalog.oid[] OPERATOR(pg_catalog.||) $2::pg_catalog.oid[]) AS h
UNION SELECT c.conrelid FROM reached JOIN pg_catalog.pg_constraint AS c ON c.confrelid OPERATOR(pg_catalog.=) t
WHERE c.contype OPERATOR(pg_catalog.=) 'f' AND (c.confdeltype OPERATOR(pg_catalog.=) ANY ('{c,n,d}'::pg_catalog."char"[]) OR c.confupdtype OPERATOR(pg_catalog.=) ANY ('{c,n,d}'::pg_catalog."char"[])))
SELECT coalesce(pg_catalog.sum(pg_catalog.pg_stat_get_xact_tuples_updated(t) OPERATOR(pg_catalog.+) pg_catalog.pg_stat_get_xact_tuples_deleted(t)
OPERATOR(pg_catalog.+) CASE WHEN t OPERATOR(pg_catalog.=) ANY ($3::pg_catalog.oid[]) THEN pg_catalog.pg_stat_get_xact_tuples_inserted(t) ELSE 0 END), 0), pg_catalog.current_setting('track_counts')
FROM reached WHERE t OPERATOR(pg_catalog.<>) ALL ($2)`

// tallies reports whether the rows of several tables are to be added up when the
// statement has run.
func (c *Consent) tallies() bool {
	return c != nil && c.request.MaxRows >= 0 && len(c.request.Estimate.Held) > 0 && !c.request.Estimate.Mixed
}

// tallyQuery asks how many rows the session has changed in the tables that its approval
// holds. Only the difference within a transaction means something.
func (c *Consent) tallyQuery() providers.Query {
	e := c.request.Estimate
	return providers.Query{SQL: tallySQL, Args: []string{oidArray(e.Held), oidArray(e.Apart), oidArray(e.Inserts)}}
}

// oidArray writes numbers of tables as an array of PostgreSQL.
func oidArray(ids []uint64) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatUint(id, 10)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// readTally reads the answer to tallyQuery. kept says that the source keeps count.
func readTally(rows [][]string) (n int64, kept bool, err error) {
	unknown := sqlstate.New(sqlstate.InternalError, "the source did not say how many rows were changed")
	if len(rows) != 1 || len(rows[0]) != 2 {
		return 0, false, unknown
	}
	if n, err = strconv.ParseInt(rows[0][0], 10, 64); err != nil {
		unknown.Cause = err
		return 0, false, unknown
	}
	return n, rows[0][1] == "on", nil
}

// tallied asks the source how many rows the session has changed so far in the tables that
// its approval holds; nil: nobody needs to know.
func (r *Result) tallied(ctx context.Context) (rows [][]string, err error) {
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

// exceedsInAll is the error of a statement that has changed more rows than were approved,
// by its tag, or by what the source's tally said before and behind it; nil: it has not.
func (c *Consent) exceedsInAll(tag string, before, behind [][]string) error {
	if err := c.exceeds(tag); err != nil {
		return err
	}
	from, kept, err := readTally(before)
	if err != nil {
		return err
	}
	to, still, err := readTally(behind)
	if err != nil {
		return err
	}
	own, _ := Affected(tag)
	e, all, allowed := c.request.Estimate, to-from, c.compared()
	if e.ByTag {
		all += own
	}
	switch {
	case (!kept || !still || all < own) && !e.Linked: // the tag says all, as far as is known
	case !kept || !still || all < own:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: the source does not keep count of changed rows (track_counts), and approval %s is for at most %d in all", c.request.ID, c.request.MaxRows).
			WithHint("Set track_counts at the source.")
	case all > allowed:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: it touched %d rows with those that foreign keys carried it to, and approval %s was for at most %d", all, c.request.ID, allowed).
			WithDetail("What was approved: %s.", tally(e)).
			WithHint("Run it again to ask for another approval; the approver may allow more (--max-rows).")
	}
	return nil
}

// compared is the number of approved rows without those that nothing compares when the
// statement has run.
func (c *Consent) compared() int64 {
	return max(c.request.MaxRows-max(c.request.Estimate.ApartRows, 0), 0)
}
