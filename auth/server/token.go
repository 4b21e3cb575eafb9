package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// code is what an authorization code stands for.
type code struct {
	Request request `json:"request"`
	Grant   string  `json:"grant"`
}

// refresh is what a refresh token stands for.
type refresh struct {
	Grant string `json:"grant"`
}

// token answers with tokens.
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	if !posts(w, r) {
		return
	}
	form, p := readForm(r)
	if p == nil {
		var answered map[string]any
		switch form.Get("grant_type") {
		case "authorization_code":
			answered, p = s.exchangeCode(r.Context(), form)
		case "refresh_token":
			answered, p = s.exchangeRefresh(r.Context(), form)
		case "client_credentials":
			answered, p = s.withoutPerson(r.Context(), form)
		case "":
			p = wrong("invalid_request", "Missing required parameter: grant_type")
		default:
			p = wrong("unsupported_grant_type", "the grant_type is authorization_code, refresh_token or client_credentials")
		}
		if p == nil {
			w.Header().Set("Pragma", "no-cache")
			answer(w, http.StatusOK, answered)
			return
		}
	}
	s.answerProblem(w, p)
}

// readForm reads a form of which every parameter comes once.
func readForm(r *http.Request) (url.Values, *problem) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") || r.ParseForm() != nil {
		return nil, wrong("invalid_request", "the body is a form: application/x-www-form-urlencoded")
	}
	if len(r.URL.RawQuery) > 0 {
		return nil, wrong("invalid_request", "parameters stand in the body, not in the address")
	}
	for name, values := range r.PostForm {
		if len(values) > 1 {
			return nil, wrong("invalid_request", "the parameter "+name+" is given twice")
		}
	}
	return r.PostForm, nil
}

var verifierForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

func invalidCode() *problem {
	return wrong("invalid_grant", "Invalid or expired authorization code")
}

// exchangeCode spends a code. If the code was spent before, all tokens of its grant end.
func (s *Server) exchangeCode(ctx context.Context, form url.Values) (map[string]any, *problem) {
	for _, name := range []string{"code", "redirect_uri", "client_id", "code_verifier"} {
		if form.Get(name) == "" {
			return nil, wrong("invalid_request", "Missing required parameter: "+name)
		}
	}
	var c code
	err := s.Store.spend(ctx, kindCode, form.Get("code"), &c)
	if errors.Is(err, errNone) {
		return nil, s.replayed(ctx, kindCode, form.Get("code"), invalidCode())
	}
	if err != nil {
		return nil, broken(err)
	}
	sum := sha256.Sum256([]byte(form.Get("code_verifier")))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	good := verifierForm.MatchString(form.Get("code_verifier")) &&
		subtle.ConstantTimeCompare([]byte(challenge), []byte(c.Request.Challenge)) == 1 &&
		form.Get("client_id") == c.Request.Client && form.Get("redirect_uri") == c.Request.Redirect
	if !good {
		return nil, invalidCode() // and it is spent
	}
	if p := s.sameResource(form, c.Request.Resource); p != nil {
		return nil, p
	}
	return s.issue(ctx, c.Grant, form.Get("client_id"), "", invalidCode())
}

// replayed ends the grant of a code or token that was used before: two parties have it, and one of them has stolen
// it.
func (s *Server) replayed(ctx context.Context, kind, secret string, p *problem) *problem {
	id, err := s.Store.spent(ctx, kind, secret)
	switch {
	case err != nil:
		return broken(err)
	case id == "":
		return p
	}
	if _, err := s.Store.Revoke(ctx, id); err != nil {
		return broken(err)
	}
	s.signer.expireRead()
	s.Logger.Warn("a "+kind+" came a second time: all tokens of its grant are revoked", "grant", id[:8])
	return p
}

// sameResource holds a later request to the resource that the person has agreed to.
func (s *Server) sameResource(form url.Values, agreed string) *problem {
	if asked := form.Get("resource"); asked != "" && asked != agreed {
		return wrong("invalid_target", "this grant is for "+agreed)
	}
	return nil
}

