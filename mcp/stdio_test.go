package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/mcp"
)

// serveText answers a whole input at once.
func serveText(t *testing.T, d *door, input string) []string {
	t.Helper()
	var out bytes.Buffer
	must(t, d.ServeStdio(context.Background(), strings.NewReader(input), &out))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for _, line := range lines {
		if line != "" && !json.Valid([]byte(line)) {
			t.Errorf("not a message: %q", line)
		}
	}
	return lines
}

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

const pong = `{"jsonrpc":"2.0","id":1,"result":{}}`

// Frames as they come, from careless and from hostile clients: one answer
// each, and the session lives on.
func TestFrames(t *testing.T) {
	d := open(t, settings{options: func(o *mcp.Options) { o.MaxBodyBytes = 1 << 10 }})
	for _, test := range []struct{ name, line, want string }{
		{"a message", ping, pong},
		{"with CRLF", ping + "\r", pong},
		{"with blanks", "  " + ping + "\t", pong},
		{"an empty line", "", ""},
		{"a line of blanks", " \t\r", ""},
		{"no JSON", "GET / HTTP/1.1", `"code":-32700`},
		{"half a message", `{"jsonrpc":"2.0","id":1,`, `"code":-32700`},
		{"two on a line", ping + ping, `"code":-32700`},
		{"a NUL", "{\x00}", `"code":-32700`},
		{"a batch", "[" + ping + "]", `"code":-32600`},
		{"a number", "42", `"code":-32600`},
		{"an empty object", "{}", `"code":-32600`},
		{"an unknown version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `"code":-32600`},
		{"an unknown method", `{"jsonrpc":"2.0","id":1,"method":"nothing"}`, `"code":-32601`},
		{"an unknown notification", `{"jsonrpc":"2.0","method":"notifications/nothing"}`, ""},
		{"an answer to nothing", `{"jsonrpc":"2.0","id":9,"result":{}}`, ""},
		{"an error to nothing", `{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"x"}}`, ""},
		{"a method of a wrong type", `{"jsonrpc":"2.0","id":1,"method":7}`, `"code":-32600`},
		{"parameters of a wrong type", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}`, `"code":-32600`},
		{"a long line", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 5000) + `"}`, `longer than 1024 bytes`},
		{"deep nesting", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 450) + strings.Repeat("]", 450) + `}`, `"code":-32600`},
		{"nesting", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":` + strings.Repeat("[", 120) + strings.Repeat("]", 120) + `}}`, `"id":1`},
		{"a fraction for an id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `"code":-32600`},
		{"an object for an id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `"code":-32600`},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := serveText(t, d, test.line+"\n"+strings.Replace(ping, "1,", "2,", 1)+"\n")
			rest := lines[:0:0]
			for _, line := range lines {
				if line != strings.Replace(pong, "1,", "2,", 1) {
					rest = append(rest, line)
				}
			}
			if len(rest) == len(lines) {
				t.Errorf("the session did not live on: %q", lines)
			}
			got := strings.Join(rest, "\n")
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A client that writes its requests, the last one without an end, and closes
// the pipe gets all its answers.
func TestAnswersAfterTheEnd(t *testing.T) {
	d := open(t, settings{})
	input := hello + "\n" + callMessage(1, "run_select_query", `{"sql":"SELECT 1 AS one"}`) + "\n" + callMessage("two", "server_info", `{}`)
	text := strings.Join(serveText(t, d, input), "\n")
	for _, want := range []string{`"id":0,`, `"id":1,`, `"id":"two",`} {
		if strings.Count(text, want) != 1 {
			t.Errorf("no answer with %s in\n%s", want, text)
		}
	}
	if got := serveText(t, d, ""); len(got) != 1 || got[0] != "" {
		t.Errorf("to nothing it answered %q", got)
	}
}

// A client that reads no more ends its session, and its statements.
func TestDeafClient(t *testing.T) {
	d := open(t, settings{})
	in, requests := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- d.ServeStdio(context.Background(), in, deaf{}) }()
	_, err := io.WriteString(requests, callMessage(7, "run_select_query", slow)+"\n")
	must(t, err)
	eventually(t, "the call runs", func() bool { return d.Busy() == 1 })
	_, err = io.WriteString(requests, ping+"\n")
	must(t, err)
	if err := <-served; !errors.Is(err, errDeaf) {
		t.Errorf("ServeStdio: %v", err)
	}
	wantCancelled(t, d)
}

type deaf struct{}

var errDeaf = errors.New("nobody reads")

func (deaf) Write([]byte) (int, error) { return 0, errDeaf }
