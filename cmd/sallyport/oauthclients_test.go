//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOAuthClients runs the OAuth clients of the SDKs of MCP against the built-in authorization server: they find
// it, register, have their person log in and agree, call tools, and renew their tokens. `make oauth-clients`
// installs them; without them there is nothing to test.
func TestOAuthClients(t *testing.T) {
	if os.Getenv("OAUTH_CLIENTS") == "" {
		t.Skip("make oauth-clients runs it")
	}
	const password = "correct horse battery staple"
	status, hash, stderr := call(t, nil, password+"\n", "auth", "hash")
	if status != 0 {
		t.Fatal(stderr)
	}
	address := freePort(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "auth:\n  resource: http://" + address + "/mcp\n  server:\n    enabled: true\n    dynamic_registration: true\n" +
		"    users: [{name: alice, password_hash: '" + strings.TrimSpace(hash) + "', scopes: ['data:read']}]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file, "--mcp-address", address)
	for _, client := range []string{"oauth.mjs", "oauth.py"} {
		run := exec.CommandContext(t.Context(), "../../mcp/clienttest/run", client)
		run.Env = append(os.Environ(), "CLIENTTEST_OAUTH_URL=http://"+address+"/mcp", "CLIENTTEST_OAUTH_USER=alice", "CLIENTTEST_OAUTH_PASSWORD="+password)
		if output, err := run.CombinedOutput(); err != nil || !strings.Contains(string(output), "ok "+client) {
			t.Errorf("%s: %v\n%s", client, err, output)
		}
	}
	if records := r.records(t); !strings.Contains(records, `"subject":"alice"`) {
		t.Error("the record does not say who asked")
	}
}
