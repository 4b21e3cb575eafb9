package duckdb

import (
	"strings"
	"sync"
	"sync/atomic"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// emulation is the Postgres catalog of an instance. To make its hundreds of views and macros takes longer than the
// rest of the start, and most statements need none of them. So a part is made when a statement first names it, or
// names another part that needs it.
type emulation struct {
	mu   sync.Mutex // guards what follows
	conn lib.Connection
	made map[*pgcatalog.Part]bool
	err  error       // the first failure; nothing is made behind it
	all  atomic.Bool // all is made; read without mu
}

// attachEmulation attaches the emulation's database, which the lock-down would forbid later.
func (p *Provider) attachEmulation() error {
	p.emulation.made = map[*pgcatalog.Part]bool{}
	return p.runAll(pgcatalog.Attach()...)
}

// makeStored makes all of the emulation if a view or macro of a database file names it: a statement
// over the view does not.
func (p *Provider) makeStored() error {
	if p.options.Path == "" {
		return nil
	}
	rows, err := native.Collect(p.admin, `SELECT '' FROM (SELECT sql FROM duckdb_views() WHERE NOT internal AND database_name = `+native.Text(p.options.Name)+`
		UNION ALL SELECT macro_definition FROM duckdb_functions() WHERE database_name = `+native.Text(p.options.Name)+`) t(text)
		WHERE contains(text, '`+pgcatalog.Database+`') LIMIT 1`)
	if err != nil || len(rows) == 0 {
		return err
	}
	return p.makeParts(pgcatalog.Get().Parts())
}

// makeNamed makes the parts of the emulation that a text names and the session can then see. A
// transaction does not see what is made after its first look at the emulation. So the first statement
// of a transaction block that names a part makes all of the emulation. DuckDB's functions that list what
// there is, such as duckdb_tables, do not look there, since the emulation's database is a hidden one.
func (c *Conn) makeNamed(sql string) error {
	if err := c.makeLimited(sql); err != nil {
		return err
	}
	if !strings.Contains(sql, pgcatalog.Database+".") || c.provider.emulation.all.Load() {
		return nil
	}
	if c.tx.status == providers.InTransaction && !c.tx.whole {
		c.tx.whole = true
		return c.provider.makeParts(pgcatalog.Get().Parts())
	}
	all := pgcatalog.Get()
	var parts []*pgcatalog.Part
	eachEmulated(sql, func(at, _ int, name string) {
		if part := all.Part(name); part != nil {
			parts = append(append(parts, part.Needs...), part)
		}
	})
	return c.provider.makeParts(parts)
}

// makeParts makes the parts that are missing; each stands behind those that it needs.
func (p *Provider) makeParts(parts []*pgcatalog.Part) error {
	e := &p.emulation
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, part := range parts {
		if e.made[part] {
			continue
		}
		if e.err == nil {
			e.err = p.makePart(part)
		}
		if e.err != nil {
			return sqlstate.Wrap(e.err, sqlstate.InternalError, "source %q has no Postgres catalog", p.options.Name).
				WithHint("The server's log has the cause.")
		}
		e.made[part] = true
	}
	e.all.Store(len(e.made) == len(pgcatalog.Get().Parts()))
	return nil
}

// place names the database that the emulation is about.
func (p *Provider) place() pgcatalog.Place {
	return pgcatalog.Place{Name: p.options.Name, Anywhere: p.options.Described != nil, Started: p.started}
}

// makePart makes a part. The caller holds the emulation's mu.
func (p *Provider) makePart(part *pgcatalog.Part) error {
	e := &p.emulation
	if p.isClosed() {
		return p.closedError()
	}
	if e.conn.Ptr == nil {
		if lib.Connect(p.db, &e.conn) == lib.StateError {
			return native.Error("no connection for it")
		}
		if err := p.prepareConnection(e.conn); err != nil {
			return err
		}
	}
	err := native.Run(e.conn, part.Create(p.place()))
	if err != nil {
		p.log.Error("a part of the Postgres catalog cannot be made", "source", p.options.Name, "part", part.Name, "error", err)
	}
	return err
}

// close closes the connection that makes parts.
func (e *emulation) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.conn.Ptr != nil {
		lib.Disconnect(&e.conn)
	}
}

// eachEmulated calls f with every name of the emulation in a text: where it begins and ends, and the
// name, which is a schema of the emulation, a dot and a name. What is quoted or in a comment names
// nothing.
func eachEmulated(sql string, f func(start, end int, name string)) {
	const database = pgcatalog.Database + "."
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		if end == i && lexical.IsNameStart(sql[i]) {
			if end = max(lexical.NameEnd(sql, i), i+1); lexical.PrefixedEnd(sql, i, end) > 0 {
				end = lexical.PrefixedEnd(sql, i, end)
			} else if strings.HasPrefix(sql[i:], database) && end == i+len(pgcatalog.Database) {
				at := i + len(database)
				name, nameEnd := dottedName(sql, at)
				if name != "" {
					f(at, nameEnd, name)
					end = nameEnd
				}
			}
		}
		i = max(end, i+1)
	}
}

// isClosed reports whether Close was called.
func (p *Provider) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}
