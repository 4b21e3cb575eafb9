package postgres

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
)

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

const functionsSQL = `
SELECT n.nspname, p.proname, p.prokind, p.provolatile, l.lanname, p.prosecdef,
  p.pronargs - p.pronargdefaults, CASE WHEN p.provariadic <> 0 THEN -1 ELSE p.pronargs END,
  p.oid < 16384 AND e.extname IS NULL, e.extname
FROM pg_catalog.pg_proc p
JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
LEFT JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
LEFT JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
ORDER BY p.oid`

// relationsSQL runs with an empty search path, so that the definitions of views
// say where everything is.
const relationsSQL = `
SELECT n.nspname, c.relname,
  CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table'
    WHEN 'S' THEN 'sequence' WHEN 'i' THEN 'index' WHEN 'I' THEN 'index' ELSE 'table' END,
  c.oid < 16384 AND n.nspname IN ('pg_catalog', 'information_schema'),
  CASE WHEN c.relkind = 'v' AND c.oid >= 16384 THEN pg_catalog.pg_get_viewdef(c.oid) END
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'i', 'I')
  AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp\_%'`

// harmless are the functions in C, which a superuser installed or which came
// with the server, that are not volatile.
const harmless = `
harmless AS (
  SELECT p.oid FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  WHERE l.lanname IN ('c', 'internal') AND p.provolatile <> 'v'
)`

const operatorsSQL = `WITH ` + harmless + `
SELECT n.nspname, o.oprname FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
WHERE o.oid >= 16384 AND (o.oprcode::oid NOT IN (TABLE harmless) OR NOT EXISTS (
  SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e'))`

// typesSQL lists types (but for harmless row types of tables) and collations:
// schema, name, oid (0 for a collation), foreign, and users' names for people.
const typesSQL = `
WITH RECURSIVE ` + harmless + `, foreign_type(oid) AS (
  SELECT t.oid FROM pg_catalog.pg_type t JOIN pg_catalog.pg_proc p ON p.oid = t.typinput JOIN pg_catalog.pg_language l ON l.oid = p.prolang
    WHERE t.typtype = 'b' AND l.lanname NOT IN ('c', 'internal')
  UNION SELECT contypid FROM pg_catalog.pg_constraint WHERE contype = 'c' AND contypid >= 16384
  UNION SELECT pg_catalog.unnest(ARRAY[castsource, casttarget]) FROM pg_catalog.pg_cast
    WHERE oid >= 16384 AND castmethod = 'f' AND castfunc NOT IN (TABLE harmless)
), reached(oid) AS (
  SELECT oid FROM foreign_type
  UNION
  SELECT built.oid FROM reached CROSS JOIN LATERAL (
    SELECT t.oid FROM pg_catalog.pg_type t WHERE t.typbasetype = reached.oid OR t.typelem = reached.oid
    UNION ALL SELECT r.rngtypid FROM pg_catalog.pg_range r WHERE r.rngsubtype = reached.oid
    UNION ALL SELECT c.reltype FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      WHERE a.atttypid = reached.oid AND NOT a.attisdropped AND c.reltype <> 0
  ) built
)
SELECT n.nspname, t.typname, t.oid, t.oid IN (TABLE reached),
  CASE WHEN t.oid >= 16384 THEN pg_catalog.format_type(t.oid, NULL) END
FROM pg_catalog.pg_type t
JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
LEFT JOIN pg_catalog.pg_class c ON c.oid = CASE WHEN t.typrelid <> 0 THEN t.typrelid ELSE e.typrelid END
WHERE c.oid IS NULL OR c.relkind = 'c' OR t.oid IN (TABLE reached)
UNION ALL
SELECT n.nspname, c.collname, 0, false, NULL FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace`

// load reads the whole catalog in one read-only transaction.
func load(ctx context.Context, pg *pgconn.PgConn) (*snapshot, error) {
	l := loader{pg: pg, snapshot: &snapshot{
		functions: map[string][]providers.Function{},
		relations: map[qualified]providers.Relation{},
		operators: map[string][]string{},
		types:     map[qualified]bool{},
		typeNames: map[uint32]string{},
	}}
	l.each(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", nil)
	l.each(ctx, "SELECT pg_catalog.unnest(pg_catalog.current_schemas(true))", func(v []string) { l.path = append(l.path, v[0]) })
	l.each(ctx, functionsSQL, l.function)
	l.each(ctx, operatorsSQL, func(v []string) { l.operators[v[1]] = append(l.operators[v[1]], v[0]) })
	l.each(ctx, typesSQL, l.typ)
	l.each(ctx, "SELECT pg_catalog.set_config('search_path', '', true)", nil)
	l.each(ctx, relationsSQL, l.relation)
	l.each(ctx, "ROLLBACK", nil)
	return l.snapshot, l.err
}

// loader fills a snapshot; the first error stops it.
type loader struct {
	*snapshot
	pg  *pgconn.PgConn
	err error
}

func (l *loader) each(ctx context.Context, sql string, use func([]string)) {
	if l.err != nil {
		return
	}
	var lines [][]string
	if lines, l.err = readAll(ctx, l.pg, sql); use == nil || l.err != nil {
		return
	}
	for _, line := range lines {
		use(line)
	}
}

func (l *loader) function(v []string) {
	f := providers.Function{
		Schema: v[0], Name: v[1], Kind: v[2][0], Language: v[4], Definer: v[5] == "t",
		MinArgs: number(v[6]), MaxArgs: number(v[7]), Builtin: v[8] == "t", Extension: v[9],
	}
	switch v[3] {
	case "i":
		f.Volatility = providers.Immutable
	case "s":
		f.Volatility = providers.Stable
	}
	l.functions[f.Name] = append(l.functions[f.Name], f)
}

func (l *loader) relation(v []string) {
	r := providers.Relation{Schema: v[0], Name: v[1], Kind: v[2], Builtin: v[3] == "t"}
	if v[4] != "" {
		r.Hidden = []providers.Hidden{{What: "view " + v[0] + "." + v[1], SQL: v[4]}}
	}
	l.relations[qualified{r.Schema, r.Name}] = r
}

func (l *loader) typ(v []string) {
	l.types[qualified{v[0], v[1]}] = v[3] == "t"
	if v[4] == "" {
		return
	}
	oid, err := strconv.ParseUint(v[2], 10, 32)
	l.err = errors.Join(l.err, err)
	l.typeNames[uint32(oid)] = v[4]
}
