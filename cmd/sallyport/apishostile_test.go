package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/courttest"
)

// startOwn runs a server over the API with a document of the test's: provider "own", service "s".
func startOwn(t *testing.T, f *forge, service, more string, args ...string) (server *running, file string) {
	t.Helper()
	config, file := configOwn(t, f, service, more)
	return start(t, nil, append([]string{"--config", config}, args...)...), file
}

// configOwn writes that document, and a configuration with its source.
func configOwn(t *testing.T, f *forge, service, more string) (config, file string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "registry")
	version := filepath.Join(folder, "src", "own", "v1.0.0")
	if err := os.MkdirAll(filepath.Join(version, "services"), 0o755); err != nil {
		t.Fatal(err)
	}
	provider := "id: own\nname: own\nversion: v1.0.0\ntitle: Own\nproviderServices:\n  s: {id: 's:v1.0.0', name: s, title: S, service: {$ref: own/v1.0.0/services/s.yaml}}\n"
	if err := os.WriteFile(filepath.Join(version, "provider.yaml"), []byte(provider), 0o600); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(version, "services", "s.yaml")
	writeOwn(t, f, file, service)
	config = filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf("%ssources:\n  - {name: own, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", more, folder)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config, file
}

func writeOwn(t *testing.T, f *forge, file, service string) {
	t.Helper()
	text := "openapi: 3.0.3\ninfo: {title: S, version: '1'}\nservers: [{url: '" + f.URL + "'}]\n" + service
	if err := os.WriteFile(file+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

// rewriteOwn replaces the document of a running server, and waits until the server has read the new one: it has another
// resource, which is planned by what the server knows, and whose method is that of a $ref in the document.
func (r *running) rewriteOwn(t *testing.T, f *forge, file, service, ref string) {
	t.Helper()
	const resources = "  x-stackQL-resources:\n"
	if strings.Count(service, resources) != 1 {
		t.Fatalf("there is no place for a resource in\n%s", service)
	}
	added := resources + "    rewritten: {methods: {list: {operation: {$ref: '" + ref + "'}, response: {mediaType: application/json, openAPIDocKey: '200'}}}, " +
		"sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/rewritten/methods/list'}]}}\n"
	writeOwn(t, f, file, strings.Replace(service, resources, added, 1))
	eventually(t, "the server reads the new document", func() bool {
		_, _, stderr := r.sql(t, "-c", "EXPLAIN SELECT * FROM own.s.rewritten")
		return !strings.Contains(stderr, "does not exist") // an input may be missing
	})
}

const oneRow = `responses: {'200': {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}`

// ownOf is a document of one path with one resource "things".
func ownOf(path, verb, more string) string {
	escaped := strings.ReplaceAll(path, "/", "~1")
	return "paths:\n  " + path + ":\n    " + verb + ": {" + more + oneRow + "}\n" +
		"components:\n  x-stackQL-resources:\n    things:\n      methods: {list: {operation: {$ref: '#/paths/" + escaped + "/" + verb + "'}, response: {mediaType: application/json, openAPIDocKey: '200'}}}\n" +
		"      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/things/methods/list'}]}\n"
}

// TestAPIsChanged: a document that changes after a statement was judged makes no other request.
func TestAPIsChanged(t *testing.T) {
	f := newForge(t)
	server, file := startOwn(t, f, ownOf("/v1/orgs", "get", ""), "mode: read_only\n")
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+server.pgwire+"/own")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "SELECT name FROM s.things"); err != nil {
		t.Fatal(err)
	}
	writeOwn(t, f, file, ownOf("/v1/everything", "delete", ""))
	courttest.Eventually(t, "the statement is refused", func() bool {
		_, err = conn.Exec(t.Context(), "SELECT name FROM s.things")
		return err != nil && strings.Contains(err.Error(), "refused")
	})
	for _, r := range f.requests() {
		if !strings.HasPrefix(r, "GET") {
			t.Errorf("read_only has sent %s", r)
		}
	}
}

