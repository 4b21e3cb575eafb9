package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckConfig(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("good.yaml", "mode: read_only\nsources:\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN}\n- {name: files, kind: duckdb, folder: ., default: true}\n")
	typo := file("typo.yaml", "moed: safe\n")
	absent := file("absent.yaml", "mcp:\n  tls: {cert_file: no.crt, key_file: no.key}\nsources:\n"+
		"- {name: a, kind: duckdb, folder: none}\n- {name: b, kind: duckdb, folder: good.yaml}\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN}\n")
	home := []string{"HOME=" + dir, "SALLYPORT_PGWIRE_ADDRESS=127.0.0.1:0", "SALLYPORT_MCP_ADDRESS=127.0.0.1:0"} // ports that nobody has
	for _, test := range []struct {
		name    string
		environ []string
		args    []string
		status  int
		want    string // all of standard output, or of standard error with status 1
	}{
		{"the defaults", nil, nil, 0, "the defaults (no file): ok\nmode safe, Postgres on 127.0.0.1:0, MCP on 127.0.0.1:0/mcp\n" +
			"no sources: the sample data is served\napprovals: the person at an MCP client that offers elicitation, or the approval desk\n" +
			"  know: a program that is its own MCP client can answer for its person, and approve what it asks for (approvals.elicitation)\nstate in DIR/.local/state/sallyport\n"},
		{"a file", []string{"SHOP_DSN=postgres://u:hunter2@db/shop"}, []string{good}, 0, "DIR/good.yaml: ok\nmode read_only, Postgres on 127.0.0.1:0, " +
			"MCP on 127.0.0.1:0/mcp\nsources shop (postgres), files (duckdb); the default is files\napprovals: nothing is asked in this mode\nstate in DIR/.local/state/sallyport\n"},
		{
			"flags win",
			[]string{"SHOP_DSN=host=db"},
			[]string{"--config", good, "--mode", "full_access", "--state-dir", dir + "/s", "--mcp-address", "localhost:0"},
			0,
			"DIR/good.yaml: ok\nmode full_access, Postgres on 127.0.0.1:0, MCP on localhost:0/mcp\n" +
				"sources shop (postgres), files (duckdb); the default is files\napprovals: nothing is asked in this mode\nstate in DIR/s\n",
		},
		{"a variable names the file", []string{"SALLYPORT_CONFIG=" + typo}, nil, 1, "DIR/typo.yaml:1: moed: unknown key; did you mean \"mode\"?\n"},
		{"a mistake", nil, []string{typo}, 1, "DIR/typo.yaml:1: moed: unknown key; did you mean \"mode\"?\n"},
		{"what it names is not there", nil, []string{absent}, 1, "DIR/absent.yaml:2: mcp.tls: open DIR/no.crt: no such file or directory\n" +
			"DIR/absent.yaml:4: source \"a\": folder: stat DIR/none: no such file or directory\nDIR/absent.yaml:5: source \"b\": folder: DIR/good.yaml is not a folder\n" +
			"DIR/absent.yaml:6: source \"shop\": dsn_env names the variable SHOP_DSN, which is not set: set it where the server starts\n"},
		{"a variable's mistake", []string{"SALLYPORT_LOG_LEVL=debug"}, nil, 1, "SALLYPORT_LOG_LEVL: unknown variable; did you mean \"SALLYPORT_LOG_LEVEL\"?\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := call(t, append(test.environ, home...), "", append([]string{"check-config"}, test.args...)...)
			got, silent := stdout, stderr
			if test.status != 0 {
				got, silent = stderr, stdout
			}
			if got = strings.ReplaceAll(got, dir, "DIR"); status != test.status || got != test.want || silent != "" {
				t.Errorf("status %d, and %q\ngot  %swant %s", status, silent, got, test.want)
			}
		})
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 3 {
		t.Errorf("check-config left something behind: %v", entries)
	}
}

