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
	_ providers.Revised    = (*Provider)(nil)
	_ providers.Surrounded = (*Provider)(nil)
)

// openCatalog makes the catalog, which connects when it is asked.
func (p *Provider) openCatalog(config *pgconn.Config) *catalog.Catalog {
	config = config.Copy()
	p.own = config
	config.RuntimeParams["application_name"] = applicationName + ": catalog"
	// The planner thinks these queries long enough to compile; they are not.
	config.RuntimeParams["jit"] = "off"
	config.BuildContextWatcherHandler = query.CutAtOnce // whoever asked a server that does not answer may leave
	return catalog.New(catalog.Options{
		Name: p.options.Name, Config: config, Harmless: p.options.Harmless, TTL: p.options.CatalogTTL, Kept: p.options.CatalogKept,
		CompareReads: p.options.CompareReads, Logger: p.options.Logger,
		Check: p.checkServer, ConnectError: p.connectError, StatementError: p.statementError, Run: p.backends.Run, Stop: p.backends.Stopping(),
	})
}

// Catalog returns what names mean at this source to a session of the role.
func (p *Provider) Catalog(ctx context.Context) (providers.Catalog, error) {
	return p.CatalogIn(ctx, providers.Surroundings{})
}

// CatalogIn is Catalog for a session with a search path of its own, or whose
// open transaction has made something.
func (p *Provider) CatalogIn(ctx context.Context, in providers.Surroundings) (providers.Catalog, error) {
	return p.catalog.View(ctx, in), nil
}

// CompareCatalog is Catalog, where everything that is known was compared with the
// server since the call, as far as that does not keep the server busy.
func (p *Provider) CompareCatalog(ctx context.Context) (providers.Catalog, error) {
	if err := p.catalog.Compare(ctx); err != nil {
		return nil, err
	}
	return p.Catalog(ctx)
}

// Altered has everything compared with the server before it is believed again: a
// session has changed what names may mean. Where the session has only made tables, what
// their names may have meant is forgotten instead.
func (p *Provider) Altered(made []string) {
	if len(made) == 0 || !p.catalog.Made(made) {
		p.catalog.Expire()
	}
}

// Revision reads what users' code is now.
func (p *Provider) Revision(ctx context.Context) (string, error) { return p.catalog.Revision(ctx) }

// Guard is the text of the statement that fails unless a closure holds: see
// providers.Guarded.
func (p *Provider) Guard() string { return catalog.GuardText }

// List lists everything that the server has names for.
func (p *Provider) List(ctx context.Context) (all providers.Inventory, err error) {
	err = p.read(ctx, func(read reader) error {
		all, err = catalog.Inventory(read)
		return err
	})
	return all, err
}
