package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/auth/server"
)

var providerLink = regexp.MustCompile(`href="(/api/oauth/login/[^"]*)"`)

// leave goes to a provider, and returns where the provider sends the browser back to.
func (p *person) leave(t testing.TB, name string) (back string) {
	t.Helper()
	at := p.get(t, p.site.ask(nil))
	for _, link := range providerLink.FindAllStringSubmatch(at.body, -1) {
		if strings.HasPrefix(link[1], "/api/oauth/login/"+name+"?") {
			at = p.get(t, p.site.URL+link[1])
			if at.status != 303 || at.location == "" {
				t.Fatalf("to %s: %d %s", name, at.status, at.body)
			}
			return p.stop(t, at.location)
		}
	}
	t.Fatalf("no way to %s: %s", name, at.body)
	return ""
}

// stop asks for a page and does not follow where it sends to.
func (p *person) stop(t testing.TB, address string) (location string) {
	t.Helper()
	one := *p.Client
	one.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	at := (&person{Client: &one, site: p.site}).get(t, address)
	if at.location == "" {
		t.Fatalf("%s: %d %s", address, at.status, at.body)
	}
	return at.location
}

func asksConsent(at page) bool { return at.status == 200 && strings.Contains(at.body, `value="allow"`) }

// TestProviderLogin goes the whole way through a provider: login there, consent here, code, token,
// refresh, and the end of it when the provider is taken out of the configuration.
func TestProviderLogin(t *testing.T) { onEachStore(t, providerLoginHold) }

func providerLoginHold(t *testing.T, open opener) {
	corp := newProvider(t)
	var options *server.Options
	s := open(t, func(o *server.Options) {
		options = o
		o.Providers = []server.Provider{
			corp.known(t, "corp", func(p *server.Provider) { p.Domains = []string{"other.example", "CORP.example"} }),
			corp.known(t, "claims", func(p *server.Provider) { p.SubjectClaim, p.TenantClaim, p.RolesClaim = "email", "team", "groups" }),
		}
	})
	for name, want := range map[string]string{
		"corp": "sallyport/acme/corp:42 analyst", "claims": "sallyport/globex/claims:ana@corp.example analyst admins",
	} {
		ana := s.person(t)
		at := ana.get(t, ana.leave(t, name))
		if !asksConsent(at) {
			t.Fatalf("%s: no page of consent: %d %s", name, at.status, at.body)
		}
		to, err := url.Parse(ana.decide(t, at, "allow").location)
		must(t, err)
		got := s.token(t, exchange(to.Query().Get("code")))
		if got.Status != 200 {
			t.Fatalf("%s: %+v", name, got)
		}
		p, err := s.tokens.Verify(t.Context(), got.Access)
		must(t, err)
		if is := p.Name + " " + strings.Join(p.Roles, " "); is != want {
			t.Errorf("%s: the principal is %s, not %s", name, is, want)
		}
		if again := ana.get(t, s.ask(nil)); !strings.Contains(again.location, "code=") {
			t.Errorf("%s: the login or the yes is not remembered: %s", name, again.body)
		}
		got = s.token(t, refreshing(got.Refresh))
		if got.Status != 200 || got.Scope != "data:read" {
			t.Errorf("%s: %+v", name, got)
		}
		changed := *options
		changed.Providers = []server.Provider{corp.known(t, name, func(p *server.Provider) { p.Tenant, p.Scopes = "initech", []string{"data:write"} })}
		s.restart(t, changed)
		if got := s.token(t, refreshing(got.Refresh)); got.Error != "invalid_grant" {
			t.Errorf("%s: the scope was taken away, but a refresh gives %+v", name, got)
		}
		s.restart(t, *options)
	}
}

