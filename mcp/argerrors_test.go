package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/mcp"
)

// speaking is a client of a revision of the protocol, by either transport.
func (d *door) speaking(t *testing.T, revision, transport string) client {
	t.Helper()
	if revision == "2026-07-28" {
		return d.modern(t)
	}
	greeting := strings.Replace(hello, "2025-11-25", revision, 1)
	if transport == "http" {
		b := browser(t)
		session := d.post(t, b, greeting, nil).header.Get("Mcp-Session-Id")
		return func(message string) string {
			return d.post(t, b, message, http.Header{"Mcp-Session-Id": {session}}).body
		}
	}
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- d.ServeStdio(context.Background(), in, out)
		out.Close()
	}()
	t.Cleanup(func() {
		requests.Close()
		must(t, <-served)
	})
	lines := bufio.NewReader(answers)
	send := func(message string) string {
		_, err := io.WriteString(requests, message+"\n")
		must(t, err)
		answer, err := lines.ReadString('\n')
		must(t, err)
		return answer
	}
	send(greeting)
	return send
}

// TestArgumentErrors: wrong arguments are an error of the protocol or a result that the model reads, by
// the client's revision or as configured, on record in either case; what is wrong with a statement
// or a name is a result always, and a tool that there is not an error of the protocol.
func TestArgumentErrors(t *testing.T) {
	for _, test := range []struct {
		setting, revision, transport string
		denied                       bool
	}{
		{"", "2025-06-18", "http", true},
		{"", "2025-03-26", "stdio", true},
		{"auto", "2025-11-25", "http", false},
		{"auto", "2025-11-25", "stdio", false},
		{"auto", "2026-07-28", "http", false},
		{"result", "2025-06-18", "http", false},
		{"protocol", "2025-11-25", "http", true},
		{"protocol", "2025-11-25", "stdio", true},
		{"protocol", "2026-07-28", "http", true},
	} {
		t.Run(strings.Join([]string{test.setting, test.revision, test.transport}, " "), func(t *testing.T) {
			d := open(t, settings{options: func(o *mcp.Options) { o.ArgumentErrors = test.setting }})
			c := d.speaking(t, test.revision, test.transport)
			for arguments, want := range map[string]string{
				`{}`: `argument \"sql\" is required`, `{"sql":"SELECT 1","row_limit":"many"}`: `argument \"row_limit\" must be a whole number`,
				`{"sql":"SELECT 1","rows":1}`: `unknown argument \"rows\"`,
			} {
				before := len(d.records(t))
				body := c(callMessage(7, "run_select_query", arguments))
				var m struct {
					ID     int
					Error  struct{ Code int }
					Result struct{ IsError bool }
				}
				must(t, json.Unmarshal([]byte(body), &m))
				if m.ID != 7 || (m.Error.Code == -32602) != test.denied || m.Result.IsError == test.denied || !strings.Contains(body, want) {
					t.Errorf("%s: %s", arguments, body)
				}
				if list := d.records(t); len(list) != before+1 || list[before]["tool"] != "run_select_query" {
					t.Errorf("%s: on record are %v", arguments, list[before:])
				}
			}
			if o := c.call(t, "run_select_query", `{"sql":"SELECT nothing"}`); !o.IsError || o.Protocol != "" {
				t.Errorf("a wrong statement: %+v", o)
			}
			if o := c.call(t, "run_select_query", `{"sql":"SELECT 1"}`); o.IsError || o.Protocol != "" {
				t.Errorf("a good call: %+v", o)
			}
			if o := c.call(t, "no_such_tool", `{}`); !strings.Contains(o.Protocol, "-32602") {
				t.Errorf("no such tool: %+v", o)
			}
		})
	}
}
