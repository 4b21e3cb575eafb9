package main

import (
	"fmt"

	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire"
)

// pgTokens says who comes in by token at the Postgres door; nil: nobody.
func pgTokens(c config.Config, v *token.Verifier) (*pgwire.Tokens, error) {
	t := c.PGWire.Tokens
	if !t.Enabled() {
		return nil, nil //nolint:nilnil // nobody does
	}
	if v == nil {
		return nil, fmt.Errorf("pgwire.tokens.users: there is no issuer whose tokens could be taken: set auth.issuers")
	}
	tokens := &pgwire.Tokens{
		Verifier: v, Users: t.Users, Bearer: t.Ask == "oauthbearer", Discovery: discoveryOf(c.Auth, t.Issuer), Scope: t.Scope, Ceiling: gate.FullAccess,
	}
	if t.Mode != "" {
		mode, err := gate.ParseMode(t.Mode)
		if err != nil {
			return nil, err
		}
		tokens.Ceiling = mode
	}
	return tokens, nil
}

// discoveryOf is the URL of the metadata of an issuer, "" being the first.
func discoveryOf(c config.Auth, name string) string {
	if name == "" && c.Server.Enabled {
		return c.IssuerURL() + "/.well-known/oauth-authorization-server"
	}
	for _, i := range c.Issuers {
		if name == "" || i.Name == name {
			return i.URL + "/.well-known/openid-configuration"
		}
	}
	return ""
}
