package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// linksSQL lists the foreign keys that carry a change from one of them to another: the
// rel and event of both, the constraint, its columns, those that they refer to, and the operators that compare these with the columns. A
// partition's copies of a constraint are not told. Whatever one of them carries a change to is
// told as a cascade by footprintSQL.
const linksSQL = hitSQL + `
SELECT DISTINCT h.rel, h.event, f.conrelid, CASE WHEN h.event = 'TRUNCATE' OR h.event = 'DELETE' AND f.confdeltype = 'c' THEN h.event ELSE 'UPDATE' END,
  f.conname, mine.names::text, theirs.names::text, equals.names::text
FROM named h JOIN pg_catalog.pg_constraint f ON f.contype = 'f' AND f.confrelid = h.rel
CROSS JOIN LATERAL (
  SELECT pg_catalog.json_agg(a.attname ORDER BY k.place) AS names FROM pg_catalog.unnest(f.conkey) WITH ORDINALITY AS k(attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) mine
CROSS JOIN LATERAL (
  SELECT pg_catalog.json_agg(a.attname ORDER BY k.place) AS names, pg_catalog.array_agg(a.attname::text COLLATE pg_catalog."C") AS list
  FROM pg_catalog.unnest(f.confkey) WITH ORDINALITY AS k(attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) theirs
CROSS JOIN LATERAL (
  SELECT pg_catalog.json_agg(pg_catalog.quote_ident(n.nspname) || '.' || o.oprname ORDER BY k.place) AS names
  FROM pg_catalog.unnest(f.conpfeqop) WITH ORDINALITY AS k(operator, place)
  JOIN pg_catalog.pg_operator o ON o.oid = k.operator JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace) equals
WHERE (f.conparentid = 0 OR NOT EXISTS (SELECT FROM pg_catalog.pg_constraint p WHERE p.oid = f.conparentid AND p.confrelid = f.confrelid)
    AND h.how <> 'heir')
  AND (h.event = 'DELETE' AND f.confdeltype = ANY ('{c,n,d}')
    OR h.event = 'UPDATE' AND f.confupdtype = ANY ('{c,n,d}') AND (h.columns IS NULL OR h.columns && theirs.list)
    OR h.event = 'TRUNCATE' AND h.cascade)
ORDER BY 1, 2, 3, 4, 5`

// codeSQL lists the functions of the triggers that the changes fire: the trigger, the function, whether it
// fires for each row.
const codeSQL = hitSQL + `
SELECT DISTINCT pg_catalog.format('trigger %I on %s', t.tgname, h.name), pg_catalog.pg_get_functiondef(t.tgfoid), t.tgtype & 1 <> 0
FROM named h JOIN pg_catalog.pg_trigger t ON t.tgrelid = h.rel JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE NOT t.tgisinternal AND t.tgenabled = ANY ('{O,A}') AND (t.tgtype & h.bit <> 0 OR t.tgtype & 1 <> 0 AND t.tgtype & h.moved <> 0) AND l.lanname = ANY ('{plpgsql,sql}')
  AND (h.how <> 'heir' OR h.event = 'TRUNCATE' OR t.tgtype & 1 <> 0 AND t.tgparentid = 0)
ORDER BY 1
LIMIT ` + maxCode

