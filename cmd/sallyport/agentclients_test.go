//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestAgentClients: the clients themselves read what setup --agents writes and prints, and reach
// the server by it. `make agent-clients` installs them; without them there is nothing to test.
func TestAgentClients(t *testing.T) {
	clients := os.Getenv("AGENT_CLIENTS")
	if clients == "" {
		t.Skip("make agent-clients runs it")
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(home, "state")
	s := startDaemon(t, state, "--token", daemonToken)
	own := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "SALLYPORT_MCP_TOKEN=" + daemonToken}
	command := func(environ []string, name string, args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.Env = home, environ
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			t.Errorf("%s %v: %v\n%s", name, args, err, out.String())
		}
		return regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(out.String(), "")
	}
	client := func(name string, args ...string) string {
		t.Helper()
		return command(own, filepath.Join(clients, "node_modules", ".bin", name), args...)
	}
	setup := func(args ...string) string {
		t.Helper()
		environ := append([]string{asSallyport + "=yes"}, own...)
		return command(environ, os.Args[0], append([]string{"setup", "--agents"}, append(args, "--state-dir", state)...)...)
	}
	setup("claude-code,codex,opencode,gemini", "--yes")
	for agent, file := range map[string]string{"codex": ".codex/config.toml", "opencode": ".config/opencode/opencode.json"} {
		var text strings.Builder // of the block that is to be put into the file
		for line := range strings.Lines(setup(agent, "--print", "--no-skill")) {
			if rest, indented := strings.CutPrefix(line, "  "); indented {
				text.WriteString(rest)
			}
		}
		if err := os.WriteFile(filepath.Join(home, file), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		client string
		args   []string
		says   []string
	}{
		{"claude", []string{"mcp", "list"}, []string{"sallyport: " + s.URL + " (HTTP)", "Connected"}},
		{"codex", []string{"mcp", "list"}, []string{s.URL, "SALLYPORT_MCP_TOKEN", "enabled", "Bearer token"}},
		{"opencode", []string{"mcp", "list"}, []string{"sallyport", "connected", s.URL}},
		{"gemini", []string{"mcp", "list"}, []string{"sallyport: " + s.URL + " (http)"}},
		{"gemini", []string{"skills", "list"}, []string{"sallyport-analytics [Enabled]"}},
	} {
		out := client(test.client, test.args...)
		for _, want := range test.says {
			if !strings.Contains(out, want) {
				t.Errorf("%s %v does not say %q:\n%s", test.client, test.args, want, out)
			}
		}
		if strings.Contains(out, daemonToken) {
			t.Errorf("%s %v tells the token:\n%s", test.client, test.args, out)
		}
	}
	setup("claude-code", "--scope", "project", "--project", home, "--no-skill", "--yes")
	if out := client("claude", "mcp", "get", "sallyport"); !strings.Contains(out, s.URL) {
		t.Errorf("claude mcp get says\n%s", out)
	}
	setup("--remove", "--yes")
	if out := client("claude", "mcp", "list"); strings.Contains(out, "sallyport") {
		t.Errorf("removed, claude mcp list says\n%s", out)
	}
	if out := client("gemini", "mcp", "list"); strings.Contains(out, s.URL) {
		t.Errorf("removed, gemini mcp list says\n%s", out)
	}
	setup("claude-desktop", "--yes")
	plugin := filepath.Join(home, "plugin")
	command(own, "python3", "-m", "zipfile", "-e", filepath.Join(state, "sallyport-analytics.zip"), plugin)
	if out := client("claude", "plugin", "validate", plugin); !strings.Contains(out, "Validation passed") {
		t.Errorf("claude plugin validate says\n%s", out)
	}
}
