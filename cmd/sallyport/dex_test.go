package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// dexCallback is where the programs of clients/testdata/dex have their codes sent.
const dexCallback = "http://127.0.0.1/callback"

// formAction is where a page's form goes.
var formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)

// ofDex is the access token that a person gets for a program, by a browser: the person logs in with a password, and
// the program exchanges the code.
func ofDex(t *testing.T, issuer, person, program string) string {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar, Timeout: 20 * time.Second, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.String(), dexCallback) {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	page, err := browser.Get(issuer + "/auth?" + url.Values{
		"client_id": {program}, "redirect_uri": {dexCallback}, "response_type": {"code"}, "scope": {"openid email profile groups"}, "state": {"s"},
	}.Encode())
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(page.Body)
	page.Body.Close()
	action := formAction.FindStringSubmatch(string(text))
	if action == nil {
		t.Fatalf("no page to log in: %d %s", page.StatusCode, text)
	}
	form, err := page.Request.URL.Parse(strings.ReplaceAll(action[1], "&amp;", "&"))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := browser.PostForm(form.String(), url.Values{"login": {person + "@acme.example"}, "password": {"pw-" + person}})
	if err != nil {
		t.Fatal(err)
	}
	sent.Body.Close()
	back, err := sent.Location()
	if err != nil || back.Query().Get("code") == "" {
		t.Fatalf("no code for %s: %d %v %v", person, sent.StatusCode, back, err)
	}
	return tokenOfProgram(t, issuer+"/token", program, url.Values{"grant_type": {"authorization_code"}, "code": {back.Query().Get("code")}, "redirect_uri": {dexCallback}})
}

// dexKeys are the identifiers of the keys that a Dex publishes.
func dexKeys(t *testing.T, issuer string) string {
	t.Helper()
	answer, err := http.Get(issuer + "/keys") //nolint:noctx // the test's own machine
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var keys struct {
		Keys []struct {
			ID string `json:"kid"`
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&keys); err != nil || len(keys.Keys) == 0 {
		t.Fatalf("keys: %+v %v", keys, err)
	}
	return keys.Keys[0].ID
}

// TestDex takes tokens of people whom a Dex has logged in, at both doors, also after Dex has new keys.
func TestDex(t *testing.T) {
	program := os.Getenv("DEX")
	if program == "" {
		t.Skip("make dex runs it")
	}
	dex := exec.CommandContext(t.Context(), program)
	out, err := dex.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := dex.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = dex.Process.Kill(), dex.Wait() }()
	issuer, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	issuer = strings.TrimSpace(issuer)
	dir := t.TempDir()
	selfSigned(t, dir, "localhost")
	file := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf(`pgwire:
  tls: {cert_file: localhost.crt, key_file: localhost.key}
  tokens: {users: ["*@acme.example"]}
auth:
  resource: https://gate.example/mcp
  issuers:
    - {name: dex, url: %q, audiences: [sallyport], tenant: acme, claims: {login: email, roles: [groups]}, scopes: [data:read]}
sources:
  - {name: demo, kind: duckdb, folder: %q, tenants: [acme]}
`, issuer, abs(t, "../../sample"))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file)
	secure := " sslmode=verify-full sslrootcert=" + filepath.Join(dir, "localhost.crt")
	atBothDoors := func(who, token string) {
		t.Helper()
		if status, said := calledWith(t, r, token); status != 200 || !strings.Contains(said, "3376") {
			t.Errorf("MCP, %s: %d %s", who, status, said)
		}
		if said := psqlAs(t, r, "user="+who+"@acme.example"+secure, "PGPASSWORD="+token); said != "3376\n" {
			t.Errorf("psql, %s: %s", who, said)
		}
	}
	alice, foreign := ofDex(t, issuer, "alice", "sallyport"), ofDex(t, issuer, "alice", "another")
	atBothDoors("alice", alice)
	if status, said := calledWith(t, r, foreign); status != 401 {
		t.Errorf("MCP, for another audience: %d %s", status, said)
	}
	for who, token := range map[string]string{"alice": foreign, "bob": alice} {
		if said := psqlAs(t, r, "user="+who+"@acme.example"+secure, "PGPASSWORD="+token); !strings.Contains(said, "password authentication failed") {
			t.Errorf("psql, %s with what is not a token of theirs: %s", who, said)
		}
	}
	before := dexKeys(t, issuer)
	eventually(t, "Dex has a new key", func() bool { return dexKeys(t, issuer) != before })
	atBothDoors("bob", ofDex(t, issuer, "bob", "sallyport"))
	atBothDoors("alice", alice)
}
