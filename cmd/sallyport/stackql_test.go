//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const secret = "hunter2-hunter2-hunter2"

// orders makes a database with a table of three rows and returns its DSN, with a
// password that the server does not ask for.
func orders(t *testing.T) (dsn, name string) {
	t.Helper()
	dsn = pgtest.Start(t).CreateDB(t)
	if got := ask(t, dsn, "CREATE TABLE orders (id int, note text); INSERT INTO orders VALUES (1, 'a'), (2, 'b'), (3, 'c')"); got != "" {
		t.Fatal(got)
	}
	name = regexp.MustCompile(`/([^/?]+)\?`).FindStringSubmatch(dsn)[1]
	return strings.Replace(dsn, "@", ":"+secret+"@", 1), name
}

// ask asks a Postgres server and returns the first value.
func ask(t *testing.T, dsn, sql string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgconn.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		return err.Error()
	}
	for _, result := range results {
		if len(result.Rows) > 0 {
			return string(result.Rows[0][0])
		}
	}
	return ""
}

// startProcess runs srv as a process of its own and waits until it greets.
func startProcess(t *testing.T, args ...string) (*running, *exec.Cmd) {
	t.Helper()
	r := &running{state: newState(t), out: &output{}, err: &output{}}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 2*time.Minute) // it ends in a cleanup
	cmd := exec.CommandContext(ctx, os.Args[0], append(args, "--state-dir", r.state)...)
	cmd.Env = append(os.Environ(), asSallyport+"=yes")
	cmd.Stdout, cmd.Stderr = r.out, r.err
	if err := cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		defer cancel()
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := <-ended; err != nil {
			t.Errorf("%v\n%s", err, r.err)
		}
	})
	greeting := regexp.MustCompile(`MCP +https?://(\S+)/mcp\n(?: +Postgres +(\S+)\n)?(?s:.*)mcpServers.*\n`)
	courttest.Eventually(t, "the server greets", func() bool { return greeting.MatchString(r.out.String()) }, r.out, r.err)
	found := greeting.FindStringSubmatch(r.out.String())
	r.mcp, r.pgwire = found[1], found[2]
	return r, cmd
}

// bearer sends one MCP message and returns the status and the answer.
func bearer(t *testing.T, r *running, token, body string) (int, string) {
	t.Helper()
	defer http.DefaultClient.CloseIdleConnections()
	headers := map[string]string{}
	if token != "" {
		headers["Authorization"] = "Bearer " + token
	}
	status, text, _ := sendMessage(t, "http://"+r.mcp+"/mcp", body, headers)
	return status, text
}

