package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sallyportdb/sallyport/auth"
	authrate "github.com/sallyportdb/sallyport/auth/rate"
	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// openTokens makes the verifier of the issuers' tokens, nil where there are none. more are issuers
// that no configuration names: the built-in server.
func openTokens(c config.Auth, getenv func(string) string, more ...token.Issuer) (*token.Verifier, error) {
	if !c.Enabled() {
		return nil, nil //nolint:nilnil // there is nothing to verify
	}
	issuers := slices.Clone(more)
	var errs []error
	for _, i := range c.Issuers {
		one, err := issuerOf(c, i, getenv)
		issuers, errs = append(issuers, one), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return token.New(token.Options{Issuers: issuers, Skew: c.ClockSkew, Cache: c.CachedTokens})
}

func issuerOf(c config.Auth, i config.Issuer, getenv func(string) string) (token.Issuer, error) {
	secret, err := i.ResolveSecret(getenv)
	asking, askErr := i.Introspection.ResolveSecret(getenv)
	audiences := i.Audiences
	if len(audiences) == 0 {
		audiences = audiencesOf(c)
	}
	one := token.Issuer{
		Name: i.Name, URL: i.URL, Audiences: audiences, JWKSURL: i.JWKSURL,
		Secret: []byte(secret.Reveal()), Algorithms: i.Algorithms,
		Introspection: token.Introspection{
			URL: i.Introspection.URL, ClientID: i.Introspection.ClientID, ClientSecret: asking.Reveal(), Cache: i.Introspection.Cache,
		},
		Claims: token.Claims(i.Claims), Scopes: i.Scopes, Tenant: i.Tenant, Tenants: i.Tenants, Roles: i.Roles,
	}
	if err := errors.Join(err, askErr); err != nil {
		return one, fmt.Errorf("auth.issuers: %w", err)
	}
	return one, nil
}

// toolRates are the limits of tools, in calls a minute.
func toolRates(c config.Auth) map[string]int {
	out := map[string]int{"ask_question": 5}
	for _, one := range c.RateLimits.Tools {
		out[one.Tool] = one.PerMinute
	}
	return out
}

// audiencesOf are the names of this server's MCP endpoint.
func audiencesOf(c config.Auth) []string { return append([]string{c.Resource}, c.Aliases...) }

// resourceOf returns what clients of the MCP door are told to get a token, or nil if there is nothing to get.
func resourceOf(c config.Auth, v *token.Verifier) *transport.Resource {
	if v == nil {
		return nil
	}
	r := &transport.Resource{
		URL: c.Resource, Aliases: c.Aliases, Scopes: auth.Scopes(), Minimal: []string{auth.ScopeDataRead},
		Verify: v.Verify, InMeta: c.MetaAuthorization, Rate: authrate.New(c.RateLimits.RequestsPerMinute, c.RateLimits.Burst),
	}
	if c.Server.Enabled {
		r.Issuers = append(r.Issuers, c.IssuerURL())
	}
	for _, i := range c.Issuers {
		r.Issuers = append(r.Issuers, i.URL)
	}
	return r
}
