package mcp_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/auth/rate"
	"github.com/sallyportdb/sallyport/auth/token"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

const (
	resourceURL = "https://gate.example/mcp"
	aliasURL    = "https://gate.example/api/data-agent/mcp"
	issuerURL   = "https://login.example"
)

// minter makes tokens of an issuer whose keys are at hand.
type minter struct {
	key  *ecdsa.PrivateKey
	live *func(grant string) (bool, error) // the issuer's, set before the first token comes
}

func newMinter(t testing.TB) minter {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	live := func(string) (bool, error) { return true, nil }
	return minter{key, &live}
}

func (m minter) resource(t testing.TB) *transport.Resource {
	keys := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: m.key.Public(), KeyID: "k"}}}
	v, err := token.New(token.Options{Issuers: []token.Issuer{{
		Name: "corp", URL: issuerURL, Audiences: []string{resourceURL, aliasURL}, Keys: func() jose.JSONWebKeySet { return keys },
		Claims: token.Claims{Tenant: "tenant"}, Live: func(grant string) (bool, error) { return (*m.live)(grant) },
	}}})
	must(t, err)
	t.Cleanup(v.Close)
	return &transport.Resource{
		URL: resourceURL, Aliases: []string{aliasURL}, Issuers: []string{issuerURL}, Scopes: auth.Scopes(), Minimal: []string{"data:read"}, Verify: v.Verify,
	}
}

func (m minter) token(t testing.TB, subject, scope string, more map[string]any) string {
	claims := map[string]any{
		"iss": issuerURL, "aud": resourceURL, "sub": subject, "tenant": "acme", "scope": scope, "client_id": "agent",
		"exp": time.Now().Add(time.Hour).Unix(), "jti": rand.Text(),
	}
	for name, value := range more {
		claims[name] = value
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: m.key}, (&jose.SignerOptions{}).WithHeader("kid", "k"))
	must(t, err)
	payload, err := json.Marshal(claims)
	must(t, err)
	jws, err := signer.Sign(payload)
	must(t, err)
	text, err := jws.CompactSerialize()
	must(t, err)
	return text
}

func asBearer(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }

func withSession(h http.Header, id string) http.Header {
	h.Set("Mcp-Session-Id", id)
	return h
}

// protected is a door that takes tokens.
func protected(t testing.TB, change func(*mcp.Options)) (*door, minter) {
	return protectedWith(t, settings{options: change})
}

func protectedWith(t testing.TB, s settings) (*door, minter) {
	m, change := newMinter(t), s.options
	s.options = func(o *mcp.Options) {
		o.Resource = m.resource(t)
		if change != nil {
			change(o)
		}
	}
	return open(t, s), m
}