// droppedSQL finds the objects that a DROP … CASCADE drops beside those that it names; for an ALTER TABLE, those
// that go with a column: the objects that depend on it, and the objects that those belong to. A line is the source's
// description of an object. For a table it also has the oid, the schema and the name (both quoted), the kind and the
// number of rows.
const droppedSQL = `
WITH RECURSIVE asked AS (
  SELECT * FROM pg_catalog.json_to_recordset($1::pg_catalog.json) AS a("Verb" pg_catalog.text, "Schema" pg_catalog.text, "Name" pg_catalog.text, "Columns" pg_catalog.text[], "Cascade" pg_catalog.bool)
  WHERE "Cascade" AND ("Verb" LIKE 'DROP %' OR "Verb" = 'ALTER TABLE')
), root AS (
  SELECT 'pg_catalog.pg_class'::pg_catalog.regclass::oid AS class, named.object, coalesce(c.attnum, 0)::int AS part
  FROM asked CROSS JOIN LATERAL (
    SELECT pg_catalog.to_regclass(coalesce(pg_catalog.quote_ident(CASE WHEN "Schema" <> '' THEN "Schema" END) || '.', '') || pg_catalog.quote_ident("Name"))::oid AS object) named
  LEFT JOIN pg_catalog.pg_attribute c ON "Verb" = 'ALTER TABLE' AND c.attrelid = named.object AND c.attname = ANY ("Columns")
  WHERE "Name" <> '' AND ("Verb" <> 'ALTER TABLE' OR c.attnum > 0)
  UNION ALL
  SELECT 'pg_catalog.pg_namespace'::pg_catalog.regclass::oid, n.oid, 0 FROM asked JOIN pg_catalog.pg_namespace n ON n.nspname = "Schema" WHERE "Name" = ''
), gone AS (
  SELECT class, object, part FROM root
  UNION
  SELECT next.* FROM gone g CROSS JOIN LATERAL (
    SELECT d.classid, d.objid, d.objsubid FROM pg_catalog.pg_depend d
    WHERE d.refclassid = g.class AND d.refobjid = g.object AND (g.part = 0 OR d.refobjsubid = g.part) AND d.deptype = ANY ('{n,a,i,P,S}')
  UNION ALL
    SELECT d.refclassid, d.refobjid, d.refobjsubid FROM pg_catalog.pg_depend d
    WHERE d.classid = g.class AND d.objid = g.object AND g.part = 0 AND d.deptype = 'i'
      AND g.class = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
  ) next
)
SELECT o.type || ' ' || o.identity, c.oid, n.nspname, c.relname, CASE WHEN c.oid IS NOT NULL THEN pg_catalog.format('%I.%I', n.nspname, c.relname) END, c.relkind, c.reltuples::bigint
FROM gone g
CROSS JOIN LATERAL pg_catalog.pg_identify_object(g.class, g.object, g.part) o
LEFT JOIN pg_catalog.pg_class c ON c.oid = g.object AND g.class = 'pg_catalog.pg_class'::pg_catalog.regclass AND c.relkind = ANY ('{r,p}') AND g.part = 0
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE NOT EXISTS (SELECT FROM root r WHERE r.class = g.class AND r.object = g.object AND r.part = g.part)
  AND NOT EXISTS (SELECT FROM gone whole WHERE g.part > 0 AND whole.class = g.class AND whole.object = g.object AND whole.part = 0)
  AND CASE
    WHEN g.class = 'pg_catalog.pg_class'::pg_catalog.regclass THEN EXISTS (SELECT FROM pg_catalog.pg_class x WHERE x.oid = g.object AND (g.part > 0 OR x.relkind = ANY ('{r,p,v,m,f}')))
    WHEN g.class = 'pg_catalog.pg_proc'::pg_catalog.regclass THEN true
    WHEN g.class = 'pg_catalog.pg_constraint'::pg_catalog.regclass THEN EXISTS (SELECT FROM pg_catalog.pg_constraint x WHERE x.oid = g.object AND x.conparentid = 0
      AND NOT EXISTS (SELECT FROM gone t WHERE t.class = 'pg_catalog.pg_class'::pg_catalog.regclass AND t.object = x.conrelid AND t.part = 0))
    WHEN g.class = 'pg_catalog.pg_type'::pg_catalog.regclass THEN EXISTS (SELECT FROM pg_catalog.pg_type x WHERE x.oid = g.object AND x.typtype = ANY ('{e,d,r}'))
    WHEN g.class = 'pg_catalog.pg_policy'::pg_catalog.regclass THEN EXISTS (SELECT FROM pg_catalog.pg_policy x WHERE x.oid = g.object
      AND NOT EXISTS (SELECT FROM gone t WHERE t.class = 'pg_catalog.pg_class'::pg_catalog.regclass AND t.object = x.polrelid AND t.part = 0))
    WHEN g.class = 'pg_catalog.pg_trigger'::pg_catalog.regclass THEN EXISTS (SELECT FROM pg_catalog.pg_trigger x WHERE x.oid = g.object AND NOT x.tgisinternal
      AND NOT EXISTS (SELECT FROM gone t WHERE t.class = 'pg_catalog.pg_class'::pg_catalog.regclass AND t.object = x.tgrelid AND t.part = 0))
    ELSE g.class = ANY (ARRAY['pg_catalog.pg_extension'::pg_catalog.regclass, 'pg_catalog.pg_publication'::pg_catalog.regclass, 'pg_catalog.pg_operator'::pg_catalog.regclass])
  END
ORDER BY 1`

// maxCode bounds the functions of triggers that are listed.
const maxCode = "20"

// hows are the ways in which a relation is reached, as hitSQL calls them, in the order of providers.ReachedHow.
var hows = []string{"named", "heir", "base", "carried"}

// lookUp is one look-up of what changes set off, on a connection.
type lookUp struct {
	ctx   context.Context //nolint:containedctx // of one look: it lives as long as this does
	conn  *footprintConn
	asked string // the changes, as JSON
	found *providers.Footprint
}

