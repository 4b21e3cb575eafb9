package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

func TestServe(t *testing.T) {
	r := start(t, nil)
	if !strings.Contains(r.out.String(), "mode safe") || strings.Contains(r.out.String(), "\x1b") {
		t.Errorf("greeting:\n%s", r.out)
	}
	for table, rows := range map[string]int{"airports": 3376, "birdstrikes": 10000, "weather": 1461} {
		status, stdout, stderr := r.sql(t, "--csv", "SELECT count(*) AS n FROM "+table)
		if want := fmt.Sprintf("n\n%d\n", rows); status != 0 || stdout != want {
			t.Errorf("%s: status %d, %q, %s", table, status, stdout, stderr)
		}
	}
	for _, change := range []string{"DELETE FROM airports", "SELECT 1; DROP TABLE weather", "INSERT INTO airports (iata) VALUES ('x')"} {
		status, stdout, stderr := r.sql(t, change)
		if status != 1 || stdout != "" || !strings.Contains(stderr, "(42501)") || !strings.Contains(stderr, "HINT:  ") {
			t.Errorf("%s: status %d, %q, %s", change, status, stdout, stderr)
		}
		if sql, _ := json.Marshal(change); !strings.Contains(r.records(t), `"sql":`+string(sql)) {
			t.Errorf("%s is not on record", change)
		}
	}
	if status := r.stop(); status != 0 {
		t.Errorf("status %d at the end\n%s", status, r.err)
	}
	for _, address := range []string{r.mcp, r.pgwire} {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			t.Errorf("%s still answers", address)
		}
	}
}

func TestModeFlag(t *testing.T) {
	r := start(t, []string{"SALLYPORT_MODE=read_only"}, "--mode", "full_access")
	status, stdout, stderr := r.sql(t, "CREATE TABLE t (n int); INSERT INTO t VALUES (1), (2); DELETE FROM t WHERE n = 1; SELECT n FROM t")
	if want := "CREATE TABLE\nINSERT 0 2\nDELETE 1\n n\n---\n 2\n(1 row)\n\n"; status != 0 || stdout != want {
		t.Errorf("status %d, %q, %s", status, stdout, stderr)
	}
}

