package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// TestCallsFed: what rows give a call is read before somebody is asked, on record as a read; other rows make
// another call.
func TestCallsFed(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	for _, c := range []struct{ sql, line, body, sent string }{
		{
			"INSERT INTO own.s.things (org, data__name) SELECT 'acme', name FROM own.s.names", "POST %s/v1/acme/things", "{\n  \"name\": \"one\"\n}",
			`[POST /v1/acme/things {"name":"one"} POST /v1/acme/things {"name":"two"}]`,
		},
		{"DELETE FROM own.s.things WHERE id IN (SELECT name FROM own.s.names)", "DELETE %s/v1/things/one", "", "[DELETE /v1/things/one DELETE /v1/things/two]"},
		{
			"INSERT INTO own.s.things (org, data__name) VALUES ('acme', 'one'), ('acme', 'two')", "POST %s/v1/acme/things", "{\n  \"name\": \"one\"\n}",
			`[POST /v1/acme/things {"name":"one"} POST /v1/acme/things {"name":"two"}]`,
		},
	} {
		d.name("one", "two")
		r := d.asked(t, c.sql)
		if first := r.Sends.First[0]; first.Line != fmt.Sprintf(c.line, "http://HOST") || first.Body != c.body || r.Sends.Count != 2 || r.Estimate.Rows != 2 || r.MaxRows != 2 {
			t.Errorf("%s: %+v %+v", c.sql, r.Sends, r)
		}
		fed := strings.Contains(c.sql, "SELECT")
		if r.Sends.Fed != fed || fed && !strings.Contains(d.records(t), `"tool":"rehearsal"`) {
			t.Errorf("%s: fed: %v\n%s", c.sql, r.Sends.Fed, d.records(t))
		}
		d.approvals(t, "approve", r.ID)
		if fed {
			d.name("one", "two", "three")
			if other := d.asked(t, c.sql); other.ID == r.ID || other.Sends.Count != 3 {
				t.Errorf("%s: of three rows: %+v", c.sql, other)
			} else {
				d.approvals(t, "deny", other.ID)
			}
			d.name("one", "two")
		}
		_, stdout, stderr := d.sql(t, "-c", c.sql)
		if sent := fmt.Sprint(d.took()); sent != c.sent {
			t.Errorf("%s: sent %s\n%s%s", c.sql, sent, stdout, stderr)
		}
	}
	for line := range strings.Lines(d.records(t)) {
		if strings.Contains(line, `"tool":"rehearsal"`) && (!strings.Contains(line, `"class":"read"`) || !strings.Contains(line, `"path":"/v1/names"`)) {
			t.Error(line)
		}
	}
}

// TestCallsBySelect: a SELECT whose method changes something is shown and held like a call.
func TestCallsBySelect(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	d.name("acme")
	sql := "SELECT n.name FROM own.s.swept w, own.s.names n WHERE w.org IN ('acme', 'beta')"
	r := d.asked(t, sql)
	if shown := d.approvals(t, "show", r.ID); !strings.Contains(shown, "> DELETE http://HOST/v1/acme/sweep\n") || !strings.Contains(shown, "> DELETE http://HOST/v1/beta/sweep\n") || !strings.Contains(shown, "rows       2 requests") {
		t.Error(shown)
	}
	d.approvals(t, "approve", r.ID)
	if _, stdout, stderr := d.sql(t, "-c", sql); !strings.Contains(stdout, "acme") || len(d.took()) != 2 {
		t.Errorf("%s%s", stdout, stderr)
	}
	if _, _, stderr := d.sql(t, "-c", "SELECT w.name FROM own.s.names n JOIN own.s.swept w ON w.org = n.name"); !strings.Contains(stderr, "depends on rows") || len(d.waiting(t))+len(d.took()) > 0 {
		t.Error(stderr)
	}
	if _, _, stderr := d.sql(t, "-c", "INSERT INTO own.s.things (org, data__name) SELECT 'acme', name FROM own.s.swept WHERE org = 'acme'"); !strings.Contains(stderr, "depend on other changes") || len(d.waiting(t))+len(d.took()) > 0 {
		t.Error(stderr)
	}
}

// TestCallsInOneText: several statements run in a transaction, where calls can only fail: nobody is asked.
func TestCallsInOneText(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+d.pgwire+"/own")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	_, err = conn.PgConn().Exec(t.Context(), "EXEC own.s.things.remove @id = '1'; DELETE FROM own.s.things WHERE id = '2'").ReadAll()
	if err == nil || !strings.Contains(err.Error(), "transaction") || len(d.waiting(t))+len(d.took()) > 0 {
		t.Error(err)
	}
	// SELECTs are no part of it: each sends what was shown.
	sql := "SELECT name FROM own.s.swept WHERE org = 'a'; SELECT name FROM own.s.swept WHERE org = 'b'"
	if _, err := conn.PgConn().Exec(t.Context(), sql).ReadAll(); err == nil || len(d.took()) > 0 {
		t.Fatal(err)
	}
	r := d.waiting(t)[0]
	if shown := d.approvals(t, "show", r.ID); !strings.Contains(shown, "request 1 of 2:\n  > DELETE http://HOST/v1/a/sweep\n") || !strings.Contains(shown, "request 2 of 2:\n  > DELETE http://HOST/v1/b/sweep\n") {
		t.Error(shown)
	}
	d.approvals(t, "approve", r.ID)
	_, err = conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if sent := fmt.Sprint(d.took()); err != nil || sent != "[DELETE /v1/a/sweep DELETE /v1/b/sweep]" {
		t.Errorf("%s %v", sent, err)
	}
}

