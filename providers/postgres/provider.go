package postgres

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/backends"
	"github.com/sallyportdb/sallyport/providers/postgres/catalog"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// closeLimit bounds how long Close waits for sessions to give their
// connections back.
const closeLimit = 10 * time.Second

// Provider is one PostgreSQL server. It is safe for concurrent use.
type Provider struct {
	options  Options
	tellings tellings
	database string // the database that the DSN names
	pool     *pgxpool.Pool
	backends *backends.Pool
	catalog  *catalog.Catalog
	own      *pgconn.Config // the configuration of the provider's own connections
	version  atomic.Pointer[string]
	closing  atomic.Bool
	logins   atomic.Uint64 // counts the search paths that the login has begun with
	rows     rowGuard

	footprints footprintConns

	mu    sync.Mutex
	inUse map[*conn]struct{}
}

// Open makes a provider. It does not connect. F0000: the DSN is wrong.
func Open(ctx context.Context, o Options) (*Provider, error) {
	o = o.withDefaults()
	config, err := o.parse()
	if err != nil {
		return nil, err
	}
	o.ConnectTimeout = config.ConnConfig.ConnectTimeout
	p := &Provider{options: o, tellings: o.tellings(), inUse: map[*conn]struct{}{}, database: cmp.Or(config.ConnConfig.Database, config.ConnConfig.User)}
	p.backends = p.openBackends(&config.ConnConfig.Config)
	p.catalog = p.openCatalog(&config.ConnConfig.Config)
	p.footprints.p = p
	config.AfterConnect = p.checkGreeting
	if p.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, p.connectError(err)
	}
	return p, nil
}

// checkGreeting checks a new connection before it is used.
func (p *Provider) checkGreeting(_ context.Context, c *pgx.Conn) error {
	return p.checkServer(c.PgConn())
}

func (p *Provider) checkServer(pg *pgconn.PgConn) error {
	version, _, _ := strings.Cut(pg.ParameterStatus("server_version"), " ") // "15.18 (Debian …)"
	p.version.Store(&version)
	if strings.Contains(pg.ParameterStatus("server_version"), "(Sallyport") {
		return errEmbedded
	}
	return pins.Hold(pg)
}

// errEmbedded says that the server is another gateway that answers by its embedded engine: its catalog is an
// imitation of PostgreSQL's.
var errEmbedded = errors.New("it is another Sallyport, whose source is not a Postgres server")

// Info names the provider. Version and Default are empty and "public" until
// the server was seen.
func (p *Provider) Info() providers.Info {
	info := providers.Info{
		Name: p.options.Name, Kind: "postgres", Description: p.options.Description,
		Dialect: providers.Postgres, Default: p.catalog.DefaultSchema(), Database: p.database, Tells: len(p.options.Tell) > 0,
	}
	if v := p.version.Load(); v != nil {
		info.Version = *v
	}
	return info
}

// Connect takes a connection from the pool. 53300: none came free in time;
// 08001: the server cannot be reached; 57P01: the provider is closed; 42501: the server cannot be told
// who asks, or policies do not hold its login.
func (p *Provider) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	_, identity, err := p.identityOf(o.Principal)
	if err != nil {
		return nil, err
	}
	if err := p.checkRows(ctx); err != nil {
		return nil, err
	}
	login := p.logins.Load()
	pooled, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	c := &conn{p: p, pooled: pooled, pg: pooled.Conn().PgConn(), options: o, identity: identity, login: login}
	c.backend = backendOf(c.pg)
	p.mu.Lock()
	p.inUse[c] = struct{}{}
	p.mu.Unlock()
	if o.ApplicationName != "" {
		c.name = applicationName + ": " + o.ApplicationName // it is sent with the first statement
	}
	c.backend.onNotice = o.OnNotice
	return c, nil
}

// acquire takes a connection from the pool, no longer than MaxWait, or than a new
// connection may take.
func (p *Provider) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	wait, cancel := context.WithTimeout(ctx, max(p.options.MaxWait, p.options.ConnectTimeout+query.Chore))
	defer cancel()
	pooled, err := p.pool.Acquire(wait)
	switch {
	case err == nil:
		return pooled, nil
	case p.closing.Load():
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", p.options.Name)
	case ctx.Err() != nil:
		return nil, sqlstate.From(ctx.Err())
	}
	if s := p.pool.Stat(); wait.Err() != nil && s.AcquiredConns() >= s.MaxConns() {
		return nil, sqlstate.New(sqlstate.TooManyConnections, "all %d connections to source %q are in use", s.MaxConns(), p.options.Name).
			WithHint("Try again later, or let the source have more connections (mcp_max_connections).")
	}
	e := p.connectError(err)
	p.options.Logger.Warn("cannot connect", "source", p.options.Name, "code", string(e.Code), "cause", e.Cause)
	return nil, e
}

// Close cuts the connections that sessions still have, so that their statements end with 57P01
// and they are given back, and waits for all.
func (p *Provider) Close() error {
	if p.closing.Swap(true) {
		return nil
	}
	p.cutAll()
	err := p.backends.Close(closeLimit)
	p.catalog.Close()
	p.footprints.close()

	done := make(chan struct{})
	go func() {
		defer close(done)
		p.pool.Close() // it returns when every connection was given back
	}()
	timer := time.NewTimer(closeLimit)
	defer timer.Stop()
	select {
	case <-done:
		return err
	case <-timer.C:
		return sqlstate.New(sqlstate.InternalError, "source %q: %d connections were not given back", p.options.Name, p.pool.Stat().AcquiredConns())
	}
}

// cutAll cuts the connections of all sessions. It holds the lock, so that no connection goes to another session
// meanwhile.
func (p *Provider) cutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var cuts sync.WaitGroup
	for c := range p.inUse {
		cuts.Go(c.cutOff)
	}
	cuts.Wait()
}

func (p *Provider) removeConn(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.inUse, c)
}
