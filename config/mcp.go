package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"
)

// MCP is the MCP front door.
type MCP struct {
	Address        string   `yaml:"address"`
	Path           string   `yaml:"path"`
	TLS            TLS      `yaml:"tls"`
	AllowedHosts   []string `yaml:"allowed_hosts"`
	AllowedOrigins []string `yaml:"allowed_origins"`
	MaxBodyBytes   int64    `yaml:"max_body_bytes" min:"1024"`
	AllowInsecure  bool     `yaml:"allow_insecure"`

	Token     Secret `yaml:"token"`
	TokenEnv  string `yaml:"token_env"`
	TokenFile string `yaml:"token_file" path:"yes"`
	Principal string `yaml:"principal"` // who has the token

	// What is published; nil: all of it.
	Profile          string   `yaml:"profile" oneof:"default core research ask workspace all"`
	EnabledTools     []string `yaml:"enabled_tools"`
	EnabledPrompts   []string `yaml:"enabled_prompts"`
	EnabledResources []string `yaml:"enabled_resources"`
	Instructions     bool     `yaml:"instructions"`
	Format           string   `yaml:"format" oneof:"markdown json"`
	ArgumentErrors   string   `yaml:"argument_errors" oneof:"auto result protocol"`

	// What clients may hold open, all together and each.
	MaxCalls            int `yaml:"max_calls" min:"1"`
	MaxCallsPerClient   int `yaml:"max_calls_per_client" min:"1"`
	MaxWaitingCalls     int `yaml:"max_waiting_calls" min:"1"`
	MaxConnections      int `yaml:"max_connections" min:"1"`
	MaxSessions         int `yaml:"max_sessions" min:"1"`
	MaxStreams          int `yaml:"max_streams" min:"1"`
	MaxStreamsPerClient int `yaml:"max_streams_per_client" min:"1"`

	QueueWait          time.Duration `yaml:"queue_wait" min:"1000000"`
	SessionIdleTimeout time.Duration `yaml:"session_idle_timeout" min:"1000000000"`
	ReadTimeout        time.Duration `yaml:"read_timeout" min:"1000000"`
	WriteTimeout       time.Duration `yaml:"write_timeout" min:"1000000"`
	Keepalive          time.Duration `yaml:"keepalive" min:"1000000000"`
	ResumeWindow       time.Duration `yaml:"resume_window" min:"1000000000"`
}

func defaultMCP() MCP {
	return MCP{
		Address: "127.0.0.1:7878", Path: "/mcp", MaxBodyBytes: 1 << 20,
		Principal: "local", Instructions: true, Format: "markdown", ArgumentErrors: "auto",
		MaxCalls: 64, MaxCallsPerClient: 16, MaxWaitingCalls: 1_000, MaxConnections: 4_096, QueueWait: 10 * time.Second,
		MaxSessions: 1_000, MaxStreams: 1_000, MaxStreamsPerClient: 8,
		SessionIdleTimeout: 30 * time.Minute, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
		Keepalive: 15 * time.Second, ResumeWindow: time.Minute,
	}
}

// leastToken is how long a token must be, in characters.
const leastToken = 16

// ResolveToken returns the bearer token that clients must have, "" for none,
// from the configuration, the variable or the file it names. The error holds
// none of it.
func (m MCP) ResolveToken(getenv func(string) string) (Secret, error) {
	return resolveToken("mcp", m.Token, m.TokenEnv, m.TokenFile, getenv)
}

// resolveToken returns a section's token, or what the variable or the file holds
// that it names instead; "" where it names none.
func resolveToken(section string, own Secret, variable, file string, getenv func(string) string) (Secret, error) {
	token, key := own.Reveal(), section+".token"
	switch {
	case token != "":
	case variable != "":
		key += "_env: the variable " + variable
		if token = getenv(variable); token == "" {
			return "", fmt.Errorf("%s is not set", key)
		}
	case file != "":
		content, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("%s_file: %w", key, err)
		}
		key += "_file: " + file
		if token = strings.TrimSpace(string(content)); token == "" {
			return "", fmt.Errorf("%s is empty", key)
		}
	default:
		return "", nil
	}
	if problem := tokenProblem(token); problem != "" {
		return "", fmt.Errorf("%s %s", key, problem)
	}
	return Secret(token), nil
}

func tokenProblem(token string) string {
	switch {
	case len(token) < leastToken:
		return fmt.Sprintf("is too short: a token has at least %d characters (openssl rand -hex 32 makes one)", leastToken)
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "has characters that a header cannot carry: use letters, digits and punctuation of ASCII"
	}
	return ""
}

