package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/auth"
	authserver "github.com/sallyportdb/sallyport/auth/server"
	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// identity is what tells who comes with a token: the verifier of all issuers, and the authorization
// server where it is switched on. Without either it does nothing.
type identity struct {
	tokens    *token.Verifier    // nil: nobody comes with tokens
	server    *authserver.Server // nil: it is off
	store     *authserver.Store
	providers []authserver.Provider
}

func openIdentity(ctx context.Context, c config.Config, getenv func(string) string, logger hclog.Logger) (*identity, error) {
	i := &identity{}
	var own []token.Issuer
	if c.Auth.Server.Enabled {
		if err := i.openServer(ctx, c, getenv, logger); err != nil {
			return nil, errors.Join(err, i.close())
		}
		own = append(own, token.Issuer{
			Name: config.LocalIssuer, URL: c.Auth.IssuerURL(), Audiences: audiencesOf(c.Auth),
			Keys: i.server.PublicKeys, Live: i.server.Live,
			Claims: token.Claims{Tenant: "tenant_id", Scopes: []string{"scope"}}, TenantOptional: true,
		})
	}
	var err error
	if i.tokens, err = openTokens(c.Auth, getenv, own...); err != nil {
		return nil, errors.Join(err, i.close())
	}
	return i, nil
}

func (i *identity) openServer(ctx context.Context, c config.Config, getenv func(string) string, logger hclog.Logger) error {
	var errs []error
	a := c.Auth.Server
	o := authserver.Options{
		Issuer: c.Auth.IssuerURL(), Resources: audiencesOf(c.Auth), Scopes: auth.Scopes(), Logger: logger,
		AccessTTL: a.AccessTTL, RefreshTTL: a.RefreshTTL, CodeTTL: a.CodeTTL, LoginTTL: a.LoginTTL,
		ClientDocuments: a.ClientDocuments, Registration: a.DynamicRegistration,
		PerMinute: c.Auth.RateLimits.AuthorizePerMinute, Proxied: c.Auth.TrustProxyTLS,
	}
	var proxyErr error
	o.Proxies, proxyErr = c.Auth.Proxies()
	errs = append(errs, proxyErr)
	for _, one := range a.Clients {
		client, err := clientOf(one)
		o.Clients, errs = append(o.Clients, client), append(errs, err)
	}
	for _, one := range a.Users {
		hash, err := one.ResolveHash(getenv)
		o.Users = append(o.Users, authserver.User{Name: one.Name, Hash: hash.Reveal(), Tenant: one.Tenant, Roles: one.Roles, Scopes: one.Scopes})
		errs = append(errs, err)
	}
	for _, one := range a.Providers {
		p, err := providerOf(c.Auth, one, getenv)
		if err == nil {
			o.Providers, i.providers = append(o.Providers, p), append(i.providers, p)
		}
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("auth.server: %w", err)
	}
	dsn, err := storeDSN(c, getenv)
	if err != nil {
		return err
	}
	if i.store, err = authserver.Open(ctx, c.StateDir, dsn); err != nil {
		return err
	}
	o.Store = i.store
	i.server, err = authserver.New(ctx, o)
	return err
}

// storeDSN is that of the shared store; "" where there is none. The store has the keys that sign tokens, so no
// login of a source may read it.
func storeDSN(c config.Config, getenv func(string) string) (string, error) {
	dsn, err := c.Auth.Server.Store.ResolveDSN(getenv)
	if err != nil || dsn == "" {
		return "", err
	}
	store, err := authserver.ParseShared(dsn.Reveal())
	if err != nil {
		return "", err
	}
	for _, s := range c.Sources {
		for _, login := range append(s.Logins(), s) {
			text, err := login.ResolveDSN(getenv)
			if err != nil || text == "" {
				continue // the source itself tells
			}
			if at, err := pgx.ParseConfig(text.Reveal()); err == nil && at.Host == store.Host && at.Port == store.Port && at.Database == store.Database && at.User == store.User {
				return "", sqlstate.New(sqlstate.ConfigFileError, "auth.server.store: it is the database and the login of the source %q, whose users could read the keys that sign tokens", s.Name).
					WithHint("Give the store a database and a login of its own.")
			}
		}
	}
	return dsn.Reveal(), nil
}

// clientOf reads the keys of a client, too.
func clientOf(c config.AuthClient) (authserver.Client, error) {
	client := authserver.Client{ID: c.ID, Name: c.Name, Redirects: c.RedirectURIs, Scopes: c.Scopes, Tenant: c.Tenant, Roles: c.Roles}
	if c.JWKSFile != "" {
		content, err := os.ReadFile(c.JWKSFile)
		if err != nil {
			return client, fmt.Errorf("client %s: jwks_file: %w", c.ID, err)
		}
		if client.Keys, err = authserver.ParseKeys(content); err != nil {
			return client, fmt.Errorf("client %s: jwks_file: %s %w", c.ID, c.JWKSFile, err)
		}
	}
	return client, client.Check()
}

func providerOf(c config.Auth, p config.Provider, getenv func(string) string) (authserver.Provider, error) {
	if p.Preset == "google" {
		p = googleOf(p)
	}
	id, idErr := p.ResolveClientID(getenv)
	secret, err := p.ResolveSecret(getenv)
	if err := errors.Join(idErr, err); err != nil {
		return authserver.Provider{}, err
	}
	return authserver.NewProvider(authserver.Provider{
		Name: p.Name, Issuer: p.Issuer, ClientID: id, Secret: secret.Reveal(),
		SubjectClaim: p.SubjectClaim, TenantClaim: p.TenantClaim, RolesClaim: p.RolesClaim,
		Domains: p.Domains, Tenant: p.Tenant, Roles: p.Roles, Scopes: p.Scopes,
	}, c.ClockSkew)
}

// googleOf fills in what is known of Google.
func googleOf(p config.Provider) config.Provider {
	if p.Issuer == "" {
		p.Issuer = "https://accounts.google.com"
	}
	if p.ClientID == "" && p.ClientIDEnv == "" {
		p.ClientIDEnv = "GOOGLE_CLIENT_ID"
	}
	if p.SecretEnv == "" && p.SecretFile == "" {
		p.SecretEnv = "GOOGLE_CLIENT_SECRET"
	}
	return p
}

// handlers are the endpoints of the authorization server.
func (i *identity) handlers() map[string]http.Handler {
	if i.server == nil {
		return nil
	}
	return i.server.Handlers()
}

func (i *identity) close() error {
	if i.tokens != nil {
		i.tokens.Close()
	}
	for _, p := range i.providers {
		p.Close()
	}
	if i.store != nil {
		return i.store.Close()
	}
	return nil
}
