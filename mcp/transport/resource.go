package transport

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/auth/rate"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Resource makes a server a resource of OAuth: clients get tokens from its issuers.
type Resource struct {
	// URL is the address of the endpoint for its clients, and Aliases are its other addresses. A token's audience is one
	// of these.
	URL     string
	Aliases []string
	// Issuers are the URLs of the issuers of tokens, Scopes the scopes that tokens may have, and
	// Minimal the scopes that a client asks for at first.
	Issuers, Scopes, Minimal []string
	// Verify returns the principal of a token. Its error has the code 28000 if the token is at fault.
	Verify func(ctx context.Context, token string) (auth.Principal, error)
	// Rate bounds the requests of each principal of a token; nil: there is no limit.
	Rate *rate.Limits
	// InMeta says that a token over HTTP may stand in _meta.authorization, if no header has one.
	InMeta bool
}

// wellKnown is the path of a protected resource's metadata (RFC 9728).
const wellKnown = "/.well-known/oauth-protected-resource"

// serveMetadata serves the metadata by which clients get a token: at the root, and at the path of each address of the
// resource.
func (s *Server) serveMetadata(mux *http.ServeMux) {
	if s.resource == nil {
		return
	}
	mux.HandleFunc(wellKnown, s.described(s.resource.URL))
	mux.HandleFunc("/api/oauth/.well-known/protected-resource", s.described(s.resource.URL))
	done := []string{""}
	for _, name := range s.resource.names() {
		if path := pathOf(name); !slices.Contains(done, path) {
			done = append(done, path)
			mux.HandleFunc(wellKnown+path, s.described(name))
		}
	}
}

func (s *Server) described(name string) http.HandlerFunc {
	text, err := json.Marshal(map[string]any{
		"resource": name, "authorization_servers": s.resource.Issuers, "scopes_supported": s.resource.Scopes,
		"bearer_methods_supported": []string{"header"}, "resource_name": "Sallyport",
	})
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*") // the metadata is public
		h.Set("Access-Control-Allow-Headers", "Mcp-Protocol-Version")
		switch {
		case r.Method == http.MethodOptions:
			w.WriteHeader(http.StatusNoContent)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD, OPTIONS")
			w.WriteHeader(http.StatusMethodNotAllowed)
		case err != nil:
			w.WriteHeader(http.StatusInternalServerError)
		default:
			h.Set("Content-Type", "application/json")
			h.Set("Cache-Control", "max-age=300")
			_, _ = w.Write(text)
		}
	}
}

// names returns all addresses of the resource.
func (o *Resource) names() []string { return append([]string{o.URL}, o.Aliases...) }

// aliases returns the paths, beside the endpoint's own, at which the endpoint is served.
func (o *Resource) aliases() (paths []string) {
	if o != nil {
		for _, name := range o.Aliases {
			paths = append(paths, pathOf(name))
		}
	}
	return paths
}

func pathOf(name string) string {
	u, err := url.Parse(name)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}

// metadataURL returns the address of the metadata for a client that came to a path.
func (o *Resource) metadataURL(path string) string {
	name := o.URL
	for _, alias := range o.Aliases {
		if pathOf(alias) == strings.TrimSuffix(path, "/") {
			name = alias
		}
	}
	u, err := url.Parse(name)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host + wellKnown + strings.TrimSuffix(u.Path, "/")
}

// verifyToken returns the principal of a request's token.
func (s *Server) verifyToken(r *http.Request, token string) (auth.Principal, *message.Denial) {
	p, err := s.resource.Verify(r.Context(), token)
	if err == nil {
		return p, nil
	}
	if sqlstate.CodeOf(err) == sqlstate.InvalidAuthorization {
		return p, s.challengeClient(r, "invalid_token", "%s", sqlstate.From(err).Message)
	}
	s.log.Warn("a token cannot be verified", "error", err, "cause", sqlstate.From(err).Cause)
	return p, message.Denied(http.StatusServiceUnavailable, "%s", sqlstate.From(err).Message).Later(10 * time.Second)
}

// principalOf returns the principal of a message over HTTP. If the header has no token, the message may have one.
func (s *Server) principalOf(r *http.Request, m *message.Message, byHeader auth.Principal) (auth.Principal, *message.Denial) {
	switch {
	case s.resource == nil || !s.resource.InMeta:
		return byHeader, nil
	case m.Authorization == "" && byHeader.Proof == auth.Unproven:
		return byHeader, s.challengeClient(r, "", "No authorization token provided")
	case m.Authorization == "":
		return byHeader, nil
	case byHeader.Proof == auth.Unproven:
		return s.verifyToken(r, tokenIn(m.Authorization))
	case tokenIn(m.Authorization) != tokenIn(r.Header.Get("Authorization")):
		return byHeader, message.Denied(http.StatusBadRequest, "the header Authorization and _meta.authorization have different tokens: send the header alone")
	}
	return byHeader, nil
}

// waitsForMeta reports whether a request without a token may have one in its message.
func (s *Server) waitsForMeta(r *http.Request) bool {
	return s.resource != nil && s.resource.InMeta && r.Method == http.MethodPost && len(r.Header.Values("Authorization")) == 0
}

// tokenIn returns the token of "Bearer TOKEN".
func tokenIn(text string) string {
	scheme, token, _ := strings.Cut(text, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// challengeClient returns the answer to a request without a good token. The answer says how to get one.
func (s *Server) challengeClient(r *http.Request, reason, why string, args ...any) *message.Denial {
	d := message.Denied(http.StatusUnauthorized, why, args...)
	if s.resource == nil {
		return d.Challenge(reason)
	}
	return d.ChallengeOAuth(reason, s.resource.metadataURL(r.URL.Path), s.resource.Minimal)
}

// refuseHurried refuses a principal who sends requests too often.
func (s *Server) refuseHurried(who auth.Principal) *message.Denial {
	if s.resource == nil || who.Proof != auth.Token {
		return nil
	}
	after, ok := s.resource.Rate.Take(who.Name)
	if ok {
		return nil
	}
	return message.Denied(http.StatusTooManyRequests, "%s asks too often: the setting auth.rate_limits.requests_per_minute is the limit", who.Name).Later(after)
}

// outOfScope returns the answer to a request whose token lacks a scope.
func (s *Server) outOfScope(r *http.Request, d *message.Denial) *message.Denial {
	if s.resource == nil || d.Needs == nil {
		return d
	}
	return d.ChallengeOAuth("insufficient_scope", s.resource.metadataURL(r.URL.Path), d.Needs.Ask)
}
