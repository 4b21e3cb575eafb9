package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/sallyportdb/sallyport/config"
)

// load loads text as a file named sallyport.yaml and cuts its folder out of
// the error.
func load(t *testing.T, text string, environ []string, overrides ...config.Override) (config.Config, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "sallyport.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(path, environ, overrides)
	if err == nil {
		return c, ""
	}
	return c, strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ name, yaml, want string }{
		{"unknown key", "mode: safe\nmoed: safe\n", `sallyport.yaml:2: moed: unknown key; did you mean "mode"?`},
		{"unknown key below", "pgwire:\n  adress: x\n", `sallyport.yaml:2: pgwire.adress: unknown key; did you mean "address"?`},
		{"unknown key in a list", "sources:\n- name: a\n  kind: duckdb\n  foldre: x\n", `sallyport.yaml:4: sources[0].foldre: unknown key; did you mean "folder"?`},
		{"nothing near", "log:\n  colour: red\n", `sallyport.yaml:2: log.colour: unknown key; valid keys: level, format`},
		{"misspelt mode", "mode: saef\n", `sallyport.yaml:1: mode: "saef" is not a valid value; did you mean "safe"?`},
		{"no such mode", "mode: banana\n", `sallyport.yaml:1: mode: "banana" is not a valid value; valid values: read_only, safe, delete_safe, full_access`},
		{"case matters", "log: {level: INFO}\n", `sallyport.yaml:1: log.level: "INFO" is not a valid value; did you mean "info"?`},
		{"not a bool", "mcp: {allow_insecure: yes}\n", `sallyport.yaml:1: mcp.allow_insecure: "yes" is neither true nor false`},
		{"not a number", "audit: {max_size_mb: big}\n", `sallyport.yaml:1: audit.max_size_mb: "big" is not a whole number`},
		{"too short", "audit: {sync_interval: 0s}\n", `sallyport.yaml:1: audit.sync_interval: 0s is too small: the least is 1ms`},
		{"failure mode", "audit: {failure_mode: strikt}\n", `sallyport.yaml:1: audit.failure_mode: "strikt" is not a valid value; did you mean "strict"?`},
		{"sync of reads", "audit: {sync_reads: sometimes}\n", `sallyport.yaml:1: audit.sync_reads: "sometimes" is not a valid value; valid values: always, interval, never`},
		{"sync of changes", "audit: {sync_changes: never}\n", `sallyport.yaml:1: audit.sync_changes: "never" is not a valid value; valid values: outcome, intent, commit`},
		{"too small", "audit: {max_size_mb: 0}\n", `sallyport.yaml:1: audit.max_size_mb: 0 is too small: the least is 1`},
		{"not a duration", "limits: {statement_timeout: 30}\n", `sallyport.yaml:1: limits.statement_timeout: "30" is not a duration, such as 30s, 5m or 1h30m`},
		{"negative duration", "limits: {statement_timeout: -1s}\n", `sallyport.yaml:1: limits.statement_timeout: -1s is too small: the least is 0s`},
		{"no value", "mode:\n", `sallyport.yaml:1: mode: has no value: give one, or leave the key out`},
		{"a boolean where text is due", "sources:\n- name: true\n  kind: duckdb\n", `sallyport.yaml:2: sources[0].name: needs text: put it in quotes`},
		{"scalar for a group", "pgwire: 5466\n", `sallyport.yaml:1: pgwire: needs keys below it: address, tls, max_connections, allow_insecure, users, tokens, idle_timeout, idle_in_transaction_timeout`},
		{"scalar for a list", "sources: files\n", `sallyport.yaml:1: sources: needs a list`},
		{"list for a scalar", "mode: [safe]\n", `sallyport.yaml:1: mode: needs one value, not a list or a group of keys`},
		{"set twice", "mode: safe\nmode: read_only\n", `sallyport.yaml:2: mode: is set twice, first in line 1`},
		{"alias", "mode: &m safe\nlog: {level: *m}\n", "sallyport.yaml:1: mode: anchors and aliases are not supported: write the value out\n" +
			"sallyport.yaml:2: log.level: anchors and aliases are not supported: write the value out"},
		{"two documents", "mode: safe\n---\nmode: safe\n", `sallyport.yaml: there is more than one document (---) in the file`},
		{"all at once", "moed: safe\nlog: {level: loud}\n", "sallyport.yaml:1: moed: unknown key; did you mean \"mode\"?\n" +
			`sallyport.yaml:2: log.level: "loud" is not a valid value; valid values: trace, debug, info, warn, error, off`},

		{"open to others", "pgwire:\n  address: 0.0.0.0:5466\n", `sallyport.yaml:2: pgwire.address: 0.0.0.0:5466 can be reached from other machines, and clients are not asked who they are: set pgwire.users and pgwire.tls, or use 127.0.0.1, or set pgwire.allow_insecure: true if the network is to be trusted`},
		{"open by no host", "mcp: {address: ':7878'}\n", `sallyport.yaml:1: mcp.address: :7878 can be reached from other machines, and clients are not asked for a token: set SALLYPORT_MCP_TOKEN (or mcp.token_env, mcp.token_file) and mcp.tls, or use 127.0.0.1, or set mcp.allow_insecure: true if the network is to be trusted`},
		{"open by name", "mcp: {address: 'localhost.example.com:7878'}\n", `sallyport.yaml:1: mcp.address: localhost.example.com:7878 can be reached from other machines, and clients are not asked for a token: set SALLYPORT_MCP_TOKEN (or mcp.token_env, mcp.token_file) and mcp.tls, or use 127.0.0.1, or set mcp.allow_insecure: true if the network is to be trusted`},
		{"no port", "pgwire: {address: localhost}\n", `sallyport.yaml:1: pgwire.address: "localhost" is not host:port`},
		{"no such port", "pgwire: {address: 'localhost:99999'}\n", `sallyport.yaml:1: pgwire.address: "99999" is not a port: it is a number from 0 (any free one) to 65535`},
		{"half a certificate", "mcp:\n  tls: {cert_file: a.crt}\n", `sallyport.yaml:2: mcp.tls: cert_file is set and key_file is not: TLS needs both`},
		{"half a certificate, the other", "pgwire:\n  tls: {key_file: a.key}\n", `sallyport.yaml:2: pgwire.tls: key_file is set and cert_file is not: TLS needs both`},
		{"path of no URL", "mcp: {path: mcp}\n", `sallyport.yaml:1: mcp.path: "mcp" is not the path of a URL, such as /mcp`},
		{"no origin", "mcp:\n  allowed_origins:\n  - https://a.example\n  - b.example\n", `sallyport.yaml:4: mcp.allowed_origins[1]: "b.example" is not an origin, such as https://app.example.com`},

		{"an address, no origin", "mcp:\n  allowed_origins: ['https://a.example/']\n", `sallyport.yaml:2: mcp.allowed_origins[0]: "https://a.example/" is not an origin, such as https://app.example.com`},
		{"an origin for all", "mcp:\n  allowed_origins: ['*']\n", `sallyport.yaml:2: mcp.allowed_origins[0]: "*" is not an origin, such as https://app.example.com`},
		{"users, no TLS", "pgwire:\n  address: 0.0.0.0:5466\n  users: [{name: a, password_env: A}]\n", `sallyport.yaml:2: pgwire.address: 0.0.0.0:5466 can be reached from other machines, and nothing keeps others from listening: set pgwire.tls, or use 127.0.0.1, or set pgwire.allow_insecure: true if the network is to be trusted`},
		{"TLS, no users", "pgwire:\n  address: 0.0.0.0:5466\n  tls: {cert_file: a, key_file: b, required: true}\n", `sallyport.yaml:2: pgwire.address: 0.0.0.0:5466 can be reached from other machines, and clients are not asked who they are: set pgwire.users and pgwire.tls, or use 127.0.0.1, or set pgwire.allow_insecure: true if the network is to be trusted`},
		{"required TLS that there is not", "pgwire: {tls: {required: true}}\n", `sallyport.yaml:1: pgwire.tls.required: needs TLS: set cert_file and key_file`},
		{"authority without TLS", "pgwire: {tls: {client_ca_file: a}}\n", `sallyport.yaml:1: pgwire.tls.client_ca_file: needs TLS: set cert_file and key_file`},
		{"user without a name", "pgwire: {users: [{password_env: A}]}\n", `sallyport.yaml:1: pgwire.users[0].name: "" is not a name of 1 to 63 bytes without control characters`},
		{"user twice", "pgwire: {users: [{name: a, password_env: A}, {name: a, password_env: A}]}\n", `sallyport.yaml:1: pgwire.users[1].name: there is another user named "a"`},
		{"user without proof", "pgwire:\n  users:\n  - name: a\n", `sallyport.yaml:3: pgwire.users[0]: needs one of password_env, password_file, verifier, verifier_env and verifier_file, or certificates, or both`},
		{"user of two passwords", "pgwire: {users: [{name: a, password_env: A, verifier: x}]}\n", `sallyport.yaml:1: pgwire.users[0]: has 2 of password_env, password_file, verifier, verifier_env and verifier_file: give only one of them`},
		{"password in the file", "pgwire: {users: [{name: a, password: hunter2}]}\n", `sallyport.yaml:1: pgwire.users[0].password: unknown key; valid keys: name, password_env, password_file, verifier, verifier_env, verifier_file, certificates, tenant, roles, sources, source, mode, max_connections`},
		{"certificates by nobody", "pgwire: {users: [{name: a, certificates: [a]}]}\n", `sallyport.yaml:1: pgwire.users[0].certificates: needs pgwire.tls.client_ca_file, to know good certificates by`},
		{"certificate of no name", "pgwire: {tls: {cert_file: a, key_file: b, client_ca_file: c}, users: [{name: a, certificates: ['']}]}\n", `sallyport.yaml:1: pgwire.users[0].certificates: needs names, of which the client's certificate has one`},
		{"user of no sources", "pgwire: {users: [{name: a, password_env: A, sources: []}]}\n", `sallyport.yaml:1: pgwire.users[0].sources: is empty: leave it out for all of them`},
		{"user of other sources", "pgwire: {users: [{name: a, password_env: A, sources: [shp]}]}\nsources: [{name: shop, kind: duckdb}]\n", `sallyport.yaml:1: pgwire.users[0].sources[0]: there is no source "shp"; did you mean "shop"?`},
		{"default that is not his", "pgwire: {users: [{name: a, password_env: A, sources: [shop], source: b}]}\nsources: [{name: shop, kind: duckdb}, {name: b, kind: duckdb}]\n", `sallyport.yaml:1: pgwire.users[0].source: "b" is not among the user's sources; valid sources: shop`},
		{"mode of a user", "pgwire: {users: [{name: a, password_env: A, mode: raed_only}]}\n", `sallyport.yaml:1: pgwire.users[0].mode: "raed_only" is not a valid value; did you mean "read_only"?`},

		{"no pattern", "audit:\n  redact:\n    patterns: ['a', '(b']\n", `sallyport.yaml:3: audit.redact.patterns[1]: "(b" is not a regular expression (RE2): missing closing ): ` + "`(b`"},
		{"pattern of nothing", "audit: {redact: {patterns: ['x*']}}\n", `sallyport.yaml:1: audit.redact.patterns[0]: "x*" matches the empty text, so it would hide nothing: it must match a character at least`},
		{"short name of a secret", "audit: {redact: {names: [ssn, no]}}\n", `sallyport.yaml:1: audit.redact.names[1]: "no" is not a name of three characters or more (letters, digits, _, - and .)`},
		{"misspelt redact", "audit: {redact: {pattern: [a]}}\n", `sallyport.yaml:1: audit.redact.pattern: unknown key; did you mean "patterns"?`},
		{"sink of no kind", "audit:\n  sinks:\n  - url: https://x\n", `sallyport.yaml:3: audit.sinks[0]: kind is missing: stdout, syslog or http`},
		{"sink of an unknown kind", "audit: {sinks: [{kind: htpt}]}\n", `sallyport.yaml:1: audit.sinks[0].kind: "htpt" is not a valid value; did you mean "http"?`},
		{"sinks of one name", "audit: {sinks: [{kind: stdout}, {kind: stdout}]}\n", `sallyport.yaml:1: audit.sinks[1].name: there is another sink named "stdout"`},
		{"sink of an odd name", "audit: {sinks: [{kind: stdout, name: ../x}]}\n", `sallyport.yaml:1: audit.sinks[0].name: "../x" is not a lower-case name (letters, digits and _, up to 63, no digit first)`},
		{"sink without its address", "audit: {sinks: [{kind: syslog}]}\n", `sallyport.yaml:1: audit.sinks[0]: address is missing`},
		{"sink with another's key", "audit: {sinks: [{kind: stdout, url: https://x}]}\n", `sallyport.yaml:1: audit.sinks[0].url: belongs to sinks of kind http, and this one is stdout`},
		{"token for syslog", "audit: {sinks: [{kind: syslog, address: udp://a:1, token_env: T}]}\n", `sallyport.yaml:1: audit.sinks[0].token_env: belongs to sinks of kind http, and this one is syslog`},
		{"no address of syslog", "audit: {sinks: [{kind: syslog, address: /dev/log}]}\n", `sallyport.yaml:1: audit.sinks[0].address: "/dev/log" is not an address, such as unixgram:///dev/log, udp://logs.internal:514 or tcp://logs.internal:514`},
		{"no URL", "audit: {sinks: [{kind: http, url: siem}]}\n", `sallyport.yaml:1: audit.sinks[0].url: is not a URL that begins with https:// or http://`},
		{"password in a URL", "audit: {sinks: [{kind: http, url: 'https://a:hunter2@x'}]}\n", `sallyport.yaml:1: audit.sinks[0].url: must not hold a password: name a variable in token_env`},
		{"token in the open", "audit: {sinks: [{kind: http, url: 'http://siem.example.com', token_env: T}]}\n", `sallyport.yaml:1: audit.sinks[0].url: would send the token where others can read it: use https`},
		{"head to nowhere", "audit: {sinks: [{kind: stdout}], publish_head: {sink: stdot}}\n", `sallyport.yaml:1: audit.publish_head.sink: there is no sink "stdot"; did you mean "stdout"?`},
		{"head too often", "audit: {publish_head: {every: 1ms}}\n", `sallyport.yaml:1: audit.publish_head.every: 1ms is too small: the least is 1s`},
		{"parameters", "audit: {parameters: value}\n", `sallyport.yaml:1: audit.parameters: "value" is not a valid value; did you mean "values"?`},

		{"no name", "sources:\n- kind: duckdb\n", `sallyport.yaml:2: sources[0].name: is missing: queries name a table as source.schema.table`},
		{"upper case", "sources:\n- {name: Shop, kind: duckdb}\n", `sallyport.yaml:2: sources[0].name: "Shop" is not a lower-case name (letters, digits and _, up to 63, no digit first)`},
		{"taken", "sources:\n- {name: sallyport, kind: duckdb}\n", `sallyport.yaml:2: sources[0].name: "sallyport" is taken: it has a meaning of its own in queries`},
		{"catalog", "sources:\n- {name: pg_catalog, kind: duckdb}\n", `sallyport.yaml:2: sources[0].name: "pg_catalog" is taken: it has a meaning of its own in queries`},
		{"keyword", "sources:\n- {name: user, kind: duckdb}\n", `sallyport.yaml:2: sources[0].name: "user" is a reserved word of SQL`},
		{"same name", "sources:\n- {name: a, kind: duckdb}\n- {name: a, kind: duckdb}\n", `sallyport.yaml:3: sources[1].name: there is another source named "a"`},
		{"two defaults", "sources:\n- {name: a, kind: duckdb, default: true}\n- {name: b, kind: duckdb, default: true}\n", `sallyport.yaml:3: sources[1].default: only one source can be the default`},
		{"no kind", "sources:\n- name: a\n", `sallyport.yaml:2: sources[0]: kind is missing: duckdb, postgres or api`},
		{"misspelt kind", "sources:\n- {name: a, kind: postgre}\n", `sallyport.yaml:2: sources[0].kind: "postgre" is not a valid value; did you mean "postgres"?`},
		{"key of the other kind", "sources:\n- name: a\n  kind: postgres\n  dsn_env: A\n  threads: 2\n", `sallyport.yaml:5: sources[0].threads: belongs to sources of kind duckdb, and this one is postgres`},
		{"function of no schema", "sources:\n- {name: a, kind: duckdb, harmless_functions: [public.f, g]}\n", `sallyport.yaml:2: sources[0].harmless_functions[1]: "g" is not schema.function, such as public.total or public.total(integer, text)`},
		{"copies", "sources:\n- {name: a, kind: duckdb, copies: 10}\n- {name: b, kind: duckdb, copies: 0}\n", `sallyport.yaml:2: sources[0].copies: "10" is not a size, such as 512MB or 2GB`},
		{"memory of joins", "limits: {join_memory: lots}\n", `sallyport.yaml:1: limits.join_memory: "lots" is not a size, such as 512MB or 2GB`},
		{"memory", "sources:\n- {name: a, kind: duckdb, memory_limit: lots}\n", `sallyport.yaml:2: sources[0].memory_limit: "lots" is not a size, such as 512MB or 2GB`},
		{"no DSN", "sources:\n- {name: a, kind: postgres}\n", `sallyport.yaml:2: sources[0]: a postgres source needs one of dsn_env, dsn_file and dsn, and has 0`},
		{"two DSNs", "sources:\n- {name: a, kind: postgres, dsn: 'host=hunter2', dsn_env: A}\n", `sallyport.yaml:2: sources[0]: a postgres source needs one of dsn_env, dsn_file and dsn, and has 2`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, got := load(t, test.yaml, nil); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestSyntaxError(t *testing.T) {
	_, got := load(t, "mode: safe\nsources:\n- dsn: \"host=db password=hunter2\n", nil)
	if !strings.HasPrefix(got, "sallyport.yaml: ") || !strings.Contains(got, "line") {
		t.Errorf("%q does not say the file and the line", got)
	}
	if strings.Contains(got, "hunter2") {
		t.Errorf("%q has the password", got)
	}
}

func TestPatternsInTheFileAlone(t *testing.T) {
	_, got := load(t, "", []string{`SALLYPORT_AUDIT_REDACT_PATTERNS=\d{3,4}`})
	if !strings.Contains(got, "SALLYPORT_AUDIT_REDACT_PATTERNS: audit.redact.patterns: is for the file alone") {
		t.Error(got)
	}
	c, got := load(t, "", []string{"SALLYPORT_AUDIT_REDACT_NAMES=ssn,card_number"})
	if got != "" || !reflect.DeepEqual(c.Audit.Redact.Names, []string{"ssn", "card_number"}) {
		t.Errorf("%s %+v", got, c.Audit.Redact)
	}
}

func TestNoFile(t *testing.T) {
	_, err := config.Load(filepath.Join(t.TempDir(), "none.yaml"), nil, nil)
	if err == nil || !strings.Contains(err.Error(), "cannot read the configuration: open ") {
		t.Errorf("error %v", err)
	}
	for _, blank := range []string{"", "# nothing\n", "---\n"} {
		if c, problem := load(t, blank, nil); problem != "" || !reflect.DeepEqual(c, config.Default()) {
			t.Errorf("%q gives %+v, %s", blank, c, problem)
		}
	}
}

func TestJSON(t *testing.T) {
	c, problem := load(t, `{"mode": "read_only", "limits": {"statement_timeout": "90s", "mcp_max_rows": 7}, "sources": [{"name": "a", "kind": "duckdb"}]}`, nil)
	if problem != "" {
		t.Fatal(problem)
	}
	if c.Mode != "read_only" || c.Limits.StatementTimeout != 90*time.Second || c.Limits.MCPMaxRows != 7 || c.Sources[0].Name != "a" {
		t.Errorf("%+v", c)
	}
}

func TestPrecedence(t *testing.T) {
	file := "mode: read_only\nlog: {level: warn}\npgwire: {address: 'localhost:1'}\n"
	environ := []string{
		"PATH=/bin", "SALLYPORT_LOG_LEVEL=error", "SALLYPORT_PGWIRE_ADDRESS=localhost:2",
		"SALLYPORT_MCP_ALLOWED_HOSTS=a:1, b:2", "SALLYPORT_CONFIG=elsewhere",
	}
	c, problem := load(t, file, environ, config.Override{Flag: "--pgwire-address", Key: "pgwire.address", Value: "localhost:3"})
	if problem != "" {
		t.Fatal(problem)
	}
	if c.MCP.Address != "127.0.0.1:7878" {
		t.Errorf("default: %s", c.MCP.Address)
	}
	if c.Mode != "read_only" {
		t.Errorf("file: %s", c.Mode)
	}
	if c.Log.Level != "error" || !reflect.DeepEqual(c.MCP.AllowedHosts, []string{"a:1", "b:2"}) {
		t.Errorf("environment: %s, %q", c.Log.Level, c.MCP.AllowedHosts)
	}
	if c.PGWire.Address != "localhost:3" {
		t.Errorf("flag: %s", c.PGWire.Address)
	}
}

func TestMistakesElsewhere(t *testing.T) {
	for _, test := range []struct {
		name     string
		environ  []string
		override config.Override
		want     string
	}{
		{
			"variable's name",
			[]string{"SALLYPORT_PGWIRE_ADRESS=x"},
			config.Override{Flag: "--mode", Key: "mode", Value: "safe"},
			`SALLYPORT_PGWIRE_ADRESS: unknown variable; did you mean "SALLYPORT_PGWIRE_ADDRESS"?`,
		},
		{
			"variable's value",
			[]string{"SALLYPORT_MODE=full"},
			config.Override{Flag: "--log-level", Key: "log.level", Value: "off"},
			`SALLYPORT_MODE: "full" is not a valid value; valid values: read_only, safe, delete_safe, full_access`,
		},
		{
			"flag's value", nil,
			config.Override{Flag: "--mode", Key: "mode", Value: "fullaccess"},
			`--mode: "fullaccess" is not a valid value; did you mean "full_access"?`,
		},
		{
			"flag's address", nil,
			config.Override{Flag: "--mcp-address", Key: "mcp.address", Value: "[::]:1"},
			`--mcp-address: mcp.address: [::]:1 can be reached from other machines, and clients are not asked for a token: set SALLYPORT_MCP_TOKEN (or mcp.token_env, mcp.token_file) and mcp.tls, or use 127.0.0.1, or set mcp.allow_insecure: true if the network is to be trusted`,
		},
		{"a group is no key", nil, config.Override{Flag: "--x", Key: "mode.x", Value: "1"}, `--x: there is no key "mode.x"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := config.Load("", test.environ, []config.Override{test.override})
			if fmt.Sprint(err) != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestForeignVariables: a DSN's variable may have our prefix, and Kubernetes
// sets variables named after services.
func TestForeignVariables(t *testing.T) {
	environ := []string{
		"SALLYPORT_SHOP_DSN=host=db", "SALLYPORT_SERVICE_HOST=10.0.0.1", "SALLYPORT_PORT=tcp://10.0.0.1:5466",
		"SALLYPORT_PORT_5466_TCP_ADDR=10.0.0.1",
	}
	if _, problem := load(t, "sources:\n- {name: shop, kind: postgres, dsn_env: SALLYPORT_SHOP_DSN}\n", environ); problem != "" {
		t.Error(problem)
	}
}

// TestVariablesOfSecrets: the variable that a key names may have our prefix, whichever key that is.
func TestVariablesOfSecrets(t *testing.T) {
	for _, key := range config.Keys() {
		if !strings.HasSuffix(key, "_env") {
			continue
		}
		object := `"SALLYPORT_SHOP"`
		parts := strings.Split(key, ".")
		for _, part := range slices.Backward(parts) {
			name, isList := strings.CutSuffix(part, "[]")
			if isList {
				object = "[" + object + "]"
			}
			object = fmt.Sprintf("{%q: %s}", name, object)
		}
		if _, problem := load(t, object, []string{"SALLYPORT_SHOP=something"}); strings.Contains(problem, "unknown variable") {
			t.Errorf("%s: %s", key, problem)
		}
	}
}

func TestAddresses(t *testing.T) {
	for address, insecure := range map[string]bool{
		"127.0.0.1:1": false, "127.8.9.10:1": false, "[::1]:1": false, "localhost:0": false, "[::ffff:127.0.0.1]:1": false,
		"0.0.0.0:1": true, "[::]:1": true, ":1": true, "10.0.0.1:1": true, "127.0.0.1.example.com:1": true,
	} {
		set := config.Override{Flag: "-a", Key: "pgwire.address", Value: address}
		if _, err := config.Load("", nil, []config.Override{set}); (err != nil) != insecure {
			t.Errorf("%s: %v", address, err)
		}
		if _, err := config.Load("", []string{"SALLYPORT_PGWIRE_ALLOW_INSECURE=true"}, []config.Override{set}); err != nil {
			t.Errorf("%s, allowed: %v", address, err)
		}
	}
}

func TestPaths(t *testing.T) {
	c, problem := load(t, "state_dir: /var/lib/s\nsources:\n- {name: a, kind: duckdb, folder: data, path: /db/a.duckdb}\n", nil)
	if problem != "" {
		t.Fatal(problem)
	}
	if s := c.Sources[0]; !filepath.IsAbs(s.Folder) || filepath.Base(s.Folder) != "data" || s.Path != "/db/a.duckdb" {
		t.Errorf("folder %s, path %s", s.Folder, s.Path)
	}
	if got := c.AuditDir(); got != "/var/lib/s/audit" {
		t.Errorf("audit in %s", got)
	}
	c.Audit.Dir = "/log"
	if got := c.AuditDir(); got != "/log" {
		t.Errorf("audit in %s", got)
	}
}

func TestDefaultSource(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"sources: [{name: a, kind: duckdb}, {name: b, kind: duckdb}]":                "a",
		"sources: [{name: a, kind: duckdb}, {name: b, kind: duckdb, default: true}]": "b",
	} {
		if c, problem := load(t, text, nil); problem != "" || c.DefaultSource() != want {
			t.Errorf("%q: %q %s, want %q", text, c.DefaultSource(), problem, want)
		}
	}
}

func TestSecret(t *testing.T) {
	c, problem := load(t, "sources:\n- {name: a, kind: postgres, dsn: 'host=db password=hunter2'}\n", nil)
	if problem != "" {
		t.Fatal(problem)
	}
	if got := c.Sources[0].DSN.Reveal(); got != "host=db password=hunter2" {
		t.Errorf("Reveal gives %q", got)
	}
	asJSON, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	asYAML, err := yaml.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(asJSON), string(asYAML), fmt.Sprintf("%v %+v %#v", c, c, c), fmt.Sprintf("%q %x", c.Sources[0].DSN, c.Sources[0].DSN)} {
		if strings.Contains(text, "hunter2") || strings.Contains(text, "68756e746572") {
			t.Errorf("the password shows in %s", text)
		}
	}
}

func TestResolveDSN(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dsn")
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(file, []byte("host=file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	getenv := func(name string) string { return map[string]string{"SET": "host=env"}[name] }
	for _, test := range []struct {
		source    config.Source
		want, err string
	}{
		{config.Source{Name: "a", DSN: "host=inline"}, "host=inline", ""},
		{config.Source{Name: "a", DSNEnv: "SET"}, "host=env", ""},
		{config.Source{Name: "a", DSNFile: file}, "host=file", ""},
		{config.Source{Name: "a", DSNEnv: "UNSET"}, "", `source "a": dsn_env names the variable UNSET, which is not set: set it where the server starts`},
		{config.Source{Name: "a", DSNFile: "/none"}, "", `source "a": dsn_file: open /none: no such file or directory`},
		{config.Source{Name: "a", DSNFile: empty}, "", `source "a": dsn_file: ` + empty + ` is empty`},
	} {
		got, err := test.source.ResolveDSN(getenv)
		if err != nil && err.Error() != test.err || err == nil && test.err != "" || got.Reveal() != test.want {
			t.Errorf("%+v: %q, %v", test.source, got.Reveal(), err)
		}
	}
}

const example = "../sallyport.example.yaml"

func TestExampleIsTheDefaults(t *testing.T) {
	c, err := config.Load(example, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Sources) != 1 || c.Sources[0].Folder != filepath.Join("..", "sample") {
		t.Errorf("sources: %+v", c.Sources)
	}
	c.Sources, c.Origin = nil, nil
	if want := config.Default(); !reflect.DeepEqual(c, want) {
		t.Errorf("the example sets\n%+v\nthe defaults are\n%+v", c, want)
	}
}

// TestExampleAndDocsHaveEveryKey switches on every setting of the example and
// looks for each key of the structs in it, and in docs/configuration.md.
func TestExampleAndDocsHaveEveryKey(t *testing.T) {
	content, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`(?m)^#( *(?:- )?[a-z_]+:)`).ReplaceAll(content, []byte("$1"))
	all = regexp.MustCompile(`(?m)^# .*$`).ReplaceAll(all, nil)
	one := regexp.MustCompile(`(?m)^  token(_env)?: .*$`).ReplaceAll(all, nil) // of three that exclude each other
	if _, problem := load(t, string(one), nil); problem != "" {
		t.Errorf("with every setting switched on: %s", problem)
	}
	var tree any
	if err := yaml.Unmarshal(all, &tree); err != nil {
		t.Fatal(err)
	}
	inExample := map[string]bool{}
	collect(tree, "", inExample)
	docs, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range config.Keys() {
		if !inExample[key] {
			t.Errorf("%s is not in the example", key)
		}
		if !strings.Contains(string(docs), "| `"+key+"` |") {
			t.Errorf("%s is not in docs/configuration.md", key)
		}
		delete(inExample, key)
	}
	if documented := strings.Count(string(docs), "\n| `") - 4; documented != len(config.Keys()) { // 4 modes
		t.Errorf("docs/configuration.md has %d keys, the structs %d", documented, len(config.Keys()))
	}
}

// TestDocumentedDefaults: setting a key to the default that the documentation has changes nothing.
func TestDocumentedDefaults(t *testing.T) {
	docs, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\| `([^`\\[]+)` \\|").FindAllStringSubmatch(string(docs), -1) {
		name := "SALLYPORT_" + strings.ToUpper(strings.ReplaceAll(row[1], ".", "_"))
		set, problem := load(t, "", []string{name + "=" + row[2]})
		if set.Origin = nil; problem != "" || !reflect.DeepEqual(set, config.Default()) {
			t.Errorf("%s: %s is not the default: %s", row[1], row[2], problem)
		}
		checked++
	}
	if checked < 80 {
		t.Errorf("only %d defaults were found", checked)
	}
}

func collect(tree any, path string, keys map[string]bool) {
	switch tree := tree.(type) {
	case map[string]any:
		for name, below := range tree {
			key := name
			if path != "" {
				key = path + "." + name
			}
			keys[key] = true
			collect(below, key, keys)
		}
	case []any:
		for _, item := range tree {
			collect(item, path+"[]", keys)
		}
	}
}
