package postgres

import (
	"slices"
	"strings"
)

// momentSQL is the same as before only while no transaction that may have
// changed something has ended since: each that was running still runs, and no
// younger one has ended. A standby does not tell which ones are running.
const momentSQL = `SELECT CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_current_snapshot()::text END`

// fingerprintSQL changes when anything that load reads has changed: a row of a
// system table that is new or altered has a newer xmin, and one that is gone
// lowers the count. Temporary objects of whatever session do not count. What
// comes and goes with a row of another table is not looked at: pg_aggregate,
// pg_range, pg_index and pg_partitioned_table; nor is what came with the server
// and nobody can change. The moment comes with it.
const fingerprintSQL = `
WITH temporary AS MATERIALIZED (
  SELECT oid FROM pg_catalog.pg_namespace WHERE nspname LIKE 'pg\_temp\_%' OR nspname LIKE 'pg\_toast%'
), relation AS MATERIALIZED (
  SELECT oid, xmin AS changed FROM pg_catalog.pg_class
  WHERE relkind IN ('r','p','v','m','f','S','c','i','I') AND relnamespace NOT IN (TABLE temporary)
), seen AS (
  SELECT 1 AS source, xmin AS changed FROM pg_catalog.pg_proc WHERE pronamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 2, changed FROM relation
  UNION ALL SELECT 3, xmin FROM pg_catalog.pg_rewrite WHERE ev_class IN (SELECT oid FROM relation)
  UNION ALL SELECT 4, xmin FROM pg_catalog.pg_operator WHERE oprnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 5, xmin FROM pg_catalog.pg_type WHERE typnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 6, xmin FROM pg_catalog.pg_constraint WHERE connamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 7, xmin FROM pg_catalog.pg_cast
  UNION ALL SELECT 8, xmin FROM pg_catalog.pg_namespace WHERE oid NOT IN (TABLE temporary)
  UNION ALL SELECT 9, xmin FROM pg_catalog.pg_extension
  UNION ALL SELECT 10, xmin FROM pg_catalog.pg_depend WHERE deptype = 'e'
  UNION ALL SELECT 11, xmin FROM pg_catalog.pg_db_role_setting
  UNION ALL SELECT 12, xmin FROM pg_catalog.pg_collation WHERE oid >= 16384
  UNION ALL SELECT 13, xmin FROM pg_catalog.pg_attribute WHERE attnum > 0 AND attrelid >= 16384 AND attrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 14, xmin FROM pg_catalog.pg_attrdef WHERE adrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 15, xmin FROM pg_catalog.pg_policy WHERE polrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 16, xmin FROM pg_catalog.pg_inherits WHERE inhrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 17, xmin FROM pg_catalog.pg_statistic_ext WHERE stxrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 18, xmin FROM pg_catalog.pg_opclass WHERE oid >= 16384
  UNION ALL SELECT 19, xmin FROM pg_catalog.pg_amproc WHERE oid >= 16384
  UNION ALL SELECT 20, xmin FROM pg_catalog.pg_amop WHERE oid >= 16384
  UNION ALL SELECT 21, xmin FROM pg_catalog.pg_language
  UNION ALL SELECT 22, xmin FROM pg_catalog.pg_trigger WHERE NOT tgisinternal
)
SELECT pg_catalog.string_agg(source || ':' || n || ':' || s, ' ' ORDER BY source), (` + momentSQL + `)
FROM (SELECT source, count(*) AS n, sum(changed::text::bigint) AS s FROM seen GROUP BY source) counts`

// codeSources are the parts of a fingerprint that change with users' code, and with
// what carries a change from table to table: foreign keys and heirs.
var codeSources = []string{"1:", "3:", "4:", "6:", "7:", "15:", "16:", "22:"}

// codeOf is the part of a fingerprint that tells of users' code.
func codeOf(fingerprint string) string {
	var parts []string
	for _, part := range strings.Fields(fingerprint) {
		if slices.ContainsFunc(codeSources, func(source string) bool { return strings.HasPrefix(part, source) }) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}
