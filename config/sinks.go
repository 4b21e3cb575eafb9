package config

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// sinks checks where copies of the records, and the head of the log, are to go.
func (l *loader) sinks() {
	seen := map[string]bool{}
	for i := range l.config.Audit.Sinks {
		s, key := &l.config.Audit.Sinks[i], fmt.Sprintf("audit.sinks[%d]", i)
		if s.Name == "" {
			s.Name = s.Kind
		}
		switch {
		case s.Kind == "":
			l.wrong(key, "kind is missing: stdout, syslog or http")
			continue
		case !identifier.MatchString(s.Name):
			l.wrong(key+".name", "%q is not a lower-case name (letters, digits and _, up to 63, no digit first)", s.Name)
		case seen[s.Name]:
			l.wrong(key+".name", "there is another sink named %q", s.Name)
		}
		seen[s.Name] = true
		l.sink(key, *s)
	}
	if to := l.config.Audit.PublishHead.Sink; to != "" && !seen[to] {
		l.wrong("audit.publish_head.sink", "there is no sink %q%s", to, Suggest(to, slices.Sorted(maps.Keys(seen)), "sinks"))
	}
}

// sink checks that a sink has the keys of its kind and no others.
func (l *loader) sink(key string, s Sink) {
	for _, field := range []struct{ name, value, kind string }{
		{"address", s.Address, "syslog"}, {"url", s.URL, "http"},
	} {
		switch {
		case field.value == "" && field.kind == s.Kind:
			l.wrong(key, "%s is missing", field.name)
		case field.value != "" && field.kind != s.Kind:
			l.wrong(key+"."+field.name, "belongs to sinks of kind %s, and this one is %s", field.kind, s.Kind)
		}
	}
	if s.TokenEnv != "" && s.Kind != "http" {
		l.wrong(key+".token_env", "belongs to sinks of kind http, and this one is %s", s.Kind)
	}
	if s.Kind == "http" && s.URL != "" {
		u, err := url.Parse(s.URL)
		switch {
		case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
			l.wrong(key+".url", "is not a URL that begins with https:// or http://") // it may hold a secret
		case u.User != nil:
			l.wrong(key+".url", "must not hold a password: name a variable in token_env")
		case s.TokenEnv != "" && u.Scheme == "http" && !loopback(u.Hostname()):
			l.wrong(key+".url", "would send the token where others can read it: use https")
		}
	}
	if s.Kind == "syslog" && s.Address != "" && !strings.Contains(s.Address, "://") {
		l.wrong(key+".address", "%q is not an address, such as unixgram:///dev/log, udp://logs.internal:514 or tcp://logs.internal:514", s.Address)
	}
}
