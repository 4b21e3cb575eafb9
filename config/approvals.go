package config

import (
	"errors"
	"fmt"
	"slices"
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

	// Rules say how some statements are approved, and Approvers who the people are that do.
	Rules     []ApprovalRule `yaml:"rules"`
	Approvers []Approver     `yaml:"approvers"`
}

// ApprovalRule says how statements are approved that do something of one of the classes, and use one of
// the relations.
type ApprovalRule struct {
	Classes      []string `yaml:"classes"`
	Relations    []string `yaml:"relations"`
	People       int      `yaml:"people" min:"1"`
	NotRequester bool     `yaml:"not_requester"`
}

// Approver is a person who approves: the token that proves it at the desk over TCP, and other names.
type Approver struct {
	Name      string   `yaml:"name"`
	TokenEnv  string   `yaml:"token_env"`
	TokenFile string   `yaml:"token_file" path:"yes"`
	Also      []string `yaml:"also"`
}

// Ruled reports whether anything says who may approve what.
func (c Config) Ruled() bool {
	return len(c.Approvals.Rules) > 0 || slices.ContainsFunc(c.Roles, func(r Role) bool { return len(r.Approves) > 0 })
}

// ResolveTokens returns the tokens of approvers, by their names. The error holds none of them.
func (a Approvals) ResolveTokens(getenv func(string) string) (map[string]string, error) {
	tokens, owner := map[string]string{}, map[Secret]string{}
	for i, one := range a.Approvers {
		if one.TokenEnv == "" && one.TokenFile == "" {
			continue
		}
		token, err := resolveToken(fmt.Sprintf("approvals.approvers[%d]", i), "", one.TokenEnv, one.TokenFile, getenv)
		if err != nil {
			return nil, err
		}
		if problem := tokenProblem(token.Reveal()); problem != "" {
			return nil, fmt.Errorf("approvals.approvers[%d]: the token %s", i, problem)
		}
		if other, taken := owner[token]; taken {
			return nil, fmt.Errorf("approvals.approvers[%d]: %s and %s have the same token", i, other, one.Name)
		}
		owner[token], tokens[one.Name] = one.Name, token.Reveal()
	}
	return tokens, nil
}

// approvers checks who approves, and how.
func (l *loader) approvers() {
	a := &l.config.Approvals
	names := map[string]string{}
	for i, one := range a.Approvers {
		key := fmt.Sprintf("approvals.approvers[%d]", i)
		if one.Name == "" || strings.ContainsFunc(one.Name, func(c rune) bool { return c < ' ' || c == 0x7f }) {
			l.wrong(key+".name", "%q is not a name without control characters", one.Name)
		}
		if one.TokenEnv != "" && one.TokenFile != "" {
			l.wrong(key, "has both token_env and token_file: give only one of them")
		}
		for _, name := range append([]string{one.Name}, one.Also...) {
			if other, taken := names[name]; taken {
				l.wrong(key, "%q is a name of %s already", name, other)
			}
			names[name] = one.Name
		}
	}
	for i := range a.Rules {
		if r := &a.Rules[i]; r.People == 0 {
			r.People = 1
		}
		l.classes(fmt.Sprintf("approvals.rules[%d].classes", i), a.Rules[i].Classes)
		l.filled(fmt.Sprintf("approvals.rules[%d].relations", i), a.Rules[i].Relations)
	}
	for i, w := range a.Webhooks {
		if _, known := names[w.Approver]; w.Approver != "" && !known {
			l.wrong(fmt.Sprintf("approvals.webhooks[%d].approver", i), "there is no %q among approvals.approvers", w.Approver)
		}
	}
}

// classes checks a list of classes that people approve.
func (l *loader) classes(key string, list []string) {
	l.filled(key, list)
	for i, class := range list {
		if known := []string{"mutate", "delete", "exec"}; !slices.Contains(known, class) {
			l.wrong(fmt.Sprintf("%s[%d]", key, i), "%q is not a class that people approve%s", class, Suggest(class, known, "classes"))
		}
	}
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
	l.approvers()
	given := 0
	for _, text := range []string{a.Token.Reveal(), a.TokenEnv, a.TokenFile} {
		if text != "" {
			given++
		}
	}
	// As of the MCP door's, the variable of the token itself wins over the file.
	if origin := l.origin["approvals.token"]; given > 1 && !strings.HasPrefix(origin, prefix) {
		l.wrong("approvals", "has %d of token_env, token_file and token: give only one of them", given)
	}
	if a.Token != "" {
		if problem := tokenProblem(a.Token.Reveal()); problem != "" {
			l.wrong("approvals.token", "%s", problem)
		} else if a.Token == l.config.MCP.Token {
			l.wrong("approvals.token", "is also that of the MCP door (mcp.token): its clients could approve")
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
	case given == 0 && !slices.ContainsFunc(a.Approvers, func(one Approver) bool { return one.TokenEnv != "" || one.TokenFile != "" }):
		l.wrong("approvals.address", "%s needs a token of its own: set SALLYPORT_APPROVALS_TOKEN, or approvals.token_env or approvals.token_file", a.Address)
	case Reachable(a.Address) && !a.TLS.Enabled():
		l.wrong("approvals.address", "%s can be reached from other machines, and nothing keeps others from listening: set approvals.tls, or use 127.0.0.1", a.Address)
	}
}