// TestCallsMany: the first requests are shown whole, the others counted, and an approval for fewer lets none through.
func TestCallsMany(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	names := make([]string, 200)
	for i := range names {
		names[i] = fmt.Sprintf("n%03d", i)
	}
	d.name(names...)
	sql := "INSERT INTO own.s.things (org, data__name) SELECT 'acme', name FROM own.s.names"
	r := d.asked(t, sql)
	shown := d.approvals(t, "show", r.ID)
	if !strings.Contains(shown, "request 1 of 200:") || !strings.Contains(shown, "180 x POST http://HOST/v1/acme/things\n") || !strings.Contains(shown, "rows       200 requests to an API") {
		t.Error(shown)
	}
	d.approvals(t, "approve", r.ID, "--max-rows", "100")
	if _, _, stderr := d.sql(t, "-c", sql); !strings.Contains(stderr, "200 requests") || len(d.took()) > 0 {
		t.Error(stderr)
	}
}

// TestCallsGranted: a grant for calls is for one method, by what its document says of it, and for so many requests.
func TestCallsGranted(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	r := d.asked(t, "REPLACE own.s.things SET data__name = 'a' WHERE id = '1'")
	if out := d.approvals(t, "approve", r.ID, "--for", "1h", "--max-rows", "1"); !strings.Contains(out, "gr-") {
		t.Fatal(out)
	}
	if _, _, stderr := d.sql(t, "-c", "REPLACE own.s.things SET data__name = 'a' WHERE id = '1'"); len(d.took()) != 1 {
		t.Error(stderr)
	}
	if _, _, stderr := d.sql(t, "-c", "REPLACE own.s.things SET data__name = 'b' WHERE id = '2'"); len(d.took()) != 1 {
		t.Errorf("it does not cover another row: %s", stderr)
	}
	if d.sql(t, "-c", "DELETE FROM own.s.things WHERE id = '2'"); len(d.took()) > 0 {
		t.Error("it covers another method")
	}
	d.rewrite(t, strings.ReplaceAll(strings.ReplaceAll(callable, "/v1/things/{id}", "/v2/things/{id}"), "~1v1~1things~1{id}", "~1v2~1things~1{id}"))
	if _, _, stderr := d.sql(t, "-c", "REPLACE own.s.things SET data__name = 'b' WHERE id = '3'"); len(d.took()) > 0 || !strings.Contains(stderr, "approval") {
		t.Errorf("it covers the method of another document: %s", stderr)
	}
	for _, r := range d.waiting(t) {
		d.approvals(t, "deny", r.ID)
	}
	r = d.asked(t, "EXEC own.s.things.create @org = 'acme'")
	if out := d.approvals(t, "approve", r.ID, "--for", "1h"); !strings.Contains(out, "nobody can tell how much") {
		t.Error(out)
	}
}

// TestCallsAskedByMCP: the person behind an MCP client is shown the request.
func TestCallsAskedByMCP(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	var message string
	handler := elicited(func(text string) mcp.ElicitationResponseAction {
		message = text
		return mcp.ElicitationResponseActionAccept
	})
	http, err := transport.NewStreamableHTTP("http://"+d.mcp+"/mcp", transport.WithContinuousListening()) //nolint:staticcheck // clients of 2025 are asked so
	if err != nil {
		t.Fatal(err)
	}
	c := client.NewClient(http, client.WithElicitationHandler(handler))
	defer c.Close()
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion, hello.Params.Capabilities.Elicitation = mcp.LATEST_PROTOCOL_VERSION, &mcp.ElicitationCapability{}
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = "run_lifecycle_operation", map[string]any{"sql": "EXEC own.s.things.create @org = 'acme', @data__size = '7', @data__name = '" + strings.Repeat("long ", 3000) + "'"}
	result, err := c.CallTool(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.took()) != 1 || result.IsError {
		t.Errorf("%+v", result)
	}
	at := strings.Index(message, "Request 1 of 1:\n  | POST "+d.URL+"/v1/acme/things\n")
	if at < 0 || strings.Index(message, "SQL:") < at || !strings.Contains(message, `  |   "size": 7`) || !strings.Contains(message, "Would touch: 1 request to an API") {
		t.Error(message)
	}
}

type elicited func(text string) mcp.ElicitationResponseAction

func (f elicited) Elicit(_ context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	answer := &mcp.ElicitationResult{}
	if answer.Action = f(r.Params.Message); answer.Action == mcp.ElicitationResponseActionAccept {
		answer.Content = map[string]any{"decision": "approve"}
	}
	return answer, nil
}

// TestCallsBecomeChanging: a statement that was a read when its batch was approved does not run where its document makes it
// change something by the time that it is its turn.
func TestCallsBecomeChanging(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "")
	d.name("a")
	changed := strings.Replace(strings.Replace(callable, "    get: {responses", "    delete: {responses", 1), "~1names/get", "~1names/delete", 1)
	conn, err := pgx.Connect(t.Context(), "postgres://ann@"+d.pgwire+"/own")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	sql := "SELECT name FROM own.s.swept WHERE org = 'a'; SELECT name FROM own.s.names"
	if _, err := conn.PgConn().Exec(t.Context(), sql).ReadAll(); err == nil || len(d.took()) > 0 {
		t.Fatal(err)
	}
	d.approvals(t, "approve", d.waiting(t)[0].ID)
	answer := d.Config.Handler
	d.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/sweep") {
			d.rewriteOwn(t, d.forge, d.file, changed, "#/paths/~1v1~1{org}~1sweep/delete")
		}
		answer.ServeHTTP(w, r)
	})
	_, err = conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if sent := fmt.Sprint(d.took()); err == nil || sent != "[DELETE /v1/a/sweep]" {
		t.Errorf("%s %v", sent, err)
	}
}
