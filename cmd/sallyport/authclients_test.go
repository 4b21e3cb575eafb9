package main

import (
	"strings"
	"testing"
)

// TestAuthClients: a client that is added is listed until it is removed; what cannot be is refused, with what to do.
func TestAuthClients(t *testing.T) {
	state, address := t.TempDir(), freePort(t)
	environ := []string{"SALLYPORT_STATE_DIR=" + state}
	_, hash, _ := call(t, nil, "correct horse\n", "auth", "hash")
	start(t, nil, "--state-dir", state, "--mcp-address", address,
		"--config", configFileFor(t, "auth: {resource: 'http://"+address+"/mcp', server: {enabled: true, users: [{name: ana, password_hash: '"+strings.TrimSpace(hash)+"', scopes: ['data:read']}]}}\n"))
	for _, step := range []struct {
		args   string
		status int
		wants  []string
	}{
		{"add desktop --name Ours --redirect-uri http://127.0.0.1/callback --scope data:read", 0, []string{"Registered desktop."}},
		{"list", 0, []string{"CLIENT", "desktop", "Ours", "http://127.0.0.1/callback"}},
		{"add bad --redirect-uri http://example.com/callback", 1, []string{"Give --redirect-uri"}},
		{"add none", 1, []string{"Give --redirect-uri"}},
		{"remove desktop", 0, []string{"Removed desktop"}},
		{"remove desktop", 1, []string{`there is no client "desktop"`, "auth clients list"}},
	} {
		status, stdout, stderr := call(t, environ, "", append([]string{"auth", "clients"}, strings.Fields(step.args)...)...)
		for _, want := range step.wants {
			if status != step.status || !strings.Contains(stdout+stderr, want) {
				t.Errorf("%s: status %d, without %q\n%s%s", step.args, status, want, stdout, stderr)
			}
		}
	}
	if _, stdout, _ := call(t, environ, "", "auth", "clients", "list"); strings.Contains(stdout, "desktop") {
		t.Errorf("the removed client is listed:\n%s", stdout)
	}
}
