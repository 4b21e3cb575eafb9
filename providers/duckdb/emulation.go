package duckdb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// emulation is the Postgres catalog of an instance: a database file (image) that is attached when a statement first names
// it, to be read alone. Most instances never need it.
type emulation struct {
	path     string      // the file that can still be attached behind the lock-down; "" if none
	attached atomic.Bool // read without mu
	mu       sync.Mutex  // is held while it is attached
}

// openEmulation makes the database of the emulation's tables, and prepares what attaches the emulation. Where there are no
// files in memory it is attached at once, while the instance's private directory has just been made.
func (p *Provider) openEmulation() error {
	if err := p.runAll(pgcatalog.AttachTables(p.place())...); err != nil || p.options.writes != "" { // nobody asks that one for a catalog
		return err
	}
	if shared := sharedImage(); shared != nil {
		p.emulation.path = shared.path
		return nil
	}
	if err := p.attachFile(p.tempDir); err != nil {
		return p.configError(err, "it has no Postgres catalog")
	}
	return nil
}

// attachFile attaches the emulation from a file that it makes in a private directory.
func (p *Provider) attachFile(dir string) error {
	content, err := image()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "catalog")
	if err := os.WriteFile(path, content, 0o400); err != nil {
		return err
	}
	return p.attachAt(p.admin, path)
}

// attachAt attaches the emulation's database. It is a hidden one: DuckDB's functions that list what there is, such as
// duckdb_tables, do not look there.
func (p *Provider) attachAt(conn lib.Connection, path string) error {
	err := native.Run(conn, "ATTACH "+native.Text(path)+" AS "+pgcatalog.Database+" (HIDDEN, READ_ONLY)")
	p.emulation.attached.Store(err == nil)
	return err
}

// attachStored attaches the emulation if a view or macro of a database file names it: a statement
// over the view does not. It notes whether the file has macros.
func (p *Provider) attachStored() error {
	if p.options.Path == "" {
		return nil
	}
	name := native.Text(p.options.Name)
	macros, err := native.Collect(p.admin, "SELECT macro_definition FROM duckdb_functions() WHERE database_name = "+name)
	if err != nil {
		return err
	}
	p.noStoredMacros = len(macros) == 0
	views, err := native.Collect(p.admin, "SELECT sql FROM duckdb_views() WHERE NOT internal AND database_name = "+name)
	if err != nil || !slices.ContainsFunc(slices.Concat(macros, views), func(row []string) bool { return strings.Contains(row[0], pgcatalog.Database) }) {
		return err
	}
	return p.attachEmulation()
}

// attachNamed attaches the emulation if a text names it.
func (c *Conn) attachNamed(sql string) error {
	if err := c.makeLimited(sql); err != nil {
		return err
	}
	if !slices.ContainsFunc(pgcatalog.Databases, func(name string) bool { return strings.Contains(sql, name+".") }) {
		return nil
	}
	return c.provider.attachEmulation()
}

// attachEmulation attaches the emulation unless it is. Transactions that are open see it, too.
func (p *Provider) attachEmulation() error {
	e := &p.emulation
	if e.attached.Load() {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.attached.Load() {
		return nil
	}
	if p.isClosed() {
		return p.closedError()
	}
	err := p.attachShared()
	if err == nil {
		return nil
	}
	p.log.Error("the Postgres catalog cannot be attached", "source", p.options.Name, "error", err)
	return sqlstate.Wrap(err, sqlstate.InternalError, "source %q has no Postgres catalog", p.options.Name).
		WithHint("The server's log has the cause.")
}

// attachShared attaches the file that the process's instances share. The caller holds the emulation's mu.
func (p *Provider) attachShared() error {
	if p.emulation.path == "" {
		return native.Error("the instance has none")
	}
	if err := sharedImage().fill(); err != nil {
		return err
	}
	var conn lib.Connection
	if lib.Connect(p.db, &conn) == lib.StateError {
		return native.Error("no connection for it")
	}
	defer lib.Disconnect(&conn)
	return p.attachAt(conn, p.emulation.path)
}

// place names the database that the emulation is about.
func (p *Provider) place() pgcatalog.Place {
	return pgcatalog.Place{Name: p.options.Name, Anywhere: p.options.Described != nil, Started: p.started}
}

// awaitAttached waits while another goroutine attaches the emulation.
func (e *emulation) awaitAttached() {
	e.mu.Lock()
	defer e.mu.Unlock()
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
