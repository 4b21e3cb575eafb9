package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/config"
)

// stackql loads a configuration by StackQL's flags: name, value, name, value.
func stackql(t *testing.T, file string, flags ...string) (config.Config, string) {
	t.Helper()
	var overrides []config.Override
	for i := 0; i+1 < len(flags); i += 2 {
		overrides = append(overrides, config.Override{Flag: flags[i], Value: flags[i+1]})
	}
	return load(t, file, nil, overrides...)
}

const proxyType, object = "--mcp.server.type", "--mcp.config"

// TestObject: what each key of --mcp.config comes to: a value of ours, or a line
// of the log.
func TestObject(t *testing.T) {
	for _, test := range []struct {
		json, kind string
		got        func(config.Config) any
		want       any
		notice     string
	}{
		{json: ``},
		{json: `{}`},
		{json: ` {"server": {}} `},
		{json: `{"server":{"transport":"stdio"}}`, got: func(c config.Config) any { return c.StackQL.Transport }, want: "stdio"},
		{json: `{"server":{"transport":"http"}}`, kind: "reverse_proxy:x", got: func(c config.Config) any { return c.StackQL.Transport }, want: "http"},
		{json: `{"server":{"address":"127.0.0.1:9876"}}`, got: func(c config.Config) any { return c.MCP.Address }, want: "127.0.0.1:9876"},
		{json: `{"server":{"mode":"delete_safe"}}`, got: func(c config.Config) any { return c.Mode }, want: "delete_safe"},
		{json: `{"server":{"read_only":true}}`, got: func(c config.Config) any { return c.Mode }, want: "read_only"},
		{json: `{"server":{"read_only":true,"mode":"read_only"}}`, got: func(c config.Config) any { return c.Mode }, want: "read_only"},
		{json: `{"server":{"read_only":false}}`, got: func(c config.Config) any { return c.Mode }, want: "safe"},
		{json: `{"server":{"read_only":false,"mode":"full_access"}}`, got: func(c config.Config) any { return c.Mode }, want: "full_access"},
		{json: `{"server":{"render":"json"}}`, got: func(c config.Config) any { return c.MCP.Format }, want: "json"},
		{
			json: `{"server":{"tls_cert_file":"/a.crt","tls_key_file":"/a.key","scheme":"https"}}`,
			got:  func(c config.Config) any { return c.MCP.TLS }, want: config.TLS{CertFile: "/a.crt", KeyFile: "/a.key"},
		},
		{json: `{"server":{"scheme":"http"}}`},
		{json: `{"server":{"audit":{"disabled":false}}}`},
		{
			json: `{"server":{"audit":{"disabled":true}}}`,
			notice: "--mcp.config:1: server.audit.disabled has no effect: nothing runs here without a record, which is kept all the same (sallyport audit); " +
				"server.audit.failure_mode: best_effort answers also when none can be written",
		},
		{json: `{"server":{"audit":{"failure_mode":"best_effort"}}}`, got: func(c config.Config) any { return c.Audit.FailureMode }, want: "best_effort"},
		{json: `{"server":{"audit":{"sink":"file"}}}`},
		{
			json: `{"server":{"audit":{"file":{"path":"/log/x.log"}}}}`, got: func(c config.Config) any { return c.Audit.Dir }, want: "/log",
			notice: "--mcp.config:1: server.audit.file.path: the record has file names of its own: it is audit.jsonl in /log",
		},
		{json: `{"server":{"audit":{"file":{"dir":"/log"}}}}`, got: func(c config.Config) any { return c.AuditDir() }, want: "/log"},
		{
			json: `{"server":{"audit":{"file":{"dir":"/a","path":"/log/x.log"}}}}`, got: func(c config.Config) any { return c.Audit.Dir }, want: "/log",
			notice: "--mcp.config:1: server.audit.file.dir has no effect: path says where the record is\n" +
				"--mcp.config:1: server.audit.file.path: the record has file names of its own: it is audit.jsonl in /log",
		},
		{json: `{"server":{"audit":{"file":{"max_size_mb":7}}}}`, got: func(c config.Config) any { return c.Audit.MaxSizeMB }, want: 7},
		{json: `{"server":{"audit":{"file":{"max_backups":7}}}}`, got: func(c config.Config) any { return c.Audit.MaxBackups }, want: 7},
		{json: `{"server":{"audit":{"file":{"max_age_days":7}}}}`, got: func(c config.Config) any { return c.Audit.MaxAgeDays }, want: 7},
		{json: `{"server":{"name":"n"}}`, notice: "--mcp.config:1: server.name has no effect: clients are told that this is Sallyport"},
		{json: `{"server":{"version":"1"}}`, notice: "--mcp.config:1: server.version has no effect: clients are told Sallyport's version"},
		{json: `{"server":{"description":"d"}}`, notice: "--mcp.config:1: server.description has no effect: the instructions for clients are Sallyport's"},
		{json: `{"server":{"transport_cfg":{"any":[1,{"x":2}]}}}`, notice: "--mcp.config:1: server.transport_cfg has no effect: the transports have no settings of that kind"},
		{json: `{"server":{"max_concurrent_requests":100}}`, got: func(c config.Config) any { return c.MCP.MaxCalls }, want: 100},
		{json: `{"server":{"request_timeout":"30s"}}`, got: func(c config.Config) any { return c.Limits.StatementTimeout }, want: 30 * time.Second},
		{json: `{"backend":{"query_timeout":"1h"}}`, got: func(c config.Config) any { return c.Limits.StatementTimeout }, want: time.Hour},
		{
			json: `{"server":{"request_timeout":"30s"},"backend":{"query_timeout":"20s"}}`,
			got:  func(c config.Config) any { return c.Limits.StatementTimeout }, want: 20 * time.Second,
		},
		{
			json: `{"server":{"request_timeout":"30s"},"backend":{"query_timeout":"0s"}}`,
			got:  func(c config.Config) any { return c.Limits.StatementTimeout }, want: 30 * time.Second,
		},
		{json: `{"backend":{"type":"tcp"}}`, notice: "--mcp.config:1: backend.type has no effect: the DSN says what the backend is"},
		{json: `{"backend":{"app_name":"a"}}`, notice: "--mcp.config:1: backend.app_name has no effect: name the application in the DSN: application_name=…"},
		{json: `{"backend":{"connection_timeout":"10s"}}`, notice: "--mcp.config:1: backend.connection_timeout has no effect: set it in the DSN: connect_timeout=…"},
		{json: `{"backend":{"dsn":"stackql://localhost"}}`},
		{json: `{"backend":{"dsn":"postgres://h/d"}}`, notice: "--mcp.config:1: backend.dsn has no effect: it is for --mcp.server.type=reverse_proxy"},
		{json: `{"backend":{"max_connections":5}}`, notice: "--mcp.config:1: backend.max_connections has no effect: there is no backend"},
		{
			json: `{"backend":{"dsn":"host=h dbname='d'","max_connections":5}}`, kind: "reverse_proxy", got: func(c config.Config) any { return c.Sources },
			want: []config.Source{{Name: "d", Kind: "postgres", Default: true, DSN: "host=h dbname='d'", MCPMaxConnections: 5}},
		},
		{json: `{"enabled_tools":[]}`, got: func(c config.Config) any { return c.MCP.EnabledTools == nil }, want: true},
		{json: `{"enabled_tools":["server_info"]}`, got: func(c config.Config) any { return c.MCP.EnabledTools }, want: []string{"server_info"}},
		{
			json: `{"enabled_tools":["query_library_get"]}`, got: func(c config.Config) any { return c.MCP.EnabledTools }, want: []string{},
			notice: "--mcp.config:1: enabled_tools: Sallyport has no reload_credentials, query_library_search, query_library_get",
		},
		{json: `{"enabled_prompts":["p"]}`, got: func(c config.Config) any { return c.MCP.EnabledPrompts }, want: []string{"p"}},
		{json: `{"enabled_resources":["r"]}`, got: func(c config.Config) any { return c.MCP.EnabledResources }, want: []string{"r"}},
		{json: `{"disable_instructions":true}`, got: func(c config.Config) any { return c.MCP.Instructions }, want: false},
		{json: `{"disable_instructions":false}`, got: func(c config.Config) any { return c.MCP.Instructions }, want: true},
		{json: `{"query_library":{"base_url":"https://x"}}`, notice: "--mcp.config:1: query_library.base_url has no effect: there is no query library: nothing is ever fetched"},
		{json: `{"query_library":{"fallback_url":"https://x"}}`, notice: "--mcp.config:1: query_library.fallback_url has no effect: there is no query library: nothing is ever fetched"},
		{json: `{"query_library":{"ttl_seconds":1}}`, notice: "--mcp.config:1: query_library.ttl_seconds has no effect: there is no query library: nothing is ever fetched"},
		{json: `{"query_library":{"offline":true}}`},
	} {
		t.Run(test.json, func(t *testing.T) {
			kind, file, _ := strings.Cut(test.kind, ":")
			if file != "" {
				file = "sources: [{name: a, kind: postgres, dsn_env: A}]"
			}
			c, problem := stackql(t, file, proxyType, kind, object, test.json)
			if problem != "" {
				t.Fatal(problem)
			}
			if got := strings.Join(c.Notices, "\n"); got != test.notice {
				t.Errorf("told %s\nwant %s", got, test.notice)
			}
			if test.got == nil {
				c.Origin, c.Notices = nil, nil
				if !reflect.DeepEqual(c, config.Default()) {
					t.Errorf("it changes something: %+v", c)
				}
			} else if got := test.got(c); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %#v, want %#v", got, test.want)
			}
		})
	}
}

