package catalog

import (
	"context"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// guardSQL tells whether a closure still holds ($1 to $7: see printsSQL; $8: its digest). It is 0 if so, old where the snapshot may be
// too old to tell, and changed where the closure does not hold. It looks names up by the session's search path, without the session's temporary schema, in which no object
// may hide a name. beside says that it leaves out what its transaction has changed itself ($9, $10: see GuardBeside).
func guardSQL(old, changed string, beside bool) string {
	with, seen := "", `(`+marksSQL+`)`
	if beside {
		with, seen = `WITH `+mineSQL, `(SELECT one.tag, `+besidePrint+` AS print FROM (`+marksSQL+`) one)`
	}
	sql := `SELECT CASE WHEN found.digest = $8 THEN CASE WHEN pg_catalog.current_setting('transaction_isolation') = ANY (ARRAY['repeatable read', 'serializable']) THEN ` + old + ` ELSE 0 END ELSE ` + changed + ` END FROM (` + with + `
SELECT pg_catalog.md5(
  'path ' || pg_catalog.array_to_string(ARRAY(SELECT s FROM pg_catalog.unnest(pg_catalog.current_schemas(true)) s WHERE s NOT LIKE 'pg\_temp\_%'), ' ') || E'\n' ||
  coalesce(pg_catalog.string_agg(seen.tag || '=' || seen.print || E'\n', '' ORDER BY seen.tag COLLATE pg_catalog."C"), '')) AS digest
FROM ` + seen + ` seen) found`
	return query.Qualify(strings.Join(strings.Fields(strings.ReplaceAll(sql, `E'\n'`, `pg_catalog.chr(10)`)), " "))
}

// marksSQL lists the prints of the closure, and the temporary relations that hide a name.
var marksSQL = printsSQL + `
UNION ALL
SELECT 'x ' || c.relname, c.oid::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname = ANY ((SELECT names FROM given)::name[]) AND c.relnamespace = pg_catalog.pg_my_temp_schema() AND n.nspname <> ALL ((SELECT schemas FROM given)::text[])`

// oldSnapshotFails fails where the snapshot may be too old.
const oldSnapshotFails = `('` + providers.OldSnapshot + `' || found.digest)::int`

// guardFails fails. The digest that was found stands in a text that is no number, so that the planner cannot fail by computing it in
// advance.
const guardFails = `('what was found: ' || found.digest)::int`

var (
	// GuardText is the text of the guard, which clients' backends prepare. It fails unless the closure holds.
	GuardText = guardSQL("1", guardFails, false)
	// StrictGuardText is GuardText, and fails where the snapshot may be too old, too.
	StrictGuardText = guardSQL(oldSnapshotFails, guardFails, false)
	// comparedText is GuardText as a question that has an answer where the closure does not hold, so that no transaction fails by it: 2.
	comparedText = guardSQL("1", "2", false)
)

// HoldsIn compares the closure with what one session sees.
func (cl *closure) HoldsIn(ctx context.Context, ask providers.Asker) (bool, error) {
	lists, err := ask(ctx, queryOf(comparedText, cl.Guard()...))
	if err != nil {
		return false, err
	}
	return len(lists[0]) == 1 && lists[0][0][0] != "2", nil
}

// Guard are the parameters of the statement that fails unless the closure holds.
func (cl *closure) Guard() []string {
	if args := cl.guard.Load(); args != nil {
		return *args
	}
	args := append(printArgs(cl.tags()), cl.digest())
	cl.guard.Store(&args)
	return args
}

// unsettledFor is how long the whole catalog counts as changing after something in use has changed.
const unsettledFor = 10 * time.Second

// Unsettled reports whether something that is in use was changed lately, or may have been.
func (cl *closure) Unsettled() bool {
	if cl.c.options.CompareReads {
		return true
	}
	changed := cl.c.changed.Load()
	return changed != 0 && time.Since(cl.c.born)-time.Duration(changed) < unsettledFor
}

// Moving reports whether something of the closure was changed lately.
func (cl *closure) Moving() bool { return cl.Unsettled() && cl.c.store.moved(cl.marks, time.Now()) }
