package duckdb

import (
	"context"
	"errors"
	"strings"
	"sync"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// emulation is the Postgres catalog of an instance. Its hundreds of views and macros take longer to
// create than the rest of a start, and few statements need them. So an earlier start has kept them in
// a file (see kept). Where there is no such file yet, one goroutine creates them while the first
// statements already run; Close and the statements that name the emulation's database wait for it.
type emulation struct {
	kept       kept
	statements []string // nil: all is there
	building   sync.WaitGroup
	done       chan struct{} // closed when all is created or has failed
	err        error         // valid once done is closed
}

// attachEmulation attaches the databases of the emulation, which the lock-down would forbid later.
// Unless the emulation was kept, buildEmulation fills them.
func (p *Provider) attachEmulation() error {
	list, tables := pgcatalog.New(p.options.Name)
	p.tabled.tables = tables
	if err := p.runAll("ATTACH ':memory:' AS " + pgcatalog.TablesDatabase); err != nil {
		return err
	}
	if file := p.options.keepIn; file != "" {
		p.emulation.statements = list
		return p.runAll("ATTACH " + quoteText(file) + " AS " + pgcatalog.Database + " (BLOCK_SIZE 16384)")
	}
	p.emulation.kept = keptAs(p.options.Cache, list)
	if p.emulation.kept.attach(p) {
		return nil
	}
	p.emulation.statements = list
	return p.runAll("ATTACH ':memory:' AS " + pgcatalog.Database)
}

// startEmulation has the emulation built if it is not there yet.
func (p *Provider) startEmulation() {
	if p.emulation.statements == nil {
		close(p.emulation.done)
		return
	}
	p.emulation.building.Go(func() { // ends by itself, earlier if Close is called, which waits for it
		p.buildEmulation()
		if p.emulation.err == nil && p.options.keepIn == "" {
			p.emulation.kept.make(p)
		}
	})
}

// buildEmulation fills the database of the emulation.
func (p *Provider) buildEmulation() {
	defer close(p.emulation.done)
	var conn lib.Connection
	if lib.Connect(p.db, &conn) == lib.StateError {
		p.emulation.err = errors.New("no connection for it")
		return
	}
	defer lib.Disconnect(&conn)
	p.emulation.err = p.prepareConnection(conn)
	for _, sql := range p.emulation.statements {
		if p.emulation.err == nil && p.isClosed() {
			p.emulation.err = errors.New("the source was closed")
		}
		if p.emulation.err != nil {
			break
		}
		p.emulation.err = run(conn, sql)
	}
	p.emulation.statements = nil
	p.tabled.macros.Add(1)
	p.version.Add(1)
	if p.emulation.err != nil && !p.isClosed() {
		p.log.Error("the Postgres catalog could not be made", "source", p.options.Name, "error", p.emulation.err)
	}
}

// awaitEmulation waits for the emulation if a statement names it.
func (p *Provider) awaitEmulation(ctx context.Context, sql string) error {
	if !namesEmulation(sql) {
		return nil
	}
	select {
	case <-p.emulation.done:
	case <-ctx.Done():
		return sqlstate.From(ctx.Err())
	}
	if p.emulation.err != nil {
		return sqlstate.Wrap(p.emulation.err, sqlstate.InternalError, "source %q has no Postgres catalog", p.options.Name).
			WithHint("The server's log has the cause.")
	}
	return nil
}

// namesEmulation reports whether a statement may name a database of the emulation.
func namesEmulation(sql string) bool {
	return strings.Contains(sql, pgcatalog.Database) || strings.Contains(sql, pgcatalog.TablesDatabase)
}

func (p *Provider) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}
