package token_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const audience = "https://sallyport.example/mcp"

// provider is an identity provider: discovery, keys, introspection.
type provider struct {
	*httptest.Server
	key      *ecdsa.PrivateKey
	keyID    string
	claims   map[string]any // what introspection answers
	down     atomic.Bool
	fetches  atomic.Int64 // of the keys
	asked    atomic.Int64 // introspection
	mu       sync.Mutex
	keys     []any
	rogueIss string
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{key: key, keyID: "one"}
	p.publish(jose.JSONWebKey{Key: key.Public(), KeyID: "one", Use: "sig"})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		p.answer(w, map[string]any{"issuer": p.URL + p.rogueIss, "jwks_uri": p.URL + "/keys"})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		p.fetches.Add(1)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.answer(w, map[string]any{"keys": p.keys})
	})
	mux.HandleFunc("POST /introspect", func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		if user, pass, _ := r.BasicAuth(); user != "us" || pass != "our%2Bsecret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if r.PostFormValue("token") != "opaque-and-good" {
			p.answer(w, map[string]any{"active": false})
			return
		}
		p.answer(w, p.claims)
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) publish(keys ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = keys
}

func (p *provider) answer(w http.ResponseWriter, v any) {
	if p.down.Load() {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(v)
}

// good are the claims of a token that is good.
func (p *provider) good() map[string]any {
	now := time.Now().Unix()
	return map[string]any{
		"iss": p.URL, "aud": audience, "sub": "alice", "exp": now + 600, "iat": now, "scope": "data:read data:write",
		"client_id": "agent-1", "org": map[string]any{"tenant": "acme"}, "roles": []string{"analyst"},
	}
}

func (p *provider) token(t *testing.T, change map[string]any) string {
	t.Helper()
	return sign(t, jose.ES256, p.key, p.keyID, "at+jwt", merged(p.good(), change))
}

func merged(base, change map[string]any) map[string]any {
	out := maps.Clone(base)
	for name, value := range change {
		if value == nil {
			delete(out, name)
		} else {
			out[name] = value
		}
	}
	return out
}

func sign(t *testing.T, algorithm jose.SignatureAlgorithm, key any, id, kind string, claims map[string]any) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithHeader("kid", id)
	if kind != "" {
		options = options.WithType(jose.ContentType(kind))
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	jws, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jws.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (p *provider) issuer() token.Issuer {
	return token.Issuer{Name: "corp", URL: p.URL, Audiences: []string{audience}, Claims: token.Claims{Tenant: "org.tenant"}}
}

func verifier(t *testing.T, o token.Options) *token.Verifier {
	t.Helper()
	v, err := token.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

func code(err error) sqlstate.Code {
	var coded *sqlstate.Error
	if errors.As(err, &coded) {
		return coded.Code
	}
	return ""
}

func TestGood(t *testing.T) {
	p := newProvider(t)
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}})
	got, err := v.Verify(t.Context(), p.token(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "corp/acme/alice" || got.Subject != "alice" || got.Tenant != "acme" || got.Client != "agent-1" ||
		got.Issuer != p.URL || got.Proof != auth.Token || strings.Join(got.Scopes, " ") != "data:read data:write" ||
		strings.Join(got.Roles, " ") != "analyst" || time.Until(got.Expires) > 10*time.Minute {
		t.Fatalf("%+v", got)
	}
}

// TestClaims: each change of a good token's claims, and what becomes of the token.
func TestClaims(t *testing.T) {
	p := newProvider(t)
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}})
	now := time.Now().Unix()
	for name, c := range map[string]struct {
		change map[string]any
		want   string // of the error; "": the token is good
	}{
		"another issuer":         {map[string]any{"iss": "https://evil.example"}, "none of the issuers"},
		"issuer with a slash":    {map[string]any{"iss": p.URL + "/"}, "none of the issuers"},
		"no issuer":              {map[string]any{"iss": nil}, "none of the issuers"},
		"ISS is not iss":         {map[string]any{"iss": nil, "ISS": p.URL}, "none of the issuers"},
		"another audience":       {map[string]any{"aud": "https://other.example/mcp"}, "another audience"},
		"audience of the host":   {map[string]any{"aud": "https://sallyport.example"}, "another audience"},
		"audience with a slash":  {map[string]any{"aud": audience + "/"}, "another audience"},
		"no audience":            {map[string]any{"aud": nil}, "another audience"},
		"one of audiences":       {map[string]any{"aud": []string{"x", audience}}, ""},
		"expired":                {map[string]any{"exp": now - 60}, "expired"},
		"expired within skew":    {map[string]any{"exp": now - 10}, ""},
		"no expiry":              {map[string]any{"exp": nil}, "when it ends"},
		"expiry that is no time": {map[string]any{"exp": "never"}, "when it ends"},
		"not yet":                {map[string]any{"nbf": now + 60}, "not valid yet (nbf)"},
		"not yet within skew":    {map[string]any{"nbf": now + 10}, ""},
		"issued in the future":   {map[string]any{"iat": now + 3600}, "not valid yet (iat)"},
		"nbf that is no time":    {map[string]any{"nbf": "soon"}, "not valid yet (nbf)"},
		"bound to a key":         {map[string]any{"cnf": map[string]any{"jkt": "x"}}, "bound to a key"},
		"no tenant":              {map[string]any{"org": nil}, "names no tenant"},
		"a list as tenant":       {map[string]any{"org": map[string]any{"tenant": []string{"acme", "other"}}}, "names no tenant"},
		"no subject":             {map[string]any{"sub": nil}, "names no subject"},
		"a number as subject":    {map[string]any{"sub": 7}, "names no subject"},
		"a long subject":         {map[string]any{"sub": strings.Repeat("a", 256)}, "longer than 255"},
		"a line in the subject":  {map[string]any{"sub": "alice\nbob"}, "control characters"},
		"a line in the client":   {map[string]any{"client_id": "a\x1b[2J"}, "control characters"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := v.Verify(t.Context(), p.token(t, c.change))
			expect(t, err, c.want)
		})
	}
}

