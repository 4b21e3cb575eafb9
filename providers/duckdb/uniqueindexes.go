package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// loadUnique adds the unique indexes of expressions and of some rows, and the defaults of the columns of their tables.
func (p *Provider) loadUnique(s *snapshot, list lister) error {
	where := ` WHERE database_name = ` + native.Text(p.options.Name)
	rows, err := list(`SELECT schema_name, table_name, sql FROM duckdb_indexes()` + where + ` AND is_unique AND contains(expressions, '(') ORDER BY index_name`)
	if err != nil || len(rows) == 0 {
		return err
	}
	for _, row := range rows {
		key := strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[1])
		r, known := s.relations[key]
		_, body, on := strings.Cut(row[2], " ON ")
		if !known || !on {
			continue
		}
		u := providers.UniqueExpressions{}
		for _, e := range definition.Elements(body) {
			u.Keys = append(u.Keys, shownKey(e))
			if condition, _, ok := strings.Cut(e, " THEN "); ok {
				u.Where, _ = strings.CutPrefix(condition, "(CASE  WHEN ")
			}
		}
		r.Unique = append(r.Unique, u)
		s.relations[key] = r
	}
	rows, err = list(`SELECT schema_name, table_name, column_name, column_default FROM duckdb_columns()` + where + ` AND column_default IS NOT NULL`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		key := strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[1])
		if r, known := s.relations[key]; known && len(r.Unique) > 0 {
			if r.Defaults == nil {
				r.Defaults = map[string]string{}
			}
			r.Defaults[strings.ToLower(row[2])] = row[3]
			s.relations[key] = r
		}
	}
	return nil
}
