package auth

import (
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/document"
)

// maxHosts bounds what the enumerated values of a server's variables multiply to.
const maxHosts = 256

// HostsOf lists the hosts of a document's servers, as patterns that [Options] takes:
// "api.github.com", "s3.{region}.amazonaws.com". A variable whose values the document
// enumerates is replaced by each of them.
func HostsOf(servers []document.Server) []string {
	var list []string
	for _, server := range servers {
		_, rest, found := strings.Cut(server.URL, "://")
		if !found {
			continue
		}
		host := rest
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			host = rest[:i]
		}
		for _, expanded := range expand(host, server.Variables) {
			if !slices.Contains(list, expanded) && len(list) < maxHosts {
				list = append(list, expanded)
			}
		}
	}
	return list
}

// expand replaces variables by their enumerated values, and the last one by its default
// where the pattern pins no host without that.
func expand(host string, params []document.Param) []string {
	list := []string{host}
	for _, p := range params {
		values := p.Enum
		if len(values) == 0 && p.Default != "" && pattern(host) == nil {
			values = []string{p.Default}
		}
		if len(values) == 0 || len(list)*len(values) > maxHosts {
			continue
		}
		var next []string
		for _, one := range list {
			for _, value := range values {
				next = append(next, strings.ReplaceAll(one, "{"+p.Name+"}", value))
			}
		}
		list = next
	}
	return list
}

// hosts are those that may get credentials.
type hosts struct {
	patterns []*regexp.Regexp
	loopback bool // plain http to this machine, too
}

func newHosts(list []string, loopback bool) hosts {
	h := hosts{loopback: loopback}
	for _, text := range list {
		if p := pattern(text); p != nil {
			h.patterns = append(h.patterns, p)
		}
	}
	return h
}

var (
	variable = regexp.MustCompile(`\{[^{}]*\}`)
	label    = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$`)
	number   = regexp.MustCompile(`^[0-9]+$`)
)

// pattern compiles a host, or host:port. nil: it pins no host, because a variable
// stands in its last two labels.
func pattern(text string) *regexp.Regexp {
	text = strings.ToLower(text)
	if !strings.Contains(text, "{") {
		if text == "" || strings.ContainsAny(text, "/?#@ ") {
			return nil
		}
		return regexp.MustCompile("^" + regexp.QuoteMeta(withPort(text, "443")) + "$")
	}
	name, port := text, "443"
	if host, p, err := net.SplitHostPort(text); err == nil {
		name, port = host, p
	}
	labels := strings.Split(name, ".")
	if len(labels) < 3 || !number.MatchString(port) || number.MatchString(labels[len(labels)-1]) {
		return nil
	}
	for _, l := range labels[len(labels)-2:] {
		if !label.MatchString(l) {
			return nil
		}
	}
	var b strings.Builder
	b.WriteByte('^')
	at := 0
	for _, place := range variable.FindAllStringIndex(name, -1) {
		b.WriteString(regexp.QuoteMeta(name[at:place[0]]) + `[a-z0-9_-]+`)
		at = place[1]
	}
	b.WriteString(regexp.QuoteMeta(name[at:]+":"+port) + "$")
	return regexp.MustCompile(b.String())
}

func withPort(host, port string) string {
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), port)
}

// problemOf reports why credentials may not go where a request goes.
func (h hosts) problemOf(r *http.Request) *problem {
	u := r.URL
	if u == nil || u.Host == "" || u.User != nil || u.Opaque != "" {
		return wrong("", "the request has no plain address")
	}
	if r.Host != "" && !strings.EqualFold(r.Host, u.Host) {
		return wrong("", "the request names another host than it goes to")
	}
	port := "443"
	if u.Scheme != "https" {
		if u.Scheme != "http" || !h.loopback || !isLoopback(u.Hostname()) {
			return wrong("Use an https address.", "credentials go over https alone, and %s is %s", u.Host, u.Scheme)
		}
		port = "80"
	}
	full := strings.ToLower(withPort(u.Host, port))
	if !slices.ContainsFunc(h.patterns, func(p *regexp.Regexp) bool { return p.MatchString(full) }) {
		return wrong(`Where it is the right host, name it in --auth: "hosts": ["`+u.Host+`"].`, "%s is no host that the document pins", u.Host)
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// tokenServer checks the address to which secrets are sent for a token.
func tokenServer(text string, loopback bool) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return nil, wrong("Give an https URL.", "the address of the token server is no URL")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback || !isLoopback(u.Hostname())) {
		return nil, wrong("Give an https URL.", "the address of the token server, %s, is not https", u.Host)
	}
	return u, nil
}
