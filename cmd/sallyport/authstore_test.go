package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// sharing writes the configuration of a server of several that are one.
func sharing(t *testing.T, address, more string) string {
	t.Helper()
	_, hash, _ := call(t, nil, "correct horse\n", "auth", "hash")
	file := filepath.Join(t.TempDir(), "several.yaml")
	text := fmt.Sprintf("auth: {resource: 'http://%s/mcp', server: {enabled: true, store: {dsn_env: AUTH_STORE_DSN}, users: [{name: ana, password_hash: '%s'}]}}\n%s",
		address, strings.TrimSpace(hash), more)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestAuthCommandsShared: the commands change what several servers share, from a machine that has nothing of
// theirs but the configuration.
func TestAuthCommandsShared(t *testing.T) {
	address := freePort(t)
	environ := []string{"AUTH_STORE_DSN=" + pgtest.Start(t).CreateDB(t), "SALLYPORT_STATE_DIR=" + t.TempDir(), "SALLYPORT_CONFIG=" + sharing(t, address, "")}
	start(t, environ, "--mcp-address", address)
	for _, step := range []struct{ args, want string }{
		{"keys list", "signs"},
		{"keys rotate", "signs in two seconds"},
		{"keys list", "verifies"},
		{"clients add desktop --redirect-uri http://127.0.0.1/callback", "Registered desktop."},
		{"clients list", "desktop"},
		{"clients remove desktop", "Removed desktop"},
		{"sessions list", "SUBJECT"},
	} {
		elsewhere := append([]string{}, environ...)
		elsewhere[1] = "SALLYPORT_STATE_DIR=" + t.TempDir()
		status, stdout, stderr := call(t, elsewhere, "", append([]string{"auth"}, strings.Fields(step.args)...)...)
		if status != 0 || !strings.Contains(stdout+stderr, step.want) {
			t.Errorf("auth %s: status %d\n%s%s", step.args, status, stdout, stderr)
		}
	}
}

// TestAuthStoreRefused: a store that is wrong is said by check-config and at the start, without its DSN.
func TestAuthStoreRefused(t *testing.T) {
	const shop = "host=db.example.com dbname=shop user=shop password=hunter2"
	source := "sources: [{name: shop, kind: postgres, dsn_env: SHOP_DSN}]\n"
	for name, test := range map[string]struct{ dsn, source, want string }{
		"no variable":           {"", "", "AUTH_STORE_DSN, which is not set"},
		"what is no DSN":        {"postgres://u:hunter2@h:x/d", "", "auth.server.store: the DSN cannot be read"},
		"the login of a source": {shop + " sslmode=disable", source, `the login of the source "shop"`},
		"a forbidden setting":   {shop + " synchronous_commit=off", "", `may not set "synchronous_commit"`},
	} {
		t.Run(name, func(t *testing.T) {
			environ := []string{"AUTH_STORE_DSN=" + test.dsn, "SHOP_DSN=" + shop, "HOME=" + t.TempDir()}
			file := sharing(t, "127.0.0.1:7878", test.source)
			status, stdout, stderr := call(t, environ, "", "check-config", file)
			if status == 0 || !strings.Contains(stderr, test.want) || strings.Contains(stdout+stderr, "hunter2") {
				t.Errorf("check-config: status %d\n%s%s", status, stdout, stderr)
			}
			status, stdout, stderr = call(t, environ, "", "srv", "--config", file, "--mcp-address", "127.0.0.1:0", "--pgwire-address", "127.0.0.1:0")
			if status == 0 || !strings.Contains(stderr, test.want) || strings.Contains(stdout+stderr, "hunter2") {
				t.Errorf("srv: status %d\n%s%s", status, stdout, stderr)
			}
		})
	}
}
