package transport

import (
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/mcp/message"
)

// refuseForeign refuses requests that a stranger's page may have made a browser send: requests to a host
// that is not allowed (a stranger's DNS may point at this machine), or from such an origin.
func (s *Server) refuseForeign(r *http.Request) *message.Denial {
	if !s.allowedHost(r.Host) {
		return message.Denied(http.StatusForbidden, "host %q is not allowed; the setting mcp.allowed_hosts lists those that are, beside loopback", r.Host)
	}
	origins := r.Header.Values("Origin")
	if len(origins) > 1 || len(origins) == 1 && !s.allowedOrigin(origins[0]) {
		return message.Denied(http.StatusForbidden, "origin %q is not allowed; the setting mcp.allowed_origins lists those that are", strings.Join(origins, ", "))
	}
	return nil
}

// checkMediaTypes checks the Content-Type of a message, and the types of answers that it accepts.
func checkMediaTypes(r *http.Request) *message.Denial {
	if r.Header.Get("Content-Type") == "application/json" && takesBoth(r) {
		return nil
	}
	sent, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || sent != "application/json" {
		return message.Denied(http.StatusUnsupportedMediaType, "a message is sent with Content-Type: application/json")
	}
	if !acceptsType(r, "application/json") {
		return message.Denied(http.StatusNotAcceptable, "answers are application/json or %s, and the Accept header has to take both", eventStream)
	}
	return nil
}

// takesBoth reports whether a request accepts both kinds of answers, in the usual words of clients' libraries.
func takesBoth(r *http.Request) bool {
	values := r.Header["Accept"]
	return len(values) == 1 && (values[0] == "application/json, text/event-stream" || values[0] == "application/json,text/event-stream")
}

// acceptsType reports whether a request accepts an answer of a type. A request without Accept
// accepts all.
func acceptsType(r *http.Request, mediaType string) bool {
	values := r.Header.Values("Accept")
	if len(values) == 0 || takesBoth(r) && (mediaType == eventStream || mediaType == "application/json") {
		return true
	}
	group, _, _ := strings.Cut(mediaType, "/")
	for _, value := range values {
		for _, one := range strings.Split(value, ",") {
			name, parameters, err := mime.ParseMediaType(one)
			if err != nil || strings.Trim(parameters["q"], "0.") == "" && parameters["q"] != "" {
				continue
			}
			if name == mediaType || name == "*/*" || name == group+"/*" {
				return true
			}
		}
	}
	return false
}

func crossOrigin(h http.Header, origin string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID, Traceparent")
	h.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After")
}

// allowLists checks and normalizes the settings.
func allowLists(hosts, origins []string) (h, o []string, err error) {
	for _, host := range hosts {
		if host == "" || strings.ContainsAny(host, "/*@ ") {
			return nil, nil, fmt.Errorf("mcp: allowed host %q must be a name, with or without a port", host)
		}
		host = strings.ToLower(host)
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = strings.Trim(host, "[]") // hostname returns an IPv6 address without brackets
		}
		h = append(h, host)
	}
	for _, origin := range origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || !strings.EqualFold(origin, u.Scheme+"://"+u.Host) {
			return nil, nil, fmt.Errorf("mcp: allowed origin %q must be scheme://host or scheme://host:port", origin)
		}
		o = append(o, strings.ToLower(origin))
	}
	return h, o, nil
}

// allowedHost reports whether a request may name a host. A stranger's name, whose DNS points at this
// machine, is not allowed.
func (s *Server) allowedHost(host string) bool {
	host = strings.ToLower(host)
	name := hostname(host)
	return isLoopback(name) || slices.Contains(s.hosts, host) || slices.Contains(s.hosts, name)
}

// allowedOrigin reports whether a request comes from a configured origin. Pages of this machine are not trusted: any
// local program could serve a page, and act as the person who opens it.
func (s *Server) allowedOrigin(origin string) bool {
	return slices.Contains(s.origins, strings.ToLower(origin))
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

func isLoopback(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}
