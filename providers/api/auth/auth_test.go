package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	for _, test := range []struct{ block, want string }{
		{`{"type": "interactive"}`, "service account"},
		{`{"type": "oci_signing_v1"}`, "Oracle"},
		{`{"type": "sql_data_source::postgres"}`, "DSN"},
		{`{"type": "kerberos"}`, "aws_assume_role"},
		{`{"type": "basic"}`, "username_var"},
		{`{"type": "bearer"}`, "credentialsenvvar"},
		{`{"type": "custom", "credentialsenvvar": "A"}`, "no name"},
		{`{"type": "custom", "credentialsenvvar": "A", "name": "a b"}`, "no name of a header"},
		{`{"type": "custom", "credentialsenvvar": "A", "name": "Host"}`, "no name of a header"},
		{`{"type": "custom", "credentialsenvvar": "A", "name": "a", "location": "body"}`, "header and query"},
		{`{"type": "oauth2", "grant_type": "password"}`, "client_credentials"},
		{`{"type": "oauth2", "grant_type": "client_credentials"}`, "client_id_env_var"},
		{`{"type": "oauth2", "grant_type": "client_credentials", "auth_style": 3}`, "auth_style"},
		{`{"type": "service_account"}`, "credentialsfilepath"},
		{`{"type": "aws_signing_v4", "credentialsenvvar": "A"}`, "keyIDenvvar"},
		{`{"type": "aws_assume_role", "credentialsenvvar": "A", "keyIDenvvar": "B"}`, "aws_role_arn"},
		{`{"type": "basic", "usernameVar": "s3cr3t"}`, "write username_var"},
		{`{"type": "basic", "username_var": {"a": "s3cr3t"}}`, "username_var is no text"},
		{`{"type": "bearer", "credentialscommand": "cat s3cr3t"}`, "list of a program"},
		{`{"type": "bearer", "scopes": [{"a": "s3cr3t"}]}`, "list of texts"},
		{`{"sqlDataSource": {"dsn": "s3cr3t"}}`, "source of its own"},
		{`["s3cr3t"]`, "JSON object"},

		{`{"type": "custom", "successor": {"successor": {"successor": {"successor": {"successor": {}}}}}}`, "successors"},
	} {
		block, want := test.block, test.want
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
		p := newHosts([]string{c.pinned}, true).problemOf(request(t, c.url))
		if (p == nil) != c.ok {
			t.Errorf("pinned %s, to %s: %v", c.pinned, c.url, p)
		}
	}
	r := request(t, target)
	r.Host = "evil.example"
	if newHosts([]string{"api.shop.example"}, false).problemOf(r) == nil {
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
	signed := time.Now()
	write("SHOP_KEY=" + canary)
	if got := token(); got != "Bearer "+canary {
		t.Fatal("not read again: " + got)
	}
	if !s.Refused(t.Context(), signed) {
		t.Error("the credential has changed, so another try may help")
	}
	if s.Refused(t.Context(), time.Now()) {
		t.Error("the credential has not changed since, so another try cannot help")
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
	if !s.Refused(t.Context(), time.Now()) {
		t.Error("running it again may help")
	}
	sign(t, s, target)
	if text, _ := os.ReadFile(count); len(text) != 4 {
		t.Errorf("the command ran %d times", len(text)/2)
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