func expect(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("refused: %v", err)
	case want != "" && err == nil:
		t.Error("the token is taken")
	case want != "" && (!strings.Contains(err.Error(), want) || code(err) != sqlstate.InvalidAuthorization):
		t.Errorf("%v (%s), want %q", err, code(err), want)
	}
}

// clock is a time that tests move.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time          { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) forward(d time.Duration) { c.ahead.Add(int64(d)) }

// TestRotation: a new key is fetched when a token names it, at most every ten seconds; a key that
// is gone is not believed once that is known.
func TestRotation(t *testing.T) {
	p, c := newProvider(t), &clock{}
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}, Now: c.now})
	old := p.key
	if _, err := v.Verify(t.Context(), p.token(t, nil)); err != nil {
		t.Fatal(err)
	}
	next, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p.key, p.keyID = next, "two"
	p.publish(jose.JSONWebKey{Key: next.Public(), KeyID: "two"})
	for range 50 {
		_, err := v.Verify(t.Context(), p.token(t, map[string]any{"jti": rand.Text()}))
		expect(t, err, "no key of its issuer")
	}
	if n := p.fetches.Load(); n != 1 {
		t.Fatalf("the keys were fetched %d times within ten seconds", n)
	}
	c.forward(11 * time.Second)
	if _, err := v.Verify(t.Context(), p.token(t, nil)); err != nil {
		t.Fatal(err)
	}
	_, err = v.Verify(t.Context(), sign(t, jose.ES256, old, "one", "at+jwt", merged(p.good(), map[string]any{"jti": "x"})))
	expect(t, err, "no key of its issuer")
	if n := p.fetches.Load(); n != 2 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

