package config

import (
	"fmt"
	"net/url"
)

// Webhook is where people are told that something waits for their approval.
type Webhook struct {
	Name   string `yaml:"name"`
	Format string `yaml:"format" oneof:"generic slack teams"`
	// The URL, or the variable that has it: URLs of Slack and Teams are secrets.
	URL       Secret `yaml:"url"`
	URLEnv    string `yaml:"url_env"`
	SecretEnv string `yaml:"secret_env"` // the variable of what messages are signed with
	AllowHTTP bool   `yaml:"allow_http"`
	Approver  string `yaml:"approver"` // whom alone it tells: the links in it prove that person
}

// Links are the pages on which people decide that messages link to.
type Links struct {
	Address string `yaml:"address"` // where the server listens; "": there are none
	URL     string `yaml:"url"`     // under which people reach it
	TLS     TLS    `yaml:"tls"`
}

// Resolve returns a webhook's URL and what its messages are signed with; "": they are
// not. The error holds neither.
func (w Webhook) Resolve(getenv func(string) string) (target, secret Secret, err error) {
	target = w.URL
	if w.URLEnv != "" {
		if target = Secret(getenv(w.URLEnv)); target == "" {
			return "", "", fmt.Errorf("approvals.webhooks: %q: url_env names the variable %s, which is not set", w.Name, w.URLEnv)
		}
	}
	if problem := webhookProblem(target.Reveal(), w.AllowHTTP); problem != "" {
		return "", "", fmt.Errorf("approvals.webhooks: %q: its URL %s", w.Name, problem)
	}
	if w.SecretEnv != "" {
		if secret = Secret(getenv(w.SecretEnv)); secret == "" {
			return "", "", fmt.Errorf("approvals.webhooks: %q: secret_env names the variable %s, which is not set", w.Name, w.SecretEnv)
		}
		if problem := tokenProblem(secret.Reveal()); problem != "" {
			return "", "", fmt.Errorf("approvals.webhooks: %q: the variable %s %s", w.Name, w.SecretEnv, problem)
		}
	}
	return target, secret, nil
}

// webhookProblem says what is wrong with a URL; "": nothing. It repeats none of it.
func webhookProblem(text string, allowHTTP bool) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "is not one that begins with https:// or http://"
	case u.User != nil:
		return "must not hold a password: use url_env, and secret_env to sign messages"
	case u.Scheme == "http" && !allowHTTP && !loopback(u.Hostname()):
		return "would have others on the way read it: use https, or set allow_http"
	}
	return ""
}

// webhooks checks where people are told, and where they decide.
func (l *loader) webhooks() {
	a := &l.config.Approvals
	seen := map[string]bool{}
	for i := range a.Webhooks {
		w, key := &a.Webhooks[i], fmt.Sprintf("approvals.webhooks[%d]", i)
		if w.Format == "" {
			w.Format = "generic"
		}
		if w.Name == "" {
			w.Name = w.Format
		}
		switch {
		case !identifier.MatchString(w.Name):
			l.wrong(key+".name", "%q is not a lower-case name (letters, digits and _, up to 63, no digit first)", w.Name)
		case seen[w.Name]:
			l.wrong(key+".name", "there is another webhook named %q", w.Name)
		}
		seen[w.Name] = true
		switch {
		case (w.URL == "") == (w.URLEnv == ""):
			l.wrong(key, "needs one of url and url_env")
		case w.URL != "":
			if problem := webhookProblem(w.URL.Reveal(), w.AllowHTTP); problem != "" {
				l.wrong(key+".url", "%s", problem)
			}
		}
		if w.Format == "generic" && w.SecretEnv == "" {
			l.wrong(key, "needs secret_env: the variable of what messages are signed with, so that their receiver can tell them from others'")
		}
	}
	if len(a.Webhooks) > 0 && !a.Desk {
		l.wrong("approvals.webhooks", "tell people of what waits at the desk, and there is none: set approvals.desk: true, or leave them out")
	}
	l.links(a.Links, len(a.Webhooks) > 0)
}

func (l *loader) links(links Links, used bool) {
	l.certificate("approvals.links.tls", links.TLS)
	if links.Address == "" {
		if links.URL != "" {
			l.wrong("approvals.links.url", "is where people reach approvals.links.address, which is missing")
		}
		return
	}
	if !l.address("approvals.links", links.Address) {
		return
	}
	u, err := url.Parse(links.URL)
	switch {
	case !used:
		l.wrong("approvals.links.address", "is for links in messages, and there are no approvals.webhooks")
	case Reachable(links.Address) && !links.TLS.Enabled():
		l.wrong("approvals.links.address", "%s can be reached from other machines, and nothing keeps others from reading links: set approvals.links.tls, or use 127.0.0.1 behind a proxy with TLS", links.Address)
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		l.wrong("approvals.links.url", "%q is not the URL under which people reach the pages, such as https://approve.example.com", links.URL)
	case u.Scheme == "http" && !loopback(u.Hostname()):
		l.wrong("approvals.links.url", "would have others on the way read links: use https")
	}
}
