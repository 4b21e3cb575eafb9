package config

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// PGWireTLS are the certificate of the Postgres front door, and the certificates that it asks
// clients for.
type PGWireTLS struct {
	CertFile     string `yaml:"cert_file" path:"yes"`
	KeyFile      string `yaml:"key_file" path:"yes"`
	ClientCAFile string `yaml:"client_ca_file" path:"yes"`
	Required     bool   `yaml:"required"`
	// ClientCertRequired refuses connections without a client certificate.
	ClientCertRequired bool `yaml:"client_cert_required"`

	// Inline has the certificates that StackQL's --pgsrv.tls gives as text.
	Inline InlineTLS `yaml:"-"`
}

// InlineTLS are certificates and keys as PEM texts, instead of files.
type InlineTLS struct {
	Cert, ClientCAs []byte
	Key             Secret
}

// Pair is the certificate's files alone.
func (t PGWireTLS) Pair() TLS { return TLS{CertFile: t.CertFile, KeyFile: t.KeyFile} }

// Enabled reports whether a certificate is configured.
func (t PGWireTLS) Enabled() bool { return t.CertFile != "" || len(t.Inline.Cert) > 0 }

// hasClientCA reports whether client certificates can be told from others.
func (t PGWireTLS) hasClientCA() bool { return t.ClientCAFile != "" || len(t.Inline.ClientCAs) > 0 }

// User may log in at the Postgres front door.
type User struct {
	Name         string   `yaml:"name"`
	PasswordEnv  string   `yaml:"password_env"`
	PasswordFile string   `yaml:"password_file" path:"yes"`
	Verifier     Secret   `yaml:"verifier"`
	VerifierEnv  string   `yaml:"verifier_env"`
	VerifierFile string   `yaml:"verifier_file" path:"yes"`
	Certificates []string `yaml:"certificates"`

	Tenant string   `yaml:"tenant"`
	Roles  []string `yaml:"roles"`

	Sources        []string `yaml:"sources"`
	Source         string   `yaml:"source"`
	Mode           string   `yaml:"mode" oneof:"read_only safe delete_safe full_access"`
	MaxConnections int      `yaml:"max_connections" min:"1"`
}

// Trusted reports whether clients may come from other machines although there
// are no users.
func (p PGWire) Trusted() bool {
	return p.AllowInsecure || p.TLS.ClientCertRequired && p.TLS.hasClientCA()
}

// TLSRequired reports whether plain connections are refused: always where other
// machines can connect, but for an operator who said that this is safe.
func (p PGWire) TLSRequired() bool {
	return p.TLS.Required || p.TLS.ClientCertRequired || p.TLS.Enabled() && Reachable(p.Address) && !p.AllowInsecure
}

// ResolvePassword returns the user's password, "" where it has none, or a
// verifier. The error holds none of it.
func (u User) ResolvePassword(getenv func(string) string) (Secret, error) {
	return u.resolve(getenv, "password_env", u.PasswordEnv, "password_file", u.PasswordFile)
}

// ResolveVerifier returns the user's verifier, "" where it has none.
func (u User) ResolveVerifier(getenv func(string) string) (Secret, error) {
	if u.Verifier != "" {
		return u.Verifier, nil
	}
	return u.resolve(getenv, "verifier_env", u.VerifierEnv, "verifier_file", u.VerifierFile)
}

func (u User) resolve(getenv func(string) string, envKey, env, fileKey, file string) (Secret, error) {
	switch {
	case env != "":
		text := getenv(env)
		if text == "" {
			return "", fmt.Errorf("user %q: %s names the variable %s, which is not set: set it where the server starts", u.Name, envKey, env)
		}
		return Secret(text), nil
	case file != "":
		content, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("user %q: %s: %w", u.Name, fileKey, err)
		}
		text := strings.TrimRight(string(content), "\r\n") // spaces may belong to a password
		if text == "" {
			return "", fmt.Errorf("user %q: %s: %s is empty", u.Name, fileKey, file)
		}
		return Secret(text), nil
	}
	return "", nil
}

