package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// TestTokensByWire is a server whose Postgres door takes tokens of an identity provider.
func TestTokensByWire(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "k", Use: "sig", Algorithm: "ES256"}}}
	mux := http.NewServeMux()
	idp := httptest.NewServer(mux)
	defer idp.Close()
	answer := func(path string, what any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(what) })
	}
	answer("/.well-known/openid-configuration", map[string]string{"issuer": idp.URL, "jwks_uri": idp.URL + "/keys"})
	answer("/keys", keys)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, (&jose.SignerOptions{}).WithHeader("kid", "k").WithType("at+jwt"))
	if err != nil {
		t.Fatal(err)
	}
	give := func(email, tenant string) string {
		payload, _ := json.Marshal(map[string]any{
			"iss": idp.URL, "aud": "https://sallyport.example", "sub": "7", "scope": "data:read data:write", "email": email, "team": tenant, "exp": time.Now().Add(time.Hour).Unix(),
		})
		signed, err := signer.Sign(payload)
		if err != nil {
			t.Fatal(err)
		}
		text, err := signed.CompactSerialize()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	dir := t.TempDir()
	selfSigned(t, dir, "localhost")
	file := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf(`pgwire:
  tls: {cert_file: localhost.crt, key_file: localhost.key}
  tokens: {users: ["*@*"], mode: read_only}
auth:
  resource: https://sallyport.example/mcp
  issuers:
    - {name: corp, url: %q, audiences: ["https://sallyport.example"], claims: {login: email, tenant: team}}
sources:
  - {name: demo, kind: duckdb, folder: %q, tenants: [acme]}
`, idp.URL, abs(t, "../../sample"))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file)
	secure := " sslmode=verify-full sslrootcert=" + filepath.Join(dir, "localhost.crt")
	for _, c := range []struct{ settings, token, want string }{
		{"user=ana@acme.example" + secure, give("ana@acme.example", "acme"), "3376\n"},
		{"user=bob@acme.example" + secure, give("ana@acme.example", "acme"), "password authentication failed"},
		{"user=ana@acme.example" + secure, give("ana@acme.example", "globex"), `database "demo" does not exist`},
		{"user=ana@acme.example sslmode=disable", give("ana@acme.example", "acme"), "tokens are not accepted without TLS"},
		{"user=postgres" + secure, give("ana@acme.example", "acme"), "password authentication failed"},
	} {
		if got := psqlAs(t, r, c.settings, "PGPASSWORD="+c.token); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.settings, got, c.want)
		}
	}
}
