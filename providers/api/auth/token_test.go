package auth

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// tokens is a server of tokens that counts what it gives.
type tokens struct {
	*httptest.Server
	given atomic.Int64
	life  int
	check func(r *http.Request) int // 0: give one
	words string                    // of a refusal
}

func startTokens(t *testing.T) *tokens {
	ts := &tokens{life: 3600, check: func(*http.Request) int { return 0 }}
	ts.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.ParseForm()
		if status := ts.check(r); status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
			fmt.Fprint(w, ts.words)
			return
		}
		n := ts.given.Add(1)
		time.Sleep(20 * time.Millisecond) // so that other requests come while a token is fetched
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"access_token": "%s-%d", "token_type": "bearer", "expires_in": %d}`, canary, n, ts.life)
	}))
	t.Cleanup(ts.Close)
	return ts
}

const clientCredentials = `{"type": "oauth2", "grant_type": "client_credentials", "client_id_env_var": "SHOP_ID", "client_secret_env_var": "SHOP_SECRET",
	"token_url": "%s/{{ .__env__SHOP_TENANT }}/token", "scopes": ["a", "b"], "values": {"audience": ["x"]}, "auth_style": 1}`

func TestOAuth2(t *testing.T) {
	ts := startTokens(t)
	t.Setenv("SHOP_ID", "me")
	t.Setenv("SHOP_SECRET", canary)
	s := signer(t, fmt.Sprintf(clientCredentials, ts.URL))
	err := s.Sign(t.Context(), request(t, target), nil)
	if err == nil || !strings.Contains(err.Error(), "SHOP_TENANT is not set") {
		t.Fatal(err)
	}
	t.Setenv("SHOP_TENANT", "t-1")
	s = signer(t, fmt.Sprintf(clientCredentials, ts.URL))
	ts.check = func(r *http.Request) int {
		f := r.PostForm
		if r.URL.Path != "/t-1/token" || f.Get("grant_type") != "client_credentials" || f.Get("scope") != "a b" || f.Get("audience") != "x" ||
			f.Get("client_id") != "me" || !strings.HasPrefix(f.Get("client_secret"), canary) {
			t.Error(r.URL, f)
		}
		return 0
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			r := request(t, target)
			if err := s.Sign(t.Context(), r, nil); err != nil || r.Header.Get("Authorization") != "Bearer "+canary+"-1" {
				t.Error(err, r.Header)
			}
		})
	}
	all.Wait()
	if n := ts.given.Load(); n != 1 {
		t.Fatalf("%d tokens for 20 requests", n)
	}
	leaks(t, s, s.Status(t.Context()))
	if !strings.Contains(s.Status(t.Context()), "until") {
		t.Error(s.Status(t.Context()))
	}
	// Another secret needs another token.
	t.Setenv("SHOP_SECRET", canary+"2")
	if r := sign(t, s, target); r.Header.Get("Authorization") != "Bearer "+canary+"-2" {
		t.Error(r.Header)
	}
	// One that was refused is fetched anew, unless another request has fetched it since, or shortly before.
	scheme := s.scheme.(*bearer)
	before := scheme.tokens.fetched.Add(-time.Second)
	if !s.Refused(t.Context(), before) || sign(t, s, target).Header.Get("Authorization") != "Bearer "+canary+"-2" {
		t.Error("a new token was dropped")
	}
	if !s.Refused(t.Context(), time.Now()) || sign(t, s, target).Header.Get("Authorization") != "Bearer "+canary+"-3" {
		t.Error("a refused token was kept")
	}
	if s.Refused(t.Context(), time.Now()) || sign(t, s, target).Header.Get("Authorization") != "Bearer "+canary+"-3" {
		t.Error("a server that refuses everything has a token fetched for each request")
	}
	// It counts until shortly before its end.
	if end, _ := scheme.tokens.validUntil(); time.Until(end) > 59*time.Minute || time.Until(end) < 58*time.Minute {
		t.Error(end)
	}
}

func TestTokenRefused(t *testing.T) {
	ts := startTokens(t)
	t.Setenv("SHOP_ID", "me")
	t.Setenv("SHOP_SECRET", canary)
	t.Setenv("SHOP_TENANT", "t")
	for status, want := range map[int]string{302: "redirect", 400: "answers 400 (invalid_client)", 401: "answers 401", 500: "answers 500", 307: "redirect"} {
		var asked atomic.Int64
		ts.check = func(r *http.Request) int { asked.Add(1); return status }
		ts.words = `{"error": "` + map[bool]string{true: "invalid_client", false: canary}[status == 400] + `", "error_description": "no ` + canary + `"}`
		s := signer(t, fmt.Sprintf(clientCredentials, ts.URL))
		for range 3 {
			err := s.Sign(t.Context(), request(t, target), nil)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d: %v", status, err)
			}
			leaks(t, err)
		}
		if asked.Load() != 1 {
			t.Errorf("%d: asked %d times for one failure", status, asked.Load())
		}
	}
	for address, want := range map[string]string{
		"http://tokens.shop.example": "not https",
		"https://a:b@c.example":      "no URL",
		"https://x/{{ .password }}":  "neither",
		"https://x/{{ printf 1 }}":   "not understood",
		"https://127.0.0.1:1":        "does not answer",
	} {
		s := signer(t, fmt.Sprintf(clientCredentials, address))
		err := s.Sign(t.Context(), request(t, target), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
	t.Setenv("SHOP_TENANT", "../../x?y=")
	s := signer(t, fmt.Sprintf(clientCredentials, ts.URL))
	if err := s.Sign(t.Context(), request(t, target), nil); err == nil || !strings.Contains(err.Error(), "no part of an address") {
		t.Error(err)
	}
}

// TestWaiter: who gives up does not take the others' token with them.
func TestWaiter(t *testing.T) {
	ts := startTokens(t)
	hold := make(chan struct{})
	var once sync.Once
	ts.check = func(r *http.Request) int {
		once.Do(func() { <-hold })
		return 0
	}
	t.Setenv("SHOP_ID", "me")
	t.Setenv("SHOP_SECRET", canary)
	t.Setenv("SHOP_TENANT", "t")
	s := signer(t, fmt.Sprintf(clientCredentials, ts.URL))
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error)
	go func() { first <- s.Sign(ctx, request(t, target), nil) }()
	waittest.Eventually(t, "the fetch is under way", func() bool {
		c := s.scheme.(*bearer).tokens
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.flight != nil
	})
	second := make(chan error)
	go func() { second <- s.Sign(t.Context(), request(t, target), nil) }()
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(hold)
	if err := <-second; err != nil {
		t.Error(err)
	}
}

func googleKeyFile(t *testing.T, tokenURL string) string {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	all, _ := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "svc@shop.example", "private_key": string(text), "private_key_id": "k1", "token_uri": tokenURL,
	})
	file := filepath.Join(t.TempDir(), "key.json")
	if err := os.WriteFile(file, all, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestServiceAccount(t *testing.T) {
	ts := startTokens(t)
	var claims map[string]any
	ts.check = func(r *http.Request) int {
		parts := strings.Split(r.PostForm.Get("assertion"), ".")
		text, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil || json.Unmarshal(text, &claims) != nil {
			t.Error(r.PostForm)
		}
		return 0
	}
	file := googleKeyFile(t, ts.URL+"/token")
	s := signer(t, `{"credentialsfilepath": "`+file+`", "sub": "ann@shop.example"}`)
	if s.kind != "service_account" {
		t.Fatal(s.kind)
	}
	if r := sign(t, s, target); r.Header.Get("Authorization") != "Bearer "+canary+"-1" {
		t.Fatal(r.Header)
	}
	if claims["iss"] != "svc@shop.example" || claims["sub"] != "ann@shop.example" || claims["scope"] != "https://www.googleapis.com/auth/cloud-platform" {
		t.Error(claims)
	}
	sign(t, s, target)
	if ts.given.Load() != 1 {
		t.Error("a token for each request")
	}
	text, _ := os.ReadFile(file)
	leaks(t, s, s.Status(t.Context()))
	for _, text := range []string{canary, `{"type": "authorized_user", "private_key": "` + canary + `"}`, strings.Replace(string(text), "http://127.0.0.1", "http://evil.example", 1), strings.Replace(string(text), "KEY-----\\n", "KEY-----\\nx"+canary, 1)} {
		t.Setenv("SHOP_JSON", text)
		s := signer(t, `{"type": "service_account", "credentialsenvvar": "SHOP_JSON"}`)
		err := s.Sign(t.Context(), request(t, target), nil)
		if err == nil {
			t.Errorf("%q", text)
		}
		leaks(t, err, s.Status(t.Context()))
	}
}

// leaks fails where a value shows a secret, whatever formats it.
func leaks(t *testing.T, values ...any) {
	t.Helper()
	for _, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			for _, shown := range []any{v, &v, []any{v}, struct{ v any }{v}, struct{ V any }{v}, map[string]any{"v": v}} {
				text := fmt.Sprintf(verb, shown)
				if strings.Contains(text, canary) || strings.Contains(text, fmt.Sprintf("%x", canary)) || strings.Contains(text, "PRIVATE") {
					t.Errorf("%s of %T: %s", verb, shown, text)
				}
			}
		}
		if e := (*sqlstate.Error)(nil); func() bool { err, ok := v.(error); return ok && errors.As(err, &e) }() {
			if all := fmt.Sprint(e.Message, e.Detail, e.Hint, e.Cause); strings.Contains(all, canary) {
				t.Errorf("%s", all)
			}
		}
		if text, err := json.Marshal(v); err == nil && strings.Contains(string(text), canary) {
			t.Errorf("as JSON: %s", text)
		}
	}
}

// TestNothingLeaks formats what holds secrets of every kind.
func TestNothingLeaks(t *testing.T) {
	ts := startTokens(t)
	t.Setenv("SHOP_KEY", canary)
	for _, text := range []string{
		`{"type": "basic", "username": "s3cr3t", "password": "s3cr3t"}`,
		`{"type": "basic", "username_var": "SHOP_KEY", "password_command": ["echo", "s3cr3t"]}`,
		`{"type": "bearer", "api_key": "s3cr3t"}`,
		`{"type": "api_key", "api_key": "s3cr3t", "name": "X-Key"}`,
		`{"type": "custom", "api_key": "s3cr3t", "name": "key", "location": "query", "successor": {"api_key": "s3cr3t", "name": "B"}}`,
		`{"type": "oauth2", "grant_type": "client_credentials", "client_id": "s3cr3t", "client_secret": "s3cr3t", "token_url": "` + ts.URL + `"}`,
		`{"type": "service_account", "credentialsfilepath": "` + googleKeyFile(t, ts.URL) + `"}`,
		`{"type": "aws_signing_v4", "keyID": "s3cr3t", "credentialsenvvar": "SHOP_KEY", "aws_session_token_env_var": "SHOP_KEY"}`,
		`{"type": "aws_assume_role", "keyID": "s3cr3t", "credentialsenvvar": "SHOP_KEY", "aws_role_arn": "s3cr3t", "aws_role_external_id": "s3cr3t"}`,
		`{"type": "azure_default"}`,
	} {
		o := overrides(t, text)
		options := Options{Provider: "shop", Overrides: o, Hosts: []string{"api.shop.example"}, Loopback: true}
		s, err := New(options)
		if err != nil {
			t.Fatal(err)
		}
		if s.kind != "azure_default" && s.kind != "aws_assume_role" {
			sign(t, s, target)
		}
		leaks(t, o, &o, options, &options, s, s.scheme, s.shared, s.Status(t.Context()), o.blocks["shop"])
		for _, input := range s.inputs {
			leaks(t, input, &input)
		}
	}
	a := &document.Auth{Type: "basic", Settings: map[string]string{"password": canary}}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, v := range []any{a, document.Provider{Auth: a}, &document.Provider{Auth: a}} {
			if text := fmt.Sprintf(verb, v); strings.Contains(text, canary) {
				t.Errorf("%s of %T: %s", verb, v, text)
			}
		}
	}
}
