package config

import (
	"errors"
	"strings"
	"time"
)

// Approvals is how people are asked to approve statements, and where they
// answer.
type Approvals struct {
	Desk bool `yaml:"desk"`
	// Elicitation has MCP clients ask their own person.
	Elicitation bool `yaml:"elicitation"`
	// Clients that say they are called so, and principals, that do not.
	DeskOnlyClients    []string `yaml:"desk_only_clients"`
	DeskOnlyPrincipals []string `yaml:"desk_only_principals"`

	Wait            time.Duration `yaml:"wait" min:"0"`
	ElicitationWait time.Duration `yaml:"elicitation_wait" min:"1000000000"`
	Expires         time.Duration `yaml:"expires" min:"1000000000"`
	Valid           time.Duration `yaml:"valid" min:"1000000000"`
	DeniedFor       time.Duration `yaml:"denied_for" min:"0"`
	MaxPending      int           `yaml:"max_pending" min:"1"`
	// GrantMax is the longest time that a grant may be for; 0: there are none.
	GrantMax time.Duration `yaml:"grant_max" min:"0"`

	MarginPercent   int64         `yaml:"margin_percent" min:"0"`
	MarginRows      int64         `yaml:"margin_rows" min:"0"`
	EstimateTimeout time.Duration `yaml:"estimate_timeout" min:"1000000"`

	// The desk over TCP; without an address it is at its socket alone.
	Address   string `yaml:"address"`
	Token     Secret `yaml:"token"`
	TokenEnv  string `yaml:"token_env"`
	TokenFile string `yaml:"token_file" path:"yes"`
	TLS       TLS    `yaml:"tls"`

	Webhooks []Webhook `yaml:"webhooks"`
	Links    Links     `yaml:"links"`
}

func defaultApprovals() Approvals {
	return Approvals{
		Desk: true, Elicitation: true, Wait: 45 * time.Second, ElicitationWait: 5 * time.Minute,
		Expires: 15 * time.Minute, Valid: 10 * time.Minute, DeniedFor: 5 * time.Minute, MaxPending: 20, GrantMax: 24 * time.Hour,
		MarginPercent: 10, MarginRows: 10, EstimateTimeout: 3 * time.Second,
	}
}

// ResolveToken returns the bearer token of the desk over TCP, from the
// configuration, the variable or the file it names. The error holds none of it.
func (a Approvals) ResolveToken(getenv func(string) string) (Secret, error) {
	token, err := resolveToken("approvals", a.Token, a.TokenEnv, a.TokenFile, getenv)
	if err == nil && token == "" {
		err = errors.New("approvals.token is not set")
	}
	return token, err
}

// approvals checks what keeps strangers from approving.
func (l *loader) approvals() {
	a := l.config.Approvals
	l.certificate("approvals.tls", a.TLS)
	l.webhooks()
	given := 0
	for _, text := range []string{a.Token.Reveal(), a.TokenEnv, a.TokenFile} {
		if text != "" {
			given++
		}
	}
	// As of the MCP door's, the variable of the token itself wins over the file.
	if origin := l.origin["approvals.token"]; given > 1 && !strings.HasPrefix(origin, prefix) {
		l.wrong("approvals", "has %d of token_env, token_file and token, of which it can have one", given)
	}
	if a.Token != "" {
		if problem := tokenProblem(a.Token.Reveal()); problem != "" {
			l.wrong("approvals.token", "%s", problem)
		} else if a.Token == l.config.MCP.Token {
			l.wrong("approvals.token", "is that of the MCP door (mcp.token): who asks could approve")
		}
	}
	for key, list := range map[string][]string{"desk_only_clients": a.DeskOnlyClients, "desk_only_principals": a.DeskOnlyPrincipals} {
		if len(list) > 0 && !a.Desk {
			l.wrong("approvals."+key, "sends questions to the desk, and there is none: set approvals.desk: true, or leave the list out")
		}
	}
	if a.Address == "" || !l.address("approvals", a.Address) {
		return
	}
	switch {
	case !a.Desk:
		l.wrong("approvals.address", "is where the desk listens, and there is none: set approvals.desk: true, or leave the address out")
	case given == 0:
		l.wrong("approvals.address", "%s needs a token of its own: set SALLYPORT_APPROVALS_TOKEN, or approvals.token_env or approvals.token_file", a.Address)
	case Reachable(a.Address) && !a.TLS.Enabled():
		l.wrong("approvals.address", "%s can be reached from other machines, and nothing keeps others from listening: set approvals.tls, or use 127.0.0.1", a.Address)
	}
}
