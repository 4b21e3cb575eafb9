package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/config"
)

const good = "0123456789abcdef"

func TestToken(t *testing.T) {
	const short = "is too short: a token has at least 16 characters (openssl rand -hex 32 makes one)"
	dir := t.TempDir()
	for name, text := range map[string]string{"good": good + "\n", "short": "hunter2", "empty": "\n", "odd": "hunter2 hunter2 hunter2"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	environ := func(name string) string { return map[string]string{"GOOD": good, "SHORT": "hunter2"}[name] }
	for _, test := range []struct {
		mcp        config.MCP
		token, err string
	}{
		{config.MCP{}, "", ""},
		{config.MCP{Token: good}, good, ""},
		{config.MCP{Token: "hunter2"}, "", "mcp.token " + short},
		{config.MCP{TokenEnv: "GOOD"}, good, ""},
		{config.MCP{TokenEnv: "GOOD", Token: "another, 16 at least"}, "", "mcp.token has characters that a header cannot carry: use letters, digits and punctuation of ASCII"},
		{config.MCP{TokenEnv: "SHORT"}, "", "mcp.token_env: the variable SHORT " + short},
		{config.MCP{TokenEnv: "UNSET"}, "", "mcp.token_env: the variable UNSET is not set"},
		{config.MCP{TokenFile: "good"}, good, ""},
		{config.MCP{TokenFile: "short"}, "", "mcp.token_file: DIR/short " + short},
		{config.MCP{TokenFile: "empty"}, "", "mcp.token_file: DIR/empty is empty"},
		{config.MCP{TokenFile: "odd"}, "", "mcp.token_file: DIR/odd has characters that a header cannot carry: use letters, digits and punctuation of ASCII"},
		{config.MCP{TokenFile: "none"}, "", "mcp.token_file: open DIR/none: no such file or directory"},
	} {
		if test.mcp.TokenFile != "" {
			test.mcp.TokenFile = filepath.Join(dir, test.mcp.TokenFile)
		}
		token, err := test.mcp.ResolveToken(environ)
		problem := ""
		if err != nil {
			problem = strings.ReplaceAll(err.Error(), dir, "DIR")
		}
		if token.Reveal() != test.token || problem != test.err {
			t.Errorf("%+v: %q, %s", test.mcp, token.Reveal(), problem)
		}
	}
}

func TestTokenOfTheConfiguration(t *testing.T) {
	const open = "mcp: {address: '0.0.0.0:7878', tls: {cert_file: a, key_file: b}}\n"
	const token = "SALLYPORT_MCP_TOKEN=" + good
	for _, test := range []struct {
		file    string
		environ []string
		want    string
	}{
		{"", []string{token}, ""},
		{open, []string{token}, ""},
		{"mcp: {token_env: AGENTS}\n", []string{token}, ""}, // the variable wins
		{strings.Replace(open, "tls:", "token_file: x, tls:", 1), nil, ""},
		{"mcp:\n  token_env: A\n  token_file: b\n", nil, "sallyport.yaml:2: mcp: has 2 of token_env, token_file and token: give only one of them"},
		{"", []string{"SALLYPORT_MCP_TOKEN=hunter2"}, "SALLYPORT_MCP_TOKEN: mcp.token: is too short: a token has at least 16 characters (openssl rand -hex 32 makes one)"},
		{"", []string{"SALLYPORT_MCP_TOKEN="}, "SALLYPORT_MCP_TOKEN: mcp.token: is too short: a token has at least 16 characters (openssl rand -hex 32 makes one)"},
		{
			"mcp:\n  address: 0.0.0.0:7878\n",
			[]string{token},
			"sallyport.yaml:2: mcp.address: 0.0.0.0:7878 can be reached from other machines, and nothing keeps others from listening: set mcp.tls, " +
				"or use 127.0.0.1, or set mcp.allow_insecure: true if the network is to be trusted",
		},
		{"mcp:\n  principal: ''\n", nil, `sallyport.yaml:2: mcp.principal: "" is not a name of 1 to 63 bytes without control characters`},
	} {
		c, problem := load(t, test.file, test.environ)
		if problem != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.file, problem, test.want)
		}
		if text := fmt.Sprintf("%v %+v %#v", c, c, c); strings.Contains(text, good) {
			t.Errorf("the token shows in %s", text)
		}
	}
}

