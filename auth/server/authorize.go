package server

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// request is an authorization request that was found in order.
type request struct {
	Client    string   `json:"client"`
	Redirect  string   `json:"redirect"`
	State     string   `json:"state"`
	Challenge string   `json:"challenge"`
	Scopes    []string `json:"scopes"` // as asked for
	Resource  string   `json:"resource"`
	Browser   []byte   `json:"browser,omitempty"` // the hash of the browser's cookie
}

// authorization is where a client sends a person's browser.
func (s *Server) authorization(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	for _, name := range []string{"client_id", "redirect_uri"} {
		if len(q[name]) != 1 || q.Get(name) == "" {
			s.reject(w, r, wrong("invalid_request", "Missing required parameter: "+name))
			return
		}
	}
	c, err := s.client(r.Context(), q.Get("client_id"))
	if errors.Is(err, errStore) {
		s.reject(w, r, broken(err))
		return
	}
	if err != nil {
		s.Logger.Warn("an authorization request of an unknown client", "client", q.Get("client_id"), "error", err)
		s.reject(w, r, wrong("invalid_client", "the client is not known here: "+err.Error()))
		return
	}
	redirect := q.Get("redirect_uri")
	if !slices.ContainsFunc(c.Redirects, func(known string) bool { return sameRedirect(known, redirect) }) {
		s.reject(w, r, wrong("invalid_request", "the redirect_uri is not one that the client has registered"))
		return
	}
	a, p := s.readRequest(q, c)
	if p != nil {
		s.sendBack(w, r, a, p)
		return
	}
	s.goOn(w, r, a, c)
}

var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// readRequest reads what is beside the client and the redirect, which are good.
func (s *Server) readRequest(q url.Values, c Client) (request, *problem) {
	a := request{Client: c.ID, Redirect: q.Get("redirect_uri"), State: q.Get("state"), Challenge: q.Get("code_challenge")}
	for name, values := range q {
		if len(values) > 1 && name != "resource" {
			return a, wrong("invalid_request", "the parameter "+name+" is given twice")
		}
	}
	switch {
	case q.Get("response_type") == "":
		return a, wrong("invalid_request", "Missing required parameter: response_type")
	case q.Get("response_type") != "code":
		return a, wrong("unsupported_response_type", "the response_type is code")
	case a.State == "":
		return a, wrong("invalid_request", "Missing required parameter: state")
	case len(a.State) > 4096:
		return a, wrong("invalid_request", "the state is longer than 4096 bytes")
	case a.Challenge == "":
		return a, wrong("invalid_request", "Missing required parameter: code_challenge")
	case q.Get("code_challenge_method") != "S256":
		return a, wrong("invalid_request", "the code_challenge_method is S256")
	case !challengeForm.MatchString(a.Challenge):
		return a, wrong("invalid_request", "the code_challenge is not the SHA-256 of a verifier")
	case q.Has("request") || q.Has("request_uri"):
		return a, wrong("request_not_supported", "request objects are not supported")
	}
	var p *problem
	if a.Resource, p = s.resource(q["resource"]); p != nil {
		return a, p
	}
	a.Scopes = within(strings.Fields(q.Get("scope")), s.Scopes)
	if q.Get("scope") == "" {
		a.Scopes = slices.Clone(s.Scopes)
	}
	a.Scopes = within(a.Scopes, c.Scopes)
	if len(a.Scopes) == 0 {
		return a, wrong("invalid_scope", "none of these scopes can be given; there are: "+strings.Join(s.Scopes, " "))
	}
	return a, nil
}

// resource is what a token is to be for (RFC 8707).
func (s *Server) resource(asked []string) (string, *problem) {
	switch {
	case len(asked) == 0 || len(asked) == 1 && asked[0] == "":
		return s.Resources[0], nil
	case len(asked) == 1 && slices.Contains(s.Resources, asked[0]):
		return asked[0], nil
	}
	return "", wrong("invalid_target", "tokens of this server are for "+strings.Join(s.Resources, " or "))
}

