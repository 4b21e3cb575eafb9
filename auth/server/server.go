// Package server is the authorization server that is built in, for those without an identity provider: it
// gives people's clients access tokens by the authorization code grant, and programs without a person
// by client credentials.
//
//	server.go     [Server]: options, routes, what all answers have
//	metadata.go   what the server says of itself (RFC 8414), and its keys
//	authorize.go  an authorization request: who asks, and for what
//	login.go      a browser's session: people log in with a password
//	upstream.go   or with an OpenID provider
//	consent.go    a person lets a client act, and the code that says so
//	token.go      codes, refresh tokens and assertions become access tokens; revocation
//	clients.go    programs: of the configuration, by their own documents (CIMD), or registered
//	address.go    whom limits count, also behind proxies
//	redirect.go   where answers may go
//	signer.go     the keys of access tokens, and their rotation
//	store.go      what is kept, which servers and commands open together
//	sqlite.go     in a file of the state directory
//	postgres.go   or in a Postgres that several servers share
//	grants.go     grants, consents and clients of it
//	password.go   hashes of passwords
//	pages.go      what people see
//
// The rules are those of OAuth 2.1: PKCE with S256 for everybody, redirects letter for letter, codes
// and refresh tokens good once, tokens for one of our resources alone (RFC 8707), and iss in every
// redirect (RFC 9207). A code or a refresh token that comes twice ends its grant, which is all
// tokens that came of one consent: one of the two was stolen. What is kept of codes, tokens and
// browsers' sessions are hashes.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/auth/fetch"
	"github.com/sallyportdb/sallyport/auth/rate"
)

// Options are what a Server is made of. Issuer, Resources, Scopes and Store are required.
type Options struct {
	Issuer    string   // the URL of the server, without a path
	Resources []string // that tokens can be for; the first is meant where a client names none
	Scopes    []string // that there are
	Store     *Store
	Logger    hclog.Logger

	AccessTTL, RefreshTTL, CodeTTL, LoginTTL time.Duration

	// ClientDocuments lets clients be described by a document at the URL that is their id, and
	// Registration lets them register themselves.
	ClientDocuments, Registration bool
	Clients                       []Client
	Users                         []User
	Providers                     []Provider
	// PerMinute is how often an address may ask an endpoint that costs something.
	PerMinute int
	// Proxies are the proxies whose X-Forwarded-For is believed. With Proxied and no Proxies, whoever
	// connects counts as one.
	Proxies []netip.Prefix
	Proxied bool
	// Documents reads documents of clients. nil: a client that connects to public addresses only.
	Documents Documents
	Now       func() time.Time
}

// Documents reads JSON at an address that a stranger has named.
type Documents interface {
	JSON(ctx context.Context, address string, r fetch.Request, into any) (http.Header, error)
}

// User is a person who logs in with a password.
type User struct {
	Name, Hash, Tenant string
	Roles, Scopes      []string
}

// Server is the authorization server. Its Handlers are safe for concurrent use.
type Server struct {
	Options

	signer    *signer
	documents *documents
	hashing   chan struct{} // a place for each password that is compared
	authorize *rate.Limits
	tokens    *rate.Limits
	logins    *rate.Limits // by name
	dummy     string       // a hash that belongs to no password
}

// New makes a Server. It needs no Close: the store is the caller's, and is used by nobody yet.
func New(ctx context.Context, o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	if o.Documents == nil {
		o.Documents = fetch.Public(maxDocument)
	}
	s := &Server{
		Options: o, hashing: make(chan struct{}, 2), documents: newDocuments(o.Documents, o.Now),
		authorize: rate.New(o.PerMinute, o.PerMinute), tokens: rate.New(6*o.PerMinute, 6*o.PerMinute), logins: rate.New(o.PerMinute, o.PerMinute),
	}
	for _, u := range o.Users {
		if strings.ContainsAny(u.Name, ":/") {
			return nil, errors.New("auth: the name of a user must have no : and no /")
		}
		if err := checkHash(u.Hash); err != nil {
			return nil, errors.New("auth: user " + u.Name + ": " + err.Error())
		}
	}
	o.Store.now = o.Now // one clock for both
	var err error
	if s.dummy, err = hashOfNobody(); err != nil {
		return nil, err
	}
	s.signer = newSigner(o.Store, o.AccessTTL, o.Now)
	return s, s.signer.prepare(ctx)
}