// TestCheckConfigFindsAll: every mistake is listed at once, each with its place, and
// nothing is said of what only follows from another one.
func TestCheckConfigFindsAll(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"secret": "\n", "broken.pem": "no certificate", "short": "abc"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got strings.Builder
	for _, yaml := range []string{
		// A bad name, an unset variable, an unknown key, a duration, a word, a group.
		"mode: saef\nsources:\n- {name: Shop, kind: postgres, dsn_env: NOT_SET}\n- {name: shop, kind: postgres, dsn_env: NOT_SET_EITHER, max_idel: 3}\n" +
			"limits: {statement_timeout: 30}\nlog: loud\n",
		// Names and ports that are there twice.
		"pgwire: {address: 'localhost:7000'}\nmcp: {address: 'localhost:7000'}\nsources:\n- {name: a, kind: duckdb}\n- {name: a, kind: duckdb, folder: nowhere}\n" +
			"- {name: b, kind: duckdb, path: nowhere/b.duckdb}\n",
		// What is missing is not asked for where the key may be the misspelt one.
		"sources:\n- {name: a, knid: postgres, dsn_env: NOT_SET}\n- {name: b, kind: postgres, dsn_evn: SHOP}\n- {name: c, kind: postgres}\n",
		// Files.
		"pgwire:\n  tls: {cert_file: broken.pem, key_file: none.key}\n  users:\n  - {name: alice, password_file: secret}\n  - {name: bob, verifier: md5}\n  - {name: carol, password_env: NOT_SET}\n" +
			"mcp:\n  tls: {cert_file: broken.pem, key_file: broken.pem}\n  token_file: short\n" +
			"sources:\n- {name: a, kind: postgres, dsn_file: none}\n- {name: b, kind: postgres, dsn_file: secret}\n- {name: c, kind: postgres, dsn: 'host=db port=hunter2'}\n- {name: d, kind: postgres, dsn: 'host=db sslrootcert=/none'}\n",
		// Folders that cannot be.
		"state_dir: secret/state\naudit:\n  dir: secret\n  head_dir: secret/x/y\n  publish_head: {file: secret/head}\n",
		// Sinks, the desk, tools.
		"approvals: {address: 'localhost:1', token_env: NOT_SET}\naudit:\n  sinks: [{kind: http, url: 'https://siem.example.com', token_env: NOT_SET}, {kind: syslog, address: 'x://y'}]\n" +
			"mcp:\n  enabled_tools: [run_select_qurey]\n  token_env: NOT_SET\n",
		// What is not YAML says no more.
		"mode: [safe\nsources: {}\n",
		// And a variable's mistake stands beside the file's.
		"mode: read_only\nsources: [{name: select, kind: duckdb}]\n",
	} {
		file := filepath.Join(dir, "sallyport.yaml")
		if err := os.WriteFile(file, []byte(yaml), 0o600); err != nil {
			t.Fatal(err)
		}
		environ := []string{"HOME=" + dir}
		if strings.HasPrefix(yaml, "mode: read_only") {
			environ = append(environ, "SALLYPORT_LOG_LEVEL=loud", "SALLYPORT_LIMITS_MCP_MAX_ROWS=many", "SALLYPORT_MOD=safe")
		}
		status, stdout, stderr := call(t, environ, "", "check-config", file)
		if strings.Contains(stderr, "hunter2") {
			t.Errorf("a secret is told:\n%s", stderr)
		}
		fmt.Fprintf(&got, "== %s-- stdout %q, stderr\n%s-- status %d\n\n", yaml, stdout, strings.ReplaceAll(stderr, dir+"/", ""), status)
	}
	compare(t, "checkconfig.txt", got.String())
}

// TestCheckConfigBesideServer: what is taken is noted, and is no mistake.
func TestCheckConfigBesideServer(t *testing.T) {
	r := start(t, nil)
	status, stdout, stderr := call(t, []string{"HOME=" + t.TempDir()}, "", "check-config", "--pgwire-address", r.pgwire, "--mcp-address", r.mcp)
	if status != 0 || !strings.Contains(stdout, ": ok\n") || strings.Count(stderr, "listens on "+r.pgwire) != 1 || strings.Count(stderr, "listens on "+r.mcp) != 1 {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}

// check-config says who may approve, by the mode and the settings, and what elicitation
// cannot rule out.
func TestCheckConfigSaysWhoApproves(t *testing.T) {
	const alone = "a program that is its own MCP client can answer for its person"
	for _, test := range []struct{ yaml, want, not string }{
		{"mode: safe\n", "approvals: the person at an MCP client that offers elicitation, or the approval desk\n  know: " + alone, "xyz"},
		{"mode: safe\napprovals: {elicitation: false}\n", "approvals: the approval desk\n", alone},
		{"mode: delete_safe\napprovals: {desk_only_clients: [bot], desk_only_principals: [ci, cd]}\n", "(not clients that say they are bot, nor principals ci, cd), or the approval desk\n", "xyz"},
		{"mode: safe\napprovals: {elicitation: false, desk: false}\n", "approvals: nobody\n", alone},
		{"mode: read_only\n", "approvals: nothing is asked in this mode\n", alone},
	} {
		status, stdout, stderr := call(t, []string{"HOME=/nowhere"}, "", "check-config", configFileFor(t, test.yaml))
		if status != 0 || !strings.Contains(stdout, test.want) || strings.Contains(stdout, test.not) {
			t.Errorf("%s: status %d\n%s%s", test.yaml, status, stdout, stderr)
		}
	}
}
