package main

import (
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// says waits until the server's log has a line that matches.
func (r *running) says(t *testing.T, pattern string) {
	t.Helper()
	line := regexp.MustCompile(pattern)
	eventually(t, "there is a line like "+pattern, func() bool { return line.MatchString(r.err.String()) }, r.err)
}

// TestPostureAtStart: each source's posture is told, with what to do; one that
// is down gets one line; and server_info has it.
func TestPostureAtStart(t *testing.T) {
	server := pgtest.Start(t)
	config := configFileFor(t, "sources:\n- {name: shop, kind: postgres, dsn: '"+server.CreateDB(t)+"'}\n"+
		"- {name: down, kind: postgres, dsn: 'postgres://u:hunter2@127.0.0.1:1/db'}\n- {name: embedded, kind: duckdb}\n")
	r := start(t, nil, "--config", config)
	r.says(t, `\[WARN\].*the role is a superuser.*source=shop role=postgres risk=superuser.*sallyport role-sql --source shop --role \S+ --schema public`)
	r.says(t, `\[WARN\].*source "down" is not reachable; what its login could do is not known`)

	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"server_info","arguments":{},"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}}}`
	_, content, _ := sendMessage(t, "http://"+r.mcp+"/mcp", body, map[string]string{
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "server_info",
	})
	http.DefaultClient.CloseIdleConnections()
	for _, want := range []string{
		`"postures":[{"provider":"shop","state":"risks","risks":[{"risk":"superuser"`, `{"provider":"down","state":"unknown","risks":[]}]`, "Posture of down: unknown.",
	} {
		if !strings.Contains(content, want) {
			t.Errorf("server_info has no %s\n%s", want, content)
		}
	}
	if status := r.stop(); status != 0 {
		t.Errorf("status %d", status)
	}
	if log := r.err.String(); strings.Count(log, `"down"`) != 1 || strings.Contains(log, "hunter2") || strings.Contains(log, "embedded") {
		t.Errorf("log:\n%s", log)
	}
}

// TestPostureEndsWithTheServer: a server whose source does not answer stops.
func TestPostureEndsWithTheServer(t *testing.T) {
	silent := listenAndSayNothing(t)
	config := configFileFor(t, "sources:\n- {name: silent, kind: postgres, dsn: 'postgres://u@"+silent+"/db?sslmode=disable'}\n")
	r := start(t, nil, "--config", config)
	if status := r.stop(); status != 0 {
		t.Errorf("status %d\n%s", status, r.err)
	}
	if log := r.err.String(); strings.Contains(log, "not known") || strings.Contains(log, "panic") {
		t.Errorf("log:\n%s", log)
	}
}

func TestCheckConfigPosture(t *testing.T) {
	server := pgtest.Start(t)
	config := configFileFor(t, "sources:\n- {name: shop, kind: postgres, dsn: '"+server.CreateDB(t)+"'}\n- {name: embedded, kind: duckdb}\n")
	home := "HOME=" + t.TempDir()
	status, stdout, stderr := call(t, []string{home}, "", slices.Concat([]string{"check-config", "--posture", config}, anyPorts)...)
	if status != 0 || stderr != "" || !regexp.MustCompile(`\nsource shop, PostgreSQL \S+, as the role postgres:\n  superuser +the role is a superuser`).MatchString(stdout) || strings.Contains(stdout, "source embedded,") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	config = configFileFor(t, "sources:\n- {name: down, kind: postgres, dsn: 'postgres://u:hunter2@127.0.0.1:1/db'}\n")
	status, _, stderr = call(t, []string{home}, "", slices.Concat([]string{"check-config", "--posture", config}, anyPorts)...)
	if status != 1 || !strings.Contains(stderr, `source "down" is not reachable`) || strings.Contains(stderr, "hunter2") {
		t.Errorf("status %d\n%s", status, stderr)
	}
}

// TestRoleSQL prints a script, runs it with psql, and looks at the role as
// check-config does.
func TestRoleSQL(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	database := dsn[strings.LastIndex(dsn, "/")+1 : strings.Index(dsn, "?")]
	server.Exec(t, database, "CREATE SCHEMA sales; CREATE TABLE sales.t AS SELECT 1 AS a")
	home := "HOME=" + t.TempDir()
	config := configFileFor(t, "limits: {statement_timeout: 90s}\nsources:\n- {name: shop, kind: postgres, max_connections: 3, dsn: '"+dsn+"'}\n- {name: e, kind: duckdb}\n")

	status, script, stderr := call(t, []string{home}, "", "role-sql", "--config", config, "--role", "rolesql_reader", "--schema", "sales")
	for _, want := range []string{`FOR ROLE "postgres" IN SCHEMA "sales" GRANT SELECT ON TABLES TO "rolesql_reader"`, "CONNECTION LIMIT 15;", "statement_timeout = '90000ms'"} {
		if status != 0 || stderr != "" || !strings.Contains(script, want) {
			t.Fatalf("status %d, without %s\n%s%s", status, want, stderr, script)
		}
	}
	t.Cleanup(func() { server.Exec(t, database, "DROP OWNED BY rolesql_reader; DROP ROLE rolesql_reader") })
	cmd := exec.CommandContext(t.Context(), filepath.Join(server.BinDir, "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", dsn)
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	own := configFileFor(t, "sources:\n- {name: shop, kind: postgres, dsn: '"+strings.Replace(dsn, "postgres@", "rolesql_reader@", 1)+"'}\n")
	status, stdout, stderr := call(t, []string{home}, "", "check-config", "--posture", own)
	if status != 0 || strings.Contains(stdout, "  the role ") || !strings.Contains(stdout, "as the role rolesql_reader") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}

	for _, test := range []struct {
		args         []string
		status       int
		says, prints string
	}{
		{[]string{"--role", "r", "--schema", "public"}, 0, "", "FOR ROLE OWNER"},
		{[]string{"--role", "r", "--schema", "public", "--write"}, 0, "", "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES"},
		{[]string{"--schema", "public"}, 1, `required flag(s) "role" not set`, ""},
		{[]string{"--role", "pg_r", "--schema", "public"}, 1, "cannot be the name of a role", ""},
		{[]string{"--role", "r", "--schema", "sale", "--config", config}, 1, `Did you mean "sales"?`, ""},
		{[]string{"--role", "r", "--schema", "sales", "--config", config, "--source", "shp"}, 1, `did you mean "shop"?`, ""},
		{[]string{"--role", "r", "--schema", "sales", "--config", config, "--source", "e"}, 1, "is no Postgres server", ""},
		{
			[]string{"--role", "r", "--schema", "sales", "--config", configFileFor(t, "sources:\n- {name: down, kind: postgres, dsn: 'postgres://u@127.0.0.1:1/db'}\n")},
			0,
			"The script is made without it", "FOR ROLE OWNER",
		},
	} {
		status, stdout, stderr := call(t, []string{home}, "", append([]string{"role-sql"}, test.args...)...)
		if status != test.status || !strings.Contains(stderr, test.says) || !strings.Contains(stdout, test.prints) || test.prints == "" && stdout != "" {
			t.Errorf("%q: status %d\n%s%s", test.args, status, stderr, stdout)
		}
	}
}

// listenAndSayNothing takes connections and never answers.
func listenAndSayNothing(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// TestLoginOfTenantsRefused: at the start the log says that row-level security does not hold the login of a
// source for tenants; a client that asks the source is told the same, and one of another source is served.
func TestLoginOfTenantsRefused(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	users := "pgwire: {users: [{name: ana, password_env: PW, tenant: acme}]}\n"
	source := "{kind: postgres, tenants: [acme], dsn: '" + dsn + "', name: "
	r := start(t, []string{"PW=pw"}, "--config", configFileFor(t, users+"sources:\n- "+source+"shop}\n- "+source+"meant, login_bypasses_policies: true}\n"))
	const refused = `source "shop" is refused: it is for tenants, and row-level security does not hold its login "postgres", which is a superuser`
	r.says(t, `\[ERROR\].*`+refused)
	for name, want := range map[string]string{"shop": refused, "meant": "1"} {
		cmd := exec.CommandContext(t.Context(), "psql", "-XAt", "-c", "SELECT 1", "postgres://ana:pw@"+r.pgwire+"/"+name)
		out, _ := cmd.CombinedOutput() // an error is in it
		if got := string(out); !strings.Contains(got, want) || strings.Contains(got, refused) != (name == "shop") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
