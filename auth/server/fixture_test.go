package server_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/crypto/argon2"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/auth/fetch"
	"github.com/sallyportdb/sallyport/auth/server"
	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	resource = "https://gate.example/mcp"
	callback = "http://127.0.0.1/callback"
	verifier = "a-verifier-that-is-long-enough-to-be-one-0123456789"
)

// site is an authorization server, as clients and browsers reach it.
type site struct {
	*httptest.Server
	server *server.Server
	store  *server.Store
	tokens *token.Verifier
	ahead  time.Duration // of the clock
	docs   map[string]document
}

type document struct {
	text   string
	header http.Header
}

// JSON stands for the internet.
func (s *site) JSON(_ context.Context, address string, _ fetch.Request, into any) (http.Header, error) {
	d, ok := s.docs[address]
	if !ok {
		return nil, errors.New("no such host")
	}
	return d.header, json.Unmarshal([]byte(d.text), into)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// passwordOfAlice is a hash that costs little, which those of HashPassword do not.
var passwordOfAlice = func() string {
	salt := []byte("0123456789abcdef")
	text := base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=64,t=1,p=1$" + text(salt) + "$" + text(argon2.IDKey([]byte("correct horse"), salt, 1, 64, 1, 32))
}()

// opener opens a site, whose options it changes.
type opener func(t testing.TB, change func(*server.Options)) *site

// onEachStore runs a test with the store in a file, and with the store in a Postgres.
func onEachStore(t *testing.T, test func(t *testing.T, open opener)) {
	t.Run("file", func(t *testing.T) { test(t, open) })
	t.Run("Postgres", func(t *testing.T) {
		test(t, func(t testing.TB, change func(*server.Options)) *site {
			return openOn(t, openShared(t, pgtest.Start(t).CreateDB(t)), change)
		})
	})
}

func openShared(t testing.TB, dsn string) *server.Store {
	t.Helper()
	store, err := server.OpenShared(t.Context(), dsn)
	must(t, err)
	return store
}

func open(t testing.TB, change func(*server.Options)) *site {
	t.Helper()
	store, err := server.OpenStore(t.Context(), t.TempDir())
	must(t, err)
	return openOn(t, store, change)
}

// openOn opens a site on a store, which the site closes.
func openOn(t testing.TB, store *server.Store, change func(*server.Options)) *site {
	t.Helper()
	s := &site{store: store, docs: map[string]document{}}
	mux := http.NewServeMux()
	s.Server = httptest.NewServer(mux)
	now := func() time.Time { return time.Now().Add(s.ahead) }
	o := server.Options{
		Issuer: s.URL, Resources: []string{resource, "https://gate.example/api/data-agent/mcp"}, Scopes: auth.Scopes(), Store: store,
		AccessTTL: 15 * time.Minute, RefreshTTL: 14 * 24 * time.Hour, CodeTTL: 10 * time.Minute, LoginTTL: time.Hour,
		ClientDocuments: true, PerMinute: 1000, Documents: s, Now: now,
		Clients: []server.Client{{ID: "agent", Redirects: []string{callback, "https://app.example/cb?keep=1"}}, {ID: "reader", Redirects: []string{callback}, Scopes: []string{"data:read"}}},
		Users: []server.User{
			{Name: "alice", Hash: passwordOfAlice, Tenant: "acme", Roles: []string{"analyst"}, Scopes: []string{"data:read", "data:write"}},
			{Name: "bob", Hash: passwordOfAlice},
		},
	}
	if change != nil {
		change(&o)
	}
	var err error
	s.server, err = server.New(t.Context(), o)
	must(t, err)
	for pattern, handler := range s.server.Handlers() {
		mux.Handle(pattern, handler)
	}
	s.tokens, err = token.New(token.Options{Now: now, Issuers: []token.Issuer{{
		Name: "sallyport", URL: o.Issuer, Audiences: o.Resources, Keys: s.server.PublicKeys, Live: s.server.Live,
		Claims: token.Claims{Tenant: "tenant_id"}, TenantOptional: true,
	}}})
	must(t, err)
	t.Cleanup(func() {
		s.Close()
		s.tokens.Close()
		must(t, store.Close())
	})
	return s
}

// restart puts a server with other options in place.
func (s *site) restart(t testing.TB, o server.Options) {
	t.Helper()
	var err error
	s.server, err = server.New(t.Context(), o)
	must(t, err)
	mux := http.NewServeMux()
	for pattern, handler := range s.server.Handlers() {
		mux.Handle(pattern, handler)
	}
	s.Config.Handler = mux
}

// person is a person's browser, which follows no redirect away from the site.
type person struct {
	*http.Client
	site *site
}

func (s *site) person(t testing.TB) *person {
	jar, err := cookiejar.New(nil)
	must(t, err)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &person{site: s, Client: &http.Client{Jar: jar, Transport: transport, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.String(), s.URL+"/") {
			return http.ErrUseLastResponse
		}
		return nil
	}}}
}