// toolCall is a call of a tool with a statement.
func toolCall(tool, sql string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{"sql":%q}}}`, tool, sql)
}

// inSession calls a tool in a 2025 session over HTTP.
func inSession(t *testing.T, r *running, message string) string {
	t.Helper()
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	defer http.DefaultClient.CloseIdleConnections()
	send := func(body string, headers map[string]string) (string, http.Header) {
		status, text, header := sendMessage(t, "http://"+r.mcp+"/mcp", body, headers)
		if status != http.StatusOK {
			t.Fatal(status, text)
		}
		return text, header
	}
	_, header := send(hello, nil)
	text, _ := send(message, map[string]string{"Mcp-Session-Id": header.Get("Mcp-Session-Id"), "Mcp-Protocol-Version": "2025-06-18"})
	return text
}

// leaks looks for the secret in what a server wrote, anywhere.
func leaks(t *testing.T, r *running) {
	t.Helper()
	if text := r.out.String() + r.err.String(); strings.Contains(text, secret) {
		t.Errorf("a secret is in the log\n%s", text)
	}
	err := filepath.WalkDir(r.state, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(secret)) {
			t.Errorf("a secret is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestReverseProxy: the DSN of --mcp.config is the default source; what comes in
// by either door is gated and recorded here, and runs there.
func TestReverseProxy(t *testing.T) {
	for _, mode := range []string{"safe", "full_access"} {
		t.Run(mode, func(t *testing.T) {
			dsn, name := orders(t)
			r, _ := startProcess(t, "srv", "--mcp.server.type=reverse_proxy", "--pgsrv.port", "0", "--mcp.config",
				`{"server":{"transport":"http","address":"127.0.0.1:0","mode":"`+mode+`"},"backend":{"dsn":"`+dsn+`&default_query_exec_mode=simple_protocol"}}`,
				"--registry", `{"url":"file:///none"}`, "--auth", `{"github":{"type":"api_key","api_key":"`+secret+`"}}`)
			if got := inSession(t, r, toolCall("run_select_query", "SELECT count(*) AS n FROM orders")); !strings.Contains(got, `"rows":[[3]]`) {
				t.Errorf("MCP answers %s", got)
			}
			host, port, _ := net.SplitHostPort(r.pgwire)
			through := fmt.Sprintf("postgres://%s:%s/%s?sslmode=disable", host, port, name)
			if got := ask(t, through, "SELECT note FROM orders WHERE id = 2"); got != "b" {
				t.Errorf("the Postgres door answers %q", got)
			}
			left := "1"
			if mode == "safe" {
				left = "3"
				psql := exec.CommandContext(t.Context(), "psql", "-X", "-c", "COPY orders TO STDOUT", "-c", `\d orders`, through)
				if out, err := psql.CombinedOutput(); err != nil || !strings.Contains(string(out), "3\tc") || !strings.Contains(string(out), "note") {
					t.Errorf("psql: %v %s", err, out)
				}
				if got := inSession(t, r, toolCall("run_select_query", "DELETE FROM orders")); !strings.Contains(got, `"isError":true`) {
					t.Errorf("MCP answers %s", got)
				}
			} else {
				if got := inSession(t, r, toolCall("run_mutation_query", "DELETE FROM orders WHERE id = 1")); strings.Contains(got, `"isError":true`) {
					t.Errorf("MCP answers %s", got)
				}
				if got := ask(t, through, "DELETE FROM orders WHERE id = 2"); got != "" {
					t.Errorf("the Postgres door answers %q", got)
				}
			}
			if got := ask(t, dsn, "SELECT count(*) FROM orders"); got != left {
				t.Errorf("%s rows are left, want %s", got, left)
			}
			for _, want := range []string{`"door":"mcp"`, `"door":"pgwire"`, `"source":"` + name + `"`} {
				if records := r.records(t); !strings.Contains(records, want) {
					t.Errorf("no %s in the records\n%s", want, records)
				}
			}
			for _, want := range []string{
				"backend.dsn has a password", "default_query_exec_mode has no effect", "--registry: there is no such folder",
				"--auth holds credentials",
			} {
				if strings.Count(r.err.String(), want) != 1 {
					t.Errorf("the log does not say %q once\n%s", want, r.err)
				}
			}
			leaks(t, r)
		})
	}
}

// TestReverseProxyOnStdio: the object in a file, the DSN in a file of variables:
// no secret is among the arguments.
func TestReverseProxyOnStdio(t *testing.T) {
	dsn, name := orders(t)
	dir := t.TempDir()
	variables, object := filepath.Join(dir, "env"), filepath.Join(dir, "proxy.yaml")
	for path, text := range map[string]string{
		variables: "# the shop\nexport SHOP_DSN='" + dsn + "'\nSALLYPORT_MODE=full_access\n",
		object:    "server:\n  transport: stdio\nbackend:\n  dsn_env: SHOP_DSN\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := &running{state: newState(t), out: &output{}, err: &output{}}
	cmd := process(t, "yes", "mcp", "--mcp.server.type", "reverse_proxy", "--mcp.config", object, "--env.file", variables, "--approot", r.state)
	cmd.Env = append(cmd.Env, "SHOP_DSN=postgres://nobody@127.0.0.1:1/none") // the file wins
	cmd.Stdin = strings.NewReader(strings.NewReplacer(                       // both run side by side
		"count(*) AS n FROM airports", "max(id) AS n FROM "+name+".public.orders", "DELETE FROM airports", "DELETE FROM orders WHERE id = 1",
	).Replace(talk))
	cmd.Stdout, cmd.Stderr = r.out, r.err
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, r.err)
	}
	if !strings.Contains(r.out.String(), `"rows":[[3]]`) {
		t.Errorf("%s answers %s", name, r.out)
	}
	if got := ask(t, dsn, "SELECT count(*) FROM orders"); got != "2" {
		t.Errorf("%s rows are left", got)
	}
	if strings.Contains(r.err.String(), "WARN]  sallyport: ") {
		t.Errorf("there is nothing to warn of\n%s", r.err)
	}
	leaks(t, r)
}

// TestSrvOnStdio: MCP on standard input and output beside the Postgres door; the
// end of the client is the end of the server.
func TestSrvOnStdio(t *testing.T) {
	state := newState(t)
	cmd := process(t, "yes", "srv", "--mcp.server.type=stdio", "--pgsrv.address", "127.0.0.1", "--pgsrv.port=0", "--state-dir", state)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs output
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`postgres=(\S+)`)
	var found []string
	eventually(t, "the server starts", func() bool {
		found = address.FindStringSubmatch(errs.String())
		return found != nil
	}, &errs)
	if status, stdout, stderr := call(t, nil, "", "sql", "--address", found[1], "--csv", "SELECT count(*) AS n FROM airports"); status != 0 || stdout != "n\n3376\n" {
		t.Errorf("%d %q %s", status, stdout, stderr)
	}
	if _, err := io.WriteString(in, talk); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &errs)
	}
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, `{"jsonrpc":"2.0"`) {
			t.Errorf("not a message: %q", line)
		}
	}
	if !strings.Contains(out.String(), "3376") {
		t.Errorf("answers %s", &out)
	}
}

// TestBearer: the token of a file of variables is asked for.
func TestBearer(t *testing.T) {
	variables := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(variables, []byte("SALLYPORT_MCP_TOKEN="+secret+"\nSALLYPORT_MCP_PRINCIPAL=agents\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, cmd := startProcess(t, "srv", "--env.file", variables, "--pgsrv.port", "0", "--mcp-address", "127.0.0.1:0")
	const list = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	for token, want := range map[string]int{"": http.StatusUnauthorized, "wrong-wrong-wrong-wrong": http.StatusUnauthorized, secret: http.StatusOK} {
		if status, answer := bearer(t, r, token, list); status != want {
			t.Errorf("%q: %d %s", token, status, answer)
		}
	}
	if !strings.Contains(r.out.String(), `"headers":{"Authorization":"Bearer ${SALLYPORT_MCP_TOKEN}"}`) {
		t.Errorf("the greeting has no word of the token\n%s", r.out)
	}
	if !strings.Contains(r.err.String(), "others than its owner can read") {
		t.Errorf("no word of the file's mode\n%s", r.err)
	}
	if runtime.GOOS == "linux" {
		arguments, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", cmd.Process.Pid))
		if err != nil || strings.Contains(string(arguments), secret) {
			t.Errorf("%v %q", err, arguments)
		}
	}
	leaks(t, r)
}

// TestInventory: a surface of two tools, without instructions.
func TestInventory(t *testing.T) {
	r, _ := startProcess(t, "mcp", "--mcp.config", `{"server":{"address":"127.0.0.1:0","render":"json"},"enabled_tools":["server_info","list_providers"],"enabled_prompts":["write_safe_select"],"disable_instructions":true}`)
	list := inSession(t, r, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if got := strings.Count(list, `"inputSchema"`); got != 2 || !strings.Contains(list, `"list_providers"`) {
		t.Errorf("%d tools: %s", got, list)
	}
	if got := inSession(t, r, toolCall("run_select_query", "SELECT 1")); !strings.Contains(got, "-32602") {
		t.Errorf("a tool that is not published answers %s", got)
	}
	if status, hello := bearer(t, r, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`); status != http.StatusOK || strings.Contains(hello, "instructions") {
		t.Errorf("%d %s", status, hello)
	}
}