// TestAPIsFixedOperation: a statement does not choose the operation that its method was judged by.
func TestAPIsFixedOperation(t *testing.T) {
	for what, service := range map[string]string{
		"a default":        ownOf("/", "post", "parameters: [{name: X-Amz-Target, in: header, schema: {type: string, default: Dynamo.ListTables}}], "),
		"one value":        ownOf("/", "post", "parameters: [{name: X-Amz-Target, in: header, required: true, schema: {type: string, enum: [Dynamo.ListTables]}}], "),
		"any value":        ownOf("/", "post", "parameters: [{name: X-Amz-Target, in: header, required: true, schema: {type: string}}], "),
		"an action":        ownOf("/", "get", "parameters: [{name: Action, in: query, required: true, schema: {type: string, default: DescribeInstances}}], "),
		"an optional":      ownOf("/", "get", "parameters: [{name: Action, in: query, schema: {type: string, enum: [DescribeInstances]}}], "),
		"any other action": ownOf("/", "get", "parameters: [{name: Action, in: query, required: true, schema: {type: string}}], "),
	} {
		t.Run(what, func(t *testing.T) {
			f := newForge(t)
			var sent []string
			f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sent = append(sent, r.Header.Get("X-Amz-Target")+r.URL.Query().Get("Action"))
				w.Header().Set("Content-Type", "application/json")
				_, _ = fmt.Fprint(w, `{"name": "gone"}`)
			})
			server, _ := startOwn(t, f, service, "mode: read_only\n")
			for _, sql := range []string{
				`SELECT name FROM own.s.things WHERE "X-Amz-Target" = 'Dynamo.DeleteTable'`, `SELECT name FROM own.s.things WHERE "Action" = 'TerminateInstances'`,
				`EXEC own.s.things.list @"X-Amz-Target" = 'Dynamo.DeleteTable'`, `EXEC own.s.things.list @Action = 'TerminateInstances'`, `SELECT name FROM own.s.things`,
			} {
				server.sql(t, "-c", sql)
			}
			for _, s := range sent {
				if !strings.Contains(s, "ListTables") && !strings.Contains(s, "Describe") {
					t.Errorf("read_only has sent %q", s)
				}
			}
		})
	}
}

// TestAPIsRecorded: requests are on the record of the statement that made them, whatever became of it.
func TestAPIsRecorded(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	open := f.Config.Handler
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/dead/") {
			c, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = c.Close()
			}
			return
		}
		open.ServeHTTP(w, r)
	})
	server := startForge(t, f, "")
	server.sql(t, "-c", "SELECT name FROM forge.repos.repos WHERE org = 'acme'", "-c", "SHOW METHODS IN forge.repos.repos", "-c", "SELECT 1", "-c", "SELECT name FROM forge.repos.repos WHERE org = 'dead'")
	for line := range strings.Lines(server.records(t)) {
		listed := strings.Contains(line, `"requests"`)
		switch {
		case strings.Contains(line, `SHOW METHODS`) && listed:
			t.Errorf("requests of the statement before: %s", line)
		case strings.Contains(line, "dead") && strings.Contains(line, "sqlstate") && !listed:
			t.Errorf("no requests: %s", line)
		}
	}
	if t.Failed() {
		t.Log(server.records(t))
	}
}

// TestAPIsPortals: a portal that is not read to its end, and another of the same tables.
func TestAPIsPortals(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	server := startForge(t, f, "")
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+server.pgwire+"/forge")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	wire := conn.PgConn().Frontend()
	send := func(name, org string, rows uint32) {
		wire.Send(&pgproto3.Parse{Name: name, Query: "SELECT name FROM repos.repos WHERE org = '" + org + "'"})
		wire.Send(&pgproto3.Bind{DestinationPortal: name, PreparedStatement: name})
		wire.Send(&pgproto3.Execute{Portal: name, MaxRows: rows})
	}
	send("a", "acme", 1)
	send("b", "beta", 0)
	wire.Send(&pgproto3.Sync{})
	if err := wire.Flush(); err != nil {
		t.Fatal(err)
	}
	got := ""
	for {
		m, err := wire.Receive()
		if err != nil {
			t.Fatal(err)
		}
		switch m := m.(type) {
		case *pgproto3.DataRow:
			got += string(m.Values[0]) + " "
		case *pgproto3.PortalSuspended:
			got += "| "
		case *pgproto3.CommandComplete:
			got += string(m.CommandTag) + " "
		case *pgproto3.ErrorResponse:
			got += m.Message
		}
		if _, ready := m.(*pgproto3.ReadyForQuery); ready {
			break
		}
	}
	if got != "site | site core SELECT 2 " {
		t.Error(got)
	}
}

