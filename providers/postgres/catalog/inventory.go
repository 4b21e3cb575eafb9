package catalog

import (
	"github.com/sallyportdb/sallyport/providers"
)

// The queries of List leave out temporary objects, tables of oversized values (TOAST), and the server's own indexes.
const (
	visibleSchemas = ` n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp\_%' `

	listRelationsSQL = `
SELECT n.nspname, c.relname, coalesce(a.attname, ''), coalesce(pg_catalog.format_type(a.atttypid, a.atttypmod), '')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind <> ALL ('{i,I,S}')
WHERE` + visibleSchemas + `AND c.relkind = ANY ('{r,p,v,m,f,S,i,I}') AND (c.relkind <> ALL ('{i,I}') OR c.oid >= 16384)
ORDER BY n.nspname COLLATE pg_catalog."C", c.relname COLLATE pg_catalog."C", a.attnum`

	listFunctionsSQL = `
SELECT DISTINCT n.nspname COLLATE pg_catalog."C", p.proname COLLATE pg_catalog."C"
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE` + visibleSchemas + `ORDER BY 1, 2`

	listTypesSQL = `
SELECT n.nspname, t.typname FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
WHERE` + visibleSchemas + `ORDER BY 1, 2`

	listOperatorsSQL = `
SELECT DISTINCT n.nspname COLLATE pg_catalog."C", o.oprname COLLATE pg_catalog."C"
FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace WHERE o.oid >= 16384 AND` + visibleSchemas + `ORDER BY 1, 2`
)

// Inventory lists everything that the server has names for. read qualifies what it is asked: see query.Qualify.
func Inventory(read func(sql string, args ...string) ([][]string, error)) (all providers.Inventory, err error) {
	lines, err := read(pathSQL)
	if err != nil {
		return all, err
	}
	for _, v := range lines {
		all.Path = append(all.Path, v[0])
	}
	if lines, err = read(listRelationsSQL); err != nil {
		return all, err
	}
	for _, v := range lines {
		name := providers.Name{Schema: v[0], Name: v[1]}
		if last := len(all.Relations) - 1; last < 0 || all.Relations[last].Name != name {
			all.Relations = append(all.Relations, providers.ListedRelation{Name: name})
		}
		if r := &all.Relations[len(all.Relations)-1]; v[2] != "" {
			r.Columns = append(r.Columns, providers.ListedColumn{Name: v[2], Type: v[3]})
		}
	}
	for _, list := range []struct {
		sql  string
		into *[]providers.Name
	}{{listFunctionsSQL, &all.Functions}, {listTypesSQL, &all.Types}, {listOperatorsSQL, &all.Operators}} {
		if lines, err = read(list.sql); err != nil {
			return all, err
		}
		for _, v := range lines {
			*list.into = append(*list.into, providers.Name{Schema: v[0], Name: v[1]})
		}
	}
	return all, nil
}
