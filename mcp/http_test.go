package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

func TestHealthAndReady(t *testing.T) {
	var notReady error
	d := open(t, settings{options: func(o *mcp.Options) { o.StateDir, o.Ready = "/state", func(context.Context) error { return notReady } }})
	b := browser(t)
	get := func(path string) string {
		response, err := b.Get(d.base + path)
		must(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		must(t, err)
		return fmt.Sprintf("%d %s", response.StatusCode, body)
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(d.base, "http://"))
	healthy := `200 {"status":"ok","projectDir":"/state","port":` + port + "}\n"
	if got := get("/health") + get("/ready"); got != healthy+"200 ok\n" {
		t.Errorf("got %q", got)
	}
	notReady = errors.New("no")
	if got := get("/health") + get("/ready"); got != healthy+"503 not ready\n" {
		t.Errorf("got %q", got)
	}
	for name, value := range map[string]string{"Host": "evil.example", "Origin": "http://localhost:3000"} {
		r, err := http.NewRequest("GET", d.base+"/health", nil)
		must(t, err)
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
		response, err := b.Do(r)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		must(t, errors.Join(err, response.Body.Close()))
		if response.StatusCode != 403 || strings.Contains(string(body), "/state") {
			t.Errorf("%s %s: %d %s", name, value, response.StatusCode, body)
		}
	}
	if got := get("/else"); !strings.HasPrefix(got, "404") {
		t.Errorf("got %q", got)
	}
}

// Who may speak to the server, before anything is read from them.
func TestWhoMaySpeak(t *testing.T) {
	d := open(t, settings{options: func(o *mcp.Options) {
		o.AllowedHosts = []string{"gate.example"}
		o.AllowedOrigins = []string{"https://app.example"}
	}})
	b := browser(t)
	for _, test := range []struct {
		name   string
		header http.Header
		status int
		says   string
	}{
		{"loopback", http.Header{}, 200, ""},
		{"a page of this machine", http.Header{"Origin": {"http://localhost:3000"}}, 403, "mcp.allowed_origins"},
		{"a configured host", http.Header{"Host": {"gate.example:443"}}, 200, ""},
		{"a configured origin", http.Header{"Origin": {"https://app.example"}}, 200, ""},
		{"a rebound name", http.Header{"Host": {"evil.example:7878"}}, 403, "mcp.allowed_hosts"},
		{"a strange page", http.Header{"Origin": {"https://evil.example"}}, 403, "mcp.allowed_origins"},
		{"a page without an origin", http.Header{"Origin": {"null"}}, 403, "mcp.allowed_origins"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := d.post(t, b, hello, test.header)
			if got.status != test.status || !strings.Contains(got.body, test.says) {
				t.Errorf("%d %s", got.status, got.body)
			}
			shared := got.header.Get("Access-Control-Allow-Origin")
			if configured := test.header.Get("Origin") == "https://app.example"; configured != (shared == "https://app.example") {
				t.Errorf("Access-Control-Allow-Origin is %q", shared)
			}
		})
	}
}

func TestBodyLimit(t *testing.T) {
	d := open(t, settings{options: func(o *mcp.Options) { o.MaxBodyBytes = 2000 }})
	b := browser(t)
	fits := hello + strings.Repeat(" ", 2000-len(hello))
	if got := d.post(t, b, fits, nil); got.status != 200 {
		t.Errorf("2000 bytes: %d %s", got.status, got.body)
	}
	got := d.post(t, b, fits+" ", nil)
	if got.status != 413 || !strings.Contains(got.body, "mcp.max_body_bytes") {
		t.Errorf("2001 bytes: %d %s", got.status, got.body)
	}

	// A body of unknown length is read no further than the limit.
	reader := &endless{}
	r, err := http.NewRequest("POST", d.url, reader)
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	response, err := b.Do(r)
	if err == nil {
		response.Body.Close()
		if response.StatusCode != 413 {
			t.Errorf("an endless body: %d", response.StatusCode)
		}
	}
	if n := reader.read.Load(); n > 64<<20 {
		t.Errorf("an endless body: %d bytes were taken", n)
	}
}

// endless is a body without an end, short of 1 GiB.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.read.Add(int64(len(p))) > 1<<30 {
		return 0, io.EOF
	}
	return len(p), nil
}

