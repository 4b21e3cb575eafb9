package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/mcp"
)

// often makes progress and signs of life come while a test can wait for them.
func often(o *mcp.Options) {
	o.Limits.Progress, o.Limits.Keepalive = time.Millisecond, 5*time.Millisecond
}

// withToken is a call that asks for progress.
func withToken(id any, arguments, token string) string {
	return strings.TrimSuffix(callMessage(id, "run_select_query", arguments), "}}") + `,"_meta":{"progressToken":` + token + `}}}`
}

// modernWithToken is the same without sessions.
func modernWithToken(t *testing.T, id any, arguments, token string) (string, http.Header) {
	t.Helper()
	message, header := asModern(t, callMessage(id, "run_select_query", arguments))
	return strings.Replace(message, `"_meta":{`, `"_meta":{"progressToken":`+token+`,`, 1), header
}

// said is one message of a stream.
type said struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Token    json.RawMessage `json:"progressToken"`
		Progress float64
		Message  string
	}
	Result json.RawMessage
	Error  json.RawMessage
}

// checkProgress holds what the protocol wants: it comes before the answer, with
// the token as it was given, and grows.
func checkProgress(t *testing.T, messages []string, token string) {
	t.Helper()
	last, reports := -1.0, 0
	for i, text := range messages {
		var m said
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		if i == len(messages)-1 {
			if m.Result == nil || strings.Contains(text, `"isError":true`) {
				t.Errorf("the last message is %s", text)
			}
			break
		}
		if m.Method != "notifications/progress" || m.ID != nil || string(m.Params.Token) != token || m.Params.Progress <= last {
			t.Errorf("after %v: %s", last, text)
		}
		if !strings.HasPrefix(m.Params.Message, "running for ") {
			t.Errorf("it says %q", m.Params.Message)
		}
		last = m.Params.Progress
		reports++
	}
	if (token != "") != (reports > 0) {
		t.Errorf("token %q, and %d reports", token, reports)
	}
}

// events are the messages of an answer, whichever form it has.
func events(t testing.TB, a answer) (messages []string) {
	t.Helper()
	if a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a.header.Get("Content-Type") != "text/event-stream" {
		return []string{a.body}
	}
	for line := range strings.Lines(a.body) {
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data:"); ok && strings.TrimSpace(data) != "" {
			messages = append(messages, strings.TrimSpace(data))
		}
	}
	return messages
}

const someTime = `{"sql":"SELECT count(*) FROM range(300000000)"}`

func TestProgress(t *testing.T) {
	for _, token := range []string{`"a token"`, `7`} {
		t.Run("stdio "+token, func(t *testing.T) {
			d := open(t, settings{options: often})
			var out strings.Builder
			in := strings.Join([]string{hello, withToken(1, someTime, token), ""}, "\n")
			must(t, d.ServeStdio(t.Context(), strings.NewReader(in), &out))
			checkProgress(t, strings.Split(strings.TrimSpace(out.String()), "\n")[1:], token)
		})
		t.Run("2025 "+token, func(t *testing.T) {
			d := open(t, settings{options: often})
			b := browser(t)
			header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
			d.listens(t, b, header) // what is said of the call does not go there
			checkProgress(t, events(t, d.post(t, b, withToken(1, someTime, token), header)), token)
		})
		t.Run("modern "+token, func(t *testing.T) {
			d := open(t, settings{options: often})
			message, header := modernWithToken(t, 1, someTime, token)
			checkProgress(t, events(t, d.post(t, browser(t), message, header)), token)
		})
	}
	t.Run("nobody asked", func(t *testing.T) {
		d := open(t, settings{options: often})
		message, header := asModern(t, callMessage(1, "run_select_query", someTime))
		checkProgress(t, events(t, d.post(t, browser(t), message, header)), "")
	})
	t.Run("no token", func(t *testing.T) { // an object is none
		d := open(t, settings{options: often})
		message, header := modernWithToken(t, 1, someTime, `{"x":1}`)
		checkProgress(t, events(t, d.post(t, browser(t), message, header)), "")
	})
	t.Run("JSON alone", func(t *testing.T) {
		d := open(t, settings{options: often})
		message, header := modernWithToken(t, 1, someTime, `1`)
		r, err := http.NewRequestWithContext(t.Context(), "POST", d.url, strings.NewReader(message))
		must(t, err)
		r.Header = header
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json")
		response, err := browser(t).Do(r)
		must(t, err)
		defer response.Body.Close()
		if got := response.Header.Get("Content-Type"); got != "application/json" {
			t.Errorf("a client that takes no events got %s", got)
		}
	})
}