// lookUp finds what changes set off.
func (c *footprintConn) lookUp(ctx context.Context, changes []providers.Change, asked string, found *providers.Footprint) error {
	lines, err := c.all(ctx, footprintSQL, asked)
	if err != nil {
		return err
	}
	look := lookUp{ctx: ctx, conn: c, asked: asked, found: found}
	code, err := look.readFootprint(lines)
	if err != nil {
		return err
	}
	// Planning each query takes the server longer than running it, so queries without a cause are left out.
	if len(found.Cascades) > 0 {
		err = look.findLinks()
	}
	if err == nil && code {
		err = look.findTriggerCode()
	}
	if err == nil && slices.ContainsFunc(changes, func(c providers.Change) bool { return c.Cascade }) {
		err = look.findDropped()
	}
	return err
}

// readFootprint reads the lines of footprintSQL. code says that there is a user's trigger.
func (l *lookUp) readFootprint(lines [][]string) (code bool, err error) {
	var reached [][]string
	lists := map[string]*[]string{
		"cascade": &l.found.Cascades, "guarded": &l.found.Guarded, "rule": &l.found.Rules, "sequence": &l.found.Sequences, "trigger": &l.found.Triggers,
	}
	for _, v := range lines {
		switch list := lists[v[0]]; {
		case v[0] == "code":
			code = true
		case v[0] == "reached":
			var r []string
			if err := json.Unmarshal([]byte(v[1]), &r); err != nil {
				return false, sqlstate.Wrap(err, sqlstate.InternalError, "a relation that is reached cannot be read")
			}
			reached = append(reached, r)
		case len(*list) == providers.MaxFootprint:
			l.found.More = true
		default:
			*list = append(*list, v[1])
		}
	}
	slices.SortFunc(reached, func(a, b []string) int {
		return cmp.Or(slices.Index(hows, a[5])-slices.Index(hows, b[5]), query.Number(a[0])-query.Number(b[0]), cmp.Compare(a[4], b[4]))
	})
	for _, v := range reached {
		l.found.Reached = append(l.found.Reached, providers.Reached{
			ID: uint64(query.Number(v[0])), Schema: v[1], Name: v[2], Quoted: v[3], Verb: v[4], How: providers.ReachedHow(slices.Index(hows, v[5])), Kind: v[6][0], Rows: int64(query.Number(v[7])),
		})
	}
	return code, nil
}

// findLinks finds the foreign keys that carry changes to the relations that are reached.
func (l *lookUp) findLinks() error {
	lines, err := l.conn.all(l.ctx, linksSQL, l.asked)
	if err != nil {
		return err
	}
	type key struct{ rel, event string }
	place := map[key]int{}
	for i, r := range l.found.Reached {
		place[key{strconv.FormatUint(r.ID, 10), r.Verb}] = i
	}
	for _, v := range lines {
		from, known := place[key{v[0], v[1]}]
		to, carried := place[key{v[2], v[3]}]
		if !known || !carried {
			continue
		}
		link := providers.Link{From: from, Name: v[4]}
		for i, list := range []*[]string{&link.Columns, &link.Referenced, &link.Equals} {
			if err := json.Unmarshal([]byte(v[5+i]), list); err != nil {
				return sqlstate.Wrap(err, sqlstate.InternalError, "the columns of a foreign key cannot be read")
			}
		}
		l.found.Reached[to].Links = append(l.found.Reached[to].Links, link)
	}
	return nil
}

// findTriggerCode finds the functions of the triggers that fire.
func (l *lookUp) findTriggerCode() error {
	lines, err := l.conn.all(l.ctx, codeSQL, l.asked)
	for _, v := range lines {
		l.found.Code = append(l.found.Code, providers.TriggerCode{What: v[0], Definition: v[1], EachRow: v[2] == "t"})
	}
	return err
}

// findDropped finds the objects that are dropped together with those that are named.
func (l *lookUp) findDropped() error {
	lines, err := l.conn.all(l.ctx, droppedSQL, l.asked)
	for _, v := range lines {
		if v[1] != "" {
			l.found.Reached = append(l.found.Reached, providers.Reached{
				ID: uint64(query.Number(v[1])), Schema: v[2], Name: v[3], Quoted: v[4], Verb: "DROP TABLE", How: providers.Carried, Kind: v[5][0], Rows: int64(query.Number(v[6])),
			})
		}
		if len(l.found.Dropped) == providers.MaxFootprint {
			l.found.More = true
			continue
		}
		l.found.Dropped = append(l.found.Dropped, v[0])
	}
	return err
}
