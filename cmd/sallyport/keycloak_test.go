package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ofKeycloak is a token that a Keycloak gives to a program.
func ofKeycloak(t *testing.T, issuer, program string) string {
	t.Helper()
	return tokenOfProgram(t, issuer+"/protocol/openid-connect/token", program, url.Values{"grant_type": {"client_credentials"}})
}

// TestKeycloak takes tokens of a Keycloak at both doors, with the realm of clients/testdata/keycloak.
func TestKeycloak(t *testing.T) {
	issuer := os.Getenv("KEYCLOAK_ISSUER")
	if issuer == "" {
		t.Skip("make keycloak runs it")
	}
	dir := t.TempDir()
	selfSigned(t, dir, "localhost")
	file := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf(`pgwire:
  tls: {cert_file: localhost.crt, key_file: localhost.key}
  tokens: {users: [agent], mode: read_only}
auth:
  resource: https://gate.example/mcp
  issuers:
    - {name: corp, url: %q, claims: {tenant: tenant_id, login: login, roles: [realm_access.roles]}, tenants: [acme]}
sources:
  - {name: demo, kind: duckdb, folder: %q, tenants: [acme]}
`, issuer, abs(t, "../../sample"))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file)
	good, other := ofKeycloak(t, issuer, "agent"), ofKeycloak(t, issuer, "other")
	if status, said := calledWith(t, r, good); status != 200 || !strings.Contains(said, "3376") {
		t.Errorf("MCP: %d %s", status, said)
	}
	if status, said := calledWith(t, r, other); status != 401 {
		t.Errorf("MCP, for another audience: %d %s", status, said)
	}
	settings := "user=agent sslmode=verify-full sslrootcert=" + filepath.Join(dir, "localhost.crt")
	if said := psqlAs(t, r, settings, "PGPASSWORD="+good); said != "3376\n" {
		t.Errorf("psql: %s", said)
	}
	if said := psqlAs(t, r, settings, "PGPASSWORD="+other); !strings.Contains(said, "password authentication failed") {
		t.Errorf("psql, for another audience: %s", said)
	}
}
