package postgres

import (
	"github.com/sallyportdb/sallyport/providers"
)

// relationsSQL lists what has a name and columns, and indexes.
const relationsSQL = `
SELECT c.oid, n.nspname, c.relname,
  CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table'
    WHEN 'S' THEN 'sequence' WHEN 'i' THEN 'index' WHEN 'I' THEN 'index' ELSE 'table' END,
  c.oid < 16384 AND n.nspname IN ('pg_catalog', 'information_schema'),
  CASE WHEN c.relkind IN ('v', 'm') AND c.oid >= 16384 THEN pg_catalog.pg_get_viewdef(c.oid) END
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'i', 'I')
  AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp\_%'
ORDER BY c.oid`

// relationColumnsSQL lists the columns of relations and composite types.
const relationColumnsSQL = `
SELECT a.attrelid, a.attname, a.atttypid
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'c')
ORDER BY a.attrelid, a.attnum`

// relationFacts is a relation and what its loading needs.
type relationFacts struct {
	*providers.Relation
	shared   []providers.Hidden // of Hidden, what also runs where a parent is used
	children []*relationFacts
	below    []*providers.Relation // of children, those that matter
	visited  bool
}

func (l *loader) loadRelations() {
	lines := l.read(relationsSQL)
	all := make([]providers.Relation, len(lines)) // it stays where it is
	for i, v := range lines {
		r := &all[i]
		*r = providers.Relation{Schema: v[1], Name: v[2], Kind: v[3], Builtin: v[4] == "t"}
		if v[5] != "" {
			view := providers.Hidden{What: v[3] + " " + v[1] + "." + v[2], SQL: v[5]}
			if v[3] == "materialized view" {
				view.When = providers.Update // REFRESH
			}
			r.Hidden = []providers.Hidden{view}
		}
		l.relations[qualified{r.Schema, r.Name}] = r
		l.relationsByID[oid(v[0])] = &relationFacts{Relation: r}
	}
	l.each(relationColumnsSQL, l.column)
}

func (l *loader) column(v []string) {
	relation := oid(v[0])
	l.edges = append(l.edges, [2]uint32{oid(v[2]), l.rowTypes[relation]})
	if r := l.relationsByID[relation]; r != nil {
		name, ok := l.names[v[1]]
		if !ok {
			name, l.names[v[1]] = v[1], v[1]
		}
		r.Columns = append(r.Columns, name)
	}
}
