//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/config"
)

// TestStackQLArguments: what StackQL's bundles, SDKs, tests and documentation pass
// starts as it stands, tells of everything that has no effect, and keeps the record.
func TestStackQLArguments(t *testing.T) {
	const (
		registry = `{"url":"file:///registry","localDocRoot":"/registry","verifyConfig":{"nopVerify":true}}`
		auth     = `{"google":{"credentialsfilepath":"/sa.json","type":"service_account"},"okta":{"credentialsenvvar":"OKTA","type":"api_key"}}`
		noRecord = "server.audit.disabled has no effect"
	)
	for name, test := range map[string]struct {
		args []string
		told []string
	}{
		"bundle": {
			[]string{"mcp", "--mcp.server.type=stdio", "--approot", "STATE", "--env.file", "STATE/.env", "--mcp.config", `{"server": {"audit": {"disabled": true}}}`},
			[]string{noRecord, "there is no file STATE/.env"},
		},
		"sdk": {
			[]string{"mcp", "--mcp.server.type=stdio", "--approot", "STATE", "--mcp.config", `{"server":{"audit":{"disabled":true},"mode":"read_only"}}`, "--auth=" + auth},
			[]string{noRecord},
		},
		"scenario": {
			[]string{"mcp", "--mcp.server.type=stdio", "--mcp.config", `{"server": {"audit": {"disabled": true}} }`, "--registry", registry, "--auth", auth, "--tls.allowInsecure", "--approot=STATE"},
			[]string{noRecord, "--tls.allowInsecure has no effect", "--registry: there is no such folder"},
		},
		"flags before the command": {
			[]string{"--tls.allowInsecure", "--approot", "STATE", "--mcp.server.type=stdio", "-", "mcp"},
			nil, // a flag that is none is left where it stands
		},
		"flags first": {
			[]string{"--tls.allowInsecure", "--approot", "STATE", "--mcp.server.type=stdio", "mcp", "--execution.concurrency.limit=-1", "-o", "json", "--dataflow.dependency.max=50", "--sqlBackend", "{}"},
			[]string{"--tls.allowInsecure has no effect", "--output has no effect", "--dataflow.dependency.max has no effect", "--sqlBackend has no effect"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			for i := range test.args {
				test.args[i] = strings.ReplaceAll(test.args[i], "STATE", state)
			}
			status, stdout, stderr := call(t, []string{"HOME=/none"}, talk, test.args...)
			if test.told == nil {
				if status != 1 || stdout != "" {
					t.Errorf("%d %s%s", status, stdout, stderr)
				}
				return
			}
			if status != 0 || !strings.Contains(stdout, `"serverInfo"`) || !strings.Contains(stdout, "3376") {
				t.Errorf("%d %s\n%s", status, stdout, stderr)
			}
			for _, want := range test.told {
				if want = strings.ReplaceAll(want, "STATE", state); strings.Count(stderr, want) != 1 {
					t.Errorf("the log does not say %q once\n%s", want, stderr)
				}
			}
			if files, err := filepath.Glob(filepath.Join(state, "audit", "*.jsonl")); err != nil || len(files) == 0 {
				t.Errorf("there is no record: %v", err)
			}
		})
	}
}

// TestImage: StackQL's image has its flags before the command.
func TestImage(t *testing.T) {
	r, _ := startProcess(t, "--pgsrv.port=0", "srv", "--mcp-address", "127.0.0.1:0")
	if got := strings.TrimSpace(psqlAs(t, r, "sslmode=disable")); got != "3376" {
		t.Errorf("psql gets %q", got)
	}
}

// TestIdleFlagsAreDocumented: the page on StackQL has every flag, and says why.
func TestIdleFlagsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/stackql.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range config.IdleFlags() {
		if !strings.Contains(string(page), "`--"+f.Name+"`") {
			t.Errorf("--%s is not on the page", f.Name)
		}
	}
}

func TestVersionFlag(t *testing.T) {
	_, want, _ := call(t, nil, "", "version")
	for _, flag := range []string{"--version", "-v"} {
		if status, stdout, stderr := call(t, nil, "", flag); status != 0 || stdout != want || !strings.HasPrefix(stdout, "sallyport ") {
			t.Errorf("%s: %d %q %s", flag, status, stdout, stderr)
		}
	}
}
