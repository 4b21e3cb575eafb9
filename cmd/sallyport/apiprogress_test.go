package main

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// TestAPIProgress: who waits for an API is told how much was read: over MCP while it runs, by the wire
// when it took long. The second page is answered when this was told, however slow the machine is.
func TestAPIProgress(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	quick := f.Config.Handler
	second := make(chan time.Duration) // how long it takes from when somebody receives it
	f.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("page_token") {
			select {
			case took := <-second:
				time.Sleep(took)
			case <-r.Context().Done():
			}
		}
		quick.ServeHTTP(w, r)
	})
	r := startForge(t, f, "")
	const sql = "SELECT name FROM forge.repos.repos WHERE org = 'acme'"
	told := &output{}
	// until asks, and has the second page answered when what is told matches.
	until := func(told *output, pattern string, ask func()) {
		t.Helper()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			ask()
		}()
		eventually(t, "somebody is told "+pattern, func() bool { return regexp.MustCompile(pattern).MatchString(told.String()) })
		second <- 0
		<-ended
	}
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	session, _ := post(t, r.mcp, "", initialize)
	until(told, `"message":"running for \d+ s, 1 page with 1 row of APIs`, func() {
		postTo(t, told, r.mcp, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_select_query","_meta":{"progressToken":"p"},"arguments":{"provider":"forge","sql":"`+sql+`"}}}`)
	})
	for _, want := range []string{`"progressToken":"p"`, "core"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("no %q in %s", want, told)
		}
	}
	var out output
	told = &output{}
	until(told, `NOTICE:  running for \d+ s: 1 page with 1 row were read of APIs until now`, func() {
		run(t.Context(), []string{"sql", "--address", r.pgwire, "--csv", "-s", "forge", sql}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: told}, []string{"USER=alice"})
	})
	ended := regexp.MustCompile(`NOTICE:  2 pages with 2 rows were read of APIs, in \d+\.\d`)
	if out.String() != "name\nsite\ncore\n" || !ended.MatchString(told.String()) {
		t.Errorf("%s%s", &out, told)
	}
	go func() { second <- 2200 * time.Millisecond }() // longer than nothing is told
	_, stdout, stderr := r.sql(t, "--csv", "-s", "forge", "SET client_min_messages = warning; "+sql)
	if !strings.HasSuffix(stdout, "name\nsite\ncore\n") || strings.Contains(stderr, "NOTICE") {
		t.Errorf("%s%s", stdout, stderr)
	}
}

// postTo sends one message to an MCP server, and copies the answer as it comes.
func postTo(t *testing.T, to io.Writer, address, session, body string) {
	request, err := newMessage(t, "http://"+address+"/mcp", body, map[string]string{"Mcp-Session-Id": session})
	if err != nil {
		t.Error(err)
		return
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return
	}
	defer response.Body.Close()
	if _, err := io.Copy(to, response.Body); err != nil {
		t.Error(err)
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
