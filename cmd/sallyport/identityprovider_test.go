package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// provided is what the provider of clients/testdata/identity gives to a program.
func provided(t *testing.T, issuer, program, audience string) string {
	t.Helper()
	form := url.Values{"grant_type": {"client_credentials"}, "scope": {"data:read urn:zitadel:iam:org:project:id:" + audience + ":aud"}}
	return tokenOfProgram(t, issuer+"/oauth/token", program, form)
}

// tokenOfProgram is the token that a provider gives to a program, with its secret.
func tokenOfProgram(t *testing.T, endpoint, program string, form url.Values) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(program, "verysecret")
	status, text, _ := answered(t, r)
	var said struct {
		Token string `json:"access_token"`
	}
	if json.Unmarshal([]byte(text), &said) != nil || said.Token == "" {
		t.Fatalf("the provider gives no token: %d %s", status, text)
	}
	return said.Token
}

// calledWith begins a session at the MCP door with a token, and calls run_select_query.
func calledWith(t *testing.T, r *running, token string) (status int, text string) {
	t.Helper()
	session := ""
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_select_query","arguments":{"sql":"SELECT count(*) FROM airports"}}}`,
	} {
		headers := map[string]string{"Authorization": "Bearer " + token}
		if session != "" {
			headers["Mcp-Session-Id"], headers["Mcp-Protocol-Version"] = session, "2025-06-18"
		}
		var header http.Header
		if status, text, header = sendMessage(t, "http://"+r.mcp+"/mcp", body, headers); status >= 300 {
			return status, text
		}
		if session == "" {
			session = header.Get("Mcp-Session-Id")
		}
	}
	return status, text
}

// TestIdentityProvider takes tokens of a real provider at both doors: JWTs, and opaque ones that the
// provider is asked about.
func TestIdentityProvider(t *testing.T) {
	program := os.Getenv("IDENTITY_PROVIDER")
	if program == "" {
		t.Skip("make identity-providers runs it")
	}
	provider := exec.CommandContext(t.Context(), program)
	out, err := provider.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := provider.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = provider.Process.Kill(), provider.Wait() }()
	issuer, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	issuer = strings.TrimSpace(issuer)
	for kind, asking := range map[string]string{
		"jwt": "", "opaque": fmt.Sprintf(", introspection: {url: %q, client_id: api, secret_env: API_SECRET}", issuer+"/oauth/introspect"),
	} {
		t.Run(kind, func(t *testing.T) { takeTokens(t, issuer, kind, asking) })
	}
}

func takeTokens(t *testing.T, issuer, kind, asking string) {
	dir := t.TempDir()
	selfSigned(t, dir, "localhost")
	file := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf(`pgwire:
  tls: {cert_file: localhost.crt, key_file: localhost.key}
  tokens: {users: [jwt, opaque], mode: read_only}
auth:
  resource: https://gate.example/mcp
  issuers:
    - {name: zitadel, url: %q, audiences: [api], tenant: acme, claims: {scopes: [scope, "urn:zitadel:iam:org:project:roles"]}%s}
sources:
  - {name: demo, kind: duckdb, folder: %q, tenants: [acme]}
`, issuer, asking, abs(t, "../../sample"))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"API_SECRET=verysecret"}, "--config", file)
	good, other := provided(t, issuer, kind, "api"), provided(t, issuer, kind, "another")
	if status, said := calledWith(t, r, good); status != 200 || !strings.Contains(said, "3376") {
		t.Errorf("MCP: %d %s", status, said)
	}
	if status, said := calledWith(t, r, other); status != 401 {
		t.Errorf("MCP, for another audience: %d %s", status, said)
	}
	settings := "user=" + kind + " sslmode=verify-full sslrootcert=" + filepath.Join(dir, "localhost.crt")
	if said := psqlAs(t, r, settings, "PGPASSWORD="+good); said != "3376\n" {
		t.Errorf("psql: %s", said)
	}
	if said := psqlAs(t, r, settings, "PGPASSWORD="+other); !strings.Contains(said, "password authentication failed") {
		t.Errorf("psql, for another audience: %s", said)
	}
}
