package config_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/config"
)

func TestWebhookMistakes(t *testing.T) {
	const hook = "approvals:\n  webhooks:\n  - {format: slack, url_env: U}\n"
	for _, test := range []struct{ name, yaml, want string }{
		{"no URL", "approvals:\n  webhooks:\n  - {format: slack}\n", `sallyport.yaml:3: approvals.webhooks[0]: needs one of url and url_env`},
		{"two URLs", "approvals:\n  webhooks:\n  - {format: slack, url: 'https://a', url_env: A}\n", `sallyport.yaml:3: approvals.webhooks[0]: needs one of url and url_env`},
		{"no secret", "approvals:\n  webhooks:\n  - {url: 'https://a'}\n", `sallyport.yaml:3: approvals.webhooks[0]: needs secret_env: the variable of what messages are signed with, so that their receiver can tell them from others'`},
		{"http", "approvals:\n  webhooks:\n  - {format: teams, url: 'http://hooks.example.com/SECRET'}\n", `sallyport.yaml:3: approvals.webhooks[0].url: would have others on the way read it: use https, or set allow_http`},
		{"no scheme", "approvals:\n  webhooks:\n  - {format: teams, url: 'file:///etc/passwd'}\n", `sallyport.yaml:3: approvals.webhooks[0].url: is not one that begins with https:// or http://`},
		{"a password", "approvals:\n  webhooks:\n  - {format: teams, url: 'https://a:SECRET@b'}\n", `sallyport.yaml:3: approvals.webhooks[0].url: must not hold a password: use url_env, and secret_env to sign messages`},
		{"a format", "approvals:\n  webhooks:\n  - {format: slak, url_env: U}\n", `sallyport.yaml:3: approvals.webhooks[0].format: "slak" is not a valid value; did you mean "slack"?`},
		{"a name twice", hook + "  - {format: slack, url_env: V}\n", `sallyport.yaml:4: approvals.webhooks[1].name: there is another webhook named "slack"`},
		{"no desk", hook + "  desk: false\n", `sallyport.yaml:3: approvals.webhooks: tell people of what waits at the desk, and there is none: set approvals.desk: true, or leave them out`},
		{"links without webhooks", "approvals:\n  links: {address: '127.0.0.1:1', url: 'https://a'}\n", `sallyport.yaml:2: approvals.links.address: is for links in messages, and there are no approvals.webhooks`},
		{"links for everybody", hook + "  links: {address: '0.0.0.0:1', url: 'https://a'}\n", `sallyport.yaml:4: approvals.links.address: 0.0.0.0:1 can be reached from other machines, and nothing keeps others from reading links: set approvals.links.tls, or use 127.0.0.1 behind a proxy with TLS`},
		{"links in the open", hook + "  links: {address: '127.0.0.1:1', url: 'http://a'}\n", `sallyport.yaml:4: approvals.links.url: would have others on the way read links: use https`},
		{"links without a URL", hook + "  links: {address: '127.0.0.1:1'}\n", `sallyport.yaml:4: approvals.links.url: "" is not the URL under which people reach the pages, such as https://approve.example.com`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, got := load(t, test.yaml, nil)
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if strings.Contains(got, "SECRET") {
				t.Errorf("a secret is told: %s", got)
			}
		})
	}
}

func TestWebhookResolve(t *testing.T) {
	getenv := func(name string) string {
		return map[string]string{"URL": "https://hooks.example.com/SECRET", "PLAIN": "http://hooks.example.com/SECRET", "KEY": "SECRET-of-16-characters", "SHORT": "SECRET"}[name]
	}
	w := config.Webhook{Name: "ops", URLEnv: "URL", SecretEnv: "KEY"}
	if target, secret, err := w.Resolve(getenv); err != nil || target.Reveal() != getenv("URL") || secret.Reveal() != getenv("KEY") {
		t.Errorf("%v", err)
	}
	for want, w := range map[string]config.Webhook{
		"the variable NONE, which is not set":  {URLEnv: "NONE"},
		"secret_env names the variable NO_KEY": {URLEnv: "URL", SecretEnv: "NO_KEY"},
		"use https, or set allow_http":         {URLEnv: "PLAIN"},
		"the variable SHORT is too short":      {URLEnv: "URL", SecretEnv: "SHORT"},
	} {
		if _, _, err := w.Resolve(getenv); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("want %s, got %v", want, err)
		}
	}
}