func TestWithoutToken(t *testing.T) {
	d, _ := protected(t, nil)
	b := browser(t)
	for _, method := range []string{"POST", "GET", "DELETE"} {
		got := d.do(t, b, method, hello, nil)
		want := `Bearer realm="sallyport", resource_metadata="https://gate.example/.well-known/oauth-protected-resource/mcp", scope="data:read"`
		if got.status != 401 || got.header.Get("WWW-Authenticate") != want || got.header.Get("Strict-Transport-Security") == "" ||
			strings.TrimSpace(got.body) != `{"error":"unauthorized","message":"No authorization token provided"}` {
			t.Errorf("%s: %d %q %s", method, got.status, got.header.Get("WWW-Authenticate"), got.body)
		}
	}
	got := d.post(t, b, hello, asBearer("abc.def.ghi"))
	if got.status != 401 || !strings.Contains(got.header.Get("WWW-Authenticate"), `error="invalid_token", error_description="the token is not valid here: none`) ||
		!strings.Contains(got.body, `"error":"invalid_token"`) || strings.Contains(got.body, "abc") {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	alias := *d
	alias.url = d.base + "/api/data-agent/mcp"
	if got := alias.post(t, b, hello, nil); !strings.Contains(got.header.Get("WWW-Authenticate"), `oauth-protected-resource/api/data-agent/mcp"`) {
		t.Errorf("%d %v", got.status, got.header)
	}
}

func TestProtectedResourceMetadata(t *testing.T) {
	d, _ := protected(t, nil)
	b := browser(t)
	for path, resource := range map[string]string{
		"/.well-known/oauth-protected-resource":                    resourceURL,
		"/.well-known/oauth-protected-resource/mcp":                resourceURL,
		"/.well-known/oauth-protected-resource/api/data-agent/mcp": aliasURL,
		"/api/oauth/.well-known/protected-resource":                resourceURL,
	} {
		response, err := b.Get(d.base + path)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		must(t, err)
		response.Body.Close()
		var said struct {
			Resource string   `json:"resource"`
			Servers  []string `json:"authorization_servers"`
			Scopes   []string `json:"scopes_supported"`
			Methods  []string `json:"bearer_methods_supported"`
		}
		must(t, json.Unmarshal(body, &said))
		if said.Resource != resource || len(said.Servers) != 1 || said.Servers[0] != issuerURL || len(said.Scopes) != len(auth.Scopes()) || strings.Join(said.Methods, "") != "header" {
			t.Errorf("%s: %s", path, body)
		}
	}
}

// begin opens a session with a token and returns its id.
func (d *door) begin(t *testing.T, b *http.Client, token string) string {
	t.Helper()
	got := d.post(t, b, hello, asBearer(token))
	id := got.header.Get("Mcp-Session-Id")
	if got.status != 200 || id == "" {
		t.Fatalf("%d %s", got.status, got.body)
	}
	return id
}

// TestSessionIsOfOne: no principal can use a session of another principal.
func TestSessionIsOfOne(t *testing.T) {
	d, m := protected(t, nil)
	b := browser(t)
	id := d.begin(t, b, m.token(t, "alice", "data:read", nil))
	call := callMessage(1, "list_providers", "{}")
	for name, test := range map[string]struct {
		token  string
		status int
	}{
		"she herself":        {m.token(t, "alice", "data:read", nil), 200},
		"another person":     {m.token(t, "bob", "data:read", nil), 404},
		"of another tenant":  {m.token(t, "alice", "data:read", map[string]any{"tenant": "globex"}), 404},
		"by another program": {m.token(t, "alice", "data:read", map[string]any{"client_id": "other"}), 404},
		"with an old token":  {m.token(t, "alice", "data:read", map[string]any{"exp": time.Now().Unix() - 3600}), 401},
		"for another server": {m.token(t, "alice", "data:read", map[string]any{"aud": "https://other.example"}), 401},
	} {
		for _, method := range []string{"POST", "GET", "DELETE"} {
			if test.status == 200 && method != "POST" {
				continue
			}
			if got := d.do(t, b, method, call, withSession(asBearer(test.token), id)); got.status != test.status {
				t.Errorf("%s, %s: %d %s", name, method, got.status, got.body)
			}
		}
	}
	if got := d.post(t, b, call, http.Header{"Mcp-Session-Id": {id}}); got.status != 401 {
		t.Errorf("without a token: %d", got.status)
	}
}

// TestGrantedAndStill: a session has what was granted at its start, and of this what the token
// says now.
func TestGrantedAndStill(t *testing.T) {
	d, m := protected(t, nil)
	b := browser(t)
	read, both := m.token(t, "alice", "data:read", nil), m.token(t, "alice", "data:read data:write", nil)
	change := callMessage(1, "run_mutation_query", `{"sql":"INSERT INTO nowhere VALUES (1)"}`)
	for name, test := range map[string]struct {
		start, now string
		status     int
	}{
		"granted, and still": {both, both, 200}, "granted, no more": {both, read, 403}, "not granted then": {read, both, 403},
	} {
		got := d.post(t, b, change, withSession(asBearer(test.now), d.begin(t, b, test.start)))
		if got.status != test.status {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}

func TestScopesOfTools(t *testing.T) {
	d, m := protected(t, nil)
	b := browser(t)
	names := func(scope string) string {
		got := d.post(t, b, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, withSession(asBearer(m.token(t, "a", scope, nil)), d.begin(t, b, m.token(t, "a", scope, nil))))
		var list struct {
			Result struct {
				Tools []struct {
					Name string `json:"name"`
				} `json:"tools"`
			} `json:"result"`
		}
		must(t, json.Unmarshal([]byte(got.body), &list))
		var out []string
		for _, one := range list.Result.Tools {
			out = append(out, one.Name)
		}
		return strings.Join(out, " ")
	}
	if got := names("data:read"); !strings.Contains(got, "run_select_query") || strings.Contains(got, "run_mutation_query") || strings.Contains(got, "lifecycle") {
		t.Error(got)
	}
	if got := names("data:write"); strings.Contains(got, "run_select_query") || !strings.Contains(got, "run_mutation_query") {
		t.Error(got)
	}
	if got := names("materialize:run"); got != "server_info" {
		t.Error(got)
	}
	message, header := asModern(t, callMessage(7, "run_mutation_query", `{"sql":"DELETE FROM x"}`))
	header.Set("Authorization", "Bearer "+m.token(t, "a", "data:read openid", nil))
	got := d.post(t, b, message, header)
	if challenge := got.header.Get("WWW-Authenticate"); got.status != 403 || !strings.Contains(challenge, `error="insufficient_scope"`) ||
		!strings.Contains(challenge, `scope="data:read data:write"`) || !strings.Contains(challenge, "resource_metadata=") {
		t.Errorf("%d %s", got.status, challenge)
	}
	for _, want := range []string{`"id":7`, `"knecta_code":"FORBIDDEN"`, `"missing":["data:write"]`, `"required":["data:write"]`, "-32001"} {
		if !strings.Contains(got.body, want) {
			t.Errorf("no %s in %s", want, got.body)
		}
	}
	if got := d.post(t, b, hello, asBearer(m.token(t, "a", "openid profile", nil))); got.status != 403 {
		t.Errorf("a token without a scope of ours: %d %s", got.status, got.body)
	}
	found := false
	for _, r := range d.records(t) {
		text, _ := json.Marshal(r)
		found = found || r["tool"] == "run_mutation_query" && r["tenant"] == "acme" && r["client"] == "agent" && strings.Contains(string(text), "42501")
		if strings.Contains(string(text), "eyJ") {
			t.Errorf("a token is on record: %s", text)
		}
	}
	if !found {
		t.Error("the refusal is not on record")
	}
}

// TestMetaAuthorization: a token in the message counts where that is enabled, and the header wins.
func TestMetaAuthorization(t *testing.T) {
	inMeta := func(token string) (string, http.Header) {
		message, header := asModern(t, callMessage(1, "list_providers", "{}"))
		return strings.Replace(message, `"_meta":{`, `"_meta":{"authorization":"Bearer `+token+`",`, 1), header
	}
	for _, enabled := range []bool{false, true} {
		d, m := protected(t, func(o *mcp.Options) { o.Resource.InMeta = enabled })
		b := browser(t)
		alice, bob := m.token(t, "alice", "data:read", nil), m.token(t, "bob", "data:read", nil)
		status := func(meta, header string) int {
			message, h := inMeta(meta)
			if header != "" {
				h.Set("Authorization", "Bearer "+header)
			}
			return d.post(t, b, message, h).status
		}
		want := map[bool][3]int{false: {401, 200, 200}, true: {200, 400, 200}}[enabled]
		if got := [3]int{status(alice, ""), status(alice, bob), status(alice, alice)}; got != want {
			t.Errorf("enabled %v: %v, want %v", enabled, got, want)
		}
		if enabled && status("nonsense.of.aliens", "") != 401 {
			t.Error("a bad token in the message is taken")
		}
		for _, r := range d.records(t) {
			if text, _ := json.Marshal(r); strings.Contains(string(text), alice) {
				t.Errorf("a token is on record: %s", text)
			}
		}
	}
}

// TestRates: too many requests are 429, too many calls of a tool an error that the model reads, and
// somebody else is not touched.
func TestRates(t *testing.T) {
	d, m := protected(t, func(o *mcp.Options) {
		o.Resource.Rate = rate.New(1, 4)
		o.ToolRates = map[string]int{"list_providers": 1}
	})
	b := browser(t)
	alice := m.token(t, "alice", "data:read", nil)
	id := d.begin(t, b, alice)
	call := callMessage(1, "list_providers", "{}")
	if got := d.post(t, b, call, withSession(asBearer(alice), id)); got.status != 200 || strings.Contains(got.body, "isError") {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got := d.post(t, b, call, withSession(asBearer(alice), id)); got.status != 200 || !strings.Contains(got.body, "RATE_LIMITED") {
		t.Fatalf("%d %s", got.status, got.body)
	}
	d.post(t, b, call, withSession(asBearer(alice), id))
	got := d.post(t, b, call, withSession(asBearer(alice), id))
	if got.status != 429 || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	if got := d.post(t, b, hello, asBearer(m.token(t, "bob", "data:read", nil))); got.status != 200 {
		t.Errorf("somebody else: %d", got.status)
	}
}

// TestStaticTokenBesideOAuth: the static token stays what it was.
func TestStaticTokenBesideOAuth(t *testing.T) {
	const secret = "a-static-token-of-the-configuration"
	d, _ := protected(t, func(o *mcp.Options) { o.Tokens = []transport.Token{{Principal: "ci", Secret: []byte(secret)}} })
	if got := d.post(t, browser(t), hello, asBearer(secret)); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestResumedByNarrowerToken: the answer to a call that a wider token has made is not read on with a narrower one of the same person and
// the same program, in the same session.
func TestResumedByNarrowerToken(t *testing.T) {
	d, m := protectedWith(t, settings{options: often})
	b := browser(t)
	wide := m.token(t, "alice", "data:read data:write", nil)
	id := d.begin(t, b, wide)
	last := d.broken(t, withSession(asBearer(wide), id), `{"sql":"SELECT 40 + count(*) AS n FROM range(400000000) t(x) WHERE x < 2"}`)
	resume := func(token string) answer {
		h := withSession(asBearer(token), id)
		h.Set("Last-Event-ID", last)
		return d.do(t, b, "GET", "", h)
	}
	for name, token := range map[string]string{
		"fewer scopes": m.token(t, "alice", "data:write", nil), "no scope of ours": m.token(t, "alice", "openid", nil),
		"another person": m.token(t, "bob", "data:read data:write", nil), "another tenant": m.token(t, "alice", "data:read data:write", map[string]any{"tenant": "globex"}),
	} {
		if got := resume(token); got.status == 200 || strings.Contains(got.body, "42") {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	if got := resume(m.token(t, "alice", "data:write data:read", nil)); got.status != 200 || !strings.Contains(got.body, "42") {
		t.Errorf("a new token of the same: %d %s", got.status, got.body)
	}
}
