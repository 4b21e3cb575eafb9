package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/catalog"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// Check at compile time that the contract is met.
var (
	_ providers.Provider   = (*Provider)(nil)
	_ providers.Hierarchy  = (*Provider)(nil)
	_ providers.Ending     = (*Provider)(nil)
	_ providers.Surrounded = (*Provider)(nil)
	_ providers.Schemed    = (*Provider)(nil)
)

// openCatalog makes the catalog, which connects when it is asked.
func (p *Provider) openCatalog(config *pgconn.Config) *catalog.Catalog {
	config = config.Copy()
	p.own = config
	config.RuntimeParams["application_name"] = applicationName + ": catalog"
	// The server's planner overestimates these queries and would compile them (JIT).
	config.RuntimeParams["jit"] = "off"
	config.BuildContextWatcherHandler = query.CutAtOnce // a caller does not wait for a server that does not answer
	return catalog.New(catalog.Options{
		Name: p.options.Name, Config: config, Harmless: p.options.Harmless, TTL: p.options.CatalogTTL, Kept: p.options.CatalogKept,
		CompareReads: p.options.CompareReads, Logger: p.options.Logger,
		Check: p.checkServer, ConnectError: p.connectError, StatementError: p.statementError, LoginChanged: p.dropLogins, Run: p.backends.Run, Stop: p.backends.Stopping(),
	})
}

// dropLogins is called when the login begins with another search path: the connections that are open keep the old one. Idle ones are
// closed, and those in use are Outdated. What is opened between the two steps counts as outdated, and is not.
func (p *Provider) dropLogins() {
	p.pool.Reset()
	p.logins.Add(1)
}

// Catalog returns the catalog of this source for a session of the role.
func (p *Provider) Catalog(ctx context.Context) (providers.Catalog, error) {
	return p.CatalogIn(ctx, providers.Surroundings{})
}

// CatalogIn returns the catalog for a session with a search path of its own, or whose open
// transaction has made objects.
func (p *Provider) CatalogIn(ctx context.Context, in providers.Surroundings) (providers.Catalog, error) {
	return p.catalog.View(ctx, in), nil
}

// Schemas returns a text that is another one when schemas have changed.
func (p *Provider) Schemas(ctx context.Context) (string, error) { return p.catalog.Schemas(ctx) }

// SchemasAtHand is that of the last time.
func (p *Provider) SchemasAtHand() string { return p.catalog.SchemasAtHand() }

// CompareCatalog returns the catalog after its answers were compared with the server, as far as that
// does not keep the server busy.
func (p *Provider) CompareCatalog(ctx context.Context) (providers.Catalog, error) {
	if err := p.catalog.Compare(ctx); err != nil {
		return nil, err
	}
	return p.Catalog(ctx)
}

// Altered notes that a session may have changed the meaning of names: all answers are compared with
// the server before they are believed again. If the session has only made tables, the answers about their
// names are forgotten instead.
func (p *Provider) Altered(made []string) {
	if len(made) == 0 || !p.catalog.Made(made) {
		p.catalog.Expire()
	}
}

// Revision returns the state of users' code now.
func (p *Provider) Revision(ctx context.Context) (string, error) { return p.catalog.Revision(ctx) }

// CommittedCode returns the code of users that all sessions see.
func (p *Provider) CommittedCode(ctx context.Context) (providers.Code, error) {
	return p.catalog.Committed(ctx)
}

// CodeAtEnd returns the code of users that a session sees, and whether the end of its transaction may run some.
func (p *Provider) CodeAtEnd(ctx context.Context, ask providers.Asker, deferring string, cursors []string, whole bool) (providers.Code, error) {
	return catalog.CodeAtEnd(ctx, ask, deferring, cursors, whole)
}

// EndGuard returns the statement that fails if the end of its transaction may run other code.
func (p *Provider) EndGuard(code providers.Code, cursors []string) (sql string, args []string) {
	return catalog.EndGuard(code, cursors)
}

// Guard returns the text of a statement that fails unless a closure holds: see providers.Guarded.
func (p *Provider) Guard() string { return catalog.GuardText }

// StrictGuard is the same, and fails where the snapshot of the transaction may be too old to tell.
func (p *Provider) StrictGuard() string { return catalog.StrictGuardText }

// GuardBeside is the text of a comparison that leaves out what its transaction has changed itself.
func (p *Provider) GuardBeside(strict bool) string { return catalog.GuardBesideText(strict) }

// List lists everything that the server has names for.
func (p *Provider) List(ctx context.Context) (all providers.Inventory, err error) {
	err = p.withConnection(ctx, func(read reader) error {
		all, err = catalog.Inventory(read)
		return err
	})
	return all, err
}
