package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// throughOthers tells which tables of files a user's views and macros may read.
type throughOthers struct {
	version uint64
	files   *[]*fileTable
	tables  map[string][]*fileTable // by the name of the view or macro
}

// namedFiles returns the tables of files that a text may name, itself or through views and macros. It
// may return too many: a name counts wherever it stands in the text.
func (p *Provider) namedFiles(sql string) ([]*fileTable, error) {
	all := p.files.listTables()
	if len(all) == 0 {
		return nil, nil
	}
	through, err := p.readThrough()
	if err != nil {
		return nil, err
	}
	lower := strings.ToLower(sql)
	var named []*fileTable
	for _, t := range all {
		if strings.Contains(lower, t.name) {
			named = append(named, t)
		}
	}
	for name, tables := range through {
		if strings.Contains(lower, name) {
			named = withAll(named, tables)
		}
	}
	return named, nil
}

// withAll adds the tables that are not in the list yet.
func withAll(list, tables []*fileTable) []*fileTable {
	for _, t := range tables {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// readThrough returns the tables of files behind the views and macros of users. It is read again when
// names change.
func (p *Provider) readThrough() (map[string][]*fileTable, error) {
	version, files := p.version.Load(), p.files.tables.Load()
	macros := p.tabled.macros.Load() // behind version, as Catalog reads them
	if t := p.through.Load(); t != nil && t.version == version && t.files == files {
		return t.tables, nil
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	name := native.Text(p.options.Name)
	sql := "SELECT lower(view_name), lower(sql), lower(schema_name) FROM duckdb_views() WHERE database_name = " + name + " AND NOT internal"
	if p.mayHaveMacros(macros) {
		sql += " UNION ALL SELECT lower(function_name), lower(macro_definition), '' FROM duckdb_functions() WHERE database_name = " + name + " AND macro_definition IS NOT NULL"
	}
	rows, err := native.Collect(p.admin, sql)
	if err != nil {
		return nil, p.translateError(err, "", nil)
	}
	tables := map[string][]*fileTable{}
	for grown := true; grown; {
		grown = false
		for _, row := range rows {
			if strings.EqualFold(row[2], p.options.Schema) && p.files.findTable(row[0]) != nil {
				continue
			}
			list := tables[row[0]]
			for _, t := range p.files.listTables() {
				if strings.Contains(row[1], t.name) {
					list = withAll(list, []*fileTable{t})
				}
			}
			for other, behind := range tables {
				if other != row[0] && strings.Contains(row[1], other) {
					list = withAll(list, behind)
				}
			}
			if len(list) > len(tables[row[0]]) {
				tables[row[0]], grown = list, true
			}
		}
	}
	p.through.Store(&throughOthers{version, files, tables})
	return tables, nil
}
