package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/auth/server"
)

// TestFlow goes the whole way: login, consent, code, token, refresh, revocation.
func TestFlow(t *testing.T) { onEachStore(t, flowHold) }

func flowHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	got := s.token(t, exchange(alice.code(t, "alice", map[string]string{"scope": "data:read data:write schema:provision"})))
	if got.Status != 200 || got.Type != "Bearer" || got.Expires != 900 || got.Scope != "data:read data:write" || got.Refresh == "" ||
		got.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%+v", got)
	}
	p, err := s.tokens.Verify(t.Context(), got.Access)
	must(t, err)
	if p.Name != "sallyport/acme/alice" || p.Client != "agent" || strings.Join(p.Roles, "") != "analyst" {
		t.Errorf("%+v", p)
	}
	again := s.token(t, refreshing(got.Refresh))
	if again.Status != 200 || again.Refresh == got.Refresh || again.Scope != got.Scope {
		t.Fatalf("%+v", again)
	}
	narrow := refreshing(again.Refresh)
	narrow["scope"] = "data:read"
	if again = s.token(t, narrow); again.Scope != "data:read" {
		t.Fatalf("%+v", again)
	}
	if again = s.token(t, refreshing(again.Refresh)); again.Scope != "data:read data:write" {
		t.Fatalf("fewer scopes once are fewer for ever: %+v", again)
	}
	response, err := http.PostForm(s.URL+"/api/oauth/revoke", url.Values{"token": {again.Refresh}, "client_id": {"agent"}})
	must(t, err)
	response.Body.Close()
	if _, err := s.tokens.Verify(t.Context(), again.Access); response.StatusCode != 200 || err == nil {
		t.Errorf("after revocation: %d %v", response.StatusCode, err)
	}
	if got := s.token(t, refreshing(again.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("after revocation: %+v", got)
	}
}

// TestConsent: no code without a person's yes, which is remembered for the same client and scopes.
func TestConsent(t *testing.T) { onEachStore(t, consentHold) }

func consentHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	at := alice.login(t, alice.get(t, s.ask(nil)), "alice")
	for _, want := range []string{"agent", "data:read", "http://127.0.0.1/callback", resource, "machine of your browser"} {
		if !strings.Contains(at.body, want) {
			t.Errorf("the page of consent does not say %q", want)
		}
	}
	if h := at.header; h.Get("X-Frame-Options") != "DENY" || !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") || h.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", h)
	}
	if no := alice.decide(t, at, "deny"); !strings.Contains(no.location, "error=access_denied") || !strings.Contains(no.location, "iss=") {
		t.Errorf("%s", no.location)
	}
	if again := alice.decide(t, at, "allow"); again.location != "" || again.status != 400 {
		t.Errorf("a decision is made twice: %d %s", again.status, again.location)
	}
	alice.code(t, "alice", nil)
	if next := alice.get(t, s.ask(nil)); !strings.Contains(next.location, "code=") {
		t.Errorf("the yes is not remembered: %s", next.body)
	}
	for name, change := range map[string]map[string]string{
		"more scopes": {"scope": "data:read data:write"}, "another client": {"client_id": "reader"},
		"another redirect": {"redirect_uri": "https://app.example/cb?keep=1"}, "asked anew": {"prompt": "consent"},
	} {
		if next := alice.get(t, s.ask(change)); next.location != "" || !strings.Contains(next.body, `value="allow"`) {
			t.Errorf("%s: nobody is asked: %s", name, next.location)
		}
	}
	bob := s.person(t)
	if at := bob.login(t, bob.get(t, s.ask(nil)), "bob"); at.location != "" {
		t.Errorf("somebody else's yes counts: %s", at.location)
	}
}

func TestConcurrentRedemption(t *testing.T) { onEachStore(t, concurrentRedemptionHold) }

func concurrentRedemptionHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	race := func(form map[string]string) (won int) {
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				got := s.token(t, form)
				mu.Lock()
				defer mu.Unlock()
				if got.Status == 200 {
					won++
				} else if got.Error != "invalid_grant" {
					t.Errorf("%+v", got)
				}
			})
		}
		all.Wait()
		return won
	}
	for range 3 {
		if won := race(exchange(alice.code(t, "alice", nil))); won > 1 {
			t.Errorf("a code was good %d times", won)
		}
		got := s.token(t, exchange(alice.code(t, "alice", nil)))
		if won := race(refreshing(got.Refresh)); won > 1 {
			t.Errorf("a refresh token was good %d times", won)
		}
	}
}

// TestUserIsGone: whoever is taken out of the configuration, or loses a scope, gets no new token.
func TestUserIsGone(t *testing.T) { onEachStore(t, userIsGoneHold) }

