package duckdb

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Columns of limited length: varchar(n), char(n), bit(n), bit varying(n). Their types are texts and bit strings under names with the length,
// one for each length, which are made when a statement names them. A char(n) is kept without the blanks
// at its end, since Postgres ignores them in comparisons. They are added when the value is shown.

// limitedTypes are the limited types that the instance has.
type limitedTypes struct {
	mu   sync.Mutex
	made map[string]bool // false: a transaction has made it, and not ended
}

// limitedName is the name of a limited type in a statement, and rangeName that of a range type of users, of its multirange type, or of the
// function that makes a value of one of them.
var (
	limitedName = regexp.MustCompile(`(?i)\bpg_(?:varchar|bpchar|bit|varbit)_\d+\b`)
	rangeName   = regexp.MustCompile(`(?i)\bpg__?([a-z0-9]+_[0-9a-f]{8})(?:multi)?range\b`)
)

// namedLimited returns the limited types that a text names, and the range types of users.
func namedLimited(sql string) (names []string) {
	if strings.Contains(sql, "range") {
		for _, m := range rangeName.FindAllStringSubmatch(sql, -1) {
			if name := "PG_" + strings.ToUpper(m[1]) + pgcatalog.RangeEnding; pgcatalog.UserRangeElement(name) != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if !strings.Contains(sql, "pg_varchar_") && !strings.Contains(sql, "pg_bpchar_") && !strings.Contains(sql, "pg_bit_") && !strings.Contains(sql, "pg_varbit_") {
		return names
	}
	for _, name := range limitedName.FindAllString(sql, -1) {
		name = strings.ToUpper(name)
		if pgcatalog.LimitedBase(name) != "" {
			names = append(names, name)
		}
	}
	return names
}

// makeLimited makes the limited types that a text names. An open transaction does not see what others make after its first
// statement, so it makes them itself: nobody else has these before it commits.
func (c *Conn) makeLimited(sql string) error {
	for _, name := range namedLimited(sql) {
		if slices.Contains(c.tx.limited, name) {
			continue
		}
		if c.tx.status != providers.InTransaction {
			if err := c.provider.makeLimitedType(c.provider.admin, name, true); err != nil {
				return err
			}
			continue
		}
		made, known := c.provider.limited.hasType(name)
		switch {
		case !known:
			if err := c.provider.makeLimitedType(c.conn, name, false); err != nil {
				return err
			}
			c.tx.limited = append(c.tx.limited, name)
		case !made || native.Run(c.conn, "SELECT NULL::"+name) != nil:
			return errLimitedElsewhere(name)
		}
	}
	return nil
}

// makeLimitedAgain makes the types that the transaction has made, after its changes were rolled back.
func (c *Conn) makeLimitedAgain() error {
	for _, name := range c.tx.limited {
		if !c.provider.registerNamed(c.conn, name) {
			return errLimitedElsewhere(name)
		}
	}
	return nil
}

// endLimited ends the transaction's types of limited columns: after a COMMIT all sessions see them, after a ROLLBACK none.
func (c *Conn) endLimited(committed bool) {
	types := &c.provider.limited
	types.mu.Lock()
	defer types.mu.Unlock()
	for _, name := range c.tx.limited {
		if committed {
			types.made[name] = true
		} else {
			delete(types.made, name)
		}
	}
	c.tx.limited = nil
}

// errLimitedElsewhere is the error of a type that another transaction has made and that this transaction does not
// see.
func errLimitedElsewhere(name string) error {
	_, _, _, kind := pgcatalog.TypeOID(name)
	return sqlstate.New(sqlstate.SerializationFailure, "could not serialize access: another transaction has used the type %s for the first time", kind).
		WithHint("Try the transaction again.")
}

func (l *limitedTypes) hasType(name string) (made, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	made, known = l.made[name]
	return made, known
}

// makeLimitedType makes a type once. done is false for a type that a transaction makes.
func (p *Provider) makeLimitedType(conn lib.Connection, name string, done bool) error {
	p.limited.mu.Lock()
	defer p.limited.mu.Unlock()
	if made, known := p.limited.made[name]; made {
		return nil
	} else if known {
		return errLimitedElsewhere(name)
	}
	_, padded := pgcatalog.Limit(name)
	if !p.registerNamed(conn, name) || padded && !p.compareWithoutBlanks(name) {
		return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB cannot have the type %s", p.options.Name, name)
	}
	if p.limited.made == nil {
		p.limited.made = map[string]bool{}
	}
	p.limited.made[name] = done
	return nil
}

// registerNamed makes a limited type, or a range type of users with its multirange type and the functions of both, and reports whether DuckDB
// has it.
func (p *Provider) registerNamed(conn lib.Connection, name string) bool {
	if pgcatalog.UserRangeElement(name) == "" {
		return p.registerAliases(conn, pgcatalog.Alias{Name: name, Base: pgcatalog.LimitedBase(name)})
	}
	many := strings.TrimSuffix(name, pgcatalog.RangeEnding) + pgcatalog.MultirangeEnding
	return p.registerAliases(conn, pgcatalog.Alias{Name: name, Base: "VARCHAR"}, pgcatalog.Alias{Name: many, Base: "VARCHAR"}) &&
		functions.RegisterRange(conn, p.admin, name, p.bySession.Handle()) == nil
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
	if p.options.Path == "" && p.options.Described == nil { // nothing has columns yet that a statement has not made
		return nil
	}
	// The texts of tables and views name the types. To list all columns instead takes ten times as long, for those of DuckDB's own views.
	rows, err := native.Collect(p.admin, `SELECT DISTINCT unnest(regexp_extract_all(upper(sql), 'PG_(?:VARCHAR|BPCHAR|BIT|VARBIT)_\d+|PG__?[A-Z0-9]+_[0-9A-F]{8}(?:MULTI)?RANGE')) FROM (
		SELECT sql, database_name FROM duckdb_tables() UNION ALL SELECT sql, database_name FROM duckdb_views() WHERE NOT internal)
		WHERE database_name = `+native.Text(p.options.Name))
	for _, row := range rows {
		if err == nil {
			if names := namedLimited(strings.ToLower(row[0])); len(names) > 0 {
				err = p.makeLimitedType(p.admin, names[0], true)
			}
		}
	}
	return err
}
