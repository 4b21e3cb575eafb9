package duckdb

import (
	"context"
	"errors"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// emulation is the Postgres catalog of an instance. Its hundreds of views and macros take longer to
// create than the rest of a start, and few statements need them. So one goroutine creates them
// while the first statements already run. Close and the statements that name the emulation's
// database wait for it.
type emulation struct {
	statements []string
	done       chan struct{} // closed when all is created or has failed
	err        error         // valid once done is closed
}

// attachEmulation attaches the emulation's database, which the lock-down would forbid later.
// buildEmulation fills it.
func (p *Provider) attachEmulation() error {
	list, tables := pgcatalog.New(p.options.Name, p.options.Described != nil)
	p.emulation.statements = list[1:]
	p.tabled.tables = tables
	return p.runAll(list[0])
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
		if p.emulation.err != nil || p.isClosed() {
			break
		}
		p.emulation.err = run(conn, sql)
	}
	p.emulation.statements = nil
	p.tabled.macros.Add(1)
	p.version.Add(1)
	if p.emulation.err != nil {
		p.log.Error("the Postgres catalog could not be made", "source", p.options.Name, "error", p.emulation.err)
	}
}

// awaitEmulation waits for the emulation if a statement names it.
func (p *Provider) awaitEmulation(ctx context.Context, sql string) error {
	if !strings.Contains(sql, pgcatalog.Database) {
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

func (p *Provider) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}
