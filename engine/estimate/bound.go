package estimate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An approval for a number of rows also holds the rows that foreign keys carry the statement to. They
// are counted again right before the statement runs. When it has run, the source's tally of its
// transaction tells what was changed in each table, and the statement is rolled back if that is too
// much.

// withoutCarried is an approval for the rows that the statement's own tag counts: rows that were counted in
// other tables are subtracted, and the margin stays.
func withoutCarried(r approval.Request) approval.Request {
	e := r.Estimate
	if r.MaxRows < 0 || len(e.Held)+len(e.Apart) == 0 || len(e.Touched) == 0 || e.Rows < 0 || e.Touched[0].Rows < 0 {
		return r
	}
	r.MaxRows = max(r.MaxRows-(e.Rows-e.Touched[0].Rows), 0)
	return r
}

// Counted lists what was counted, relation by relation.
func Counted(e approval.Estimate) string {
	var parts []string
	for _, t := range e.Touched {
		if t.Rows >= 0 {
			parts = append(parts, fmt.Sprintf("%s %s: %d", t.Verb, t.Relation, t.Rows))
		}
	}
	return strings.Join(parts, ", ")
}

// tallySQL adds up the rows that the session has updated and deleted, and, in the tables $3, inserted,
// since its statistics were last reported. It counts the tables $1, and those that foreign keys lead
// to from $1 and $2, without those of $2; the session may have made keys that other sessions do not
// see. All names have their schemas, since a relayed session has its client's search path.
const tallySQL = `WITH RECURSIVE reached(t) AS (
SELECT h FROM pg_catalog.unnest($1::pg_catalog.oid[] OPERATOR(pg_catalog.||) $2::pg_catalog.oid[]) AS h
UNION SELECT c.conrelid FROM reached JOIN pg_catalog.pg_constraint AS c ON c.confrelid OPERATOR(pg_catalog.=) t
WHERE c.contype OPERATOR(pg_catalog.=) 'f' AND (c.confdeltype OPERATOR(pg_catalog.=) ANY ('{c,n,d}'::pg_catalog."char"[]) OR c.confupdtype OPERATOR(pg_catalog.=) ANY ('{c,n,d}'::pg_catalog."char"[])))
SELECT coalesce(pg_catalog.sum(pg_catalog.pg_stat_get_xact_tuples_updated(t) OPERATOR(pg_catalog.+) pg_catalog.pg_stat_get_xact_tuples_deleted(t)
OPERATOR(pg_catalog.+) CASE WHEN t OPERATOR(pg_catalog.=) ANY ($3::pg_catalog.oid[]) THEN pg_catalog.pg_stat_get_xact_tuples_inserted(t) ELSE 0 END), 0), pg_catalog.current_setting('track_counts')
FROM reached WHERE t OPERATOR(pg_catalog.<>) ALL ($2)`

// needsTally reports whether the rows of several tables have to be added up when the statement has run.
func needsTally(r approval.Request) bool {
	return r.MaxRows >= 0 && len(r.Estimate.Held) > 0 && !r.Estimate.Mixed
}

// TallyQuery asks how many rows the session has changed in the tables that its approval holds. It returns false if the
// statement's tag tells enough. Only the difference of two answers within a transaction has a meaning.
func TallyQuery(r approval.Request) (q providers.Query, needed bool) {
	if !needsTally(r) {
		return providers.Query{}, false
	}
	e := r.Estimate
	return providers.Query{SQL: tallySQL, Args: []string{oidArray(e.Held), oidArray(e.Apart), oidArray(e.Inserts)}}, true
}

// oidArray writes OIDs of tables as an array of PostgreSQL.
func oidArray(ids []uint64) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatUint(id, 10)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// readTally reads the answer to TallyQuery. kept says that the source counts changed rows
// (track_counts).
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

// Exceeds returns the error of a statement that has changed more rows than were approved, by its tag, or by what the
// answers to TallyQuery said before and behind it. It returns nil if it has not. 42501.
func Exceeds(r approval.Request, tag string, before, behind [][]string) error {
	if !needsTally(r) && len(before) == 0 {
		return exceedsByTag(withoutCarried(r), tag)
	}
	if err := exceedsByTag(r, tag); err != nil {
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
	own, _ := providers.Affected(tag)
	e, all, allowed := r.Estimate, to-from, comparedRows(r)
	if e.ByTag {
		all += own
	}
	switch {
	case (!kept || !still || all < own) && !e.Linked: // the tag says all, as far as is known
	case !kept || !still || all < own:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: the source does not keep count of changed rows (track_counts), and approval %s is for at most %d in all", r.ID, r.MaxRows).
			WithHint("Set track_counts at the source.")
	case all > allowed:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: it touched %d rows with those that foreign keys carried it to, and approval %s was for at most %d", all, r.ID, allowed).
			WithDetail("What was approved: %s.", Counted(e)).
			WithHint("Run it again to ask for another approval; the approver may allow more (--max-rows).")
	}
	return nil
}

// comparedRows is the number of approved rows without those that are not compared when the statement has
// run.
func comparedRows(r approval.Request) int64 {
	return max(r.MaxRows-max(r.Estimate.ApartRows, 0), 0)
}

// exceedsByTag returns the error of a statement whose tag tells of more rows than were approved, or nil if it does not.
func exceedsByTag(r approval.Request, tag string) error {
	if r.MaxRows < 0 {
		return nil
	}
	n, ok := providers.Affected(tag)
	switch {
	case !ok:
		return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: the source did not say how many rows it touched (%q), and approval %s was for at most %d",
			tag, r.ID, r.MaxRows)
	case n <= r.MaxRows:
		return nil
	}
	return sqlstate.New(sqlstate.InsufficientPrivilege, "rolled back: it touched %d rows, and approval %s was for at most %d", n, r.ID, r.MaxRows).
		WithDetail("The estimate that was approved: %d rows.", r.Estimate.Rows).
		WithHint("Run it again to ask for another approval; the approver may allow more (--max-rows).")
}