// TestAPIsFed: no row is lost where the inputs of a relation come from rows of others.
func TestAPIsFed(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	server := startForge(t, f, "")
	for sql, want := range map[string]string{
		"SELECT b.sha FROM (VALUES ('acme'), ('zzz')) v(x) LEFT JOIN forge.repos.orgs o ON o.name = v.x JOIN forge.repos.branches b ON b.owner = coalesce(o.name, 'other') AND b.repo = 'site' WHERE b.name = 'main' ORDER BY 1": "acme-site other-site",
		"SELECT b.sha FROM (VALUES ('acme'), ('zzz')) v(x) LEFT JOIN forge.repos.orgs o ON o.name = v.x JOIN forge.repos.branches b ON b.owner = o.name AND b.repo = 'site' WHERE b.name = 'main' ORDER BY 1":                    "acme-site",
		"SELECT email FROM forge.repos.users WHERE name = 'acme' AND (name = 'beta' OR name = 'acme')":                                                                                                                           "a@acme.test",
		"SELECT email FROM forge.repos.users WHERE name = 'acme' AND name IN ('beta', 'acme')":                                                                                                                                   "a@acme.test",
	} {
		_, stdout, stderr := server.sql(t, "--csv", "-c", sql)
		got := strings.Join(strings.Fields(stdout + stderr)[1:], " ")
		if got != want && !strings.Contains(stderr, "needs values for") {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
	random := "SELECT count(*) FROM (SELECT name FROM forge.repos.orgs ORDER BY random() LIMIT 1) o JOIN forge.repos.branches b ON b.owner = o.name AND b.repo = 'site'"
	for range 12 {
		if _, stdout, stderr := server.sql(t, "--csv", "-c", random); !strings.Contains(stdout, "\n2") && stderr == "" {
			t.Fatalf("a random row lost its branches: %s", stdout)
		}
	}
}

// TestAPIsBesideATransaction: what an API does is no part of another source's transaction either.
func TestAPIsBesideATransaction(t *testing.T) {
	f := newForge(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf("mode: full_access\nsources:\n  - {name: files, kind: duckdb}\n  - {name: forge, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", registryFor(t, f))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	server := start(t, nil, "--config", file)
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+server.pgwire+"/files")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "EXEC forge.odd.everything.list")
	if asked := f.requests(); err == nil || len(asked) > 0 {
		t.Errorf("%v %s", err, asked)
	}
}

// TestAPIsManyConstants: a long list of constants does not keep the machine.
func TestAPIsManyConstants(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	server := startForge(t, f, "")
	list := make([]string, 60_000)
	for i := range list {
		list[i] = fmt.Sprintf("'%030d'", i)
	}
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+server.pgwire+"/forge")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	started := processorTime(t)
	_, err = conn.Exec(t.Context(), "SELECT name FROM repos.repos WHERE org IN ("+strings.Join(list, ",")+")")
	took := processorTime(t) - started
	t.Log(took, err)
	if err == nil || took > 5*time.Second { // each value compared with each took over 30
		t.Errorf("%s: %v", took, err)
	}
}

