package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth/server"
)

const (
	clientID     = "sallyport at corp"
	clientSecret = "s:e cr+et%é"
)

// provider is an OpenID provider where ana is always logged in. It is as strict as a provider can
// be: what the server leaves out of a request ends the login.
type provider struct {
	*httptest.Server
	key *ecdsa.PrivateKey

	mu        sync.Mutex
	change    map[string]any      // claims of the next ID tokens, beside ana's; nil leaves one out
	sign      func(string) string // what becomes of the next ID tokens
	discovery map[string]string   // what is said otherwise in the discovery document
	codes     map[string]url.Values
}

func newProvider(t testing.TB) *provider {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	p := &provider{key: key, codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discover)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), Algorithm: "ES256", Use: "sig"}}})
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// known is the provider as the configuration has it.
func (p *provider) known(t testing.TB, name string, change func(*server.Provider)) server.Provider {
	t.Helper()
	o := server.Provider{Name: name, Issuer: p.URL, ClientID: clientID, Secret: clientSecret, Tenant: "acme", Roles: []string{"analyst"}, Scopes: []string{"data:read", "data:write"}}
	if change != nil {
		change(&o)
	}
	out, err := server.NewProvider(o, 0)
	must(t, err)
	t.Cleanup(out.Close)
	return out
}

// next changes what the next logins say of ana.
func (p *provider) next(change map[string]any, sign func(string) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.change, p.sign = change, sign
}

func (p *provider) discover(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	says := map[string]string{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize?tenant=corp", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
	}
	maps.Copy(says, p.discovery)
	_ = json.NewEncoder(w).Encode(says)
}

func (p *provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || q.Get("tenant") != "corp" || q.Get("response_type") != "code" || q.Get("client_id") != clientID || q.Get("scope") != "openid email profile" ||
		q.Get("nonce") == "" || q.Get("state") == "" || q.Get("code_challenge") == "" || q.Get("code_challenge_method") != "S256" {
		http.Error(w, "not in order", http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	code := rand.Text()
	p.codes[code] = q
	back.RawQuery = url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {p.URL}}.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked, known := p.codes[r.PostFormValue("code")]
	delete(p.codes, r.PostFormValue("code"))
	user, pass, _ := r.BasicAuth()
	user, _ = url.QueryUnescape(user)
	pass, _ = url.QueryUnescape(pass)
	if !known || user != clientID || pass != clientSecret || r.PostFormValue("grant_type") != "authorization_code" ||
		r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") || challengeOf(r.PostFormValue("code_verifier")) != asked.Get("code_challenge") {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	text, err := json.Marshal(p.claims(asked.Get("nonce")))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	signed, err := signWith(p.key, string(text))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if p.sign != nil {
		signed = p.sign(string(text))
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"access_token": "opaque", "token_type": "Bearer", "expires_in": 300, "id_token": signed})
}

func (p *provider) claims(nonce string) map[string]any {
	now := time.Now()
	out := map[string]any{
		"iss": p.URL, "sub": "42", "aud": clientID, "nonce": nonce, "iat": now.Unix(), "exp": now.Add(time.Minute).Unix(),
		"email": "ana@corp.example", "email_verified": true, "team": "globex", "groups": []string{"admins"},
	}
	for name, value := range p.change {
		if out[name] = value; value == nil {
			delete(out, name)
		}
	}
	return out
}

func signWith(key *ecdsa.PrivateKey, claims string) (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, nil)
	if err != nil {
		return "", err
	}
	jws, err := signer.Sign([]byte(claims))
	if err != nil {
		return "", err
	}
	return jws.CompactSerialize()
}