// Handlers are the server's endpoints, by patterns of http.ServeMux.
func (s *Server) Handlers() map[string]http.Handler {
	open, page := s.open, s.page
	routes := map[string]http.Handler{
		"/.well-known/oauth-authorization-server":           open(s.metadata),
		"/api/oauth/.well-known/authorization-server":       open(s.metadata),
		"/api/oauth/.well-known/oauth-authorization-server": open(s.metadata),
		"/api/oauth/jwks":              open(s.jwks),
		"/api/oauth/token":             open(s.limited(s.tokens, s.token)),
		"/api/oauth/revoke":            open(s.limited(s.tokens, s.revoke)),
		"GET /api/oauth/authorize":     page(s.limited(s.authorize, s.authorization)),
		"GET /api/oauth/login":         page(s.loginPage),
		"POST /api/oauth/login":        page(s.limited(s.authorize, s.login)),
		"POST /api/oauth/logout":       page(s.logout),
		"GET /api/oauth/consent":       page(s.consentPage),
		"POST /api/oauth/consent":      page(s.consent),
		"GET /api/oauth/login/{to}":    page(s.limited(s.authorize, s.upstream)),
		"GET /api/oauth/callback/{to}": page(s.callback),
		"GET /api/auth/google": page(s.limited(s.authorize, func(w http.ResponseWriter, r *http.Request) {
			r.SetPathValue("to", google)
			s.upstream(w, r)
		})),
	}
	if s.Registration {
		routes["/api/oauth/register"] = open(s.limited(s.authorize, s.register))
	}
	return routes
}

// open is an endpoint for programs: any page may ask it, since no cookie counts there.
func (s *Server) open(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Allow-Headers", "Content-Type, Mcp-Protocol-Version")
		s.common(h)
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		next(w, r)
	})
}

// page is an endpoint for people's browsers.
func (s *Server) page(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", contentPolicy(""))
		s.common(h)
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if r.Method == http.MethodPost && !s.sameOrigin(r) {
			s.tell(w, http.StatusForbidden, "This form was sent from another page. Go back and try again.")
			return
		}
		next(w, r)
	})
}

const maxForm = 64 << 10

func (s *Server) common(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if strings.HasPrefix(s.Issuer, "https://") {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// sameOrigin reports whether a form comes from a page of ours, as far as the browser says.
func (s *Server) sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" || origin == s.Issuer {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host // a loopback address has several names
}

// limited answers an address that asks too often with 429.
func (s *Server) limited(by *rate.Limits, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if after, ok := by.Take(s.address(r)); !ok {
			tooOften(w, after)
			return
		}
		next(w, r)
	}
}

// problem is an error of OAuth.
type problem struct {
	status    int
	code, why string
	cause     error // for the log
}

func wrong(code, why string) *problem {
	return &problem{status: http.StatusBadRequest, code: code, why: why}
}

// broken is the server's own fault.
func broken(err error) *problem {
	if errors.Is(err, errStore) {
		return &problem{status: http.StatusServiceUnavailable, code: "temporarily_unavailable", why: "the server cannot read what it has kept: try again later; its log says why", cause: err}
	}
	return &problem{status: http.StatusInternalServerError, code: "server_error", why: "the server could not do that; its log says why", cause: err}
}

// answerProblem answers a program with a problem.
func (s *Server) answerProblem(w http.ResponseWriter, p *problem) {
	if p.cause != nil {
		s.Logger.Error("a request was not answered", "error", p.cause)
	}
	answer(w, p.status, map[string]any{"error": p.code, "error_description": p.why})
}

func tooOften(w http.ResponseWriter, after time.Duration) {
	w.Header().Set("Retry-After", seconds(after))
	answer(w, http.StatusTooManyRequests, map[string]any{"error": "temporarily_unavailable", "error_description": "too many attempts: try again in " + seconds(after) + " s"})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}