// The life of a session of the 2025 revisions.
func TestSession(t *testing.T) {
	d := open(t, settings{})
	b := browser(t)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	with := func(session string) http.Header { return http.Header{"Mcp-Session-Id": {session}} }
	status := func(method, message string, header http.Header, want int) {
		t.Helper()
		if got := d.do(t, b, method, message, header); got.status != want {
			t.Errorf("%s with session %q: %d %s, want %d", method, header.Get("Mcp-Session-Id"), got.status, got.body, want)
		}
	}
	status("POST", list, nil, 400)
	status("GET", "", nil, 400)
	status("DELETE", "", nil, 400)
	for _, unknown := range []string{"mcp-session-00000000-0000-4000-8000-000000000000", "x"} {
		status("POST", list, with(unknown), 404)
		status("GET", "", with(unknown), 404)
		status("DELETE", "", with(unknown), 404)
	}
	status("PUT", list, nil, 405)

	session := d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
	other := d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
	if session == "" || session == other {
		t.Fatalf("sessions %q and %q", session, other)
	}
	status("POST", list, with(session), 200)
	status("POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, with(session), 202)
	if got := d.do(t, b, "DELETE", "", with(session)); got.status != 200 || got.body != `{"message":"Session terminated"}` {
		t.Errorf("DELETE: %d %s", got.status, got.body)
	}
	status("POST", list, with(session), 404)
	status("GET", "", with(session), 404)
	status("POST", list, with(other), 200)
}

// The stream on which a client only listens ends with its session, and with
// the server.
func TestListening(t *testing.T) {
	d := open(t, settings{})
	b := browser(t)
	listen := func() (session string, ended chan error) {
		session = d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
		r, err := http.NewRequest("GET", d.url, nil)
		must(t, err)
		r.Header.Set("Mcp-Session-Id", session)
		r.Header.Set("Accept", "text/event-stream")
		response, err := b.Do(r)
		must(t, err)
		if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("content type %q", got)
		}
		if got := response.Header.Get("X-Accel-Buffering"); got != "no" {
			t.Errorf("X-Accel-Buffering %q", got)
		}
		ended = make(chan error, 1)
		go func() {
			_, err := io.Copy(io.Discard, response.Body)
			response.Body.Close()
			ended <- err
		}()
		return session, ended
	}
	session, ended := listen()
	d.do(t, b, "DELETE", "", http.Header{"Mcp-Session-Id": {session}})
	<-ended
	_, ended = listen()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	must(t, d.Shutdown(ctx))
	<-ended
}

// A session too many ends the one that was silent longest, and frees it.
func TestSessionsAreBounded(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Sessions: 2}}})
	b := browser(t)
	var ids []string
	for range 3 {
		ids = append(ids, d.post(t, b, hello, nil).header.Get("Mcp-Session-Id"))
	}
	var got []int
	for _, id := range ids {
		got = append(got, d.post(t, b, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, http.Header{"Mcp-Session-Id": {id}}).status)
	}
	if fmt.Sprint(got) != "[404 200 200]" {
		t.Errorf("statuses %v", got)
	}
}

// A session that is silent for too long is forgotten.
func TestSessionsIdleOut(t *testing.T) {
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Idle: time.Millisecond}}})
	b := browser(t)
	session := d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
	header := http.Header{"Mcp-Session-Id": {session}, "Mcp-Protocol-Version": {"1999-01-01"}}
	eventually(t, "the session is forgotten", func() bool {
		// Refused for its version, it does not count as a sign of life.
		return d.post(t, b, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, header).status == 404
	})
}

// A panic ends its call, says nothing of itself, and nothing else ends.
func TestPanic(t *testing.T) {
	d := open(t, settings{})
	must(t, d.AddPanic("boom", "password=hunter2"))
	for _, c := range []client{d.overHTTP(t), d.overStdio(t), d.modern(t)} {
		o := c.call(t, "boom", "{}")
		if !o.IsError || o.Text != "Error XX000: internal error\nHint: The server's log has the cause." {
			t.Errorf("the panic says %q", o.Text)
		}
		if o := c.call(t, "server_info", "{}"); o.IsError {
			t.Error(o.Text)
		}
	}
}

