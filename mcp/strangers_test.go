package mcp_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/mcp"
)

// strange are malformed and unusual bodies and lines, and some that are correct.
var strange = []string{
	hello, ping, cancelSeven, "", " ", "null", "42", `"x"`, "{}", "[]", "[" + ping + "]", "{", "}", ping + ping, "\x00", "\xff\xfe", "\ufeff" + ping,
	`{"jsonrpc":"2.0","id":null,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":{"x":[]},"method":"ping"}`,
	`{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`,
	`{"jsonrpc":"1.0","id":1,"method":"ping"}`,
	`{"id":1,"method":"ping"}`,
	`{"jsonrpc":"2.0","id":1,"method":""}`,
	`{"jsonrpc":"2.0","id":1,"method":7}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`,
	`{"JSONRPC":"2.0","ID":1,"METHOD":"ping"}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":7}}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}`,
	`{"jsonrpc":"2.0","id":1,"result":{}}`,
	`{"jsonrpc":"2.0","id":1,"result":{"x":1}}`,
	`{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}`,
	`{"jsonrpc":"2.0","id":1,"method":"initialize"}`,
	`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":7}}`,
	`{"jsonrpc":"2.0","method":"initialize"}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_select_query","arguments":[]}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"server_info","arguments":{},"inputResponses":7,"requestState":{}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"sallyport://server"}}`,
	`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}`,
	`{"jsonrpc":"2.0","id":1,"method":"tasks/list"}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`,
	`{"jsonrpc":"2.0","method":"notifications/` + strings.Repeat("x", 3000) + `"}`,
	strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000), strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("[", 500) + `"}}`,
	`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"notifications":{"toolsListChanged":true}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}}`,
	`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"9999-99-99","io.modelcontextprotocol/clientCapabilities":{}}}}`,
}

// checkStranger holds that an answer is of HTTP and of the protocol, whatever
// was sent.
func checkStranger(t *testing.T, sent string, got answer) {
	t.Helper()
	if got.status < 200 || got.status >= 500 {
		t.Errorf("to %.200q: %d %s", sent, got.status, got.body)
	}
	if got.body == "" {
		if got.status != 202 {
			t.Errorf("to %.200q: %d and no word", sent, got.status)
		}
		return
	}
	messages := []string{got.body}
	if strings.HasPrefix(got.header.Get("Content-Type"), "text/event-stream") {
		messages = events(t, got)
	}
	for _, message := range messages {
		var m map[string]any
		if json.Unmarshal([]byte(message), &m) != nil || m["jsonrpc"] != "2.0" {
			t.Errorf("to %.200q: %d %s", sent, got.status, got.body)
		}
	}
}

// TestStrangers sends all of it, one after the other.
func TestStrangers(t *testing.T) {
	d := open(t, settings{options: smallMessages})
	b := browser(t)
	for _, body := range strange {
		d.strangeHTTP(t, b, []byte(body), "")
		d.strangeHTTP(t, b, []byte(body), "2026-07-28")
		d.strangeStdio(t, []byte(body))
	}
	d.strangeHTTP(t, b, []byte(ping), "1999-01-01")
	d.strangeStdio(t, []byte(strings.Join(strange, "\n")))
	d.strangeStdio(t, []byte(strings.Join(strange, "\r\n\r\n")))
}

func smallMessages(o *mcp.Options) { o.MaxBodyBytes = 1 << 18 }

// FuzzHTTP sends what it likes, in a session, without one, and without sessions.
func FuzzHTTP(f *testing.F) {
	d := open(f, settings{options: smallMessages})
	b := browser(f)
	f.Add([]byte(hello), "")
	f.Add([]byte(ping), "2025-11-25")
	f.Add([]byte(strange[len(strange)-2]), "2026-07-28")
	f.Fuzz(func(t *testing.T, body []byte, version string) {
		if strings.IndexFunc(version, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
			version = "" // no header could say that
		}
		d.strangeHTTP(t, b, body, version)
	})
}

// FuzzStdio sends what it likes on a pipe.
func FuzzStdio(f *testing.F) {
	d := open(f, settings{options: smallMessages})
	f.Add([]byte(hello + "\n" + ping))
	f.Fuzz(func(t *testing.T, input []byte) { d.strangeStdio(t, input) })
}

func (d *door) strangeHTTP(t *testing.T, b *http.Client, body []byte, version string) {
	t.Helper()
	session := d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")
	for _, header := range []http.Header{{}, {"Mcp-Session-Id": {session}}, {"Mcp-Session-Id": {session + "x"}}} {
		if version != "" {
			header.Set("Mcp-Protocol-Version", version)
		}
		checkStranger(t, string(body), d.post(t, b, string(body), header))
	}
	if got := d.post(t, b, ping, http.Header{"Mcp-Session-Id": {session}}); got.status != 200 {
		t.Errorf("after %.200q the session is gone: %d %s", body, got.status, got.body)
	}
}

func (d *door) strangeStdio(t *testing.T, input []byte) {
	t.Helper()
	var out bytes.Buffer
	in := io.MultiReader(bytes.NewReader(input), strings.NewReader("\n"+`{"jsonrpc":"2.0","id":"the last one","method":"ping"}`+"\n"))
	must(t, d.ServeStdio(t.Context(), in, &out))
	for line := range strings.Lines(out.String()) {
		var m map[string]any
		if json.Unmarshal([]byte(line), &m) != nil || m["jsonrpc"] != "2.0" {
			t.Errorf("to %.200q: not a message: %q", input, line)
		}
	}
	if !strings.Contains(out.String(), `"the last one"`) {
		t.Errorf("after %.200q nothing is answered", input)
	}
}
