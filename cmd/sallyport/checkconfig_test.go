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
	home := "HOME=" + dir
	for _, test := range []struct {
		name    string
		environ []string
		args    []string
		status  int
		want    string // all of standard output, or of standard error with status 1
	}{
		{"the defaults", nil, nil, 0, "the defaults (no file): ok\nmode safe, Postgres on 127.0.0.1:5466, MCP on 127.0.0.1:7878/mcp\n" +
			"no sources: the sample data is served\napprovals: the person at an MCP client that offers elicitation, or the approval desk\n" +
			"  know: a program that is its own MCP client can answer for its person, and approve what it asks for (approvals.elicitation)\nstate in DIR/.local/state/sallyport\n"},
		{"a file", []string{"SHOP_DSN=postgres://u:hunter2@db/shop"}, []string{good}, 0, "DIR/good.yaml: ok\nmode read_only, Postgres on 127.0.0.1:5466, " +
			"MCP on 127.0.0.1:7878/mcp\nsources shop (postgres), files (duckdb); the default is files\napprovals: nothing is asked in this mode\nstate in DIR/.local/state/sallyport\n"},
		{
			"flags win",
			[]string{"SHOP_DSN=x"},
			[]string{"--config", good, "--mode", "full_access", "--state-dir", "/s", "--mcp-address", "localhost:1"},
			0,
			"DIR/good.yaml: ok\nmode full_access, Postgres on 127.0.0.1:5466, MCP on localhost:1/mcp\n" +
				"sources shop (postgres), files (duckdb); the default is files\napprovals: nothing is asked in this mode\nstate in /s\n",
		},
		{"a variable names the file", []string{"SALLYPORT_CONFIG=" + typo}, nil, 1, "DIR/typo.yaml:1: moed: unknown key; did you mean \"mode\"?\n"},
		{"a mistake", nil, []string{typo}, 1, "DIR/typo.yaml:1: moed: unknown key; did you mean \"mode\"?\n"},
		{"what it names is not there", nil, []string{absent}, 1, "mcp.tls: open DIR/no.crt: no such file or directory\n" +
			"source \"a\": folder: stat DIR/none: no such file or directory\nsource \"b\": folder: DIR/good.yaml is not a folder\n" +
			"source \"shop\": dsn_env names the variable SHOP_DSN, which is not set\n"},
		{"a variable's mistake", []string{"SALLYPORT_LOG_LEVL=debug"}, nil, 1, "SALLYPORT_LOG_LEVL: unknown variable; did you mean \"SALLYPORT_LOG_LEVEL\"?\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := call(t, append(test.environ, home), "", append([]string{"check-config"}, test.args...)...)
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

// TestConfigFlags: each of configFlags sets a key that exists.
func TestConfigFlags(t *testing.T) {
	values := map[string]string{"mode": "safe", "log-level": "info", "log-format": "json"}
	args := []string{"check-config"}
	for _, f := range configFlags {
		value := values[f.flag]
		if value == "" {
			value = fmt.Sprintf("localhost:%d", len(args))
		}
		args = append(args, "--"+f.flag, value)
	}
	if status, _, stderr := call(t, nil, "", args...); status != 0 {
		t.Error(stderr)
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