func userIsGoneHold(t *testing.T, open opener) {
	var options *server.Options
	s := open(t, func(o *server.Options) { options = o })
	alice, bob := s.person(t), s.person(t)
	hers := s.token(t, exchange(alice.code(t, "alice", map[string]string{"scope": "data:read data:write"})))
	his := s.token(t, exchange(bob.code(t, "bob", nil)))
	changed := *options
	changed.Users = []server.User{{Name: "alice", Hash: passwordOfAlice, Tenant: "globex", Scopes: []string{"data:read"}}}
	s.restart(t, changed)
	if got := s.token(t, refreshing(his.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("%+v", got)
	}
	got := s.token(t, refreshing(hers.Refresh))
	p, err := s.tokens.Verify(t.Context(), got.Access)
	must(t, err)
	if got.Scope != "data:read" || p.Tenant != "globex" || len(p.Roles) != 0 {
		t.Errorf("%+v %+v", got, p)
	}
}

// TestSessionsRevoke is what an operator does.
func TestSessionsRevoke(t *testing.T) { onEachStore(t, sessionsRevokeHold) }

func sessionsRevokeHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	got := s.token(t, exchange(alice.code(t, "alice", nil)))
	list, err := s.store.Sessions(t.Context())
	must(t, err)
	if len(list) != 1 || list[0].Subject != "alice" || list[0].Client != "agent" || list[0].Revoked {
		t.Fatalf("%+v", list)
	}
	n, err := s.store.Revoke(t.Context(), "alice")
	must(t, err)
	s.ahead = 2 * time.Second // the server looks again
	if _, err := s.tokens.Verify(t.Context(), got.Access); n != 1 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
	if got := s.token(t, refreshing(got.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("%+v", got)
	}
	if at := alice.get(t, s.ask(nil)); !strings.Contains(at.body, `name="password"`) {
		t.Error("the browser is still logged in")
	}
}

func TestKeys(t *testing.T) { onEachStore(t, keysHold) }

func keysHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	old := s.token(t, exchange(alice.code(t, "alice", nil)))
	_, err := s.store.RotateKey(t.Context())
	must(t, err)
	s.ahead = 2 * time.Second
	fresh := s.token(t, exchange(alice.code(t, "alice", nil)))
	head := func(token string) string { return strings.SplitN(token, ".", 2)[0] }
	if head(old.Access) == head(fresh.Access) {
		t.Error("the old key signs")
	}
	for _, one := range []string{old.Access, fresh.Access} {
		_, err := s.tokens.Verify(t.Context(), one)
		must(t, err)
	}
	if n := len(s.server.PublicKeys().Keys); n != 2 {
		t.Errorf("%d keys are published", n)
	}
	s.ahead = time.Hour
	if n := len(s.server.PublicKeys().Keys); n != 1 {
		t.Errorf("an hour later %d keys are published", n)
	}
	s.ahead = 100 * 24 * time.Hour
	before := s.server.PublicKeys().Keys[0].KeyID
	if s.ahead += 2 * time.Second; s.server.PublicKeys().Keys[0].KeyID == before && len(s.server.PublicKeys().Keys) == 1 {
		t.Error("after 100 days the same key signs")
	}
	for _, key := range s.server.PublicKeys().Keys {
		if !key.IsPublic() {
			t.Error("a private key is published")
		}
	}
}

func TestStoreIsPrivate(t *testing.T) {
	dir := t.TempDir()
	store, err := server.OpenStore(t.Context(), dir)
	must(t, err)
	_, err = store.RotateKey(t.Context())
	must(t, err)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, file := range files {
		info, err := os.Stat(file)
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", file, info.Mode())
		}
	}
	must(t, store.Close())
}

// TestNoSecretsInStore: what opens something is kept as a hash.
func TestNoSecretsInStore(t *testing.T) {
	dir := t.TempDir()
	store, err := server.OpenStore(t.Context(), dir)
	must(t, err)
	s := open(t, func(o *server.Options) { o.Store = store })
	alice := s.person(t)
	code := alice.code(t, "alice", nil)
	got := s.token(t, exchange(code))
	cookies := alice.Jar.Cookies(must2(url.Parse(s.URL)))
	must(t, store.Close())
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		for _, secret := range []string{code, got.Refresh, got.Access, cookies[0].Value, "correct horse"} {
			if strings.Contains(string(content), secret) {
				t.Errorf("%s has a secret", file)
			}
		}
	}
}

func must2[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestMetadata(t *testing.T) {
	s := open(t, nil)
	for _, path := range []string{"/.well-known/oauth-authorization-server", "/api/oauth/.well-known/authorization-server"} {
		response, err := http.Get(s.URL + path)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		must(t, err)
		response.Body.Close()
		var said map[string]any
		must(t, json.Unmarshal(body, &said))
		for name, want := range map[string]any{
			"issuer": s.URL, "authorization_endpoint": s.URL + "/api/oauth/authorize", "token_endpoint": s.URL + "/api/oauth/token",
			"authorization_response_iss_parameter_supported": true, "client_id_metadata_document_supported": true,
		} {
			if said[name] != want {
				t.Errorf("%s: %s is %v", path, name, said[name])
			}
		}
		if _, there := said["registration_endpoint"]; there {
			t.Error("registration is offered although it is off")
		}
		if strings.Contains(string(body), "plain") {
			t.Error("plain is offered")
		}
	}
	response, err := http.PostForm(s.URL+"/api/oauth/register", url.Values{})
	must(t, err)
	response.Body.Close()
	if response.StatusCode != 404 {
		t.Errorf("registration: %d", response.StatusCode)
	}
}
