package config

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

// tokens checks how tokens come in at the Postgres front door.
func (l *loader) tokens() {
	p := l.config.PGWire
	l.filled("pgwire.tokens.users", p.Tokens.Users)
	if !p.Tokens.Enabled() {
		return
	}
	if !p.TLS.Enabled() {
		l.wrong("pgwire.tokens.users", "needs pgwire.tls: a token goes over TLS alone")
	}
}
