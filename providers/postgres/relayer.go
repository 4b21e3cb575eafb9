package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/backends"
)

var _ providers.Relayer = (*Provider)(nil)

// openBackends makes the backends, which connect when they are asked for.
func (p *Provider) openBackends(config *pgconn.Config) *backends.Pool {
	o := p.options
	return backends.New(backends.Options{
		Name: o.Name, Config: config, Most: o.MaxBackends, MaxIdle: o.MaxIdle, IdleTimeout: o.IdleTimeout, MaxLifetime: o.MaxLifetime,
		MaxWait: o.MaxWait, ServerReset: o.ServerReset, Logger: o.Logger, Logins: p.logins.Load,
		Check: p.checkServer, ConnectError: p.connectError, StatementError: p.statementError,
	})
}

// Backend gives out a backend; see providers.Relayer.
func (p *Provider) Backend(ctx context.Context, o providers.BackendOptions) (providers.Backend, error) {
	p.catalog.Warm()
	identity, _, err := p.identityOf(o.Principal)
	if err != nil {
		return nil, err
	}
	if err := p.checkRows(ctx); err != nil {
		return nil, err
	}
	b, err := p.backends.Get(ctx, o, identity)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// BackendAtHand returns an idle backend that can be used without any wait, or nil: then the caller calls
// Backend.
func (p *Provider) BackendAtHand(o providers.BackendOptions) providers.Backend {
	identity, _, err := p.identityOf(o.Principal)
	if err != nil || !p.rowsHeld() {
		return nil
	}
	if b := p.backends.AtHand(o, identity); b != nil {
		return b
	}
	return nil
}

// Pooling says for how long a session keeps its backend.
func (p *Provider) Pooling() providers.Pooling { return p.options.Pooling }
