package postgres

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// constraintsSQL lists the constraints of a relation, of the domains of its columns, and the
// foreign keys that refer to it. A partition's copy of a foreign key is listed for the parent
// alone.
const constraintsSQL = `
SELECT c.contype, c.conrelid = $1::oid, n.nspname, r.relname,
  (SELECT pg_catalog.json_agg(a.attname ORDER BY k.i)::text FROM pg_catalog.unnest(c.conkey) WITH ORDINALITY AS k(nr, i)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.nr),
  (SELECT pg_catalog.json_agg(a.attname ORDER BY k.i)::text FROM pg_catalog.unnest(c.confkey) WITH ORDINALITY AS k(nr, i)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.nr),
  CASE WHEN c.confdeltype = 'c' THEN 'cascade' WHEN c.confdeltype = 'n' THEN 'set null' WHEN c.confdeltype = 'd' THEN 'set default' ELSE '' END,
  CASE WHEN c.contype = 'c' THEN pg_catalog.pg_get_constraintdef(c.oid, true) ELSE '' END
FROM pg_catalog.pg_constraint c
LEFT JOIN pg_catalog.pg_class r ON r.oid = CASE WHEN c.conrelid = $1::oid THEN c.confrelid ELSE c.conrelid END
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
WHERE c.contype = ANY ('{p,u,f,c}') AND (c.conrelid = $1::oid OR c.confrelid = $1::oid AND c.conparentid = 0)
UNION ALL
SELECT 'c', true, '', '', '', '', '', a.attname || ': ' || pg_catalog.pg_get_constraintdef(c.oid, true)
FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_attribute a ON a.atttypid = c.contypid
WHERE c.contypid <> 0 AND c.contype = 'c' AND a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY 1, 2 DESC, 3, 4, 5, 8`

const indexesSQL = `
SELECT r.relname, pg_catalog.pg_get_indexdef(i.indexrelid), i.indisunique
FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class r ON r.oid = i.indexrelid
WHERE i.indrelid = $1::oid AND i.indisvalid
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype = ANY ('{p,u}'))
ORDER BY 1`

// constraints reads the keys, checks and indexes of a relation.
func constraints(read reader, oid string, d *providers.ResourceDetail) error {
	lines, err := read(constraintsSQL, oid)
	if err != nil {
		return err
	}
	for _, v := range lines {
		own, columns, others := v[1] == "t", names(v[4]), names(v[5])
		switch {
		case v[0] == "p" && own:
			d.Keys = append(d.Keys, providers.Key{Primary: true, Columns: columns})
		case v[0] == "u" && own:
			d.Keys = append(d.Keys, providers.Key{Columns: columns})
		case v[0] == "c" && own:
			d.Checks = append(d.Checks, inList(v[7]))
		case v[0] == "f" && own:
			d.References = append(d.References, providers.Foreign{Columns: columns, Service: v[2], Resource: v[3], Others: others, OnDelete: v[6]})
		case v[0] == "f":
			d.ReferencedBy = append(d.ReferencedBy, providers.Foreign{Columns: others, Service: v[2], Resource: v[3], Others: columns, OnDelete: v[6]})
		}
	}
	lines, err = read(indexesSQL, oid)
	for _, v := range lines {
		_, on, _ := strings.Cut(v[1], " USING ")
		d.Indexes = append(d.Indexes, providers.Index{Name: v[0], On: on, Unique: v[2] == "t"})
	}
	return err
}

// anyOf matches a list of texts as the server writes it, and castText matches one of the texts.
var (
	anyOf    = regexp.MustCompile(`^CHECK \(("[^"]+"|\w+)(?:::text)? = ANY \(ARRAY\[((?:'(?:[^']|'')*'::(?:text|character varying|bpchar)(?:, )?)+)\](?:::text\[\])?\)\)$`)
	castText = regexp.MustCompile(`('(?:[^']|'')*')::(?:text|character varying|bpchar)`)
)

// inList spells a condition that lists texts as people do: status IN ('new', 'paid').
// Any other stays as it is.
func inList(check string) string {
	m := anyOf.FindStringSubmatch(check)
	if m == nil {
		return check
	}
	return "CHECK (" + m[1] + " IN (" + castText.ReplaceAllString(m[2], "$1") + "))"
}

// names reads a JSON list of names; nil for none.
func names(list string) (names []string) {
	_ = json.Unmarshal([]byte(list), &names) // the server wrote it; "" is none
	return names
}

// searchSQL finds relations by patterns ($2) in a schema ($1), or in all schemas but the system's.
// Relations whose own names match come first.
const searchSQL = `
SELECT` + resourceColumns + `, n.nspname, m.named, coalesce(m.columns, '')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (
  SELECT coalesce(pg_catalog.bool_or(c.relname ILIKE p.pattern), false) AS named,
    coalesce(pg_catalog.bool_and(c.relname ILIKE p.pattern OR n.nspname ILIKE p.pattern OR ` + resourceComment + ` ILIKE p.pattern IS TRUE
      OR EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND (a.attname ILIKE p.pattern OR ` + columnComment + ` ILIKE p.pattern))), true) AS found,
    (SELECT pg_catalog.json_agg(a.attname ORDER BY a.attnum)::text FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND EXISTS (SELECT FROM pg_catalog.json_array_elements_text($2::json) AS q(pattern)
          WHERE a.attname ILIKE q.pattern OR ` + columnComment + ` ILIKE q.pattern)) AS columns
  FROM pg_catalog.json_array_elements_text($2::json) AS p(pattern)) AS m
WHERE c.relkind = ANY ('{r,p,v,m,f}') AND m.found AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  AND CASE WHEN $1 = '' THEN n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema' ELSE n.nspname = $1 END
ORDER BY NOT m.named, n.nspname, c.relname
LIMIT $3::bigint`

// Search implements providers.Hierarchy. 3F000: there is no such schema.
func (p *Provider) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	list, err := json.Marshal(patterns)
	if err != nil {
		return nil, err
	}
	var found []providers.Found
	err = p.withConnection(ctx, func(read reader) error {
		if service != "" {
			if err := p.serviceExists(read, service); err != nil {
				return err
			}
		}
		lines, err := read(searchSQL, service, string(list), strconv.Itoa(providers.MostFound))
		for _, v := range lines {
			found = append(found, providers.Found{Service: v[5], Resource: resource(v), Named: v[6] == "t", Columns: names(v[7])})
		}
		return err
	})
	return found, err
}

const refusedSQL = `
SELECT pg_catalog.bool_and(NOT pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE p.proname = $2 AND ($1 = '' OR n.nspname = $1)`

// Refuses implements providers.Refuser.
func (p *Provider) Refuses(ctx context.Context, function string) (why string, err error) {
	schema, name, qualified := strings.Cut(function, ".")
	if !qualified {
		schema, name = "", function
	}
	err = p.withConnection(ctx, func(read reader) error {
		lines, err := read(refusedSQL, schema, name)
		if err == nil && len(lines) == 1 && lines[0][0] == "t" {
			why = "The source's login may not call " + name + ", whoever approves it: find another way, without it."
		}
		return err
	})
	return why, err
}
