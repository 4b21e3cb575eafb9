package postgres

import (
	"context"
	"encoding/json"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var _ providers.Footprinter = (*Provider)(nil)

// hitSQL follows changes from relation to relation.
//
// A line of hit is a relation that an event happens to: how it came to be hit is
// "named" by the statement, "heir" of one that is (a partition, or a table that
// inherits), "base" of a view, or "carried" there by a foreign key. Each of its
// columns comes from the statement or the catalog, so it ends. A partition's
// copies of its parent's triggers and constraints are told once, as the parent's.
const hitSQL = `
WITH RECURSIVE asked AS (
  SELECT * FROM pg_catalog.json_to_recordset($1::pg_catalog.json) AS
    a("Verb" pg_catalog.text, "Schema" pg_catalog.text, "Name" pg_catalog.text, "Columns" pg_catalog.text[], "Leading" int, "Only" pg_catalog.bool, "Cascade" pg_catalog.bool, "Restart" pg_catalog.bool)
), hit AS (
  SELECT pg_catalog.to_regclass(coalesce(pg_catalog.quote_ident(CASE WHEN "Schema" <> '' THEN "Schema" END) || '.', '') || pg_catalog.quote_ident("Name"))::oid AS rel,
    "Verb" AS event, "Columns" COLLATE pg_catalog."C" AS columns, "Leading" AS leading, 'named' AS how, NOT "Only" AS heirs, "Cascade" AS cascade, "Restart" AS restart
  FROM asked WHERE "Name" <> ''
  UNION
  SELECT next.* FROM hit h CROSS JOIN LATERAL (
    SELECT i.inhrelid, h.event, h.columns, 0, 'heir', true, h.cascade, h.restart
    FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class parent ON parent.oid = i.inhparent
    WHERE i.inhparent = h.rel AND h.heirs AND (h.event <> 'INSERT' OR parent.relkind = 'p')
  UNION ALL
    SELECT f.conrelid, CASE WHEN h.event = 'TRUNCATE' OR h.event = 'DELETE' AND f.confdeltype = 'c' THEN h.event ELSE 'UPDATE' END,
      CASE WHEN h.event = 'UPDATE' OR h.event = 'DELETE' AND f.confdeltype <> 'c' THEN mine.names END, 0, 'carried', true, h.cascade, h.restart
    FROM pg_catalog.pg_constraint f
    CROSS JOIN LATERAL (
      SELECT pg_catalog.array_agg(a.attname::text COLLATE pg_catalog."C") AS names
      FROM pg_catalog.pg_attribute a WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)) mine
    CROSS JOIN LATERAL (
      SELECT pg_catalog.array_agg(a.attname::text COLLATE pg_catalog."C") AS names
      FROM pg_catalog.pg_attribute a WHERE a.attrelid = f.confrelid AND a.attnum = ANY (f.confkey)) theirs
    WHERE f.contype = 'f' AND f.confrelid = h.rel
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint p WHERE p.oid = f.conparentid AND p.confrelid = f.confrelid)
      AND (h.event = 'DELETE' AND f.confdeltype = ANY ('{c,n,d}')
        OR h.event = 'UPDATE' AND f.confupdtype = ANY ('{c,n,d}') AND (h.columns IS NULL OR h.columns && theirs.names)
        OR h.event = 'TRUNCATE' AND h.cascade)
  UNION ALL
    SELECT d.refobjid, h.event, NULL::text[] COLLATE pg_catalog."C", 0, 'base', true, false, false
    FROM pg_catalog.pg_class v
    JOIN pg_catalog.pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1'
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
      AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid <> v.oid
    WHERE v.oid = h.rel AND v.relkind = 'v' AND h.event = ANY ('{INSERT,UPDATE,DELETE}')
      AND pg_catalog.pg_relation_is_updatable(v.oid, false) <> 0
  UNION ALL
    SELECT w.ev_class, h.event, NULL::text[] COLLATE pg_catalog."C", 0, 'carried', true, true, false
    FROM pg_catalog.pg_depend d
    JOIN pg_catalog.pg_rewrite w ON w.oid = d.objid AND w.ev_class <> h.rel
    WHERE h.event = 'DROP TABLE' AND h.cascade AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
      AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid = h.rel
  ) next
), named AS (
  SELECT h.*, pg_catalog.format('%I.%I', n.nspname, c.relname) AS name,
    CASE WHEN h.event = 'INSERT' THEN 4 WHEN h.event = 'DELETE' THEN 8 WHEN h.event = 'UPDATE' THEN 16 WHEN h.event = 'TRUNCATE' THEN 32 ELSE 0 END AS bit,
    CASE WHEN h.event = 'UPDATE' AND moves.rows THEN 12 ELSE 0 END AS moved,
    CASE WHEN h.event = 'UPDATE' THEN '2' WHEN h.event = 'INSERT' THEN '3' WHEN h.event = 'DELETE' THEN '4' ELSE '' END AS rule
  FROM hit h JOIN pg_catalog.pg_class c ON c.oid = h.rel JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN (SELECT EXISTS (
    SELECT FROM hit p JOIN pg_catalog.pg_partitioned_table k ON k.partrelid = p.rel
    WHERE p.event = 'UPDATE' AND (p.columns IS NULL OR 0 = ANY (k.partattrs::pg_catalog.int2[]) OR EXISTS (
      SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = p.rel AND a.attnum = ANY (k.partattrs::pg_catalog.int2[]) AND a.attname = ANY (p.columns)))
  ) AS rows) moves
)`

// footprintSQL tells what the relations that are hit set off, as pairs of a kind and a name, and under "reached" the
// relations whose rows are changed, as far as they are tables: oid, schema, name, both quoted, event, how, kind, rows.
// "code" says that one of them has a trigger that was made by somebody: whether it fires and what it runs is looked
// up by codeSQL.
const footprintSQL = hitSQL + `, owned AS (
  SELECT d.objid AS seq, d.refobjid AS rel, d.refobjsubid AS attnum, d.deptype
  FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
  WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refclassid = d.classid AND d.deptype = ANY ('{a,i}') AND d.refobjsubid > 0
), filled AS (
  SELECT d.refobjid AS seq, b.adrelid AS rel, b.adnum AS attnum
  FROM pg_catalog.pg_attrdef b
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass AND d.objid = b.oid
    AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
  JOIN pg_catalog.pg_class s ON s.oid = d.refobjid AND s.relkind = 'S'
  UNION
  SELECT seq, rel, attnum FROM owned WHERE deptype = 'i'
)
SELECT 'cascade', name FROM named WHERE how = 'carried'
UNION SELECT 'guarded', name FROM named WHERE pg_catalog.row_security_active(rel)
UNION SELECT 'trigger', pg_catalog.format('%I on %s', t.tgname, h.name)
FROM named h JOIN pg_catalog.pg_trigger t ON t.tgrelid = h.rel
LEFT JOIN pg_catalog.pg_constraint f ON f.oid = t.tgconstraint
WHERE (f.oid IS NULL OR f.contype = 't') AND t.tgenabled = ANY ('{O,A}')
  AND (h.how <> 'heir' OR h.event = 'TRUNCATE' OR t.tgtype & 1 <> 0 AND t.tgparentid = 0)
  AND (t.tgtype & 1 <> 0 AND t.tgtype & h.moved <> 0 OR t.tgtype & h.bit <> 0 AND (h.event <> 'UPDATE' OR h.columns IS NULL OR coalesce(pg_catalog.array_length(t.tgattr, 1), 0) = 0 OR EXISTS (
    SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = h.rel AND a.attnum = ANY (t.tgattr) AND a.attname = ANY (h.columns))))
UNION SELECT 'trigger', pg_catalog.format('%I (event trigger)', e.evtname)
FROM pg_catalog.pg_event_trigger e JOIN asked ON "Verb" <> ALL ('{INSERT,UPDATE,DELETE,TRUNCATE}')
WHERE e.evtenabled = ANY ('{O,A}') AND (e.evttags IS NULL OR "Verb" = ANY (e.evttags))
  AND (e.evtevent LIKE 'ddl_command%' OR e.evtevent = 'sql_drop' AND "Verb" ~ '^(DROP|ALTER)')
UNION SELECT 'rule', pg_catalog.format('%I on %s', w.rulename, h.name)
FROM named h JOIN pg_catalog.pg_rewrite w ON w.ev_class = h.rel AND w.ev_type::text = h.rule AND w.ev_enabled = ANY ('{O,A}')
WHERE h.how <> 'heir'
UNION SELECT 'sequence', pg_catalog.format('%I.%I', n.nspname, s.relname)
FROM named h
JOIN filled ON filled.rel = h.rel
JOIN pg_catalog.pg_attribute a ON a.attrelid = h.rel AND a.attnum = filled.attnum AND a.attname <> ALL (coalesce(h.columns, '{}'))
JOIN pg_catalog.pg_class s ON s.oid = filled.seq
JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace
WHERE h.event = 'INSERT' AND h.how <> 'heir' AND h.leading < (
  SELECT pg_catalog.count(*) FROM pg_catalog.pg_attribute b WHERE b.attrelid = h.rel AND b.attnum >= 1 AND b.attnum <= a.attnum AND NOT b.attisdropped)
UNION SELECT 'sequence', pg_catalog.format('%I.%I (begins anew)', n.nspname, s.relname)
FROM named h
JOIN owned ON owned.rel = h.rel
JOIN pg_catalog.pg_class s ON s.oid = owned.seq
JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace
WHERE h.event = 'TRUNCATE' AND h.restart
UNION SELECT 'code', '' FROM named h JOIN pg_catalog.pg_trigger t ON t.tgrelid = h.rel WHERE NOT t.tgisinternal
UNION SELECT 'reached', pg_catalog.json_build_array(r.rel::text, r.nspname, r.relname, r.name, r.event, r.how, r.relkind, r.rows::text)::text FROM (
  SELECT DISTINCT ON (h.rel, h.event) h.rel, n.nspname, c.relname, h.name, h.event, h.how, c.relkind, c.reltuples::bigint AS rows
  FROM named h JOIN pg_catalog.pg_class c ON c.oid = h.rel JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE h.event = ANY ('{INSERT,UPDATE,DELETE,TRUNCATE}') OR h.event = 'DROP TABLE' AND h.how = ANY ('{named,heir}')
  ORDER BY h.rel, h.event, pg_catalog.array_position(ARRAY['named', 'carried', 'base', 'heir'], h.how)) r
ORDER BY 1, 2`

// Footprint returns what changes set off. A name without a schema is found by the role's search path.
// The errors 53300 and 08001 mean that there is no connection, and 57014 that it took too long.
func (p *Provider) Footprint(ctx context.Context, changes []providers.Change) (providers.Footprint, error) {
	var found providers.Footprint
	if len(changes) == 0 {
		return found, nil
	}
	asked, err := json.Marshal(changes)
	if err != nil {
		return found, sqlstate.Wrap(err, sqlstate.InternalError, "the changes cannot be described")
	}
	err = p.footprints.lend(ctx, func(ctx context.Context, c *footprintConn) error {
		found = providers.Footprint{} // of an attempt before this one
		return c.lookUp(ctx, changes, string(asked), &found)
	})
	return found, err
}
