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
  c.relkind IN ('v', 'm') AND c.oid >= 16384
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'i', 'I')
  AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp\_%'
ORDER BY c.oid`

// viewsSQL spells out views: one that has been dropped since is NULL.
const viewsSQL = `SELECT oid, pg_catalog.pg_get_viewdef(oid) FROM pg_catalog.unnest($1::oid[]) oid`

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
	var views []string
	for i, v := range lines {
		r := &all[i]
		*r = providers.Relation{ID: uint64(oid(v[0])), Schema: v[1], Name: v[2], Kind: v[3], Builtin: v[4] == "t"}
		if v[5] == "t" {
			views = append(views, v[0])
		}
		l.relations[qualified{r.Schema, r.Name}] = r
		l.relationsByID[oid(v[0])] = &relationFacts{Relation: r}
	}
	l.spell(viewsSQL, views, l.view, func(view string) {
		r := l.relationsByID[oid(view)]
		r.Hidden = []providers.Hidden{{What: r.Kind + " " + r.Schema + "." + r.Name, Unread: true}}
	})
	l.each(relationColumnsSQL, l.column)
}

func (l *loader) view(v []string) {
	r := l.relationsByID[oid(v[0])]
	if v[1] == "" { // gone; what has its name now is not known yet
		delete(l.relationsByID, oid(v[0]))
		delete(l.relations, qualified{r.Schema, r.Name})
		return
	}
	hidden := providers.Hidden{What: r.Kind + " " + r.Schema + "." + r.Name, SQL: v[1]}
	if r.Kind == "materialized view" {
		hidden.When = providers.Update // REFRESH
	}
	r.Hidden = []providers.Hidden{hidden}
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