// TestMCP speaks to the MCP door as the greeting tells a client to.
func TestMCP(t *testing.T) {
	r := start(t, nil)
	_, pasted, ok := strings.Cut(r.out.String(), "\n  {")
	var entry struct {
		Servers map[string]struct{ Type, URL string } `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte("{"+pasted), &entry); !ok || err != nil {
		t.Fatalf("no JSON to paste in\n%s", r.out)
	}
	server := entry.Servers["sallyport"]
	if server.Type != "http" || server.URL != "http://"+r.mcp+"/mcp" {
		t.Fatalf("paste %+v", server)
	}
	body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	if status, text, _ := sendMessage(t, server.URL, body, nil); status != http.StatusOK || !strings.Contains(text, `"sallyport"`) {
		t.Errorf("%d %s", status, text)
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestPsql is the newcomer's way in.
func TestPsql(t *testing.T) {
	r := start(t, nil)
	_, port, err := net.SplitHostPort(r.pgwire)
	if err != nil {
		t.Fatal(err)
	}
	psql := func(sql string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "psql", "-X", "-A", "-t", "-h", "127.0.0.1", "-p", port, "-c", sql, "demo")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := psql("SELECT a.name, w.weather FROM airports a, weather w WHERE a.iata = 'SEA' AND w.date = '2012-01-01'")
	if err != nil || out != "Seattle-Tacoma Intl|drizzle\n" {
		t.Errorf("%q, %v", out, err)
	}
	out, err = psql("DELETE FROM airports")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(out, "ERROR:  refused") || !strings.Contains(out, "HINT:") {
		t.Errorf("%q, %v", out, err)
	}
}

func TestClientsAreTold(t *testing.T) {
	t.Parallel() // it waits out the grace period
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte("mode: full_access\nsources:\n- {name: demo, kind: duckdb, threads: 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--config", file)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgconn.Connect(ctx, "postgres://alice@"+r.pgwire+"/demo?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	told := make(chan error, 1)
	go func() { // for longer than anybody waits
		_, err := conn.Exec(ctx, "SELECT pg_sleep(50)").ReadAll()
		told <- err
	}()
	waittest.Eventually(t, "the server has her session", func() bool { return strings.Contains(r.activity(t), "alice") })
	if status := r.stop(); status != 0 {
		t.Errorf("status %d\n%s", status, r.err)
	}
	var refused *pgconn.PgError
	if err := <-told; !errors.As(err, &refused) || refused.Code != "57P01" {
		t.Errorf("told %v, want 57P01", err)
	}
}

// activity is a look at the server's records, once something was recorded.
func (r *running) activity(t *testing.T) string {
	t.Helper()
	if status, _, stderr := call(t, []string{"USER=alice"}, "", "sql", "--address", r.pgwire, "SELECT 1"); status != 0 {
		t.Fatal(stderr)
	}
	return r.records(t)
}

func TestPostgresSource(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE TABLE IF NOT EXISTS stock (item text, n int); TRUNCATE stock; INSERT INTO stock VALUES ('pear', 3)")
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "sources:\n- {name: files, kind: duckdb, folder: " + abs(t, "../../sample") + "}\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN, default: true}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"SHOP_DSN=" + server.DSN("postgres")}, "--config", file)
	for _, test := range []struct{ source, sql, want string }{
		{"", "SELECT item, n FROM stock", "item,n\npear,3\n"},
		{"shop", "SELECT n FROM shop.public.stock", "n\n3\n"},
		{"files", "SELECT count(*) AS n FROM airports", "n\n3376\n"},
	} {
		if status, stdout, stderr := r.sql(t, "--csv", "-s", test.source, test.sql); status != 0 || stdout != test.want {
			t.Errorf("%s: status %d, %q, %s", test.sql, status, stdout, stderr)
		}
	}
	if !strings.Contains(r.out.String(), "files (duckdb), shop (postgres)") {
		t.Errorf("greeting:\n%s", r.out)
	}
}

func abs(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAddressInUse(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	address := busy.Addr().String()
	for _, flag := range []string{"--pgwire-address", "--mcp-address"} {
		args := []string{"srv", "--state-dir", t.TempDir(), "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0", flag, address}
		status, stdout, stderr := call(t, nil, "", args...)
		want := "sallyport: cannot listen on " + address + ": another program does\n  cause: listen tcp " + address + ": bind: address already in use\n" +
			"  Is Sallyport running already? " + flag + " takes another address.\n"
		if status != 1 || stdout != "" || stderr != want {
			t.Errorf("%s: status %d, stdout %q\ngot  %swant %s", flag, status, stdout, stderr, want)
		}
	}
}

// TestOneServerForEachState: a state directory that is taken says by whom, whichever
// command needs it.
func TestOneServerForEachState(t *testing.T) {
	r := start(t, nil)
	by := fmt.Sprintf("process %d (%s) since 20", os.Getpid(), filepath.Base(os.Args[0]))
	where := ", listening on " + r.pgwire + " and " + r.mcp
	for _, args := range [][]string{
		{"srv", "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0"},
		{"audit", "acknowledge"},
	} {
		status, stdout, stderr := call(t, nil, "", append(args, "--state-dir", r.state)...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, "another server writes its records to "+r.state) || !strings.Contains(stderr, "\n  It is "+by) ||
			!strings.Contains(stderr, where+".\n") || !strings.Contains(stderr, "--state-dir") || strings.Contains(stderr, "resource temporarily") {
			t.Errorf("%q: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	for _, args := range [][]string{
		{"srv", "--pgwire-address", r.pgwire, "--mcp-address", "127.0.0.1:0"},
		{"mcp", "--mcp.server.type=http", "--mcp-address", r.mcp},
	} {
		status, _, stderr := call(t, nil, "", append(args, "--state-dir", r.state)...)
		if status != 1 || !strings.Contains(stderr, "\n  The state directory is in use by "+by) || !strings.Contains(stderr, where+".\n") {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
	}
	if _, _, stderr := call(t, nil, "", "check-config", "--state-dir", r.state); !strings.Contains(stderr, "note: the audit log in "+r.state+"/audit is written by "+by) {
		t.Errorf("check-config: %s", stderr)
	}
	r.stop()
	if _, _, stderr := call(t, nil, "", "check-config", "--state-dir", r.state); strings.Contains(stderr, "is written by") {
		t.Errorf("check-config, when the server has ended: %s", stderr)
	}
}

// TestBadSource: what cannot start says which source, and no secret.
func TestBadSource(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte("sources:\n- {name: shop, kind: postgres, dsn: 'host=db password=hunter2 sslmode=banana'}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := call(t, nil, "", "srv", "--config", file, "--state-dir", t.TempDir(), "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0")
	if status != 1 || stdout != "" || !strings.Contains(stderr, `source "shop"`) || strings.Contains(stderr, "hunter2") {
		t.Errorf("status %d, %q, %s", status, stdout, stderr)
	}
}
