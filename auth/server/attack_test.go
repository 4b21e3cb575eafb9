package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth/server"
)

// TestRequests: authorization requests that are not in order, and where the answer goes. Nothing goes
// to an address that the client has not registered.
func TestRequests(t *testing.T) {
	s := open(t, func(o *server.Options) { o.ClientDocuments = false })
	alice := s.person(t)
	for name, test := range map[string]struct {
		change map[string]string
		want   string // the error that is sent back; "": nothing is sent anywhere
	}{
		"no client":                 {map[string]string{"client_id": "-"}, ""},
		"an unknown client":         {map[string]string{"client_id": "nobody"}, ""},
		"documents are off":         {map[string]string{"client_id": "https://app.example/client.json"}, ""},
		"no redirect":               {map[string]string{"redirect_uri": "-"}, ""},
		"another redirect":          {map[string]string{"redirect_uri": "https://evil.example/cb"}, ""},
		"a longer redirect":         {map[string]string{"redirect_uri": "https://app.example/cb?keep=1&more=2"}, ""},
		"a path below":              {map[string]string{"redirect_uri": "https://app.example/cb/../evil?keep=1"}, ""},
		"a name in the redirect":    {map[string]string{"redirect_uri": "https://app.example@evil.example/cb?keep=1"}, ""},
		"another loopback name":     {map[string]string{"redirect_uri": "http://localhost/callback"}, ""},
		"another loopback address":  {map[string]string{"redirect_uri": "http://127.0.0.2/callback"}, ""},
		"a loopback look-alike":     {map[string]string{"redirect_uri": "http://127.0.0.1.evil.example/callback"}, ""},
		"another path of loopback":  {map[string]string{"redirect_uri": "http://127.0.0.1:7/other"}, ""},
		"a fragment":                {map[string]string{"redirect_uri": callback + "#x"}, ""},
		"another response type":     {map[string]string{"response_type": "token"}, "unsupported_response_type"},
		"no response type":          {map[string]string{"response_type": "-"}, "invalid_request"},
		"no state":                  {map[string]string{"state": "-"}, "invalid_request"},
		"no challenge":              {map[string]string{"code_challenge": "-"}, "invalid_request"},
		"plain":                     {map[string]string{"code_challenge_method": "plain", "code_challenge": verifier}, "invalid_request"},
		"no method":                 {map[string]string{"code_challenge_method": "-"}, "invalid_request"},
		"a challenge that is short": {map[string]string{"code_challenge": "abc"}, "invalid_request"},
		"a resource not ours":       {map[string]string{"resource": "https://other.example/mcp"}, "invalid_target"},
		"no scope that there is":    {map[string]string{"scope": "admin approve"}, "invalid_scope"},
		"scopes not the client's":   {map[string]string{"client_id": "reader", "scope": "data:write"}, "invalid_scope"},
		"a request object":          {map[string]string{"request": "x"}, "request_not_supported"},
	} {
		t.Run(name, func(t *testing.T) {
			got := alice.get(t, s.ask(test.change))
			to, err := url.Parse(got.location)
			must(t, err)
			switch q := to.Query(); {
			case test.want == "" && (got.location != "" || got.status != 400 || !strings.Contains(got.body, "<h1>")):
				t.Errorf("%d %s", got.status, got.location)
			case test.want != "" && (q.Get("error") != test.want || q.Get("iss") != s.URL || !strings.HasPrefix(got.location, callback)):
				t.Errorf("%d %q", got.status, got.location)
			}
		})
	}
	for _, free := range []string{"http://127.0.0.1:51999/callback", "http://127.0.0.1:1/callback"} {
		if got := alice.get(t, s.ask(map[string]string{"redirect_uri": free})); !strings.Contains(got.body, `name="password"`) {
			t.Errorf("%s: %d %s", free, got.status, got.location)
		}
	}
}