// TestEnabled: no list is all, an empty one is none.
func TestEnabled(t *testing.T) {
	for text, want := range map[string][]string{"": nil, "mcp: {enabled_tools: []}": {}, "mcp: {enabled_tools: [server_info]}": {"server_info"}} {
		if c, problem := load(t, text, nil); problem != "" || !reflect.DeepEqual(c.MCP.EnabledTools, want) {
			t.Errorf("%s: %s %#v", text, problem, c.MCP.EnabledTools)
		}
	}
	for value, want := range map[string][]string{"": {}, "a, b": {"a", "b"}} {
		if c, problem := load(t, "", []string{"SALLYPORT_MCP_ENABLED_TOOLS=" + value}); problem != "" || !reflect.DeepEqual(c.MCP.EnabledTools, want) {
			t.Errorf("%q: %s %#v", value, problem, c.MCP.EnabledTools)
		}
	}
}

func TestDoors(t *testing.T) {
	for _, test := range []struct {
		pg, mcp string
		same    bool
	}{
		{"127.0.0.1:1", "127.0.0.1:1", true},
		{"127.0.0.1:1", "localhost:1", true},
		{"127.0.0.1:1", "0.0.0.0:1", true},
		{":1", "10.0.0.1:1", true},
		{"127.0.0.1:0", "127.0.0.1:0", false},
		{"127.0.0.1:1", "127.0.0.1:2", false},
		{"127.0.0.1:1", "127.0.0.2:1", false},
	} {
		c := config.Config{PGWire: config.PGWire{Address: test.pg}, MCP: config.MCP{Address: test.mcp}}
		if err := c.CheckDoors(); (err != nil) != test.same {
			t.Errorf("%s, %s: %v", test.pg, test.mcp, err)
		}
	}
	c, _ := load(t, "mcp:\n  address: 127.0.0.1:5466\n", nil)
	if err := c.CheckDoors(); err == nil || !strings.HasSuffix(err.Error(), "sallyport.yaml:2: mcp.address: 127.0.0.1:5466 is the address of the Postgres door too (pgwire.address: 127.0.0.1:5466): each needs a port of its own") {
		t.Error(err)
	}
}

func TestEnvFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "env")
	write := func(text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	write("# comment\r\n\r\nA=1\r\nexport B = \"two words\" \nC='$A # no comment'\nD=a=b # kept\nEMPTY=\nE=\"\"\n", 0o600)
	entries, exposed, err := config.ReadEnvFile(path)
	if want := []string{"A=1", "B=two words", "C=$A # no comment", "D=a=b # kept"}; err != nil || exposed || !reflect.DeepEqual(entries, want) {
		t.Errorf("%q %v %v", entries, exposed, err)
	}
	write("hunter2\nA-B=hunter2\nA=\"hunter2\nB=1\nB=hunter2\nC=\"hunter2\" # x\n=hunter2\n", 0o640)
	_, exposed, err = config.ReadEnvFile(path)
	want := `env:1: is not NAME=value
env:2: what stands before = is not the name of a variable
env:3: A has a value that begins with a quote and does not end with it
env:5: B is set twice, first in line 4
env:6: C has a value that begins with a quote and does not end with it
env:7: what stands before = is not the name of a variable`
	if got := strings.ReplaceAll(fmt.Sprint(err), path, "env"); !exposed || got != want {
		t.Errorf("%v\n%s", exposed, got)
	}
	if _, _, err = config.ReadEnvFile(path + "x"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestBoundHost(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:7878": "[]", "localhost:1": "[]", "[::1]:1": "[]", "0.0.0.0:1": "[]", "[::]:1": "[]", ":1": "[]",
		"10.1.2.3:1": "[10.1.2.3]", "[2001:db8::1]:1": "[2001:db8::1]", "db.internal:1": "[db.internal]",
	} {
		if got := fmt.Sprint(config.MCP{Address: address}.BoundHost()); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