// TestIssuerIsDown: known keys are good for hours; without any, the error says whose fault it is.
func TestIssuerIsDown(t *testing.T) {
	p, c := newProvider(t), &clock{}
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}, Now: c.now})
	p.down.Store(true)
	_, err := v.Verify(t.Context(), p.token(t, nil))
	if code(err) != sqlstate.CannotConnectNow {
		t.Fatalf("%v", err)
	}
	p.down.Store(false)
	c.forward(11 * time.Second)
	if _, err := v.Verify(t.Context(), p.token(t, nil)); err != nil {
		t.Fatal(err)
	}
	p.down.Store(true)
	c.forward(time.Hour)
	later := map[string]any{"exp": time.Now().Unix() + 200_000}
	if _, err := v.Verify(t.Context(), p.token(t, later)); err != nil {
		t.Fatal(err)
	}
	c.forward(13 * time.Hour)
	if _, err = v.Verify(t.Context(), p.token(t, merged(later, map[string]any{"jti": "y"}))); code(err) != sqlstate.CannotConnectNow {
		t.Fatalf("keys of 14 hours ago are believed: %v", err)
	}
}

func TestDiscoveryOfAnother(t *testing.T) {
	p := newProvider(t)
	p.rogueIss = "/other"
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}})
	if _, err := v.Verify(t.Context(), p.token(t, nil)); code(err) != sqlstate.CannotConnectNow {
		t.Fatalf("%v", err)
	}
}

// TestCacheEnds: a token that was good is not good after its end.
func TestCacheEnds(t *testing.T) {
	p, c := newProvider(t), &clock{}
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}, Now: c.now, Cache: 8})
	raw := p.token(t, nil)
	if _, err := v.Verify(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	p.down.Store(true)
	if _, err := v.Verify(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	c.forward(11 * time.Minute)
	_, err := v.Verify(t.Context(), raw)
	expect(t, err, "expired")
	for range 100 { // more than it remembers
		if _, err := v.Verify(t.Context(), p.token(t, map[string]any{"jti": rand.Text(), "exp": c.now().Unix() + 60})); err != nil {
			t.Fatal(err)
		}
	}
}

func TestIntrospection(t *testing.T) {
	p, c := newProvider(t), &clock{}
	i := p.issuer()
	i.Introspection = token.Introspection{URL: p.URL + "/introspect", ClientID: "us", ClientSecret: "our+secret"}
	v := verifier(t, token.Options{Issuers: []token.Issuer{i}, Now: c.now})
	p.claims = merged(p.good(), map[string]any{"active": true, "iss": nil, "exp": nil})
	for range 5 {
		got, err := v.Verify(t.Context(), "opaque-and-good")
		if err != nil || got.Name != "corp/acme/alice" {
			t.Fatal(got, err)
		}
	}
	if n := p.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	c.forward(31 * time.Second)
	p.claims = map[string]any{"active": false}
	_, err := v.Verify(t.Context(), "opaque-and-good")
	expect(t, err, "not active")
	for name, change := range map[string]any{"aud": "https://other.example", "iss": "https://other.example", "token_use": "refresh_token", "active": "true"} {
		p.claims = merged(p.good(), map[string]any{"active": true, name: change})
		_, err := v.Verify(t.Context(), "opaque-and-good")
		expect(t, err, "the token is not valid here")
	}
	p.down.Store(true)
	if _, err := v.Verify(t.Context(), "opaque-and-good"); code(err) != sqlstate.CannotConnectNow {
		t.Error(err)
	}
}

// TestNamesDiffer: principals of different issuers, tenants and subjects have different names.
func TestNamesDiffer(t *testing.T) {
	p := newProvider(t)
	plain := p.issuer()
	plain.Claims.Tenant = ""
	seen := map[string]string{}
	for _, i := range []token.Issuer{p.issuer(), plain} {
		v := verifier(t, token.Options{Issuers: []token.Issuer{i}})
		for _, who := range [][2]string{{"a", "b"}, {"a/b", "c"}, {"a", "b/c"}, {"a%2Fb", "c"}, {"a", "/b"}, {"a/", "b"}} {
			got, err := v.Verify(t.Context(), p.token(t, map[string]any{"sub": who[1], "org": map[string]any{"tenant": who[0]}}))
			if err != nil {
				t.Fatal(err)
			}
			key := got.Tenant + "\x00" + got.Subject
			if other, known := seen[got.Name]; known && other != key {
				t.Errorf("%q is %q and %q", got.Name, other, key)
			}
			seen[got.Name] = key
		}
	}
}

// TestScopesOfAnIssuer: what the configuration lets tokens of an issuer do is for tokens without a claim of
// scopes alone.
func TestScopesOfAnIssuer(t *testing.T) {
	p := newProvider(t)
	says := p.issuer()
	says.Scopes = []string{"data:read"}
	v := verifier(t, token.Options{Issuers: []token.Issuer{says}})
	silent := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}})
	for name, c := range map[string]struct {
		claims map[string]any
		want   string
	}{
		"no claim":         {map[string]any{"scope": nil}, "data:read"},
		"a claim":          {map[string]any{"scope": "data:write"}, "data:write"},
		"other words":      {map[string]any{"scope": "openid email"}, "openid email"},
		"an empty claim":   {map[string]any{"scope": ""}, ""},
		"an empty list":    {map[string]any{"scope": nil, "scp": []string{}}, ""},
		"a null":           {map[string]any{"scope": json.RawMessage("null")}, ""},
		"what is no scope": {map[string]any{"scope": nil, "permissions": 7}, ""},
	} {
		got, err := v.Verify(t.Context(), p.token(t, c.claims))
		if err != nil || strings.Join(got.Scopes, " ") != c.want {
			t.Errorf("%s: %q, want %q (%v)", name, got.Scopes, c.want, err)
		}
	}
	if got, err := silent.Verify(t.Context(), p.token(t, map[string]any{"scope": nil})); err != nil || len(got.Scopes) != 0 {
		t.Errorf("an issuer of whose tokens nothing is said: %q (%v)", got.Scopes, err)
	}
}