// goOn asks a person who they are, and whether the client may act for them, unless both is known.
func (s *Server) goOn(w http.ResponseWriter, r *http.Request, a request, c Client) {
	secret, b, err := s.browser(r)
	switch {
	case err != nil && !errors.Is(err, errNone):
		s.reject(w, r, broken(err))
		return
	case (err != nil || b.Person == nil) && !wantsPage(r):
		answer(w, http.StatusUnauthorized, map[string]any{
			"error": "login_required", "login_url": s.loginURL(), "message": "User must login before authorizing application",
		})
		return
	case err != nil:
		if secret, err = s.newBrowser(w, r, browser{}); err != nil {
			s.reject(w, r, broken(err))
			return
		}
	}
	if b.Person != nil && !c.isUnknown() && s.Store.consented(r.Context(), b.Person.Subject, a) && r.URL.Query().Get("prompt") != "consent" {
		s.sendCode(w, r, a, *b.Person)
		return
	}
	a.Browser = hashOf(secret)
	id := newSecret()
	if err := s.Store.put(r.Context(), kindRequest, id, "", s.Now().Add(requestTTL), a); err != nil {
		s.reject(w, r, broken(err))
		return
	}
	to := "/api/oauth/consent?request=" + id
	if b.Person == nil {
		to = "/api/oauth/login?request=" + id
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// requestTTL is how long a person has to log in and to decide.
const requestTTL = 15 * time.Minute

// isUnknown reports whether nobody vouches for what a client says of itself. A person is asked about such
// a client each time.
func (c Client) isUnknown() bool { return strings.HasPrefix(c.ID, "client-") && !c.document }

func (s *Server) loginURL() string {
	if len(s.Users) == 0 && len(s.Providers) > 0 {
		return s.Issuer + loginPath(s.Providers[0].Name)
	}
	return s.Issuer + "/api/oauth/login"
}

// wantsPage tells browsers from programs.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// sendCode sends a browser back to the client with a code.
func (s *Server) sendCode(w http.ResponseWriter, r *http.Request, a request, who Person) {
	a.Browser = nil
	granted := within(a.Scopes, s.scopesOf(who))
	if len(granted) == 0 {
		s.sendBack(w, r, a, wrong("access_denied", "you have none of the scopes that the client asks for"))
		return
	}
	expires := s.Now().Add(s.CodeTTL)
	id, err := s.Store.newGrant(r.Context(), grant{who, a.Client, granted, a.Resource}, expires)
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	secret := newSecret()
	if err := s.Store.put(r.Context(), kindCode, secret, id, expires, code{a, id}); err != nil {
		s.reject(w, r, broken(err))
		return
	}
	s.redirect(w, r, a, url.Values{"code": {secret}})
}

// sendBack tells a client of a problem, by the browser; a program that asks by itself is told at once.
func (s *Server) sendBack(w http.ResponseWriter, r *http.Request, a request, p *problem) {
	if !wantsPage(r) {
		s.answerProblem(w, p)
		return
	}
	s.redirect(w, r, a, url.Values{"error": {p.code}, "error_description": {p.why}})
}

// redirect sends a browser back to a client, with the parameter iss (RFC 9207).
func (s *Server) redirect(w http.ResponseWriter, r *http.Request, a request, values url.Values) {
	values.Set("iss", s.Issuer)
	if a.State != "" {
		values.Set("state", a.State)
	}
	to, err := url.Parse(a.Redirect)
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	// The address keeps its own query.
	if to.RawQuery != "" {
		to.RawQuery += "&"
	}
	to.RawQuery += values.Encode()
	w.Header().Set("Location", to.String())
	w.WriteHeader(http.StatusFound)
}

// reject answers a request that cannot be sent back to its client, because its redirect is not to be
// trusted.
func (s *Server) reject(w http.ResponseWriter, r *http.Request, p *problem) {
	if !wantsPage(r) {
		s.answerProblem(w, p)
		return
	}
	if p.cause != nil {
		s.Logger.Error("a request was not answered", "error", p.cause)
	}
	s.tell(w, p.status, p.why)
}
