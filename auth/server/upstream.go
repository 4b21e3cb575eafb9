package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/auth/fetch"
	"github.com/sallyportdb/sallyport/auth/token"
)

const google = "google"

// Provider is an OpenID provider where people log in.
type Provider struct {
	Name, Issuer, ClientID, Secret string
	// Subject, Tenant and Roles are the claims that have them; "" is sub, and none.
	SubjectClaim, TenantClaim, RolesClaim string
	Domains                               []string // of verified addresses; none: any
	Tenant                                string
	Roles, Scopes                         []string

	Client   *fetch.Client   // that asks the provider
	Verifier *token.Verifier // of its ID tokens
}

// NewProvider makes a Provider ready: it knows how to ask, and how to verify what is answered.
func NewProvider(p Provider, skew time.Duration) (Provider, error) {
	if p.SubjectClaim == "" {
		p.SubjectClaim = "sub"
	}
	v, err := token.New(token.Options{Skew: skew, Issuers: []token.Issuer{{Name: p.Name, URL: p.Issuer, Audiences: []string{p.ClientID}}}})
	p.Client, p.Verifier = fetch.Trusted(), v
	return p, err
}

// Close ends connections to the provider.
func (p Provider) Close() {
	p.Client.Close()
	p.Verifier.Close()
}

func loginPath(provider string) string { return "/api/oauth/login/" + provider }

func (s *Server) callbackURL(provider string) string {
	return s.Issuer + "/api/oauth/callback/" + provider
}