// HasToken reports whether clients are asked for a token.
func (m MCP) HasToken() bool { return m.Token != "" || m.TokenEnv != "" || m.TokenFile != "" }

// mcp checks what keeps strangers out of the MCP front door, and its lists.
func (l *loader) mcp() {
	m := l.config.MCP
	l.certificate("mcp.tls", m.TLS)
	if l.address("mcp", m.Address) && Reachable(m.Address) && !m.AllowInsecure {
		missing := ""
		switch {
		case !m.HasToken() && !l.config.Auth.Enabled():
			missing = "clients are not asked for a token: set SALLYPORT_MCP_TOKEN (or mcp.token_env, mcp.token_file) and mcp.tls"
		case !m.TLS.Enabled() && !(l.config.Auth.Enabled() && l.config.Auth.TrustProxyTLS):
			missing = "nothing keeps others from listening: set mcp.tls"
		}
		if missing != "" {
			l.wrong("mcp.address", "%s can be reached from other machines, and %s, or use 127.0.0.1, "+
				"or set mcp.allow_insecure: true if the network is to be trusted", m.Address, missing)
		}
	}
	if p := m.Path; !strings.HasPrefix(p, "/") || strings.ContainsAny(p, "?#{} ") {
		l.wrong("mcp.path", "%q is not the path of a URL, such as /mcp", p)
	}
	for i, origin := range m.AllowedOrigins {
		if !IsOrigin(origin) {
			l.wrong(fmt.Sprintf("mcp.allowed_origins[%d]", i), "%q is not an origin, such as https://app.example.com", origin)
		}
	}
	if m.Principal == "" || len(m.Principal) > 63 || strings.ContainsFunc(m.Principal, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		l.wrong("mcp.principal", "%q is not a name of 1 to 63 bytes without control characters", m.Principal)
	}
	l.token()
}

// BoundHost is the name that clients on other machines may use for an address that is
// bound by name, or none: loopback needs no mention, and 0.0.0.0 is nobody's name.
func (m MCP) BoundHost() []string {
	host, _, err := net.SplitHostPort(m.Address)
	if ip := net.ParseIP(host); err != nil || host == "" || ip != nil && ip.IsUnspecified() || loopback(host) {
		return nil
	}
	return []string{host}
}

// IsOrigin reports whether a text is what browsers send in the header Origin.
func IsOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && strings.EqualFold(text, u.Scheme+"://"+u.Host)
}

// token checks where the token comes from. The variable SALLYPORT_MCP_TOKEN wins
// over what a file says.
func (l *loader) token() {
	m := l.config.MCP
	given := 0
	for _, text := range []string{m.Token.Reveal(), m.TokenEnv, m.TokenFile} {
		if text != "" {
			given++
		}
	}
	origin, set := l.origin["mcp.token"]
	if given > 1 && !strings.HasPrefix(origin, prefix) {
		l.wrong("mcp", "has %d of token_env, token_file and token: give only one of them", given)
	}
	if !set {
		return
	}
	if problem := tokenProblem(m.Token.Reveal()); problem != "" {
		l.wrong("mcp.token", "%s", problem)
	}
}

// CheckDoors refuses two doors on one address.
func (c Config) CheckDoors() error {
	pg, pgPort, err := net.SplitHostPort(c.PGWire.Address)
	if err != nil {
		return fmt.Errorf("pgwire.address: %w", err)
	}
	mcp, mcpPort, err := net.SplitHostPort(c.MCP.Address)
	if err != nil {
		return fmt.Errorf("mcp.address: %w", err)
	}
	if pgPort != mcpPort || pgPort == "0" || !overlap(pg, mcp) {
		return nil
	}
	where := ""
	for _, key := range []string{"mcp.address", "pgwire.address"} {
		if origin, ok := c.Origin[key]; ok && where == "" {
			where = origin + ": "
		}
	}
	return errors.New(where + "mcp.address: " + c.MCP.Address + " is the address of the Postgres door too (pgwire.address: " +
		c.PGWire.Address + "): each needs a port of its own")
}

// overlap reports whether listening on two hosts takes the same addresses.
func overlap(a, b string) bool {
	everywhere := func(host string) bool { return host == "" || host == "0.0.0.0" || host == "::" }
	return a == b || everywhere(a) || everywhere(b) || loopback(a) && loopback(b) && (a == "localhost" || b == "localhost")
}
