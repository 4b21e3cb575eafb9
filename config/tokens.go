package config

import "slices"

// PGWireTokens says which clients of the Postgres front door prove an access token.
type PGWireTokens struct {
	// Users are the names of these clients, in which a * stands for any text; none: no token is taken.
	Users []string `yaml:"users"`
	Ask   string   `yaml:"ask" oneof:"password oauthbearer"`
	// Issuer is the name of the issuer that clients without a token are sent to; "": the first.
	Issuer string `yaml:"issuer"`
	Scope  string `yaml:"scope"`
	Mode   string `yaml:"mode" oneof:"read_only safe delete_safe full_access"`
}

// Enabled reports whether tokens are taken.
func (t PGWireTokens) Enabled() bool { return len(t.Users) > 0 }

// pgTokens checks how tokens come in at the Postgres front door.
func (l *loader) pgTokens() {
	p := l.config.PGWire
	l.filled("pgwire.tokens.users", p.Tokens.Users)
	if !p.Tokens.Enabled() {
		return
	}
	if !l.config.Auth.Enabled() {
		l.wrong("pgwire.tokens.users", "needs auth.issuers, or auth.server: whose tokens they are")
	}
	issuers := l.config.Auth.Issuers
	if p.Tokens.Issuer != "" && !slices.ContainsFunc(issuers, func(i Issuer) bool { return i.Name == p.Tokens.Issuer }) {
		l.wrong("pgwire.tokens.issuer", "there is no issuer %q in auth.issuers", p.Tokens.Issuer)
	}
	if !p.TLS.Enabled() {
		l.wrong("pgwire.tokens.users", "needs pgwire.tls: a token goes over TLS alone")
	}
}
