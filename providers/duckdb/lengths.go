package duckdb

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
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
	from, to := logicalType("VARCHAR"), logicalType("VARCHAR")
	defer lib.DestroyLogicalType(&from)
	defer lib.DestroyLogicalType(&to)
	lib.LogicalTypeSetAlias(to, name)
	return p.registerCast(from, to, toBpchar, 0)
}

func withoutBlanks(c *calling) error {
	c.out.setBytes(c.row, bytes.TrimRight(c.bytes(0), " "))
	return nil
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

// holdLength holds a value to the length of its column. Blanks beyond it are cut off; anything else is
// too long. 22001.
func holdLength(value []byte, length int, padded bool) ([]byte, error) {
	if padded {
		value = bytes.TrimRight(value, " ")
	}
	if len(value) <= length || utf8.RuneCount(value) <= length {
		return value, nil
	}
	end := 0
	for range length {
		_, size := utf8.DecodeRune(value[end:])
		end += size
	}
	if len(bytes.Trim(value[end:], " ")) > 0 {
		kind := "character varying"
		if padded {
			kind = "character"
		}
		return nil, failure("22001", "value too long for type %s(%d)", kind, length)
	}
	return value[:end], nil
}

// appendBlankPadded appends the value of a char(n) with the blanks that it is shown with. A width of 0 adds
// none.
func appendBlankPadded(b, value []byte, width int) []byte {
	b = append(b, value...)
	if width == 0 {
		return b
	}
	for range width - utf8.RuneCount(value) {
		b = append(b, ' ')
	}
	return b
}

// lengthFunctions hold the values that a statement assigns to limited columns.
var lengthFunctions = []scalar{
	{name: "pg__hold_varchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(false) }},
	{name: "pg__hold_bpchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(true) }},
}

func (c *calling) holdLength(padded bool) error {
	value, err := holdLength(c.bytes(0), int(c.int4(1)), padded)
	if err == nil {
		c.out.setBytes(c.row, value)
	}
	return err
}