// processorTime is what this process has computed so far. No other test runs beside one that is not parallel.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestAPIsTokenServer: a document sends requests for tokens to no private address, and no variable of the
// server's own anywhere.
func TestAPIsTokenServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip(err) // this system has no second address of its own
	}
	reached := make(chan bool, 100)
	private := httptest.NewUnstartedServer(http.NotFoundHandler())
	_ = private.Listener.Close()
	private.Listener = listener
	private.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			reached <- true
		}
	}
	private.StartTLS()
	defer private.Close()
	t.Setenv("OWN_ID", "id")
	t.Setenv("OWN_SECRET", "secret")
	t.Setenv("SALLYPORT_TEST_TOKEN", "hunter2")
	f := newForge(t)
	var heard []string
	open := f.Config.Handler
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heard = append(heard, r.URL.RequestURI()+fmt.Sprint(r.Header))
		open.ServeHTTP(w, r)
	})
	server, file := startOwn(t, f, ownOf("/v1/orgs", "get", ""), "")
	config := filepath.Join(t.TempDir(), "sallyport.yaml")
	folder := filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
	if err := os.WriteFile(config, fmt.Appendf(nil, "sources:\n  - {name: own, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", folder), 0o600); err != nil {
		t.Fatal(err)
	}
	provider := filepath.Join(filepath.Dir(filepath.Dir(file)), "provider.yaml")
	before, err := os.ReadFile(provider)
	if err != nil {
		t.Fatal(err)
	}
	read := func(auth string) string {
		t.Helper()
		if err := os.WriteFile(provider, []byte(string(before)+"config: {auth: "+auth+"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, stdout, stderr := server.sql(t, "-c", "SELECT name FROM own.s.things")
		return stdout + stderr
	}
	answer := read("{type: oauth2, grant_type: client_credentials, client_id_env_var: OWN_ID, client_secret_env_var: OWN_SECRET, token_url: 'https://" + listener.Addr().String() + "/token'}")
	if len(reached) > 0 || !strings.Contains(answer, "token server") {
		t.Errorf("a private address was dialled: %s", answer)
	}
	own := start(t, nil, "--config", config, "--auth", `{"own":{"type":"oauth2","grant_type":"client_credentials","client_id_env_var":"OWN_ID","client_secret_env_var":"OWN_SECRET","token_url":"https://`+listener.Addr().String()+`/token"}}`)
	if own.sql(t, "-c", "SELECT name FROM own.s.things"); len(reached) == 0 {
		t.Error("a token server that a person has named is not reached")
	}
	for _, auth := range []string{
		"{type: bearer, credentialsenvvar: SALLYPORT_TEST_TOKEN}", "{type: basic, username_var: SALLYPORT_TEST_TOKEN, password_var: OWN_SECRET}",
		"{type: oauth2, grant_type: client_credentials, client_id_env_var: OWN_ID, client_secret_env_var: OWN_SECRET, token_url: '" + f.URL + "/{{ .__env__SALLYPORT_TEST_TOKEN }}'}",
	} {
		if answer := read(auth); strings.Contains(fmt.Sprint(heard), "hunter2") || strings.Contains(fmt.Sprint(heard), "aHVudGVyM") || !strings.Contains(answer, "SALLYPORT_") {
			t.Errorf("%s: %s", auth, answer)
		}
	}
	// Variables of other providers are none of a document's, nor are their kinds of credentials.
	t.Setenv("AWS_SECRET_ACCESS_KEY", "hunter2")
	t.Setenv("AWS_ACCESS_KEY_ID", "AKhunter2")
	t.Setenv("AWS_SESSION_TOKEN", "hunter2")
	t.Setenv("STACKQL_GITHUB_PASSWORD", "hunter2")
	for _, auth := range []string{
		"{type: bearer, credentialsenvvar: AWS_SECRET_ACCESS_KEY}", "{type: bearer, credentialsenvvar: STACKQL_GITHUB_PASSWORD}", "{type: bearer, credentialsenvvar: PGPASSWORD}",
		"{type: basic, username_var: OWN_ID, password_var: AWS_SECRET_ACCESS_KEY}", "{credentialsfilepathenvvar: HOME}",
		"{type: custom, name: x, location: header, credentialsenvvar: OWN_ID, successor: {type: custom, name: y, location: header, credentialsenvvar: AWS_SECRET_ACCESS_KEY}}",
		"{type: aws_signing_v4, keyIDenvvar: AWS_ACCESS_KEY_ID, credentialsenvvar: AWS_SECRET_ACCESS_KEY}", "{type: aws_signing_v4, keyIDenvvar: OWN_ID, credentialsenvvar: OWN_SECRET}", "{type: azure_default}",
		"{type: oauth2, grant_type: client_credentials, client_id_env_var: OWN_ID, client_secret_env_var: OWN_SECRET, token_url: '" + f.URL + "/{{ .__env__AWS_SECRET_ACCESS_KEY }}'}",
	} {
		heard = nil
		if answer := read(auth); len(heard) > 0 || !strings.Contains(answer, "42501") || !strings.Contains(answer, "--auth") {
			t.Errorf("%s: %s %s", auth, heard, answer)
		}
	}
	heard = nil
	if read("{type: bearer, credentialsenvvar: OWN_SECRET}"); !strings.Contains(fmt.Sprint(heard), "Bearer secret") {
		t.Errorf("a variable of the provider's own was not sent: %s", heard)
	}
	heard = nil
	writeOwn(t, f, file, ownOf("/v1/orgs", "get", ""))
	service, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// What start sets for the server stands for a secret here.
	changed := strings.Replace(string(service), "{url: '"+f.URL+"'}", "{url: '"+f.URL+"/{x}', variables: {x: {x-stackQL-envVar: SALLYPORT_APPROVALS_DESK}}}", 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if answer := read("{type: null_auth}"); len(heard) > 0 {
		t.Errorf("a variable of the server's own left: %s %s", heard, answer)
	}
}