// TestClientCAs: --pgsrv.tls of StackQL, whose clientCAs make a certificate
// obligatory.
func TestClientCAs(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"server", "client", "other"} {
		selfSigned(t, dir, name)
	}
	pem := func(name string) string {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	ca := base64.StdEncoding.EncodeToString([]byte(pem("client.crt")))
	files := fmt.Sprintf(`"keyFilePath":%q,"certFilePath":%q`, filepath.Join(dir, "server.key"), filepath.Join(dir, "server.crt"))
	contents := fmt.Sprintf(`"keyContents":%q,"certContents":%q`, pem("server.key"), pem("server.crt"))
	for name, pair := range map[string]string{"files": files, "contents": contents} {
		t.Run(name, func(t *testing.T) {
			r, _ := startProcess(t, "srv", "--pgsrv.address", "0.0.0.0", "--pgsrv.port", "0", "--mcp-address", "127.0.0.1:0", "--pgsrv.tls", `{`+pair+`,"clientCAs":["`+ca+`"]}`)
			with := func(name string) string {
				return fmt.Sprintf(" sslcert=%s/%s.crt sslkey=%s/%s.key", dir, name, dir, name)
			}
			for settings, want := range map[string]string{
				"sslmode=verify-full sslrootcert=" + filepath.Join(dir, "server.crt") + with("client"): "3376",
				"sslmode=require" + with("client"): "3376",
				"sslmode=require" + with("other"):  "",
				"sslmode=require":                  "",
				"sslmode=disable":                  "",
			} {
				out := psqlAs(t, r, settings)
				if got := strings.TrimSpace(out); want != "" && got != want || want == "" && strings.Contains(got, "3376") {
					t.Errorf("%s: %q", settings, out)
				}
			}
			if strings.Contains(r.err.String(), "PRIVATE KEY") {
				t.Error("the key is in the log")
			}
		})
	}
}

