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

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// canary is in every secret of these tests.
const canary = "s3cr3t"

func overrides(t *testing.T, block string) Overrides {
	t.Helper()
	o, err := ParseOverrides([]byte(`{"shop": ` + block + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func signer(t *testing.T, block string, more ...func(*Options)) *Signer {
	t.Helper()
	o := Options{Provider: "shop", Overrides: overrides(t, block), Hosts: []string{"api.shop.example"}, Loopback: true}
	for _, f := range more {
		f(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func request(t *testing.T, url string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sign(t *testing.T, s *Signer, url string) *http.Request {
	t.Helper()
	r := request(t, url)
	if err := s.Sign(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	return r
}

const target = "https://api.shop.example/orders?limit=5"

func TestHeaders(t *testing.T) {
	t.Setenv("SHOP_USER", "ann")
	t.Setenv("SHOP_PASS", canary)
	t.Setenv("SHOP_EMPTY", "")
	t.Setenv("SHOP_KEY", canary+"\n")
	t.Setenv("SHOP_APP", "app"+canary)
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(canary+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SHOP_FILE", file)
	encoded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	for block, want := range map[string]string{
		`{"type": "null_auth"}`: "",
		`{}`:                    "",
		`{"type": "basic", "username_var": "SHOP_USER", "password_var": "SHOP_PASS"}`:           "Basic " + encoded("ann:"+canary),
		`{"type": "BASIC", "username_var": "SHOP_KEY", "password_var": "SHOP_EMPTY"}`:           "Basic " + encoded(canary+":"),
		`{"type": "basic", "api_key_var": "SHOP_USER", "api_secret_var": "SHOP_PASS"}`:          "Basic " + encoded("ann:"+canary),
		`{"type": "basic", "username": "bob", "password": "s3cr3t"}`:                            "Basic " + encoded("bob:"+canary),
		`{"type": "basic", "api_key": "bob", "api_secret": "s3cr3t"}`:                           "Basic " + encoded("bob:"+canary),
		`{"type": "basic", "credentialsenvvar": "SHOP_KEY"}`:                                    "Basic " + canary,
		`{"type": "basic", "credentialsfilepath": "` + file + `", "valuePrefix": "BASIC "}`:     "BASIC " + canary,
		`{"type": "basic", "credentialsfilepathenvvar": "SHOP_FILE"}`:                           "Basic " + canary,
		`{"type": "basic", "username": "bob", "password_command": ["echo", "s3cr3t"]}`:          "",
		`{"type": "bearer", "credentialsenvvar": "SHOP_KEY", "valuePrefix": "x"}`:               "Bearer " + canary,
		`{"type": "bearer", "credentialscommand": ["echo", "s3cr3t"]}`:                          "Bearer " + canary,
		`{"type": "api_key", "credentialsenvvar": "SHOP_KEY"}`:                                  "api_key " + canary,
		`{"type": "api_key", "credentialsenvvar": "SHOP_KEY", "valuePrefix": "Token token="}`:   "Token token=" + canary,
		`{"type": "api_key", "api_key_var": "SHOP_KEY", "valuePrefix": "SSWS "}`:                "SSWS " + canary,
		`{"type": "custom", "name": "Authorization", "api_key": "s3cr3t", "valuePrefix": "T "}`: "T " + canary,
	} {
		o, err := ParseOverrides([]byte(`{"shop": ` + block + `}`))
		if err != nil {
			t.Fatal(block, err)
		}
		s, err := New(Options{Provider: "shop", Overrides: o, Hosts: []string{"api.shop.example"}})
		if strings.Contains(block, "password_command") {
			continue // see TestCommands
		}
		if err != nil {
			t.Errorf("%s: %v", block, err)
			continue
		}
		r := request(t, target)
		if err := s.Sign(t.Context(), r, nil); err != nil {
			t.Errorf("%s: %v", block, err)
		} else if got := r.Header.Get("Authorization"); got != want {
			t.Errorf("%s: %q, want %q", block, got, want)
		}
	}
}

func TestCustomChain(t *testing.T) {
	t.Setenv("SHOP_KEY", canary)
	t.Setenv("SHOP_APP", "a b&"+canary)
	s := signer(t, `{"type": "custom", "location": "header", "name": "X-Key", "credentialsenvvar": "SHOP_KEY",
		"successor": {"type": "custom", "location": "query", "name": "app", "credentialsenvvar": "SHOP_APP"}}`)
	r := sign(t, s, target+"&a%70p=given&z=%2F")
	if r.Header.Get("X-Key") != canary || r.URL.RawQuery != "limit=5&z=%2F&app=a+b%26"+canary {
		t.Fatalf("%v %s", r.Header, r.URL)
	}
	if err := s.Sign(t.Context(), r, nil); err != nil || r.URL.Query()["app"][0] != "a b&"+canary || len(r.URL.Query()["app"]) != 1 {
		t.Fatalf("signed twice: %v %s", err, r.URL)
	}
	s = signer(t, `{"type": "api_key", "location": "query", "name": "key", "api_key": "s3cr3t"}`)
	if r := sign(t, s, "https://api.shop.example/"); r.URL.RawQuery != "key="+canary {
		t.Fatal(r.URL)
	}
}

// TestDocument: a document's block is read as one of --auth, with what only a person may
// say refused.
func TestDocument(t *testing.T) {
	t.Setenv("SHOP_KEY", canary)
	a := &document.Auth{Type: "api_key", Settings: map[string]string{"credentialsenvvar": "SHOP_KEY", "valuePrefix": "SSWS ", "unknown": "x"}}
	s, err := New(Options{Provider: "shop", Auth: a, Hosts: []string{"{sub}.shop.example"}})
	if err != nil {
		t.Fatal(err)
	}
	if r := sign(t, s, target); r.Header.Get("Authorization") != "SSWS "+canary {
		t.Fatal(r.Header)
	}
	// The override stands in the place of the whole block.
	s, err = New(Options{Provider: "shop", Auth: a, Overrides: overrides(t, `{"type": "null_auth"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if r := sign(t, s, target); len(r.Header) > 0 {
		t.Fatal(r.Header)
	}
	for _, key := range []string{"credentialsfilepath", "credentialscommand", "password_command", "hosts"} {
		for _, a := range []*document.Auth{
			{Type: "bearer", Settings: map[string]string{key: "/etc/passwd"}},
			{Type: "custom", Settings: map[string]string{"name": "A"}, Successor: &document.Auth{Settings: map[string]string{key: "x"}}},
		} {
			_, err := New(Options{Provider: "shop", Auth: a})
			if code(err) != sqlstate.InsufficientPrivilege || strings.Contains(err.Error(), "/etc") {
				t.Errorf("%s: %v", key, err)
			}
		}
	}
}

func code(err error) sqlstate.Code {
	e := (*sqlstate.Error)(nil)
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestRefusedBlocks(t *testing.T) {
	for block, want := range map[string]string{
		`{"type": "interactive"}`:                                                                         "service account",
		`{"type": "oci_signing_v1"}`:                                                                      "Oracle",
		`{"type": "sql_data_source::postgres"}`:                                                           "DSN",
		`{"type": "kerberos"}`:                                                                            "aws_assume_role",
		`{"type": "basic"}`:                                                                               "username_var",
		`{"type": "bearer"}`:                                                                              "credentialsenvvar",
		`{"type": "custom", "credentialsenvvar": "A"}`:                                                    "no name",
		`{"type": "custom", "credentialsenvvar": "A", "name": "a b"}`:                                     "no name of a header",
		`{"type": "custom", "credentialsenvvar": "A", "name": "Host"}`:                                    "no name of a header",
		`{"type": "custom", "credentialsenvvar": "A", "name": "a", "location": "body"}`:                   "header and query",
		`{"type": "oauth2", "grant_type": "password"}`:                                                    "client_credentials",
		`{"type": "oauth2", "grant_type": "client_credentials"}`:                                          "client_id_env_var",
		`{"type": "oauth2", "grant_type": "client_credentials", "auth_style": 3}`:                         "auth_style",
		`{"type": "service_account"}`:                                                                     "credentialsfilepath",
		`{"type": "aws_signing_v4", "credentialsenvvar": "A"}`:                                            "keyIDenvvar",
		`{"type": "aws_assume_role", "credentialsenvvar": "A", "keyIDenvvar": "B"}`:                       "aws_role_arn",
		`{"type": "basic", "usernameVar": "s3cr3t"}`:                                                      "write username_var",
		`{"type": "basic", "username_var": {"a": "s3cr3t"}}`:                                              "username_var is no text",
		`{"type": "bearer", "credentialscommand": "cat s3cr3t"}`:                                          "list of a program",
		`{"type": "bearer", "scopes": [{"a": "s3cr3t"}]}`:                                                 "list of texts",
		`{"sqlDataSource": {"dsn": "s3cr3t"}}`:                                                            "source of its own",
		`["s3cr3t"]`:                                                                                      "JSON object",
		`{"type": "custom", "successor": {"successor": {"successor": {"successor": {"successor": {}}}}}}`: "successors",
	} {
		o, err := ParseOverrides([]byte(`{"shop": ` + block + `}`))
		if err == nil {
			_, err = New(Options{Provider: "shop", Overrides: o})
		}
		text := fmt.Sprint(err)
		if e := (*sqlstate.Error)(nil); errors.As(err, &e) {
			text += e.Hint
		}
		if err == nil || !strings.Contains(text, want) || strings.Contains(text, canary) {
			t.Errorf("%s: %s", block, text)
		}
	}
}

func TestMissing(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for block, want := range map[string]string{
		`{"type": "basic", "username_var": "NO_USER", "password_var": "NO_PASS"}`:                                                                            "NO_PASS is not set",
		`{"type": "bearer", "credentialsenvvar": "NO_KEY"}`:                                                                                                  "NO_KEY is not set",
		`{"type": "bearer", "credentialsfilepath": "/does/not/exist"}`:                                                                                       "/does/not/exist cannot be read",
		`{"type": "bearer", "credentialsfilepath": "` + empty + `"}`:                                                                                         "is empty",
		`{"type": "bearer", "credentialsfilepathenvvar": "NO_FILE"}`:                                                                                         "NO_FILE is not set",
		`{"type": "service_account", "credentialsenvvar": "NO_KEY"}`:                                                                                         "NO_KEY is not set",
		`{"type": "aws_signing_v4", "keyIDenvvar": "NO_ID", "credentialsenvvar": "NO_KEY"}`:                                                                  "NO_ID is not set",
		`{"type": "aws_assume_role", "keyIDenvvar": "NO_ID", "credentialsenvvar": "NO_KEY", "aws_role_arn": "a"}`:                                            "NO_ID is not set",
		`{"type": "oauth2", "grant_type": "client_credentials", "client_id_env_var": "NO_ID", "client_secret_env_var": "NO_S", "token_url": "https://a.b/"}`: "NO_ID is not set",
	} {
		s := signer(t, block)
		err := s.Sign(t.Context(), request(t, target), nil)
		e := (*sqlstate.Error)(nil)
		if !errors.As(err, &e) || e.Code != sqlstate.InvalidAuthorization || !strings.Contains(e.Message, want) || !strings.HasPrefix(e.Message, "shop: ") {
			t.Errorf("%s: %v", block, err)
		} else if strings.Contains(want, "is not set") && !strings.Contains(e.Hint, "export NO_") {
			t.Errorf("%s: the hint has no example: %s", block, e.Hint)
		}
		if status := s.Status(t.Context()); !strings.Contains(status, want) || !strings.HasPrefix(status, s.kind+": ") {
			t.Errorf("%s: status %s", block, status)
		}
	}
}

func TestHosts(t *testing.T) {
	for _, c := range []struct {
		pinned, url string
		ok          bool
	}{
		{"api.shop.example", "https://api.shop.example/a", true},
		{"api.shop.example", "https://API.shop.example:443/a", true},
		{"api.shop.example", "https://api.shop.example:8443/a", false},
		{"api.shop.example:8443", "https://api.shop.example:8443/a", true},
		{"api.shop.example", "https://api.shop.example./a", false},
		{"api.shop.example", "http://api.shop.example/a", false},
		{"api.shop.example", "https://evil.example/a", false},
		{"api.shop.example", "https://api.shop.example.evil.example/a", false},
		{"api.shop.example", "https://evilapi.shop.example/a", false},
		{"api.shop.example", "https://user@api.shop.example/a", false},
		{"{region}.shop.example", "https://eu-1.shop.example/a", true},
		{"{region}.shop.example", "https://a.eu-1.shop.example/a", false},
		{"{region}.shop.example", "https://evil.example/.shop.example", false},
		{"s3-{region}.shop.example", "https://s3-eu.shop.example/", true},
		{"s3-{region}.shop.example", "https://eu.shop.example/", false},
		{"{a}.{b}.{c}", "https://evil.example.com/", false},
		{"{a}.com", "https://evil.com/", false},
		{"{a}.x{b}.com", "https://evil.xy.com/", false},
		{"{host}", "https://evil.com/", false},
		{"{a}.0.0.1", "https://127.0.0.1/", false},
		{"127.0.0.1:80", "http://127.0.0.1/", true},
		{"10.0.0.1:80", "http://10.0.0.1/", false},
		{"", "https:///", false},
	} {
		p := newHosts([]string{c.pinned}, true).check(request(t, c.url))
		if (p == nil) != c.ok {
			t.Errorf("pinned %s, to %s: %v", c.pinned, c.url, p)
		}
	}
	r := request(t, target)
	r.Host = "evil.example"
	if newHosts([]string{"api.shop.example"}, false).check(r) == nil {
		t.Error("a Host header of its own")
	}
	t.Setenv("SHOP_KEY", canary)
	s := signer(t, `{"type": "bearer", "credentialsenvvar": "SHOP_KEY", "hosts": ["own.example"]}`)
	r = request(t, "https://evil.example/")
	if err := s.Sign(t.Context(), r, nil); code(err) != sqlstate.InsufficientPrivilege || len(r.Header) > 0 {
		t.Error(err, r.Header)
	}
	sign(t, s, "https://own.example/")
	sign(t, s.ForService("x", []string{"other.shop.example"}), "https://other.shop.example/")
}

func TestHostsOf(t *testing.T) {
	got := HostsOf([]document.Server{
		{URL: "https://api.shop.example/v1"},
		{URL: "https://{sub}.{site}", Variables: []document.Param{{Name: "sub", Default: "api"}, {Name: "site", Enum: []string{"a.com", "b.eu"}}}},
		{URL: "https://{endpoint}/x", Variables: []document.Param{{Name: "endpoint"}}},
		{URL: "{protocol}://{addr}/", Variables: []document.Param{{Name: "protocol"}, {Name: "addr", Default: "localhost"}}},
		{URL: "https://{sub}.okta.com/", Variables: []document.Param{{Name: "sub", Default: "my-org"}}},
	})
	if want := "api.shop.example api.a.com api.b.eu {endpoint} localhost {sub}.okta.com"; strings.Join(got, " ") != want {
		t.Errorf("%v", got)
	}
}

func TestEnvFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("# keys\nexport A=1\n B = two words # note\r\nC='x\ny $Z \\n'\nD=\"p\\n\\\"q\"# end\n\nE=\nF=a#b\n")
	e := Environment{File: file}
	for name, want := range map[string]string{"A": "1", "B": "two words", "C": "x\ny $Z \\n", "D": "p\n\"q", "E": "", "F": "a#b"} {
		if got := e.Get(name); got != want {
			t.Errorf("%s = %q", name, got)
		}
	}
	t.Setenv("SHOP_KEY", "old")
	s := signer(t, `{"type": "bearer", "credentialsenvvar": "SHOP_KEY"}`, func(o *Options) { o.Environment = e })
	token := func() string { return sign(t, s, target).Header.Get("Authorization") }
	if got := token(); got != "Bearer old" {
		t.Fatal(got)
	}
	write("SHOP_KEY=" + canary)
	if got := token(); got != "Bearer "+canary {
		t.Fatal("not read again: " + got)
	}
	if !s.Refused(t.Context()) {
		t.Error("the credential has changed, so another try may help")
	}
	for text, line := range map[string]int{"A=1\nwhat " + canary: 2, "A='" + canary: 1, "A='x'" + canary: 1, "A=1\n\nB=\"x\ny\"\n=" + canary: 5} {
		write(text)
		err := s.Sign(t.Context(), request(t, target), nil)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d ", line)) || strings.Contains(err.Error(), canary) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestCommands(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	script := func(text string) string {
		argv, _ := json.Marshal([]string{"sh", "-c", text, canary})
		return string(argv)
	}
	s := signer(t, `{"type": "basic", "username": "ann", "password_command": `+script("echo x >> "+count+"; echo "+canary)+`}`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			r := request(t, target)
			if err := s.Sign(t.Context(), r, nil); err != nil {
				t.Error(err)
			} else if _, pass, _ := r.BasicAuth(); pass != canary {
				t.Error(pass)
			}
		})
	}
	all.Wait()
	if text, _ := os.ReadFile(count); len(text) != 2 {
		t.Errorf("the command ran %d times", len(text)/2)
	}
	if !s.Refused(t.Context()) {
		t.Error("running it again may help")
	}
	for text, want := range map[string]string{
		"echo " + canary + " >&2; echo " + canary + "; exit 3": "sh failed with exit code 3",
		"true":                          "wrote nothing",
		"yes " + canary:                 "more than",
		"printf 'a\\001" + canary + "'": "no header may have",
	} {
		s := signer(t, `{"type": "bearer", "credentialscommand": `+script(text)+`}`)
		err := s.Sign(t.Context(), request(t, target), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
		leaks(t, err, s.Status(t.Context()))
	}
	s = signer(t, `{"type": "bearer", "credentialscommand": ["/does/not/exist", "s3cr3t"]}`)
	err := s.Sign(t.Context(), request(t, target), nil)
	if err == nil || !strings.Contains(err.Error(), "cannot be run") {
		t.Error(err)
	}
	leaks(t, err)
	s = signer(t, `{"type": "bearer", "credentialscommand": ["sleep", "60"]}`)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Sign(ctx, request(t, target), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

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
		time.Sleep(20 * time.Millisecond)
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
	// One that was refused is fetched anew, unless it is quite new.
	scheme := s.scheme.(*bearer)
	if !s.Refused(t.Context()) || sign(t, s, target).Header.Get("Authorization") != "Bearer "+canary+"-2" {
		t.Error("a new token was dropped")
	}
	scheme.tokens.fetched = time.Now().Add(-time.Minute)
	if !s.Refused(t.Context()) || sign(t, s, target).Header.Get("Authorization") != "Bearer "+canary+"-3" {
		t.Error("a refused token was kept")
	}
	// It counts until shortly before its end.
	if end, _ := scheme.tokens.end(); time.Until(end) > 59*time.Minute || time.Until(end) < 58*time.Minute {
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
	for { // until the fetch is under way
		c := s.scheme.(*bearer).tokens
		c.mu.Lock()
		under := c.flight != nil
		c.mu.Unlock()
		if under {
			break
		}
		time.Sleep(time.Millisecond)
	}
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