// What a client says of itself in initialize is known to its next request,
// and stands in the record.
func TestClientIsRecorded(t *testing.T) {
	d := open(t, settings{})
	for _, c := range []client{d.overHTTP(t), d.overStdio(t), d.modern(t)} {
		if o := c.call(t, "run_select_query", `{"sql":"SELECT 1","row_limit":5}`); o.IsError {
			t.Error(o.Text)
		}
	}
	var got []string
	for _, r := range d.records(t) {
		got = append(got, fmt.Sprint(r["door"], " ", r["tool"], " ", r["application"], " ", r["version"], " ", r["args"], " ", r["principal"]))
	}
	want := []string{
		"mcp run_select_query transcript 1 map[row_limit:5] local",
		"mcp run_select_query transcript 1 map[row_limit:5] local",
		"mcp run_select_query modern 2 map[row_limit:5] local",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("records\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Every call leaves one record, the ones that never came to a statement too.
func TestEveryCallIsRecorded(t *testing.T) {
	d := open(t, settings{})
	c := d.overHTTP(t)
	calls := []struct{ tool, arguments string }{
		{"server_info", `{}`},
		{"list_providers", `{}`},
		{"list_services", `{}`},
		{"list_resources", `{}`},
		{"describe_resource", `{"resource":"places"}`},
		{"validate_select_query", `{"sql":"SELECT 1"}`},
		{"run_select_query", `{"sql":"SELECT 1"}`},
		{"run_select_query", `{"sql":"SELECT * FROM nope"}`},
		{"run_select_query", `{"sql":"-- nothing"}`},
		{"run_select_query", `{"sql":"SELECT 1","provider":"nope"}`},
		{"run_select_query", `{"sql":"DELETE FROM places"}`},
		{"run_select_query", `{"confirm":true}`},
		{"run_mutation_query", `{"sql":"DROP TABLE places"}`},
		{"list_services", `{"provider":"nope"}`},
		{"no_such_tool", `{"sql":"SELECT 1"}`},
	}
	for i, call := range calls {
		c.call(t, call.tool, call.arguments)
		records := d.records(t)
		if len(records) != i+1 {
			t.Fatalf("%s %s: %d records, want %d", call.tool, call.arguments, len(records), i+1)
		}
		if got := records[i]["tool"]; got != call.tool {
			t.Errorf("%s %s: the record says %v", call.tool, call.arguments, got)
		}
	}
}

// tools/list is what every client pays for with each conversation.
func TestToolsList(t *testing.T) {
	d := open(t, settings{})
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	over := map[string]string{"http": d.overHTTP(t)(list), "stdio": d.overStdio(t)(list)}
	var m struct {
		Result struct{ Tools []json.RawMessage }
	}
	must(t, json.Unmarshal([]byte(over["http"]), &m))
	var out strings.Builder
	for _, tool := range m.Result.Tools {
		var indented strings.Builder
		encoder := json.NewEncoder(&indented)
		encoder.SetIndent("", " ")
		encoder.SetEscapeHTML(false)
		must(t, encoder.Encode(tool))
		out.WriteString(indented.String())
	}
	const file = "testdata/tools_list.json"
	if *update {
		must(t, os.WriteFile(file, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if out.String() != string(want) {
		t.Errorf("tools/list changed; read the difference after -update\n%s", out.String())
	}
	if over["http"] != over["stdio"] {
		t.Error("the transports offer different tools")
	}
}

// A server that is stopping answers what it began, and takes nothing new.
func TestShutdownWaits(t *testing.T) {
	t.Run("2025", func(t *testing.T) {
		d := open(t, settings{})
		session := d.post(t, browser(t), hello, nil).header.Get("Mcp-Session-Id")
		d.shutdownWaits(t, callMessage(1, "run_select_query", slow), http.Header{"Mcp-Session-Id": {session}})
	})
	t.Run("modern", func(t *testing.T) {
		message, header := asModern(t, callMessage(1, "run_select_query", slow))
		open(t, settings{}).shutdownWaits(t, message, header)
	})
}

func (d *door) shutdownWaits(t *testing.T, message string, header http.Header) {
	t.Helper()
	b := browser(t)
	r, err := http.NewRequest("POST", d.url, strings.NewReader(message))
	must(t, err)
	r.Header = header
	r.Header.Set("Content-Type", "application/json")
	done := make(chan struct{})
	go func() {
		defer close(done)
		if response, err := b.Do(r); err == nil { // there may be no answer
			response.Body.Close()
		}
	}()
	eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- d.Shutdown(ctx) }()
	eventually(t, "it takes nothing new", func() bool {
		response, err := b.Post(d.url, "application/json", strings.NewReader(hello))
		if err != nil {
			return true // it does not even listen
		}
		response.Body.Close()
		return response.StatusCode == 503
	})
	if d.Busy() != 1 {
		t.Error("the running call was not waited for")
	}
	cancel() // out of patience: the call is cancelled now
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("Shutdown: %v", err)
	}
	eventually(t, "the statement ends", func() bool { return d.Busy() == 0 })
	<-done
}

// What ends in time is answered: of a session, too, which goes after its calls.
func TestShutdownLetsFinish(t *testing.T) {
	for _, era := range []string{"2025", "modern"} {
		t.Run(era, func(t *testing.T) {
			d := open(t, settings{})
			b := browser(t)
			message, header := asModern(t, callMessage(1, "run_select_query", brief))
			if era == "2025" {
				message = callMessage(1, "run_select_query", brief)
				header = http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
			}
			done := make(chan string, 1)
			go func() { done <- d.post(t, b, message, header).body }()
			eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
			must(t, d.Shutdown(t.Context()))
			if o := parse(t, <-done); o.IsError || o.Protocol != "" {
				t.Errorf("%s%s", o.Text, o.Protocol)
			}
		})
	}
}