func TestObjectMistakes(t *testing.T) {
	for _, test := range []struct{ kind, json, want string }{
		{"", `{"server":{"adress":"x"}}`, `--mcp.config:1: server.adress: unknown key; did you mean "address"?`},
		{"", "{\n\"backnd\": {}\n}", `--mcp.config:2: backnd: unknown key; did you mean "backend"?`},
		{"", `{"query_library":{"base":1}}`, `--mcp.config:1: query_library.base: unknown key; valid keys: base_url, fallback_url, offline, ttl_seconds`},
		{"", `{"server":{"mode":"saef"}}`, `--mcp.config:1: server.mode: "saef" is not a valid value; did you mean "safe"?`},
		{"", `{"server":{"mode":"safe","mode":"full_access"}}`, `--mcp.config:1: server.mode: is set twice, first in line 1`},
		{"", `{"server":{"mode":"full_access","read_only":true}}`, `--mcp.config:1: server.read_only: true and server.mode: full_access contradict each other: leave one of them out`},
		{"", `{"server":{"render":"xml"}}`, `--mcp.config:1: server.render: "xml" is not a valid value; valid values: markdown, json`},
		{"", `{"server":{"scheme":"https"}}`, `--mcp.config:1: server.scheme: https needs tls_cert_file and tls_key_file`},
		{"", `{"server":{"tls_cert_file":"/a"}}`, `--mcp.config:1 (server.tls_cert_file): mcp.tls: cert_file is set and key_file is not: TLS needs both`},
		{"", `{"server":{"audit":{"sink":"otel"}}}`, `--mcp.config:1: server.audit.sink: "otel" is not a valid value; valid values: file`},
		{"", `{"server":{"request_timeout":30}}`, `--mcp.config:1: server.request_timeout: "30" is not a duration, such as 30s, 5m or 1h30m`},
		{"", `{"server":{"max_concurrent_requests":0}}`, `--mcp.config:1: server.max_concurrent_requests: 0 is too small: the least is 1`},
		{"", `{"server":{"mode":null}}`, `--mcp.config:1: server.mode: has no value: give one, or leave the key out`},
		{"", `{"server":{"transport":"sse"}}`, `--mcp.config:1: server.transport: the SSE transport of MCP is obsolete: use http, which is streamable HTTP`},
		{"sse", ``, `--mcp.server.type: the SSE transport of MCP is obsolete: use http, which is streamable HTTP`},
		{"http", `{"server":{"transport":"stdio"}}`, `--mcp.config:1: server.transport: stdio contradicts --mcp.server.type=http: leave one of them out`},
		{"reverse-proxy", ``, `--mcp.server.type: "reverse-proxy" is not a valid value; did you mean "reverse_proxy"?`},
		{"reverse_proxy", `{}`, `--mcp.server.type: reverse_proxy needs the server that it stands before: backend.dsn (or dsn_env, dsn_file) in --mcp.config, or a default source of kind postgres in the configuration`},
		{"reverse_proxy", `{"backend":{"dsn":"host=h password=hunter2","dsn_env":"A"}}`, `--mcp.config:1: backend: has 2 of dsn, dsn_env and dsn_file: give only one of them`},
		{"", `{"server":{"address":"0.0.0.0:1"}}`, `--mcp.config:1 (server.address): mcp.address: 0.0.0.0:1 can be reached from other machines, and clients are not asked for a token: set SALLYPORT_MCP_TOKEN (or mcp.token_env, mcp.token_file) and mcp.tls, or use 127.0.0.1, or set mcp.allow_insecure: true if the network is to be trusted`},
		{"", `/none.json`, `--mcp.config: is neither an object in JSON ({…}) nor a file that can be read: open /none.json: no such file or directory`},
	} {
		t.Run(test.kind+test.json, func(t *testing.T) {
			if _, got := stackql(t, "", proxyType, test.kind, object, test.json); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	for _, broken := range []string{`{"backend":{"dsn":"postgres://u:hunter2@h/d}`, `{"backend":{"dsn":"hunter2"}`, `{"server":{}} x`} {
		if _, got := stackql(t, "", object, broken); !strings.HasPrefix(got, "--mcp.config: line ") || strings.Contains(got, "hunter2") {
			t.Errorf("%s: %q", broken, got)
		}
	}
}

// TestObjectOfAFile: YAML or JSON, and paths are relative to it.
func TestObjectOfAFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.yaml": "# proxy\nserver:\n  tls_cert_file: a.crt\n  tls_key_file: a.key\nbackend:\n  dsn: postgres://u:hunter2@h/shop\n",
		"a.json": "{\n\t\"server\": {\"tls_cert_file\": \"a.crt\", \"tls_key_file\": \"a.key\"},\n\t\"backend\": {\"dsn\": \"postgres://u:hunter2@h/shop\"}\n}",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, problem := stackql(t, "", proxyType, "reverse_proxy", object, path)
		if problem != "" || len(c.Notices) != 0 || c.MCP.TLS.CertFile != filepath.Join(dir, "a.crt") || c.DefaultSource() != "shop" {
			t.Errorf("%s: %s %q %+v", name, problem, c.Notices, c)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte("server:\n  mdoe: safe\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, got := stackql(t, "", object, filepath.Join(dir, "a.yaml")); !strings.HasSuffix(got, `a.yaml:2: server.mdoe: unknown key; did you mean "mode"?`) {
		t.Error(got)
	}
}

// TestBackend: the source that a DSN becomes.
func TestBackend(t *testing.T) {
	const beside = "sources: [{name: shop, kind: duckdb}]\n"
	for _, test := range []struct{ file, dsn, name, kept string }{
		{"", "postgres://u@h:5433/shop?sslmode=verify-full", "shop", "postgres://u@h:5433/shop?sslmode=verify-full"},
		{"", "postgresql://h/Shop", "shop", "postgresql://h/Shop"},
		{"", "postgres:///?host=/run&dbname=shop", "shop", "postgres:///?host=/run&dbname=shop"},
		{"", "host=h dbname = 'shop' user=u", "shop", "host=h dbname = 'shop' user=u"},
		{"", "postgres://h/public", "backend", "postgres://h/public"},
		{"", "postgres://h/my-shop", "backend", "postgres://h/my-shop"},
		{"", "host=h", "backend", "host=h"},
		{beside, "postgres://h/shop", "backend", "postgres://h/shop"},
		{"", "postgres://s:s@127.0.0.1:5445?default_query_exec_mode=simple_protocol", "backend", "postgres://s:s@127.0.0.1:5445"},
		{"", "postgres://h/d?a=1&default_query_exec_mode=exec&b=2", "d", "postgres://h/d?a=1&b=2"},
		{"", "postgres://h/d?default_query_exec_mode=exec&b=2", "d", "postgres://h/d?b=2"},
	} {
		asJSON, err := json.Marshal(map[string]any{"backend": map[string]string{"dsn": test.dsn}})
		if err != nil {
			t.Fatal(err)
		}
		c, problem := stackql(t, test.file, proxyType, "reverse_proxy", object, string(asJSON))
		if problem != "" || !c.StackQL.Proxy || c.DefaultSource() != test.name || c.Sources[len(c.Sources)-1].DSN.Reveal() != test.kept {
			t.Errorf("%s: %s %q %+v", test.dsn, problem, c.DefaultSource(), c.Sources)
		}
	}
	for _, key := range []string{"dsn_env", "dsn_file"} {
		c, problem := stackql(t, "", proxyType, "reverse_proxy", object, `{"backend":{"`+key+`":"/SHOP"}}`)
		if problem != "" || c.DefaultSource() != "backend" || c.Sources[0].DSNEnv+c.Sources[0].DSNFile != "/SHOP" || len(c.Notices) > 0 {
			t.Errorf("%s: %s %+v", key, problem, c)
		}
	}
	given := []config.Override{{Flag: proxyType, Value: "reverse_proxy"}, {Flag: object, Value: `{"backend":{"dsn_env":"SALLYPORT_SHOP"}}`}}
	c, problem := load(t, "", []string{"SALLYPORT_SHOP=host=h", "SALLYPORT_SHOP=postgres://u:hunter2@h/shop?default_query_exec_mode=exec"}, given...)
	if problem != "" || c.DefaultSource() != "shop" || c.Sources[0].DSN.Reveal() != "postgres://u:hunter2@h/shop" {
		t.Errorf("a variable: %s %+v", problem, c.Sources)
	}
	c, problem = stackql(t, "sources: [{name: a, kind: postgres, dsn_env: A}]", proxyType, "reverse_proxy")
	if problem != "" || c.DefaultSource() != "a" {
		t.Errorf("a source of the file: %s", problem)
	}
	_, problem = stackql(t, "sources: [{name: a, kind: duckdb, default: true}]", proxyType, "reverse_proxy", object, `{"backend":{"dsn":"host=h"}}`)
	if want := `--mcp.config:1: backend.dsn: would be the default source, and "a" says that it is: take default: true from there`; problem != want {
		t.Errorf("%s\nwant %s", problem, want)
	}
}

func TestStackQLFlags(t *testing.T) {
	const pair = `"keyFilePath":"k","certFilePath":"c"`
	ca := "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmFnPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=" // the frame of one
	for _, test := range []struct {
		flag, value string
		got         func(config.Config) any
		want        any
		notice      string
	}{
		{"--pgsrv.address", "127.0.0.2", func(c config.Config) any { return c.PGWire.Address }, "127.0.0.2:5466", ""},
		{"--pgsrv.address", "::1", func(c config.Config) any { return c.PGWire.Address }, "[::1]:5466", ""},
		{"--pgsrv.port", "5444", func(c config.Config) any { return c.PGWire.Address }, "127.0.0.1:5444", ""},
		{"--pgsrv.tls", "{" + pair + "}", func(c config.Config) any { return c.PGWire.TLS.Pair() }, config.TLS{CertFile: "c", KeyFile: "k"}, ""},
		{"--pgsrv.tls", "{" + pair + `,"clientCAs":["` + ca + `"]}`, func(c config.Config) any { return c.PGWire.TLSRequired() && c.PGWire.TLS.ClientCertRequired }, true, ""},
		{
			"--pgsrv.tls", `{"keyContents":"hunter2","certContents":"c"}`, func(c config.Config) any { return c.PGWire.TLS.Inline.Key.Reveal() }, "hunter2",
			"--pgsrv.tls holds a private key, and other users of this machine can see the arguments of a program: use keyFilePath",
		},
		{"--approot", "/a", func(c config.Config) any { return c.StateDir }, "/a", ""},
		{
			"--registry", `{"url":"file:///r","localDocRoot":"/r","srcPrefix":"s","distPrefix":"d","allowSrcDownload":true,"verifyConfig":{"nopVerify":true}}`,
			func(c config.Config) any { return c.StackQL.Registry },
			config.Registry{URL: "file:///r", LocalDocRoot: "/r", SrcPrefix: "s", DistPrefix: "d", AllowSrcDownload: true, VerifyConfig: config.RegistryVerify{NopVerify: true}, Folder: "/r"},
			"--registry: srcPrefix has no effect: the documents stand in src\n--registry: allowSrcDownload has no effect: documents come in packages",
		},
		{
			"--registry", `{"url":"file:///r","verifyConfig":{"nopVerify":false}}`, func(c config.Config) any { return c.StackQL.Registry.Folder }, "/r",
			"--registry: verifyConfig has no effect: signatures of documents are not checked",
		},
		{
			"--auth", `{"github":{"type":"basic","credentialsenvvar":"T"}}`, func(c config.Config) any { return c.StackQL.Auth.Reveal() }, `{"github":{"type":"basic","credentialsenvvar":"T"}}`,
			"",
		},
		{
			"--auth", `{"x":{"type":"basic","password":"hunter2"}}`, func(c config.Config) any { return c.StackQL.Auth != "" }, true,
			"--auth holds credentials, and other users of this machine can see the arguments of a program: name variables in it (credentialsenvvar, api_key_var, password_var)",
		},
		{
			"--http.response.pageLimit", "-1", func(c config.Config) any { return c.StackQL.PageLimit }, -1,
			"",
		},
		{
			"--http.response.maxResults", "100", func(c config.Config) any { return c.StackQL.MaxResults }, 100,
			"",
		},
		{
			"--apirequesttimeout", "45", func(c config.Config) any { return c.StackQL.APITimeout }, 45 * time.Second,
			"",
		},
		{
			"--execution.concurrency.limit", "4", func(c config.Config) any { return c.StackQL.Concurrency }, 4,
			"",
		},
	} {
		c, problem := stackql(t, "", test.flag, test.value)
		if got := test.got(c); problem != "" || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %s: %s %#v, want %#v", test.flag, test.value, problem, got, test.want)
		}
		if got := strings.Join(c.Notices, "\n"); got != test.notice {
			t.Errorf("%s: told %s\nwant %s", test.flag, got, test.notice)
		}
		if text := fmt.Sprintf("%+v %#v", c, c); strings.Contains(text, "hunter2") {
			t.Errorf("%s: a secret shows in %s", test.flag, text)
		}
	}
}

// TestIdleFlags: what means nothing here is told, once each, and changes nothing.
func TestIdleFlags(t *testing.T) {
	for _, f := range config.IdleFlags() {
		value := "hunter2"
		if f.Switch {
			value = "true"
		}
		c, problem := stackql(t, "", "--"+f.Name, value)
		if problem != "" || len(c.Notices) != 1 || !strings.HasPrefix(c.Notices[0], "--"+f.Name+" has no effect: ") || strings.Contains(c.Notices[0], "hunter2") {
			t.Errorf("--%s: %s %q", f.Name, problem, c.Notices)
		}
		if c.Origin, c.Notices = nil, nil; !reflect.DeepEqual(c, config.Default()) {
			t.Errorf("--%s changes something", f.Name)
		}
	}
	if c, problem := stackql(t, "", "--tls.allowInsecure", "false"); problem != "" || len(c.Notices) > 0 {
		t.Errorf("a switch that is off: %s %q", problem, c.Notices)
	}
}

func TestStackQLFlagMistakes(t *testing.T) {
	for _, test := range []struct{ flag, value, want string }{
		{"--pgsrv.address", "127.0.0.1:5444", `--pgsrv.address: "127.0.0.1:5444" is not a host: the port has a flag of its own, --pgsrv.port`},
		{"--pgsrv.address", "0.0.0.0", `--pgsrv.address: pgwire.address: 0.0.0.0:5466 can be reached from other machines, and clients are not asked who they are: set pgwire.users and pgwire.tls, or use 127.0.0.1, or set pgwire.allow_insecure: true if the network is to be trusted`},
		{"--pgsrv.port", "http", `--pgsrv.port: "http" is not a port: it is a number from 0 (any free one) to 65535`},
		{"--pgsrv.tls", `{"keyFile":"k"}`, `--pgsrv.tls:1: keyFile: unknown key; valid keys: keyFilePath, certFilePath, keyContents, certContents, clientCAs`},
		{"--pgsrv.tls", `{"keyFilePath":"k"}`, `--pgsrv.tls: needs keyFilePath and certFilePath, or keyContents and certContents`},
		{"--pgsrv.tls", `{"keyFilePath":"k","certFilePath":"c","clientCAs":["x"]}`, `--pgsrv.tls: clientCAs[0]: is not a certificate: PEM in base64`},
		{"--pgsrv.tls", `server.crt`, `--pgsrv.tls: is not an object in JSON ({…})`},
		{"--registry", `{"ulr":"x"}`, `--registry:1: ulr: unknown key; did you mean "url"?`},
		{"--auth", `{"github":"hunter2"}`, `--auth: github: needs an object, such as {"type": "api_key", "credentialsenvvar": "TOKEN"}`},
		{"--auth", `token`, `--auth: is not an object in JSON ({…})`},
		{"--http.response.pageLimit", "all", `--http.response.pageLimit: "all" is not a whole number`},
		{"--apirequesttimeout", "45s", `--apirequesttimeout: "45s" is not a whole number`},
		{"--execution.concurrency.limit", "-2", `--execution.concurrency.limit: -2 is too small: the least is -1, for no limit`},
		{"--gcc", "{}", `--gcc: is not a flag of StackQL's that Sallyport knows`},
	} {
		if _, got := stackql(t, "", test.flag, test.value); got != test.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", test.flag, test.value, got, test.want)
		}
	}
}

// TestStackQLPrecedence: the object wins over the file and the environment, flags
// win over it, and two flags do not contradict each other.
func TestStackQLPrecedence(t *testing.T) {
	given := config.Override{Flag: object, Value: `{"server":{"mode":"delete_safe","address":"127.0.0.1:1"}}`}
	c, problem := load(t, "mode: full_access\nmcp: {address: '127.0.0.1:2', path: /x}\n", []string{"SALLYPORT_MODE=safe"}, given)
	if problem != "" || c.Mode != "delete_safe" || c.MCP.Address != "127.0.0.1:1" || c.MCP.Path != "/x" {
		t.Errorf("%s %+v", problem, c)
	}
	mode := config.Override{Flag: "--mode", Key: "mode", Value: "read_only"}
	if c, problem = load(t, "", nil, given, mode); problem != "" || c.Mode != "read_only" {
		t.Errorf("%s %s", problem, c.Mode)
	}
	port := config.Override{Flag: "--pgsrv.port", Value: "5444"}
	address := config.Override{Flag: "--pgwire-address", Key: "pgwire.address", Value: "127.0.0.1:5444"}
	if c, problem = load(t, "", nil, port, address); problem != "" || c.PGWire.Address != "127.0.0.1:5444" {
		t.Errorf("the same twice: %s", problem)
	}
	address.Value = "127.0.0.1:5445"
	_, problem = load(t, "", nil, port, address)
	if want := "--pgwire-address: pgwire.address: --pgsrv.port sets it too, to something else: leave one of them out"; problem != want {
		t.Errorf("%s\nwant %s", problem, want)
	}
	c, problem = load(t, "", nil, config.Override{Flag: "--pgsrv.address", Value: "localhost"}, port)
	if problem != "" || c.PGWire.Address != "localhost:5444" {
		t.Errorf("host and port: %s %s", problem, c.PGWire.Address)
	}
}

// TestPasswordInArguments: it works, and the operator is told.
func TestPasswordInArguments(t *testing.T) {
	for dsn, told := range map[string]bool{
		"postgres://u:hunter2@h/d": true, "host=h password=hunter2": true, "postgres://h/d?password=hunter2": true,
		"postgres://u@h/d": false, "host=h user=u": false,
	} {
		c, problem := stackql(t, "", proxyType, "reverse_proxy", object, `{"backend":{"dsn":"`+dsn+`"}}`)
		if text := strings.Join(c.Notices, "\n"); problem != "" || strings.Contains(text, "backend.dsn has a password") != told || strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s %s", dsn, problem, text)
		}
	}
}