// exchangeRefresh spends a refresh token and gives another.
func (s *Server) exchangeRefresh(ctx context.Context, form url.Values) (map[string]any, *problem) {
	for _, name := range []string{"refresh_token", "client_id"} {
		if form.Get(name) == "" {
			return nil, wrong("invalid_request", "Missing required parameter: "+name)
		}
	}
	bad := wrong("invalid_grant", "Invalid or expired refresh token")
	var old refresh
	// The grant is compared before the token is spent: a stranger's client must not spend it.
	err := s.Store.see(ctx, kindRefresh, form.Get("refresh_token"), &old)
	if err == nil {
		g, grantErr := s.Store.useGrant(ctx, old.Grant, s.Now())
		if grantErr != nil && !errors.Is(grantErr, errNone) {
			return nil, broken(grantErr)
		}
		if grantErr != nil || g.Client != form.Get("client_id") {
			return nil, bad
		}
		if p := s.sameResource(form, g.Resource); p != nil {
			return nil, p
		}
		for _, scope := range strings.Fields(form.Get("scope")) {
			if len(within([]string{scope}, g.Scopes)) == 0 {
				return nil, wrong("invalid_scope", "the scope "+scope+" was not granted")
			}
		}
		err = s.Store.spend(ctx, kindRefresh, form.Get("refresh_token"), &old)
	}
	if errors.Is(err, errNone) {
		return nil, s.replayed(ctx, kindRefresh, form.Get("refresh_token"), bad)
	}
	if err != nil {
		return nil, broken(err)
	}
	return s.issue(ctx, old.Grant, form.Get("client_id"), form.Get("scope"), bad)
}

// issue makes the tokens of a grant. Fewer scopes than were granted are for the access token alone.
func (s *Server) issue(ctx context.Context, id, client, narrower string, bad *problem) (map[string]any, *problem) {
	expires := s.Now().Add(s.RefreshTTL)
	g, err := s.Store.useGrant(ctx, id, expires)
	if errors.Is(err, errNone) {
		return nil, bad
	}
	if err != nil {
		return nil, broken(err)
	}
	switch _, err := s.client(ctx, client); {
	case errors.Is(err, errNoClient):
		return nil, bad // it was removed
	case errors.Is(err, errStore):
		return nil, broken(err)
	}
	who, ok := s.today(g.Person)
	scopes := within(g.Scopes, s.scopesOf(who))
	if narrower != "" {
		scopes = within(scopes, strings.Fields(narrower))
	}
	if !ok || len(scopes) == 0 {
		return nil, bad
	}
	out, p := s.access(id, g, who, scopes)
	if p != nil {
		return nil, p
	}
	secret := newSecret()
	if err := s.Store.put(ctx, kindRefresh, secret, id, expires, refresh{id}); err != nil {
		return nil, broken(err)
	}
	out["refresh_token"] = secret
	return out, nil
}

// today returns a person as the configuration has them now, or false if they are not there any more.
func (s *Server) today(who Person) (Person, bool) {
	if provider, _, there := strings.Cut(who.Subject, ":"); there { // names of our own users have no colon
		p, known := s.provider(provider)
		return p.today(who), known
	}
	u, known := s.user(who.Subject)
	return Person{Subject: u.Name, Tenant: u.Tenant, Roles: u.Roles, Scopes: u.Scopes}, known
}

// access makes an access token and what is said of it.
func (s *Server) access(id string, g grant, who Person, scopes []string) (map[string]any, *problem) {
	now, scope := s.Now(), strings.Join(scopes, " ")
	claims := map[string]any{
		"iss": s.Issuer, "sub": who.Subject, "aud": g.Resource, "client_id": g.Client, "jti": newSecret(), "grant": id,
		"iat": now.Unix(), "exp": now.Add(s.AccessTTL).Unix(), "scope": scope, "scp": scopes, "permissions": scopes,
	}
	if who.Tenant != "" {
		claims["tenant_id"] = who.Tenant
	}
	if len(who.Roles) > 0 {
		claims["roles"] = who.Roles
	}
	text, err := s.signer.sign(claims)
	if err != nil {
		return nil, broken(err)
	}
	return map[string]any{"access_token": text, "token_type": "Bearer", "expires_in": int(s.AccessTTL / time.Second), "scope": scope}, nil
}

// revoke ends the grant of a refresh token (RFC 7009). The answer does not tell whether there was a grant.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request) {
	if !posts(w, r) {
		return
	}
	form, p := readForm(r)
	if p != nil || form.Get("token") == "" {
		s.answerProblem(w, wrong("invalid_request", "Missing required parameter: token"))
		return
	}
	id, err := s.grantOf(r.Context(), form.Get("token"))
	if err != nil {
		s.answerProblem(w, broken(err))
		return
	}
	if id != "" {
		if _, err := s.Store.Revoke(r.Context(), id); err != nil {
			s.answerProblem(w, broken(err))
			return
		}
		s.signer.expireRead()
	}
	w.WriteHeader(http.StatusOK)
}

// grantOf is the grant of a refresh token, or of an access token.
func (s *Server) grantOf(ctx context.Context, text string) (string, error) {
	var one refresh
	err := s.Store.see(ctx, kindRefresh, text, &one)
	if errors.Is(err, errNone) {
		return s.signer.grantOf(text), nil
	}
	return one.Grant, err
}

// Live reports whether a grant was not ended. Tokens of ended ones are refused at once. The error is of a
// store that cannot be read.
func (s *Server) Live(grant string) (bool, error) { return s.signer.live(grant) }
