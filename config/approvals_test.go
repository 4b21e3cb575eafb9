package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/config"
)

func TestApprovalsMistakes(t *testing.T) {
	for _, test := range []struct{ name, yaml, want string }{
		{"no token", "approvals:\n  address: 127.0.0.1:1\n", `sallyport.yaml:2: approvals.address: 127.0.0.1:1 needs a token of its own: set SALLYPORT_APPROVALS_TOKEN, or approvals.token_env or approvals.token_file`},
		{"no TLS", "approvals:\n  token_env: T\n  address: 0.0.0.0:1\n", `sallyport.yaml:3: approvals.address: 0.0.0.0:1 can be reached from other machines, and nothing keeps others from listening: set approvals.tls, or use 127.0.0.1`},
		{"no desk", "approvals: {desk: false, token_env: T, address: 'localhost:1'}\n", `sallyport.yaml:1: approvals.address: is where the desk listens, and there is none: set approvals.desk: true, or leave the address out`},
		{"no desk for a client", "approvals:\n  desk: false\n  desk_only_clients: [bot]\n", `sallyport.yaml:3: approvals.desk_only_clients: sends questions to the desk, and there is none: set approvals.desk: true, or leave the list out`},
		{"no port", "approvals: {token_env: T, address: localhost}\n", `sallyport.yaml:1: approvals.address: "localhost" is not host:port`},
		{"two tokens", "approvals: {token_env: T, token_file: t}\n", `sallyport.yaml:1: approvals: has 2 of token_env, token_file and token: give only one of them`},
		{"short token", "approvals: {token: hunter2}\n", `sallyport.yaml:1: approvals.token: is too short: a token has at least 16 characters (openssl rand -hex 32 makes one)`},
		{"the agents' token", "mcp: {token: hunter2hunter2hunter2}\napprovals: {token: hunter2hunter2hunter2}\n", `sallyport.yaml:2: approvals.token: is also that of the MCP door (mcp.token): its clients could approve`},
		{"half a certificate", "approvals: {tls: {cert_file: a}}\n", `sallyport.yaml:1: approvals.tls: cert_file is set and key_file is not: TLS needs both`},
		{"no time", "approvals: {expires: 0s}\n", `sallyport.yaml:1: approvals.expires: 0s is too small: the least is 1s`},
		{"negative margin", "approvals: {margin_rows: -1}\n", `sallyport.yaml:1: approvals.margin_rows: -1 is too small: the least is 0`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, got := load(t, test.yaml, nil); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestApprovals(t *testing.T) {
	c, problem := load(t, "approvals: {address: 'localhost:1', token_env: SALLYPORT_DESK, wait: 0s}\n",
		[]string{"SALLYPORT_DESK=x", "SALLYPORT_APPROVALS_VALID=1m"})
	if problem != "" || c.Approvals.Wait != 0 || c.Approvals.Valid != time.Minute || !c.Approvals.Desk {
		t.Errorf("%s %+v", problem, c.Approvals)
	}
	if _, problem = load(t, "approvals: {address: 'localhost:1', token_env: T}\n", []string{"SALLYPORT_APPROVALS_TOKEN=0123456789abcdef"}); problem != "" {
		t.Errorf("the variable does not win: %s", problem)
	}
}

func TestApprovalsToken(t *testing.T) {
	const good = "hunter2hunter2hunter2"
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(good+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	getenv := func(name string) string { return map[string]string{"GOOD": good, "SHORT": "hunter2"}[name] }
	for _, a := range []config.Approvals{{Token: good}, {TokenEnv: "GOOD"}, {TokenFile: file}} {
		if token, err := a.ResolveToken(getenv); token.Reveal() != good || err != nil {
			t.Errorf("%+v: %v", a, err)
		}
	}
	for want, a := range map[string]config.Approvals{
		"approvals.token is not set":                           {},
		"approvals.token_env: the variable NONE is not set":    {TokenEnv: "NONE"},
		"approvals.token_env: the variable SHORT is too short": {TokenEnv: "SHORT"},
		"approvals.token_file: open /nowhere":                  {TokenFile: "/nowhere"},
	} {
		if token, err := a.ResolveToken(getenv); token != "" || err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%+v: %v", a, err)
		}
	}
}
