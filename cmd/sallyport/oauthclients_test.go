//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOAuthClients runs OAuth clients against the built-in authorization server: those of the SDKs of MCP, and
// mcp-remote. They find it, register, have their person log in and agree, call tools, and renew their tokens. The
// inspector comes with a token, and the conformance suite has scenarios for authorization servers. `make
// oauth-clients` installs them; without them there is nothing to test.
func TestOAuthClients(t *testing.T) {
	remote := os.Getenv("OAUTH_CLIENTS")
	if remote == "" {
		t.Skip("make oauth-clients runs it")
	}
	const password = "correct horse battery staple"
	status, hash, stderr := call(t, nil, password+"\n", "auth", "hash")
	if status != 0 {
		t.Fatal(stderr)
	}
	address := freePort(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf(`mode: read_only
auth:
  resource: http://%s/mcp
  rate_limits: {authorize_per_minute: 1000}
  server:
    enabled: true
    dynamic_registration: true
    users: [{name: alice, password_hash: '%s', scopes: ['data:read']}]
    clients:
      - {id: suite, redirect_uris: ["http://127.0.0.1/callback"]}
      - {id: remote, redirect_uris: ["http://127.0.0.1/oauth/callback"]}
`, address, strings.TrimSpace(hash))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file, "--mcp-address", address)
	url := "http://" + address + "/mcp"
	env := append(os.Environ(), "CLIENTTEST_OAUTH_URL="+url, "CLIENTTEST_OAUTH_USER=alice", "CLIENTTEST_OAUTH_PASSWORD="+password,
		"CLIENTTEST_OAUTH_CLIENT=suite", "MCP_REMOTE="+filepath.Join(remote, "node_modules/mcp-remote/dist/proxy.js"))
	run := func(client string, more ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), "../../mcp/clienttest/run", client)
		command.Env = append(slices.Clone(env), more...)
		output, err := command.CombinedOutput()
		if err != nil || !strings.Contains(string(output), "ok "+strings.TrimSuffix(client, "inspector.mjs")) {
			t.Errorf("%s: %v\n%s", client, err, output)
		}
		return string(output)
	}
	run("oauth.mjs")
	run("oauth.py")
	t.Log(run("authorization.mjs"))
	said := run("token.mjs")
	_, token, _ := strings.Cut(strings.TrimSpace(said), "token ")
	token, _, _ = strings.Cut(token, "\n")
	run("mcp-remote.mjs", "CLIENTTEST_TOKEN="+token)
	run("inspector.mjs", "CLIENTTEST_TOKEN="+token, "CLIENTTEST_URL="+url)
	if records := r.records(t); !strings.Contains(records, `"subject":"alice"`) || !strings.Contains(records, `"client":"remote"`) {
		t.Error("the record does not say who asked, or by which program")
	}
}
