package postgres

// fingerprintSQL changes when anything that load reads has changed: a row of a
// system table that is new or altered has a newer xmin, and one that is gone
// lowers the count. Temporary objects of whatever session do not count.
const fingerprintSQL = `
WITH temporary AS (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname LIKE 'pg\_temp\_%' OR nspname LIKE 'pg\_toast%'),
seen AS (
  SELECT 1 AS source, xmin FROM pg_catalog.pg_proc WHERE pronamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 2, xmin FROM pg_catalog.pg_class WHERE relkind IN ('r','p','v','m','f','S') AND relnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 3, r.xmin FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class WHERE c.relnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 4, xmin FROM pg_catalog.pg_operator WHERE oprnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 5, xmin FROM pg_catalog.pg_type WHERE typnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 6, xmin FROM pg_catalog.pg_constraint WHERE contypid <> 0
  UNION ALL SELECT 7, xmin FROM pg_catalog.pg_cast
  UNION ALL SELECT 8, xmin FROM pg_catalog.pg_namespace WHERE oid NOT IN (TABLE temporary)
  UNION ALL SELECT 9, xmin FROM pg_catalog.pg_extension
  UNION ALL SELECT 10, xmin FROM pg_catalog.pg_depend WHERE deptype = 'e'
  UNION ALL SELECT 11, xmin FROM pg_catalog.pg_db_role_setting
  UNION ALL SELECT 12, xmin FROM pg_catalog.pg_collation
)
SELECT pg_catalog.string_agg(source || ':' || n || ':' || s, ' ' ORDER BY source)
FROM (SELECT source, count(*) AS n, sum(xmin::text::bigint) AS s FROM seen GROUP BY source) counts`