func TestStackQLFlags(t *testing.T) {
	env := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(env, []byte("A=1\nB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"srv", "--mcp.confg", "{}"}, `sallyport: unknown flag: --mcp.confg; did you mean "--mcp.config"?`},
		{[]string{"srv", "--pgsrv.adress", "x"}, `sallyport: unknown flag: --pgsrv.adress; did you mean "--pgsrv.address"?`},
		{[]string{"srv", "--mcp.server.type", "sse"}, "sallyport: --mcp.server.type: the SSE transport of MCP is obsolete: use http, which is streamable HTTP"},
		{[]string{"mcp", "--mcp.config", `{"server":{"mdoe":"safe"}}`}, `sallyport: --mcp.config:1: server.mdoe: unknown key; did you mean "mode"?`},
		{[]string{"mcp", "--mcp.config", `{"enabled_tools":["server_info","list_provider"]}`}, `sallyport: --mcp.config:1 (enabled_tools): mcp.enabled_tools: there is no tool "list_provider"; did you mean "list_providers"?`},
		{[]string{"mcp", "--env.file", env}, "sallyport: --env.file: " + env + ":2: is not NAME=value"},
		{[]string{"mcp", "--mcp.server.type=reverse_proxy", "--mcp.config", `{"backend":{"dsn_env":"UNSET"}}`, "--mcp-address", "127.0.0.1:0", "--state-dir", env + ".d"}, `sallyport: source "backend": dsn_env names the variable UNSET, which is not set: set it where the server starts`},
		{[]string{"mcp", "--env.file", "/etc/passwd/x"}, "sallyport: --env.file: stat /etc/passwd/x: not a directory"},
		{[]string{"srv", "--mcp-address", "127.0.0.1:5466"}, "sallyport: --mcp-address: mcp.address: 127.0.0.1:5466 is the address of the Postgres door too (pgwire.address: 127.0.0.1:5466): each needs a port of its own"},
		{[]string{"check-config", "--mcp-address", "127.0.0.1:5466"}, "--mcp-address: mcp.address: 127.0.0.1:5466 is the address of the Postgres door too (pgwire.address: 127.0.0.1:5466): each needs a port of its own"},
	} {
		status, stdout, stderr := call(t, []string{"HOME=" + t.TempDir()}, "", test.args...)
		if status != 1 || stdout != "" || stderr != test.want+"\n" {
			t.Errorf("%q: status %d, stdout %q\ngot  %swant %s", test.args, status, stdout, stderr, test.want)
		}
	}
}

// TestCheckStackQL: check-config takes the flags too, and tells what has no
// effect.
func TestCheckStackQL(t *testing.T) {
	status, stdout, stderr := call(t, []string{"HOME=/h"}, "", slices.Concat([]string{"check-config"}, anyPorts, []string{
		"--mcp.server.type=reverse_proxy", "--mcp.config",
		`{"server":{"name":"n"},"backend":{"dsn":"postgres://h/shop"}}`, "--execution.concurrency.limit=4",
	})...)
	if status != 0 || !strings.Contains(stdout, "sources shop (postgres); the default is shop") {
		t.Errorf("%d %s", status, stdout)
	}
	const want = "note: --mcp.config:1: server.name has no effect: clients are told that this is Sallyport\n"
	if stderr != want {
		t.Errorf("%s", stderr)
	}
	_, help, _ := call(t, nil, "", "srv", "--help")
	own, theirs, ok := strings.Cut(help, "Flags of StackQL, accepted as they are:\n")
	if !ok || !strings.Contains(own, "--mcp-address") || strings.Contains(own, "--pgsrv.port ") || !strings.Contains(theirs, "--pgsrv.port ") {
		t.Errorf("help\n%s", help)
	}
}