type page struct {
	status   int
	header   http.Header
	body     string
	url      *url.URL
	location string
}

func (p *person) do(t testing.TB, r *http.Request) page {
	t.Helper()
	if r.Header.Get("Accept") == "" {
		r.Header.Set("Accept", "text/html")
	}
	response, err := p.Do(r)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return page{response.StatusCode, response.Header, string(body), response.Request.URL, response.Header.Get("Location")}
}

func (p *person) get(t testing.TB, address string) page {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	must(t, err)
	return p.do(t, r)
}

func (p *person) post(t testing.TB, path string, form url.Values) page {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, p.site.URL+path, strings.NewReader(form.Encode()))
	must(t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return p.do(t, r)
}

var hidden = regexp.MustCompile(`name="(form|request)" value="([^"]*)"`)

// fields are the hidden ones of a page's form.
func (p page) fields() url.Values {
	out := url.Values{}
	for _, found := range hidden.FindAllStringSubmatch(p.body, -1) {
		out.Set(found[1], found[2])
	}
	return out
}

// login fills in the page of a login.
func (p *person) login(t testing.TB, at page, name string) page {
	t.Helper()
	form := at.fields()
	form.Set("name", name)
	form.Set("password", "correct horse")
	return p.post(t, "/api/oauth/login", form)
}

func (p *person) decide(t testing.TB, at page, decision string) page {
	t.Helper()
	form := at.fields()
	form.Set("decision", decision)
	return p.post(t, "/api/oauth/consent", form)
}

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// ask is the address of an authorization request that is in order, but for what is changed; "-" leaves
// a parameter out.
func (s *site) ask(change map[string]string) string {
	q := url.Values{
		"response_type": {"code"}, "client_id": {"agent"}, "redirect_uri": {callback}, "state": {"xyz"}, "scope": {"data:read"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"}, "resource": {resource},
	}
	for name, value := range change {
		if q.Set(name, value); value == "-" {
			q.Del(name)
		}
	}
	return s.URL + "/api/oauth/authorize?" + q.Encode()
}

// code gets a code for a person, by login and consent.
func (p *person) code(t testing.TB, name string, change map[string]string) string {
	t.Helper()
	at := p.get(t, p.site.ask(change))
	if strings.Contains(at.body, `name="password"`) {
		at = p.login(t, at, name)
	}
	if at.location == "" {
		at = p.decide(t, at, "allow")
	}
	to, err := url.Parse(at.location)
	must(t, err)
	if to.Query().Get("code") == "" || to.Query().Get("iss") != p.site.URL || to.Query().Get("state") != "xyz" {
		t.Fatalf("%d %s %s", at.status, at.location, at.body)
	}
	return to.Query().Get("code")
}

// answered is what the token endpoint says.
type answered struct {
	Status      int
	Header      http.Header
	Access      string `json:"access_token"`
	Refresh     string `json:"refresh_token"`
	Type        string `json:"token_type"`
	Scope       string `json:"scope"`
	Expires     int    `json:"expires_in"`
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

func (s *site) token(t testing.TB, form map[string]string) (out answered) {
	t.Helper()
	values := url.Values{}
	for name, value := range form {
		if value != "-" {
			values.Set(name, value)
		}
	}
	response, err := http.PostForm(s.URL+"/api/oauth/token", values)
	must(t, err)
	defer response.Body.Close()
	must(t, json.NewDecoder(response.Body).Decode(&out))
	out.Status, out.Header = response.StatusCode, response.Header
	return out
}

func exchange(code string) map[string]string {
	return map[string]string{"grant_type": "authorization_code", "code": code, "client_id": "agent", "redirect_uri": callback, "code_verifier": verifier}
}

func refreshing(token string) map[string]string {
	return map[string]string{"grant_type": "refresh_token", "refresh_token": token, "client_id": "agent"}
}

func signed(t testing.TB, key any, algorithm jose.SignatureAlgorithm, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, nil)
	must(t, err)
	text, err := json.Marshal(claims)
	must(t, err)
	jws, err := signer.Sign(text)
	must(t, err)
	out, err := jws.CompactSerialize()
	must(t, err)
	return out
}

func jsonInto(r *http.Response, into any) error { return json.NewDecoder(r.Body).Decode(into) }