// broken is a call whose connection breaks after it was told where to read on.
func (d *door) broken(t *testing.T, header http.Header, arguments string) (lastEvent string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", d.url, strings.NewReader(callMessage(7, "run_select_query", arguments)))
	must(t, err)
	r.Header = header.Clone()
	r.Header.Set("Content-Type", "application/json")
	response, err := browser(t).Do(r)
	must(t, err)
	defer response.Body.Close()
	line, err := bufio.NewReader(response.Body).ReadString('\n')
	must(t, err)
	id, ok := strings.CutPrefix(line, "id: ")
	if !ok {
		t.Fatalf("the stream begins with %q", line)
	}
	return strings.TrimSpace(id)
}

// A call lives as long as somebody can get its answer: a client that was told
// where to read on comes back for it.
func TestResume(t *testing.T) {
	d := open(t, settings{options: often})
	b := browser(t)
	header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
	other := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
	last := d.broken(t, header, `{"sql":"SELECT 40 + count(*) AS n FROM range(400000000) t(x) WHERE x < 2"}`)
	other.Set("Last-Event-ID", last)
	if got := d.do(t, b, "GET", "", other); got.status != 400 {
		t.Errorf("another session: %d %s", got.status, got.body)
	}
	header.Set("Last-Event-ID", last)
	messages := events(t, d.do(t, b, "GET", "", header))
	if len(messages) != 1 || !strings.Contains(messages[0], "42") || !strings.Contains(messages[0], `"id":7`) {
		t.Errorf("the rest is %q", messages)
	}
	if again := events(t, d.do(t, b, "GET", "", header)); len(again) != 1 || again[0] != messages[0] {
		t.Errorf("once more it is %q", again)
	}
	d.do(t, b, "DELETE", "", http.Header{"Mcp-Session-Id": header["Mcp-Session-Id"]})
	if got := d.do(t, b, "GET", "", header); got.status != 404 {
		t.Errorf("after its session: %d", got.status)
	}
}

// Nobody comes back: the statement ends.
func TestNobodyResumes(t *testing.T) {
	for _, end := range []string{"time", "DELETE", "shutdown"} {
		t.Run(end, func(t *testing.T) {
			d := open(t, settings{options: func(o *mcp.Options) {
				often(o)
				if o.Limits.Resume = time.Hour; end == "time" {
					o.Limits.Resume = 50 * time.Millisecond
				}
			}})
			b := browser(t)
			header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
			d.broken(t, header, slow)
			switch end {
			case "DELETE":
				d.do(t, b, "DELETE", "", header)
			case "shutdown":
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				_ = d.Shutdown(ctx) // the message says that the server did not wait
			}
			eventually(t, "the statement ends", func() bool { return d.Busy() == 0 })
			wantCancelled(t, d)
		})
	}
}

// A silent stream shows that the server is still there.
func TestStillHere(t *testing.T) {
	d := open(t, settings{options: often})
	b := browser(t)
	header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
	lines := bufio.NewReader(d.listens(t, b, header).Body)
	for range 3 {
		line, err := lines.ReadString('\n')
		must(t, err)
		if blank, err := lines.ReadString('\n'); line != ": still here\n" || blank != "\n" || err != nil {
			t.Errorf("the stream says %q and %q, %v", line, blank, err)
		}
	}
	message, modern := asModern(t, callMessage(1, "run_select_query", someTime))
	if got := d.post(t, b, message, modern); !strings.Contains(got.body, "\n: still here\n\n") && !strings.HasPrefix(got.body, ": still here\n\n") {
		t.Errorf("a call of some time: %q", got.body)
	}
}

// The trace that a call belongs to is on record: as its message says, or else
// its request.
func TestTrace(t *testing.T) {
	const inMessage, inHeader = "0af7651916cd43dd8448eb211c80319c", "4bf92f3577b34da6a3ce929d0e0e4736"
	d := open(t, settings{})
	b := browser(t)
	header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}, "Traceparent": {"00-" + inHeader + "-b7ad6b7169203331-01"}}
	call := callMessage(1, "server_info", `{}`)
	traced := strings.TrimSuffix(call, "}}") + `,"_meta":{"traceparent":"00-` + inMessage + `-b7ad6b7169203331-01"}}}`
	d.post(t, b, traced, header)
	d.post(t, b, call, header)
	header.Set("Traceparent", "nonsense")
	d.post(t, b, call, header)
	must(t, d.ServeStdio(t.Context(), strings.NewReader(traced+"\n"), io.Discard))
	var got []string
	for _, r := range d.records(t) {
		id, _ := r["trace_id"].(string)
		got = append(got, id)
	}
	if want := strings.Join([]string{inMessage, inHeader, "", inMessage}, " "); strings.Join(got, " ") != want {
		t.Errorf("traces on record: %q, want %q", got, want)
	}
}