// TestPrograms: who asks without a browser is told in JSON.
func TestPrograms(t *testing.T) {
	s := open(t, nil)
	get := func(address string) page {
		r, err := http.NewRequest(http.MethodGet, address, nil)
		must(t, err)
		r.Header.Set("Accept", "application/json")
		return s.person(t).do(t, r)
	}
	got := get(s.ask(nil))
	if got.status != 401 || !strings.Contains(got.body, `"error":"login_required"`) || !strings.Contains(got.body, `"login_url":"`+s.URL+`/api/oauth/login"`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	got = get(s.ask(map[string]string{"code_challenge": "-"}))
	if got.status != 400 || strings.TrimSpace(got.body) != `{"error":"invalid_request","error_description":"Missing required parameter: code_challenge"}` {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestCodes: what becomes of a code that is not presented as it should be.
func TestCodes(t *testing.T) { onEachStore(t, codesHold) }

func codesHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	for name, test := range map[string]struct {
		change map[string]string
		want   string
	}{
		"another verifier":    {map[string]string{"code_verifier": strings.Repeat("x", 43)}, "invalid_grant"},
		"a short verifier":    {map[string]string{"code_verifier": "short"}, "invalid_grant"},
		"the challenge":       {map[string]string{"code_verifier": challengeOf(verifier)}, "invalid_grant"},
		"no verifier":         {map[string]string{"code_verifier": "-"}, "invalid_request"},
		"another client":      {map[string]string{"client_id": "reader"}, "invalid_grant"},
		"no client":           {map[string]string{"client_id": "-"}, "invalid_request"},
		"another redirect":    {map[string]string{"redirect_uri": "http://127.0.0.1:9/callback"}, "invalid_grant"},
		"no redirect":         {map[string]string{"redirect_uri": "-"}, "invalid_request"},
		"another resource":    {map[string]string{"resource": "https://gate.example/api/data-agent/mcp"}, "invalid_target"},
		"another grant type":  {map[string]string{"grant_type": "password"}, "unsupported_grant_type"},
		"no grant type":       {map[string]string{"grant_type": "-"}, "invalid_request"},
		"the same resource":   {map[string]string{"resource": resource}, ""},
		"a code that is none": {map[string]string{"code": "AAAA"}, "invalid_grant"},
	} {
		t.Run(name, func(t *testing.T) {
			form := exchange(alice.code(t, "alice", nil))
			for key, value := range test.change {
				form[key] = value
			}
			if got := s.token(t, form); got.Error != test.want || (test.want == "") != (got.Status == 200) {
				t.Errorf("%+v", got)
			}
		})
	}
	late := exchange(alice.code(t, "alice", nil))
	s.ahead = 11 * time.Minute
	if got := s.token(t, late); got.Error != "invalid_grant" || got.Description != "Invalid or expired authorization code" {
		t.Errorf("an old code: %+v", got)
	}
}

// TestReplays: what comes twice was stolen, and ends all that came of it.
func TestReplays(t *testing.T) { onEachStore(t, replaysHold) }

func replaysHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice := s.person(t)
	dead := func(name string, tokens ...answered) {
		t.Helper()
		for _, one := range tokens {
			if _, err := s.tokens.Verify(t.Context(), one.Access); err == nil {
				t.Errorf("%s: an access token is still good", name)
			}
			if got := s.token(t, refreshing(one.Refresh)); got.Error != "invalid_grant" {
				t.Errorf("%s: a refresh token is still good: %+v", name, got)
			}
		}
	}
	code := alice.code(t, "alice", nil)
	first := s.token(t, exchange(code))
	if _, err := s.tokens.Verify(t.Context(), first.Access); err != nil {
		t.Fatal(err)
	}
	if got := s.token(t, exchange(code)); got.Error != "invalid_grant" {
		t.Errorf("%+v", got)
	}
	dead("a code twice", first)

	other := s.token(t, exchange(alice.code(t, "alice", nil)))
	first = s.token(t, exchange(alice.code(t, "alice", nil)))
	second := s.token(t, refreshing(first.Refresh))
	third := s.token(t, refreshing(second.Refresh))
	stranger := refreshing(third.Refresh)
	stranger["client_id"] = "reader"
	if got := s.token(t, stranger); got.Error != "invalid_grant" {
		t.Errorf("another client refreshes: %+v", got)
	}
	wider := refreshing(third.Refresh)
	wider["scope"] = "data:read data:write"
	if got := s.token(t, wider); got.Error != "invalid_scope" {
		t.Errorf("more scopes: %+v", got)
	}
	elsewhere := refreshing(third.Refresh)
	elsewhere["resource"] = "https://other.example"
	if got := s.token(t, elsewhere); got.Error != "invalid_target" {
		t.Errorf("another resource: %+v", got)
	}
	if got := s.token(t, refreshing(first.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("%+v", got)
	}
	dead("a refresh token twice", second, third)
	if _, err := s.tokens.Verify(t.Context(), other.Access); err != nil {
		t.Errorf("another grant has ended, too: %v", err)
	}
	s.ahead = 15 * 24 * time.Hour
	if got := s.token(t, refreshing(other.Refresh)); got.Error != "invalid_grant" {
		t.Errorf("an old refresh token: %+v", got)
	}
}

// TestForms: no page of somebody else logs a person in or says yes for them, and no session outlives a
// login.
func TestForms(t *testing.T) { onEachStore(t, formsHold) }

func formsHold(t *testing.T, open opener) {
	s := open(t, nil)
	alice, eve := s.person(t), s.person(t)
	before := alice.get(t, s.ask(nil))
	planted := alice.Jar.Cookies(must2(url.Parse(s.URL)))[0].Value
	good := before.fields()
	for name, form := range map[string]url.Values{
		"without the token":      {"request": good["request"], "name": {"alice"}, "password": {"correct horse"}},
		"with somebody's token":  {"form": eve.get(t, s.ask(nil)).fields()["form"], "request": good["request"], "name": {"alice"}, "password": {"correct horse"}},
		"with an invented token": {"form": {"AAAA"}, "name": {"alice"}, "password": {"correct horse"}},
	} {
		if got := alice.post(t, "/api/oauth/login", form); got.status != 403 {
			t.Errorf("login %s: %d", name, got.status)
		}
	}
	consent := alice.login(t, before, "alice")
	after := alice.Jar.Cookies(must2(url.Parse(s.URL)))[0].Value
	if planted == after {
		t.Error("the session of before the login is the session of after it")
	}
	fixed := s.person(t)
	fixed.Jar.SetCookies(must2(url.Parse(s.URL)), []*http.Cookie{{Name: "sallyport", Value: planted}})
	if got := fixed.get(t, s.URL+consent.url.RequestURI()); got.status != 400 {
		t.Errorf("the old session sees the request: %d", got.status)
	}
	eveIn := eve.login(t, eve.get(t, s.ask(nil)), "bob")
	hers := consent.fields()
	hers.Set("decision", "allow")
	if got := eve.post(t, "/api/oauth/consent", hers); got.location != "" {
		t.Errorf("somebody else decides: %s", got.location)
	}
	crossed := url.Values{"form": eveIn.fields()["form"], "request": hers["request"], "decision": {"allow"}}
	if got := alice.post(t, "/api/oauth/consent", crossed); got.location != "" || got.status != 403 {
		t.Errorf("with somebody's token: %d %s", got.status, got.location)
	}
	for header, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
		r, err := http.NewRequest(http.MethodPost, s.URL+"/api/oauth/consent", strings.NewReader(hers.Encode()))
		must(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set(header, value)
		if got := alice.do(t, r); got.status != 403 {
			t.Errorf("%s: %d", header, got.status)
		}
	}
	if got := alice.decide(t, consent, "allow"); !strings.Contains(got.location, "code=") {
		t.Errorf("and she herself: %d", got.status)
	}
}

// TestLoginLeadsNowhere: no parameter of the login sends a browser away.
func TestLoginLeadsNowhere(t *testing.T) {
	s := open(t, nil)
	alice := s.person(t)
	at := alice.get(t, s.URL+"/api/oauth/login?request=https://evil.example&redirect=https://evil.example&next=//evil.example")
	if strings.Contains(at.body, "evil") {
		t.Error(at.body)
	}
	if got := alice.login(t, at, "alice"); got.location != "" || !strings.Contains(got.body, "You are logged in") {
		t.Errorf("%d %s", got.status, got.location)
	}
	form := alice.get(t, s.URL+"/api/oauth/login").fields()
	form.Set("name", "alice")
	form.Set("password", "wrong")
	if got := alice.post(t, "/api/oauth/login", form); got.status != 401 || strings.Contains(got.body, "correct horse") {
		t.Errorf("%d", got.status)
	}
}

// TestDocuments: clients that are described by documents of their own.
func TestDocuments(t *testing.T) {
	s := open(t, nil)
	alice := s.person(t)
	const id = "https://app.example/client.json"
	for name, test := range map[string]struct{ id, text, want string }{
		"in order":           {id, `{"client_id":"` + id + `","client_name":"Some <b>app</b>","redirect_uris":["` + callback + `"]}`, "Some &lt;b&gt;app"},
		"another id":         {"https://app.example/2.json", `{"client_id":"` + id + `","redirect_uris":["` + callback + `"]}`, "another client_id"},
		"no redirects":       {"https://app.example/3.json", `{"client_id":"https://app.example/3.json"}`, "redirect"},
		"another's redirect": {"https://app.example/4.json", `{"client_id":"https://app.example/4.json","redirect_uris":["https://app.example/x"]}`, "not one that the client has registered"},
		"a script":           {"https://app.example/5.json", `{"client_id":"https://app.example/5.json","redirect_uris":["javascript:alert(1)"]}`, "browsers treat as their own"},
		"a secret":           {"https://app.example/6.json", `{"client_id":"https://app.example/6.json","client_secret":"x","redirect_uris":["` + callback + `"]}`, "secret"},
		"a secret's method":  {"https://app.example/7.json", `{"client_id":"https://app.example/7.json","token_endpoint_auth_method":"client_secret_basic","redirect_uris":["` + callback + `"]}`, "public one"},
		"not there":          {"https://app.example/8.json", "", "no such host"},
		"http":               {"http://app.example/client.json", `{}`, "no such client"},
		"no path":            {"https://app.example", `{}`, "no such client"},
		"dots":               {"https://app.example/a/../client.json", `{}`, "no such client"},
		"encoded dots":       {"https://app.example/a/%2e%2e/client.json", `{}`, "no such client"},
		"a fragment":         {"https://app.example/client.json#x", `{}`, "no such client"},
		"a name in it":       {"https://u:p@app.example/client.json", `{}`, "no such client"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.text != "" {
				s.docs[test.id] = document{text: test.text}
			}
			at := alice.get(t, s.ask(map[string]string{"client_id": test.id}))
			if test.want == "Some &lt;b&gt;app" {
				at = alice.login(t, at, "alice")
			}
			if at.location != "" || !strings.Contains(at.body, test.want) {
				t.Errorf("%d %s %s", at.status, at.location, at.body)
			}
		})
	}
	// A document is kept as long as it says, within bounds.
	s.docs["https://app.example/9.json"] = document{`{"client_id":"https://app.example/9.json","redirect_uris":["` + callback + `"]}`, http.Header{"Cache-Control": {"max-age=600"}}}
	ask := s.ask(map[string]string{"client_id": "https://app.example/9.json"})
	known := func() bool { return !strings.Contains(alice.get(t, ask).body, "not known") }
	first := known()
	delete(s.docs, "https://app.example/9.json")
	if s.ahead = 9 * time.Minute; !first || !known() {
		t.Error("a document is not kept")
	}
	if s.ahead = 11 * time.Minute; known() {
		t.Error("a document is kept for longer than it says")
	}
}

// TestRegistration: where it is on, what clients say is checked, and nobody remembers a yes to them.
func TestRegistration(t *testing.T) { onEachStore(t, registrationHold) }

func registrationHold(t *testing.T, open opener) {
	s := open(t, func(o *server.Options) { o.Registration = true })
	register := func(body string) (int, string) {
		response, err := http.Post(s.URL+"/api/oauth/register", "application/json", strings.NewReader(body))
		must(t, err)
		defer response.Body.Close()
		var said struct {
			ID     string `json:"client_id"`
			Secret string `json:"client_secret"`
		}
		_ = jsonInto(response, &said)
		if said.Secret != "" {
			t.Error("a client gets a secret")
		}
		return response.StatusCode, said.ID
	}
	status, id := register(`{"client_name":"x","redirect_uris":["` + callback + `"]}`)
	if status != 201 || id == "" {
		t.Fatal(status)
	}
	alice := s.person(t)
	change := map[string]string{"client_id": id}
	alice.code(t, "alice", change)
	if at := alice.get(t, s.ask(change)); at.location != "" {
		t.Error("nobody is asked about a client that has registered itself")
	}
	for _, bad := range []string{`{}`, `{"redirect_uris":["http://evil.example/"]}`, `{"redirect_uris":["data:text/html,x"]}`, `{"redirect_uris":["https://a.example/#f"]}`, `nonsense`} {
		if status, _ := register(bad); status != 400 {
			t.Errorf("%s: %d", bad, status)
		}
	}
}

// TestAssertions: programs without a person, and the ways to pretend to be one.
func TestAssertions(t *testing.T) { onEachStore(t, assertionsHold) }

func assertionsHold(t *testing.T, open opener) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	s := open(t, func(o *server.Options) {
		o.Clients = append(o.Clients, server.Client{
			ID: "nightly", Tenant: "acme", Roles: []string{"analyst"}, Scopes: []string{"data:read"},
			Keys: &jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public()}}},
		})
	})
	claims := func(change map[string]any) map[string]any {
		out := map[string]any{"iss": "nightly", "sub": "nightly", "aud": s.URL, "jti": rand.Text(), "exp": time.Now().Unix() + 60}
		for name, value := range change {
			out[name] = value
		}
		return out
	}
	ask := func(assertion string, more map[string]string) answered {
		form := map[string]string{
			"grant_type": "client_credentials", "client_assertion": assertion,
			"client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
		}
		for name, value := range more {
			form[name] = value
		}
		return s.token(t, form)
	}
	good := signed(t, key, jose.ES256, claims(nil))
	got := ask(good, nil)
	if got.Status != 200 || got.Refresh != "" || got.Scope != "data:read" {
		t.Fatalf("%+v", got)
	}
	p, err := s.tokens.Verify(t.Context(), got.Access)
	must(t, err)
	if p.Name != "sallyport/acme/client:nightly" || p.Client != "nightly" {
		t.Errorf("%+v", p)
	}
	if got := ask(good, nil); got.Error != "invalid_client" || got.Status != 401 {
		t.Errorf("an assertion is good twice: %+v", got)
	}
	now := time.Now().Unix()
	for name, change := range map[string]map[string]any{
		"another audience": {"aud": "https://other.example"}, "no audience": {"aud": nil}, "expired": {"exp": now - 60}, "good for long": {"exp": now + 86400},
		"no expiry": {"exp": nil}, "no id": {"jti": ""}, "another subject": {"sub": "agent"}, "another client": {"iss": "agent", "sub": "agent"}, "not yet": {"nbf": now + 600},
	} {
		if got := ask(signed(t, key, jose.ES256, claims(change)), nil); got.Error != "invalid_client" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := ask(signed(t, stranger, jose.ES256, claims(nil)), nil); got.Error != "invalid_client" {
		t.Errorf("another key: %+v", got)
	}
	for name, more := range map[string]map[string]string{
		"invalid_scope": {"scope": "data:write"}, "invalid_target": {"resource": "https://other.example"}, "invalid_client": {"client_id": "agent"},
	} {
		if got := ask(signed(t, key, jose.ES256, claims(nil)), more); got.Error != name {
			t.Errorf("%v: %+v", more, got)
		}
	}
	if got := s.token(t, map[string]string{"grant_type": "client_credentials", "client_id": "agent"}); got.Error != "invalid_client" {
		t.Errorf("without an assertion: %+v", got)
	}
}

func TestTooOften(t *testing.T) {
	s := open(t, func(o *server.Options) { o.PerMinute = 2 })
	alice := s.person(t)
	var last page
	for range 3 {
		last = alice.get(t, s.ask(nil))
	}
	if last.status != 429 || last.header.Get("Retry-After") == "" {
		t.Errorf("%d %v", last.status, last.header)
	}
}
