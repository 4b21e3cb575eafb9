package config

import (
	"fmt"
	"net/url"
	"strings"
	"time"
)

// AuthServer is the authorization server that is built in.
type AuthServer struct {
	Enabled             bool          `yaml:"enabled"`
	Issuer              string        `yaml:"issuer"`
	AccessTTL           time.Duration `yaml:"access_ttl" min:"60000000000"`
	RefreshTTL          time.Duration `yaml:"refresh_ttl" min:"60000000000"`
	CodeTTL             time.Duration `yaml:"code_ttl" min:"1000000000"`
	LoginTTL            time.Duration `yaml:"login_ttl" min:"60000000000"`
	ClientDocuments     bool          `yaml:"client_documents"`
	DynamicRegistration bool          `yaml:"dynamic_registration"`
	Clients             []AuthClient  `yaml:"clients"`
	Users               []AuthUser    `yaml:"users"`
	Providers           []Provider    `yaml:"providers"`
	Store               AuthStore     `yaml:"store"`
}

// AuthStore is the Postgres where several servers keep together what the authorization server remembers.
type AuthStore struct {
	DSN     Secret `yaml:"dsn"`
	DSNEnv  string `yaml:"dsn_env"`
	DSNFile string `yaml:"dsn_file" path:"yes"`
}

// ResolveDSN returns the DSN of the shared store; "" where the state directory has the store. The error never
// holds any of it.
func (s AuthStore) ResolveDSN(getenv func(string) string) (Secret, error) {
	if s.DSN != "" {
		return s.DSN, nil
	}
	return resolveSecret("auth.server.store: dsn", s.DSNEnv, s.DSNFile, getenv)
}

// AuthClient is a program that is registered.
type AuthClient struct {
	ID           string   `yaml:"id"`
	Name         string   `yaml:"name"`
	RedirectURIs []string `yaml:"redirect_uris"`
	Scopes       []string `yaml:"scopes"`
	// A client without a person proves itself by a key of its own.
	JWKSFile string   `yaml:"jwks_file" path:"yes"`
	Tenant   string   `yaml:"tenant"`
	Roles    []string `yaml:"roles"`
}

// AuthUser is a person who logs in with a password.
type AuthUser struct {
	Name         string   `yaml:"name"`
	PasswordHash Secret   `yaml:"password_hash"`
	HashEnv      string   `yaml:"password_hash_env"`
	HashFile     string   `yaml:"password_hash_file" path:"yes"`
	Tenant       string   `yaml:"tenant"`
	Roles        []string `yaml:"roles"`
	Scopes       []string `yaml:"scopes"`
}

// Provider is an identity provider, where people log in who have no password here.
type Provider struct {
	Name         string   `yaml:"name"`
	Preset       string   `yaml:"preset" oneof:"google"`
	Issuer       string   `yaml:"issuer"`
	ClientID     string   `yaml:"client_id"`
	ClientIDEnv  string   `yaml:"client_id_env"`
	SecretEnv    string   `yaml:"secret_env"`
	SecretFile   string   `yaml:"secret_file" path:"yes"`
	SubjectClaim string   `yaml:"subject_claim"`
	TenantClaim  string   `yaml:"tenant_claim"`
	RolesClaim   string   `yaml:"roles_claim"`
	Domains      []string `yaml:"domains"`
	Tenant       string   `yaml:"tenant"`
	Roles        []string `yaml:"roles"`
	Scopes       []string `yaml:"scopes"`
}

func defaultAuthServer() AuthServer {
	return AuthServer{
		AccessTTL: 15 * time.Minute, RefreshTTL: 14 * 24 * time.Hour, CodeTTL: 10 * time.Minute, LoginTTL: 12 * time.Hour,
		ClientDocuments: true,
	}
}

// IssuerURL is what the server calls itself: as configured, or the origin of the resource.
func (a Auth) IssuerURL() string {
	if a.Server.Issuer != "" {
		return a.Server.Issuer
	}
	u, err := url.Parse(a.Resource)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// ResolveHash returns the hash of the user's password.
func (u AuthUser) ResolveHash(getenv func(string) string) (Secret, error) {
	if u.PasswordHash != "" {
		return u.PasswordHash, nil
	}
	return resolveSecret("user "+u.Name+": password_hash", u.HashEnv, u.HashFile, getenv)
}

// ResolveSecret returns the secret by which the provider knows us.
func (p Provider) ResolveSecret(getenv func(string) string) (Secret, error) {
	return resolveSecret("provider "+p.Name+": secret", p.SecretEnv, p.SecretFile, getenv)
}

// ResolveClientID returns the name by which the provider knows us.
func (p Provider) ResolveClientID(getenv func(string) string) (string, error) {
	if p.ClientID != "" {
		return p.ClientID, nil
	}
	id, err := resolveSecret("provider "+p.Name+": client_id", p.ClientIDEnv, "", getenv)
	return id.Reveal(), err
}

// LocalIssuer is the name of the built-in server among the issuers.
const LocalIssuer = "sallyport"

func (l *loader) authServer(s AuthServer) {
	if !s.Enabled {
		return
	}
	if s.Issuer != "" {
		if problem := urlProblem(s.Issuer); problem != "" {
			l.wrong("auth.server.issuer", "%q %s", s.Issuer, problem)
		} else if u, err := url.Parse(s.Issuer); err != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			l.wrong("auth.server.issuer", "%q has a path: the server tells clients where it is at the root of its host alone", s.Issuer)
		}
	}
	if given := givenDSNs(s.Store.DSN, s.Store.DSNEnv, s.Store.DSNFile); given > 1 {
		l.wrong("auth.server.store", "needs one of dsn_env, dsn_file and dsn, and has %d", given)
	}
	l.principalsApart("auth.server", LocalIssuer)
	if len(s.Users) == 0 && len(s.Providers) == 0 && len(s.Clients) == 0 {
		l.wrong("auth.server", "nobody can get a token: set users, providers, or clients with a jwks_file")
	}
	for i, one := range l.config.Auth.Issuers {
		if one.Name == LocalIssuer {
			l.wrong(fmt.Sprintf("auth.issuers[%d].name", i), "%q is the built-in server's", LocalIssuer)
		}
	}
	for i, c := range s.Clients {
		if c.ID == "" || len(c.RedirectURIs) == 0 && c.JWKSFile == "" {
			l.wrong(fmt.Sprintf("auth.server.clients[%d]", i), "needs an id, and redirect_uris (for people) or a jwks_file (for programs alone)")
		}
	}
	for i, u := range s.Users {
		if u.Name == "" || u.PasswordHash == "" && u.HashEnv == "" && u.HashFile == "" {
			l.wrong(fmt.Sprintf("auth.server.users[%d]", i), "needs a name, and the hash of a password: `sallyport auth hash` makes one")
		}
	}
	l.authProviders(s.Providers)
}

func (l *loader) authProviders(list []Provider) {
	for i, p := range list {
		key := fmt.Sprintf("auth.server.providers[%d]", i)
		if !authName.MatchString(p.Name) {
			l.wrong(key+".name", "%q is not a name of 1 to 40 letters, digits, _ and -", p.Name)
		}
		if p.Preset == "" {
			if problem := urlProblem(p.Issuer); problem != "" {
				l.wrong(key+".issuer", "%q %s", p.Issuer, problem)
			}
		}
		if p.ClientID == "" && p.ClientIDEnv == "" && p.Preset == "" {
			l.wrong(key, "needs client_id, by which the provider knows this server")
		}
	}
}
