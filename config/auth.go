package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Auth is who may come with a token, and who issues tokens.
type Auth struct {
	Resource          string        `yaml:"resource"`
	Aliases           []string      `yaml:"aliases"`
	ClockSkew         time.Duration `yaml:"clock_skew" min:"0"`
	CachedTokens      int           `yaml:"cached_tokens" min:"1"`
	MetaAuthorization bool          `yaml:"meta_authorization"`
	TrustProxyTLS     bool          `yaml:"trust_proxy_tls"`
	TrustedProxies    []string      `yaml:"trusted_proxies"`
	Issuers           []Issuer      `yaml:"issuers"`
	Server            AuthServer    `yaml:"server"`
	RateLimits        RateLimits    `yaml:"rate_limits"`
}

// Issuer is an identity provider whose access tokens are taken.
type Issuer struct {
	Name          string        `yaml:"name"`
	URL           string        `yaml:"url"`
	Audiences     []string      `yaml:"audiences"`
	JWKSURL       string        `yaml:"jwks_url"`
	Algorithms    []string      `yaml:"algorithms"`
	SecretEnv     string        `yaml:"secret_env"`
	SecretFile    string        `yaml:"secret_file" path:"yes"`
	Introspection Introspection `yaml:"introspection"`
	Claims        Claims        `yaml:"claims"`
	Scopes        []string      `yaml:"scopes"`
	Tenant        string        `yaml:"tenant"`
	Tenants       []string      `yaml:"tenants"`
	Roles         []string      `yaml:"roles"`
}

// Introspection is where an issuer is asked about each token.
type Introspection struct {
	URL        string        `yaml:"url"`
	ClientID   string        `yaml:"client_id"`
	SecretEnv  string        `yaml:"secret_env"`
	SecretFile string        `yaml:"secret_file" path:"yes"`
	Cache      time.Duration `yaml:"cache" min:"1000000"`
}

// Claims says which claims of a token have what.
type Claims struct {
	Subject string   `yaml:"subject"`
	Login   string   `yaml:"login"`
	Tenant  string   `yaml:"tenant"`
	Scopes  []string `yaml:"scopes"`
	Roles   []string `yaml:"roles"`
	Client  []string `yaml:"client"`
}

// RateLimits bound how often principals of tokens ask; 0 is no limit.
type RateLimits struct {
	RequestsPerMinute  int        `yaml:"requests_per_minute" min:"0"`
	Burst              int        `yaml:"burst" min:"1"`
	Tools              []ToolRate `yaml:"tools"`
	AuthorizePerMinute int        `yaml:"authorize_per_minute" min:"1"`
}

// ToolRate bounds how often a principal calls a tool.
type ToolRate struct {
	Tool      string `yaml:"tool"`
	PerMinute int    `yaml:"per_minute" min:"1"`
}

func defaultAuth() Auth {
	return Auth{
		ClockSkew: 30 * time.Second, CachedTokens: 10_000, Server: defaultAuthServer(),
		RateLimits: RateLimits{RequestsPerMinute: 600, Burst: 100, AuthorizePerMinute: 10},
	}
}

// Enabled reports whether clients come with tokens of issuers.
func (a Auth) Enabled() bool { return len(a.Issuers) > 0 || a.Server.Enabled }

