package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestAPIsByDriver: a driver prepares, asks what a statement takes and gives, and binds. Values of
// inputs are parameters like others, in binary too.
func TestAPIsByDriver(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	server := startForge(t, f, "")
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, "postgres://ann@"+server.pgwire+"/forge")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	described, err := conn.Prepare(ctx, "q", "SELECT name, stars, createdAt FROM repos.repos WHERE org = $1 AND stars > $2 ORDER BY stars")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(described.ParamOIDs, described.Fields[1].DataTypeOID); got != "[25 20] 20" || len(f.requests()) > 0 {
		t.Errorf("described as %s, and requests were sent", got)
	}
	for _, test := range []struct {
		sql  string
		args []any
		want string
	}{
		{"q", []any{"acme", 5}, "[core 9 <nil>]"},
		{"q", []any{"acme", 4}, "[site 5 2024-01-02 03:04:05 +0000 UTC][core 9 <nil>]"},
		{"q", []any{nil, 4}, ""},
		{"SELECT name FROM repos.repos WHERE org = $2 AND $1::int < stars", []any{"6", "acme"}, "[core]"},
		{"SELECT org, name FROM repos.repos WHERE org = ANY ($1) ORDER BY 1, 2", []any{[]string{"acme", "beta"}}, "[acme core][acme site][beta core][beta site]"},
		{"SELECT org, name FROM repos.repos WHERE org IN ($1, $2) AND name = $3 ORDER BY 1", []any{"acme", "beta", "core"}, "[acme core][beta core]"},
		{"SELECT org, name FROM repos.repos WHERE org = lower($1) ORDER BY 2", []any{"ACME"}, "[acme core][acme site]"},
		{"SELECT $1 AS a, name FROM repos.repos WHERE org = $1 ORDER BY 2", []any{"acme"}, "[acme core][acme site]"},
	} {
		if got, _, err := printed(ctx, conn, test.sql, test.args...); err != nil || got != test.want {
			t.Errorf("%s %v: %s, want %s (%v)", test.sql, test.args, got, test.want, err)
		}
	}
	f.requests()

	tx, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM repos.repos WHERE org = 'acme'").Scan(&count); err != nil || count != 2 {
		t.Errorf("in a transaction: %d %v", count, err)
	}
	var failed *pgconn.PgError
	if _, err := tx.Exec(ctx, "SELECT name FROM repos.repos WHERE org = 'broken'"); !errors.As(err, &failed) || failed.Code != "42501" {
		t.Errorf("in a transaction: %v", err)
	}
	if _, err := tx.Exec(ctx, "SELECT 1"); !errors.As(err, &failed) || failed.Code != "25P02" {
		t.Errorf("after an error in a transaction: %v", err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Error(err)
	}
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM repos.repos WHERE org = 'acme'").Scan(&count); err != nil || count != 2 {
		t.Errorf("after the transaction: %d %v", count, err)
	}
}

// printed runs a statement by the extended protocol and returns its rows, one behind the other, and its tag.
func printed(ctx context.Context, conn *pgx.Conn, sql string, args ...any) (text, tag string, err error) {
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		return "", "", err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return text, "", err
		}
		text += fmt.Sprint(values)
	}
	return text, rows.CommandTag().String(), rows.Err()
}

// TestAPIsCancelled: a client that cancels, and a time limit, end the request that runs.
func TestAPIsCancelled(t *testing.T) {
	t.Parallel() // most of it waits
	f := newForge(t)
	begun, ended := make(chan string, 10), make(chan string, 10)
	slow := f.Config.Handler
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/slow/") {
			begun <- r.URL.Path
			<-r.Context().Done()
			ended <- r.URL.Path
			return
		}
		slow.ServeHTTP(w, r)
	})
	server := startForge(t, f, "limits: {statement_timeout: 4s}\n")
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+server.pgwire+"/forge")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, why := range []string{"user request", "statement timeout"} {
		answered := make(chan struct{})
		cancelled := make(chan bool, 1)
		go func() {
			select {
			case <-begun:
				if why == "user request" {
					_ = conn.PgConn().CancelRequest(context.WithoutCancel(t.Context()))
				}
				cancelled <- true
			case <-answered: // the limit was over before there was a request
				cancelled <- false
			}
		}()
		_, err := conn.Exec(t.Context(), "SELECT name FROM repos.repos WHERE org IN ('acme', 'slow')")
		close(answered)
		var failed *pgconn.PgError
		if !errors.As(err, &failed) || failed.Code != "57014" || !strings.Contains(failed.Message, why) {
			t.Errorf("%s: %v", why, err)
		}
		if !<-cancelled {
			continue
		}
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			t.Errorf("%s: the request still runs", why)
		}
	}
	count := 0
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM repos.repos WHERE org = 'acme'").Scan(&count); err != nil || count != 2 {
		t.Errorf("after that: %d %v", count, err)
	}
}

