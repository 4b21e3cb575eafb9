package catalog

import (
	"cmp"
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The revision of users' code changes when code of users changes, or foreign keys or inheritance, which carry a change from table to
// table. A session asks for it on its own connection, too: only that connection sees what its open transaction has changed. There the
// client decides on the search path, so every name below has its schema, operators included.

// seenSQL lists what code of users is made of: a number of the system table, when the row was changed, and whether it belongs to the
// session's own temporary schema. What other sessions have in theirs is left out.
const seenSQL = `schemas AS MATERIALIZED (
  SELECT oid, oid OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema() AS own FROM pg_catalog.pg_namespace
  WHERE oid OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()
    OR NOT pg_catalog.starts_with(nspname::pg_catalog.text, 'pg_temp_') AND NOT pg_catalog.starts_with(nspname::pg_catalog.text, 'pg_toast')
), relation AS MATERIALIZED (
  SELECT c.oid, c.xmin AS changed, c.relkind, n.own FROM pg_catalog.pg_class c JOIN schemas n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
  WHERE c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p,v,m,f}'::pg_catalog."char"[])
), seen AS (
  SELECT 1 AS source, p.xmin AS changed, n.own FROM pg_catalog.pg_proc p JOIN schemas n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
  UNION ALL SELECT 2, xmin, false FROM pg_catalog.pg_namespace WHERE oid OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT oid FROM schemas WHERE NOT own))
  UNION ALL SELECT 3, w.xmin, c.own FROM pg_catalog.pg_rewrite w JOIN relation c ON c.oid OPERATOR(pg_catalog.=) w.ev_class
  UNION ALL SELECT 4, o.xmin, n.own FROM pg_catalog.pg_operator o JOIN schemas n ON n.oid OPERATOR(pg_catalog.=) o.oprnamespace
  UNION ALL SELECT 6, k.xmin, n.own FROM pg_catalog.pg_constraint k JOIN schemas n ON n.oid OPERATOR(pg_catalog.=) k.connamespace
  UNION ALL SELECT 7, xmin, false FROM pg_catalog.pg_cast
  UNION ALL SELECT 15, x.xmin, c.own FROM pg_catalog.pg_policy x JOIN relation c ON c.oid OPERATOR(pg_catalog.=) x.polrelid
  UNION ALL SELECT 16, i.xmin, c.own FROM pg_catalog.pg_inherits i JOIN relation c ON c.oid OPERATOR(pg_catalog.=) i.inhrelid
  UNION ALL SELECT 22, t.xmin, c.own FROM pg_catalog.pg_trigger t JOIN relation c ON c.oid OPERATOR(pg_catalog.=) t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL SELECT 30, changed, own FROM relation WHERE own
), counts AS (
  SELECT source, own, pg_catalog.concat_ws(':', source, pg_catalog.count(*), pg_catalog.sum(changed::pg_catalog.text::pg_catalog.int8)) AS print FROM seen GROUP BY source, own
), revision AS (
  SELECT coalesce(pg_catalog.string_agg(print, ' ' ORDER BY source) FILTER (WHERE NOT own), '') AS shared,
    coalesce(pg_catalog.string_agg(print, ' ' ORDER BY source) FILTER (WHERE own), '') AS temporary FROM counts
)`

const revisionSQL = "WITH " + seenSQL + " SELECT shared FROM revision"

// deferringSQL tells which triggers may run code of users when their transaction ends: those that can be deferred, whose functions are
// users', or which compare values of an index with expressions. The triggers of foreign keys and of plain UNIQUE run none.
const deferringSQL = `pg_catalog.pg_trigger t LEFT JOIN pg_catalog.pg_index i ON i.indexrelid OPERATOR(pg_catalog.=) t.tgconstrindid
  WHERE t.tgdeferrable AND t.tgenabled OPERATOR(pg_catalog.<>) 'D'::pg_catalog."char"
    AND (t.tgfoid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid OR i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)`

// committedSQL tells the revision that all sessions see, the relations that have such triggers, and the login's search path.
const committedSQL = "WITH " + seenSQL + `
SELECT shared, (SELECT coalesce(pg_catalog.array_agg(DISTINCT t.tgrelid), '{}')::pg_catalog.text FROM ` + deferringSQL + `), ` + schemasInForce + ` FROM revision`

// schemasInForce is the search path in force. The session's temporary schema is in it if the session has something there.
const schemasInForce = `(SELECT coalesce(pg_catalog.string_agg(CASE WHEN pg_catalog.starts_with(s, 'pg_temp_') THEN 'pg_temp' ELSE s END, ' ' ORDER BY place), '')
  FROM pg_catalog.unnest(pg_catalog.current_schemas(true)::pg_catalog.text[]) WITH ORDINALITY AS p(s, place)
  WHERE NOT pg_catalog.starts_with(s, 'pg_temp_') OR temporary OPERATOR(pg_catalog.<>) '')`

// pendingSQL tells whether the end of the open transaction may run code of users: it has changed rows of a relation with a trigger that
// may be deferred ($1: relations that are known to have one), or opened a cursor WITH HOLD beside those called $2. The server counts
// changed rows for each relation that keeps its rows in a heap, unless track_counts is off.
const pendingSQL = `(EXISTS (SELECT FROM (SELECT t.tgrelid AS r FROM ` + deferringSQL + `
    UNION ALL SELECT r FROM pg_catalog.unnest($1::pg_catalog.oid[]) r) has
  WHERE pg_catalog.current_setting('track_counts') OPERATOR(pg_catalog.<>) 'on'
    OR pg_catalog.pg_stat_get_xact_tuples_inserted(has.r) OPERATOR(pg_catalog.>) 0 OR pg_catalog.pg_stat_get_xact_tuples_updated(has.r) OPERATOR(pg_catalog.>) 0
    OR pg_catalog.pg_stat_get_xact_tuples_deleted(has.r) OPERATOR(pg_catalog.>) 0
    OR NOT EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) has.r AND c.relam OPERATOR(pg_catalog.=) ANY ('{0,2}'::pg_catalog.oid[])))
  OR EXISTS (SELECT FROM pg_catalog.pg_cursors c WHERE c.is_holdable AND c.creation_time OPERATOR(pg_catalog.>=) pg_catalog.transaction_timestamp()
    AND c.name OPERATOR(pg_catalog.<>) ALL ($2::pg_catalog.text[])))`

// oldSQL says that the snapshot of the transaction may be older than the code that it runs.
const oldSQL = `pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.=) ANY ('{repeatable read,serializable}'::pg_catalog.text[])`

var (
	// ownSQL asks a session for all of that.
	ownSQL = oneLine("WITH " + seenSQL + " SELECT " + pendingSQL + ", " + oldSQL + ", shared, temporary, " + schemasInForce + " FROM revision")
	// pendingAloneSQL asks it for what is asked first.
	pendingAloneSQL = oneLine("SELECT " + pendingSQL + ", " + oldSQL)
	// endGuardSQL fails, as the guard of a closure does, where the end would run other code than that of the revision $3, $4 by the
	// path $5.
	endGuardSQL = oneLine(`SELECT CASE WHEN NOT ` + pendingSQL + ` THEN CASE WHEN ` + oldSQL + ` THEN 1 ELSE 0 END
WHEN ` + oldSQL + ` THEN (SELECT pg_catalog.concat('` + providers.OldSnapshot + `', shared)::pg_catalog.int4 FROM (WITH ` + seenSQL + ` SELECT shared FROM revision) found)
ELSE (SELECT CASE WHEN shared OPERATOR(pg_catalog.=) $3 AND temporary OPERATOR(pg_catalog.=) $4 AND path OPERATOR(pg_catalog.=) $5 THEN 0
  ELSE pg_catalog.concat('what was found: ', shared)::pg_catalog.int4 END FROM (WITH ` + seenSQL + ` SELECT shared, temporary, ` + schemasInForce + ` AS path FROM revision) found) END`)
)

func oneLine(sql string) string { return strings.Join(strings.Fields(sql), " ") }

// Revision reads the current revision of users' code. It looks at the whole catalog, which is slow; a person's
// decision takes much longer.
func (c *Catalog) Revision(ctx context.Context) (string, error) { return c.Answer(ctx, revisionSQL) }

// Committed tells what code of users all sessions see.
func (c *Catalog) Committed(ctx context.Context) (code providers.Code, err error) {
	err = c.withTurn(ctx, func(ctx context.Context) error {
		lists, err := c.runQueries(ctx, queryOf(committedSQL))
		if err != nil {
			return c.readError(ctx, err)
		}
		row := lists[0][0]
		code = providers.Code{Revision: row[0], Deferring: row[1], Path: row[2]}
		return nil
	})
	return code, err
}

// CodeAtEnd tells what the end of a session's transaction may run.
func CodeAtEnd(ctx context.Context, ask providers.Asker, deferring string, cursors []string, whole bool) (code providers.Code, err error) {
	args, sql := []string{cmp.Or(deferring, emptyArray), query.Array(cursors)}, pendingAloneSQL
	if whole {
		sql = ownSQL
	}
	lists, err := ask(ctx, queryOf(sql, args...))
	if err != nil {
		return code, err
	}
	if len(lists[0]) != 1 {
		return code, sqlstate.New(sqlstate.InternalError, "the session did not tell what its transaction has changed")
	}
	row := lists[0][0]
	code = providers.Code{Pending: row[0] == "t", Old: row[1] == "t", Deferring: deferring}
	if whole {
		code.Revision, code.Temporary, code.Path = row[2], row[3], row[4]
	}
	return code, nil
}

// EndGuard is the query of endGuardSQL, with its parameters.
func EndGuard(code providers.Code, cursors []string) (sql string, args []string) {
	return endGuardSQL, []string{cmp.Or(code.Deferring, emptyArray), query.Array(cursors), code.Revision, code.Temporary, code.Path}
}
