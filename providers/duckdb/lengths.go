package duckdb

import (
	"regexp"
	"strings"
	"sync"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Columns of limited length: varchar(n) and char(n). Their types are texts under names with the length,
// one for each length, which are made when a statement names them. A char(n) is kept without the blanks
// at its end, since Postgres ignores them in comparisons. They are added when the value is shown.

// limitedTypes are the limited types that the instance has.
type limitedTypes struct {
	mu   sync.Mutex
	made map[string]bool
}

// limitedName is the name of a limited type in a statement.
var limitedName = regexp.MustCompile(`(?i)\bpg_(?:varchar|bpchar)_\d+\b`)

// makeLimited makes the limited types that a text names.
func (p *Provider) makeLimited(sql string) error {
	if !strings.Contains(sql, "pg_varchar_") && !strings.Contains(sql, "pg_bpchar_") {
		return nil
	}
	for _, name := range limitedName.FindAllString(sql, -1) {
		if err := p.makeLimitedType(strings.ToUpper(name)); err != nil {
			return err
		}
	}
	return nil
}

// makeLimitedType makes a type once.
func (p *Provider) makeLimitedType(name string) error {
	if length, _ := pgcatalog.Limit(name); length == 0 {
		return nil
	}
	p.limited.mu.Lock()
	defer p.limited.mu.Unlock()
	if p.limited.made[name] {
		return nil
	}
	if !p.registerType(pgcatalog.Alias{Name: name, Base: "VARCHAR"}) || strings.HasPrefix(name, pgcatalog.LimitedChar) && !p.compareWithoutBlanks(name) {
		return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB cannot have the type %s", p.options.Name, name)
	}
	if p.limited.made == nil {
		p.limited.made = map[string]bool{}
	}
	p.limited.made[name] = true
	return nil
}

// compareWithoutBlanks has the texts that a char(n) is compared with lose the blanks at their end.
func (p *Provider) compareWithoutBlanks(name string) bool {
	from, to := vector.Logical("VARCHAR"), vector.Logical("VARCHAR")
	defer lib.DestroyLogicalType(&from)
	defer lib.DestroyLogicalType(&to)
	lib.LogicalTypeSetAlias(to, name)
	return functions.CastWithoutBlanks(p.admin, from, to)
}

// makeStoredLimited makes the limited types of the columns that the database file has.
func (p *Provider) makeStoredLimited() error {
	rows, err := collect(p.admin, `SELECT DISTINCT data_type FROM duckdb_columns()
		WHERE database_name = `+quoteText(p.options.Name)+` AND regexp_matches(data_type, '^PG_(VARCHAR|BPCHAR)_\d+')`)
	for _, row := range rows {
		if err == nil {
			err = p.makeLimitedType(strings.TrimSuffix(row[0], "[]"))
		}
	}
	return err
}