// Proxies are the addresses whose X-Forwarded-For is believed.
func (a Auth) Proxies() (list []netip.Prefix, err error) {
	for _, text := range a.TrustedProxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			one, addrErr := netip.ParseAddr(text)
			if addrErr != nil || one.Zone() != "" {
				return nil, fmt.Errorf("%q is not an address or a network, such as 10.1.2.3 or 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(one, one.BitLen())
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// ResolveSecret returns the issuer's secret of HMAC, "" for none. The error holds none of it.
func (i Issuer) ResolveSecret(getenv func(string) string) (Secret, error) {
	return resolveSecret("issuer "+i.Name+": secret", i.SecretEnv, i.SecretFile, getenv)
}

// ResolveSecret returns the secret by which the issuer knows us, "" for none.
func (i Introspection) ResolveSecret(getenv func(string) string) (Secret, error) {
	return resolveSecret("introspection: secret", i.SecretEnv, i.SecretFile, getenv)
}

// resolveSecret returns what a variable or a file holds, "" where neither is named.
func resolveSecret(key, variable, file string, getenv func(string) string) (Secret, error) {
	switch {
	case variable != "":
		text := getenv(variable)
		if text == "" {
			return "", fmt.Errorf("%s_env names the variable %s, which is not set: set it where the server starts", key, variable)
		}
		return Secret(text), nil
	case file != "":
		content, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("%s_file: %w", key, err)
		}
		text := strings.TrimSpace(string(content))
		if text == "" {
			return "", fmt.Errorf("%s_file: %s is empty", key, file)
		}
		return Secret(text), nil
	}
	return "", nil
}

// tokens checks who may come with a token, and makes the resource's name of the MCP door's address
// where that is this machine's.
func (l *loader) tokens() {
	a := &l.config.Auth
	l.rates(a.RateLimits)
	if _, err := a.Proxies(); err != nil {
		l.wrong("auth.trusted_proxies", "%v", err)
	}
	if !a.Enabled() {
		return
	}
	if a.Resource == "" {
		a.Resource = l.localResource()
	}
	for i, name := range append([]string{a.Resource}, a.Aliases...) {
		key := "auth.resource"
		if i > 0 {
			key = fmt.Sprintf("auth.aliases[%d]", i-1)
		}
		if problem := resourceProblem(name); problem != "" {
			l.wrong(key, "%q %s", name, problem)
		}
	}
	if Reachable(l.config.MCP.Address) && !l.config.MCP.TLS.Enabled() && !a.TrustProxyTLS {
		l.wrong("auth", "mcp.address %s can be reached from other machines without TLS, and tokens must not travel so: set mcp.tls, "+
			"or auth.trust_proxy_tls: true where a proxy in front has TLS", l.config.MCP.Address)
	}
	seen := map[string]bool{}
	for i, one := range a.Issuers {
		key := fmt.Sprintf("auth.issuers[%d]", i)
		l.issuer(key, one)
		if seen[one.Name] || seen[one.URL] {
			l.wrong(key, "there is another issuer named %q, or with its URL", one.Name)
		}
		seen[one.Name], seen[one.URL] = true, true
		l.principalsApart(key, one.Name)
	}
	l.authServer(a.Server)
}

// localResource is the name of an MCP door that this machine alone reaches; "" where the name cannot
// be known.
func (l *loader) localResource() string {
	m := l.config.MCP
	_, port, err := net.SplitHostPort(m.Address)
	if err != nil || port == "0" || Reachable(m.Address) {
		return ""
	}
	return "http://" + m.Address + m.Path
}

func resourceProblem(name string) string {
	u, err := url.Parse(name)
	switch {
	case name == "":
		return "is not set: it must be the URL by which clients reach the MCP endpoint, such as https://sallyport.example.com/mcp"
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.RawQuery != "" || strings.ContainsAny(u.Path, "{}"):
		return "is not a URL with a host and a path, such as https://sallyport.example.com/mcp"
	case len(u.Path) < 2:
		return "has no path: the MCP endpoint is at " + defaultMCP().Path
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return ""
	}
	return "must begin with https:// (http:// is for addresses of this machine alone)"
}

var authName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

func (l *loader) issuer(key string, i Issuer) {
	if !authName.MatchString(i.Name) {
		l.wrong(key+".name", "%q is not a name of 1 to 40 letters, digits, _ and -", i.Name)
	}
	for name, text := range map[string]string{"url": i.URL, "jwks_url": i.JWKSURL, "introspection.url": i.Introspection.URL} {
		if text == "" && name != "url" {
			continue
		}
		if problem := urlProblem(text); problem != "" {
			l.wrong(key+"."+name, "%q %s", text, problem)
		}
	}
	if i.SecretEnv != "" && i.SecretFile != "" {
		l.wrong(key, "has secret_env and secret_file: give only one of them")
	}
	if i.Tenant != "" && i.Claims.Tenant != "" {
		l.wrong(key, "has tenant and claims.tenant: give only one of them")
	}
}

func urlProblem(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "":
		return "is not a URL with a host"
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return ""
	}
	return "must begin with https:// (http:// is for addresses of this machine alone)"
}

// principalsApart refuses names of the configuration that an issuer's principals could have.
func (l *loader) principalsApart(key, issuer string) {
	names := []string{l.config.MCP.Principal}
	for _, u := range l.config.PGWire.Users {
		names = append(names, u.Name)
	}
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, issuer+"/") }); i >= 0 {
		l.wrong(key+".name", "%q begins the name of the principal %q, which is none of the issuer's: change one of them", issuer, names[i])
	}
}

func (l *loader) rates(r RateLimits) {
	seen := map[string]bool{}
	for i, one := range r.Tools {
		key := fmt.Sprintf("auth.rate_limits.tools[%d]", i)
		switch {
		case one.Tool == "":
			l.wrong(key+".tool", "is not set")
		case one.PerMinute == 0:
			l.wrong(key+".per_minute", "is not set")
		case seen[one.Tool]:
			l.wrong(key+".tool", "there is another limit of %q", one.Tool)
		}
		seen[one.Tool] = true
	}
}
