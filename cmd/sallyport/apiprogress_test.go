package main

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// TestAPIProgress: who waits for an API is told how much was read: over MCP while it runs, by the wire
// when it took long.
func TestAPIProgress(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	quick := f.Config.Handler
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(1100 * time.Millisecond):
		case <-r.Context().Done():
		}
		quick.ServeHTTP(w, r)
	})
	r := startForge(t, f, "")
	const sql = "SELECT name FROM forge.repos.repos WHERE org = 'acme'"
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	session, _ := post(t, r.mcp, "", initialize)
	_, answer := post(t, r.mcp, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_select_query","_meta":{"progressToken":"p"},"arguments":{"provider":"forge","sql":"`+sql+`"}}}`)
	for _, want := range []string{`"progressToken":"p"`, "running for 2 s, 1 page with 1 row of APIs", "core"} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %q in %s", want, answer)
		}
	}
	_, stdout, stderr := r.sql(t, "--csv", "-s", "forge", sql)
	read, ended := "NOTICE:  running for 2 s: 1 page with 1 row were read of APIs until now", "NOTICE:  2 pages with 2 rows were read of APIs, in 2."
	if stdout != "name\nsite\ncore\n" || !strings.Contains(stderr, read) || !strings.Contains(stderr, ended) {
		t.Errorf("%s%s", stdout, stderr)
	}
	_, stdout, stderr = r.sql(t, "--csv", "-s", "forge", "SET client_min_messages = warning; "+sql)
	if !strings.HasSuffix(stdout, "name\nsite\ncore\n") || strings.Contains(stderr, "NOTICE") {
		t.Errorf("%s%s", stdout, stderr)
	}
}

// TestWriteProgress: who waits for a change of several rows is told how many of its requests were carried out. The
// second request is answered when this was told.
func TestWriteProgress(t *testing.T) {
	t.Parallel() // it waits for the notice
	b := newBoxes(t)
	told := make(chan struct{})
	open := b.Config.Handler
	b.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/b2") {
			select {
			case <-told:
			case <-r.Context().Done():
			}
		}
		open.ServeHTTP(w, r)
	})
	server, _ := startBoxes(t, b, "mode: full_access\n")
	config, err := pgx.ParseConfig("postgres://ann@" + server.pgwire + "/own")
	if err != nil {
		t.Fatal(err)
	}
	var first sync.Once
	var notice string
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		first.Do(func() { notice = n.Message; close(told) })
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tag, err := conn.Exec(ctx, "DELETE FROM own.s.boxes WHERE id IN ('b1', 'b2', 'b3')")
	if err != nil || tag.String() != "DELETE 3" {
		t.Error(tag, err)
	}
	if !strings.HasPrefix(notice, "running for ") || !strings.HasSuffix(notice, " s: 1 of 3 requests were carried out until now") {
		t.Errorf("told %q", notice)
	}
}