// away is a login at a provider that is under way.
type away struct {
	Provider string `json:"provider"`
	Browser  []byte `json:"browser"`
	Request  string `json:"request"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
}

func (s *Server) provider(name string) (Provider, bool) {
	i := slices.IndexFunc(s.Providers, func(p Provider) bool { return p.Name == name })
	if i < 0 {
		return Provider{}, false
	}
	return s.Providers[i], true
}

// upstream sends a browser to a provider.
func (s *Server) upstream(w http.ResponseWriter, r *http.Request) {
	p, known := s.provider(r.PathValue("to"))
	if !known {
		s.tell(w, http.StatusNotFound, "There is no such provider here.")
		return
	}
	secret, _, err := s.browser(r)
	if errors.Is(err, errNone) {
		secret, err = s.newBrowser(w, r, browser{})
	}
	if err != nil {
		s.reject(w, r, broken(err))
		return
	}
	found, err := token.Discover(r.Context(), p.Client, p.Issuer)
	if err == nil && fetch.CheckURL(found.AuthorizationEndpoint) != "" {
		err = errors.New("its authorization_endpoint " + fetch.CheckURL(found.AuthorizationEndpoint))
	}
	if err != nil {
		s.unanswered(w, p, err)
		return
	}
	state := newSecret()
	a := away{p.Name, hashOf(secret), requestID(r), newSecret(), newSecret() + newSecret()}
	if err := s.Store.put(r.Context(), kindUpstream, state, "", s.Now().Add(requestTTL), a); err != nil {
		s.reject(w, r, broken(err))
		return
	}
	sum := sha256.Sum256([]byte(a.Verifier))
	to, err := url.Parse(found.AuthorizationEndpoint)
	if err != nil {
		s.unanswered(w, p, err)
		return
	}
	q := to.Query()
	for name, value := range map[string]string{
		"response_type": "code", "client_id": p.ClientID, "redirect_uri": s.callbackURL(p.Name), "scope": "openid email profile",
		"state": state, "nonce": a.Nonce, "code_challenge": base64.RawURLEncoding.EncodeToString(sum[:]), "code_challenge_method": "S256",
	} {
		q.Set(name, value)
	}
	to.RawQuery = q.Encode()
	w.Header().Set("Location", to.String())
	w.WriteHeader(http.StatusSeeOther)
}

func (s *Server) unanswered(w http.ResponseWriter, p Provider, err error) {
	s.Logger.Error("a provider cannot be asked", "provider", p.Name, "error", err)
	s.tell(w, http.StatusBadGateway, "The provider "+p.Name+" does not answer as it should. Try again later; the server's log has the reason.")
}

// callback is where a provider sends a browser back to.
func (s *Server) callback(w http.ResponseWriter, r *http.Request) {
	p, known := s.provider(r.PathValue("to"))
	secret, _, err := s.browser(r)
	var a away
	if err == nil {
		err = s.Store.spend(r.Context(), kindUpstream, r.FormValue("state"), &a)
	}
	if errors.Is(err, errStore) {
		s.reject(w, r, broken(err))
		return
	}
	iss := r.FormValue("iss")
	if err != nil || !known || a.Provider != p.Name || !hmac.Equal(a.Browser, hashOf(secret)) || iss != "" && iss != p.Issuer {
		s.tell(w, http.StatusBadRequest, "This login has ended, or it is another browser's. Go back to the program that sent you here, and try again.")
		return
	}
	if r.FormValue("error") != "" {
		s.tell(w, http.StatusForbidden, "The provider "+p.Name+" has not logged you in.")
		return
	}
	who, err := s.personOf(r, p, a)
	if err != nil {
		s.Logger.Warn("a login at a provider failed", "provider", p.Name, "error", err)
		s.tell(w, http.StatusForbidden, "You cannot log in with this account of "+p.Name+". The server's log has the reason.")
		return
	}
	s.loggedIn(w, r, secret, who, a.Request)
}

// personOf exchanges the provider's code for an ID token, and reads it.
func (s *Server) personOf(r *http.Request, p Provider, a away) (Person, error) {
	ctx := r.Context()
	found, err := token.Discover(ctx, p.Client, p.Issuer)
	if err != nil {
		return Person{}, err
	}
	var said struct {
		IDToken string `json:"id_token"`
	}
	_, err = p.Client.JSON(ctx, found.TokenEndpoint, fetch.Request{
		User: p.ClientID, Pass: p.Secret,
		Form: url.Values{
			"grant_type": {"authorization_code"}, "code": {r.FormValue("code")}, "redirect_uri": {s.callbackURL(p.Name)}, "code_verifier": {a.Verifier},
		},
	}, &said)
	if err != nil {
		return Person{}, err
	}
	c, err := p.Verifier.Claims(ctx, said.IDToken)
	switch {
	case err != nil:
		return Person{}, err
	case !hmac.Equal([]byte(c.Text("nonce")), []byte(a.Nonce)):
		return Person{}, errors.New("the ID token is of another login (nonce)")
	case c.Text("azp") != "" && c.Text("azp") != p.ClientID:
		return Person{}, errors.New("the ID token is for another client (azp)")
	}
	return p.person(c)
}

// person reads who has logged in.
func (p Provider) person(c token.Claimed) (Person, error) {
	who := Person{Tenant: p.Tenant, Roles: p.Roles, Scopes: p.Scopes}
	if p.SubjectClaim == "email" || len(p.Domains) > 0 {
		_, domain, _ := strings.Cut(c.Text("email"), "@")
		switch {
		case !c.True("email_verified"):
			return who, errors.New("the e-mail address is not verified")
		case len(p.Domains) > 0 && !slices.ContainsFunc(p.Domains, func(d string) bool { return strings.EqualFold(d, domain) }):
			return who, errors.New("the e-mail address is of another domain")
		}
	}
	subject := c.Text(p.SubjectClaim)
	if subject == "" || len(subject) > 200 {
		return who, errors.New("the ID token names no subject (" + p.SubjectClaim + ")")
	}
	who.Subject = p.Name + ":" + subject
	if p.TenantClaim != "" {
		if who.Tenant = c.Text(p.TenantClaim); who.Tenant == "" {
			return who, errors.New("the ID token names no tenant (" + p.TenantClaim + ")")
		}
	}
	if p.RolesClaim != "" {
		who.Roles = append(slices.Clone(p.Roles), c.Words(p.RolesClaim)...)
	}
	return who, nil
}

// today is a person who logged in earlier, with what the configuration says now. Claims stay as they
// were at the login.
func (p Provider) today(who Person) Person {
	who.Scopes = p.Scopes
	if p.TenantClaim == "" {
		who.Tenant = p.Tenant
	}
	if p.RolesClaim == "" {
		who.Roles = p.Roles
	}
	return who
}