// TestProviderIsGone: what the configuration says of a provider's people counts at each refresh.
func TestProviderIsGone(t *testing.T) {
	corp := newProvider(t)
	var options *server.Options
	s := open(t, func(o *server.Options) {
		options = o
		o.Providers = []server.Provider{corp.known(t, "corp", nil)}
	})
	ana := s.person(t)
	to, err := url.Parse(ana.decide(t, ana.get(t, ana.leave(t, "corp")), "allow").location)
	must(t, err)
	got := s.token(t, exchange(to.Query().Get("code")))
	changed := *options
	changed.Providers = []server.Provider{corp.known(t, "corp", func(p *server.Provider) { p.Tenant, p.Roles = "initech", []string{"clerk"} })}
	s.restart(t, changed)
	got = s.token(t, refreshing(got.Refresh))
	p, err := s.tokens.Verify(t.Context(), got.Access)
	must(t, err)
	if p.Name != "sallyport/initech/corp:42" || !slices.Equal(p.Roles, []string{"clerk"}) {
		t.Errorf("the configuration has another tenant and role, but the token has %s %v", p.Name, p.Roles)
	}
	changed.Providers = nil
	s.restart(t, changed)
	if got := s.token(t, refreshing(got.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("the provider is gone: %+v", got)
	}
}

// TestRefusedIDTokens: nobody is logged in by an ID token that is not in order.
func TestRefusedIDTokens(t *testing.T) {
	corp := newProvider(t)
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	s := open(t, func(o *server.Options) {
		o.Providers = []server.Provider{corp.known(t, "corp", func(p *server.Provider) {
			p.Domains, p.TenantClaim = []string{"corp.example"}, "team"
		})}
	})
	ago, ahead := time.Now().Add(-time.Hour).Unix(), time.Now().Add(time.Hour).Unix()
	for name, change := range map[string]map[string]any{
		"of another login": {"nonce": "another"}, "without nonce": {"nonce": nil}, "nonce is a list": {"nonce": []string{"a"}},
		"of another issuer": {"iss": "https://evil.example"}, "without issuer": {"iss": nil},
		"for another client": {"aud": "another"}, "without audience": {"aud": nil}, "for another party": {"aud": []string{clientID, "b"}, "azp": "b"},
		"expired": {"exp": ago}, "without end": {"exp": nil}, "of tomorrow": {"iat": ahead}, "not yet": {"nbf": ahead},
		"address not verified": {"email_verified": false}, "nobody says it is verified": {"email_verified": nil}, "verified is a text": {"email_verified": "false"},
		"another domain": {"email": "ana@corp.example.evil.example"}, "two domains": {"email": "ana@corp.example@evil.example"}, "subdomain": {"email": "ana@x.corp.example"},
		"no address": {"email": nil}, "no subject": {"sub": nil}, "empty subject": {"sub": ""}, "long subject": {"sub": strings.Repeat("a", 201)},
		"no tenant": {"team": nil}, "tenant is a list": {"team": []string{"acme"}},
	} {
		corp.next(change, nil)
		s.refuses(t, name)
	}
	unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "."
	for name, sign := range map[string]func(string) string{
		"another key": func(claims string) string {
			text, err := signWith(other, claims)
			if err != nil {
				t.Error(err)
			}
			return text
		},
		"no signature": func(claims string) string {
			return unsigned + base64.RawURLEncoding.EncodeToString([]byte(claims)) + "."
		},
		"no ID token": func(string) string { return "" },
	} {
		corp.next(nil, sign)
		s.refuses(t, name)
	}
	corp.next(nil, nil)
	ana := s.person(t)
	if at := ana.get(t, ana.leave(t, "corp")); !asksConsent(at) {
		t.Errorf("what is in order is refused, too: %d %s", at.status, at.body)
	}
}

func (s *site) refuses(t *testing.T, name string) {
	t.Helper()
	ana := s.person(t)
	at := ana.get(t, ana.leave(t, "corp"))
	if at.status != 403 || at.location != "" {
		t.Errorf("%s: %d %s %s", name, at.status, at.location, at.body)
	}
	if at := ana.get(t, s.ask(nil)); !strings.Contains(at.body, `name="password"`) {
		t.Errorf("%s: somebody is logged in: %s", name, at.body)
	}
}

// TestRefusedCallbacks: a provider's answer counts once, in the browser that left for it.
func TestRefusedCallbacks(t *testing.T) {
	corp := newProvider(t)
	s := open(t, func(o *server.Options) {
		o.Providers = []server.Provider{corp.known(t, "corp", nil), corp.known(t, "second", nil)}
	})
	change := func(name, value string) func(string) string {
		return func(back string) string {
			u, err := url.Parse(back)
			must(t, err)
			q := u.Query()
			q.Set(name, value)
			u.RawQuery = q.Encode()
			return u.String()
		}
	}
	for name, one := range map[string]struct {
		status int
		change func(string) string
	}{
		"another state":   {400, change("state", "another")},
		"no state":        {400, change("state", "")},
		"another issuer":  {400, change("iss", "https://evil.example")},
		"another code":    {403, change("code", "another")},
		"the provider":    {403, change("error", "access_denied")},
		"another's path":  {400, func(back string) string { return strings.Replace(back, "/callback/corp", "/callback/second", 1) }},
		"nobody's path":   {400, func(back string) string { return strings.Replace(back, "/callback/corp", "/callback/third", 1) }},
		"in quite a time": {400, func(back string) string { s.ahead = 16 * time.Minute; return back }},
	} {
		ana := s.person(t)
		back := ana.leave(t, "corp")
		if at := ana.get(t, one.change(back)); at.status != one.status || at.location != "" {
			t.Errorf("%s: %d %s %s", name, at.status, at.location, at.body)
		}
		if at := ana.get(t, s.ask(nil)); !strings.Contains(at.body, `name="password"`) {
			t.Errorf("%s: somebody is logged in: %s", name, at.body)
		}
		s.ahead = 0
	}
	ana, mallory, eve := s.person(t), s.person(t), s.person(t)
	back := mallory.leave(t, "corp")
	ana.get(t, s.ask(nil)) // she has a session of her own
	for name, browser := range map[string]*person{"another session": ana, "no session": eve} {
		if at := browser.get(t, back); at.status != 400 {
			t.Errorf("%s: a login that another browser began is finished: %d %s", name, at.status, at.body)
		}
		back = mallory.leave(t, "corp")
	}
	if at := mallory.get(t, back); !asksConsent(at) {
		t.Fatalf("%d %s", at.status, at.body)
	}
	if at := mallory.get(t, back); at.status != 400 {
		t.Errorf("an answer counts twice: %d %s", at.status, at.body)
	}
}

// TestProviderFails: a provider that answers wrongly is left alone, and people are told.
func TestProviderFails(t *testing.T) {
	corp := newProvider(t)
	s := open(t, func(o *server.Options) { o.Providers = []server.Provider{corp.known(t, "corp", nil)} })
	for name, wrong := range map[string]string{
		"issuer": "https://evil.example", "authorization_endpoint": "http://evil.example/authorize", "jwks_uri": "",
	} {
		corp.mu.Lock()
		corp.discovery = map[string]string{name: wrong}
		corp.mu.Unlock()
		if at := s.person(t).get(t, s.URL+"/api/oauth/login/corp"); at.status != 502 || at.location != "" || strings.Contains(at.body, "evil") {
			t.Errorf("%s: %d %s %s", name, at.status, at.location, at.body)
		}
	}
	if at := s.person(t).get(t, s.URL+"/api/oauth/login/nobody"); at.status != 404 {
		t.Errorf("%d %s", at.status, at.body)
	}
}