// pgwire checks what keeps strangers out of the Postgres front door.
func (l *loader) pgwire() {
	p := l.config.PGWire
	l.certificate("pgwire.tls", p.TLS.Pair())
	if p.TLS.ClientCertRequired && !p.TLS.hasClientCA() {
		l.wrong("pgwire.tls.client_cert_required", "needs client_ca_file, to know good certificates by")
	}
	if !p.TLS.Enabled() {
		if p.TLS.hasClientCA() {
			l.wrong("pgwire.tls.client_ca_file", "needs TLS: set cert_file and key_file")
		}
		if p.TLS.Required {
			l.wrong("pgwire.tls.required", "needs TLS: set cert_file and key_file")
		}
	}
	if l.address("pgwire", p.Address) && Reachable(p.Address) && !p.AllowInsecure {
		missing := ""
		switch {
		case len(p.Users) == 0 && !p.Tokens.Enabled() && !p.Trusted():
			missing = "clients are not asked who they are: set pgwire.users and pgwire.tls"
		case !p.TLS.Enabled():
			missing = "nothing keeps others from listening: set pgwire.tls"
		}
		if missing != "" {
			l.wrong("pgwire.address", "%s can be reached from other machines, and %s, or use 127.0.0.1, "+
				"or set pgwire.allow_insecure: true if the network is to be trusted", p.Address, missing)
		}
	}
	l.pgTokens()
	seen := map[string]bool{}
	for i, u := range p.Users {
		key := fmt.Sprintf("pgwire.users[%d]", i)
		switch {
		case u.Name == "" || len(u.Name) > 63 || strings.ContainsFunc(u.Name, func(r rune) bool { return r < ' ' || r == 0x7f }):
			l.wrong(key+".name", "%q is not a name of 1 to 63 bytes without control characters", u.Name)
		case seen[u.Name]:
			l.wrong(key+".name", "there is another user named %q", u.Name)
		}
		seen[u.Name] = true
		l.user(key, u)
	}
}

// user checks how a user comes in, and where to.
func (l *loader) user(key string, u User) {
	given := 0
	for _, text := range []string{u.PasswordEnv, u.PasswordFile, u.Verifier.Reveal(), u.VerifierEnv, u.VerifierFile} {
		if text != "" {
			given++
		}
	}
	_, certificates := l.origin[key+".certificates"]
	switch {
	case given > 1:
		l.wrong(key, "has %d of password_env, password_file, verifier, verifier_env and verifier_file: give only one of them", given)
	case given == 0 && len(u.Certificates) == 0:
		l.wrong(key, "needs one of password_env, password_file, verifier, verifier_env and verifier_file, or certificates, or both")
	case certificates && (len(u.Certificates) == 0 || slices.Contains(u.Certificates, "")):
		l.wrong(key+".certificates", "needs names, of which the client's certificate has one")
	case certificates && !l.config.PGWire.TLS.hasClientCA():
		l.wrong(key+".certificates", "needs pgwire.tls.client_ca_file, to know good certificates by")
	}
	l.filled(key+".roles", u.Roles)
	known := []string{"sallyport"}
	for _, s := range l.config.Sources {
		known = append(known, s.Name)
	}
	if len(l.config.Sources) == 0 {
		known = append(known, "demo")
	}
	if _, set := l.origin[key+".sources"]; set && len(u.Sources) == 0 {
		l.wrong(key+".sources", "is empty: leave it out for all of them")
	}
	for i, name := range u.Sources {
		if !slices.Contains(known, name) {
			l.wrong(fmt.Sprintf("%s.sources[%d]", key, i), "there is no source %q%s", name, Suggest(name, known, "sources"))
		}
	}
	if len(u.Sources) > 0 {
		known = u.Sources
	}
	if u.Source != "" && !slices.Contains(known, u.Source) {
		l.wrong(key+".source", "%q is not among the user's sources%s", u.Source, Suggest(u.Source, known, "sources"))
	}
}