// TestAPIsByMCP: the tools read APIs, and a tool that reads does not change anything by them.
func TestAPIsByMCP(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	server := startForge(t, f, "mode: full_access\n")
	session, _ := post(t, server.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	ask := func(tool, sql string) string {
		t.Helper()
		_, answer := post(t, server.mcp, session, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":{"sql":%q}}}`, tool, sql))
		return answer
	}
	if answer := ask("run_select_query", "SELECT name, stars FROM forge.repos.repos WHERE org = 'acme' ORDER BY name"); !strings.Contains(answer, "core") || !strings.Contains(answer, "site") || len(f.requests()) != 2 {
		t.Error(answer)
	}
	if answer := ask("validate_select_query", "SELECT name FROM forge.repos.repos WHERE org = 'acme'"); !strings.Contains(answer, `"valid":true`) || len(f.requests()) > 0 {
		t.Error(answer)
	}
	for _, sql := range []string{"SELECT name FROM forge.odd.everything", "SELECT count(*) FROM forge.repos.orgs WHERE name IN (SELECT name FROM forge.odd.everything)", "EXPLAIN ANALYZE SELECT * FROM forge.odd.everything"} {
		if answer := ask("run_select_query", sql); !strings.Contains(answer, "refused by the gate") || len(f.requests()) > 0 {
			t.Errorf("%s: %s", sql, answer)
		}
	}
	if answer := ask("run_mutation_query", "SELECT name FROM forge.odd.everything"); !strings.Contains(answer, "gone") || fmt.Sprint(f.requests()) != "[DELETE /v1/everything]" {
		t.Errorf("allowed in full_access: %s", answer)
	}
}

// TestAPIsBeside: sessions of other sources name resources of APIs by their full names, over a
// connection that a Postgres server answers itself, too; psql's commands work on an API.
func TestAPIsBeside(t *testing.T) {
	f := newForge(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf("sources:\n  - {name: pg, kind: postgres, dsn: %q}\n  - {name: files, kind: duckdb}\n  - {name: forge, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", pgtest.Start(t).DSN("postgres"), registryFor(t, f))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	server := start(t, nil, "--config", file)
	for _, source := range []string{"pg", "files", "forge"} {
		out, err := exec.Command("psql", "-X", "-A", "-t", "postgres://ann@"+server.pgwire+"/"+source, "-c", "SELECT name FROM forge.repos.repos WHERE org = 'acme' ORDER BY name").CombinedOutput()
		if err != nil || string(out) != "core\nsite\n" {
			t.Errorf("%s: %v %s", source, err, out)
		}
	}
	for _, command := range []string{`\d`, `\dn`, `\l`, `\conninfo`} {
		if out, err := exec.Command("psql", "-X", "postgres://ann@"+server.pgwire+"/forge", "-c", command).CombinedOutput(); err != nil || strings.Contains(string(out), "ERROR") {
			t.Errorf("%s: %v %s", command, err, out)
		}
	}
	out, err := exec.Command("psql", "-X", "-A", "-t", "postgres://ann@"+server.pgwire+"/pg", "-c", "SELECT o.name, c.relname FROM forge.repos.orgs o JOIN pg_catalog.pg_class c ON c.relname = 'pg_class' ORDER BY 1").CombinedOutput()
	if err != nil || string(out) != "acme|pg_class\nbeta|pg_class\n" {
		t.Errorf("a join with Postgres: %s", out)
	}
}

// TestRegistryFlag: StackQL's flag makes a source of every provider of a folder.
func TestRegistryFlag(t *testing.T) {
	f := newForge(t)
	folder := registryFor(t, f)
	server := start(t, nil, "--registry", `{"url":"file://`+folder+`","verifyConfig":{"nopVerify":true}}`)
	if hello := server.err.String() + server.out.String(); strings.Contains(hello, "airports") || !strings.Contains(hello, `"SHOW SERVICES IN forge"`) {
		t.Errorf("a server without the sample data greets with\n%s", hello)
	}
	_, stdout, stderr := server.sql(t, "--csv", "-c", "SHOW PROVIDERS")
	if !strings.Contains(stdout, "forge") || !strings.Contains(stdout, "tower") {
		t.Errorf("%s%s", stdout, stderr)
	}
	_, stdout, stderr = server.sql(t, "-c", "SELECT name FROM forge.repos.repos WHERE org = 'acme'")
	if !strings.Contains(stderr, "not a public address") && !strings.Contains(stderr, "127.0.0.1") {
		t.Errorf("a document leads to this machine: %s%s", stdout, stderr)
	}
	if asked := f.requests(); len(asked) > 0 {
		t.Error(asked)
	}
}

// TestAPIsSigned: credentials come from where --auth says, and stand in no record, error or log.
func TestAPIsSigned(t *testing.T) {
	f := newForge(t)
	open := f.Config.Handler
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer hunter2" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		open.ServeHTTP(w, r)
	})
	server := startForge(t, f, "", "--auth", `{"forge":{"type":"bearer","credentialsenvvar":"FORGE_TOKEN"}}`)
	read := func() string {
		_, stdout, stderr := server.sql(t, "-c", "SELECT name FROM forge.repos.repos WHERE org = 'acme'")
		return stdout + stderr
	}
	if answer := read(); !strings.Contains(answer, "FORGE_TOKEN") || len(f.requests()) > 0 {
		t.Errorf("without a value: %s", answer)
	}
	t.Setenv("FORGE_TOKEN", "wrong")
	if answer := read(); !strings.Contains(answer, "401") {
		t.Errorf("with a wrong value: %s", answer)
	}
	t.Setenv("FORGE_TOKEN", "hunter2")
	answer := read()
	if !strings.Contains(answer, "core") {
		t.Errorf("with the right value: %s", answer)
	}
	for _, secret := range []string{"hunter2", "wrong"} {
		if strings.Contains(answer+server.records(t)+server.err.String(), secret) {
			t.Errorf("%s shows", secret)
		}
	}
}