// TestOneIssuerIsNotAnother: what an issuer may give is bounded.
func TestOneIssuerIsNotAnother(t *testing.T) {
	a, b := newProvider(t), newProvider(t)
	first, second := a.issuer(), b.issuer()
	second.Name, second.Tenants, second.Roles = "partner", []string{"globex"}, []string{"reader"}
	v := verifier(t, token.Options{Issuers: []token.Issuer{first, second}})
	_, err := v.Verify(t.Context(), b.token(t, nil))
	expect(t, err, "may not give this tenant")
	got, err := v.Verify(t.Context(), b.token(t, map[string]any{"org": map[string]any{"tenant": "globex"}, "roles": []string{"reader", "admin"}}))
	if err != nil || len(got.Roles) != 1 || got.Roles[0] != "reader" {
		t.Fatal(got.Roles, err)
	}
	_, err = v.Verify(t.Context(), sign(t, jose.ES256, b.key, "one", "at+jwt", a.good()))
	expect(t, err, "no key of its issuer")
}

func TestManyAtOnce(t *testing.T) {
	p := newProvider(t)
	v := verifier(t, token.Options{Issuers: []token.Issuer{p.issuer()}})
	raw := p.token(t, nil)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := v.Verify(context.Background(), raw); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := p.fetches.Load(); n != 1 {
		t.Errorf("the keys were fetched %d times", n)
	}
}

func TestNewRefuses(t *testing.T) {
	good := token.Issuer{Name: "a", URL: "https://a.example", Audiences: []string{"x"}}
	for name, change := range map[string]func(*token.Issuer){
		"http":            func(i *token.Issuer) { i.URL = "http://a.example" },
		"no audience":     func(i *token.Issuer) { i.Audiences = nil },
		"no name":         func(i *token.Issuer) { i.Name = "" },
		"a slash":         func(i *token.Issuer) { i.Name = "a/b" },
		"alg none":        func(i *token.Issuer) { i.Algorithms = []string{"none"} },
		"HMAC, no secret": func(i *token.Issuer) { i.Algorithms = []string{"HS256"} },
		"keys by http":    func(i *token.Issuer) { i.JWKSURL = "http://10.0.0.1/keys" },
		"credentials":     func(i *token.Issuer) { i.URL = "https://user:pass@a.example" },
	} {
		i := good
		change(&i)
		if _, err := token.New(token.Options{Issuers: []token.Issuer{i}}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := token.New(token.Options{Issuers: []token.Issuer{good, good}}); err == nil {
		t.Error("the same issuer twice is taken")
	}
}
